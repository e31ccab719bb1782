"""The window's process stays light: it never loads a model, an index or a parser."""

from __future__ import annotations

import json
import os
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

START = """
import json, os, sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from desktop_mem.cli import main
from desktop_mem.runtime.supervisor import EngineSupervisor

def tell(application):
    print(json.dumps(sorted(sys.modules)), flush=True)
    os._exit(0)

QApplication.exec = tell
EngineSupervisor.start = lambda supervisor: None
main(["gui", "--profile", sys.argv[1]])
"""
# What the engine is made of, and what the window needs only later.
NOT_YET = {
    "desktop_mem.app.agents",
    "desktop_mem.memory.agent",
    "desktop_mem.runtime.worker",
    "desktop_mem.control.resolver",
    "desktop_mem.control.ledger_questions",
    "desktop_mem.cli.memory",
    "desktop_mem.cli.models",
    "desktop_mem.gui.models.dialog",
    "desktop_mem.gui.memory_panel.as_of_dialog",
    "desktop_mem.gui.memory_panel.history_dialog",
    "desktop_mem.gui.memory_panel.trash_dialog",
    "desktop_mem.gui.memory_panel.why_dialog",
    "desktop_mem.gui.preferences",
    "desktop_mem.gui.export",
    "desktop_mem.gui.diagnostics",
    "desktop_mem.gui.text_dialog",
    "desktop_mem.gui.gallery",
    "desktop_mem.storage",
    "desktop_mem.documents",
    "desktop_mem.evaluation",
    "markdown_it",
    "pygments",
}
MOST_MODULES = 140


def test_the_window_loads_nothing_heavy() -> None:
    done = subprocess.run([sys.executable, "-c", PROBE], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60, check=True)
    loaded = set(json.loads(done.stdout))
    assert "PySide6" in loaded
    assert loaded & HEAVY == set()


def test_a_start_imports_only_what_the_first_picture_shows(tmp_path: Path) -> None:
    surroundings = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", START, str(tmp_path / "profile")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60, check=True, env=surroundings)
    loaded = set(json.loads(done.stdout))
    assert "desktop_mem.gui.main_window" in loaded
    assert loaded & (NOT_YET | HEAVY) == set()
    ours = [name for name in loaded if name.startswith("desktop_mem")]
    assert len(ours) <= MOST_MODULES


def test_the_window_uses_only_what_the_essentials_hold() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "desktop_mem" / "gui").rglob("*.py"))
    modules = {line.split()[1].partition(".")[2] for line in sources.splitlines() if line.startswith("from PySide6.")}
    assert modules == {"QtCore", "QtGui", "QtWidgets", "QtNetwork"}
