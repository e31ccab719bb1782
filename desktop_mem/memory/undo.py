"""Undo and redo: changes of memory are taken back and brought back, newest first, each as a new event of the ledger; and the trash."""

from __future__ import annotations

from collections.abc import Callable

from desktop_mem.errors import Refused
from desktop_mem.memory.memory_event import FORGET, REDO, UNDO, MemoryEvent, detail_of
from desktop_mem.memory.ports import ExternalContext
from desktop_mem.memory.queue_manager import QueueManager
from desktop_mem.memory.reversal import ChangedSince, Reversal
from desktop_mem.memory.update import ChangeRedone, ChangeUndone, MemoryForgotten, SectionChanged, Update


class Undo:
    """The user's undo, redo and trash. All raise `Refused` (`LookupError` for what is not there) with a sentence, and change
    nothing then; each is one step.

    What was taken back is on the redo stack until memory is changed anew. `scrub` takes a message out of the summaries.
    """

    def __init__(
        self,
        external: ExternalContext,
        queue_manager: QueueManager,
        reversal: Reversal,
        scrub: Callable[[frozenset[str]], list[Update]],
    ) -> None:
        self._external = external
        self._manager = queue_manager
        self._context = queue_manager.context
        self._reversal = reversal
        self._scrub = scrub

    def undo(self, address: str = "", *, along: bool = False) -> list[Update]:
        """Take back the change at `e9`, or the last one that stands. With `along` the later changes that rest on it go first."""
        if not address:
            return self._undo_last()
        event = self._change(address)
        later = self._resting_on(event)
        if later and not along:
            names = ", ".join(each.address for each in later)
            raise Refused(f"later changes rest on {event.address}: {names}. Undo those first, or all of them together.")
        updates: list[Update] = []
        with self._manager.step():
            for each in [*reversed(later), event]:
                updates += self._taken_back(each)
        return updates

    def redo(self) -> list[Update]:
        """Bring back what the last undo took back."""
        undone = self._external.history.taken_back()
        if undone is None:
            raise Refused("there is nothing to redo.")
        with self._manager.step():
            return [*self._reversal.reverse(undone, REDO), ChangeRedone(undone.of, undone.target)]

    def forget(self, address: str, line: str = "") -> list[Update]:
        """Put a message, a kept passage or a line of a section into the trash: found by no search, and brought back by `restore`."""
        match address[:1]:
            case "m":
                return self._forget_message(address)
            case "p":
                return self._forget_passage(address)
            case "w":
                return self._forget_line(address, line.strip())
        raise Refused(f"{address} cannot be forgotten. That can be messages (m), kept passages (p) and lines of sections (w).")

    def restore(self, address: str) -> list[Update]:
        """Bring back what was forgotten last at `m12`, `p7` or `w:human`, or by the event at `e9`."""
        for event in self._external.history.standing(FORGET):
            if address in (event.address, event.target):
                with self._manager.step():
                    return self._restored(event)
        raise Refused(f"{address} is not in the trash.")

    def _undo_last(self) -> list[Update]:
        """The last change that memory still shows: one that has passed, such as a reminder that fell due, is passed over."""
        for event in self._external.history.standing():
            try:
                with self._manager.step():
                    return self._taken_back(event)
            except ChangedSince:
                continue
        raise Refused("there is nothing to undo.")

    def _taken_back(self, event: MemoryEvent) -> list[Update]:
        return [*self._reversal.reverse(event), ChangeUndone(event.address, event.target)]

    def _change(self, address: str) -> MemoryEvent:
        try:
            event = self._external.history.event(address)
        except LookupError as error:
            raise Refused(f"{address} is no change of memory. Those begin with e.") from error
        if not event.can_be_undone:
            raise Refused(f"{address} cannot be undone.")
        if event.undone:
            raise Refused(f"{address} was undone already.")
        return event

    def _resting_on(self, event: MemoryEvent) -> list[MemoryEvent]:
        """The changes of the same thing that came later and stand, oldest first."""
        events = self._external.history.events(event.target)
        later = events[[each.address for each in events].index(event.address) + 1 :]
        return [each for each in later if each.rests_on(event)]

    def _restored(self, event: MemoryEvent) -> list[Update]:
        try:
            return self._taken_back(event)
        except ChangedSince:
            if not event.target.startswith("w:"):
                raise
        return [*self._put_lines_back(event), ChangeUndone(event.address, event.target)]

    def _put_lines_back(self, event: MemoryEvent) -> list[Update]:
        """The section has changed since: its lines come back behind the line that they stood behind, or at the end."""
        section = self._context.working_context.section(event.target[2:])
        lines, stood = section.text.splitlines(), event.before.splitlines()
        kept = event.after.splitlines()
        for place, line in enumerate(stood):
            if line in kept:
                kept.remove(line)
                continue
            before = [each for each in stood[:place] if each in lines]
            lines.insert(lines.index(before[-1]) + 1 if before else (0 if not place else len(lines)), line)
        change = self._context.working_context.edit(section.label, "\n".join(lines), expected=section.text)
        self._record(event.target, UNDO, section.text, change[1].text, of=event.address)
        return [SectionChanged(*change)]

    def _forget_message(self, address: str) -> list[Update]:
        message = self._external.recall.read(address)
        if message.undone:
            raise Refused(f"{address} was taken back or forgotten already.")
        if self._manager.agenda.event(address):
            raise Refused(f"{address} still waits for its answer. Undo that turn instead.")
        with self._manager.step():
            self._external.turns.undo([address])
            self._context.queue.evict([address])
            event = self._record(address, FORGET, "", "", detail=detail_of(True, False))
            updates = self._scrub(frozenset([address]))
        return [MemoryForgotten(event, address), *updates]

    def _forget_passage(self, address: str) -> list[Update]:
        passage = self._external.archival.read(address)
        if passage.document:
            raise Refused(f"{address} stands in the document {passage.document}. Forget that document instead.")
        if passage.undone:
            raise Refused(f"{address} was taken back or forgotten already.")
        with self._manager.step():
            self._external.turns.undo([address])
            event = self._record(address, FORGET, passage.text, "")
        return [MemoryForgotten(event, address)]

    def _forget_line(self, address: str, line: str) -> list[Update]:
        section = self._context.working_context.section(address[2:])
        lines = section.text.splitlines()
        if line not in [each.strip() for each in lines]:
            raise Refused(f"'{line}' is no line of the section {section.label}. Give the whole line as it stands there.")
        text = "\n".join(each for each in lines if each.strip() != line)
        with self._manager.step():
            change = self._context.working_context.edit(section.label, text, expected=section.text)
            event = self._record(address, FORGET, section.text, change[1].text)
        return [MemoryForgotten(event, address), SectionChanged(*change)]

    def _record(self, target: str, kind: str, before: str, after: str, *, detail: str = "", of: str = "") -> str:
        now = self._external.clock.now()
        return self._external.journal.record(MemoryEvent(target, kind, before, after, "user", now, detail=detail, of=of))
