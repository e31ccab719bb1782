"""The program measured on public data: how well its search finds what answers a question."""
