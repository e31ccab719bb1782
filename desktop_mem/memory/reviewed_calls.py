"""Reviewed calls: what the model writes into a section is folded with what stands there, and what cannot hold beside it is told."""

from __future__ import annotations

from dataclasses import replace

from desktop_mem.errors import Refused
from desktop_mem.memory.function_call import FunctionCall, FunctionResult
from desktop_mem.memory.function_executor import FunctionExecutor
from desktop_mem.memory.main_context import MainContext
from desktop_mem.memory.memory_event import CONFIRM, MemoryEvent, detail_of, lines_only_in
from desktop_mem.memory.plane import Coherence
from desktop_mem.memory.ports import ExternalContext

_APPEND, _REPLACE, _INSERT = "core_memory_append", "core_memory_replace", "archival_memory_insert"


class ReviewedCalls:
    """Runs calls through the executor. A line that says again what a section says does not stand there twice: the one that says more
    stays, and the ledger has both sources. Two lines that cannot both hold, and an edit of a text that has changed since the model
    read it, are told in the result and in its `conflicts`.
    """

    def __init__(self, executor: FunctionExecutor, external: ExternalContext, context: MainContext, coherence: Coherence) -> None:
        self._executor = executor
        self._external = external
        self._context = context
        self._coherence = coherence

    def execute(self, call: FunctionCall, cause: str) -> FunctionResult:
        """Validate and run one call of the chain of the event at `cause`. To be called within a step."""
        text = call.arguments.get("content")
        if isinstance(text, str) and call.function == _INSERT and (known := self._kept_already(text)):
            self._confirm(known, self._external.archival.read(known).text, text, cause)
            return FunctionResult(True, f"{known} says that already; nothing was stored twice.", sources=(known,))
        if isinstance(text, str) and call.function == _APPEND and "\n" not in text.strip():
            return self._appended(call, text.strip(), cause)
        return self._checked(call, self._executor.execute(call))

    def _appended(self, call: FunctionCall, line: str, cause: str) -> FunctionResult:
        label = str(call.arguments.get("label"))
        section = self._section(label)
        twin = self._coherence.twin(line, section.splitlines())
        if not twin:
            return self._checked(call, self._executor.execute(call))
        if self._coherence.fuller(twin, line) == twin:
            self._confirm(f"w:{label}", section, twin, cause)
            return FunctionResult(True, f"{label} says that already: {twin}. Nothing was written twice.")
        instead = FunctionCall(_REPLACE, {"label": label, "old_content": twin, "new_content": line}, call.thought, call.request_heartbeat)
        result = self._executor.execute(instead)
        if result.change:
            self._confirm(f"w:{label}", result.change[1].text, line, cause)
        return self._checked(instead, result)

    def _kept_already(self, text: str) -> str:
        """The kept passage that says the same, if there is one."""
        hits = self._external.archival.search(text, 1).hits if text.strip() else ()
        return next((hit.address for hit in hits if not hit.document and self._coherence.twin(text, [hit.text])), "")

    def _checked(self, call: FunctionCall, result: FunctionResult) -> FunctionResult:
        if not result.change:
            return self._perhaps_outdated(call, result)
        before, after = (section.text for section in result.change)
        found = [
            (other, line)
            for line in lines_only_in(after, before)
            if (other := self._coherence.conflict(line, [each for each in after.splitlines() if each != line]))
        ]
        told = "".join(f" But '{other}' and '{line}' cannot both hold: replace the one that is outdated." for other, line in found)
        return replace(result, text=result.text + told, conflicts=tuple(found)) if found else result

    def _perhaps_outdated(self, call: FunctionCall, result: FunctionResult) -> FunctionResult:
        """The model may have read a text that the user or the program has changed since."""
        old, label = call.arguments.get("old_content"), str(call.arguments.get("label"))
        if result.ok or call.function != _REPLACE or not isinstance(old, str) or not old.strip():
            return result
        now = self._section(label)
        if old in now or old not in self._context.prompt()[0].text:
            return result
        told = f" The section {label} was changed after you read it."
        return replace(result, text=result.text + told, conflicts=((old, now),), outdated=True)

    def _section(self, label: str) -> str:
        try:
            return self._context.working_context.section(label).text
        except Refused:
            return ""

    def _confirm(self, target: str, text: str, line: str, cause: str) -> None:
        """Somebody said again what a line says: the ledger has this source, too."""
        earlier = (event for event in self._external.history.events(target) if line in event.after.splitlines() or not event.before)
        sources = [source for event in earlier for source in (*event.sources, event.cause) if source]
        both = tuple(dict.fromkeys([*sources, cause]))
        now = self._external.clock.now()
        event = MemoryEvent(target, CONFIRM, text, text, "control", now, cause=cause, sources=both, detail=detail_of(line, line))
        self._external.journal.record(event)
