"""Events and interrupts: what is more urgent comes first, what was suspended goes on, and nothing is lost."""

from __future__ import annotations

from datetime import timedelta

from desktop_mem.inference.scripted import call_json, say
from desktop_mem.memory.event import DocumentsStored, Login, Priority, UserMessage
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.reminder import Reminder, When
from desktop_mem.memory.update import (
    ChainResumed,
    ChainSuspended,
    ContextMeasured,
    EventAdmitted,
    FunctionCalled,
    ReminderFell,
    ReplySent,
    ReplyStreamed,
    StepStarted,
    StillWorking,
    ThoughtStreamed,
    Yielded,
)


def search(query: str, thought: str = "") -> FunctionCall:
    return FunctionCall("conversation_search", {"query": query, "page": 1}, thought, True)


def by_event(prompt):
    """A model that answers the newest thing that was said to it."""
    text = next(m.text for m in reversed(prompt) if m.role in ("user", "function") and not m.text.startswith(("ok", "failed")))
    if "minutes to drink" in text:
        if prompt[-1].text.startswith("ok: r"):
            return say("I will.")
        return FunctionCall("set_reminder", {"when": "in 5 minutes", "message": "drink water"}, "", True)
    if "page 3" in text and "Now go on" not in text:
        return say("Page 3 is about Bergen.")
    if "Reminder r" in text:
        return say("It is time to stretch.")
    searches = sum("conversation_search" in m.text and m.role == "assistant" for m in prompt)
    return search(f"rome {searches}") if searches < 3 else say("You went to Rome in 2019.")


def drive(world, at):
    """Run all chains, doing `at(world, update)` after each update; all updates."""
    updates = []
    while world.agent.waiting:
        for update in world.agent.answer():
            updates.append(update)
            at(world, update)
            updates += world.agent.remind()
    return updates


def story(updates) -> list[str]:
    """What happened, in short."""
    told = []
    for u in updates:
        match u:
            case EventAdmitted(message=m):
                told.append(f"begin {m.address}")
            case ChainSuspended(address=address, by=by):
                told.append(f"suspend {address} for {by}")
            case ChainResumed(address=address):
                told.append(f"resume {address}")
            case ReminderFell(reminder=r):
                told.append(f"fell: {r.message}")
            case FunctionCalled(message=m):
                told.append(m.call.function)
            case ReplySent(message=m):
                told.append(f"{m.turn}: {m.text.splitlines()[0]}")
            case _:
                pass
    return told


def test_the_timeline_of_a_chain_a_reminder_and_two_messages(make_world) -> None:
    """A chain of searches runs, a reminder falls due, the user writes twice; the order is: the reminder, the message that names a
    time, the other message, the chain.
    """
    world = make_world(default=by_event, paging="model", max_steps=8)
    due = world.clock.now() + timedelta(minutes=10)
    world.stores.reminders.add(Reminder("stretch", "in 10 minutes", When(due), starts=due, created_at=world.clock.now()))
    world.restart()

    def meanwhile(world, update) -> None:
        if isinstance(update, FunctionCalled) and update.message.call == search("rome 1"):
            world.clock.advance(timedelta(minutes=30))
        elif isinstance(update, ContextMeasured) and len(world.agent.waiting) == 2:
            world.agent.accept(UserMessage("what is on page 3?", "u2"))
            world.agent.accept(UserMessage("remind me in 5 minutes to drink water", "u3"))

    world.agent.accept(UserMessage("When did I go to Rome?", "u1"))
    [rome] = world.agent.waiting
    told = story(drive(world, meanwhile))
    page, drink = (m.address for m in world.stores.recall.all() if m.request_id in ("u2", "u3"))
    due = next(m.address for m in world.stores.recall.all() if m.text.startswith("Reminder r1 is due"))
    assert told == [
        f"begin {rome}",
        "conversation_search",
        "conversation_search",
        "fell: stretch",
        f"suspend {rome} for {due}",
        f"begin {due}",
        f"{due}: It is time to stretch.",
        f"begin {drink}",
        "set_reminder",
        f"{drink}: I will.",
        f"begin {page}",
        f"{page}: Page 3 is about Bergen.",
        f"resume {rome}",
        "conversation_search",
        f"{rome}: You went to Rome in 2019.",
    ]
    assert [r.message for r in world.stores.reminders.waiting()] == ["drink water"]
    assert world.agent.waiting == ()
    assert [m.text for m in world.stores.recall.all() if m.role == "user"] == [
        "When did I go to Rome?", "what is on page 3?", "remind me in 5 minutes to drink water",
    ]  # fmt: skip


