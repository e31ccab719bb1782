"""The deterministic plane over the kernel: addresses, ledgers, eviction, page-in; no I/O."""
