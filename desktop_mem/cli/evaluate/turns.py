"""`desktop-mem evaluate turns`: single hand-written turns, the program's own or any file of them."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import Any

from desktop_mem.cli.evaluate.arguments import add_play, add_sample
from desktop_mem.cli.evaluate.experiments import play
from desktop_mem.evaluation.turns import EXPERIMENT, OWN_TURNS


def add_parser(commands: Any, printing: argparse.ArgumentParser) -> None:
    """The command."""
    parser = commands.add_parser("turns", parents=[printing], help="single hand-written turns, judged one by one")
    parser.add_argument("--data", type=Path, default=OWN_TURNS, metavar="FILE", help="a file of turns; without it, the program's own")
    add_sample(parser)
    add_play(parser)
    parser.set_defaults(run=partial(play, EXPERIMENT))
