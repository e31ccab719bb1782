"""The speed of whole turns: chains that read only what is new, what the program itself costs, and turns after a flush."""

from __future__ import annotations

import json
import statistics
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from desktop_mem.evaluation.metered import WrappedModel
from desktop_mem.evaluation.speed_of_model import SpeedModel
from desktop_mem.evaluation.speed_table import Measure
from desktop_mem.memory.event import Event, UserMessage
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.heartbeat import SEND_MESSAGE
from desktop_mem.memory.ports import Generation, JsonSchema, Prompt
from desktop_mem.memory.update import QueueFlushed, StepMeasured, Update

_CHAINS = 3
_MOST_TURNS = 40
_FLUSHES = 2
_FACTS = ("My sister Lena works in the harbour of Bergen.", "I drink my tea without sugar.", "The oven costs 350 euros.")


class TrialAgent(Protocol):
    """The program's agent over stores of its own."""

    @property
    def waiting(self) -> tuple[str, ...]: ...
    def handle(self, event: Event) -> Generator[Update, None, None]: ...
    def answer(self) -> Generator[Update, None, None]: ...
    def flush_early(self) -> Generator[Update, None, None]: ...
    def prompt_ahead(self) -> Prompt: ...


class DictatedModel(WrappedModel[SpeedModel]):
    """The model, made to write the very calls that it is told to: each token is evaluated and sampled as ever.

    What is no call of a function, such as a summary, it writes itself.
    """

    def __init__(self, model: SpeedModel) -> None:
        super().__init__(model)
        self.calls: deque[FunctionCall] = deque()

    def generate(
        self, prompt: Prompt, schema: JsonSchema | None, max_tokens: int, *, variation: int = 0
    ) -> Generator[str, None, Generation]:
        """See `LanguageModel`."""
        if schema is not None and "anyOf" in schema and self.calls:
            schema = _only(_body(self.calls.popleft()))
        return (yield from self.model.generate(prompt, schema, max_tokens, variation=variation))


def _body(call: FunctionCall) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(call.to_json())
    return body if call.function == SEND_MESSAGE else body | {"request_heartbeat": call.request_heartbeat}


def _only(value: Any) -> JsonSchema:
    """A schema that admits this value alone."""
    if not isinstance(value, dict):
        return {"const": value}
    inner = {key: _only(each) for key, each in value.items()}
    whole = {"type": "object", "properties": inner, "required": list(value), "additionalProperties": False}
    return whole | {"x-guidance": {"whitespace_flexible": False}}


@dataclass(slots=True)
class _Turn:
    """What one turn took: seconds until the yield, of these in llama.cpp, and the steps; `idle_flush`: the queue was flushed before it."""

    seconds: float = 0.0
    in_model: float = 0.0
    steps: list[StepMeasured] = field(default_factory=list)
    idle_flush: bool = False
    own_flush: bool = False


class TurnTrial:
    """Turns of an agent over a dictated model, with the idle work that the runtime does between two turns."""

    def __init__(self, agent: TrialAgent, model: DictatedModel, plain: SpeedModel) -> None:
        self._agent = agent
        self._model = model
        self._plain = plain
        self._flushed = False

    def turn(self, text: str, *calls: FunctionCall) -> _Turn:
        """One message and its chain, which makes exactly these calls."""
        turn = _Turn(idle_flush=self._flushed)
        self._model.calls.clear()
        self._model.calls.extend(calls)
        started = time.perf_counter()
        for update in self._agent.handle(UserMessage(text)):
            if isinstance(update, StepMeasured):
                turn.steps.append(update)
            turn.own_flush |= isinstance(update, QueueFlushed)
        turn.seconds = time.perf_counter() - started
        turn.in_model = sum(step.prefill_seconds + step.decode_seconds for step in turn.steps)
        return turn

    def rest(self) -> None:
        """A quiet moment: everything that waits is done, then what the runtime does when idle."""
        while self._agent.waiting:
            self._model.calls.clear()
            self._model.calls.append(FunctionCall(SEND_MESSAGE, {"message": "Noted."}))
            for _ in self._agent.answer():
                pass
        self._flushed = False
        for update in self._agent.flush_early():
            self._flushed |= isinstance(update, QueueFlushed)
        for _ in self._plain.read_ahead(self._agent.prompt_ahead()):
            pass


def measures_of_turns(trial: TurnTrial, decode_seconds: float, tell: Callable[[str], None]) -> Iterator[Measure]:
    """The chain, the program's own share, and turns after a flush. `decode_seconds`: what one token takes the bare library."""
    tell("chains of calls")
    trial.rest()
    turns = []
    for number in range(_CHAINS):
        turns.append(_chain(trial, number))
        trial.rest()
    yield _of_chains(turns)
    yield _of_overhead(turns, decode_seconds)
    tell("turns before and after a flush")
    yield _of_flushes(trial)


def _chain(trial: TurnTrial, number: int) -> _Turn:
    """A turn that writes the working context twice and searches once before it answers."""
    fact = _FACTS[number % len(_FACTS)]
    changed = f"{fact[:-1]}, I think."
    append = FunctionCall("core_memory_append", {"label": "human", "content": fact}, "a fact", True)
    replace = FunctionCall("core_memory_replace", {"label": "human", "old_content": fact, "new_content": changed}, "more exact", True)
    search = FunctionCall("conversation_search", {"query": "harbour", "page": 1}, "look", True)
    return trial.turn(f"{fact} {changed}", append, replace, search, FunctionCall(SEND_MESSAGE, {"message": "I keep that in mind."}))


def _of_chains(turns: list[_Turn]) -> Measure:
    chained = [step for turn in turns for step in turn.steps[1:]]
    evaluated, new = sum(step.evaluated_tokens for step in chained), sum(step.new_tokens for step in chained)
    remark = f"{len(chained)} steps behind the first of their chains, {2 * len(turns)} edits of the working context"
    return Measure("tokens evaluated ÷ new tokens per chained step", evaluated, new, "tokens", evaluated / new, "at most", 1.05, remark)


def _of_overhead(turns: list[_Turn], decode_seconds: float) -> Measure:
    own = statistics.median((turn.seconds - turn.in_model) / len(turn.steps) for turn in turns if turn.steps)
    ratio = own / decode_seconds
    return Measure(
        "step overhead outside llama.cpp ÷ one decode token", own * 1000, decode_seconds * 1000, "ms", ratio, "at most", 1.0,
        "assembly, counting, storing with fsync, searching by words and meaning",
    )  # fmt: skip


def _of_flushes(trial: TurnTrial) -> Measure:
    ordinary: list[float] = []
    after: list[float] = []
    in_turn = 0
    for number in range(_MOST_TURNS):
        text = f"Day {number}: " + "we walked along the harbour, looked at the boats and talked about the winter. " * 4
        turn = trial.turn(text, FunctionCall(SEND_MESSAGE, {"message": f"A fine day {number}: the harbour, the boats and the winter."}))
        in_turn += turn.own_flush
        (after if turn.idle_flush else ordinary).append(turn.seconds)
        trial.rest()
        if len(after) >= _FLUSHES and len(ordinary) >= _FLUSHES:
            break
    here, there = statistics.median(after or [float("nan")]), statistics.median(ordinary or [float("nan")])
    remark = f"{len(after)} turns after a flush, {len(ordinary)} ordinary ones, {in_turn} flushes within a turn"
    return Measure("turn after a flush ÷ an ordinary turn", here, there, "s", here / there, "at most", 1.2, remark)
