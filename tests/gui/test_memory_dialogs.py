"""History, memory on a day, the trash, forgetting and proposals in the window: what is shown of an update, and what each button sends."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from desktop_mem.control.trash import TrashItem
from desktop_mem.gui.memory_panel.entry_list import ENTRY_ROLE
from desktop_mem.memory.passage import Hit, HitPage
from desktop_mem.memory.ports import SectionState
from desktop_mem.memory.proposal import Proposal, ProposalState
from desktop_mem.memory.resolved import OpenedText
from desktop_mem.memory.update import (
    ChangeRedone,
    ChangeUndone,
    EventAdmitted,
    MemoryForgotten,
    ProposalDecided,
    ProposalMade,
    ReplySent,
)
from desktop_mem.runtime.command import OpenPlace, ShowHistory
from desktop_mem.runtime.memory_command import (
    ExplainMemory,
    ForgetMemory,
    RestoreMemory,
    ShowLedger,
    ShowMemoryAsOf,
    ShowTrash,
    UndoChange,
)
from desktop_mem.runtime.memory_update import MemoryAsOfShown, TrashShown
from desktop_mem.runtime.proposal_command import AcceptProposal, RejectProposal, ShowProposals
from desktop_mem.runtime.update import CommandFailed, EngineReady, ProposalsShown, SearchFinished, SectionsShown
from tests.gui.conftest import AT
from tests.gui.memory_script import ADDED, BEFORE, NAMED, shown

# -- history, a day, the trash ---------------------------------------------------------------------------------------


def test_history_is_told_page_by_page_and_by_address(window, desk, qtbot) -> None:
    window.take(SectionsShown((BEFORE, SectionState("pets", "", 500))))
    window.memory.head.history_button.click()
    dialog, question = desk.history, desk.sent.last(ShowLedger)
    assert (question.address, question.limit) == ("", 100)
    window.take(shown(question, ADDED, replace(NAMED, undone=True), more=True, undo="e2"))
    assert [index.data() for index in map(dialog.model.index, range(2))] == [
        "The assistant added to “About you”\n+ Phone: 1\nBecause of a message (m4)",
        "You added to “About you” (taken back)\n+ Name: Lena",
    ]
    assert [[(each.kind, each.value) for each in entry.offers] for entry in dialog.model.entries] == [
        [("undo", "e2"), ("why", "w:human"), ("open", "m4")],
        [("why", "w:human")],
    ]
    assert dialog.more_button.isVisible()
    dialog.more_button.click()
    assert desk.sent.last(ShowLedger).limit == 200
    assert [dialog.what.itemText(place) for place in range(3)] == ["All memory", "About you", "pets"]
    dialog.what.setCurrentIndex(2)
    dialog.what.activated.emit(2)
    assert (desk.sent.last(ShowLedger).address, desk.sent.last(ShowLedger).limit) == ("w:pets", 100)
    window.take(shown(desk.sent.last(ShowLedger)))
    assert (dialog.note.text(), dialog.model.rowCount(), dialog.more_button.isVisible()) == ("Nothing has changed there yet.", 0, False)
    qtbot.keyClicks(dialog.address, "p7")
    qtbot.keyClick(dialog.address, Qt.Key.Key_Return)
    assert (desk.sent.last(ShowLedger).address, dialog.what.currentText()) == ("p7", "A kept note (p7)")
    window.take(CommandFailed(desk.sent.last(ShowLedger).request_id, "There is no passage p7."))
    assert (dialog.note.text(), window.banner.text()) == ("There is no passage p7.", "")


def test_a_section_has_its_own_history_which_follows_memory(window, desk, qtbot) -> None:
    window.take(SectionsShown((BEFORE,)))
    qtbot.mouseClick(window.memory.cards["human"].history_button, Qt.MouseButton.LeftButton)
    assert desk.sent.last(ShowLedger).address == "w:human"
    window.take(shown(desk.sent.last(ShowLedger), NAMED, undo="e1"))
    asked = len(desk.sent.of(ShowLedger))
    window.take(ChangeRedone("e2", "w:human"))
    assert "w:human" in [each.address for each in desk.sent.of(ShowLedger)[asked:]]


def test_later_changes_go_along_when_the_user_says_so(window, desk) -> None:
    desk.do("history", "")
    other = replace(NAMED, target="w:pets", address="e3")
    window.take(shown(desk.sent.last(ShowLedger), other, ADDED, NAMED, undo="e3"))
    desk.do("undo", "e1")
    assert desk.sent.of(UndoChange) == []
    assert desk.question.text() == "You added to “About you”. Later changes rest on that: 1. They are taken back with it."
    desk.question.accept()
    command = desk.sent.last(UndoChange)
    assert (command.address, command.along) == ("e1", True)
    window.take(CommandFailed(command.request_id, "Not done: the section human was changed since then."))
    assert (desk.history.note.text(), window.banner.text()) == ("Not done: the section “About you” was changed since then.", "")
    desk.do("undo", "e2")
    assert (desk.sent.last(UndoChange).address, desk.sent.last(UndoChange).along) == ("e2", False)


def test_memory_on_a_day_is_shown_to_be_read(desk) -> None:
    desk.history.day_button.click()
    dialog, question = desk.as_of, desk.sent.last(ShowMemoryAsOf)
    assert question.date == dialog.day.date().toString(Qt.DateFormat.ISODate)
    notes = (OpenedText("p1", "The key is red."), OpenedText("p2", "", "forgotten since"))
    desk.take(MemoryAsOfShown(question.request_id, AT, (BEFORE, SectionState("pets", "", 500)), notes))
    text = "About you\nName: Lena\npets\nNothing yet.\nKept notes\n• The key is red.\n• (forgotten since)"
    assert (dialog.text.toPlainText(), dialog.text.isReadOnly()) == (text, True)
    dialog.ask()
    desk.take(MemoryAsOfShown(desk.sent.last(ShowMemoryAsOf).request_id, AT, (), ()))
    assert dialog.note.text() == "Nothing was in memory on that day."


def test_the_trash_gives_back(window, desk) -> None:
    window.memory.head.trash_button.click()
    window.take(
        TrashShown(desk.sent.last(ShowTrash).request_id, (TrashItem("e5", "w:human", "Phone: 1", AT), TrashItem("e4", "m4", "Hello", AT)))
    )
    assert [index.data() for index in map(desk.trash.model.index, range(2))] == ["About you\nPhone: 1", "A message\nHello"]
    desk.trash.list.menu_of(desk.trash.model.index(0).data(ENTRY_ROLE)).actions()[0].trigger()
    assert desk.sent.last(RestoreMemory).address == "e5"
    window.take(ChangeUndone("e5", "w:human"))
    window.take(TrashShown(desk.sent.last(ShowTrash).request_id, ()))
    assert desk.trash.note.text() == "The trash is empty."


# -- forgetting where it is seen -------------------------------------------------------------------------------------


def test_a_message_is_forgotten_from_its_menu_and_comes_back(window, desk, script) -> None:
    window.take(EventAdmitted(script.user(1, "My PIN is 1234.")))
    window.take(ReplySent(script.reply(2, "Noted.")))
    view = window.conversation.view
    actions = {action.text(): action for action in view.offers.actions(window.conversation.model.rows[0], view)}
    actions["Why?"].trigger()
    assert desk.sent.last(ExplainMemory).address == "m1"
    actions["Forget"].trigger()
    assert (desk.sent.last(ForgetMemory).address, desk.sent.last(ForgetMemory).line) == ("m1", "")
    window.take(MemoryForgotten("e1", "m1"))
    assert [row.address for row in window.conversation.model.rows] == ["m2"]
    assert window.banner.text() == "A message lies in the trash now. From there it can be brought back."
    window.take(ChangeUndone("e1", "m1"))
    assert type(desk.sent.last(ShowHistory)) is ShowHistory


def test_a_kept_note_is_forgotten_where_it_was_found(window, desk) -> None:
    window.tabs.setCurrentWidget(window.search)
    window.search.query.setText("key")
    window.search.search()
    note = Hit("p7", "The key is red.", AT, 0.9)
    cited = Hit("p8", "A key.", AT, 0.8, citation="letter.pdf, page 2", document="d1")
    window.take(SearchFinished(window.search.asked, "key", None, HitPage((note, cited), 2, 1, 1)))
    menus = [window.search.list.menu_of(row) for row in window.search.model.rows if row.hit]
    words = [[action.text() for action in menu.actions() if action.text()] for menu in menus]
    assert words == [["Open", "Copy text", "Copy address", "Why?", "Forget"], ["Open", "Copy text", "Copy address", "Why?"]]
    menus[0].actions()[-1].trigger()
    assert desk.sent.last(ForgetMemory).address == "p7"
    window.take(MemoryForgotten("e3", "p7"))
    assert [row.hit.address for row in window.search.model.rows if row.hit] == ["p8"]


# -- proposals -------------------------------------------------------------------------------------------------------

PROPOSED = Proposal(
    "core_memory_append",
    {"label": "human", "content": "Blood group: A+"},
    "w:human",
    "Name: Lena",
    "Name: Lena\nBlood group: A+",
    "Only text of a document says that, or text made from one; the user did not.",
    AT,
    ("p8",),
    "m4",
    address="q3",
)


def test_proposals_are_asked_for_shown_and_counted(window, desk) -> None:
    window.take(EngineReady("SmolLM2", 4096))
    assert len(desk.sent.of(ShowProposals)) == 1
    window.take(ProposalsShown((PROPOSED,)))
    (card,) = window.memory.proposals.cards.values()
    assert card.title.text() == "The assistant wants to change “About you”"
    assert (card.change.text(), card.reason.text()) == ("+ Blood group: A+", PROPOSED.reason)
    assert card.lapses.text() == "Dropped on Tuesday, March 17, 2026 unless you decide."
    assert window.tabs.tabText(0) == "Memory (1)"
    assert window.memory.proposals.isVisible()
    window.take(ProposalMade(replace(PROPOSED, address="q4")))
    assert window.tabs.tabText(0) == "Memory (2)"
    window.take(ProposalDecided(replace(PROPOSED, state=ProposalState.LAPSED)))
    assert list(window.memory.proposals.cards) == ["q4"]
    window.take(ProposalDecided(replace(PROPOSED, address="q4", state=ProposalState.ACCEPTED)))
    assert (window.tabs.tabText(0), window.memory.proposals.isVisible()) == ("Memory", False)


def test_one_click_decides(window, desk, qtbot) -> None:
    window.take(ProposalsShown((PROPOSED, replace(PROPOSED, address="q4"))))
    accepted, rejected = window.memory.proposals.cards.values()
    qtbot.mouseClick(accepted.accept_button, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(rejected.reject_button, Qt.MouseButton.LeftButton)
    assert [desk.sent.last(kind).address for kind in (AcceptProposal, RejectProposal)] == ["q3", "q4"]
    assert not accepted.accept_button.isEnabled()
    reason = "Not done: the section human has changed since this was proposed. Reject it, or edit the section yourself."
    window.take(CommandFailed(desk.sent.last(AcceptProposal).request_id, reason))
    shown = reason.replace("human", "“About you”")
    assert (accepted.notice.text(), accepted.accept_button.isEnabled(), window.banner.text()) == (shown, True, "")


def test_a_proposal_leads_to_its_source(window, desk) -> None:
    window.take(ProposalsShown((PROPOSED,)))
    (card,) = window.memory.proposals.cards.values()
    (button,) = card.sources
    button.click()
    assert (desk.sent.last(OpenPlace).address, window.source.isVisible()) == ("p8", True)


@pytest.mark.parametrize(
    ("proposal", "title", "change"),
    [
        (
            replace(PROPOSED, function="set_reminder", arguments={"when": "at 9", "message": "call"}, target="", before="", after=""),
            "The assistant wants to set a reminder",
            "call · at 9",
        ),
        (
            replace(PROPOSED, function="switch_topic", arguments={"query": "garden"}, target="", before="", after="garden"),
            "The assistant wants to change the topic",
            "garden",
        ),
        (replace(PROPOSED, function="condense", after="Lena"), "“About you” could be shorter", "− Name: Lena\n+ Lena"),
    ],
)
def test_what_is_proposed_in_words(window, proposal: Proposal, title: str, change: str) -> None:
    window.take(ProposalsShown((proposal,)))
    (card,) = window.memory.proposals.cards.values()
    assert (card.title.text(), card.change.text()) == (title, change)
