"""Readers that misbehave, registered through the formats that a parser process is given."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from desktop_mem.documents.blocks import Block, Blocks, Findings


def crash(path: Path) -> Blocks:
    """Die as a library in C does, after some output."""
    yield Block("before the crash")
    os.abort()
    return Findings()


def unforeseen(path: Path) -> Blocks:
    """Raise what no reader should."""
    yield Block("before the error")
    raise AssertionError("a library's own bug")


def hang(path: Path) -> Blocks:
    """Never come to an end."""
    yield Block("before the hang")
    while True:
        time.sleep(0.05)


def devour(path: Path) -> Blocks:
    """Take ever more memory."""
    yield Block("before the feast")
    hoard = []
    while True:
        hoard.append(bytearray(8 << 20))


def endless(path: Path) -> Blocks:
    """Give blocks without end."""
    number = 0
    while True:
        number += 1
        yield Block(f"block {number} " * 40, page=number)


def modules(path: Path) -> Blocks:
    """Tell what this process has imported."""
    yield Block("\n".join(sorted(sys.modules)), line=(1, len(sys.modules)))
    return Findings()
