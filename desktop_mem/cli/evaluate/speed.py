"""`desktop-mem evaluate speed`: each measure of speed beside the limit of the library in the same run."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any

from desktop_mem.app import open_home
from desktop_mem.app.speed import make_speed_parts
from desktop_mem.cli.evaluate.results import INTERRUPTED, printed
from desktop_mem.cli.output import Output
from desktop_mem.evaluation.speed import measure_speed
from desktop_mem.evaluation.speed_table import record, table


def add_parser(commands: Any, printing: argparse.ArgumentParser) -> None:
    """The command below `evaluate`."""
    speed = commands.add_parser("speed", parents=[printing], help="how near the program comes to the speed of the libraries it stands on")
    speed.add_argument("--model", default="", metavar="GGUF", help="measure with this model; empty: the one in use")
    speed.set_defaults(run=lambda options: evaluate_speed(options.profile, options.model, as_json=options.json))


def evaluate_speed(profile: Path, model: str, *, as_json: bool) -> int:
    """Print one table (or a line for each measure as it comes); 1 when a goal is not met. `model` is a GGUF; empty: the one in use."""
    output = Output(as_json=as_json)
    changes = {"chat_model": str(Path(model).expanduser().absolute())} if model else {}
    parts = make_speed_parts(open_home(profile, **changes), output.note)
    with tempfile.TemporaryDirectory(prefix="desktop-mem-speed-") as folder:
        measures, interrupted = printed(measure_speed(parts, Path(folder)), output, record, table)
    if interrupted:
        return INTERRUPTED
    return 0 if all(measure.met for measure in measures) else 1
