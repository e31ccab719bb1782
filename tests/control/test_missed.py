"""Due reminders and those missed while the program was off: told once, with their time, and then on by the rule."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from desktop_mem.control.missed import MOST_COUNTED, as_the_clock_stands, fall_due
from desktop_mem.memory.reminder import Reminder, ReminderState
from desktop_mem.runtime.time_phrases import PhraseReader
from tests.conftest import Zone

PHRASES = PhraseReader()


@pytest.fixture(autouse=True)
def berlin(zone: Zone) -> None:
    zone("Europe/Berlin")


def at(wall: str) -> datetime:
    """The moment when the clock on the wall of the system's zone shows this."""
    return datetime.fromisoformat(wall).astimezone()


def wanted(phrase: str, said: str = "2027-04-14 14:00") -> Reminder:
    when = PHRASES.parse(phrase, at(said))
    return Reminder("water the plants", phrase, when, when.due, at(said), address="r1")


def told(reminder: Reminder, now: str) -> tuple[str, int, str]:
    """When it was for, how many were missed before, and when it is due next (or its state)."""
    fallen = fall_due(reminder, PHRASES, at(now))
    assert fallen is not None
    assert fallen.reminder is reminder
    assert replace(fallen.after, when=reminder.when, state=reminder.state) == reminder
    after = str(fallen.after.when.due) if fallen.after.state is ReminderState.WAITING else fallen.after.state.value
    return str(fallen.was_due), fallen.missed, after


def test_one_that_is_not_due_is_not_told() -> None:
    assert fall_due(wanted("tomorrow at 8"), PHRASES, at("2027-04-15 07:59:59.999")) is None


@pytest.mark.parametrize("state", [ReminderState.DONE, ReminderState.CANCELLED])
def test_one_that_no_longer_waits_is_not_told(state: ReminderState) -> None:
    assert fall_due(replace(wanted("tomorrow at 8"), state=state), PHRASES, at("2027-05-01 12:00")) is None


def test_one_is_told_on_time_and_then_done() -> None:
    assert told(wanted("tomorrow at 8"), "2027-04-15 08:00") == ("2027-04-15 08:00:00+02:00", 0, "done")


def test_one_that_was_missed_is_told_once_with_its_time() -> None:
    fallen = fall_due(wanted("tomorrow at 8"), PHRASES, at("2030-01-01 12:00"))
    assert fallen is not None
    assert (fallen.was_due, fallen.missed) == (at("2027-04-15 08:00"), 0)
    assert fall_due(fallen.after, PHRASES, at("2030-01-01 12:00")) is None


def test_one_that_repeats_is_told_on_time_and_goes_on() -> None:
    assert told(wanted("every day at 9"), "2027-04-15 09:00:01") == ("2027-04-15 09:00:00+02:00", 0, "2027-04-16 09:00:00+02:00")


def test_one_that_repeats_is_told_once_for_the_last_time_that_was_missed() -> None:
    reminder = wanted("every day at 9")
    assert told(reminder, "2027-04-20 08:59") == ("2027-04-19 09:00:00+02:00", 4, "2027-04-20 09:00:00+02:00")
    assert told(reminder, "2027-04-20 09:00") == ("2027-04-20 09:00:00+02:00", 5, "2027-04-21 09:00:00+02:00")
    fallen = fall_due(reminder, PHRASES, at("2027-04-20 12:00"))
    assert fallen is not None
    assert fall_due(fallen.after, PHRASES, at("2027-04-20 12:00")) is None


@pytest.mark.parametrize(
    ("phrase", "said", "now", "result"),
    [
        # Around midnight.
        ("every day at midnight", "2027-04-14 14:00", "2027-04-15 00:00", ("2027-04-15 00:00:00+02:00", 0, "2027-04-16 00:00:00+02:00")),
        ("every day at 23:59", "2027-04-14 14:00", "2027-04-15 00:00", ("2027-04-14 23:59:00+02:00", 0, "2027-04-15 23:59:00+02:00")),
        ("every day at 23:59", "2027-04-14 14:00", "2027-04-15 23:58", ("2027-04-14 23:59:00+02:00", 0, "2027-04-15 23:59:00+02:00")),
        # Summer time begins, and ends.
        ("every day at 9", "2027-03-26 12:00", "2027-03-28 10:00", ("2027-03-28 09:00:00+02:00", 1, "2027-03-29 09:00:00+02:00")),
        ("every day at 2:30 am", "2027-03-26 12:00", "2027-03-28 03:00", ("2027-03-28 03:00:00+02:00", 1, "2027-03-29 02:30:00+02:00")),
        ("every day at 9", "2027-10-29 12:00", "2027-11-01 08:00", ("2027-10-31 09:00:00+01:00", 1, "2027-11-01 09:00:00+01:00")),
        ("every day at 2:30 am", "2027-10-30 12:00", "2027-10-31 04:00", ("2027-10-31 02:30:00+02:00", 0, "2027-11-01 02:30:00+01:00")),
        ("every hour", "2027-10-31 00:30", "2027-10-31 03:30", ("2027-10-31 03:30:00+01:00", 3, "2027-10-31 04:30:00+01:00")),
        # Leap days and ends of months.
        ("every 29 February", "2028-01-01 12:00", "2032-03-01 12:00", ("2032-02-29 09:00:00+01:00", 4, "2033-02-28 09:00:00+01:00")),
        ("every month on the 31st", "2027-01-31 12:00", "2027-04-30 08:00", ("2027-03-31 09:00:00+02:00", 1, "2027-04-30 09:00:00+02:00")),
        ("every weekday at 9", "2027-04-14 14:00", "2027-04-18 12:00", ("2027-04-16 09:00:00+02:00", 1, "2027-04-19 09:00:00+02:00")),
        (
            "every other week on Tuesday",
            "2027-04-14 14:00",
            "2027-05-20 12:00",
            ("2027-05-18 09:00:00+02:00", 2, "2027-06-01 09:00:00+02:00"),
        ),
        ("每周一和周四18点", "2027-04-14 14:00", "2027-04-20 12:00", ("2027-04-19 18:00:00+02:00", 1, "2027-04-22 18:00:00+02:00")),
    ],
)
def test_the_last_time_and_the_next(phrase: str, said: str, now: str, result: tuple[str, int, str]) -> None:
    assert told(wanted(phrase, said), now) == result


