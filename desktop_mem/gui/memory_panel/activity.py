"""The activity list: what each function call and each move of memory did, newest first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from desktop_mem.gui import offers as offer
from desktop_mem.gui.change_words import difference
from desktop_mem.gui.conversation.row import step_of
from desktop_mem.gui.engine_words import citation_words, hit_words, in_the_users_language, result_words
from desktop_mem.gui.memory_panel.entry_list import Entry, EntryList, EntryModel
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import function_words, number_words, section_words, time_words
from desktop_mem.memory.memory_event import MemoryEvent
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
from desktop_mem.runtime.memory_update import LedgerShown

MOST_ENTRIES = 500


@dataclass(frozen=True, slots=True)
class _Traced:
    """A change of memory as an update told of it: what was changed, from what to what."""

    target: str
    before: str
    after: str

    def is_of(self, event: MemoryEvent) -> bool:
        """Whether the ledger means the same change."""
        return (event.target, event.before, event.after) == (self.target, self.before, self.after)


class ActivityModel(EntryModel):
    """Holds the latest 500 entries, newest first. Changes of memory can be asked about, and undone as soon as the ledger names them."""

    def __init__(self, parent: Any = None) -> None:
        super().__init__(parent)
        self._traced: list[_Traced | None] = []

    def take(self, update: Any) -> None:
        """Add an entry for an update that tells of memory at work."""
        self._take_upkeep(update)
        match update:
            case FunctionCalled(message=message, ok=ok, result=result) if message.call is not None:
                step = step_of(message.call)
                detail = "\n".join(part for part in (step.arguments, result_words(result)) if part)
                look = ("check", "success") if ok else ("warning", "danger")
                self._add(function_words(step.function), detail, *look, _kept(update))
            case PagedIn(hits=hits, from_cache=cached):
                known = [self.tr("Remembered from the same question before.")] if cached else []
                detail = "\n".join([*known, *(f"{citation_words(hit)}: {hit_words(hit)}" for hit in hits)])
                self._add(function_words("page_in"), detail, "search", "accent_text")
            case SectionChanged(before=before, after=after):
                detail = difference(before.text, after.text)
                change = _Traced(f"w:{after.label}", before.text, after.text)
                title = self.tr("“{section}” changed").format(section=section_words(after.label))
                self._add(title, detail, "edit", "accent_text", change)
            case LedgerShown(address="", events=events):
                self._offer_undo(events)
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

    def _add(self, title: str, detail: str, mark: str, token: str, traced: _Traced | None = None) -> None:
        offers = (offer.why(traced.target),) if traced else ()
        self.beginInsertRows(QModelIndex(), 0, 0)
        self.entries.insert(0, Entry(title, detail, mark, token, time_words(datetime.now().astimezone()), offers))
        self._traced.insert(0, traced)
        self.endInsertRows()
        if len(self.entries) > MOST_ENTRIES:
            self.beginRemoveRows(QModelIndex(), MOST_ENTRIES, len(self.entries) - 1)
            del self.entries[MOST_ENTRIES:], self._traced[MOST_ENTRIES:]
            self.endRemoveRows()

    def _offer_undo(self, events: Iterable[MemoryEvent]) -> None:
        """Each change that the ledger names can be taken back, once."""
        left = list(events)
        for place, traced in enumerate(self._traced):
            event = next((event for event in left if traced and traced.is_of(event)), None)
            if traced is None or event is None:
                continue
            left.remove(event)
            undo = [offer.undo(event.address)] if event.can_be_undone and not event.undone else []
            self.entries[place] = replace(self.entries[place], offers=(*undo, offer.why(traced.target)))
        if self.entries:
            self.dataChanged.emit(self.index(0), self.index(len(self.entries) - 1))


def _kept(called: FunctionCalled) -> _Traced | None:
    """The passage that a call of the model put into archival storage."""
    call = called.message.call
    if not called.ok or call is None or call.function != "archival_memory_insert" or not called.sources:
        return None
    return _Traced(called.sources[0], "", str(call.arguments.get("content", "")).strip())


class ActivityPanel(QWidget):
    """The list, a hint while it is empty, and what the last step cost. Emits `wanted` with the kind and value of an offer."""

    wanted = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, objectName="sidePage")
        self._theme = theme
        self.model = ActivityModel(self)
        self.list = EntryList(theme, self.tr("Activity"), self.model)
        self.list.wanted.connect(self.wanted)
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
