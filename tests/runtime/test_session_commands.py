"""What the user asks of the conversation while the runtime works: done between two chains, told in order, refused in a sentence."""

from __future__ import annotations

from datetime import datetime, timedelta

from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.scripted import SetClock, say
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.update import (
    EventAdmitted,
    MessageReplaced,
    PassageKept,
    ReminderFell,
    ReminderSet,
    ReplySent,
    ReplyStreamed,
    SummaryChanged,
    TopicSwitched,
    TurnFailed,
    TurnUndone,
    Yielded,
)
from desktop_mem.runtime.command import (
    AddSection,
    CancelReminder,
    EditAndResend,
    EditSection,
    EditSummary,
    ImportPaths,
    KeepText,
    RemoveSection,
    RenameTopic,
    Rethink,
    Retry,
    Rewrite,
    Search,
    SendMessage,
    ShowHistory,
    ShowPrompt,
    ShowReminders,
    ShowState,
    ShowTopics,
    Stop,
    SummariseNow,
    SwitchTopic,
    UndoTurn,
)
from desktop_mem.runtime.update import (
    CommandAccepted,
    CommandFailed,
    HistoryShown,
    PromptShown,
    RemindersShown,
    SearchFinished,
    SectionsShown,
    SummaryShown,
    TopicsShown,
)
from desktop_mem.storage.context import SqliteJournal
from desktop_mem.storage.reminders import SqliteReminders

NINE = datetime(2026, 3, 2, 9, 0).astimezone()
REMIND = FunctionCall("set_reminder", {"when": "in 10 minutes", "message": "drink water"}, "", True)


def said(runtime) -> list[str]:
    """What history shows of the conversation."""
    runtime.inbox.put(ShowHistory(request_id="h"))
    shown = runtime.until(lambda u: isinstance(u, HistoryShown) and runtime.updates[-1] is u)
    return [m.text for m in shown.messages if m.text and m.role in ("user", "assistant")]


def test_a_retry_answers_anew(drive) -> None:
    runtime = drive(say("First."), say("Second."))
    runtime.inbox.put(SendMessage("Hi"))
    runtime.until(lambda u: isinstance(u, Yielded))
    runtime.inbox.put(Retry(request_id="t1"))
    runtime.until(lambda u: isinstance(u, ReplySent) and u.message.text == "Second.")
    kinds = [type(u).__name__ for u in runtime.updates]
    assert kinds.index("TurnUndone") < kinds.index("StepStarted", kinds.index("TurnUndone"))
    assert "t1" in [u.request_id for u in runtime.named("CommandAccepted")]
    assert said(runtime) == ["Hi", "Second."]


def test_an_undo_during_a_reply_stops_it_and_takes_it_back(drive) -> None:
    runtime = drive(say("A long reply. " * 40))
    runtime.inbox.put(SendMessage("Hi"))
    runtime.put_while_replying(UndoTurn(request_id="u1"), only_if=lambda: not runtime.inbox.stop.is_set())
    undone = runtime.until(lambda u: isinstance(u, TurnUndone))
    assert undone.turn == "m1"
    assert said(runtime) == []


def test_a_message_is_edited_and_sent_again(drive) -> None:
    runtime = drive(say("Bergen is nice."), say("Oslo is nice."))
    runtime.inbox.put(SendMessage("I live in Bergen"))
    runtime.until(lambda u: isinstance(u, Yielded))
    runtime.inbox.put(EditAndResend("I live in Oslo", request_id="e1"))
    runtime.until(lambda u: isinstance(u, ReplySent) and u.message.text == "Oslo is nice.")
    assert said(runtime) == ["I live in Oslo", "Oslo is nice."]


