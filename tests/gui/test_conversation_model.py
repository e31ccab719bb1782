"""The conversation model: tables of updates and the rows they make."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from desktop_mem.gui.conversation.model import ConversationModel, plain_text
from desktop_mem.gui.conversation.row import RowKind, RowState
from desktop_mem.gui.conversation.rows import Rows
from desktop_mem.gui.conversation.stored_rows import rows_of
from desktop_mem.gui.wording import time_words
from desktop_mem.memory.event import DocumentsStored, ReminderDue, TimedHeartbeat, resumption, text_of
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.reminder import Reminder, ReminderState, When
from desktop_mem.memory.topic import Topic
from desktop_mem.memory.update import (
    ChainResumed,
    ChainSuspended,
    EventAdmitted,
    FunctionCalled,
    MessageReplaced,
    PagedIn,
    QueueFlushed,
    ReminderFell,
    ReminderSet,
    ReplySent,
    ReplyStreamed,
    StepStarted,
    ThoughtStreamed,
    TopicSwitched,
    TurnFailed,
    TurnUndone,
    Yielded,
)
from desktop_mem.runtime.command import EditAndResend, SendMessage, ShowHistory, UndoTurn
from desktop_mem.runtime.update import CommandAccepted, CommandFailed, EngineStopped, HistoryShown
from tests.gui.conftest import AT

U, R, T, E, F = RowKind.USER, RowKind.REPLY, RowKind.TRACE, RowKind.EVENT, RowKind.FAULT
REMINDER, TOPIC = RowKind.REMINDER, RowKind.TOPIC
DUE = AT.replace(hour=15, minute=5)
WATER = Reminder("drink water", "in an hour", When(DUE), DUE, AT, "r1", "m1")


@pytest.fixture
def model(qapp: Any, qtmodeltester: Any) -> Any:
    made = ConversationModel()
    yield made
    qtmodeltester.check(made, force_py=True)


def shown(model: ConversationModel) -> list[tuple[RowKind, str, RowState]]:
    return [(row.kind, row.text, row.state) for row in model.rows]


def play(model: ConversationModel, *updates: Any) -> None:
    for update in updates:
        model.take(update)


def test_a_turn_streams_and_settles_with_its_trace_below(model, script) -> None:
    play(
        model,
        EventAdmitted(script.user(1, "Who is my dentist?")),
        StepStarted(0, ("send_message",)),
        ThoughtStreamed("They "),
        ThoughtStreamed("ask."),
    )
    assert shown(model) == [(U, "Who is my dentist?", ""), (T, "They ask.", "")]
    play(model, script.called("conversation_search", "m8: Dr. Okafor", query="dentist", thought="They ask."), StepStarted(1, ()))
    play(model, ReplyStreamed("Dr. "), ReplyStreamed("Oka"))
    assert shown(model)[1:] == [(R, "Dr. Oka", "streaming"), (T, "", "")]
    play(model, ReplySent(script.reply(4, "Dr. Okafor.")), script.called("send_message", "sent", thought="found: m8"), Yielded(2))
    assert shown(model) == [(U, "Who is my dentist?", ""), (R, "Dr. Okafor.", ""), (T, "", "")]
    assert [(step.function, step.thought, step.result, step.ok) for step in model.rows[2].steps] == [
        ("conversation_search", "They ask.", "m8: Dr. Okafor", True),
        ("send_message", "found: m8", "sent", True),
    ]
    assert not model.rows[2].live


def test_a_bare_answer_without_a_thought_leaves_no_trace(model, script) -> None:
    play(model, EventAdmitted(script.user(1, "Hi")), StepStarted(0, ()), ReplyStreamed("Hello"), ReplySent(script.reply(2, "Hello")))
    play(model, script.called("send_message", "sent"), Yielded(1))
    assert shown(model) == [(U, "Hi", ""), (R, "Hello", "")]


@pytest.mark.parametrize(
    ("updates", "state", "words"),
    [
        (["sent-stopped"], RowState.STOPPED, "stopped"),
        (["sent-length"], RowState.LENGTH, "cut short: the answer grew too long"),
        ([EngineStopped("Killed.", restarting=True)], RowState.LOST, "cut short: the engine stopped"),
        ([Yielded(1)], RowState.CUT, "cut short"),
    ],
)
def test_a_reply_that_ended_early_says_so(model, script, updates, state, words) -> None:
    play(model, StepStarted(0, ()), ReplyStreamed("The contract"))
    made = {
        "sent-stopped": ReplySent(script.reply(2, "The contract"), "stopped"),
        "sent-length": ReplySent(script.reply(2, "The contract"), "length"),
    }
    play(model, *[made.get(update, update) if isinstance(update, str) else update for update in updates])
    row = next(row for row in model.rows if row.kind is R)
    assert (row.text, row.state, model.state_words(row)) == ("The contract", state, words)


def test_messages_wait_behind_the_turn_until_they_are_admitted(model, script) -> None:
    first, second = SendMessage("One"), SendMessage("Two")
    model.take_sent(first)
    assert [model.state_words(row) for row in model.rows] == ["Sending…"]
    play(model, CommandAccepted(first.request_id), EventAdmitted(script.user(1, "One", request_id=first.request_id)), StepStarted(0, ()))
    model.take_sent(second)
    play(model, CommandAccepted(second.request_id), ReplyStreamed("Re: one"))
    assert shown(model) == [(U, "One", ""), (R, "Re: one", "streaming"), (T, "", ""), (U, "Two", "accepted")]
    assert model.state_words(model.rows[3]) == "Waiting its turn"
    play(model, ReplySent(script.reply(2, "Re: one")), Yielded(1), EventAdmitted(script.user(3, "Two", request_id=second.request_id)))
    assert shown(model) == [(U, "One", ""), (R, "Re: one", ""), (U, "Two", "")]


def test_a_refused_message_keeps_its_text_and_says_why(model) -> None:
    command = SendMessage("Hello")
    model.take_sent(command)
    model.take(CommandFailed(command.request_id, "The disk is full."))
    assert shown(model) == [(U, "Hello", "not sent")]
    assert model.state_words(model.rows[0]) == "Not sent: The disk is full."


def test_a_failed_turn_is_a_row_with_the_reason(model) -> None:
    play(model, StepStarted(0, ()), TurnFailed("No model is loaded. Add one."), Yielded())
    assert shown(model) == [(F, "No model is loaded. Add one.", "")]


def test_a_message_sent_again_after_a_crash_is_shown_once(model, script) -> None:
    play(model, EventAdmitted(script.user(1, "Hi", request_id="r")), EventAdmitted(script.user(1, "Hi", request_id="r")))
    assert shown(model) == [(U, "Hi", "")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("two", "Stored: a b.pdf, c (x).md. You can ask about the content any time."),
        ("many", "Stored: a b.pdf, c (x).md, 20.txt, 21.txt, 22.txt and 1 more. You can ask about the content any time."),
        ("The user opened the program. Last seen: never.", "You opened the program."),
        ("Something new.", "Something new."),
    ],
)
def test_events_are_told_in_human_words(model, script, text, words) -> None:
    names = (("d7", "a b.pdf"), ("d8", "c (x).md"))
    stored = {"two": names, "many": (*names, *[(f"d{n}", f"{n}.txt") for n in range(20, 24)])}.get(text)
    if stored:
        text = text_of(DocumentsStored(stored, 188))
    model.take(EventAdmitted(Message(Role.EVENT, text, script.user(1, "").created_at, "m1")))
    assert shown(model) == [(E, words, "")]


def test_page_in_and_flush_are_told(model, script) -> None:
    hit = Hit("p8", "Ground water at 2.4 m", script.user(1, "").created_at, 0.8, citation="soil.pdf, page 7")
    play(model, PagedIn("m4", (hit,)), QueueFlushed(("m1",), 100, 50, "s", "s1", "model"))
    assert model.rows[0].steps[0].result == "soil.pdf, page 7: Ground water at 2.4 m"
    assert model.rows[1].kind is E


def test_stored_calls_fold_under_their_reply(script) -> None:
    rows = Rows(
        rows_of(
            [
                script.user(1, "Dentist?"),
                script.call(2, "conversation_search", "Look.", query="dentist"),
                script.result(3, "failed: nothing found"),
                script.reply(4, "I do not know.", thought="found: nothing"),
                script.result(5, "ok: sent"),
                script.user(6, "Hi"),
                script.reply(7, "Hello"),
            ]
        )
    )
    assert [(row.kind, row.text) for row in rows] == [(U, "Dentist?"), (R, "I do not know."), (T, ""), (U, "Hi"), (R, "Hello")]
    assert [(s.function, s.arguments, s.result, s.ok) for s in rows[2].steps] == [
        ("conversation_search", "Looked for: dentist", "nothing found", False),
        ("send_message", "", "", True),
    ]
    assert plain_text(rows[2]) == "Searched the conversation\nLook.\nLooked for: dentist\nnothing found\nAnswered you\nfound: nothing"


def test_what_is_told_of_unmade_rows_is_what_they_become(script) -> None:
    """Ordinary turns are told of unmade, any other is made at once; either way every row is there, with its kind, text and address."""
    stored = [
        script.user(1, "Hi"),
        script.reply(2, "Hello"),
        script.user(3, "Dentist?"),
        event(4, "[m0 2026-03-01 user] Dr. Okafor.", turn="m3"),
        script.call(5, "conversation_search", "Look.", query="dentist"),
        script.result(6, "ok: nothing"),
        script.reply(7, "Dr. Okafor."),
        script.user(8, "Thanks"),
        script.reply(9, "Gladly.", thought="They are content."),
        script.user(10, "No answer"),
        script.user(11, resumption("m1", "A user may write this too.")),
        event(12, text_of(TimedHeartbeat(30))),
        script.reply(13, "Quiet here."),
        script.user(14, "Twice?"),
        script.reply(15, "Once."),
        script.reply(16, "Twice.", thought="Again."),
    ]
    told = rows_of(stored)
    made = Rows(told)
    assert [type(each).__name__ for each in told] == ["Unmade"] * 8 + ["Row"] * 2 + ["Row"] * 2 + ["Row"] * 4
    assert [(row.kind, row.text, row.address, row.turn) for row in told] == [(r.kind, r.text, r.address, r.turn) for r in made]
    assert [row.text for row in made if row.kind is not T][:3] == ["Hi", "Hello", "Dentist?"]
    assert [len(row.steps) for row in made if row.kind is T] == [3, 1, 1]
    assert made.glances() == list(made)


def test_history_comes_in_pages_and_keeps_what_waits(model, script) -> None:
    newest, older, waiting = ShowHistory(2), ShowHistory(2, "m3"), SendMessage("And now?")
    model.take_sent(newest)
    model.take_sent(waiting)
    play(model, HistoryShown(newest.request_id, (script.user(3, "C"), script.reply(4, "D")), True))
    assert model.older_known
    assert model.oldest_address() == "m3"
    model.take_sent(older)
    play(model, HistoryShown(older.request_id, (script.user(1, "A"), script.reply(2, "B")), False), HistoryShown("of another", (), True))
    assert [row.text for row in model.rows] == ["A", "B", "C", "D", "And now?"]
    assert not model.older_known


def test_days_begin_with_a_heading(model, script) -> None:
    request = ShowHistory()
    model.take_sent(request)
    messages = (script.user(1, "A"), script.reply(2, "B", minutes=3), script.user(3, "C", minutes=24 * 60))
    play(model, HistoryShown(request.request_id, messages, False))
    assert [model.starts_day(place) for place in range(3)] == [True, False, True]


# -- turns that give way to one another, and what the user takes back -----------------------------------------------------


def answered(script: Any, number: int, text: str, turn: str) -> ReplySent:
    return ReplySent(replace(script.reply(number, text), turn=turn))


def event(number: int, text: str, *, turn: str = "") -> Message:
    return Message(Role.EVENT, text, AT, f"m{number}", turn=turn)


def looked_up(script: Any, number: int, turn: str) -> FunctionCalled:
    return FunctionCalled(
        replace(script.call(number, "conversation_search", query="x"), turn=turn), True, "nothing said before matches 'x'."
    )


def texts(model: ConversationModel) -> list[str]:
    return [row.text for row in model.rows if row.kind is not T]


def one_turn(script: Any) -> list[Any]:
    return [
        EventAdmitted(script.user(1, "Dentist?")),
        StepStarted(0, ()),
        looked_up(script, 2, "m1"),
        StepStarted(1, ()),
        answered(script, 4, "Dr. Okafor.", "m1"),
        Yielded(2),
    ]


def test_a_suspended_chain_waits_and_its_answer_comes_under_its_question(model, script) -> None:
    play(model, EventAdmitted(script.user(1, "Plan my week.")), StepStarted(0, ()), looked_up(script, 2, "m1"), ThoughtStreamed("Hm"))
    play(model, ChainSuspended("m1", "m5"), EventAdmitted(script.user(5, "Stop the oven at 3!")))
    assert [(row.text, model.state_words(row)) for row in model.rows if row.kind is U] == [
        ("Plan my week.", "Waiting: something more urgent came first"),
        ("Stop the oven at 3!", ""),
    ]
    play(model, StepStarted(0, ()), ReplyStreamed("I "), answered(script, 6, "I will.", "m5"), Yielded(1))
    play(model, ChainResumed("m1"), StepStarted(1, ()), ReplyStreamed("Mon"))
    assert shown(model) == [
        (U, "Plan my week.", ""),
        (R, "Mon", "streaming"),
        (T, "", ""),
        (U, "Stop the oven at 3!", ""),
        (R, "I will.", ""),
    ]
    play(model, answered(script, 8, "Monday: rest.", "m1"), Yielded(2))
    assert texts(model) == ["Plan my week.", "Monday: rest.", "Stop the oven at 3!", "I will."]
    assert len([row for row in model.rows if row.kind is T]) == 1


def test_answers_in_another_order_stand_under_their_questions(model, script) -> None:
    first, second = SendMessage("One"), SendMessage("Two, at three o'clock")
    for command in (first, second):
        model.take_sent(command)
        model.take(CommandAccepted(command.request_id))
    play(
        model, EventAdmitted(script.user(2, second.text, request_id=second.request_id)), StepStarted(0, ()), answered(script, 3, "2", "m2")
    )
    play(model, Yielded(1), EventAdmitted(script.user(1, "One", request_id=first.request_id)), StepStarted(0, ()))
    play(model, answered(script, 4, "1", "m1"), Yielded(1))
    assert texts(model) == [second.text, "2", "One", "1"]


def test_an_answer_begun_in_the_wrong_place_moves_under_its_question(model, script) -> None:
    """After a crash the engine goes on with a chain without a word on which message it answers."""
    model.take_sent(request := ShowHistory(5))
    play(model, HistoryShown(request.request_id, (script.user(1, "One"), script.user(2, "Two")), False))
    play(model, StepStarted(1, ()), ReplyStreamed("For"))
    assert texts(model) == ["One", "For", "Two"]
    play(model, answered(script, 3, "For two.", "m2"), Yielded(1))
    assert texts(model) == ["One", "Two", "For two."]


def test_a_chain_without_a_question_answers_at_the_end(model, script) -> None:
    play(model, *one_turn(script), EventAdmitted(event(5, "The user opened the program. Last seen: never.")), StepStarted(0, ()))
    play(model, ReplyStreamed("Wel"), answered(script, 6, "Welcome back.", "m5"), Yielded(1))
    assert shown(model)[-2:] == [(E, "You opened the program.", ""), (R, "Welcome back.", "")]


def test_a_retried_answer_goes_and_the_new_one_comes_under_the_same_message(model, script) -> None:
    play(model, EventAdmitted(script.user(0, "Nobody answered this.")), TurnFailed("No model."), Yielded(), *one_turn(script))
    play(model, TurnUndone("m1", ("m2", "m3", "m4")))
    assert texts(model) == ["Nobody answered this.", "No model.", "Dentist?"]
    play(model, StepStarted(0, ()), ReplyStreamed("Dr"))
    assert shown(model)[-3:] == [(U, "Dentist?", ""), (R, "Dr", "streaming"), (T, "", "")]
    play(model, answered(script, 5, "Dr. Brown.", "m1"), Yielded(1))
    assert texts(model) == ["Nobody answered this.", "No model.", "Dentist?", "Dr. Brown."]


def test_an_undone_turn_goes_with_its_trace_and_says_what_stayed(model, script) -> None:
    play(model, *one_turn(script))
    assert [row.kind for row in model.rows] == [U, R, T]
    play(model, TurnUndone("m1", ("m1", "m2", "m3", "m4"), ("The section “About you” was changed since then and stays as it is.",)))
    assert shown(model) == [(E, "The section “About you” was changed since then and stays as it is.", "")]


def test_a_running_turn_can_be_undone(model, script) -> None:
    play(model, *one_turn(script), EventAdmitted(script.user(7, "More")), StepStarted(0, ()), ReplyStreamed("Ye"))
    play(model, ReplySent(replace(script.reply(8, "Ye"), turn="m7"), "stopped"), Yielded(1), TurnUndone("m7", ("m7", "m8")))
    assert texts(model) == ["Dentist?", "Dr. Okafor."]


def test_edit_and_resend_puts_the_new_message_in_the_place_of_the_old(model, script) -> None:
    play(model, *one_turn(script))
    model.take_sent(command := EditAndResend("Which dentist?"))
    assert shown(model)[-1] == (U, "Which dentist?", "waiting")
    play(model, TurnUndone("m1", ("m1", "m2", "m3", "m4")), CommandAccepted(command.request_id))
    assert shown(model) == [(U, "Which dentist?", "accepted")]
    play(model, EventAdmitted(script.user(6, "Which dentist?", request_id=command.request_id)))
    assert shown(model) == [(U, "Which dentist?", "")]
    model.take_sent(refused := EditAndResend("x"))
    model.take(CommandFailed(refused.request_id, "Not done: nothing has been said yet."))
    assert model.state_words(model.rows[-1]) == "Not sent: Not done: nothing has been said yet."


def test_a_rewritten_reply_and_a_new_thought_take_the_place_of_the_old(model, script) -> None:
    play(model, *one_turn(script))
    play(model, MessageReplaced("m4", replace(script.reply(9, "Dr. Brown.", thought="Mine."), turn="m1")))
    assert [(row.text, row.address) for row in model.rows if row.kind is R] == [("Dr. Brown.", "m9")]
    play(model, MessageReplaced("m2", replace(script.call(10, "conversation_search", "Look again."), turn="m1")))
    assert [(step.thought, step.address) for step in model.rows[-1].steps] == [("Look again.", "m10")]


def test_a_thought_given_to_a_bare_answer_gets_a_trace(model, script) -> None:
    play(model, EventAdmitted(script.user(1, "Hi")), StepStarted(0, ()), answered(script, 2, "Hello", "m1"), Yielded(1))
    play(model, MessageReplaced("m2", script.reply(3, "Hello", thought="They greet.")))
    assert [(row.kind, row.address) for row in model.rows] == [(U, "m1"), (R, "m3"), (T, "")]
    assert model.rows[2].steps[0].thought == "They greet."


def test_a_reminder_shows_at_once_and_stands_once(model, script) -> None:
    play(model, EventAdmitted(script.user(1, "Hi")), StepStarted(0, ()), ReplyStreamed("Hel"))
    message = event(7, text_of(ReminderDue("r1", "drink water", "Tuesday 2026-03-03 15:05 +0100")))
    play(model, ReminderFell(message, WATER, DUE), ReplyStreamed("lo"))
    assert [(row.kind, row.text) for row in model.rows if row.kind is not T] == [
        (U, "Hi"),
        (R, "Hello"),
        (REMINDER, f"Reminder: drink water · due {time_words(DUE)}"),
    ]
    play(model, answered(script, 2, "Hello", "m1"), Yielded(1), EventAdmitted(message), StepStarted(0, ()))
    play(model, answered(script, 8, "Time to drink.", "m7"), Yielded(1))
    assert texts(model) == ["Hi", "Hello", f"Reminder: drink water · due {time_words(DUE)}", "Time to drink."]


def test_a_reminder_tells_what_was_missed_and_of_which_day_it_is(model) -> None:
    message = replace(event(7, ""), created_at=DUE + timedelta(days=2))
    model.take(ReminderFell(message, WATER, DUE, 3))
    assert model.rows[0].text == f"Reminder: drink water · due Tuesday, March 3, 2026 {time_words(DUE)} · missed before: 3"


@pytest.mark.parametrize("missed", [0, 2])
@pytest.mark.parametrize("text", ["drink water", "say: (it is) 5.", "two\nlines"])
def test_a_stored_reminder_shows_as_it_did(model, missed: int, text: str) -> None:
    stored = event(7, text_of(ReminderDue("r1", text, f"{DUE:%A %Y-%m-%d %H:%M %z}", missed)))
    model.take(ReminderFell(stored, replace(WATER, message=text), DUE, missed))
    model.take_sent(request := ShowHistory(5))
    shown_live = model.rows[0].text
    play(model, HistoryShown(request.request_id, (stored,), False))
    assert [(row.kind, row.text) for row in model.rows] == [(REMINDER, shown_live)]


@pytest.mark.parametrize(
    ("reminder", "words"),
    [
        (WATER, "Reminder set for Tuesday, March 3, 2026 {time}: drink water"),
        (
            replace(WATER, phrase="every day at 3", when=When(DUE, "FREQ=DAILY")),
            "Reminder set for Tuesday, March 3, 2026 {time}, then again (every day at 3): drink water",
        ),
        (replace(WATER, state=ReminderState.CANCELLED), "Reminder called off: drink water"),
    ],
)
def test_a_reminder_that_was_set_is_a_quiet_line_below_the_reply(model, script, reminder, words) -> None:
    play(model, EventAdmitted(script.user(1, "Remind me")), ReminderSet(reminder), script.called("set_reminder", "r1 is set"))
    play(model, answered(script, 3, "I will.", "m1"), Yielded(1))
    assert [row.kind for row in model.rows] == [U, R, T, E]
    assert model.rows[-1].text == words.format(time=time_words(DUE))


def test_a_topic_begins_with_its_title(model, script) -> None:
    play(model, *one_turn(script), TopicSwitched(Topic("Garden", AT, "t2")))
    play(model, EventAdmitted(script.user(7, "Now the trip.")), StepStarted(0, ()), TopicSwitched(Topic("Trip", AT, "t3"), ("m1",)))
    play(model, script.called("switch_topic", "a new topic"), answered(script, 9, "Where to?", "m7"), Yielded(1))
    assert texts(model) == ["Dentist?", "Dr. Okafor.", "Garden", "Trip", "Now the trip.", "Where to?"]
    assert [row.text for row in model.rows if row.kind is TOPIC] == ["Garden", "Trip"]
    play(model, TurnUndone("m7", ("m7", "m8", "m9")))
    assert texts(model)[-1] == "Trip"


def test_stored_turns_keep_together_whatever_came_between(script) -> None:
    rows = Rows(
        rows_of(
            [
                script.user(1, "Plan my week."),
                replace(event(2, "[m0 2026-03-01 user] I rest on Mondays."), turn="m1"),
                replace(script.call(3, "conversation_search", query="week"), turn="m1"),
                replace(script.result(4, "ok: nothing"), turn="m1"),
                event(5, text_of(TimedHeartbeat(30))),
                replace(script.reply(6, "Quiet here."), turn="m5"),
                event(7, resumption("m1", "Plan my week."), turn="m1"),
                event(8, "Memory pressure: the queue is filling up (1 of 2 tokens).", turn="m1"),
                replace(script.reply(9, "Monday: rest."), turn="m1"),
            ]
        )
    )
    assert [(row.kind, row.text, row.turn) for row in rows] == [
        (U, "Plan my week.", "m1"),
        (E, "The context window is filling up. Older messages will soon be summarised; nothing is lost.", "m8"),
        (R, "Monday: rest.", "m1"),
        (T, "", "m1"),
        (E, "Quiet for 30 minutes: time to tidy up the memory.", "m5"),
        (R, "Quiet here.", "m5"),
    ]
    assert [step.function for step in rows[3].steps] == ["page_in", "conversation_search", "send_message"]


def test_older_messages_are_asked_for_from_the_first_that_was_loaded(model, script) -> None:
    model.take_sent(request := ShowHistory(3))
    messages = (replace(script.result(3, "ok: nothing"), turn="m1"), replace(script.reply(4, "None."), turn="m1"))
    play(model, HistoryShown(request.request_id, messages, True))
    assert model.oldest_address() == "m3"


def test_only_the_last_turn_can_be_acted_upon_and_none_while_messages_wait(model, script) -> None:
    assert (model.begun_turn(), model.last_reply()) == ("", None)
    play(model, *one_turn(script))
    assert (model.begun_turn(), model.last_reply().text) == ("m1", "Dr. Okafor.")
    model.take_sent(SendMessage("More"))
    assert (model.begun_turn(), model.last_reply()) == ("", None)


def test_a_message_that_waits_is_edited_and_taken_back(script) -> None:
    """What was queued while the model works is shown, and can be changed before its turn."""
    model = ConversationModel()
    model.take(EventAdmitted(script.user(1, "Long question")))
    waiting = [SendMessage("One"), SendMessage("Two")]
    for number, message in enumerate(waiting, 5):
        model.take_sent(message)
        model.take(CommandAccepted(message.request_id, f"m{number}"))
    assert [(row.text, row.note) for row in model.rows[-2:]] == [("One", "m5"), ("Two", "m6")]
    edit = EditAndResend("One, better", turn="m5")
    model.take_sent(edit)
    assert [model.state_words(row) for row in model.rows[-3:]] == ["Will be taken back", "Waiting its turn", "Sending…"]
    model.take(TurnUndone("m5", ("m5",)))
    assert [row.text for row in model.rows] == ["Long question", "Two", "One, better"]
    assert model.queued == 2
    model.take_sent(UndoTurn(turn="m6"))
    model.take(TurnUndone("m6", ("m6",)))
    model.take(EventAdmitted(script.user(7, "One, better", request_id=edit.request_id)))
    assert [row.text for row in model.rows] == ["Long question", "One, better"]
    assert model.queued == 0
