"""Citations: chips under a reply open the source at its place, and say how much of a document was seen."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication

from desktop_mem.control.document_ledger import DocumentEntry, ImportState, Reason
from desktop_mem.gui.conversation.citations import KnownDocuments, chip_words, cited
from desktop_mem.gui.conversation.panel import ConversationPanel
from desktop_mem.gui.conversation.row import RowKind
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.reminder import Reminder, When
from desktop_mem.memory.update import EventAdmitted, PagedIn, ReminderFell, ReplySent, StepStarted, Yielded
from desktop_mem.runtime.command import ShowHistory, SnoozeReminder
from desktop_mem.runtime.update import DocumentsShown, HistoryShown
from tests.gui.conftest import AT

RESULT = (
    "2 of 9, page 1 of 5.\nseen: 1 of 188 passages of soil.pdf\n[p8 soil.pdf, page 7] Water at 2.4 m.\n"
    "[m3 2026-02-11 user] It rises in spring."
)


@pytest.fixture
def panel(qtbot: Any, theme: Any) -> ConversationPanel:
    made = ConversationPanel(theme)
    made.commands, made.opened = [], []
    made.command.connect(made.commands.append)
    made.source_wanted.connect(lambda *what: made.opened.append(what))
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    return made


def ledger(*names: str) -> DocumentsShown:
    entries = (
        DocumentEntry(f"d{n}", f"/home/lena/{name}", ImportState.DONE, AT, Reason.STORED, passages=188) for n, name in enumerate(names, 1)
    )
    return DocumentsShown(tuple(entries))


def replies(panel: ConversationPanel) -> list[Any]:
    return [row for row in panel.model.rows if row.kind is RowKind.REPLY]


def hots(panel: ConversationPanel, place: int) -> list[Any]:
    return panel.view._delegate.layout(panel.model, place).hots


def click(panel: ConversationPanel, qtbot: Any, place: int, hot: Any) -> None:
    top = panel.view.visualRect(panel.model.index(place)).top()
    at = hot.rect.center() + QPointF(-panel.view.viewport().x(), top)
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=at.toPoint())


def test_sources_are_read_from_what_the_engine_says() -> None:
    assert [(each.address, each.where, each.text) for each in cited(RESULT)] == [
        ("p8", "soil.pdf, page 7", "Water at 2.4 m."),
        ("m3", "2026-02-11 user", "It rises in spring."),
    ]
    assert cited("[note] nothing\np9 is no source, nor is [x1 y] z") == ()


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("soil.pdf, page 7", "soil.pdf, page 7"),
        ("2026-02-11 user", "You, 2/11/26"),
        ("2026-02-11 assistant", "Assistant, 2/11/26"),
        ("2026-02-11", "Note, 2/11/26"),
    ],
)
def test_what_a_chip_says(theme, where, words) -> None:
    assert chip_words(cited(f"[p1 {where}] text")[0]) == words


def test_what_the_program_told_is_not_called_a_note() -> None:
    """An answer that rested on a reminder that fell due named a note, which nobody had written."""
    assert chip_words(cited("[m1 2026-02-11] Reminder r1 is due: water the plants.")[0]) == "The program, 2/11/26"


def test_coverage_counts_passages_and_never_claims_what_is_not_known(theme) -> None:
    known = KnownDocuments()
    known.take(ledger("soil.pdf", "soil.pdf, page"))
    found = cited("[p1 soil.pdf, page 7] a\n[p2 soil.pdf, page 9] b\n[p3 other.pdf, page 1] c\n[m1 2026-02-11 user] d")
    assert known.coverage(found) == "seen: 2 of 188 passages of soil.pdf"
    assert known.coverage(cited("[p3 other.pdf] c")) == ""


def test_a_live_reply_cites_what_was_brought_into_view(panel, script, qtbot) -> None:
    """anything-llm 392, gpt4all 2551: a click on a citation opens the page."""
    panel.take(ledger("soil.pdf"))
    panel.take(EventAdmitted(script.user(1, "How deep is the water?")))
    said = Hit("m3", "It rises in spring.", AT, 0.6, ("words",), speaker="user")
    panel.take(PagedIn("m2", (said, Hit("p8", "Water at 2.4 m.", AT, 0.8, ("words",), citation="soil.pdf, page 7", document="d1"))))
    panel.take(StepStarted(0, ()))
    panel.take(ReplySent(script.reply(4, "At 2.4 m.")))
    panel.take(Yielded(1))
    (reply,) = replies(panel)
    assert [citation.address for citation in reply.citations] == ["p8", "m3"]
    assert reply.coverage == "seen: 1 of 188 passages of soil.pdf"
    place = panel.model.rows.index(reply)
    assert [(hot.kind, hot.value) for hot in hots(panel, place)] == [("open", "p8"), ("open", "m3")]
    click(panel, qtbot, place, hots(panel, place)[0])
    assert panel.opened == [("p8", "Water at 2.4 m.")]
    trace = panel.model.rows[place + 1]
    assert not trace.expanded


def test_stored_replies_cite_the_same(panel, script) -> None:
    panel.take(ledger("soil.pdf"))
    question = ShowHistory(200)
    panel.take_sent(question)
    call = script.call(2, "archival_memory_search", query="water")
    messages = (
        script.user(1, "How deep?"),
        call,
        script.result(3, f"ok: {RESULT}"),
        script.reply(4, "At 2.4 m."),
        script.user(5, "Thanks"),
    )
    panel.take(HistoryShown(question.request_id, messages, False))
    (reply,) = replies(panel)
    assert [citation.address for citation in reply.citations] == ["p8", "m3"]
    assert reply.coverage == "seen: 1 of 188 passages of soil.pdf"


def test_a_reply_names_what_it_rests_on_and_not_all_that_was_found(panel, script) -> None:
    """What was found beside it, and the question itself, are no sources of the reply."""
    panel.take(EventAdmitted(script.user(1, "Lena lives in Leipzig.")))
    panel.take(ReplySent(script.reply(2, "Noted.")))
    panel.take(Yielded(1))
    panel.take(EventAdmitted(script.user(3, "How deep is the water, and where do I live?")))
    hits = tuple(Hit(f"p{n}", f"Water {n}.", AT, 0.8, citation=f"soil.pdf, page {n}", document="d1") for n in (7, 8))
    panel.take(PagedIn("m4", hits))
    message = replace(script.reply(5, "At 2.4 m; in Leipzig."), turn="m3", grounds=("m3", "m1", "w:human", "p8", "m99"))
    panel.take(ReplySent(message))
    reply = replies(panel)[1]
    assert [(each.address, chip_words(each)) for each in reply.citations] == [
        ("w:human", "About you"),
        ("p8", "soil.pdf, page 8"),
        ("m1", "You, 3/3/26"),
        ("m99", "A message"),
    ]
    assert panel.model.state_words(reply) == ""


def test_a_reply_from_nowhere_says_so(panel, script) -> None:
    panel.take(EventAdmitted(script.user(1, "What is the capital of France?")))
    panel.take(PagedIn("m2", (Hit("p8", "Water.", AT, 0.8, citation="soil.pdf, page 7"),)))
    panel.take(ReplySent(replace(script.reply(3, "Paris."), turn="m1", grounds=())))
    (reply,) = replies(panel)
    assert (reply.citations, panel.model.state_words(reply)) == ((), "not from memory")
    question = ShowHistory(200)
    panel.take_sent(question)
    stored = (
        script.user(1, "My dog is Rex."),
        replace(script.reply(2, "Noted."), grounds=("m1",)),
        script.user(3, "And?"),
        replace(script.reply(4, "Rex is a dog."), grounds=("m1",)),
        script.user(5, "Paris?"),
        replace(script.reply(6, "Yes."), grounds=()),
        replace(script.reply(7, "Rewritten."), grounds=None),
    )
    panel.take(HistoryShown(question.request_id, stored, False))
    assert [([chip_words(each) for each in row.citations], panel.model.state_words(row)) for row in replies(panel)] == [
        ([], ""),
        (["You, 3/3/26"], ""),
        ([], "not from memory"),
        ([], ""),
    ]


def test_a_failed_call_is_no_source(panel, script) -> None:
    panel.take(EventAdmitted(script.user(1, "Hi")))
    panel.take(script.called("archival_memory_search", RESULT, ok=False, query="x"))
    panel.take(ReplySent(script.reply(4, "I do not know.")))
    assert replies(panel)[0].citations == ()


def test_code_is_copied_by_its_button(panel, script, qtbot) -> None:
    """gpt4all 530: copying code gives its source."""
    panel.take(EventAdmitted(script.user(1, "Code?")))
    panel.take(ReplySent(script.reply(2, "Here:\n\n```python\nprint('x_1 **y**')\n```\n")))
    place = panel.model.rows.index(replies(panel)[0])
    (hot,) = hots(panel, place)
    click(panel, qtbot, place, hot)
    assert QGuiApplication.clipboard().text() == "print('x_1 **y**')"


def test_chips_stay_in_the_column_and_turn_around_whole(panel, script, theme) -> None:
    panel.take(EventAdmitted(script.user(1, "Where?")))
    hits = tuple(Hit(f"p{n}", "text", AT, 0.5, citation=f"a-very-long-name-of-a-file-number-{n}.pdf, page {n}") for n in range(1, 10))
    panel.take(PagedIn("m2", hits))
    panel.take(ReplySent(script.reply(3, "There.")))
    for direction in (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft):
        panel.setLayoutDirection(direction)
        panel.view._restyle()
        layout = panel.view._delegate.layout(panel.model, panel.model.rows.index(replies(panel)[0]))
        assert len(layout.hots) == 6
        boxes = [box.rect for box in layout.boxes if box.outline == "accent"]
        assert boxes == [hot.rect for hot in layout.hots]
        assert all(box.left() >= 0 and box.right() <= panel.view.width() for box in boxes)
        assert not any(one.intersects(other) for one in boxes for other in boxes if one is not other)


def test_a_reminder_is_put_off_by_a_chip_once(panel, script, qtbot) -> None:
    reminder = Reminder("stretch", "in 5 minutes", When(AT), AT, AT, "r4", "m1")
    panel.take(ReminderFell(Message(Role.EVENT, "", AT + timedelta(minutes=5), "m6"), reminder, AT, 0))
    hour = hots(panel, 0)[1]
    click(panel, qtbot, 0, hour)
    (command,) = panel.commands
    assert (type(command), command.address, command.minutes) == (SnoozeReminder, "r4", 60)
    assert hots(panel, 0) == []
