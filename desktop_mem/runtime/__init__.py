"""One thread that owns the state, and the child process that it lives in."""
