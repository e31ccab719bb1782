"""From a hostile file to located chunks, in a process of its own; no model, no storage."""
