"""The parser process: what it reads arrives in order, and nothing that a file does to it reaches the caller but a fault."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import textwrap
import time
from itertools import pairwise
from pathlib import Path

import psutil
import pytest

from desktop_mem.control.document_ledger import Chunk, ContentIdentity, ReadFault, ReadItem, ReadProgress, ReadSummary, Reason
from desktop_mem.documents.parser_process import ParserProcess
from desktop_mem.errors import Bug


def write(path: Path, content: str) -> Path:
    path.write_text(content, encoding="utf-8")
    return path


def fault_of(parser: ParserProcess, path: Path) -> ReadFault:
    with pytest.raises(ReadFault) as caught:
        list(parser.read(path))
    assert f'"{path.name}"' in caught.value.detail
    return caught.value


def reads_on(parser: ParserProcess, folder: Path) -> bool:
    """Whether the next file is read as if nothing had been."""
    items = list(parser.read(write(folder / "next.txt", "the next file")))
    return [item.text for item in items if isinstance(item, Chunk)] == ["the next file"] and isinstance(items[-1], ReadSummary)


def test_many_files_through_one_process(parser: ParserProcess, tmp_path: Path) -> None:
    assert reads_on(parser, tmp_path)
    first = parser.pid
    text = "\n\n".join(f"Paragraph {number}. " + "word " * 60 for number in range(300))
    items = list(parser.read(write(tmp_path / "long.txt", text)))
    assert " ".join(item.text for item in items if isinstance(item, Chunk)).split() == text.split()
    assert any(isinstance(item, ReadProgress) and item.done == item.total == len(text) for item in items)
    assert isinstance(items[-1], ReadSummary)
    assert fault_of(parser, write(tmp_path / "empty.txt", "")).reason is Reason.EMPTY
    assert reads_on(parser, tmp_path)
    assert parser.pid == first


def test_a_file_is_identified_by_its_content_and_the_process_goes_on(parser: ParserProcess, tmp_path: Path) -> None:
    items = list(parser.identify(write(tmp_path / "same.txt", "same")))
    assert items[-1] == ContentIdentity(hashlib.sha256(b"same").hexdigest(), 4)
    first = parser.pid
    with pytest.raises(ReadFault, match=r'"gone\.txt" is not there'):
        list(parser.identify(tmp_path / "gone.txt"))
    assert reads_on(parser, tmp_path)
    assert parser.pid == first


@pytest.mark.parametrize("name", ["crash", "unforeseen"])
def test_a_reader_that_dies_is_told_and_replaced(parser: ParserProcess, tmp_path: Path, name: str) -> None:
    fault = fault_of(parser, write(tmp_path / f"{name}.bin", name))
    assert fault.reason is Reason.CORRUPT
    assert "the reader crashed on it" in fault.detail
    assert reads_on(parser, tmp_path)


def test_a_reader_that_hangs_is_ended_in_time_and_the_caller_can_always_stop(parser: ParserProcess, tmp_path: Path) -> None:
    seen: list[tuple[float, ReadItem]] = []
    reading = ((time.monotonic(), item) for item in parser.read(write(tmp_path / "hang.bin", "hang")))
    with pytest.raises(ReadFault) as caught:
        seen.extend(reading)
    assert caught.value.reason is Reason.TIMEOUT
    assert "2 seconds" in caught.value.detail
    assert max(after - before for (before, _), (after, _) in pairwise(seen[1:])) < 1
    assert reads_on(parser, tmp_path)


def test_a_reader_that_takes_all_memory_is_stopped(parser: ParserProcess, tmp_path: Path) -> None:
    fault = fault_of(parser, write(tmp_path / "devour.bin", "devour"))
    assert fault.reason is Reason.TOO_LARGE
    assert "512 MB" in fault.detail
    assert reads_on(parser, tmp_path)


def test_killed_in_the_middle(parser: ParserProcess, tmp_path: Path) -> None:
    reading = parser.read(write(tmp_path / "endless.bin", "endless"))
    assert isinstance(next(item for item in reading if isinstance(item, Chunk)), Chunk)
    assert parser.pid is not None
    os.kill(parser.pid, signal.SIGKILL)
    with pytest.raises(ReadFault) as caught:
        for _ in reading:
            pass
    assert caught.value.reason is Reason.CORRUPT
    assert reads_on(parser, tmp_path)


def test_killed_between_two_files(parser: ParserProcess, tmp_path: Path) -> None:
    assert reads_on(parser, tmp_path)
    process = psutil.Process(parser.pid)
    process.kill()
    process.wait(5)
    assert reads_on(parser, tmp_path)


def test_closing_early_stops_within_a_second(parser: ParserProcess, tmp_path: Path) -> None:
    reading = parser.read(write(tmp_path / "endless.bin", "endless"))
    next(item for item in reading if isinstance(item, Chunk))
    process = psutil.Process(parser.pid)
    began = time.monotonic()
    reading.close()  # type: ignore[attr-defined]
    assert time.monotonic() - began < 1
    assert not process.is_running()
    assert reads_on(parser, tmp_path)


def test_a_slow_caller_halts_the_reader(parser: ParserProcess, tmp_path: Path) -> None:
    reading = parser.read(write(tmp_path / "endless.bin", "endless"))
    next(item for item in reading if isinstance(item, Chunk))
    process = psutil.Process(parser.pid)
    time.sleep(0.5)
    before = process.cpu_times()
    time.sleep(0.5)
    assert process.cpu_times().user - before.user < 0.1
    reading.close()  # type: ignore[attr-defined]


def test_waiting_for_the_caller_costs_no_reading_time(parser: ParserProcess, tmp_path: Path) -> None:
    reading = parser.read(write(tmp_path / "endless.bin", "endless"))
    chunks = (item for item in reading if isinstance(item, Chunk))
    next(chunks)
    time.sleep(2.2)  # longer than the parser's two seconds
    assert [next(chunks).place.page for _ in range(300)]
    reading.close()  # type: ignore[attr-defined]


def test_one_file_at_a_time(parser: ParserProcess, tmp_path: Path) -> None:
    reading = parser.read(write(tmp_path / "endless.bin", "endless"))
    next(reading)
    with pytest.raises(Bug):
        next(parser.read(tmp_path / "other.txt"))
    reading.close()  # type: ignore[attr-defined]


def test_the_process_knows_little_of_the_program(parser: ParserProcess, tmp_path: Path) -> None:
    items = parser.read(write(tmp_path / "modules.bin", "modules"))
    modules = set("\n".join(item.text for item in items if isinstance(item, Chunk)).split())
    assert "desktop_mem.documents.parser_child" in modules
    forbidden = {
        "desktop_mem.app",
        "desktop_mem.gui",
        "desktop_mem.cli",
        "torch",
        "pypdfium2",
        "docx",
        "selectolax",
        "markdown_it",
        "pytest",
    }
    assert not modules & forbidden


def test_it_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    program = write(
        tmp_path / "parent.py",
        textwrap.dedent("""
            import sys, time
            from pathlib import Path
            from desktop_mem.documents.parser_process import ParserProcess
            if __name__ != "__main__":
                raise SystemExit("the main module was imported again")
            parser = ParserProcess(Path(sys.argv[1]), 512, 60)
            list(parser.read(Path(__file__)))
            print(parser.pid, flush=True)
            time.sleep(60)
        """),
    )
    root = Path(__file__).resolve().parents[2]
    environment = os.environ | {"PYTHONPATH": str(root)}
    with subprocess.Popen(
        [sys.executable, str(program), str(tmp_path)], stdout=subprocess.PIPE, encoding="utf-8", env=environment
    ) as parent:
        assert parent.stdout is not None
        child = psutil.Process(int(parent.stdout.readline()))
        assert child.is_running()
        parent.kill()
        _, alive = psutil.wait_procs([child], timeout=5)
    assert not alive or all(process.status() == psutil.STATUS_ZOMBIE for process in alive)
