"""Search on view: what recall and archival storage hold on a query, narrowed as the user wants."""
