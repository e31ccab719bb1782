"""What the engine is doing right now, derived from updates alone, so that no button can ever get stuck."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from desktop_mem.memory.message import Role
from desktop_mem.memory.update import EventAdmitted, FunctionCalled, ReplyStreamed, StepStarted, ThoughtStreamed, TurnFailed, Yielded
from desktop_mem.runtime.update import EmbedderReady, EngineReady, EngineStarting, EngineStopped

STARTING, READY, RESTARTING, STOPPED = "starting", "ready", "restarting", "stopped"
_WORK = (StepStarted, ThoughtStreamed, ReplyStreamed, FunctionCalled)


@dataclass(frozen=True, slots=True)
class JobState:
    """`engine` is `starting`, `ready`, `restarting` or `stopped`; `working` says that a chain runs; `stage` what the start has come to."""

    engine: str = STARTING
    working: bool = False
    stage: str = ""
    stage_text: str = ""
    model: str = ""
    searches_meaning: bool = False
    embedder_fault: str = ""

    def after(self, update: Any) -> JobState:
        """The state once `update` has happened."""
        if isinstance(update, _WORK):
            return self if self.working else replace(self, working=True)
        match update:
            case EventAdmitted(message=message) if message.role is Role.USER:  # other events wait in the queue for the next chain
                return replace(self, working=True)
            case Yielded() | TurnFailed():
                return replace(self, working=False)
            case EngineStarting(stage="embedder", text=text) if self.engine == READY:
                return replace(self, stage="embedder", stage_text=text)
            case EngineStarting(stage=stage, text=text):
                return replace(self, engine=STARTING, working=False, stage=stage, stage_text=text)
            case EngineReady(model=model):
                # A window may ask for the state at any time: an engine that was ready goes on with what it was doing.
                return replace(self, engine=READY, model=model, working=self.working and self.engine == READY)
            case EmbedderReady(fault=fault):
                return replace(self, searches_meaning=not fault, embedder_fault=fault)
            case EngineStopped(restarting=restarting):
                return JobState(engine=RESTARTING if restarting else STOPPED)
        return self
