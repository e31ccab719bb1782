"""llama-cpp-python, Outlines and sentence-transformers behind the kernel's ports, and their scripted twins."""
