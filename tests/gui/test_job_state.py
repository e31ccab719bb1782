"""The job state: derived from updates, never stuck."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_mem.gui.job_state import READY, RESTARTING, STARTING, STOPPED, JobState
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.update import EventAdmitted, ReplyStreamed, StepStarted, TurnFailed, Yielded
from desktop_mem.runtime.update import CommandFailed, EmbedderReady, EngineReady, EngineStarting, EngineStopped

IDLE = JobState(READY, model="tiny")
BUSY = replace(IDLE, working=True)


@pytest.mark.parametrize(
    ("state", "update", "expected"),
    [
        (JobState(), EngineStarting("model", "Loading"), JobState(STARTING, stage="model", stage_text="Loading")),
        (JobState(), EngineReady("tiny", 2048), IDLE),
        (IDLE, StepStarted(0, ()), BUSY),
        (IDLE, ReplyStreamed("x"), BUSY),
        (BUSY, Yielded(2), IDLE),
        (BUSY, TurnFailed("No model."), IDLE),
        (BUSY, EngineReady("tiny", 2048), BUSY),
        (BUSY, EngineStopped("Killed.", restarting=True), JobState(RESTARTING)),
        (BUSY, EngineStopped("Killed.", restarting=False), JobState(STOPPED)),
        (JobState(RESTARTING), EngineReady("tiny", 2048), IDLE),
        (IDLE, EmbedderReady("mini"), replace(IDLE, searches_meaning=True)),
        (IDLE, EmbedderReady("mini", "Not found."), replace(IDLE, embedder_fault="Not found.")),
        (BUSY, CommandFailed("r", "No."), BUSY),
    ],
)
def test_after(state: JobState, update: object, expected: JobState) -> None:
    assert state.after(update) == expected


def test_the_embedder_loading_does_not_make_a_ready_engine_start_again() -> None:
    assert IDLE.after(EngineStarting("embedder")).engine == READY


@pytest.mark.parametrize(("role", "working"), [(Role.USER, True), (Role.EVENT, False)])
def test_only_what_the_user_says_starts_work(script, role, working) -> None:
    assert IDLE.after(EventAdmitted(Message(role, "Hi", script.user(1, "").created_at))).working is working
