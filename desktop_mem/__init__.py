"""desktop_mem: a desktop assistant that runs wholly on its user's machine and remembers."""

__version__ = "0.1.0"
