"""The activity list: what each function call and each move of memory did, newest first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QLabel, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QVBoxLayout, QWidget

from desktop_mem.gui.card import paint_card
from desktop_mem.gui.conversation.row import step_of
from desktop_mem.gui.engine_words import citation_words, hit_words, in_the_users_language, result_words
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import function_words, number_words, section_words, time_words
from desktop_mem.memory.memory_event import lines_only_in
from desktop_mem.memory.suggestion import Wish
from desktop_mem.memory.update import (
    ConflictFound,
    EntryWritten,
    FunctionCalled,
    PagedIn,
    PressureWarned,
    ProposalDecided,
    ProposalMade,
    QueueFlushed,
    SectionChanged,
    StepMeasured,
    SuggestionDone,
    SummaryChanged,
    TurnUndone,
)

MOST_ENTRIES = 500
DETAIL_LINES = 3
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Activity:
    """One entry: what happened, the details, and the icon and colour that mark it."""

    title: str
    detail: str
    mark: str
    token: str
    at: datetime


def difference(before: str, after: str) -> str:
    """The lines that went, marked with a minus, and the lines that came, marked with a plus."""
    gone = [f"− {line}" for line in lines_only_in(before, after)]
    come = [f"+ {line}" for line in lines_only_in(after, before)]
    return "\n".join(gone + come)


class ActivityModel(QAbstractListModel):
    """Holds the latest 500 entries, newest first."""

    def __init__(self, parent: Any = None) -> None:
        super().__init__(parent)
        self.entries: list[Activity] = []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry = self.entries[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{entry.title}\n{entry.detail}".strip()
        if role == Qt.ItemDataRole.ToolTipRole:
            return entry.detail[:2000] or None
        return None

    def take(self, update: Any) -> None:
        """Add an entry for an update that tells of memory at work."""
        self._take_upkeep(update)
        match update:
            case FunctionCalled(message=message, ok=ok, result=result) if message.call is not None:
                step = step_of(message.call)
                detail = "\n".join(part for part in (step.arguments, result_words(result)) if part)
                self._add(function_words(step.function), detail, "check" if ok else "warning", "success" if ok else "danger")
            case PagedIn(hits=hits, from_cache=cached):
                known = [self.tr("Remembered from the same question before.")] if cached else []
                detail = "\n".join([*known, *(f"{citation_words(hit)}: {hit_words(hit)}" for hit in hits)])
                self._add(function_words("page_in"), detail, "search", "accent_text")
            case SectionChanged(before=before, after=after):
                detail = difference(before.text, after.text)
                self._add(self.tr("“{section}” changed").format(section=section_words(after.label)), detail, "edit", "accent_text")
            case QueueFlushed(evicted=evicted, tokens_before=before, tokens_after=after, summary=summary):
                figures = {"count": number_words(len(evicted)), "before": number_words(before), "after": number_words(after)}
                detail = self.tr("Messages: {count}. Tokens: {before} before, {after} after.").format(**figures)
                stays = ", ".join(f"{address} ({self._reason(reason)})" for address, reason in update.spared)
                kept = [self.tr("Still in view: {messages}").format(messages=stays)] if stays else []
                self._add(self.tr("Summarised older messages"), "\n".join([detail, *kept, summary]), "folder", "warning")
            case SummaryChanged(text=text):
                self._add(self.tr("The summary changed"), text, "edit", "accent_text")
            case TurnUndone(addresses=addresses, kept=kept):
                detail = self.tr("Messages: {count}.").format(count=number_words(len(addresses)))
                kept_words = [in_the_users_language(sentence) for sentence in kept]
                self._add(self.tr("Taken back"), "\n".join([detail, *kept_words]), "undo", "accent_text")
            case PressureWarned(used=used, budget=budget):
                detail = self.tr("{used} of {budget} tokens").format(used=number_words(used), budget=number_words(budget))
                self._add(self.tr("The context window is filling up"), detail, "warning", "warning")

    def _take_upkeep(self, update: Any) -> None:
        """What the program does for memory by itself."""
        match update:
            case EntryWritten(text=text, source=source, address=kept, note=note):
                detail = in_the_users_language(note) if kept else self.tr("From your message {source}.").format(source=source)
                self._add(self.tr("Noted without the model"), f"{text}\n{detail}", "edit", "success")
            case ConflictFound(lines=(one, other), outdated=outdated):
                title = self.tr("The model edited an older text") if outdated else self.tr("Two notes cannot both hold")
                self._add(title, f"{one}\n{other}", "warning", "warning")
            case SuggestionDone(suggestion=wish) if wish.wish is Wish.MERGE and wish.other:
                detail = self.tr("{other} says the same as {address}.").format(other=wish.other, address=wish.address)
                self._add(self.tr("Folded what was kept twice"), detail, "folder", "accent_text")
            case ProposalMade(proposal=proposal):
                detail = f"{difference(proposal.before, proposal.after)}\n{in_the_users_language(proposal.reason)}"
                self._add(self.tr("{address} waits for your decision").format(address=proposal.address), detail, "warning", "warning")
            case ProposalDecided(proposal=proposal):
                detail = difference(proposal.before, proposal.after)
                self._add(self.tr("{address} waits no more").format(address=proposal.address), detail, "edit", "accent_text")

    def _reason(self, reason: str) -> str:
        """Why a message stays in view."""
        return self.tr("cited") if reason == "cited" else self.tr("paged in")

    def _add(self, title: str, detail: str, mark: str, token: str) -> None:
        self.beginInsertRows(QModelIndex(), 0, 0)
        self.entries.insert(0, Activity(title, detail, mark, token, datetime.now().astimezone()))
        self.endInsertRows()
        if len(self.entries) > MOST_ENTRIES:
            self.beginRemoveRows(QModelIndex(), MOST_ENTRIES, len(self.entries) - 1)
            del self.entries[MOST_ENTRIES:]
            self.endRemoveRows()


class ActivityDelegate(QStyledItemDelegate):
    """Paints an entry: mark, title, time, and the first lines of its details."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        lines = len(self._detail(index.model().entries[index.row()]))
        small = QFontMetricsF(self._theme.font(0.88)).lineSpacing()
        title = QFontMetricsF(self._theme.font()).lineSpacing()
        return QSize(self._theme.px(40), round(title + lines * small) + self._theme.px(6.5))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry, px = index.model().entries[index.row()], self._theme.px
        rect = QRectF(option.rect).adjusted(px(4), px(1), -px(4), -px(1))
        small, body = self._theme.font(0.88), self._theme.font(bold=True)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = QFontMetricsF(body).height()
        mirrored = option.direction == Qt.LayoutDirection.RightToLeft
        words = paint_card(painter, option, self._theme, rect, (entry.mark, entry.token), side)
        time = time_words(entry.at)
        wide = QFontMetricsF(small).horizontalAdvance(time)
        self._line(
            painter, QRectF(words.left(), words.top(), words.width(), side), time, small, "muted", option, Qt.AlignmentFlag.AlignTrailing
        )
        room = words.adjusted(wide + px(2), 0, 0, 0) if mirrored else words.adjusted(0, 0, -wide - px(2), 0)
        self._line(painter, QRectF(room.left(), room.top(), room.width(), side), entry.title, body, "text", option)
        y = words.top() + QFontMetricsF(body).lineSpacing() + px(0.5)
        for line in self._detail(entry):
            step = QFontMetricsF(small).lineSpacing()
            self._line(painter, QRectF(words.left(), y, words.width(), step), line, small, "muted", option)
            y += step
        painter.restore()

    def _line(self, painter, rect, text, font, token, option, align=Qt.AlignmentFlag.AlignLeading) -> None:  # noqa: PLR0913
        painter.setFont(font)
        painter.setPen(self._theme.colour(token))
        shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        flags = QStyle.visualAlignment(option.direction, align) | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(rect, int(flags), shown)

    def _detail(self, entry: Activity) -> list[str]:
        return [line for line in entry.detail.splitlines() if line.strip()][:DETAIL_LINES]


