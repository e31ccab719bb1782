"""The models of the profile, as window and terminal ask for them: quick commands at once, copies and checks piece by piece when idle."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from pathlib import Path
from typing import TypeVar

from desktop_mem.errors import EnvironmentFault
from desktop_mem.runtime.model_command import (
    AddModel,
    CancelModelWork,
    CheckModel,
    ConfigureModel,
    GradeModel,
    ModelCommand,
    RemoveModel,
    ShowModels,
    UseModel,
)
from desktop_mem.runtime.ports import Parts
from desktop_mem.runtime.update import CommandAccepted, CommandFailed, ModelChecked, ModelCopied, ModelGraded, ModelsShown, RuntimeUpdate

T = TypeVar("T")
Work = Generator[RuntimeUpdate | None, None, None]


class ModelDesk:
    """Serves commands on models. Nothing of it waits for the model or the conversation; the default takes effect at the next start."""

    def __init__(self, parts: Parts, emit: Callable[[RuntimeUpdate], None]) -> None:
        self._parts = parts
        self._emit = emit
        self._work: deque[tuple[str, Work]] = deque()

    def serve(self, command: ModelCommand) -> None:
        """Carry out a command, or begin it. Raises `EnvironmentFault`."""
        models = self._parts.models
        match command:
            case CheckModel():
                self._work.append((command.request_id, self._check(command)))
                return
            case GradeModel():
                self._work.append((command.request_id, self._grade(command)))
                return
            case AddModel():
                self._work.append((command.request_id, self._add(command)))
                return
            case CancelModelWork():
                self._cancel()
            case ShowModels(rescan=True):
                models.rescan()
            case RemoveModel(name=name):
                models.remove(name)
            case UseModel(name=name):
                models.use(name)
            case ConfigureModel(name=name, changes=changes):
                models.configure(name, changes)
        self._done(command.request_id)

    def step(self) -> bool:
        """One piece of the work that was begun first; False when there is none."""
        if not self._work:
            return False
        request_id, work = self._work[0]
        try:
            update = next(work)
        except StopIteration:
            self._work.popleft()
        except (EnvironmentFault, OSError) as fault:
            self._work.popleft()
            self._emit(CommandFailed(request_id, str(fault)))
        else:
            if update is not None:
                self._emit(update)
        return True

    def close(self) -> None:
        """End what was begun; a copy that is not whole goes."""
        for _, work in self._work:
            work.close()
        self._work.clear()

    def _cancel(self) -> None:
        cancelled = [request_id for request_id, _ in self._work]
        self.close()
        for request_id in cancelled:
            self._emit(CommandFailed(request_id, "Cancelled."))

    def _done(self, request_id: str) -> None:
        self._emit(CommandAccepted(request_id))
        self._emit(ModelsShown(tuple(self._parts.models.everything()), self._parts.models.default))

    def _check(self, command: CheckModel) -> Work:
        yield ModelChecked(command.request_id, (yield from _in_pieces(self._parts.check_model(command.model))))

    def _grade(self, command: GradeModel) -> Work:
        yield ModelGraded(command.request_id, (yield from _in_pieces(self._parts.grade_model(command.model))))

    def _add(self, command: AddModel) -> Work:
        for done, total in self._parts.models.add(Path(command.path), copy=command.copy):
            yield ModelCopied(command.request_id, done, total)
        self._done(command.request_id)


def _in_pieces(work: Generator[object, None, T]) -> Generator[None, None, T]:
    """The work itself, telling nothing of what it yields on the way."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result
        yield None
