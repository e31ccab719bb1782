"""The recursive summary at the head of the queue: to be read, edited, and written anew."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QPushButton, QWidget

from desktop_mem.gui.memory_panel.editable_card import EditableCard
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import number_words
from desktop_mem.memory.update import ContextMeasured, QueueFlushed, SummaryChanged, TopicSwitched
from desktop_mem.runtime.command import EditSummary, RebuildSummary
from desktop_mem.runtime.update import CommandAccepted, CommandFailed, SummaryShown


class SummaryCard(EditableCard):
    """Hidden while nothing has been summarised."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Summary of older messages"), theme, parent)
        self._tokens = 0
        self._rebuilding = False
        self.rebuild_button = QPushButton(self.tr("Write anew"))
        self.rebuild_button.setProperty("kind", "quiet")
        self.rebuild_button.setToolTip(self.tr("Summarise the messages that it covers once more, without what was taken back"))
        self.rebuild_button.clicked.connect(self._rebuild)
        self._buttons.insertWidget(1, self.rebuild_button)
        self._restyle()
        self._end()
        self.hide()

    def take(self, update: Any) -> None:
        """Follow the summary; show why an edit was refused."""
        match update:
            case QueueFlushed(summary=text) | SummaryChanged(text=text) | SummaryShown(text=text) | TopicSwitched(summary=text):
                self.show_text(text)
            case ContextMeasured(summary=tokens):
                self._measure(tokens)
            case CommandAccepted() | CommandFailed() if self.made(update.request_id):
                self.rebuild_button.setEnabled(True)
                if isinstance(update, CommandFailed) and self._rebuilding:
                    self._say_refusal(update.reason)
                else:
                    super().take(update)
        self.setVisible(bool(self._tokens) or self.is_editing())

    def _measure(self, tokens: int) -> None:
        self._tokens = tokens
        self._refresh()

    def _edit(self, text: str, expected: str) -> EditSummary:
        self._rebuilding = False
        return EditSummary(text, expected)

    def _rebuild(self) -> None:
        command = RebuildSummary()
        self._request_id, self._rebuilding = command.request_id, True
        self.rebuild_button.setEnabled(False)
        self.command.emit(command)

    def _open(self, editing: bool) -> None:
        super()._open(editing)
        self.rebuild_button.setVisible(not editing)

    def _count(self) -> None:
        self._figure.setText(self.tr("{tokens} tokens").format(tokens=number_words(self._tokens)))
