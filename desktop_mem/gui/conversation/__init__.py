"""The conversation: its rows, how they are painted, and the composer beneath them."""
