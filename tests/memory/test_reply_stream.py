"""Streaming: the reply appears as it is written, whole characters at a time, from any split of the text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.reply_stream import ReplyStream, parse_call, read_call, whole_characters, without_controls
from desktop_mem.memory.update import ReplyStreamed, ThoughtStreamed


def streamed(text: str, cuts: list[int], *, plain: bool = False) -> tuple[str, str, list[str]]:
    stream, updates = ReplyStream(plain=plain), []
    for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
        updates += stream.feed(text[start:end])
    updates += stream.finish()
    pieces = [u.text for u in updates if isinstance(u, ReplyStreamed)]
    return "".join(u.text for u in updates if isinstance(u, ThoughtStreamed)), "".join(pieces), pieces


@given(st.text(), st.text(min_size=1), st.data())
def test_any_text_in_any_pieces_comes_out_whole(thought: str, message: str, data: st.DataObject) -> None:
    text = (
        json.dumps(
            {"thought": thought, "function": "send_message", "arguments": {"message": message}}, ensure_ascii=data.draw(st.booleans())
        )
        .replace('": ', '":')
        .replace(', "', ',"')
    )
    if "\ud800" <= max(thought + message) <= "\udfff":
        return
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=12)))
    expected = json.loads(text)
    assert streamed(text, cuts)[:2] == tuple(without_controls(each) for each in (expected["thought"], expected["arguments"]["message"]))


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1), st.data())
def test_plain_text_comes_out_whole(message: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(message)), max_size=12)))
    assert streamed(message, cuts, plain=True)[1] == without_controls(message)


def test_control_characters_are_left_out_and_lines_stay() -> None:
    assert without_controls("a\x1b[31mb\x00\r\nc\td\x7f é👍🏽") == "a[31mb\nc\td é👍🏽"


@pytest.mark.parametrize("emoji", ["👩‍👩‍👧‍👦", "🏳️‍🌈", "👍🏽", "🇳🇴", "é", "नि", "1️⃣"])
def test_an_emoji_is_never_shown_in_halves(emoji: str) -> None:
    """llama.cpp 2231, gpt4all 3443: broken characters in streamed emoji and Chinese."""
    text = f"a{emoji}b"
    _, reply, pieces = streamed(text, list(range(1, len(text))), plain=True)
    assert reply == text
    assert emoji in pieces


def test_calls_of_other_functions_stream_no_reply() -> None:
    text = '{"thought":"look","function":"conversation_search","arguments":{"query":"message","page":1},"request_heartbeat":true}'
    assert streamed(text, list(range(1, len(text))))[:2] == ("look", "")


@pytest.mark.parametrize(
    ("text", "complete", "expected"),
    [
        (
            '{"thought":"t","function":"send_message","arguments":{"message":"Hi"}}',
            True,
            FunctionCall("send_message", {"message": "Hi"}, "t"),
        ),
        (
            '{"thought":"t","function":"send_message","arguments":{"message":"Hi th',
            False,
            FunctionCall("send_message", {"message": "Hi th"}, "t"),
        ),
        (
            '{"thought":"t","function":"send_message","arguments":{"message":"Hi \\u4f',
            False,
            FunctionCall("send_message", {"message": "Hi "}, "t"),
        ),
        ('{"thought":"t","function":"send_message","arguments":{"message":"', False, None),
        ('{"thought":"t","function":"conversation_search","arguments":{"query":"a', False, None),
        ('{"thought":"t', False, None),
        ("", False, None),
        ("just prose", True, None),
    ],
)
def test_what_is_made_of_a_generation(text: str, complete: bool, expected: FunctionCall | None) -> None:
    assert read_call(text, complete=complete, plain=False) == expected


@pytest.mark.parametrize(
    "text", ["[]", "7", "null", '{"function":1,"arguments":{}}', '{"function":"a"}', '{"function":"a","arguments":[]}', "{"]
)
def test_what_is_no_call_is_no_call(text: str) -> None:
    assert parse_call(text) is None


def test_a_call_survives_writing_and_reading() -> None:
    call = FunctionCall("core_memory_append", {"label": "human", "content": '"引号" \\ \n'}, "想", True)
    assert parse_call(call.to_json()) == call


def test_the_last_character_waits_for_what_may_join_it() -> None:
    assert whole_characters("ab") == 1
    assert whole_characters("") == 0
    assert whole_characters("a👩‍") == 1
