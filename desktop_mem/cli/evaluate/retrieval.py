"""`desktop-mem evaluate retrieval`: how well search finds what answers the questions of public data sets, beside other rankings."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_mem.app import open_home
from desktop_mem.app.measuring import make_trial
from desktop_mem.cli.evaluate.arguments import add_sample, names
from desktop_mem.cli.evaluate.results import INTERRUPTED, printed
from desktop_mem.cli.output import Output
from desktop_mem.errors import EnvironmentFault
from desktop_mem.evaluation import identifiers
from desktop_mem.evaluation.data_sets.finding import find_data_sets
from desktop_mem.evaluation.data_sets.forms import DataSet
from desktop_mem.evaluation.report import page_in_table, record, table
from desktop_mem.evaluation.retrieval import Result, limited, measure, with_names


@dataclass(frozen=True, slots=True)
class Choice:
    """What to measure: the data sets below `data` whose names begin as one of `sets` (none: all), at most `limit` questions of each.

    Each turn of a conversation begins with its speaker's name, unless they are to be `bare`.
    `cache` is the folder that keeps embeddings for the next time; None: they are not kept.
    """

    data: Path
    sets: tuple[str, ...] = ()
    limit: int | None = None
    seed: int = 0
    cache: Path | None = None
    bare: bool = False


def add_parser(commands: Any, printing: argparse.ArgumentParser) -> None:
    """The command."""
    parser = commands.add_parser("retrieval", parents=[printing], help="how well search finds what answers a question")
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder with the data sets, at any depth")
    parser.add_argument("--sets", type=names, default=(), metavar="NAME,...", help="only data sets whose names begin like this")
    add_sample(parser)
    parser.add_argument("--bare", action="store_true", help="store turns without the names of their speakers")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    choice = Choice(options.data, options.sets, options.limit, options.seed, options.cache, options.bare)
    return evaluate_retrieval(options.profile, choice, as_json=options.json)


def evaluate_retrieval(profile: Path, choice: Choice, *, as_json: bool) -> int:
    """Print one table (or a line for each result as it comes). When interrupted, what was measured until then."""
    output = Output(as_json=as_json)
    data_sets = list(_chosen(choice, output))
    trial = make_trial(open_home(profile), choice.cache, choice.seed, output.note)
    _, interrupted = printed(measure(data_sets, trial), output, record, _tables)
    return INTERRUPTED if interrupted else 0


def _tables(results: Sequence[Result]) -> str:
    return f"{table(results)}\n\n{page_in_table(results)}"


def _chosen(choice: Choice, output: Output) -> Iterator[DataSet]:
    names = []
    chosen = 0
    for data_set in (*find_data_sets(choice.data, output.note), identifiers.identifiers(choice.seed)):
        names.append(data_set.name)
        if not choice.sets or data_set.name.startswith(choice.sets):
            chosen += 1
            drawn = limited(data_set, choice.limit, choice.seed)
            yield drawn if choice.bare else with_names(drawn)
    if not chosen:
        raise EnvironmentFault(
            f"No data set in {choice.data} has a name that begins with {' or '.join(choice.sets)}.", f"There are: {', '.join(names)}."
        )
