"""The conversation model: tables of updates and the rows they make."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_mem.gui.conversation.model import ConversationModel, plain_text
from desktop_mem.gui.conversation.row import RowKind, RowState, rows_of
from desktop_mem.memory.event import DocumentsStored, text_of
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.update import (
    EventAdmitted,
    PagedIn,
    QueueFlushed,
    ReplySent,
    ReplyStreamed,
    StepStarted,
    ThoughtStreamed,
    TurnFailed,
    Yielded,
)
from desktop_mem.runtime.command import SendMessage, ShowHistory
from desktop_mem.runtime.update import CommandAccepted, CommandFailed, EngineStopped, HistoryShown

U, R, T, E, F = RowKind.USER, RowKind.REPLY, RowKind.TRACE, RowKind.EVENT, RowKind.FAULT


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
    rows = rows_of(
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
    assert [(row.kind, row.text) for row in rows] == [(U, "Dentist?"), (R, "I do not know."), (T, ""), (U, "Hi"), (R, "Hello")]
    assert [(s.function, s.arguments, s.result, s.ok) for s in rows[2].steps] == [
        ("conversation_search", "Looked for: dentist", "nothing found", False),
        ("send_message", "", "", True),
    ]
    assert plain_text(rows[2]) == "Searched the conversation\nLook.\nLooked for: dentist\nnothing found\nAnswered you\nfound: nothing"


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
