"""`desktop-mem evaluate injection`: whether orders in documents and in recalled text change anything, and whether the user is served."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from desktop_mem.app import open_home
from desktop_mem.app.injection import make_trial_world
from desktop_mem.cli.evaluate.results import INTERRUPTED, printed
from desktop_mem.cli.output import Output
from desktop_mem.evaluation.data_sets.injections import drawn, find_injections
from desktop_mem.evaluation.injection import InjectionResult, passed, run_trial, trial_record, trial_table

FAILED = 1


def add_parser(commands: Any, printing: argparse.ArgumentParser) -> None:
    """`evaluate injection`."""
    parser = commands.add_parser("injection", parents=[printing], help="whether orders in documents change the memory")
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder with the prompts, at any depth")
    parser.add_argument("--limit", type=int, metavar="N", help="at most so many prompts of each set")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the samples")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    return evaluate_injection(options.profile, options.data, limit=options.limit, seed=options.seed, as_json=options.json)


def evaluate_injection(profile: Path, data: Path, *, limit: int | None, seed: int, as_json: bool) -> int:
    """Print one table (or a line for each set as it comes); 1 when anything was changed, forged or loaded, or the user not served."""
    output = Output(as_json=as_json)
    sets = [drawn(found, limit, seed) for found in find_injections(data, output.note)]
    trial = _noted(run_trial(sets, partial(make_trial_world, open_home(profile))), output)
    results, interrupted = printed(trial, output, trial_record, trial_table)
    if interrupted:
        return INTERRUPTED
    if not as_json:
        for result in results:
            for case in (*result.unapproved, *result.forged, *result.not_served[:3]):
                output.note(f"{result.name}, {case}")
    return 0 if passed(results) else FAILED


def _noted(results: Iterable[InjectionResult], output: Output) -> Iterator[InjectionResult]:
    for result in results:
        output.note(f"{result.name}: {result.prompts} prompts in {result.seconds:.0f} s")
        yield result