def test_thought_and_reply_are_rewritten(drive) -> None:
    runtime = drive(FunctionCall("send_message", {"message": "Helo."}, "a stranger"))
    runtime.inbox.put(SendMessage("Hi"))
    runtime.until(lambda u: isinstance(u, Yielded))
    runtime.inbox.put(Rethink("an old friend"))
    assert runtime.until(lambda u: isinstance(u, MessageReplaced)).message.call.thought == "an old friend"
    runtime.inbox.put(Rewrite("Hello."))
    runtime.until(lambda u: isinstance(u, MessageReplaced) and u.message.text == "Hello.")
    assert said(runtime) == ["Hi", "Hello."]


def test_the_exact_prompt_is_shown_with_its_length(drive) -> None:
    runtime = drive(say("Hello."))
    runtime.inbox.put(SendMessage("Hi"))
    runtime.until(lambda u: isinstance(u, Yielded))
    runtime.inbox.put(ShowPrompt(request_id="p1"))
    shown = runtime.until(lambda u: isinstance(u, PromptShown))
    assert shown.text.startswith("<system>You are a personal assistant")
    assert "Hi\n<assistant>" in shown.text
    assert shown.tokens == runtime.worker._agent.context.used


def test_topics_are_switched_renamed_and_shown(drive) -> None:
    runtime = drive(say("Noted."))
    runtime.inbox.put(SendMessage("Let us plan the trip to Rome"))
    runtime.until(lambda u: isinstance(u, Yielded))
    runtime.inbox.put(SwitchTopic(title="Taxes"))
    assert runtime.until(lambda u: isinstance(u, TopicSwitched)).topic.title == "Taxes"
    runtime.inbox.put(RenameTopic("t1", "Rome"))
    shown = runtime.until(lambda u: isinstance(u, TopicsShown))
    assert ([t.title for t in shown.topics], shown.current) == (["Rome", "Taxes"], "t2")
    runtime.inbox.put(SwitchTopic("t1"))
    assert runtime.until(lambda u: isinstance(u, TopicSwitched) and u.topic.address == "t1").paged_in == ("m1", "m2")
    runtime.inbox.put(ShowTopics())
    assert runtime.until(lambda u: isinstance(u, TopicsShown) and u.current == "t1").topics[0].title == "Rome"


def test_the_summary_is_made_and_edited(drive) -> None:
    runtime = drive(default=say("I have noted all of that, thank you very much for telling me about it in so many words."))
    for number in range(3):
        runtime.inbox.put(SendMessage(f"My number {number} is a very long story about a garden with trees and roses in it."))
    runtime.until(lambda u: len(runtime.named("Yielded")) == 3)
    runtime.inbox.put(SummariseNow())
    flushed = runtime.until(lambda u: type(u).__name__ == "QueueFlushed")
    runtime.inbox.put(EditSummary("Three stories.", expected=flushed.summary))
    assert runtime.until(lambda u: isinstance(u, SummaryChanged)).text == "Three stories."
    runtime.inbox.put(EditSummary("Four.", expected="old", request_id="e2"))
    failed = runtime.until(lambda u: isinstance(u, CommandFailed))
    assert failed.reason.startswith("Not done: the summary has changed since you began to edit it.")


def test_sections_of_the_users_own(drive) -> None:
    runtime = drive()
    runtime.inbox.put(AddSection("pets", "the user's animals", 100))
    shown = runtime.until(lambda u: isinstance(u, SectionsShown) and len(u.sections) == 3)
    assert (shown.sections[2].label, shown.sections[2].limit) == ("pets", 100)
    runtime.inbox.put(EditSection("pets", "Rex", expected=""))
    runtime.until(lambda u: isinstance(u, SectionsShown) and u.sections[-1].text == "Rex")
    runtime.inbox.put(RemoveSection("pets"))
    runtime.until(lambda u: isinstance(u, CommandAccepted) and len(runtime.named("SectionsShown")[-1].sections) == 2)
    runtime.inbox.put(RemoveSection("human", request_id="x1"))
    failed = runtime.until(lambda u: isinstance(u, CommandFailed))
    assert (failed.request_id, failed.reason) == ("x1", "Not done: the section human cannot be removed. Empty it instead.")


