"""`python -m desktop_mem`: the same as `desktop-mem`."""

from desktop_mem.cli import run

if __name__ == "__main__":
    run()
