"""The answer without a model: quotes with their addresses, in the language of the question."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from desktop_mem.control.document_ledger import LEDGER
from desktop_mem.control.quoting import MARKS, Quotes
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.working_context import SectionState

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
PERSONA = SectionState("persona", "I answer briefly about boilers.", 2000)


def passage(text: str, citation: str = "manual.pdf, page 4") -> Hit:
    return Hit("p7", text, NOON, 0.9, citation=citation, document="d1" if citation else "")


def told(text: str, speaker: str = "user") -> Hit:
    return Hit("m3", text, NOON, 0.9, speaker=speaker)


def reply(said: str, *hits: Hit, human: str = "") -> str:
    return Quotes().reply(said, hits, (PERSONA, SectionState("human", human, 2000)))


def test_documents_messages_and_notes_are_quoted_each_with_its_address() -> None:
    said = reply(
        "Who mends the boiler?", passage("Boilers are mended by Ada."), told("Ada mends my boiler."), human="Boiler: Ada\nLikes tea"
    )
    assert said == (
        "From what is noted about you:\n“Boiler: Ada” [w:human]\n\n"
        "From your documents:\n“Boilers are mended by Ada.” [p7, manual.pdf, page 4]\n\n"
        "From our conversation:\n“Ada mends my boiler.” [m3, you, 2026-03-02]\n\n"
        "(Made without a model: quoted, not written.)"
    )


def test_in_chinese() -> None:
    assert reply("谁修锅炉？", passage("锅炉由阿达修理。"), told("阿达会修锅炉。", "assistant")) == (
        "来自你的文档：\n“锅炉由阿达修理。” [p7, manual.pdf, page 4]\n\n"
        "来自我们的对话：\n“阿达会修锅炉。” [m3, 助手, 2026-03-02]\n\n"
        "（没有使用模型：以下是引用，不是撰写的回答。）"
    )


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (
            "Who mends the boiler?",
            "No model is loaded, and nothing in your documents, messages or notes matches this. Your message is stored.",
        ),
        ("My name is Anna.", "No model is loaded to answer this. Your message is stored."),
        ("我叫王芳。", "没有载入模型，无法回答。你的消息已存入。"),
        ("谁修锅炉？", "没有载入模型，你的文档、消息和记录里也没有相符的内容。你的消息已存入。"),
    ],
)
def test_where_there_is_nothing_to_quote(said: str, answer: str) -> None:
    assert reply(said) == answer


def test_of_a_long_passage_the_stretch_about_the_question_is_shown() -> None:
    text = "Filler about nothing at all. " * 30 + "The boiler is mended with a wrench. " + "More filler follows here. " * 30
    shown = reply("How is the boiler mended?", passage(text))
    assert "“… The boiler is mended with a wrench. More filler" in shown
    assert len(shown) < 500


def test_what_the_document_ledger_says_is_no_quote() -> None:
    said = reply("Which files do I have?", Hit(LEDGER, "The number of documents stored is 2: a.pdf (d1), b.pdf (d2).", NOON, 1.0))
    assert "The number of documents stored is 2: a.pdf (d1), b.pdf (d2).\n" in said
    assert "“The number" not in said


def test_a_reply_of_quotes_is_not_quoted_again() -> None:
    for mark in MARKS:
        assert "matches this" in reply("Who mends the boiler?", told(f"“Ada” [m1]\n\n{mark}", "assistant"))


def test_a_text_of_the_user_cannot_pretend_to_be_a_line_of_ours() -> None:
    assert "“one two” [p7]" in reply("one?", passage("one\n\ntwo", citation=""))
