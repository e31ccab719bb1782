"""`python -m desktop_mem`: the same as `desktop-mem`."""

import sys

from desktop_mem.cli import main

if __name__ == "__main__":
    sys.exit(main())
