"""A proposal as a card: what the assistant wants to change and why it waits, to be accepted or rejected."""

from __future__ import annotations

from datetime import timedelta

from PySide6.QtCore import QCoreApplication, QDate, QLocale, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop_mem.gui.change_words import difference, piece_words
from desktop_mem.gui.engine_words import in_the_users_language
from desktop_mem.gui.theme import Theme
from desktop_mem.memory.proposal import Proposal
from desktop_mem.runtime.proposal_command import AcceptProposal, RejectProposal

MOST_SOURCES = 3
MOST_CHARACTERS = 1500


class ProposalCard(QFrame):
    """Shows a proposal that is dropped `days` after it was made. Emits `command` with the decision, and `opened` with the address of a
    source.
    """

    command = Signal(object)
    opened = Signal(str, str)

    def __init__(self, proposal: Proposal, theme: Theme, days: int, parent: QWidget | None = None) -> None:
        super().__init__(parent, objectName="proposal")
        self.proposal = proposal
        self._theme = theme
        self._request_id = ""
        self.title = self._label(_what(proposal), "textSize", "title")
        self.reason = self._label(in_the_users_language(proposal.reason), "tone", "muted")
        self.change = self._label(_change(proposal))
        self.lapses = self._label(self._lapses(days), "tone", "muted")
        self.lapses.setProperty("textSize", "small")
        self.notice = self._label("", "tone", "warning")
        self.notice.hide()
        self.accept_button, self.reject_button = QPushButton(self.tr("Accept")), QPushButton(self.tr("Reject"))
        self.accept_button.setProperty("kind", "primary")
        for button in (self.accept_button, self.reject_button):
            button.setAccessibleName(f"{button.text()}: {self.title.text()}")
        self.sources = [self._source(address, place) for place, address in enumerate(self._addresses(), 1)]
        self._build()
        self.accept_button.clicked.connect(lambda: self._decide(AcceptProposal(proposal.address)))
        self.reject_button.clicked.connect(lambda: self._decide(RejectProposal(proposal.address)))
        theme.changed.connect(self._restyle)

    def made(self, request_id: str) -> bool:
        """Whether this card sent that command."""
        return bool(request_id) and request_id == self._request_id

    def refuse(self, reason: str) -> None:
        """Say why the decision could not be carried out."""
        self._set_enabled(True)
        self.notice.setText(in_the_users_language(reason))
        self.notice.show()

    def _addresses(self) -> list[str]:
        """What the proposal rests on; the section that it changes is no source."""
        return [address for address in self.proposal.sources if address != self.proposal.target][:MOST_SOURCES]

    def _source(self, address: str, place: int) -> QPushButton:
        words = self.tr("Show source") if len(self._addresses()) == 1 else self.tr("Show source {number}").format(number=place)
        return self._link(words, address)

    def _link(self, words: str, address: str) -> QPushButton:
        button = QPushButton(words)
        button.setProperty("kind", "quiet")
        button.setAccessibleName(f"{words}: {self.title.text()}")
        button.clicked.connect(lambda: self.opened.emit(address, ""))
        return button

    def _decide(self, command: AcceptProposal | RejectProposal) -> None:
        self._request_id = command.request_id
        self._set_enabled(False)
        self.notice.hide()
        self.command.emit(command)

    def _set_enabled(self, enabled: bool) -> None:
        self.accept_button.setEnabled(enabled)
        self.reject_button.setEnabled(enabled)

    def _lapses(self, days: int) -> str:
        day = (self.proposal.made_at + timedelta(days=days)).astimezone()
        words = self.tr("Dropped on {day} unless you decide.")
        return words.format(day=QLocale().toString(QDate(day.year, day.month, day.day), QLocale.FormatType.LongFormat))

    def _label(self, words: str, name: str = "", value: str = "") -> QLabel:
        label = QLabel(words, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setVisible(bool(words))
        if name:
            label.setProperty(name, value)
        return label

    def _build(self) -> None:
        self._column, self._buttons, self._links = QVBoxLayout(self), QHBoxLayout(), QVBoxLayout()
        for part in (self.title, self.change, self.reason):
            self._column.addWidget(part)
        cause = [self._link(self.tr("Show your message"), self.proposal.cause)] if self.proposal.cause else []
        for button in [*self.sources, *cause]:
            self._links.addWidget(button, 0, Qt.AlignmentFlag.AlignLeading)
        self._column.addLayout(self._links)
        self._column.addWidget(self.lapses)
        self._column.addWidget(self.notice)
        self._buttons.addStretch(1)
        self._buttons.addWidget(self.reject_button)
        self._buttons.addWidget(self.accept_button)
        self._column.addLayout(self._buttons)
        self._restyle()

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(4), px(2.5), px(4), px(3))
        self._column.setSpacing(px(1.5))
        self._links.setSpacing(0)


def _what(proposal: Proposal) -> str:
    """What is proposed, in a sentence."""
    translate = QCoreApplication.translate
    match proposal.function:
        case "set_reminder":
            return translate("ProposalCard", "The assistant wants to set a reminder")
        case "switch_topic":
            return translate("ProposalCard", "The assistant wants to change the topic")
        case "condense":
            words = translate("ProposalCard", "{what} could be shorter")
        case _:
            words = translate("ProposalCard", "The assistant wants to change {what}")
    return words.format(what=piece_words(proposal.target))


def _change(proposal: Proposal) -> str:
    """The lines that would go and come; of what has no text before, what is asked for."""
    if proposal.function == "set_reminder":
        arguments = proposal.arguments
        return " · ".join(filter(None, (arguments.get("message", ""), arguments.get("when", "")))) or proposal.after
    words = difference(proposal.before, proposal.after) if proposal.target.startswith("w:") else proposal.after
    return words if len(words) <= MOST_CHARACTERS else f"{words[:MOST_CHARACTERS]}…"
