"""The search panel: a query, its filters, and what was found page by page."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop_mem.gui.conversation.citations import COVERED, coverage_words
from desktop_mem.gui.documents.ledger_model import LedgerModel
from desktop_mem.gui.engine_words import in_the_users_language
from desktop_mem.gui.line_field import LineField
from desktop_mem.gui.search.filters import SearchFilters
from desktop_mem.gui.search.hit_list import HitList
from desktop_mem.gui.search.hit_model import HitModel
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import number_words
from desktop_mem.memory.passage import HitPage
from desktop_mem.memory.update import MemoryForgotten
from desktop_mem.runtime.command import Narrowing, Search
from desktop_mem.runtime.update import CommandFailed, SearchFinished


class SearchPanel(QScrollArea):
    """Emits `command` with a search, `opened` with the address and text of a hit, and `wanted` with the kind and value of an offer. The
    newest search alone is shown.
    """

    command = Signal(object)
    opened = Signal(str, str)
    wanted = Signal(str, str)

    def __init__(self, theme: Theme, ledger: LedgerModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ledger = ledger
        self._asked = Search("")
        self._pages = 1
        self.query = LineField(self.tr("Search all that is remembered"), self.tr("Search"))
        self.filter_button = QPushButton(self.tr("Filters"), checkable=True)
        self.filters = SearchFilters(theme)
        self.model = HitModel(self)
        self.list = HitList(theme)
        self.list.setModel(self.model)
        self.hint = QLabel(wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter)
        self.hint.setProperty("tone", "muted")
        self.note = QLabel(wordWrap=True)
        self.note.setProperty("tone", "muted")
        self.note.setProperty("textSize", "small")
        self.previous_button, self.next_button = QPushButton(self.tr("Previous")), QPushButton(self.tr("Next"))
        self.page = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self.page.setProperty("tone", "muted")
        self._build()
        self.query.returnPressed.connect(self.search)
        self.filters.submitted.connect(self.search)
        self.filter_button.toggled.connect(self.filters.setVisible)
        self.filter_button.toggled.connect(self._offer)
        self.previous_button.clicked.connect(lambda: self.search(self._asked.page - 1))
        self.next_button.clicked.connect(lambda: self.search(self._asked.page + 1))
        self.list.opened.connect(self.opened)
        self.list.wanted.connect(self.wanted)
        theme.changed.connect(self._restyle)
        self._restyle()
        self._say(self.tr("Messages, documents and kept notes are searched by words and by meaning. Enter starts the search."))

    def search(self, page: int = 1) -> None:
        """Search for what the fields say; without a query, show what the filters leave."""
        query, within = self.query.text().strip(), self.filters.narrowing()
        if not query and within in (Narrowing(), Narrowing("m")):
            self._say(self.tr("Say what to look for, or narrow it by the filters: a document, a tag, dates, or notes alone."))
            return
        self._asked = Search(query, within, page)
        self._say(self.tr("Searching…"))
        self.command.emit(self._asked)

    def take(self, update: Any) -> None:
        """Show what was found, or why nothing could be."""
        match update:
            case SearchFinished(request_id=request_id) if self.owns(request_id):
                self._show(update)
            case CommandFailed(request_id=request_id, reason=reason) if self.owns(request_id):
                self._say(in_the_users_language(reason))
            case MemoryForgotten(target=target):
                self.model.drop(target)

    def owns(self, request_id: str) -> bool:
        """Whether this panel asked that."""
        return request_id == self._asked.request_id

    @property
    def asked(self) -> str:
        """The id of the newest search."""
        return self._asked.request_id

    def begin(self) -> None:
        """Let the user write a query."""
        self.query.setFocus()
        self.query.selectAll()

    def _show(self, found: SearchFinished) -> None:
        self.model.show_results(found)
        pages = [page for page in (found.archival, found.recall) if page is not None]
        self._pages = max((page.pages for page in pages), default=1)
        hits = sum(len(page.hits) for page in pages)
        self.hint.setVisible(not hits)
        self.list.setVisible(bool(hits))
        self.hint.setText(self.tr("Nothing was found. Try other words, or fewer filters."))
        self.note.setText("\n".join(_notes(pages)))
        self.note.setVisible(bool(self.note.text()))
        self._show_pages()
        self.list.scrollToTop()

    def _show_pages(self) -> None:
        many = self._pages > 1
        for part in (self.previous_button, self.page, self.next_button):
            part.setVisible(many)
        self.previous_button.setEnabled(self._asked.page > 1)
        self.next_button.setEnabled(self._asked.page < self._pages)
        figures = {"page": number_words(self._asked.page), "pages": number_words(self._pages)}
        self.page.setText(self.tr("{page} of {pages}").format(**figures))

    def _say(self, words: str) -> None:
        self.model.clear()
        self._pages = 1
        self._show_pages()
        self.note.hide()
        self.list.hide()
        self.hint.setText(words)
        self.hint.show()

    def _offer(self) -> None:
        rows = self._ledger.rows
        self.filters.offer((row.name for row in rows), (tag for row in rows for tag in row.entry.tags))

    def _build(self) -> None:
        self.filters.hide()
        self._head, self._foot = QHBoxLayout(), QHBoxLayout()
        self._head.addWidget(self.query, 1)
        self._head.addWidget(self.filter_button)
        self._foot.addWidget(self.previous_button)
        self._foot.addWidget(self.page, 1)
        self._foot.addWidget(self.next_button)
        page = QWidget(objectName="sidePage")
        self._column, self._top = QVBoxLayout(page), QVBoxLayout()
        self._top.addLayout(self._head)
        self._top.addWidget(self.filters)
        self._top.addWidget(self.note)
        self._column.addLayout(self._top)
        self._column.addWidget(self.hint, 1)
        self._column.addWidget(self.list, 1)
        self._column.addLayout(self._foot)
        self.setWidget(page)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, px(3), 0, px(2))
        self._column.setSpacing(px(2))
        self._top.setContentsMargins(px(4), 0, px(4), 0)
        self._top.setSpacing(px(2))
        self.list.setMinimumHeight(px(60))
        self._head.setSpacing(px(2))
        self._foot.setContentsMargins(px(4), 0, px(4), 0)
        self.hint.setContentsMargins(px(8), px(8), px(8), px(8))


def _notes(pages: list[HitPage]) -> list[str]:
    """What the engine says of a search, and how much of each document is shown."""
    said = dict.fromkeys(in_the_users_language(page.note) for page in pages if page.note)
    covered = coverage_words((each.seen, each.passages, each.title) for page in pages for each in page.coverage[:COVERED])
    return [*said, *([covered] if covered else [])]
