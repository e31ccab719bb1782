"""The house rules, each run as a test with its reason beside it."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import Field, fields
from pathlib import Path
from typing import Any

import pytest

from desktop_mem.settings import SETTINGS_FILE, Settings

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "desktop_mem"
SOURCES = sorted([*PACKAGE.rglob("*.py"), *(ROOT / "packaging").glob("*.py")])
ALL_PYTHON = [*SOURCES, *sorted((ROOT / "tests").rglob("*.py"))]
LINES_OF_A_FILE, LINES_OF_A_FUNCTION, BROAD_HANDLERS = 400, 60, 2
TOP_LEVEL = {"desktop_mem", "models", "tests", "packaging", "README.md", "pyproject.toml", "LICENSE", "CHANGELOG.md"}

PYTHON = [sys.executable, "-m"]
TOOLS = {
    "ruff check": [*PYTHON, "ruff", "check", "."],
    "ruff format": [*PYTHON, "ruff", "format", "--check", "."],
    "mypy": [*PYTHON, "mypy"],
    "mypy on the set-up": [*PYTHON, "mypy", *(str(path) for path in sorted((ROOT / "packaging").glob("*.py")))],
    "import-linter": [str(Path(sysconfig.get_path("scripts"), "lint-imports"))],
}


def _named(paths: list[Path]) -> list[Any]:
    return [pytest.param(path, id=path.relative_to(ROOT).as_posix()) for path in paths]


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def _where(path: Path, node: ast.AST) -> str:
    return f"{path.relative_to(ROOT).as_posix()}:{getattr(node, 'lineno', 1)}"


@pytest.mark.timeout(600)
@pytest.mark.parametrize("command", TOOLS.values(), ids=TOOLS.keys())
def test_the_tool_has_nothing_to_say(command: list[str]) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", errors="replace", check=False)
    if done.returncode:
        pytest.fail(f"$ {' '.join(command)}\n{done.stdout}{done.stderr}", pytrace=False)


@pytest.mark.parametrize("path", _named(SOURCES))
def test_files_and_functions_stay_small_enough_to_read(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= LINES_OF_A_FILE
    functions = [node for node in ast.walk(_tree(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    long = {f"{_where(path, node)} {node.name}": size for node in functions if (size := _length(node)) > LINES_OF_A_FUNCTION}
    assert long == {}


def _length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


@pytest.mark.parametrize("path", _named(SOURCES))
def test_every_module_says_what_it_is_in_one_sentence(path: Path) -> None:
    first = (ast.get_docstring(_tree(path)) or "").split("\n\n")[0]
    assert re.fullmatch(r"[^\n].*[.:]", first, flags=re.DOTALL), f"the first paragraph of the docstring is {first!r}"


def test_no_file_has_a_name_that_says_nothing() -> None:
    empty_words = {"utils", "util", "helpers", "helper", "common", "misc"}
    assert [path for path in SOURCES if path.stem in empty_words or empty_words & set(path.relative_to(ROOT).parts)] == []


def _handlers(path: Path) -> Iterator[ast.ExceptHandler]:
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.ExceptHandler):
            names = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
            if any(name is None or (isinstance(name, ast.Name) and name.id in ("Exception", "BaseException")) for name in names):
                yield node


def _raises_again(handler: ast.ExceptHandler) -> bool:
    """Tidying up before the same exception goes on is not swallowing it."""
    last = handler.body[-1]
    return isinstance(last, ast.Raise) and last.exc is None


def test_nothing_swallows_exceptions_but_the_two_places_that_may() -> None:
    """Around one event in the worker, and in sys.excepthook: anywhere else a broad handler turns failures into silence."""
    broad = [_where(path, handler) for path in SOURCES for handler in _handlers(path) if not _raises_again(handler)]
    assert len(broad) <= BROAD_HANDLERS, broad


def test_only_the_command_line_prints() -> None:
    """Everything else logs or yields: the window has no standard output that anyone reads."""
    talkative = [
        _where(path, node)
        for path in PACKAGE.rglob("*.py")
        if path.relative_to(PACKAGE).parts[0] != "cli"
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert talkative == []


@pytest.mark.parametrize("path", _named(ALL_PYTHON))
def test_every_text_file_is_opened_with_its_encoding(path: Path) -> None:
    """letta 1270: without one, Windows reads and writes the user's memory in a code page (cp950, and the program did not start)."""
    assert [f"{path.relative_to(ROOT).as_posix()}:{call.lineno}" for call in _without_encoding(_tree(path))] == []


