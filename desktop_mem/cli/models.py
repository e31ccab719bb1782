"""`desktop-mem models`: which models there are, which one is used, and what is to be expected of a model file."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from desktop_mem.app import check_model, model_prompt, open_home
from desktop_mem.cli.arguments import pair
from desktop_mem.cli.output import Output
from desktop_mem.control.model_rows import ModelReport, ModelRow
from desktop_mem.inference.model_catalogue import known_models
from desktop_mem.inference.model_list import ModelList, finished

_MB = 10**6
_SEVERITY = {"error": "FAIL", "too large": "FAIL", "warning": "warn", "note": "note"}
EXAMPLE = (
    ("system", "You are a helpful assistant."),
    ("user", "What did I plant last spring?"),
    ("assistant", '{"thought":"search","function":"archival_memory_search","arguments":{"query":"planted"}}'),
    ("function", "ok: 1 of 1: [p3] tomatoes, on 12 April"),
    ("assistant", "You planted tomatoes on 12 April."),
    ("user", "Thank you!"),
)


def add_commands(parser: argparse.ArgumentParser, printing: argparse.ArgumentParser) -> None:
    """The commands below `models`."""
    models = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int], words: str) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = models.add_parser(name, parents=[printing], help=words)
        parser.set_defaults(run=run)
        return parser

    listing = command("list", _list, "print the models that you have")
    listing.add_argument("--known", action="store_true", help="print the models that the catalogue recommends instead")
    listing.add_argument("--rescan", action="store_true", help="look at every file anew before")
    adding = command("add", _add, "take a GGUF file into the list")
    adding.add_argument("path", type=Path, metavar="PATH")
    adding.add_argument("--copy", action="store_true", help="copy it into the data folder; without this it is used where it lies")
    command("remove", _remove, "take a model out of the list; only a copy is deleted").add_argument("name", metavar="NAME")
    command("use", _use, "use this model from the next start on").add_argument("name", metavar="NAME")
    setting = command("set", _set, "settings that hold for one model alone; NAME=null takes one back")
    setting.add_argument("name", metavar="MODEL")
    setting.add_argument("changes", nargs="+", type=pair, metavar="NAME=VALUE")
    for name, run, words in (
        ("check", _check, "find out what is to be expected of a model file, without loading it"),
        ("prompt", _prompt, "print an example conversation exactly as the model would read it"),
    ):
        command(name, run, words).add_argument("file", nargs="?", default="", metavar="FILE", help="a file or a name; none: the one in use")


def _list(options: argparse.Namespace) -> int:
    output = Output(as_json=options.json)
    if options.known:
        for model in known_models():
            words = f"{model.id}: {model.role}, {model.size / _MB:,.0f} MB, takes about {model.memory_mb:,} MB of memory, {model.licence}"
            output.result(asdict(model), words + (" (comes with the program)" if model.embedded else ""))
        return 0
    models = ModelList(options.profile)
    if options.rescan:
        models.rescan()
    default, rows = models.default, models.everything()
    for row in rows:
        _print_row(output, row, default)
    if default not in {row.name for row in rows}:
        output.note(f"In use is {default}, which is not in this list.")
    return 0


def _print_row(output: Output, row: ModelRow, default: str) -> None:
    record = asdict(row) | {"there": row.is_there, "default": row.name == default}
    where = "comes with the program" if row.shipped else "copied" if row.copied else "linked"
    facts = [f"{row.size / _MB:,.0f} MB" if row.size else "", row.architecture, row.quantisation, row.licence, where]
    if row.kind and row.kind != "chat":
        facts.insert(0, f"not a chat model ({row.kind})")
    own = f" [{', '.join(f'{key}={value}' for key, value in row.settings.items())}]" if row.settings else ""
    missing = "" if row.is_there else f"\n    MISSING: {row.path} is not there. Put the file back, or remove the model."
    output.result(record, f"{'*' if row.name == default else ' '} {row.name}: {', '.join(filter(None, facts))}{own}{missing}")


def _add(options: argparse.Namespace) -> int:
    output = Output(as_json=options.json)
    models = ModelList(options.profile)
    last = 0

    def tell(done: int, total: int) -> None:
        nonlocal last
        if done * 10 // total > last:
            last = done * 10 // total
            output.note(f"copied {done / _MB:,.0f} of {total / _MB:,.0f} MB")

    row = finished(models.add(options.path, copy=options.copy), tell)
    _print_row(output, row, models.default)
    output.note(f'To use it: desktop-mem models use "{row.name}"')
    return 0


def _remove(options: argparse.Namespace) -> int:
    row = ModelList(options.profile).remove(options.name)
    kept = "The copy is deleted." if row.copied else f"{row.path} stays where it is."
    Output(as_json=options.json).result(asdict(row), f"{row.name} is no longer in the list. {kept}")
    return 0


def _use(options: argparse.Namespace) -> int:
    row = ModelList(options.profile).use(options.name)
    Output(as_json=options.json).result(asdict(row), f"{row.name} is used from the next start on.")
    return 0


def _set(options: argparse.Namespace) -> int:
    row = ModelList(options.profile).configure(options.name, dict(options.changes))
    own = ", ".join(f"{key}={value}" for key, value in row.settings.items())
    Output(as_json=options.json).result(asdict(row), f"{row.name}: {own}" if own else f"{row.name} has no settings of its own.")
    return 0


def _check(options: argparse.Namespace) -> int:
    checking = check_model(open_home(options.profile), options.file)
    try:
        while True:
            next(checking)
    except StopIteration as end:
        report: ModelReport = end.value
    Output(as_json=options.json).result(asdict(report), "\n".join(_lines(report)))
    return 0 if report.works and report.verdict != "too large" else 1


def _lines(report: ModelReport) -> list[str]:
    facts, memory = report.facts, report.memory
    lines = [report.path]
    if facts:
        parts = [
            facts["name"],
            facts["architecture"],
            f"{facts['parameters'] / _MB:,.0f} million parameters",
            facts["quantisation"],
            f"trained for {facts['context_length']:,} tokens" if facts["context_length"] else "",
            f"licence {facts['licence']}" if facts["licence"] else "no licence stated",
            f"{facts['tokenizer']} tokenizer of {facts['vocabulary']:,} tokens",
        ]
        lines.append(", ".join(filter(None, parts)))
    if report.works:
        source = f"of the family {report.template}" if report.template else "its own"
        lines.append(f"chat template: {source}; function results are put as {report.function_role}")
    if memory:
        amounts = ", ".join(f"{key} {memory[key] / _MB:,.0f}" for key in ("weights", "cache", "buffers"))
        lines.append(
            f"memory with a window of {memory['window']:,} tokens: about {memory['total'] / _MB:,.0f} MB ({amounts}) "
            f"of {memory['free'] / _MB:,.0f} MB free: {report.verdict}"
        )
    return lines + [f"{_SEVERITY[finding.severity]}  {finding}" for finding in report.findings]


def _prompt(options: argparse.Namespace) -> int:
    text = model_prompt(open_home(options.profile), options.file, EXAMPLE)
    Output(as_json=options.json).result({"prompt": text}, text)
    return 0
