"""How arguments that several commands take are read."""

from __future__ import annotations

import argparse
import json
from typing import Any


def count(text: str) -> int:
    """A whole number from 1."""
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"this is a whole number from 1, not {text!r}")
    return int(text)


def pair(text: str) -> tuple[str, Any]:
    """`name=value`, the value as JSON where it is that, else as text."""
    name, found, value = text.partition("=")
    if not found:
        raise argparse.ArgumentTypeError(f"write NAME=VALUE, not {text!r}")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value
