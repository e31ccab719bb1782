"""Function choice: which functions make sense in a step; the grammar admits no other."""

from __future__ import annotations

from desktop_mem.memory import function_set
from desktop_mem.memory.agenda import OpenEvent
from desktop_mem.memory.event import Priority
from desktop_mem.memory.heartbeat import SEND_MESSAGE
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.queue_manager import QueueManager

_SAME_RESULTS = 2
_LEAST_ROOM = 8
_SAVING = ("core_memory_append", "core_memory_replace", "archival_memory_insert")


class FunctionChoice:
    """The rules: the last step of an answer only speaks; no writing where nothing can be written; no call that has proved of no use;
    under memory pressure only what saves.

    `plain`: the model can only speak. `beats`: timed heartbeats come, so that they can be paused.
    """

    def __init__(self, queue_manager: QueueManager, *, max_steps: int, plain: bool, beats: bool) -> None:
        self._manager = queue_manager
        self._max_steps = max_steps
        self._plain = plain
        self._beats = beats

    def allowed(self, message: Message, event: OpenEvent) -> tuple[str, ...]:
        """The functions of the next step of the chain that `message` started."""
        last = event.steps >= self._max_steps - 1
        if self._plain or (last and message.role is Role.USER):
            return (SEND_MESSAGE,)
        unfit = {name for name, labels in self.labels().items() if not labels}
        if event.steps:
            unfit |= self._of_no_use(message.address)
        if event.priority == Priority.PRESSURE:
            return tuple(name for name in _SAVING if name not in unfit) or _SAVING[-1:]
        if not self._beats:
            unfit.add("pause_heartbeats")
        return tuple(name for name in function_set.BY_NAME if name == SEND_MESSAGE or name not in unfit)

    def labels(self) -> dict[str, tuple[str, ...]]:
        """The sections that each writing function can write: those with room, and those with text."""
        sections = [s for s in self._manager.context.working_context.sections if not s.read_only]
        return {
            "core_memory_append": tuple(s.label for s in sections if s.limit - len(s.text) > _LEAST_ROOM),
            "core_memory_replace": tuple(s.label for s in sections if s.text),
        }

    def _of_no_use(self, turn: str) -> set[str]:
        """The functions whose same call gave the same result twice in this turn, or that failed twice however they were called."""
        calls = [(call.function, call.to_json(), result) for call, result in self._manager.calls_of(turn)]
        failed = [name for name, _, result in calls if result.startswith("failed")]
        return {each[0] for each in calls if calls.count(each) >= _SAME_RESULTS} | {n for n in failed if failed.count(n) >= _SAME_RESULTS}
