"""One reader per kind of file: a generator from a path to located blocks; each imports its library only when it runs."""
