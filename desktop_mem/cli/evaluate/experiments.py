"""`desktop-mem evaluate nested-kv | dmr | doc-qa | opener | locomo | core-memory`: the experiments, by any policy and model."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from desktop_mem.app import open_home
from desktop_mem.app.measuring import make_bench
from desktop_mem.cli.evaluate.arguments import add_play, add_sample
from desktop_mem.cli.evaluate.results import INTERRUPTED, until_interrupted
from desktop_mem.cli.output import Output
from desktop_mem.evaluation import experiments, tables
from desktop_mem.evaluation.harness import run
from desktop_mem.evaluation.policies import chosen
from desktop_mem.evaluation.results import Line, ResultsFile
from desktop_mem.evaluation.task import Experiment, Request


def add_parsers(commands: Any, printing: argparse.ArgumentParser) -> None:
    """One command for each experiment."""
    for experiment in experiments.EXPERIMENTS:
        parser = commands.add_parser(experiment.name, parents=[printing], help=experiment.about)
        parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder with the data sets, at any depth")
        add_sample(parser)
        add_play(parser)
        parser.set_defaults(run=partial(play, experiment))


def play(experiment: Experiment, options: argparse.Namespace) -> int:
    """Play its tasks by the policies and the model of the options, and print one table, or one object for each of its rows."""
    output = Output(as_json=options.json)
    policies = chosen(options.policy)
    bench = make_bench(open_home(options.profile), options.model, options.cache, output.note)
    what = {"experiment": experiment.name, "data": str(options.data), "seed": options.seed, "limit": options.limit}
    what |= {"model": bench.model.name, "window": bench.model.context_window}
    results = ResultsFile(options.results, what)

    def played() -> Iterator[Line]:
        tasks = list(experiment.tasks(Request(options.data, options.limit, options.seed, bench.tell, bench.embedder.embed)))
        yield from run(experiment, tasks, policies, bench, results)

    with closing(bench.model):
        lines, interrupted = until_interrupted(played(), output)
    if options.json:
        for record in tables.records(lines, options.seed):
            output.result({"experiment": experiment.name, "model": bench.model.name, **record}, "")
    elif lines:
        output.result({}, tables.table(lines, experiment.columns, options.seed, times=options.times))
    return INTERRUPTED if interrupted else 0
