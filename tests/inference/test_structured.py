"""The grammar under the real matcher: byte by byte, what a model may write and what it may not."""

from __future__ import annotations

import json

import pytest
from llguidance import LLMatcher, LLTokenizer, grammar_from

from desktop_mem.inference.structured import _PLAIN_TEXT
from desktop_mem.memory import function_set
from desktop_mem.memory.ports import JsonSchema

LABELS = {"core_memory_append": ("human",), "core_memory_replace": ("human", "persona")}
SCHEMA = function_set.schema(list(function_set.BY_NAME), LABELS, function_set.Lengths(80, 120))
BYTES = LLTokenizer("byte")
RAW_CONTROLS = [chr(code) for code in (*range(32), 127)]


def admits(text: str, schema: JsonSchema | None = SCHEMA) -> bool:
    """Whether the grammar lets a model write all of `text` and end there; the grammar is made as `Grammars` makes it."""
    kind, source = ("json_schema", json.dumps(schema, ensure_ascii=False)) if schema is not None else ("regex", _PLAIN_TEXT)
    matcher = LLMatcher(BYTES, grammar_from(kind, source))
    ids = list(text.encode("utf-8"))
    return matcher.try_consume_tokens(ids) == len(ids) and matcher.is_accepting()


def reply(message: str) -> str:
    return '{"thought":"t","function":"send_message","arguments":{"message":"' + message + '"}}'


@pytest.mark.parametrize("character", RAW_CONTROLS, ids=ascii)
def test_no_string_of_a_call_holds_a_control_character(character: str) -> None:
    """An original defect: the grammar admitted control characters, which no JSON reader takes."""
    assert admits(reply("ab"))
    assert not admits(reply(f"a{character}b"))
    for call in (
        '{"thought":"a%sb","function":"pause_heartbeats","arguments":{"minutes":3}}',
        '{"thought":"t","function":"core_memory_append","arguments":{"label":"human","content":"a%sb"},"request_heartbeat":true}',
        '{"thought":"t","function":"archival_memory_search","arguments":{"query":"a%sb","page":1},"request_heartbeat":false}',
    ):
        assert admits(call % "")
        assert not admits(call % character)


@pytest.mark.parametrize("character", [c for c in RAW_CONTROLS if c not in "\t\n"], ids=ascii)
def test_plain_text_holds_no_control_character_but_line_ends_and_tabs(character: str) -> None:
    """An original defect: the grammar admitted control characters."""
    assert admits("a\tb\nc", None)
    assert not admits(f"a{character}b", None)


@pytest.mark.parametrize("message", ["你好，世界", "Ma sœur — où ?", "👩‍👩‍👧 é ½", 'a \\"quoted\\" word', "two\\nlines"])
def test_every_language_can_be_written_as_it_is(message: str) -> None:
    """letta 799: only English came through the grammar and its repair."""
    assert admits(reply(message))
    assert json.loads(reply(message))["arguments"]["message"]


@pytest.mark.parametrize(
    "text",
    [
        reply("ab") + reply("cd"),
        reply("ab") + "\n",
        "\n" + reply("ab"),
        reply("ab")[:-1],
        "Sure! " + reply("ab"),
        "ab",
        reply("ab").replace("send_message", "step1_archivall_search"),
        reply("ab").replace('"message"', '"messages"'),
        reply(""),
        reply("a" * 121),
    ],
)
def test_one_whole_call_of_a_known_function_and_nothing_else(text: str) -> None:
    """letta 177, 278, 1199, 2413: two objects, prose, half an object, an invented function."""
    assert not admits(text)
