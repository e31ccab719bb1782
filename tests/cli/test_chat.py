"""The chat: slash commands from a pipe and from a terminal, and reminders that appear by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from desktop_mem.cli import main
from desktop_mem.cli.chat_view import ChatView
from desktop_mem.cli.output import Output
from desktop_mem.inference.scripted import say
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Passage
from desktop_mem.memory.reminder import Reminder, ReminderState, When
from desktop_mem.memory.topic import Topic
from desktop_mem.memory.update import (
    ChainResumed,
    ChainSuspended,
    FunctionCalled,
    PassageKept,
    ReminderFell,
    ReminderSet,
    ReplySent,
    ReplyStreamed,
    SummaryChanged,
    TopicSwitched,
    TurnUndone,
    Yielded,
)
from desktop_mem.runtime.command import ShowReminders
from desktop_mem.runtime.inbox import EmbedderLoaded
from desktop_mem.runtime.update import CommandFailed, RemindersShown, SummaryShown, TopicsShown

DUE = datetime(2026, 3, 3, 15, 5).astimezone()
REMINDER = Reminder("drink water", "in 5 minutes", When(DUE), DUE, DUE, "r1", "m1")
REMIND = FunctionCall("set_reminder", {"when": "in 5 minutes", "message": "stretch"})


def piped(*lines: str) -> Iterator[bytes]:
    return iter([f"{line}\n".encode() for line in lines])


def reply(text: str, *, address: str = "m2", turn: str = "m1") -> ReplySent:
    return ReplySent(Message(Role.ASSISTANT, text, DUE, address, call=say(text), turn=turn))


def fell(missed: int = 0) -> ReminderFell:
    return ReminderFell(Message(Role.EVENT, "", DUE, "m9"), REMINDER, DUE, missed)


def of(records: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [record for record in records if record["type"] == kind]


def test_commands_from_a_pipe_as_json(terminal) -> None:
    lines = piped("Hello", "/retry", "/rewrite Hello, Lena!", "/topics", "/prompt", "/undo", "/help")
    assert terminal.chat(lines, say("Hi."), say("Hello."), as_json=True) == 0
    records = terminal.records
    assert [(r["text"], r["turn"]) for r in of(records, "reply")] == [("Hi.", "m1"), ("Hello.", "m1")]
    assert [(r["turn"], r["addresses"], r["kept"]) for r in of(records, "undone")] == [("m1", ["m2"], []), ("m1", ["m1", "m4"], [])]
    assert [(r["address"], r["new_address"], r["text"], r["thought"]) for r in of(records, "replaced")] == [
        ("m3", "m4", "Hello, Lena!", "")
    ]
    [topic] = of(records, "topic")
    assert {name: topic[name] for name in ("address", "title", "summary", "current")} == {
        "address": "t1",
        "title": "Hello",
        "summary": "",
        "current": True,
    }
    [prompt] = of(records, "prompt")
    assert '"message": "Hello, Lena!"' in prompt["text"].splitlines()[-1].replace('":"', '": "')
    assert prompt["tokens"] > 0
    assert of(records, "command")[0] == {"type": "command", "usage": "/help", "text": "list these commands"}


def test_an_unknown_command_is_refused_and_nothing_is_sent(terminal) -> None:
    assert terminal.chat(piped("/nonsense Hello"), say("Hi.")) == 1
    assert terminal.err.splitlines()[-1] == (
        "There is no command /nonsense. /help lists them; a line that begins with // is said with one slash."
    )
    assert (terminal.out, terminal.model.prompts) == ("", [])


def test_two_slashes_are_said_as_one(terminal) -> None:
    assert terminal.chat(piped("//etc is a folder"), say("Yes.")) == 0
    assert terminal.model.prompts[0][-1].text.endswith("\n/etc is a folder")
    assert terminal.out == "Yes.\n"


def test_what_the_kernel_refuses_is_told_and_counts(terminal) -> None:
    assert terminal.chat(piped("/undo", "/cancel", "/cancel r7", "/edit"), as_json=True) == 1
    reasons = [record["reason"] for record in of(terminal.records, "failed")]
    assert reasons[0] == "Not done: nothing has been said yet."
    assert len(reasons) == 4


def test_edit_and_resend_answers_the_new_text(terminal) -> None:
    assert terminal.chat(piped("Helo", "/edit Hello"), say("What?"), say("Hi.")) == 0
    assert terminal.out == "What?\nHi.\n"
    assert "[taken back: m1, m2.]" in terminal.err


def test_sections_are_shown_and_made(terminal) -> None:
    assert terminal.chat(piped("/section new pets About my pets", "/sections"), as_json=True) == 0
    sections = of(terminal.records, "section")
    assert [section["label"] for section in sections] == ["persona", "human", "pets"] * 2
    assert (sections[2]["description"], sections[2]["limit"], sections[2]["read_only"]) == ("About my pets", 2000, False)


def test_a_summary_is_shown_replaced_and_written_anew(terminal) -> None:
    long = "Let me tell you about my garden and its forty trees. " * 6
    lines = piped("/summary", long, "And now?", "/summarise", "/summary", "/summary Lena has forty trees.", "/summary rebuild")
    assert terminal.chat(lines, say("Fine."), say("Now what."), as_json=True) == 0
    nothing, first, edited, rebuilt = of(terminal.records, "summary")
    assert nothing["text"] == ""
    assert first["text"]
    assert (edited["text"], edited["by"], edited["address"] > first["address"]) == ("Lena has forty trees.", "user", True)
    assert rebuilt["text"] not in ("", edited["text"])
    [flushed] = of(terminal.records, "flushed")
    assert flushed["evicted"] == ["m1", "m2"]


def test_a_topic_is_begun_and_gone_back_to(terminal) -> None:
    lines = piped("Hello", "/topic The garden", "/topic t1", "/topic The garden", "/topic t9", "/topics")
    assert terminal.chat(lines, say("Hi."), as_json=True) == 1
    assert [(r["address"], r["title"]) for r in of(terminal.records, "topic_switched")] == [
        ("t2", "The garden"),
        ("t1", "Hello"),
        ("t2", "The garden"),
    ]
    assert [r["reason"] for r in of(terminal.records, "failed")] == ["Not done: there is no topic t9."]
    assert [(r["address"], r["current"]) for r in of(terminal.records, "topic")] == [("t1", False), ("t2", True)]


def test_reminders_are_listed_and_called_off(terminal) -> None:
    lines = piped("Remind me to stretch in 5 minutes.", "/reminders", "/cancel r1", "/reminders")
    assert terminal.chat(lines, REMIND, say("I will."), as_json=True) == 0
    waiting, *more = of(terminal.records, "reminder")
    assert more == []
    due = datetime.fromisoformat(waiting["due"])
    assert timedelta(minutes=4) < due - datetime(2026, 3, 2, 8, 0, tzinfo=UTC) < timedelta(minutes=6)
    assert {name: waiting[name] for name in ("address", "message", "phrase", "rule", "state")} == {
        "address": "r1",
        "message": "stretch",
        "phrase": "in 5 minutes",
        "rule": "",
        "state": "waiting",
    }
    assert [r["state"] for r in of(terminal.records, "reminder_set")] == ["waiting", "cancelled"]
    assert terminal.err.splitlines()[-1] == "No reminder waits."


def test_a_reminder_appears_by_itself_at_the_prompt(terminal) -> None:
    def keys() -> Iterator[bytes]:
        yield b"Remind me to stretch in 5 minutes.\n"
        terminal.wait_for(": stretch\n> ")
        terminal.clock.advance(timedelta(minutes=6))
        terminal.wait_for("Time to stretch.")
        yield b"Thanks\n"
        terminal.wait_for("Welcome.")

    assert terminal.chat(keys(), REMIND, say("I will."), say("Time to stretch."), say("Welcome."), is_terminal=True) == 0
    asked, _, after = terminal.out.partition("Reminder r1: stretch (due ")
    assert asked.startswith("> I will.\nI will remind you on Monday 2 March 2026 at ")
    assert asked.endswith("> \n")
    assert after.partition(")")[2] == "\nTime to stretch.\n> Welcome.\n> "


def test_a_message_is_answered_though_the_embedder_came_up_just_before(terminal) -> None:
    """The runtime takes one command a turn, and the embedder is one."""

    def keys() -> Iterator[bytes]:
        terminal.workers[-1]._inbox.put(EmbedderLoaded(None, "Not there."))
        yield b"Hello\n"

    assert terminal.chat(keys(), say("Hi.")) == 0
    assert terminal.out == "Hi.\n"


def test_nothing_is_said_in_the_middle_of_a_reply(capsys) -> None:
    view = ChatView(Output(as_json=False), interactive=True)
    view.ask()
    view.typed()
    for update in (ReplyStreamed("Go"), fell(2), CommandFailed("", "Disk full."), ReplyStreamed("od."), reply("Good."), Yielded(1)):
        view.show(update)
    view.ask()
    due = f"{DUE:%A %Y-%m-%d %H:%M}"
    printed = capsys.readouterr()
    assert printed.out == f"> Good.\nReminder r1: drink water (due {due}, and 2 times before that)\n> "
    assert printed.err == "Disk full.\n"


def test_a_reply_that_is_broken_off_lets_the_rest_be_said(capsys) -> None:
    view = ChatView(Output(as_json=False), interactive=False)
    call = Message(Role.ASSISTANT, "", DUE, "m3", call=FunctionCall("", {}))
    for update in (ReplyStreamed("Half a"), fell(), FunctionCalled(call, False, "the call was not finished.")):
        view.show(update)
    assert capsys.readouterr().out.startswith("Half a\nReminder r1: drink water")


@pytest.mark.parametrize(
    ("update", "record", "note"),
    [
        (ReminderSet(REMINDER), "reminder_set", f"[r1 reminds you on {DUE:%A %Y-%m-%d %H:%M}: drink water]"),
        (
            ReminderSet(Reminder("drink water", "", When(DUE), DUE, DUE, "r1", state=ReminderState.CANCELLED)),
            "reminder_set",
            "[r1 is called off: drink water]",
        ),
        (TopicSwitched(Topic("Garden", DUE, "t2"), ("m1",)), "topic_switched", "[topic t2: Garden]"),
        (PassageKept(Passage("The key is with Mrs. Olsen.", DUE, "p7")), "kept", "[kept as p7]"),
        (TurnUndone("m1", ("m1", "m2"), ("The section human stays.",)), "undone", "[taken back: m1, m2. The section human stays.]"),
        (ChainSuspended("m1", "m5"), "suspended", ""),
        (ChainResumed("m1"), "resumed", ""),
    ],
)
def test_each_update_is_a_record_or_a_note(capsys, update: Any, record: str, note: str) -> None:
    ChatView(Output(as_json=False), interactive=False).show(update)
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"{note}\n" if note else "")
    ChatView(Output(as_json=True), interactive=False).show(update)
    assert f'"type": "{record}"' in capsys.readouterr().out


def test_a_summary_that_changes_by_itself_is_noted(capsys) -> None:
    view = ChatView(Output(as_json=False), interactive=False)
    view.show(SummaryShown("s1", "Lena."))
    view.show(SummaryChanged("s1", "Lena.", "model"))
    view.show(SummaryChanged("s2", "Lena, a carpenter.", "extract"))
    assert capsys.readouterr().err == "[the summary has changed; /summary shows it]\n"


class ListingWorker:
    """Answers one question, and lets a reminder fall due before it does."""

    def __init__(self, emit: Any, inbox: Any) -> None:
        self.emit, self.inbox, self.closed = emit, inbox, False

    def start_stores(self) -> None:
        pass

    def turn(self) -> None:
        self.emit(fell())
        asked = isinstance(self.inbox.take(0), ShowReminders)
        self.emit(RemindersShown((REMINDER,)) if asked else TopicsShown((Topic("Garden", DUE, "t1"),), "t1"))

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("reminders", f"r1  {DUE:%A %Y-%m-%d %H:%M}: drink water\n"),
        ("topics", f"t1  {DUE:%Y-%m-%d %H:%M}  Garden (in hand)\n"),
    ],
)
def test_lists_are_printed_without_a_model_and_a_due_reminder_is_not_lost(command, shown, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setattr("desktop_mem.cli.lists.make_worker", lambda _home, emit, inbox: ListingWorker(emit, inbox))
    assert main([command, "--profile", str(tmp_path / "p")]) == 0
    printed = capsys.readouterr()
    assert printed.out == shown
    assert printed.err == f"Reminder r1: drink water (due {DUE:%A %Y-%m-%d %H:%M})\n"


def test_empty_lists_say_so(tmp_path, capsys) -> None:
    for command, sentence in (("reminders", "No reminder waits."), ("topics", "There are no topics yet.")):
        assert main([command, "--json", "--profile", str(tmp_path / "p")]) == 0
        printed = capsys.readouterr()
        assert (printed.out, printed.err) == ("", f"{sentence}\n")
