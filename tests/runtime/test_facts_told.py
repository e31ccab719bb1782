"""Facts that the user told outlive any model: one that never calls a function, answers invalid calls, runs out of time, or is not there."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.scripted import ScriptedModel, say
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.update import QueueFlushed, Yielded
from desktop_mem.runtime.command import SendMessage

TALK = "Tell me more about the weather in the mountains, the forests and the long rivers of the north, please."
INVALID = FunctionCall("core_memory_replace", {"label": "nobody", "old_content": "x", "new_content": "y"}, "", True)


class Deaf(ScriptedModel):
    """A model whose time is over before it has said anything."""

    def generate(self, *_: Any, **__: Any) -> Generator[str, None, Any]:
        yield ""
        raise EnvironmentFault("The model took longer than it may.", "Choose a smaller one.")


def no_model() -> ScriptedModel:
    raise EnvironmentFault("The model file x.gguf does not exist.", "Choose another model.")


def send(driven: Any, text: str) -> None:
    """Send a message and wait for the end of its turn."""
    ended = len(driven.named("Yielded"))
    driven.inbox.put(SendMessage(text))
    driven.until(lambda update: isinstance(update, Yielded) and len(driven.named("Yielded")) > ended)


@pytest.mark.parametrize("paging", ["assisted", "automatic"])
@pytest.mark.parametrize("kind", ["no calls", "invalid calls", "out of time", "none"])
def test_told_facts_survive_two_flushes_and_are_found_by_the_next_question(drive, paging: str, kind: str) -> None:
    """Over real stores and a restart of the program."""
    models = {"no calls": ScriptedModel(default=say("I see.")), "invalid calls": ScriptedModel(default=INVALID), "out of time": Deaf()}
    replaced = {"load_model": no_model} if kind == "none" else {}
    driven = drive(model=models.get(kind), paging=paging, **replaced)
    send(driven, "My name is Anna and I am allergic to penicillin.")
    flushes_come = paging == "assisted" and kind != "none"
    for _ in range(150 if flushes_come else 5):
        send(driven, TALK)
        if len(driven.named("QueueFlushed")) == 2:
            break
    assert sum(isinstance(update, QueueFlushed) for update in driven.updates) == (2 if flushes_come else 0)
    driven.worker.close()
    driven = drive(model=models.get(kind), paging=paging, **replaced)
    context = driven.worker._agent.context
    assert context.working_context.section("human").text == "Name: Anna\nAllergic to penicillin"
    send(driven, "What am I allergic to?")
    assert "Allergic to penicillin" in context.prompt()[0].text
    if kind == "none":
        assert "“Allergic to penicillin” [w:human]" in driven.named("ReplySent")[-1].message.text
