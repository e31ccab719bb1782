"""The window: PySide6, and only here."""
