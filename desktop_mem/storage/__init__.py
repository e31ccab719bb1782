"""SQLite, the truth, and LanceDB, the index."""