def test_a_reminder_falls_due_while_nobody_speaks_and_survives_a_restart(drive) -> None:
    clock = SetClock(NINE)
    runtime = drive(REMIND, say("I will."), say("Time for water."), clock=clock)
    runtime.inbox.put(SendMessage("remind me in 10 minutes to drink water"))
    assert runtime.until(lambda u: isinstance(u, ReminderSet)).reminder.address == "r1"
    reply = runtime.until(lambda u: isinstance(u, ReplySent))
    assert reply.message.text == "I will.\nI will remind you on Monday 2 March 2026 at 09:10: drink water"
    runtime.inbox.put(ShowReminders())
    assert [r.message for r in runtime.until(lambda u: isinstance(u, RemindersShown)).reminders] == ["drink water"]
    runtime.worker.close()
    again = drive(say("Time for water."), clock=clock)
    assert again.named("ReminderFell") == []
    clock.advance(timedelta(minutes=25))
    fell = again.until(lambda u: isinstance(u, ReminderFell))
    assert (fell.reminder.message, f"{fell.was_due:%H:%M}", fell.missed) == ("drink water", "09:10", 0)
    assert again.until(lambda u: isinstance(u, ReplySent)).message.text == "Time for water."
    again.inbox.put(ShowReminders())
    assert again.until(lambda u: isinstance(u, RemindersShown)).reminders == ()


def test_a_reminder_that_falls_due_during_a_reply_is_shown_at_once(drive) -> None:
    clock = SetClock(NINE)
    runtime = drive(REMIND, say("I will."), say("A long reply. " * 30), say("Time for water."), clock=clock)
    runtime.inbox.put(SendMessage("remind me in 10 minutes to drink water"))
    runtime.until(lambda u: isinstance(u, Yielded))
    runtime.inbox.put(SendMessage("Tell me a story"))
    emit = runtime.worker._emit

    def emit_and_wait(update: object) -> None:
        emit(update)
        if isinstance(update, ReplyStreamed) and clock.now() < NINE + timedelta(minutes=5):
            clock.advance(timedelta(minutes=11))

    runtime.worker._emit = emit_and_wait
    runtime.until(lambda u: isinstance(u, ReplySent) and u.message.text == "Time for water.")
    kinds = [type(u).__name__ for u in runtime.updates]
    story = next(i for i, u in enumerate(runtime.updates) if isinstance(u, ReplySent) and u.message.text.startswith("A long"))
    assert kinds.index("ReminderFell") < story


def test_a_reminder_is_called_off(drive) -> None:
    clock = SetClock(NINE)
    runtime = drive(REMIND, say("I will."), clock=clock)
    runtime.inbox.put(SendMessage("remind me in 10 minutes to drink water"))
    runtime.until(lambda u: isinstance(u, Yielded))
    runtime.inbox.put(CancelReminder("r1"))
    assert runtime.until(lambda u: isinstance(u, ReminderSet) and u.reminder.state == "cancelled").reminder.address == "r1"
    for command, sentence in (
        (CancelReminder("r1", "c1"), "Not done: r1 waits no more."),
        (CancelReminder("r9", "c2"), "There is no reminder r9."),
    ):
        runtime.inbox.put(command)
        assert runtime.until(lambda u, c=command: isinstance(u, CommandFailed) and u.request_id == c.request_id).reason == sentence
    clock.advance(timedelta(hours=1))
    runtime.inbox.put(SendMessage("Hi", "r2"))
    runtime.until(lambda u: isinstance(u, CommandAccepted) and u.request_id == "r2")
    assert runtime.named("ReminderFell") == []


