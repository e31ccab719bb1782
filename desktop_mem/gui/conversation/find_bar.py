"""The find bar: looks for words in the rows that are loaded, and hands over to the search of everything."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from desktop_mem.gui.conversation.model import ConversationModel, plain_text
from desktop_mem.gui.icons import icon
from desktop_mem.gui.line_field import LineField
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import number_words

_TYPING_MS = 150


class FindBar(QFrame):
    """Emits `found` with a place in the model, `everywhere` with the words, and `left` when it is closed."""

    found = Signal(int)
    everywhere = Signal(str)
    left = Signal()

    def __init__(self, model: ConversationModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, objectName="header")
        self._model, self._theme = model, theme
        self._places: list[int] = []
        self._at = -1
        words = self.tr("Find in the conversation")
        self.words = LineField(words)
        self.words.installEventFilter(self)
        self.figure = QLabel()
        self.figure.setProperty("tone", "muted")
        self.up_button = self._tool(self.tr("Older match"), lambda: self.step(-1))
        self.down_button = self._tool(self.tr("Newer match"), lambda: self.step(1))
        self.all_button = QPushButton(self.tr("Search everything"))
        self.all_button.setProperty("kind", "quiet")
        self.all_button.clicked.connect(lambda: self.everywhere.emit(self.words.text().strip()))
        self.close_button = self._tool(self.tr("Close"), self.leave)
        self._line = QHBoxLayout(self)
        self._line.addWidget(self.words, 1)
        for part in (self.figure, self.up_button, self.down_button, self.all_button, self.close_button):
            self._line.addWidget(part)
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._typing.timeout.connect(self._look)
        self.words.textChanged.connect(lambda _: self._typing.start())
        theme.changed.connect(self._restyle)
        self._restyle()
        self.hide()

    def begin(self) -> None:
        """Come up, with the words that stood here last."""
        self.show()
        self.words.setFocus()
        self.words.selectAll()

    def leave(self) -> None:
        """Go away."""
        self.hide()
        self.left.emit()

    def step(self, steps: int) -> None:
        """Go to the next match, older (negative) or newer; round at the ends."""
        self._typing.stop()
        self._look(keep=True)
        if self._places:
            self._at = (self._at + steps) % len(self._places)
            self._tell()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape leaves, whatever else it would do to the field or the window."""
        escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if escape and event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            event.accept()
            if event.type() == QEvent.Type.KeyPress:
                self.leave()
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.step(1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else -1)
        else:
            super().keyPressEvent(event)

    def _look(self, *, keep: bool = False) -> None:
        words = self.words.text().strip().casefold()
        last = self._places[self._at] if keep and 0 <= self._at < len(self._places) else -1
        self._places = [place for place, row in enumerate(self._model.rows) if words and words in plain_text(row).casefold()]
        self._at = self._places.index(last) if last in self._places else len(self._places) - (0 if keep else 1)
        if not keep:
            self._tell()

    def _tell(self) -> None:
        if not self._places:
            self.figure.setText(self.tr("not found here") if self.words.text().strip() else "")
            return
        figures = {"at": number_words(self._at + 1), "count": number_words(len(self._places))}
        self.figure.setText(self.tr("{at} of {count}").format(**figures))
        self.found.emit(self._places[self._at])

    def _tool(self, words: str, done: Any) -> QToolButton:
        button = QToolButton(toolTip=words, accessibleName=words)
        button.setProperty("kind", "quiet")
        button.clicked.connect(lambda _=False: done())
        return button

    def _restyle(self) -> None:
        px = self._theme.px
        self._line.setContentsMargins(px(5), px(1.5), px(4), px(1.5))
        self._line.setSpacing(px(1.5))
        for button, name in ((self.up_button, "chevron-up"), (self.down_button, "chevron-down"), (self.close_button, "close")):
            button.setIcon(icon(name, self._theme.colour("text"), px(4)))
            button.setIconSize(QSize(px(4), px(4)))