def test_messages_in_a_row_are_answered_in_their_order(make_world) -> None:
    world = make_world(default=lambda prompt: say(f"To: {prompt[-1].text.splitlines()[-1]}"))
    for text in ("hi", "my name is Bob", "I live in Rome"):
        world.agent.accept(UserMessage(text))
    assert world.replies(world.settle()) == ["To: hi", "To: my name is Bob", "To: I live in Rome"]


def test_a_message_that_names_a_time_comes_first(make_world) -> None:
    world = make_world(default=lambda prompt: say(f"To: {prompt[-1].text.splitlines()[-1]}"))
    for text in ("hi", "call me back in 5 minutes"):
        world.agent.accept(UserMessage(text))
    assert world.replies(world.settle()) == ["To: call me back in 5 minutes", "To: hi"]


def test_a_user_message_cuts_the_generation_of_a_chain_that_goes_on(make_world) -> None:
    """What was generated of the cut call is thrown away; the chain makes it again afterwards."""
    long_thought = search("b", "I wonder where this was said, and when, and by whom. " * 3)
    world = make_world(search("a"), long_thought, say("Second."), long_thought, say("First."))
    world.agent.accept(UserMessage("one"))
    said = []

    def meanwhile(world, update) -> None:
        said.append(update)
        steps = sum(isinstance(u, StepStarted) for u in said)
        if isinstance(update, ThoughtStreamed) and steps == 2 and len(world.agent.waiting) == 1:
            world.agent.accept(UserMessage("two"))

    told = story(drive(world, meanwhile))
    assert told == [
        "begin m1", "conversation_search", "suspend m1 for m4", "begin m4", "m4: Second.", "resume m1", "conversation_search", "m1: First.",
    ]  # fmt: skip
    assert call_json(long_thought) in [m.prompt_text for m in world.stores.recall.all()]


def test_a_reply_that_is_being_read_is_not_cut(make_world) -> None:
    world = make_world(search("a"), say("A long reply. " * 20), say("Second."))
    world.agent.accept(UserMessage("one"))

    def meanwhile(world, update) -> None:
        if isinstance(update, ReplyStreamed) and len(world.agent.waiting) == 1 and "A long" in update.text:
            world.agent.accept(UserMessage("two"))

    assert story(drive(world, meanwhile)) == ["begin m1", "conversation_search", f"m1: {'A long reply. ' * 20}", "begin m4", "m4: Second."]


def test_what_the_program_started_gives_way_to_the_user(make_world) -> None:
    """The documents' chain has made a call and is suspended; the login's has not begun."""
    world = make_world(search("a"), say("Hello."), say("I read it."), say("Welcome back."))
    world.agent.accept(Login("2026-03-01 10:00+01:00"))
    world.agent.accept(DocumentsStored((("d1", "a.pdf"),), 3))

    def meanwhile(world, update) -> None:
        if isinstance(update, FunctionCalled):
            world.agent.accept(UserMessage("hi"))

    assert story(drive(world, meanwhile)) == [
        "begin m2", "conversation_search", "suspend m2 for m5", "begin m5", "m5: Hello.", "resume m2", "m2: I read it.", "begin m1",
        "m1: Welcome back.",
    ]  # fmt: skip


def test_a_suspended_chain_is_taken_up_after_a_restart(make_world) -> None:
    world = make_world(search("a"), say("Second."), say("First."))
    world.agent.accept(UserMessage("one"))
    for update in world.agent.answer():
        if isinstance(update, FunctionCalled):
            world.agent.accept(UserMessage("two"))
    assert [(e.address, e.steps, e.suspended) for e in world.agent._manager.agenda.events] == [("m1", 1, True), ("m4", 0, False)]
    world.restart()
    assert story(world.settle()) == ["begin m4", "m4: Second.", "resume m1", "m1: First."]
    note = next(m for m in world.stores.recall.all() if m.text.startswith("Now go on with"))
    assert note.text == "Now go on with m1, which still waits for its answer: one"
    assert note.turn == "m1"


