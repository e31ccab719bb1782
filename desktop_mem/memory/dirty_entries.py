"""Write-back: facts that the user told and nobody wrote are committed before their message leaves the view."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from desktop_mem.errors import Refused
from desktop_mem.memory.memory_event import MemoryEvent
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Passage
from desktop_mem.memory.plane import Noted, WriteBack
from desktop_mem.memory.ports import ExternalContext
from desktop_mem.memory.queue_manager import QueueManager
from desktop_mem.memory.source import Origin
from desktop_mem.memory.update import EntryWritten, SectionChanged, Update
from desktop_mem.memory.working_context import Change

_SECTION = "human"


class DirtyEntries:
    """Commits what is due of the messages in view: one step per message, each entry with its own event in the ledger."""

    def __init__(self, external: ExternalContext, queue_manager: QueueManager, write_back: WriteBack | None) -> None:
        self._external = external
        self._manager = queue_manager
        self._sections = queue_manager.context.working_context
        self._write_back = write_back

    def commit(self, addresses: Iterable[str]) -> Iterator[Update]:
        """Write what is due of the user's messages in view at these addresses. Not within a step."""
        wanted = frozenset(addresses)
        said = [message for message in self._manager.context.queue.messages if message.role is Role.USER]
        for place, message in enumerate(said):
            if message.address in wanted:
                yield from self.commit_message(message, said[place + 1 :])

    def commit_message(self, message: Message, newer: Iterable[Message] = ()) -> list[Update]:
        """Write what is due of one message of the user; `newer` are those after it, as far as they are in view."""
        if self._write_back is None:
            return []
        due = self._write_back.due(message, tuple(newer), self._sections.section(_SECTION))
        if not due:
            return []
        updates: list[Update] = []
        with self._manager.step():
            for noted in due:
                updates += self._written(noted, message)
        return updates

    def _written(self, noted: Noted, message: Message) -> list[Update]:
        try:
            change = self._changed(noted)
        except Refused as refusal:
            return [self._kept(noted, message, str(refusal))]
        kind = "replace" if noted.replaces else "append"
        self._record(f"w:{noted.label}", kind, change[0].text, change[1].text, message)
        return [SectionChanged(*change), EntryWritten(message.address, noted.text, noted.label, noted.replaces)]

    def _changed(self, noted: Noted) -> Change:
        """Raises `Refused` where the section may not be written or has no room."""
        section = self._sections.section(noted.label)
        if not noted.replaces or section.read_only:
            return self._sections.append(noted.label, noted.text)
        lines = section.text.splitlines()
        place = [line.strip() for line in lines].index(noted.replaces)
        lines[place] = noted.text
        return self._sections.edit(noted.label, "\n".join(lines), expected=section.text)

    def _kept(self, noted: Noted, message: Message, why: str) -> EntryWritten:
        """Where the section cannot take it, archival storage does."""
        told = f"{message.created_at:%Y-%m-%d}"
        text = f"{noted.text}（{told} 告知）" if re.search("[\u4e00-\u9fff]", noted.text) else f"{noted.text} (told on {told})"
        passage = self._external.archival.insert(Passage(text, self._external.clock.now(), origin=Origin.USER))
        self._record(passage.address, "insert", "", passage.text, message)
        note = f"'{noted.text}' was put into archival storage as {passage.address}, because the section could not take it. {why}"
        return EntryWritten(message.address, noted.text, noted.label, address=passage.address, note=note)

    def _record(self, target: str, kind: str, before: str, after: str, message: Message) -> None:
        now = self._external.clock.now()
        event = MemoryEvent(target, kind, before, after, "control", now, cause=message.address, sources=(message.address,))
        self._external.journal.record(event)
