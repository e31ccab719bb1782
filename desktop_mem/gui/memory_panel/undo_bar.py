"""The head of the memory panel: what changed last, undo and redo, and the ways to history and trash."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop_mem.gui.change_words import change_words, short_moment
from desktop_mem.gui.memory_panel.undo_state import UndoState
from desktop_mem.gui.theme import Theme


class UndoBar(QWidget):
    """Shows an `UndoState`. Emits `history_wanted` and `trash_wanted`."""

    history_wanted = Signal()
    trash_wanted = Signal()

    def __init__(self, state: UndoState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._theme = theme
        self.last = QLabel(wordWrap=True)
        self.last.setProperty("tone", "muted")
        self.last.setProperty("textSize", "small")
        self.undo_button = QPushButton(self.tr("Undo"))
        self.redo_button = QPushButton(self.tr("Redo"))
        self.history_button = QPushButton(self.tr("History…"))
        self.trash_button = QPushButton(self.tr("Trash…"))
        self._line = QHBoxLayout()
        for button in (self.undo_button, self.redo_button, self.history_button, self.trash_button):
            button.setProperty("kind", "quiet")
            self._line.addWidget(button)
        self._line.insertStretch(2, 1)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.last)
        self._column.addLayout(self._line)
        self.undo_button.clicked.connect(state.undo)
        self.redo_button.clicked.connect(state.redo)
        self.history_button.clicked.connect(self.history_wanted)
        self.trash_button.clicked.connect(self.trash_wanted)
        state.changed.connect(self._show)
        theme.changed.connect(self._restyle)
        self._restyle()
        self._show()

    def _show(self) -> None:
        state, event = self._state, self._state.last()
        self.undo_button.setEnabled(state.can_undo)
        self.redo_button.setEnabled(state.can_redo)
        self.undo_button.setToolTip(state.undo_words())
        self.redo_button.setToolTip(state.redo_words())
        words = self.tr("{change}, {when}")
        self.last.setText(words.format(change=change_words(event), when=short_moment(event.at)) if event else "")
        self.last.setVisible(event is not None)

    def _restyle(self) -> None:
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(self._theme.px(0.5))
        self._line.setSpacing(self._theme.px(0.5))
