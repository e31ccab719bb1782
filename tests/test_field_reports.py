"""What users of MemGPT and Letta met, where it concerns the whole program: read in its source, and in the files it writes."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_mem.settings import SETTINGS_FILE, Settings

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "desktop_mem"
SOURCES = sorted([*PACKAGE.rglob("*.py"), *(ROOT / "packaging").glob("*.py")])
TEXTS = [*SOURCES, *sorted(PACKAGE.rglob("*.txt")), *sorted(PACKAGE.rglob("*.ts")), *sorted((ROOT / "models").glob("*.json"))]
PICKLES = {"pickle", "_pickle", "cPickle", "dill", "cloudpickle", "joblib", "shelve", "marshal", "jsonpickle", "dbm"}
# What goes to a library in memory, and what goes over a pipe between two of our own windows: neither is stored, shown, or read by a model.
ESCAPED_AND_NEVER_READ = {"desktop_mem/documents/tokenizer.py", "desktop_mem/gui/single_instance.py", "desktop_mem/storage/backlog.py"}
# Numbers, addresses and booleans only.
ASCII_BY_NATURE = {"message.token_ids", "state.queue", "[asdict(event) for event in state.open_events]", "entry.sources"}


def _calls() -> Iterator[tuple[str, ast.Call]]:
    """Every call in the source, with its file."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield path.relative_to(ROOT).as_posix(), node


def _names_of(call: ast.Call) -> str:
    return ast.unparse(call.func)


def test_nothing_is_pickled_to_the_disk() -> None:
    """letta 205, 279, 261, 356: "Ran out of input": pickle files that could not be loaded again.

    The pipe between window and engine pickles in memory, as `multiprocessing` does; nothing of that is ever stored.
    """
    imported = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
                imported |= {module.partition(".")[0] for module in modules}
    assert imported & PICKLES == set()
    assert "json" in imported
    written = [
        where
        for where, call in _calls()
        if re.search(r"to_pickle|(torch|np|numpy)\.(save|load)\b|importlib\.import_module", _names_of(call))
    ]
    assert written == []


def test_nobody_is_ever_asked_for_a_key_or_an_account() -> None:
    """letta 458, 424, 301: a local program still asked for OPENAI_API_KEY. letta 2354, 2347: it forced its users to a web site."""
    asking = re.compile(
        r"api[ _-]?key|open_?ai|anthropic|access[ _-]token|bearer|\bsign[ -]?(?:in|up)\b|\baccount\b|subscri\w+|letta", re.IGNORECASE
    )
    assert any(path.name == "system_full.txt" for path in TEXTS)
    found = {path.relative_to(ROOT).as_posix(): asking.findall(path.read_text(encoding="utf-8")) for path in TEXTS}
    for told in ("english_facts", "line_facts"):  # what users tell of themselves, such as the number of their account
        del found[f"desktop_mem/control/{told}.py"]
    assert {where: words for where, words in found.items() if words} == {}


def test_no_encoding_of_tokens_is_ever_fetched() -> None:
    """tiktoken 232, 369: the first count of tokens needed openaipublic.blob. An original defect: `encoding_for_model("gpt-4")`."""
    fetching = {
        "get_encoding",
        "encoding_for_model",
        "load_tiktoken_bpe",
        "data_gym_to_mergeable_bpe_ranks",
        "read_file_cached",
        "from_pretrained",
    }
    used = {name.rpartition(".")[2] for _, call in _calls() for name in [_names_of(call)]}
    assert used & fetching == set()
    assert "Encoding" in used


def test_no_json_is_escaped_to_ascii() -> None:
    """letta 799: \\uXXXX in what the model reads and in what is stored."""
    escaped = []
    for where, call in _calls():
        if _names_of(call) in ("json.dumps", "json.dump") and where.startswith("desktop_mem/") and where not in ESCAPED_AND_NEVER_READ:
            plain = any(k.arg == "ensure_ascii" and isinstance(k.value, ast.Constant) and k.value.value is False for k in call.keywords)
            if not plain and ast.unparse(call.args[0]) not in ASCII_BY_NATURE:
                escaped.append(f"{where}:{call.lineno}")
    assert escaped == []


def test_nothing_listens_on_a_port() -> None:
    """letta 2540, 2537: an endless spinner before a Postgres on port 54321 that could not be reached.

    The modules of the network are forbidden by import-linter; Qt has its own.
    """
    ports = re.compile(
        r"QTcp\w+|QUdp\w+|QWeb\w+|QHttp\w+|QNetworkAccess\w*|QSsl\w+|AF_INET|asyncio\.(?:start_server|open_connection)|Listener\(|SocketHandler"
    )
    assert {
        path.name: ports.findall(path.read_text(encoding="utf-8")) for path in SOURCES if ports.search(path.read_text(encoding="utf-8"))
    } == {}
    used = {_names_of(call).rpartition(".")[2] for _, call in _calls()}
    assert used & {"Pipe", "QLocalServer", "QLocalSocket", "Manager", "Server", "Client", "socket", "create_server"} == {
        "Pipe",
        "QLocalServer",
        "QLocalSocket",
    }


def test_every_model_that_is_shipped_is_whole_and_its_paging_is_known() -> None:
    """letta 490: "one of the hardest pieces of AI software to get to grips with": nobody knew which model goes with which wrapper."""
    entries = json.loads((ROOT / "models" / "catalogue.json").read_text(encoding="utf-8"))
    embedded = [entry for entry in entries if entry["embedded"]]
    assert [entry["role"] for entry in embedded] == ["chat", "embeddings"]
    assert embedded[0]["paging"] in ("model", "assisted", "automatic")
    for entry in embedded:
        assert re.fullmatch("[0-9a-f]{64}", entry["sha256"])
        assert entry["files"]
    assert (Settings().chat_model, Settings().embedder, Settings().paging) == ("", "", "auto")


@pytest.mark.parametrize("moment", ["while it is written", "before it takes its place"])
def test_settings_are_saved_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
    """An original defect: a save that was cut off left half a file. letta 709: Ctrl-C in the middle of a save."""
    Settings(max_steps=3).save(tmp_path)
    write_text = Path.write_text

    def half(path: Path, text: str, encoding: str | None = None) -> int:
        write_text(path, text[: len(text) // 2], encoding=encoding)
        raise KeyboardInterrupt

    def never(path: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Path, *(("write_text", half) if moment == "while it is written" else ("replace", never)))
        with pytest.raises(KeyboardInterrupt):
            Settings(max_steps=9).save(tmp_path)
    assert Settings.load(tmp_path) == Settings(max_steps=3)
    assert json.loads((tmp_path / SETTINGS_FILE).read_text(encoding="utf-8"))["max_steps"] == 3
    Settings(max_steps=9).save(tmp_path)
    assert Settings.load(tmp_path).max_steps == 9