def test_what_the_program_started_fails_without_a_word(drive) -> None:
    """A login's chain that fails is nobody's answer; a user's message that fails says why."""
    clock = SetClock(NINE)
    runtime = drive(say("Hello."), clock=clock)
    runtime.inbox.put(SendMessage("Hi"))
    runtime.until(lambda u: isinstance(u, Yielded))
    runtime.worker.close()
    clock.advance(timedelta(hours=9))

    def broken(prompt: object) -> FunctionCall:
        raise EnvironmentFault("The model's file is gone.", "Put it back.")

    again = drive(default=broken, clock=clock)
    assert len(again.worker._agent.waiting) == 1
    again.until(lambda u: isinstance(u, Yielded))
    assert again.named("TurnFailed") == []
    assert again.worker._agent.waiting == ()
    again.inbox.put(SendMessage("Hi"))
    assert again.until(lambda u: isinstance(u, TurnFailed)).reason == "The model's file is gone. Put it back."


def test_a_full_disk_when_a_reminder_falls_due_is_told_and_ends_nothing(drive, monkeypatch) -> None:
    clock = SetClock(NINE)
    runtime = drive(REMIND, say("I will."), say("Time for water."), clock=clock)
    runtime.inbox.put(SendMessage("remind me in 10 minutes to drink water"))
    runtime.until(lambda u: isinstance(u, Yielded))
    with monkeypatch.context() as patched:
        patched.setattr(SqliteReminders, "change", _full)
        clock.advance(timedelta(minutes=11))
        assert runtime.until(lambda u: isinstance(u, CommandFailed)).reason == "The disk is full. Free some space."
        assert runtime.named("ReminderFell") == []
    assert runtime.until(lambda u: isinstance(u, ReminderFell)).reminder.address == "r1"


def _full(*_: object) -> None:
    raise EnvironmentFault("The disk is full.", "Free some space.")


def test_the_user_keeps_a_text_by_hand(drive) -> None:
    """letta 753: the user can add to archival storage without the model."""
    runtime = drive()
    runtime.inbox.put(KeepText("The spare key is with Mrs. Olsen.", request_id="k1"))
    assert runtime.until(lambda u: isinstance(u, PassageKept)).passage.address == "p1"
    runtime.inbox.put(Search("spare key", request_id="s1"))
    assert [hit.address for hit in runtime.until(lambda u: isinstance(u, SearchFinished)).archival.hits] == ["p1"]
    assert runtime.named("CountsChanged")[-1].counts.passages == 1
    runtime.inbox.put(KeepText("  ", request_id="k2"))
    assert runtime.until(lambda u: isinstance(u, CommandFailed)).reason == "Not done: there is nothing to keep. Write the text first."


def test_a_window_that_opens_late_is_told_the_summary(drive) -> None:
    runtime = drive(default=say("I have noted all of that, thank you very much for telling me about it in so many words."))
    for number in range(3):
        runtime.inbox.put(SendMessage(f"My number {number} is a very long story about a garden with trees and roses in it."))
    runtime.until(lambda u: len(runtime.named("Yielded")) == 3)
    runtime.inbox.put(SummariseNow())
    flushed = runtime.until(lambda u: type(u).__name__ == "QueueFlushed")
    runtime.updates.clear()
    runtime.inbox.put(ShowState())
    assert runtime.until(lambda u: isinstance(u, SummaryShown)) == SummaryShown("s1", flushed.summary)


