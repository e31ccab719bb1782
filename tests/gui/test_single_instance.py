"""One window per profile: a second start hands its files over."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from desktop_mem.gui.single_instance import InstanceServer, hand_over, instance_name

SECOND = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from desktop_mem.gui.single_instance import hand_over
application = QCoreApplication([])
sys.exit(0 if hand_over(Path(sys.argv[1]), sys.argv[2:]) else 3)
"""


@pytest.fixture
def server(tmp_path: Path, qapp: Any) -> Any:
    made = InstanceServer(tmp_path)
    made.taken = []
    made.raised.connect(made.taken.append)
    yield made
    made.close()


def second_start(profile: Path, *paths: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", SECOND, str(profile), *paths], cwd=Path(__file__).parents[2])


def test_a_second_start_hands_its_files_over_as_whole_paths(server, tmp_path, qtbot) -> None:
    with second_start(tmp_path, "a.pdf", str(tmp_path / "文件.txt")) as process:
        qtbot.waitUntil(lambda: len(server.taken) == 1, timeout=20_000)
        assert process.wait(20) == 0
    assert server.taken == [[str(Path(__file__).parents[2] / "a.pdf"), str(tmp_path / "文件.txt")]]


def test_a_second_start_hands_its_question_over(server, tmp_path, qtbot) -> None:
    script = SECOND.replace("sys.argv[2:]", "[], sys.argv[2]")
    asked = []
    server.asked.connect(asked.append)
    with subprocess.Popen([sys.executable, "-c", script, str(tmp_path), "Wo ist 小花?"], cwd=Path(__file__).parents[2]) as process:
        qtbot.waitUntil(lambda: asked == ["Wo ist 小花?"], timeout=20_000)
        assert process.wait(20) == 0
    assert server.taken == [[]]


def test_without_a_window_nothing_is_handed_over(tmp_path, qapp) -> None:
    assert hand_over(tmp_path, ["/tmp/a.pdf"]) is False


def test_each_profile_has_its_own_door(tmp_path) -> None:
    assert instance_name(tmp_path / "a") != instance_name(tmp_path / "b")
    assert instance_name(tmp_path / "a") == instance_name(tmp_path / "b" / ".." / "a")


@pytest.mark.parametrize("line", [b"nonsense\n", b"{}\n", b'{"paths": [1]}\n', b'["a"]\n'])
def test_nonsense_is_refused(server, tmp_path, qtbot, line) -> None:
    socket = QLocalSocket()
    socket.connectToServer(instance_name(tmp_path))
    assert socket.waitForConnected(1000)
    socket.write(line)
    socket.flush()
    qtbot.waitUntil(lambda: socket.state() == QLocalSocket.LocalSocketState.UnconnectedState)
    assert server.taken == []


def test_a_door_left_behind_by_a_crash_is_taken_over(tmp_path, qapp) -> None:
    left = QLocalServer()
    left.listen(instance_name(tmp_path))
    stale = Path(left.fullServerName())
    left.close()
    if sys.platform != "win32":
        stale.touch()
    server = InstanceServer(tmp_path)
    assert server.is_open()
    server.close()
