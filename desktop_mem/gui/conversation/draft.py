"""The draft: what stands in the composer outlives the program, however that ends."""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QPlainTextEdit

from desktop_mem.whole_file import write_whole

log = logging.getLogger(__name__)
_PAUSE_MS = 400
DRAFT_FILE = "draft.txt"


class DraftKeeper(QObject):
    """Writes the text of a field into a file shortly after it changed, whole or not at all, and brings it back at the start."""

    def __init__(self, edit: QPlainTextEdit, file: Path) -> None:
        super().__init__(edit)
        self._edit, self._file = edit, file
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self.save)
        self._restore()
        edit.textChanged.connect(self._pause.start)

    def save(self) -> None:
        """Write it now; an empty draft leaves no file."""
        self._pause.stop()
        text = self._edit.toPlainText()
        try:
            if text.strip():
                write_whole(self._file, text)
            else:
                self._file.unlink(missing_ok=True)
        except OSError as error:
            log.info("The draft could not be kept: %s", error)

    def _restore(self) -> None:
        try:
            text = self._file.read_text(encoding="utf-8") if self._file.exists() else ""
        except (OSError, UnicodeDecodeError) as error:
            log.info("The draft could not be read: %s", error)
            return
        if text and not self._edit.toPlainText():
            self._edit.setPlainText(text)
            self._edit.moveCursor(self._edit.textCursor().MoveOperation.End)
