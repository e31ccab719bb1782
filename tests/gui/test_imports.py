"""The window's process stays light: it never loads a model, an index or a parser."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import desktop_mem

ROOT = Path(desktop_mem.__file__).parents[1]
HEAVY = {
    "torch",
    "llama_cpp",
    "lancedb",
    "outlines",
    "sentence_transformers",
    "transformers",
    "pyarrow",
    "numpy",
    "sqlite3",
    "tiktoken",
    "pypdfium2",
}
PROBE = """
import importlib, json, pkgutil, sys
import desktop_mem.gui
for module in pkgutil.walk_packages(desktop_mem.gui.__path__, "desktop_mem.gui."):
    importlib.import_module(module.name)
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""


def test_the_window_loads_nothing_heavy() -> None:
    done = subprocess.run([sys.executable, "-c", PROBE], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60, check=True)
    loaded = set(json.loads(done.stdout))
    assert "PySide6" in loaded
    assert loaded & HEAVY == set()


def test_the_window_uses_only_what_the_essentials_hold() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "desktop_mem" / "gui").rglob("*.py"))
    modules = {line.split()[1].partition(".")[2] for line in sources.splitlines() if line.startswith("from PySide6.")}
    assert modules == {"QtCore", "QtGui", "QtWidgets", "QtNetwork"}
