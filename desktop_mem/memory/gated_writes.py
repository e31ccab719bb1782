"""Gated writes: what the model wants to change for good goes by the gate, and what the user has to decide becomes a proposal."""

from __future__ import annotations

from collections.abc import Mapping

from desktop_mem.errors import Refused
from desktop_mem.memory.function_call import FunctionResult
from desktop_mem.memory.main_context import MainContext
from desktop_mem.memory.memory_event import MemoryEvent
from desktop_mem.memory.plane import Judgement, ProposedWrite, WriteGate
from desktop_mem.memory.ports import ExternalContext
from desktop_mem.memory.proposal import Proposal
from desktop_mem.memory.source import View
from desktop_mem.memory.sources_in_view import SourcesInView


class GatedWrites:
    """Asks the gate with what is in view, and writes ledger and proposals. `cause` is the message that the calls answer."""

    def __init__(self, context: MainContext, external: ExternalContext, gate: WriteGate, model: str) -> None:
        self._external = external
        self._sources = SourcesInView(context, external)
        self._gate = gate
        self._model = model
        self.cause = ""

    @property
    def view(self) -> View:
        """What is in view now."""
        return self._sources.view(self.cause)

    def judge(self, write: ProposedWrite) -> Judgement:
        """What becomes of the write. Raises `Refused` with the gate's sentence."""
        judgement = self._gate.judge(write, self.view)
        if judgement.refusal:
            raise Refused(judgement.refusal)
        return judgement

    def grounds(self, reply: str) -> tuple[str, ...]:
        """The addresses that a reply rests on."""
        return self._gate.grounds(reply, self.view)

    def propose(
        self, function: str, arguments: Mapping[str, str], judgement: Judgement, *, target: str = "", before: str = "", after: str
    ) -> FunctionResult:
        """Leave the call to the user, once. To be called within a step."""
        waiting = [each for each in self._external.proposals.waiting() if (each.function, each.arguments) == (function, dict(arguments))]
        if waiting:
            return FunctionResult(True, f"that is proposed to the user already ({waiting[0].address}) and waits for their decision.")
        now = self._external.clock.now()
        draft = Proposal(
            function, dict(arguments), target, before, after, judgement.waits_for, now, judgement.sources, self.cause, self._model
        )
        proposal = self._external.proposals.add(draft)
        self.record("propose", proposal.address, before, after, judgement.sources)
        text = f"proposed to the user as {proposal.address}, waits for their decision; nothing has changed. {judgement.waits_for}"
        return FunctionResult(True, text, sources=(proposal.address,), proposal=proposal)

    def record(self, kind: str, target: str, before: str, after: str, sources: tuple[str, ...] = ()) -> None:
        """Write into the ledger what the model did."""
        now = self._external.clock.now()
        self._external.journal.record(MemoryEvent(target, kind, before, after, "model", now, self.cause, sources, self._model))
