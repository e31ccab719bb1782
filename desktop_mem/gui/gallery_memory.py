"""Scenes of the gallery on memory: what waits for a decision, undo, why, history, memory on a day, and the trash."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from desktop_mem.control.explanation import Explanation, Ground
from desktop_mem.control.trash import TrashItem
from desktop_mem.gui.gallery_scenes import HUMAN, NOW, PERSONA, Scene, history, ready, reply, user
from desktop_mem.gui.main_window import MainWindow
from desktop_mem.memory.memory_event import MemoryEvent
from desktop_mem.memory.ports import SectionState
from desktop_mem.memory.proposal import Proposal
from desktop_mem.memory.resolved import OpenedText, Resolved, Standing
from desktop_mem.memory.update import ProposalMade, SectionChanged
from desktop_mem.runtime.memory_update import LedgerShown, MemoryAsOfShown, MemoryExplained, TrashShown
from desktop_mem.runtime.update import CommandFailed, ProposalsShown, SectionsShown

MODEL = "SmolLM2-135M-Instruct"
LINES = HUMAN.text.splitlines()
PHONE = "Phone: 0341 5550"
EVENTS = (
    MemoryEvent("w:human", "append", HUMAN.text, f"{HUMAN.text}\n{PHONE}", "model", NOW, "m41", ("m41",), MODEL, address="e31"),
    MemoryEvent("p7", "forget", "The spare key is with the neighbours.", "", "user", NOW - timedelta(hours=2), address="e30"),
    MemoryEvent("w:human", "replace", "Dentist: Dr. Weber.", LINES[2], "model", NOW - timedelta(days=1), "m33", model=MODEL, address="e29"),
    MemoryEvent(
        "w:human",
        "append",
        "",
        "住在杭州，在一家设计院做结构工程师。对青霉素过敏；每周二晚上在苏堤跑步，周末常去爬山。",
        "control",
        NOW - timedelta(days=2),
        "m30",
        address="e28",
    ),
    MemoryEvent("r4", "remind", "", "call the geologist", "model", NOW - timedelta(days=3), "m28", model=MODEL, address="e27"),
    MemoryEvent("w:persona", "edit", "I am brief.", PERSONA.text, "user", NOW - timedelta(days=4), address="e26", undone=True),
    MemoryEvent("q2", "decide", "Lives in Dresden.", "rejected", "user", NOW - timedelta(days=5), "m20", address="e25"),
    MemoryEvent("m12", "undo", "", "", "user", NOW - timedelta(days=6), "m12", address="e24"),
)
SAID = Resolved(
    "m33",
    "message",
    (OpenedText("m33", "I changed my dentist, it is Dr. Okafor in Karl-Heine-Str. 12 now.", "2026-03-03 14:05 user"),),
    at=NOW - timedelta(days=1),
)
READ = Resolved(
    "p812",
    "passage",
    (OpenedText("p812", "Anamnesis: allergy to penicillin (rash, 2011).", "medical-letter.pdf, page 2", "d7#page=2"),),
    at=NOW - timedelta(days=40),
    sources=("d7",),
    tainted=True,
)
GONE = Resolved(
    "p90",
    "",
    (),
    Standing.SOURCE_DELETED,
    "The source of p90 was deleted: its document was forgotten, or has a newer version.",
)
WAITING = Proposal(
    "core_memory_append",
    {"label": "human", "content": "Blood group: A+"},
    "w:human",
    HUMAN.text,
    f"{HUMAN.text}\nBlood group: A+",
    "Only text of a document says that, or text made from one; the user did not.",
    NOW,
    ("p812",),
    "m41",
    MODEL,
    address="q3",
)


def changed(window: MainWindow) -> None:
    """A section that was just changed, and what undo would take back; a reply that rests on memory, and one that does not."""
    ready(window)
    noted = replace(reply(42, "Noted, Lena.", -8), grounds=("m41", "w:human"), turn="m41")
    general = replace(reply(44, "Paris.", -2), grounds=(), turn="m43")
    asked = user(43, "What is the capital of France?", -3)
    history(window, [user(41, "My new phone number is 0341 5550.", -9), noted, asked, general])
    window.take(SectionChanged(HUMAN, SectionState("human", f"{HUMAN.text}\n{PHONE}", 2000)))
    window.take(LedgerShown(window.memories.undo._asked, "", EVENTS, True, "e31", ""))


def activity(window: MainWindow) -> None:
    """The same among the activities, with undo at hand."""
    changed(window)
    window.tabs.setCurrentWidget(window.activity)


def proposals(window: MainWindow) -> None:
    """Changes that wait, one of which could not be made."""
    changed(window)
    shorter = replace(
        WAITING,
        function="condense",
        after="Lena Hoffmann, structural engineer in Leipzig.\nAllergic to penicillin.\nDentist: Dr. Okafor.",
        reason="human holds 1964 of 2000 characters.",
        sources=("w:human",),
        cause="",
        address="q4",
    )
    reminder = replace(
        WAITING,
        function="set_reminder",
        arguments={"when": "明天上午九点", "message": "给地质勘察单位打电话，确认地下水位"},
        target="",
        before="",
        after="",
        reason="The user did not ask for this reminder, and text of a document is in view.",
        sources=("p902", "p14"),
        address="q5",
    )
    window.take(ProposalsShown((WAITING, shorter)))
    window.take(ProposalMade(reminder))
    card = window.memory.proposals.cards["q3"]
    card.accept_button.click()
    refused = "Not done: the section human has changed since this was proposed. Reject it, or edit the section yourself."
    window.take(CommandFailed(card._request_id, refused))


def why(window: MainWindow) -> None:
    """Why the lines of a section are there; one source is gone."""
    changed(window)
    dialog = window.memories.why
    dialog.explain("w:human")
    grounds = (
        Ground(LINES[0]),
        Ground(LINES[1], replace(EVENTS[0], address="e12", at=NOW - timedelta(days=40)), None, (READ, GONE)),
        Ground(LINES[2], EVENTS[2], SAID),
    )
    memory = Resolved("w:human", "section", (OpenedText("w:human", HUMAN.text, HUMAN.description),))
    dialog.take(MemoryExplained(dialog.asked, Explanation(memory, grounds)))


def why_forgotten(window: MainWindow) -> None:
    """A note that lies in the trash."""
    ready(window)
    dialog = window.memories.why
    dialog.explain("p7")
    note = "p7 was forgotten on 2026-03-03 14:05 and lies in the trash."
    dialog.take(MemoryExplained(dialog.asked, Explanation(Resolved("p7", "passage", (), Standing.FORGOTTEN, note), ())))


def ledger(window: MainWindow) -> None:
    """All changes, with those that were taken back."""
    changed(window)
    window.take(SectionsShown((PERSONA, HUMAN)))
    dialog = window.memories.history
    dialog.open_history()
    dialog.take(LedgerShown(dialog.asked, "", EVENTS, True, "e31", ""))


def ledger_empty(window: MainWindow) -> None:
    """A section that has never changed."""
    ready(window)
    dialog = window.memories.history
    dialog.open_history("w:persona")
    dialog.take(LedgerShown(dialog.asked, "w:persona", (), False, "", ""))


def undo_asked(window: MainWindow) -> None:
    """Later changes rest on the one to be undone."""
    ledger(window)
    window.memories.do("undo", "e29")


def as_of(window: MainWindow) -> None:
    """Memory on a day."""
    ready(window)
    dialog = window.memories.as_of
    dialog.open_day()
    notes = (OpenedText("p3", "The spare key is with the neighbours."), OpenedText("p7", "", "forgotten since"))
    sections = (PERSONA, HUMAN, SectionState("pets", "", 500))
    dialog.take(MemoryAsOfShown(dialog.asked, NOW, sections, notes))


def trash(window: MainWindow) -> None:
    """What can be brought back."""
    ready(window)
    dialog = window.memories.trash
    dialog.open_trash()
    items = (
        TrashItem("e30", "p7", "The spare key is with the neighbours.", NOW - timedelta(hours=2)),
        TrashItem("e22", "w:human", "每周二晚上在苏堤跑步。", NOW - timedelta(days=2)),
        TrashItem("e20", "m12", "Please forget what I said about the garden. " * 12, NOW - timedelta(days=9)),
    )
    dialog.take(TrashShown(dialog.asked, items))


def trash_empty(window: MainWindow) -> None:
    """Nothing was forgotten."""
    ready(window)
    dialog = window.memories.trash
    dialog.open_trash()
    dialog.take(TrashShown(dialog.asked, ()))


MEMORY = tuple(
    Scene(name, play)
    for name, play in (
        ("memory-changed", changed),
        ("memory-activity", activity),
        ("memory-proposals", proposals),
        ("why", why),
        ("why-forgotten", why_forgotten),
        ("history", ledger),
        ("history-empty", ledger_empty),
        ("history-undo", undo_asked),
        ("memory-on-a-day", as_of),
        ("trash", trash),
        ("trash-empty", trash_empty),
    )
)
