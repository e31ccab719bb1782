"""The main context on view: the gauge of the window, the working context, and what each function call did."""