@pytest.mark.parametrize(
    ("line", "complains"),
    [
        ("text = open(path).read()", True),
        ("text = open(path, 'w').write(x)", True),
        ("text = path.open()", True),
        ("with path.open('a') as file: file.write(x)", True),
        ("text = path.read_text()", True),
        ("size = path.write_text(x)", True),
        ("done = subprocess.run(x, text=True)", True),
        ("done = subprocess.Popen(x, universal_newlines=True)", True),
        ("file = os.fdopen(number, 'w')", True),
        ("file = io.TextIOWrapper(raw)", True),
        ("file = tempfile.NamedTemporaryFile('w')", True),
        ("handler = logging.FileHandler(path)", True),
        ("text = open(path, encoding='utf-8').read()", False),
        ("data = open(path, 'rb').read()", False),
        ("data = path.open('rb').read()", False),
        ("data = path.read_bytes()", False),
        ("text = path.read_text('utf-8')", False),
        ("done = subprocess.run(x, encoding='utf-8')", False),
        ("file = os.fdopen(number, 'r+', encoding='utf-8')", False),
        ("number = os.open(path, os.O_RDWR)", False),
        ("stores = Stores.open(profile)", False),
    ],
)
def test_the_rule_on_encodings_bites(line: str, complains: bool) -> None:
    assert bool(_without_encoding(ast.parse(line))) == complains


def _without_encoding(tree: ast.Module) -> list[ast.Call]:
    idle = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # a dialog's `open()`; what a file gives is always used
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node not in idle]
    return [call for call in calls if _needs_encoding(call) and not _names_encoding(call)]


def _names_encoding(call: ast.Call) -> bool:
    return any(keyword.arg in ("encoding", None) for keyword in call.keywords)


def _needs_encoding(call: ast.Call) -> bool:
    match call.func:
        case ast.Name(id="open"):
            return "b" not in _mode(call, position=1)
        case ast.Attribute(attr="open"):
            return bool(mode := _mode(call, position=0)) and "b" not in mode
        case ast.Attribute(attr="read_text"):
            return not call.args
        case ast.Attribute(attr="write_text"):
            return len(call.args) < 2
        case ast.Attribute(value=ast.Name(id="subprocess")):
            return any(keyword.arg in ("text", "universal_newlines") for keyword in call.keywords)
        case ast.Attribute(attr="fdopen"):
            return "b" not in _mode(call, position=1)
        case ast.Attribute(attr="TextIOWrapper" | "FileHandler" | "RotatingFileHandler"):
            return True
        case ast.Attribute(attr="TemporaryFile" | "NamedTemporaryFile"):
            return bool(mode := _mode(call, position=0)) and "b" not in mode and mode != "r"
    return False


def _mode(call: ast.Call, *, position: int) -> str:
    """The mode of an `open`; of a method `open` only one that looks like a mode, since other things have such a method too."""
    given = [keyword.value for keyword in call.keywords if keyword.arg == "mode"] or call.args[position : position + 1]
    if given and isinstance(given[0], ast.Constant) and isinstance(given[0].value, str) and re.fullmatch(r"[rwaxbt+]{1,3}", given[0].value):
        return given[0].value
    return "r" if isinstance(call.func, ast.Name) or not call.args else ""