@pytest.mark.parametrize("phrase", ["every minute", "every 2 minutes", "every 90 minutes"])
def test_what_comes_often_is_not_counted_for_ever(phrase: str) -> None:
    start = time.perf_counter()
    fallen = fall_due(wanted(phrase), PHRASES, at("2047-04-14 14:00:30"))
    assert time.perf_counter() - start < 2.0
    assert fallen is not None
    assert fallen.missed == MOST_COUNTED
    assert timedelta(0) <= at("2047-04-14 14:00:30") - fallen.was_due < timedelta(minutes=90)
    assert fallen.after.when.due == PHRASES.next_due(fallen.reminder.when, at("2047-04-14 14:00:30"))


def test_a_thousand_days_are_counted_and_more_are_not() -> None:
    reminder = wanted("every day at 9")
    first = reminder.when.due.replace(tzinfo=None)
    for days, missed in ((999, 999), (1000, MOST_COUNTED), (3000, MOST_COUNTED)):
        fallen = fall_due(reminder, PHRASES, (first + timedelta(days=days)).astimezone())
        assert fallen is not None
        assert (fallen.missed, fallen.was_due) == (missed, (first + timedelta(days=days)).astimezone())
        assert fallen.after.when.due == (first + timedelta(days=days + 1)).astimezone()


def test_on_a_journey_9_stays_9(zone: Zone) -> None:
    reminder = wanted("every day at 9")
    zone("America/New_York")  # the program runs on, and was not told
    assert told(reminder, "2027-04-15 03:00") == ("2027-04-15 09:00:00+02:00", 0, "2027-04-16 09:00:00-04:00")
    moved = as_the_clock_stands(reminder, PHRASES, at("2027-04-14 20:00"))
    assert fall_due(moved, PHRASES, at("2027-04-15 03:00")) is None
    assert told(moved, "2027-04-15 09:00") == ("2027-04-15 09:00:00-04:00", 0, "2027-04-16 09:00:00-04:00")
    zone("Asia/Shanghai")
    moved = as_the_clock_stands(reminder, PHRASES, at("2027-04-15 12:00"))
    assert told(moved, "2027-04-15 12:00") == ("2027-04-15 09:00:00+08:00", 0, "2027-04-16 09:00:00+08:00")


def test_on_a_journey_a_single_one_and_an_elapsed_one_keep_their_instant(zone: Zone) -> None:
    single, elapsed = wanted("tomorrow at 8"), wanted("every 2 hours")
    zone("Asia/Shanghai")
    assert as_the_clock_stands(single, PHRASES, at("2027-04-15 12:00")) is single
    assert as_the_clock_stands(elapsed, PHRASES, at("2027-04-14 20:30")) is elapsed
    assert told(elapsed, "2027-04-14 22:00") == ("2027-04-14 16:00:00+02:00", 0, "2027-04-15 00:00:00+08:00")


def test_while_nothing_changes_the_clock_moves_nothing() -> None:
    reminder = wanted("every day at 2:30 am", "2027-03-27 12:00")
    assert str(reminder.when.due) == "2027-03-28 03:00:00+02:00"
    for now in ("2027-03-27 12:00", "2027-03-28 02:59", "2027-03-28 03:00", "2027-03-28 12:00", "2027-06-01 12:00"):
        assert as_the_clock_stands(reminder, PHRASES, at(now)) is reminder


def test_a_clock_that_was_set_back_brings_nothing_twice() -> None:
    fallen = fall_due(wanted("every day at 9"), PHRASES, at("2027-04-15 09:00"))
    assert fallen is not None
    after = as_the_clock_stands(fallen.after, PHRASES, at("2027-04-15 08:58"))
    assert after is fallen.after
    assert fall_due(after, PHRASES, at("2027-04-15 09:00")) is None


def test_a_clock_that_was_wrong_by_years_silences_nothing() -> None:
    reminder = wanted("every day at 9")
    fallen = fall_due(reminder, PHRASES, at("2035-01-01 12:00"))
    assert fallen is not None
    after = as_the_clock_stands(fallen.after, PHRASES, at("2027-04-20 12:00"))
    assert str(after.when.due) == "2027-04-21 09:00:00+02:00"
    assert as_the_clock_stands(after, PHRASES, at("2027-04-20 12:00")) is after
    single = replace(wanted("tomorrow at 8"), state=ReminderState.DONE)
    assert as_the_clock_stands(single, PHRASES, at("2027-04-14 12:00")) is single
