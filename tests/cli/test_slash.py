"""Slash commands: each line, and the runtime's command that it becomes."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from desktop_mem.cli.slash import COMMANDS, Seen, read
from desktop_mem.errors import EnvironmentFault
from desktop_mem.memory.topic import Topic
from desktop_mem.runtime import command as c

AT = datetime(2026, 3, 3, tzinfo=UTC)
SEEN = Seen((Topic("Garden", AT, "t1"), Topic("garden", AT, "t2"), Topic("Garden", AT, "t3")), "Lena has a garden.", "s4", "model")


def made(line: str, seen: Seen = SEEN) -> Any:
    command, argument = read(line)
    made = command.make(argument, seen)
    return replace(made, request_id="") if made else None


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("/retry", c.Retry("")),
        ("/undo", c.UndoTurn("")),
        ("/edit  What is  that? ", c.EditAndResend("What is  that?", "")),
        ("/edit", c.EditAndResend("", "")),
        ("/rethink They ask.", c.Rethink("They ask.", "")),
        ("/rewrite /home is a folder", c.Rewrite("/home is a folder", "")),
        ("/summarise", c.SummariseNow("")),
        ("/pressure", c.PressNow("")),
        ("/summary", None),
        ("/summary rebuild", c.RebuildSummary("")),
        ("/summary Lena sold it.", c.EditSummary("Lena sold it.", "Lena has a garden.", "")),
        ("/prompt", c.ShowPrompt("")),
        ("/topics", c.ShowTopics("")),
        ("/topic t9", c.SwitchTopic("t9", "", "")),
        ("/topic garden", c.SwitchTopic("t2", "", "")),
        ("/topic Garden", c.SwitchTopic("t3", "", "")),
        ("/topic The garden", c.SwitchTopic("", "The garden", "")),
        ("/topic", c.SwitchTopic("", "", "")),
        ("/reminders", c.ShowReminders("")),
        ("/cancel r2", c.CancelReminder("r2", "")),
        ("/sections", c.ShowState("")),
        ("/section new pets  About my pets", c.AddSection("pets", "About my pets", request_id="")),
        ("/help", None),
    ],
)
def test_each_line_becomes_its_command(line: str, command: Any) -> None:
    assert made(line) == command


def test_a_summary_that_was_never_seen_is_not_replaced_blindly() -> None:
    assert made("/summary Mine.", Seen()) == c.EditSummary("Mine.", "", "")


@pytest.mark.parametrize("line", ["/", "/ help", "/Help", "/etc/passwd is what?", "/undo2"])
def test_an_unknown_word_is_refused_with_a_sentence_that_names_help(line: str) -> None:
    with pytest.raises(EnvironmentFault) as fault:
        read(line)
    word = line[1:].partition(" ")[0]
    assert str(fault.value) == f"There is no command /{word}. /help lists them; a line that begins with // is said with one slash."


@pytest.mark.parametrize("line", ["/section", "/section pets", "/section new", "/section old pets mine"])
def test_half_a_command_says_how_it_is_written(line: str) -> None:
    with pytest.raises(EnvironmentFault, match="Write /section new LABEL DESCRIPTION"):
        made(line)


def test_every_command_is_listed_as_it_is_written() -> None:
    assert [command.usage.partition(" ")[0] for command in COMMANDS.values()] == [f"/{name}" for name in COMMANDS]
