"""One window per profile: a second start hands its files, or its question, to the first and leaves."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket  # a Unix socket or a named pipe: never the network

WAIT_MS = 1000
MOST_BYTES = 4 * 1024 * 1024
_DONE = b"ok\n"


def instance_name(profile: Path) -> str:
    """The name of the door of the window that shows this profile."""
    return f"desktop-mem-{hashlib.sha256(str(profile.resolve()).encode('utf-8')).hexdigest()[:20]}"


def hand_over(profile: Path, paths: list[str], question: str = "") -> bool:
    """Give paths and a question to the running window of this profile, which comes to the front; False when there is none.

    Needs a `QCoreApplication`.
    """
    socket = QLocalSocket()
    socket.connectToServer(instance_name(profile))
    if not socket.waitForConnected(WAIT_MS):
        return False
    given = {"paths": [str(Path(path).absolute()) for path in paths], "question": question}
    socket.write(json.dumps(given, ensure_ascii=False).encode("utf-8") + b"\n")
    while socket.bytesToWrite():
        if not socket.waitForBytesWritten(WAIT_MS):
            return False
    # A frozen window takes nothing: only its answer counts.
    taken = (socket.bytesAvailable() > 0 or socket.waitForReadyRead(2 * WAIT_MS)) and bytes(socket.readAll().data()) == _DONE
    socket.disconnectFromServer()
    return taken


class InstanceServer(QObject):
    """The door of the first window; emits `raised` with the paths that a second start handed over (maybe none), and `asked`."""

    raised = Signal(list)
    asked = Signal(str)

    def __init__(self, profile: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._welcome)
        name = instance_name(profile)
        if not self._server.listen(name):
            QLocalServer.removeServer(name)  # left behind by a crash: `hand_over` found nobody there
            self._server.listen(name)

    def is_open(self) -> bool:
        """Whether a second start can find this window."""
        return self._server.isListening()

    def close(self) -> None:
        """Close the door."""
        self._server.close()

    def _welcome(self) -> None:
        while socket := self._server.nextPendingConnection():
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            socket.disconnected.connect(socket.deleteLater)
            if socket.bytesAvailable():
                self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            if socket.bytesAvailable() > MOST_BYTES:
                socket.abort()
            return
        try:
            given = json.loads(bytes(socket.readLine().data()).decode("utf-8"))
            paths, question = given["paths"], given.get("question", "")
        except (ValueError, KeyError, TypeError, AttributeError):
            socket.abort()
            return
        if not isinstance(paths, list) or not all(isinstance(each, str) for each in [*paths, question]):
            socket.abort()
            return
        socket.write(_DONE)
        socket.flush()
        self.raised.emit(paths)
        if question:
            self.asked.emit(question)
