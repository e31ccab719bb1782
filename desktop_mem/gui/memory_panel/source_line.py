"""What a piece of memory rests on, on one line: where it is from, its words, and a button that goes there."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop_mem.gui.change_words import short_moment, title_words
from desktop_mem.gui.engine_words import in_the_users_language, place_words
from desktop_mem.gui.theme import Theme
from desktop_mem.memory.resolved import Resolved, Standing

MOST_CHARACTERS = 280
_GONE = (Standing.DELETED, Standing.SOURCE_DELETED)


class SourceLine(QWidget):
    """Shows a source. Emits `opened` with its address and text. A source that is gone says so, and goes nowhere."""

    opened = Signal(str, str)

    def __init__(self, lead: str, source: Resolved, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        place = self._place(source)
        self.place = QLabel(self.tr("{lead} {place}").format(lead=lead, place=place), wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.place.setProperty("textSize", "small")
        text = " ".join(source.text.split())
        quote = text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS].rstrip()}…"
        note = in_the_users_language(source.note)
        words = " ".join(part for part in (self.tr("“{text}”").format(text=quote) if quote else "", note) if part)
        self.words = QLabel(words, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.words.setProperty("tone", "warning" if source.standing is not Standing.LIVE else "muted")
        self.words.setProperty("textSize", "small")
        self.words.setVisible(bool(words))
        self.open_button = QPushButton(self.tr("Show"))
        self.open_button.setProperty("kind", "quiet")
        self.open_button.setAccessibleName(self.tr("Show {place}").format(place=place))
        self.open_button.setVisible(source.standing not in _GONE and bool(source.texts))
        self.open_button.clicked.connect(lambda: self.opened.emit(source.address, source.text))
        line, column = QHBoxLayout(self), QVBoxLayout()
        column.addWidget(self.place)
        column.addWidget(self.words)
        column.setSpacing(theme.px(0.5))
        line.addLayout(column, 1)
        line.addWidget(self.open_button, 0, Qt.AlignmentFlag.AlignTop)
        line.setContentsMargins(0, 0, 0, 0)

    def _place(self, source: Resolved) -> str:
        """Where it is from: who said it when, the place in a document, or what kind of thing it is."""
        when = short_moment(source.at) if source.at else ""
        citation = source.texts[0].citation if source.texts else ""
        if source.address.startswith("m"):
            speaker = citation.rpartition(" ")[2]
            said = {"user": self.tr("You, {when}"), "assistant": self.tr("Assistant, {when}")}
            return said.get(speaker, self.tr("The conversation, {when}")).format(when=when)
        if source.address[:1] in ("p", "d") and citation:
            return place_words(citation)
        if source.address.startswith("p") and source.standing is Standing.SOURCE_DELETED:
            return self.tr("A document")
        return ", ".join(part for part in (title_words(source.address), when) if part)
