"""`desktop-mem evaluate`: one module for each measurement, each of which adds its own command."""

from __future__ import annotations

import argparse
from typing import Final

from desktop_mem.cli.evaluate import check, experiments, injection, retrieval, speed, turns

COMMANDS: Final = (
    retrieval.add_parser,
    experiments.add_parsers,
    turns.add_parser,
    check.add_parser,
    speed.add_parser,
    injection.add_parser,
)


def add_commands(evaluate: argparse.ArgumentParser, printing: argparse.ArgumentParser) -> None:
    """The commands below `evaluate`."""
    commands = evaluate.add_subparsers(metavar="COMMAND", required=True)
    for add in COMMANDS:
        add(commands, printing)
