"""The conversation panel: the list, the hint of an empty one, and the composer."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from desktop_mem.gui.conversation.composer import Composer
from desktop_mem.gui.conversation.find_bar import FindBar
from desktop_mem.gui.conversation.model import ConversationModel
from desktop_mem.gui.conversation.row import RowKind
from desktop_mem.gui.conversation.turn_actions import EDIT, RETHINK, REWRITE, TurnActions
from desktop_mem.gui.conversation.view import ConversationView
from desktop_mem.gui.job_state import JobState
from desktop_mem.gui.theme import Theme
from desktop_mem.memory.update import ChangeRedone, ChangeUndone, ReminderFell, ReplySent, TurnFailed
from desktop_mem.runtime.command import EditAndResend, Rethink, Rewrite, SendMessage, ShowHistory, Stop
from desktop_mem.runtime.update import HistoryShown

PAGE = 200
FAR_PAGE = 5000


class EmptyConversation(QWidget):
    """What a new profile shows instead of nothing: what can be done here, and three first things to say."""

    suggested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        title = QLabel(self.tr("Hello."), alignment=Qt.AlignmentFlag.AlignCenter)
        title.setProperty("textSize", "hero")
        text = self.tr(
            "This assistant remembers. Tell it about yourself, or drop documents anywhere in this window and ask about them. "
            "Everything stays on this computer."
        )
        self._text = QLabel(text, wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter)
        self._text.setProperty("tone", "muted")
        self._column = QVBoxLayout(self)
        self._column.addStretch(2)
        self._column.addWidget(title)
        self._column.addLayout(self._centred(self._text))
        self._buttons = [
            QPushButton(text)
            for text in (
                self.tr("My name is … and I work as …"),
                self.tr("What do you know about me?"),
                self.tr("What do my documents say about …?"),
            )
        ]
        for button in self._buttons:
            button.clicked.connect(lambda _=False, button=button: self.suggested.emit(button.text()))
            self._column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch(3)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _centred(self, label: QLabel) -> QHBoxLayout:
        """Stretches on both sides: a label that wraps gets the height it needs only without an alignment."""
        line = QHBoxLayout()
        line.addStretch(1)
        line.addWidget(label, 100)
        line.addStretch(1)
        return line

    def _restyle(self) -> None:
        self._column.setSpacing(self._theme.px(3))
        self._text.setMaximumWidth(self._theme.px(120))
        self._column.setContentsMargins(self._theme.px(5), 0, self._theme.px(5), 0)


class ConversationPanel(QWidget):
    """Emits `command` for everything the engine shall do; shows what `take` is given. What else is wanted, others do."""

    command = Signal(object)
    files_pasted = Signal(list)
    source_wanted = Signal(str, str)
    search_wanted = Signal(str)
    wanted = Signal(str, str)
    notice = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = ConversationModel(self)
        self.view = ConversationView(self.model, theme)
        self.composer = Composer(theme)
        self.actions = TurnActions(self.model, self)
        self.view.row_actions = self.actions.for_row
        self.empty = EmptyConversation(theme)
        self.find = FindBar(self.model, theme)
        self._sought = ""
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.find)
        column.addWidget(self._stack, 1)
        column.addWidget(self.composer)
        self.setTabOrder(self.view, self.composer.edit)
        self.empty.suggested.connect(self._suggest)
        self.composer.submitted.connect(self.ask)
        self.composer.replaced.connect(self._replace)
        self.actions.command.connect(self.command)
        self.actions.text_wanted.connect(self._ask_for)
        self.find.found.connect(self.view.show_row)
        self.find.everywhere.connect(self.search_wanted)
        self.find.left.connect(self.view.setFocus)
        self.view.offers.source_wanted.connect(self.source_wanted)
        self.view.offers.command.connect(self.command)
        self.view.offers.wanted.connect(self.wanted)
        self.composer.stop_wanted.connect(lambda: self.command.emit(Stop()))
        self.composer.files_pasted.connect(self.files_pasted)
        self.view.older_wanted.connect(lambda: self.command.emit(ShowHistory(PAGE, self.model.oldest_address())))
        self.model.filling.connect(lambda: self._stack.setCurrentWidget(self.view))  # it guesses heights once, for the width it has on view
        for signal in (self.model.rowsInserted, self.model.rowsRemoved, self.model.modelReset):
            signal.connect(self._choose_page)

    def take(self, update: Any) -> None:
        """Show what an update reports."""
        self.model.take(update)
        if isinstance(update, ReplySent | ReminderFell | TurnFailed):
            self._announce()
        if self._sought and isinstance(update, HistoryShown):
            self.show_message(self._sought)
        if isinstance(update, ChangeUndone | ChangeRedone) and update.target.startswith("m"):
            self.command.emit(ShowHistory(PAGE))  # a message is there again, or gone again

    def _announce(self) -> None:
        """Let a screen reader say what has just come, wherever the focus is."""
        row = self.model.latest(lambda row: row.kind in (RowKind.REPLY, RowKind.REMINDER, RowKind.FAULT))
        if row is not None and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.view, row.text))

    def show_message(self, address: str) -> None:
        """Go to a message; history is loaded as far back as it stands."""
        place = self.model.place_of(address)
        if place is not None:
            self._sought = ""
            self.view.show_row(place)
        elif self.model.older_known:
            self._sought = address
            self.command.emit(ShowHistory(FAR_PAGE, self.model.oldest_address()))
        else:
            self._sought = ""
            self.notice.emit(self.tr("{address} is not shown in the conversation; it was taken back.").format(address=address))

    def take_sent(self, command: Any) -> None:
        """Show a command that has left."""
        self.model.take_sent(command)

    def owns(self, request_id: str) -> bool:
        """Whether a row shows what became of this command."""
        return any(row.request_id == request_id for row in self.model.rows[-50:])

    def show_state(self, state: JobState) -> None:
        """Follow the engine."""
        self.composer.show_state(state)

    def ask(self, text: str) -> None:
        """Send a message, as if it had been written here."""
        self.view.scroll_to_end()
        self.command.emit(SendMessage(text))

    def _ask_for(self, purpose: str, text: str) -> None:
        notices = {
            RETHINK: self.tr("Rewriting the last thought. What you write takes its place."),
            EDIT: self.tr("Editing your last message. It is taken back with its answer, and this is said instead."),
            REWRITE: self.tr("Rewriting the last answer. What you write takes its place."),
        }
        waiting = self.tr("Editing a message that waits. It is taken back, and this is said instead.")
        self.composer.ask_for(purpose, notices.get(purpose, waiting), text)

    def _replace(self, purpose: str, text: str) -> None:
        self.view.scroll_to_end()
        kind, _, address = purpose.partition(" ")
        self.command.emit({REWRITE: Rewrite, RETHINK: Rethink}[kind](text) if kind != EDIT else EditAndResend(text, turn=address))

    def _suggest(self, text: str) -> None:
        self.composer.edit.setPlainText(text)
        self.composer.edit.moveCursor(self.composer.edit.textCursor().MoveOperation.End)
        self.composer.edit.setFocus()

    def _choose_page(self, *_: Any) -> None:
        self._stack.setCurrentWidget(self.view if self.model.rows else self.empty)
