"""Arguments that several measurements share."""

from __future__ import annotations

import argparse
from pathlib import Path

from desktop_mem.cli.arguments import count

DEFAULT_POLICY = "assisted"


def names(text: str) -> tuple[str, ...]:
    """Names with commas between."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def add_sample(parser: argparse.ArgumentParser) -> None:
    """`--limit`, `--seed` and `--cache`."""
    parser.add_argument("--limit", type=count, metavar="N", help="at most so many questions of each data set")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of all chance: samples, intervals, made-up data")
    parser.add_argument("--cache", type=Path, metavar="DIR", help="keep embeddings in this folder for the next time")


def add_play(parser: argparse.ArgumentParser) -> None:
    """`--policy`, `--model`, `--results` and `--times`."""
    parser.add_argument(
        "--policy",
        default=DEFAULT_POLICY,
        metavar="P,...",
        help=f"who decides what the model sees (default {DEFAULT_POLICY}; all: every one)",
    )
    parser.add_argument("--model", default="", metavar="M", help="a GGUF, a name in the list of models, or oracle; empty: the one in use")
    parser.add_argument("--results", type=Path, metavar="FILE", help="keep a JSON line for each question, and go on from those in the file")
    parser.add_argument("--times", action="store_true", help="show also what depends on the machine: evaluated tokens and seconds")