def test_every_message_of_a_chain_names_its_turn(make_world) -> None:
    world = make_world(search("a"), say("Second."), say("First."))
    world.agent.accept(UserMessage("one"))
    for update in world.agent.answer():
        if isinstance(update, FunctionCalled):
            world.agent.accept(UserMessage("two"))
    world.settle()
    turns = {m.address: (m.role.value, m.turn) for m in world.stores.recall.all()}
    assert turns == {
        "m1": ("user", ""),
        "m2": ("assistant", "m1"),
        "m3": ("function", "m1"),
        "m4": ("user", ""),
        "m5": ("assistant", "m4"),
        "m6": ("event", "m1"),
        "m7": ("assistant", "m1"),
    }


def test_the_steps_of_a_chain_are_counted_across_its_suspensions(make_world) -> None:
    world = make_world(default=lambda prompt: search(str(len(prompt))) if "two" not in prompt[-1].text else say("Yes."), max_steps=3)
    world.agent.accept(UserMessage("one"))
    steps = []

    def meanwhile(world, update) -> None:
        if isinstance(update, StepStarted):
            steps.append(update.step)
        if isinstance(update, FunctionCalled) and update.message.turn == "m1" and len(steps) < 3:
            world.agent.accept(UserMessage("two"))

    updates = drive(world, meanwhile)
    assert max(u.steps for u in updates if isinstance(u, Yielded)) == 3
    assert type(updates[-3]).__name__ == "TurnFailed"


def test_a_place_to_serve_others_comes_while_the_prompt_is_read(make_world) -> None:
    world = make_world(say("Yes."))
    generate = world.model.generate

    def reading(prompt, schema, most, *, variation=0):
        yield ""
        yield ""
        return (yield from generate(prompt, schema, most, variation=variation))

    world.model.generate = reading
    assert sum(isinstance(u, StillWorking) for u in world.handle("Hi")) == 2


def test_a_login_is_told_after_an_hour_away_and_not_before(make_world) -> None:
    world = make_world(say("Hello."), say("Welcome back."))
    world.agent.log_in()
    assert world.agent.waiting == ()
    world.handle("Hi")
    world.restart()
    world.agent.log_in()
    assert world.agent.waiting == ()
    world.clock.advance(timedelta(hours=9))
    world.restart()
    world.agent.log_in()
    assert world.replies(world.settle()) == ["Welcome back."]
    assert "The user opened the program. Last seen: 2026-03-02 09:00+01:00." in [m.text for m in world.stores.recall.all()]


def test_timed_heartbeats_come_when_nothing_happens_and_can_be_paused(make_world) -> None:
    pause = FunctionCall("pause_heartbeats", {"minutes": 60})
    world = make_world(say("Hello."), pause, say("Thinking."), heartbeat_minutes=30)
    world.handle("Hi")
    assert not world.agent.beat()
    world.clock.advance(timedelta(minutes=31))
    assert world.agent.beat()
    assert world.agent._manager.agenda.first.priority == Priority.HEARTBEAT
    assert world.results(world.settle()) == ["ok: no timed heartbeat before 10:31 on Monday 2026-03-02."]
    world.clock.advance(timedelta(minutes=40))
    world.restart()
    assert not world.agent.beat()
    world.clock.advance(timedelta(minutes=40))
    assert world.agent.beat()


def test_without_timed_heartbeats_there_is_nothing_to_pause(make_world) -> None:
    world = make_world(say("Hello."))
    [allowed] = [u.allowed for u in world.handle("Hi") if isinstance(u, StepStarted)]
    assert "pause_heartbeats" not in allowed
    assert "pause_heartbeats" not in world.model.prompts[0][0].text
    world.clock.advance(timedelta(days=3))
    assert not world.agent.beat()
