"""More scenes of the gallery: search, sources, timeline, dialogs, and the conversation with citations."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from desktop_mem.control.document_ledger import DocumentEntry, ImportState, Reason
from desktop_mem.control.model_rows import Finding, ModelReport, ModelRow
from desktop_mem.gui.gallery_scenes import HUMAN, NOW, PERSONA, Scene, history, importing, ready, reply, user
from desktop_mem.gui.main_window import MainWindow
from desktop_mem.gui.preferences import PreferencesDialog
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Coverage, Hit, HitPage
from desktop_mem.memory.reminder import Reminder, When
from desktop_mem.memory.topic import Topic
from desktop_mem.memory.update import EventAdmitted, PagedIn, ReminderFell, ReplySent, Yielded
from desktop_mem.runtime.update import (
    DocumentsShown,
    ModelChecked,
    ModelsShown,
    OpenedText,
    PlaceOpened,
    PromptShown,
    RemindersShown,
    SearchFinished,
    TopicsShown,
)
from desktop_mem.settings import Settings

GROUND = "Ground water was met at 2.4 m below the surface in boring B2, and at 2.9 m in boring B3."
HITS = (
    Hit(
        "p812",
        GROUND,
        NOW,
        0.82,
        ("words", "meaning"),
        citation="soil-report.pdf, page 7",
        place="page=7",
        document="d7",
        also=("p31", "p77"),
    ),
    Hit(
        "p902",
        "地下水位于地表以下2.4米处,基础埋深2.1米,施工时应采取降水措施。",
        NOW,
        0.64,
        ("meaning",),
        citation="施工组织设计.pdf, page 4",
        document="d6",
    ),
    Hit(
        "p14",
        "2026-02-11; boring B2; 2.4; dry season",
        NOW,
        0.5,
        ("exact", "words"),
        citation="levels.xlsx, sheet Borings, rows 5-9",
        document="d3",
    ),
)
SAID = (
    Hit(
        "m312",
        "Please keep in mind that the ground water rises by about 40 cm in spring.",
        NOW - timedelta(days=20),
        0.6,
        ("words",),
        speaker="user",
    ),
    Hit("m313", "I will. That puts it at about 2.0 m in April.", NOW - timedelta(days=20), 0.5, ("meaning",), speaker="assistant"),
)


def ledger(window: MainWindow) -> None:
    """A ledger of three documents."""
    stored = DocumentEntry(
        "d7", "/home/lena/project/soil-report.pdf", ImportState.DONE, NOW, Reason.STORED, pages=41, passages=188, size=2_400_000
    )
    window.take(
        DocumentsShown(
            (
                replace(stored, tags=("site", "geology")),
                replace(stored, address="d6", path="/home/lena/project/施工组织设计.pdf", passages=90, tags=("site",)),
                replace(stored, address="d3", path="/home/lena/project/levels.xlsx", passages=12, pages=2),
            )
        )
    )


def citing(window: MainWindow) -> None:
    """A reply with its sources, and a reminder that can be put off."""
    ready(window)
    ledger(window)
    history(window, [user(1, "Good morning!", -9), reply(2, "Good morning, Lena. What shall we look at today?", -8)])
    window.take(EventAdmitted(user(3, "How deep is the ground water, and does it change the foundation?", -3)))
    window.take(PagedIn("m4", (*HITS, SAID[0])))
    answer = (
        "Ground water was met at **2.4 m** in boring B2 and at 2.9 m in B3. In spring it rises by about 40 cm, so \\(2.4 - 0.4 = 2.0\\) m: "
        "above the founding level of 2.1 m.\n\n> It costs between $300 and $400 a day to lower it."
        "\n\n- lower it while you build\n- seal the slab"
    )
    window.take(ReplySent(reply(5, answer, -2, "found: soil-report.pdf page 7")))
    window.take(Yielded(1))
    reminder = Reminder("call the geologist", "at 14:06", When(NOW), NOW, NOW, "r4", "m1")
    window.take(ReminderFell(Message(Role.EVENT, "", NOW, "m6"), reminder, NOW, 0))


def filtered(window: MainWindow) -> None:
    """The ledger with tags, narrowed to one of them."""
    importing(window)
    ledger(window)
    window.documents.filter.refresh()
    window.documents.filter.words.setText("site")


def searching(window: MainWindow) -> None:
    """What a search found, with its filters."""
    citing(window)
    window.tabs.setCurrentWidget(window.search)
    window.search.query.setText("ground water")
    window.search.filter_button.setChecked(True)
    window.search.search()
    found = HitPage(HITS, 23, 1, 5, coverage=(Coverage("d7", "soil-report.pdf", 1, 188), Coverage("d6", "施工组织设计.pdf", 1, 90)))
    window.take(SearchFinished(window.search.asked, "ground water", HitPage(SAID, 2, 1, 1), found))


def nothing_found(window: MainWindow) -> None:
    """A search without a hit, and the find bar."""
    citing(window)
    window.tabs.setCurrentWidget(window.search)
    window.search.query.setText("unicorn")
    window.search.search()
    window.take(SearchFinished(window.search.asked, "unicorn", HitPage((), 0, 1, 1), HitPage((), 0, 1, 1)))
    window.conversation.find.begin()
    window.conversation.find.words.setText("ground")
    window.conversation.find.step(-1)


def timeline(window: MainWindow) -> None:
    """Reminders to come and the topics that were."""
    citing(window)
    window.tabs.setCurrentWidget(window.timeline)
    day = When(NOW + timedelta(days=1))
    window.take(
        RemindersShown(
            (
                Reminder("call the geologist", "tomorrow", day, NOW, NOW, "r4"),
                Reminder("send the weekly report to the client", "every Friday at 16:00", When(day.due, "FREQ=WEEKLY"), NOW, NOW, "r5"),
            )
        )
    )
    topics = ("Plan of the site meeting in March", "The garden of the site", "施工组织设计与地下水", "How deep is the ground water")
    window.take(TopicsShown(tuple(Topic(title, NOW - timedelta(days=30 - 10 * n), f"t{n}") for n, title in enumerate(topics)), "t3"))


def timeline_empty(window: MainWindow) -> None:
    """A timeline with nothing on it."""
    ready(window)
    window.tabs.setCurrentWidget(window.timeline)


def source(window: MainWindow) -> None:
    """A source opened at its place, the cited text marked."""
    citing(window)
    dialog = window.source
    dialog.open_source("p812", GROUND)
    dialog.take(PlaceOpened(dialog.asked, "p812", (OpenedText("p812", GROUND, "soil-report.pdf, page 7", "d7#page=7"),)))
    above = "3.2 Borings\n\nThree borings were sunk to 8 m on 4 and 5 February 2026 by rotary drilling. The cores are kept for a year."
    below = (
        "The water is slightly aggressive to concrete (exposure class XA1). Samples were taken at 3.0 m and are described in appendix C."
    )
    around = (OpenedText("p811", above), OpenedText("p812", GROUND), OpenedText("p813", below))
    dialog.take(PlaceOpened(dialog.asked, "d7#page=7", around))


def models(window: MainWindow) -> None:
    """The models, one of them missing, and what a check came to."""
    ready(window)
    dialog = window.menu.models
    dialog.open_models()
    shipped = ModelRow(
        "SmolLM2-135M-Instruct",
        __file__,
        size=98_000_000,
        kind="chat",
        architecture="llama",
        quantisation="Q4_1",
        licence="apache-2.0",
        shipped=True,
    )
    large = ModelRow(
        "Qwen3-30B-A3B", __file__, size=18_600_000_000, kind="chat", architecture="qwen3moe", quantisation="Q4_K_M", context_length=262_144
    )
    lost = replace(large, name="Old model", path="/media/usb/old-model.gguf")
    window.take(ModelsShown((shipped, large, lost), shipped.name))
    dialog.list.item(1).setSelected(True)
    dialog.check_button.click()
    memory = {"weights": 1, "cache": 1, "buffers": 1, "window": 4096, "total": 19_400_000_000, "free": 8_100_000_000}
    finding = Finding("warning", "The model file has no licence.", "")
    dialog.take(ModelChecked(dialog.asked, ModelReport("/models/qwen3-30b.gguf", True, "too large", (finding,), {}, memory)))


def preferences(window: MainWindow) -> None:
    """The preferences, with a value that cannot be saved."""
    ready(window)
    dialog = PreferencesDialog(Path(), Settings(), window.theme, window)
    window.menu.preferences = dialog
    dialog.tabs.setCurrentIndex(1)
    dialog.pages[1].fields["flush_share"].setValue(0.8)
    dialog.show()


def shortcuts(window: MainWindow) -> None:
    """The list of keys."""
    ready(window)
    window.menu.show_shortcuts()


def about(window: MainWindow) -> None:
    """About, with the report."""
    ready(window)
    window.menu.show_about()


def fault(window: MainWindow) -> None:
    """An error in the window."""
    ready(window)
    window.menu.show_fault("Traceback (most recent call last):\n  …\nValueError: example")


def prompt(window: MainWindow) -> None:
    """The exact text of the model's window."""
    ready(window)
    dialog = window.menu.prompt
    dialog.open_part("working_context")
    section = f"<persona>\n{PERSONA.text}\n</persona>\n<human>\n{HUMAN.text}\n</human>"
    dialog.take(PromptShown(dialog.asked, "<|im_start|>system\n…", 2059, (("instructions", "You are …"), ("working_context", section))))


PANELS = tuple(
    Scene(name, play)
    for name, play in (
        ("citing", citing),
        ("documents-filtered", filtered),
        ("searching", searching),
        ("nothing-found", nothing_found),
        ("timeline", timeline),
        ("timeline-empty", timeline_empty),
    )
)
DIALOGS = tuple(
    Scene(name, play)
    for name, play in (
        ("source", source),
        ("models", models),
        ("preferences", preferences),
        ("shortcuts", shortcuts),
        ("about", about),
        ("fault", fault),
        ("prompt", prompt),
    )
)
