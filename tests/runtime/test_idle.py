"""Idle work: what is done first, how it is left at once, and what it saves the next turn."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.scripted import ScriptedModel, say
from desktop_mem.memory.update import QueueFlushed, ReplySent, Yielded
from desktop_mem.runtime.command import EditSection, ForgetDocument, ImportPaths, Search, SendMessage, Stop
from desktop_mem.runtime.idle import IdleWork, Resumable
from desktop_mem.runtime.update import DocumentChanged, SearchFinished


class Counted:
    """Work of some pieces that notes where it was left."""

    def __init__(self, pieces: int) -> None:
        self.pieces = pieces
        self.begun = self.done = self.left = 0

    def __call__(self) -> Generator[int, None, None]:
        self.begun += 1
        try:
            yield from range(self.pieces)
            self.done += 1
        except GeneratorExit:
            self.left += 1
            raise


def test_resumable_work_goes_on_from_where_it_was_left_and_ends_once() -> None:
    work, taken = Counted(3), []
    task = Resumable(work, taken.append)
    assert [task() for _ in range(6)] == [True, True, True, False, False, False]
    assert (taken, work.begun, work.done) == ([0, 1, 2], 1, 1)


def test_cancelled_work_is_closed_at_once_and_begun_anew() -> None:
    work = Counted(3)
    task = Resumable(work)
    task()
    task.cancel()
    assert (work.begun, work.left) == (1, 1)
    while task():
        pass
    assert (work.begun, work.done) == (2, 1)
    task.cancel()
    assert task() is True, "something changed, so it is due again"


def test_work_that_failed_is_begun_anew() -> None:
    def failing() -> Generator[int, None, None]:
        yield 1
        raise EnvironmentFault("The disk is full.", "Free some space.")

    task = Resumable(failing)
    assert task()
    with pytest.raises(EnvironmentFault):
        task()
    assert task(), "it is tried again"


def test_what_is_worth_most_comes_first() -> None:
    first, second = Counted(2), Counted(1)
    order: list[str] = []
    work = IdleWork(Resumable(first, lambda _: order.append("first")), Resumable(second, lambda _: order.append("second")))
    while work.step():
        pass
    assert order == ["first", "first", "second"]
    work.cancel()
    assert work.step()
    assert order[-1] == "first"


def filler(words: int = 60) -> str:
    return "word " * words


def talk(driven, turns: int) -> None:
    """So many turns, with no quiet moment between them."""
    for number in range(turns):
        driven.inbox.put(SendMessage(f"{number} {filler()}"))
        done = len(driven.named("Yielded"))
        while len(driven.named("Yielded")) == done or driven.worker.waiting:
            driven.worker.turn()


def test_past_the_mark_the_queue_is_flushed_while_nobody_waits(drive) -> None:
    """The user does not wait for a flush: it was done when the program had nothing else to do."""
    driven = drive(model=ScriptedModel(default=say(filler(40)), window=2048), paging="assisted")
    context = driven.worker._agent.context
    while context.used < context.plan.warn_at:
        talk(driven, 1)
    driven.updates.clear()
    flushed = driven.until(lambda update: isinstance(update, QueueFlushed))
    assert flushed.tokens_after < context.plan.warn_at
    assert not driven.worker.waiting
    driven.updates.clear()
    talk(driven, 1)
    assert not driven.named("QueueFlushed"), "the turn itself found room"


def test_a_message_cancels_an_early_flush_and_nothing_of_it_stays(drive) -> None:
    driven = drive(model=ScriptedModel(default=say(filler(40)), window=2048, piece=1), paging="assisted")
    agent = driven.worker._agent
    while agent.context.used < agent.context.plan.warn_at:
        talk(driven, 1)
    before = agent.context.queue.addresses
    for _ in range(5):
        driven.worker.turn()
    assert driven.worker._idle._works[2]._work is not None, "the flush has begun"
    driven.updates.clear()
    driven.inbox.put(SendMessage("Are you there?"))
    driven.worker.turn()
    assert driven.worker._idle._works[2]._work is None
    assert agent.context.queue.addresses[: len(before)] == before
    assert agent.context.queue.summary == ""
    driven.until(lambda update: isinstance(update, ReplySent))
    driven.until(lambda update: isinstance(update, QueueFlushed))


def test_a_search_is_served_between_two_pieces_and_does_not_cancel_the_flush(drive) -> None:
    driven = drive(model=ScriptedModel(default=say(filler(40)), window=2048, piece=1), paging="assisted")
    agent = driven.worker._agent
    while agent.context.used < agent.context.plan.warn_at:
        talk(driven, 1)
    for _ in range(5):
        driven.worker.turn()
    begun = driven.worker._idle._works[2]._work
    driven.inbox.put(Search("word"))
    driven.until(lambda update: isinstance(update, SearchFinished))
    assert begun is not None
    assert driven.worker._idle._works[2]._work is begun


def test_a_head_without_room_is_not_flushed_again_and_again(drive) -> None:
    model = ScriptedModel(default=say("All right."), window=2048)
    driven = drive(model=model, paging="assisted")
    talk(driven, 1)
    context = driven.worker._agent.context
    context._head_tokens = context.plan.warn_at
    assert list(driven.worker._agent.flush_early()) == []
    assert len(context.queue.messages) > 0


def test_the_next_prompt_is_read_ahead_after_each_change(drive) -> None:
    driven = drive("Hello.", paging="assisted")
    model = driven.worker._model
    driven.inbox.put(SendMessage("Good morning"))
    driven.until(lambda update: isinstance(update, Yielded))
    while not model.ahead:
        driven.worker.turn()
    assert model.ahead[-1] == driven.worker._agent.context.prompt()
    section = driven.worker._agent.context.working_context.sections[1]
    driven.inbox.put(EditSection(section.label, "My name is Ada.", expected=section.text))
    for _ in range(10):
        driven.worker.turn()
    assert "My name is Ada." in model.ahead[-1][0].text, "the head was rendered anew"
    known = len(model.ahead)
    for _ in range(10):
        driven.worker.turn()
    assert len(model.ahead) == known, "nothing has changed, so nothing is read again"


def test_in_automatic_paging_only_the_head_is_read_ahead(drive) -> None:
    driven = drive("Hello.", paging="automatic")
    driven.inbox.put(SendMessage("Good morning"))
    driven.until(lambda update: isinstance(update, Yielded))
    model = driven.worker._model
    while not model.ahead:
        driven.worker.turn()
    assert [message.role for message in model.ahead[-1]] == ["system"]


def test_a_forgotten_document_leaves_nothing_of_it_in_what_was_read(drive, tmp_path) -> None:
    file = tmp_path / "secret.txt"
    file.write_text("The key is under the blue pot.", encoding="utf-8")
    driven = drive(paging="assisted")
    driven.inbox.put(ImportPaths((str(file),), "i1"))
    stored = driven.until(lambda update: isinstance(update, DocumentChanged) and update.entry.passages > 0)
    driven.worker._model.ahead.clear()
    driven.inbox.put(ForgetDocument(stored.entry.address, confirmed=True))
    driven.until(lambda update: type(update).__name__ == "CommandAccepted" and () in driven.worker._model.ahead)


def test_without_a_model_nothing_is_made_ready(drive) -> None:
    """Idle work without a model must not complain that there is none."""
    from desktop_mem.inference.missing import MissingModel

    driven = drive(model=MissingModel("There is no model."), paging="assisted")
    driven.worker._agent.context._summary_tokens = 10_000
    for _ in range(5):
        driven.worker.turn()
    assert not driven.named("CommandFailed")


def test_a_stop_with_nothing_to_stop_does_not_spoil_the_idle_work(drive) -> None:
    """The early flush would end with an extract in place of the model's summary."""
    driven = drive(paging="assisted")
    driven.inbox.put(Stop())
    driven.worker.turn()
    assert not driven.inbox.stop.is_set()
