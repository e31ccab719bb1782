"""Collects from the source what the engine can say: the arguments of the calls that tell a user, a window or the model something."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import desktop_mem

ROOT = Path(desktop_mem.__file__).parent
PARTS = ("memory", "runtime", "inference", "documents", "storage", "control", "settings.py", "app/__init__.py")

# Call -> the places of its sentences (a number, or a name when it is given by name); "{a} {b}" shows how they stand together.
TOLD = {
    "EnvironmentFault": ("{0} {1}", 0, 1),
    "Finding": ("{0} {1}", 1, 2),
    "ReadFault": ("{0}", 1),
    "fault": ('"report.pdf" {0}. {1}', 2, 3),
    "empty": ('"report.pdf" {0}. Nothing was stored; check whether it is the file that you meant.', 1),
    "corrupt": ('"report.pdf" is a damaged or incomplete {0}.', 1),
    "_not_started": ("The process that reads documents cannot be started: {0}.", 0),
    "TurnFailed": ("{0}", 0),
    "CommandFailed": ("{0}", 1),
    "EngineStopped": ("{0}", 0),
    "EngineReady": ("{0}", 2),
    "EmbedderReady": ("{0}", 1),
    "EmbedderLoaded": ("{0}", 1),
    "missing_model": ("{0}", 0),
    "LookupError": ("{0}", 0),
    "_end": ("{0}", 3),
    "Findings": ("{0}", "warning"),
    "ReadSummary": ("{0}", 4),
    "finish": ("{0}", "detail"),
    "update": ("{0}", "detail"),
    "_finish_unread": ("{0}", 2),
    "end": ("{0}", 3),
    "abandon": ("{0}", 3),
    "DocumentEntry": ("{0}", "detail"),
    "Found": ("{0}", 1),
    "Resolved": ("{0}", 4),
}
TOLD_TO_THE_MODEL = {"Refused": ("{0}", 0), "ChangedSince": ("{0}", 0), "FunctionResult": ("{0}", 1), "_nothing": ("{0}", 0)}

MOST_VARIANTS = 64


@dataclass(frozen=True, slots=True)
class Told:
    """One thing said: where, and the text with `⟨expression⟩` for what is only known when the program runs."""

    where: str
    text: str


def told(calls: dict[str, tuple[str | int, ...]]) -> list[Told]:
    """Everything that these calls say, in every variant that the source shows."""
    found = []
    for file in _files():
        tree = ast.parse(file.read_text(encoding="utf-8"))
        where = file.relative_to(ROOT).as_posix()
        shared = _assigned(tree.body)
        for scope in [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))]:
            names = shared if scope is tree else shared | _assigned(list(_own(scope)))
            for node in _own(scope):
                if isinstance(node, ast.Call) and (form := calls.get(_name(node.func))):
                    found += [Told(f"{where}:{node.lineno}", text) for text in _sentences(node, form, names)]
    return list(dict.fromkeys(found))


def returned(file: str, function: str) -> list[Told]:
    """Everything that a function which makes a sentence can return."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    scope = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == function)
    names = _assigned(tree.body) | _assigned(list(_own(scope)))
    values = [node.value for node in _own(scope) if isinstance(node, ast.Return) and node.value]
    return [Told(f"{file}:{value.lineno}", text) for value in values for text in _texts(value, names) if text]


def _files() -> Iterator[Path]:
    for part in PARTS:
        yield from sorted((ROOT / part).rglob("*.py")) if (ROOT / part).is_dir() else [ROOT / part]


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function or module that are not of a function inside it."""
    for child in ast.iter_child_nodes(scope):
        if not isinstance(child, ast.FunctionDef):
            yield child
            yield from _own(child)


def _assigned(nodes: list[ast.AST] | list[ast.stmt]) -> dict[str, list[ast.expr]]:
    """Name -> all the values that are assigned to it."""
    values: dict[str, list[ast.expr]] = {}
    for node in nodes:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        for target in targets:
            if isinstance(target, ast.Name) and node.value is not None:
                values.setdefault(target.id, []).append(node.value)
    return values


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""


def _sentences(call: ast.Call, form: tuple[str | int, ...], names: dict[str, list[ast.expr]]) -> list[str]:
    """The texts of one call; none when it leaves its sentence away."""
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    assert not {"what", "remedy"} & named.keys(), "these are given by their places"
    given = []
    for place in form[1:]:
        if isinstance(place, int) and place < len(call.args):
            value: ast.expr | None = call.args[place]
        else:
            keys = ("fault", "reason", "detail", "note", "warning") if isinstance(place, int) else (place,)
            value = next((named[key] for key in keys if key in named), None)
        if value is None:
            return []
        given.append(_texts(value, names))
    frame = str(form[0])
    return [text for parts in product(*given) if any(parts) for text in [frame.format(*parts).strip()] if text]


def _texts(value: ast.expr, names: dict[str, list[ast.expr]]) -> list[str]:
    """What an expression can be as text; `⟨expression⟩` where the source does not tell."""
    match value:
        case ast.Constant(value=constant):
            return [str(constant)]
        case ast.JoinedStr(values=parts):
            return _joined([_texts(part, names) for part in parts])
        case ast.FormattedValue(value=inner, conversion=-1, format_spec=None):
            return _texts(inner, names)
        case ast.FormattedValue(value=inner):
            return [f"⟨{ast.unparse(inner)}⟩"]
        case ast.IfExp(body=one, orelse=other):
            return _texts(one, names) + _texts(other, names)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _joined([_texts(left, names), _texts(right, names)])
        case ast.Name(id=name) if name in names:
            inner = {other: values for other, values in names.items() if other != name}
            texts = [text for each in names[name] for text in _texts(each, inner)]
            return [text for text in texts if text] or [""]  # what is empty at first says nothing
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=glue), attr="join"), args=[ast.List(elts=parts)]):
            texts = [_texts(part, names) for part in parts]
            return [str(glue).join(one) for one in product(*texts)]
    return [f"⟨{ast.unparse(value)}⟩"]


def _joined(parts: list[list[str]]) -> list[str]:
    joined = ["".join(one) for one in product(*parts)]
    assert len(joined) <= MOST_VARIANTS
    return joined
