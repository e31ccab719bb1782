"""SQLite, the truth, and LanceDB, the index."""

import os

# Before LanceDB is imported: its own warnings go past Python's logging to the terminal, and each of its faults is told by us.
os.environ.setdefault("LANCEDB_LOG", "error")