class ActivityPanel(QWidget):
    """The list, a hint while it is empty, and what the last step cost."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, objectName="sidePage")
        self._theme = theme
        self.model = ActivityModel(self)
        self.list = QListView(uniformItemSizes=False, accessibleName=self.tr("Activity"))
        self.list.setModel(self.model)
        self.list.setItemDelegate(ActivityDelegate(theme, self.list))
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        hint = self.tr("Nothing yet. Every search, every change of memory and every summary will be listed here.")
        self._hint = QLabel(hint, wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter)
        self._hint.setProperty("tone", "muted")
        self._cost = QLabel(wordWrap=True)
        self._cost.setProperty("tone", "muted")
        self._cost.setProperty("textSize", "small")
        self._cost.hide()
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._hint, 1)
        self._column.addWidget(self.list, 1)
        self._column.addWidget(self._cost)
        self.list.hide()
        theme.changed.connect(self._restyle)
        self._restyle()

    def take(self, update: Any) -> None:
        """Add what an update tells of memory at work."""
        self.model.take(update)
        if isinstance(update, StepMeasured) and update.decode_seconds > 0:
            speed = update.generated_tokens / update.decode_seconds
            figures = {
                "read": number_words(update.evaluated_tokens),
                "written": number_words(update.generated_tokens),
                "speed": f"{speed:.0f}",
            }
            self._cost.setText(self.tr("Last step: {read} tokens read, {written} written, {speed} per second").format(**figures))
            self._cost.show()
        self._hint.setVisible(not self.model.entries)
        self.list.setVisible(bool(self.model.entries))

    def cost(self) -> str:
        """What the last step cost, in words."""
        return self._cost.text()

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, px(2), 0, px(2))
        self._cost.setContentsMargins(px(4), 0, px(4), 0)
        self._hint.setContentsMargins(px(8), px(8), px(8), px(8))
        self.list.doItemsLayout()
