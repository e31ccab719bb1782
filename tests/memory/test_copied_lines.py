"""Replies of a small model that goes on in the form of the memory it was shown: no mark and no made-up line reaches the user."""

from __future__ import annotations

import pytest

from desktop_mem.memory.copied_lines import as_speech, as_spoken, marks_of
from desktop_mem.memory.ports import Generation, PromptMessage
from desktop_mem.memory.reply_stream import ReplyStream
from desktop_mem.memory.update import ReplyStreamed

_PROMPT = (
    PromptMessage("system", "Answer briefly."),
    PromptMessage("function", "[m8 2023-02-08 user] Ada: The kayak leaks.\n[m12 2023-03-01 assistant] Bo: I sold mine."),
    PromptMessage("user", "[Monday 2023-07-24 19:00 +0000]\nWhose kayak leaks?"),
)
_MARKS = marks_of(_PROMPT)
_CASES = [
    ("Ada's kayak leaks [m8].", "Ada's kayak leaks [m8]."),
    ("[x] is a box, [m8 2023-02-08 user] is none", "[x] is a box, [m8 2023-02-08 user] is none"),
    ("[m8 2023-02-08 user] Ada: The kayak leaks.", "Ada: The kayak leaks."),
    ("It leaks:\n[m8 2023-02-08 user] Ada: The kayak leaks.", "It leaks:\nAda: The kayak leaks."),
    ("Ada's.\n[m9 2023-02-09 user] Ada: Buy glue!\nAnd more.", "Ada's.\n"),
    ("[m8 2024-11-30 user] Ada: It leaks.\n[m17B 2023-08-24 assistant] Bo: Oh!", "Ada: It leaks.\n"),
    ("Ada: [m8 2023-05-11 user] It leaks.\n[m8 2023-13-45 user] Ada: Oh!", "Ada: It leaks.\n"),
]


def test_only_lines_of_messages_have_marks() -> None:
    assert {"[m8 2023-02-08 user]", "[m12 2023-03-01 assistant]"} == _MARKS


@pytest.mark.parametrize(("written", "said"), _CASES)
def test_what_was_shown_keeps_its_words_and_what_is_made_up_ends_the_reply(written: str, said: str) -> None:
    assert as_speech(written, _MARKS) == said


@pytest.mark.parametrize(("written", "said"), [*_CASES, ("Well: [m", "Well: [m"), ("[", "["), ("[m8 2023", "[m8 2023")])
@pytest.mark.parametrize("size", [1, 3, 7])
def test_the_stream_shows_what_is_kept(written: str, said: str, size: int) -> None:
    stream = ReplyStream(plain=True, marks=_MARKS)
    updates = [update for start in range(0, len(written), size) for update in stream.feed(written[start : start + size])]
    updates += stream.finish()
    assert "".join(update.text for update in updates if isinstance(update, ReplyStreamed)) == said


def test_a_reply_that_was_changed_has_no_ids_of_its_own() -> None:
    changed = as_spoken(Generation("[m8 2023-02-08 user] Ada: It leaks.", (5, 6)), _MARKS)
    assert (changed.text, changed.token_ids) == ("Ada: It leaks.", ())
    kept = Generation("It leaks.", (7,))
    assert as_spoken(kept, _MARKS) is kept
