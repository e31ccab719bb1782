"""What every store of reminders promises, over the one in memory and the one in SQLite."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from desktop_mem.errors import Bug
from desktop_mem.memory.reminder import Reminder, ReminderState, When
from desktop_mem.storage.database import Database
from desktop_mem.storage.in_memory_reminders import InMemoryReminders
from desktop_mem.storage.migrations import migrate
from desktop_mem.storage.reminders import SqliteReminders

BERLIN = timezone(timedelta(hours=2))
DUE = datetime(2027, 4, 15, 8, 0, tzinfo=BERLIN)
SAID = datetime(2027, 4, 14, 14, 0, 1, 250000, tzinfo=BERLIN)
WEEKLY = "FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0"


def reminder(message="call Anna", due=DUE, rule="", **more):
    return Reminder(message, "tomorrow at 8", When(due, rule), due, SAID, cause="m7", **more)


@pytest.fixture
def database(tmp_path):
    opened = Database.open(tmp_path)
    migrate(opened)
    yield opened
    opened.close()


@pytest.fixture(params=["in memory", "stored"])
def reminders(request, database):
    return InMemoryReminders() if request.param == "in memory" else SqliteReminders(database)


def test_a_new_profile_has_none(reminders):
    assert reminders.waiting() == []


def test_a_reminder_comes_back_as_it_was_added(reminders):
    first, second = reminders.add(reminder()), reminders.add(reminder("dentist", rule=WEEKLY))
    assert [first.address, second.address] == ["r1", "r2"]
    assert first == replace(reminder(), address="r1")
    assert [reminders.read("r1"), reminders.read("r2")] == [first, second]


def test_the_clock_face_is_kept(reminders):
    reminders.add(reminder())
    read = reminders.read("r1")
    assert read.when.due.isoformat() == read.starts.isoformat() == "2027-04-15T08:00:00+02:00"
    assert read.created_at.isoformat() == SAID.isoformat()


@pytest.mark.parametrize("address", ["r1", "r999999999999999999"])
def test_an_unknown_address_is_told(reminders, address):
    with pytest.raises(LookupError, match=f"^There is no reminder {address}.$"):
        reminders.read(address)
    with pytest.raises(LookupError, match=f"^There is no reminder {address}.$"):
        reminders.change(reminder(address=address))


@pytest.mark.parametrize("address", ["m1", "", "r0", "r-1", "tomorrow", "r1'; DROP TABLE reminder; --"])
def test_what_is_no_address_of_a_reminder_is_told(reminders, address):
    reminders.add(reminder())
    with pytest.raises(LookupError):
        reminders.read(address)


def test_the_soonest_waits_first_whatever_its_offset(reminders):
    for name, due in (
        ("third", DUE + timedelta(seconds=1)),
        ("first", DUE.astimezone(timezone(timedelta(hours=-8))) - timedelta(microseconds=1)),
        ("second", DUE.astimezone(UTC)),
        ("second too", DUE),
    ):
        reminders.add(reminder(name, due))
    assert [each.message for each in reminders.waiting()] == ["first", "second", "second too", "third"]


@pytest.mark.parametrize("state", [ReminderState.DONE, ReminderState.CANCELLED])
def test_one_that_no_longer_waits_is_kept_with_its_first_time(reminders, state):
    added = reminders.add(reminder(rule=WEEKLY))
    reminders.change(replace(added, when=When(DUE + timedelta(weeks=2), WEEKLY), state=state))
    assert reminders.waiting() == []
    assert reminders.read("r1") == replace(added, state=state)


def test_a_new_time_is_stored_and_nothing_else(reminders):
    reminders.add(reminder("other"))
    added = reminders.add(reminder(rule=WEEKLY))
    later = replace(added, when=When(DUE + timedelta(weeks=1), WEEKLY))
    reminders.change(replace(later, message="another", phrase="never", cause="m9", starts=SAID))
    assert reminders.read("r2") == later
    assert [each.address for each in reminders.waiting()] == ["r1", "r2"]
    assert reminders.read("r2").starts == DUE


def test_one_that_was_done_can_wait_again(reminders):
    added = reminders.add(reminder())
    reminders.change(replace(added, state=ReminderState.CANCELLED))
    reminders.change(added)
    assert reminders.waiting() == [added]


@pytest.mark.parametrize("text", ['🕗 Ärzte \'n "quotes" ; -- \x00\n\t%s', "提醒我开会", "", " ", "x" * 10_000, "e\u0301\u202e"])
def test_any_text_comes_back(reminders, text):
    added = reminders.add(replace(reminder(text), phrase=text))
    assert reminders.read("r1") == added
    assert reminders.waiting() == [added]


def test_half_a_character_does_no_harm(reminders):
    reminders.add(reminder("half \ud83d of it"))
    reminders.add(reminder("whole"))
    assert [each.message for each in reminders.waiting()] == ["half \ufffd of it", "whole"]


def test_a_number_is_never_used_twice(reminders):
    reminders.change(replace(reminders.add(reminder()), state=ReminderState.DONE))
    assert reminders.add(reminder()).address == "r2"


def test_they_survive_the_end_of_the_program(tmp_path, database):
    stored = SqliteReminders(database)
    waiting, done = stored.add(reminder("🕗", rule=WEEKLY)), stored.add(reminder())
    stored.change(replace(done, state=ReminderState.DONE))
    database.close()
    again = Database.open(tmp_path)
    migrate(again)
    assert SqliteReminders(again).waiting() == [waiting]
    assert SqliteReminders(again).read("r2").state is ReminderState.DONE
    again.close()


def test_they_are_part_of_the_step_that_is_open(database):
    stored = SqliteReminders(database)
    kept = stored.add(reminder())

    def fail():
        with database.transaction():
            stored.add(reminder("lost"))
            stored.change(replace(kept, state=ReminderState.DONE))
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert stored.waiting() == [kept]


def test_those_in_memory_can_be_put_back():
    reminders = InMemoryReminders()
    kept = reminders.add(reminder())
    content = reminders.snapshot()
    reminders.change(replace(kept, state=ReminderState.DONE))
    reminders.add(reminder("lost"))
    reminders.restore(content)
    assert reminders.waiting() == [kept]
    assert reminders.add(reminder()).address == "r2"


def test_a_time_without_offset_is_our_mistake(database):
    with pytest.raises(Bug):
        SqliteReminders(database).add(reminder(due=datetime(2027, 4, 15, 8, 0)))
