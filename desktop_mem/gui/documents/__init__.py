"""Documents on their way into archival storage: the drop area and the ledger."""