def test_documents_are_told_where_the_model_cannot_act_on_them(drive, tmp_path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("The garage code is 4711.", encoding="utf-8")
    runtime = drive(paging="automatic")
    runtime.inbox.put(ImportPaths((str(file),)))
    told = runtime.until(lambda u: isinstance(u, EventAdmitted)).message.text
    assert told == "Documents stored: a.txt (d1); 1 passages. archival_memory_search finds their text."


def test_a_reminder_that_falls_due_in_a_chain_is_not_taken_back_with_it(drive) -> None:
    clock = SetClock(NINE)
    runtime = drive("Hello there my friend", paging="automatic", clock=clock)
    runtime.inbox.put(SendMessage("remind me in 5 minutes to stretch"))
    runtime.until(lambda u: isinstance(u, Yielded))
    runtime.updates.clear()
    runtime.put_while_replying(only_if=lambda: not clock.advance(timedelta(minutes=6)))
    runtime.inbox.put(SendMessage("Hello"))
    runtime.until(lambda u: isinstance(u, Yielded))
    [fell] = runtime.named("ReminderFell")
    runtime.inbox.put(UndoTurn())
    undone = runtime.until(lambda u: isinstance(u, TurnUndone))
    assert fell.message.address not in undone.addresses
    assert fell.message.turn == ""


def test_undoing_a_message_that_waits_leaves_the_answer_that_is_written(drive) -> None:
    runtime = drive(say("A long answer. " * 20), say("B."))
    runtime.inbox.put(SendMessage("One"))
    runtime.put_while_replying(SendMessage("Two"), UndoTurn(), only_if=lambda: len(runtime.named("CommandAccepted")) == 1)
    assert runtime.until(lambda u: isinstance(u, TurnUndone)).addresses == ("m2",)
    assert [(reply.message.text, reply.cut) for reply in runtime.named("ReplySent")] == [("A long answer. " * 20, "")]
    assert said(runtime) == ["One", "A long answer. " * 20]


def test_an_edit_that_has_to_wait_is_about_the_message_that_was_the_last_then(drive) -> None:
    runtime = drive(say("A long reply. " * 30), default=say("Noted."))
    runtime.inbox.put(SendMessage("I live in Bergen"))
    commands = EditAndResend("I live in Oslo"), SendMessage("And I like tea")
    runtime.put_while_replying(*commands, only_if=lambda: len(runtime.named("CommandAccepted")) == 1)
    runtime.until(lambda u: isinstance(u, TurnUndone))
    runtime.until(lambda u: isinstance(u, Yielded) and not runtime.worker.waiting)
    assert [text for text in said(runtime) if not text.startswith(("Noted", "A long"))] == ["And I like tea", "I live in Oslo"]


def test_a_full_disk_in_an_answer_ends_neither_the_engine_nor_the_message(drive, monkeypatch) -> None:
    runtime = drive(say("Hello."), say("Hello again."))
    runtime.inbox.put(SendMessage("Hi"))
    runtime.worker.turn()
    with monkeypatch.context() as patched:
        patched.setattr(SqliteJournal, "save", _full)
        failed = runtime.until(lambda u: isinstance(u, TurnFailed))
        assert failed.reason == "The disk is full. Free some space."
    runtime.worker._rests_until = 0.0
    runtime.until(lambda u: not runtime.worker.waiting)
    runtime.inbox.put(SendMessage("Are you there?"))
    runtime.until(lambda u: isinstance(u, ReplySent))
    assert said(runtime)[:2] == ["Hi", "Are you there?"]


def test_a_stop_right_behind_a_message_stops_its_answer(drive) -> None:
    runtime = drive(say("A long reply. " * 30), say("Yes."))
    runtime.worker._model._stop = runtime.inbox.stop.is_set
    runtime.inbox.put(SendMessage("Hi"))
    runtime.inbox.put(Stop())
    assert runtime.until(lambda u: isinstance(u, TurnFailed)).reason == "Stopped before an answer."
    runtime.inbox.put(Stop())
    runtime.inbox.put(SendMessage("Are you there?"))
    assert runtime.until(lambda u: isinstance(u, ReplySent)).cut == ""


def test_the_users_own_half_characters_are_mended(drive) -> None:
    runtime = drive()
    runtime.inbox.put(EditSection("human", "Anna \ud83d", expected=""))
    runtime.until(lambda u: isinstance(u, CommandAccepted))
    assert runtime.worker._stores.journal.load().sections[1].text == "Anna \ufffd"
