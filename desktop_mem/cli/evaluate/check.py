"""`desktop-mem evaluate check MODEL`: how well one model handles its memory, and how it is to be paged from now on."""

from __future__ import annotations

import argparse
import dataclasses
from typing import Any

from desktop_mem.app import open_home
from desktop_mem.app.measuring import grade_model
from desktop_mem.cli.output import Output
from desktop_mem.evaluation.finished import finished
from desktop_mem.evaluation.model_check import SECONDS, report


def add_parser(commands: Any, printing: argparse.ArgumentParser) -> None:
    """The command."""
    parser = commands.add_parser("check", parents=[printing], help="how well a model handles its memory; takes at most two minutes")
    parser.add_argument("model", nargs="?", default="", metavar="MODEL", help="a GGUF or a name in the list; none: the one in use")
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="S", help=f"ask for at most so long (default {SECONDS:.0f})")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    output = Output(as_json=options.json)
    checking = grade_model(open_home(options.profile), options.model, options.seconds)
    grades = finished(checking)
    output.result(dataclasses.asdict(grades), report(grades))
    return 0
