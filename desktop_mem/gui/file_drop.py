"""Files dropped anywhere in the window or on its icon: found in drag events and clipboards, and announced."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDropEvent, QFileOpenEvent
from PySide6.QtWidgets import QWidget


def local_paths(data: QMimeData) -> list[str]:
    """The local files and folders that a drag or a clipboard holds; addresses on the network are not among them."""
    return [url.toLocalFile() for url in data.urls() if url.isLocalFile()] if data.hasUrls() else []


class DockDrop(QObject):
    """Files dropped on the program's icon, or opened with it, where the system tells that by an event; emits `dropped`."""

    dropped = Signal(list)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FileOpen and isinstance(event, QFileOpenEvent) and event.file():
            self.dropped.emit([event.file()])
            return True
        return False


class FileDrop(QObject):
    """Watches one widget, and so all its children: `dropped` with the paths, `hovering` while a drag with files is over it."""

    dropped = Signal(list)
    hovering = Signal(bool)

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.DragLeave:
            self.hovering.emit(False)
            return False
        if kind not in (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop) or not isinstance(event, QDropEvent):
            return False
        paths = local_paths(event.mimeData())
        if not paths:
            return False
        event.setDropAction(Qt.DropAction.CopyAction)  # never move: the file stays where the user keeps it
        event.accept()
        self.hovering.emit(kind != QEvent.Type.Drop)
        if kind == QEvent.Type.Drop:
            self.dropped.emit(paths)
        return True