@pytest.mark.parametrize("folder", _named(sorted(path.parent for path in PACKAGE.rglob("__init__.py") if path.parent != PACKAGE)))
def test_every_package_has_a_readme_that_names_its_rooms(folder: Path) -> None:
    """A package inside a package may be described in its parent's."""
    readme = next((path for path in (folder / "README.md", folder.parent / "README.md") if path.exists() and path.parent != PACKAGE), None)
    assert readme is not None, f"{folder.name}/README.md is missing"
    text = readme.read_text(encoding="utf-8")
    rooms = [path.stem for path in folder.glob("*.py") if path.stem != "__init__"]
    rooms += [path.parent.name for path in folder.glob("*/__init__.py")]
    assert [room for room in sorted(rooms) if not re.search(rf"\b{re.escape(room)}\b", text)] == []


def test_the_picture_in_the_readme_names_every_room_of_the_house() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rooms = [path.name for path in PACKAGE.iterdir() if path.suffix == ".py" and path.name != "__init__.py"]
    rooms += [f"{path.parent.name}/" for path in PACKAGE.glob("*/__init__.py")]
    assert [room for room in sorted(rooms) if room not in readme] == []
    assert "python3 packaging/bootstrap.py run" in readme
    assert "python3 packaging/bootstrap.py test" in readme


def test_the_top_level_is_what_the_user_fixed() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, encoding="utf-8", check=False).stdout
    top = {line.partition("/")[0] for line in listed.splitlines()}
    assert {name for name in top if not name.startswith(".")} <= TOP_LEVEL


def test_packaging_is_no_package() -> None:
    """With an __init__.py it would hide the PyPI module of that name from every library that imports it."""
    assert not (ROOT / "packaging" / "__init__.py").exists()
    found = importlib.util.find_spec("packaging")
    assert found is not None
    assert found.origin is not None
    assert ROOT / "packaging" not in Path(found.origin).parents


def _another_value(item: Field[Any]) -> Any:
    if choices := item.metadata["choices"]:
        return next(choice for choice in choices if choice != item.default)
    if bounds := item.metadata["bounds"]:
        # flush_share must stay below warn_share, so the one goes down and the other up.
        return type(item.default)(bounds[1] if item.name == "warn_share" else bounds[0])
    return not item.default if isinstance(item.default, bool) else "/models/模型.gguf"


@pytest.mark.parametrize("item", [pytest.param(item, id=item.name) for item in fields(Settings)])
def test_every_setting_survives_the_file_and_is_explained(item: Field[Any], tmp_path: Path) -> None:
    changed = Settings(**{item.name: _another_value(item)})
    changed.save(tmp_path)
    assert Settings.load(tmp_path) == changed
    assert json.loads((tmp_path / SETTINGS_FILE).read_text(encoding="utf-8"))[item.name] == getattr(changed, item.name)
    text = item.metadata["text"]
    assert re.fullmatch(r"[A-Z].*\.", text)
    assert "  " not in text


_IMPORT_ALL = """
import importlib, json, pkgutil, sys
sys.path.insert(0, sys.argv[1])
for name in sys.argv[2:]:
    module = importlib.import_module(name)
    for found in pkgutil.walk_packages(getattr(module, "__path__", []), name + "."):
        importlib.import_module(found.name)
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""


def _roots_loaded(names: list[str], *switches: str) -> set[str]:
    """The top-level modules in memory after everything under `names` was imported in a fresh interpreter."""
    command = [sys.executable, *switches, "-c", _IMPORT_ALL, str(ROOT), *names]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout))


def test_the_kernel_and_the_control_plane_run_on_a_bare_python() -> None:
    """Without site-packages (-S), so an import of any library would fail, and one that is only tried would show."""
    loaded = _roots_loaded(["desktop_mem.memory", "desktop_mem.control", "desktop_mem.settings", "desktop_mem.errors"], "-I", "-S")
    assert loaded - sys.stdlib_module_names - {"desktop_mem", "__main__", "__mp_main__"} == set()


def test_the_window_loads_neither_a_model_nor_a_store() -> None:
    """So that it opens at once, and stays when the engine dies of one of them."""
    loaded = _roots_loaded(["desktop_mem.gui"])
    assert loaded & {"torch", "llama_cpp", "outlines", "sentence_transformers", "transformers", "lancedb", "pyarrow", "sqlite3"} == set()
