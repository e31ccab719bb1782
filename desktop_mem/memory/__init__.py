"""The kernel: MemGPT's main context, queue, functions and loop; standard library only."""
