"""The scenes of the gallery: scripted updates that bring the window into each of its states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from desktop_mem.control.document_ledger import DocumentEntry, ImportState, Reason
from desktop_mem.control.import_work import ImportTotals
from desktop_mem.gui.main_window import MainWindow
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.ports import Counts, SectionState
from desktop_mem.memory.reminder import Reminder, When
from desktop_mem.memory.topic import Topic
from desktop_mem.memory.update import (
    ChainSuspended,
    ContextMeasured,
    EventAdmitted,
    FunctionCalled,
    PagedIn,
    PressureWarned,
    QueueFlushed,
    ReminderFell,
    ReminderSet,
    ReplySent,
    ReplyStreamed,
    SectionChanged,
    StepMeasured,
    StepStarted,
    ThoughtStreamed,
    TopicSwitched,
    Yielded,
)
from desktop_mem.runtime.command import SendMessage, ShowHistory
from desktop_mem.runtime.update import (
    CommandAccepted,
    CountsChanged,
    DocumentChanged,
    DocumentsShown,
    EmbedderReady,
    EngineReady,
    EngineStarting,
    EngineStopped,
    HistoryShown,
    ImportProgressed,
    SectionsShown,
    SummaryShown,
)

NOW = datetime.now().astimezone().replace(hour=14, minute=5, second=0, microsecond=0)
PERSONA = SectionState(
    "persona", "I am a calm, exact assistant. I say where I know things from, and when I do not know.", 2000, "Who the assistant is"
)
HUMAN = SectionState(
    "human",
    "Name: Lena Hoffmann. Lives in Leipzig, works as a structural engineer.\nAllergic to penicillin.\nDentist: Dr. Okafor.",
    2000,
    "What is known of the user",
)
SUMMARY = "Lena moved from Dr. Weber to Dr. Okafor in March. The site meeting is on Thursdays."
RECOGNISE = "Run text recognition (OCR) on the file and drop it again, or install desktop-mem[ocr]."
CODE = '''Here is a small function that does it. It reads the file **line by line**, so that memory stays flat:

```python
def longest_line(path: Path) -> str:
    """The longest line of a text file, without its line break."""
    with path.open(encoding="utf-8") as lines:
        return max((line.rstrip("\\n") for line in lines), key=len, default="")
```

Two things to know:

1. An empty file gives an empty string, not an error.
2. Lines are compared by characters, not by bytes; `len` counts code points.

| case | result |
|---|---|
| empty file | `""` |
| one line | that line |
'''


@dataclass(frozen=True, slots=True)
class Scene:
    """A name, and how the window comes into that state."""

    name: str
    play: Callable[[MainWindow], None]


def user(number: int, text: str, minutes: int) -> Message:
    return Message(Role.USER, text, NOW + timedelta(minutes=minutes), f"m{number}")


def reply(number: int, text: str, minutes: int, thought: str = "") -> Message:
    call = FunctionCall("send_message", {"message": text}, thought)
    return Message(Role.ASSISTANT, text, NOW + timedelta(minutes=minutes), f"m{number}", call=call)


def called(number: int, function: str, result: str, thought: str, *, ok: bool = True, **arguments: str) -> FunctionCalled:
    message = Message(Role.ASSISTANT, "", NOW, f"m{number}", call=FunctionCall(function, arguments, thought))
    return FunctionCalled(message, ok, result)


def ready(window: MainWindow) -> None:
    window.take(EngineReady("SmolLM2-135M-Instruct", 4096))
    window.take(EmbedderReady("all-MiniLM-L6-v2"))
    window.take(SectionsShown((PERSONA, HUMAN)))
    window.take(CountsChanged(Counts(messages=1284, passages=3911, documents=27)))
    window.take(SummaryShown("s1", SUMMARY))
    window.take(ContextMeasured(4096, 780, 164, 210, 905, 512, 2509, 3584))


def history(window: MainWindow, messages: list[Message], *, more: bool = False) -> None:
    request = ShowHistory(200)
    window.take_sent(request)
    window.take(HistoryShown(request.request_id, tuple(messages), more))


def empty(window: MainWindow) -> None:
    """A new profile, the embedder still loading."""
    window.take(EngineReady("SmolLM2-135M-Instruct", 4096))
    window.take(EngineStarting("embedder"))
    window.take(SectionsShown((PERSONA, SectionState("human", "", 2000, "What is known of the user"))))
    window.take(ContextMeasured(4096, 780, 60, 0, 0, 512, 2509, 3584))


def chatting(window: MainWindow) -> None:
    """Long text, code, a table, a trace that is unfolded, and one that is not."""
    ready(window)
    search = FunctionCall("conversation_search", {"query": "dentist"}, "They ask for their dentist. I look in the conversation.")
    history(
        window,
        [
            user(1, "Who is my dentist again, and when did I last tell you about an appointment?", -1460),
            Message(Role.ASSISTANT, "", NOW - timedelta(minutes=1460), "m2", call=search),
            Message(Role.FUNCTION, "ok: 1 of 1, page 1 of 1.\n[m812 2026-03-03 user] Dr. Okafor moved my check-up to the 14th.", NOW, "m3"),
            reply(
                4,
                "Your dentist is **Dr. Okafor**, Karl-Heine-Str. 12. On 3 March you said the check-up moved to the 14th.",
                -1459,
                "found: m812",
            ),
            user(5, "Thanks! Can you write me a Python function that returns the longest line of a file? Please mind large files.", -3),
            reply(6, CODE, -2, "A short function with a generator, and a note on empty files."),
        ],
        more=True,
    )
    model = window.conversation.model
    traces = [place for place, row in enumerate(model.rows) if row.steps]
    model.toggle(model.index(traces[0]))
    window.take(StepMeasured(1800, 210, 214, 96, 0.9, 2.1, False))


def chinese(window: MainWindow) -> None:
    """A conversation in Chinese, with emoji, and one line of Arabic."""
    ready(window)
    history(
        window,
        [
            user(1, "我叫陈思远，在杭州做结构工程师。请记住我对青霉素过敏。", -6),
            reply(
                2, "记住了，思远 👍🏽。你对**青霉素**过敏，我会在相关问题里提醒你。\n\n- 姓名：陈思远\n- 城市：杭州\n- 职业：结构工程师", -5
            ),
            user(3, "《施工组织设计.pdf》第 4 页说的混凝土养护时间是多久？👨‍👩‍👧‍👦", -4),
            reply(4, "第 4 页写道：“混凝土浇筑完毕后应在 12 小时内加以覆盖并保湿养护，养护时间不得少于 **7 天**。”", -3),
            user(5, "شكرا جزيلا! متى موعدي القادم؟", -1),
            reply(6, "لا أعرف موعدا قادما بعد. أخبرني به وسأتذكره.", 0),
        ],
    )


def streaming(window: MainWindow) -> None:
    """A reply on its way, one message waiting its turn, and the steps so far."""
    ready(window)
    history(window, [user(1, "Good morning!", -9), reply(2, "Good morning, Lena. What shall we look at today?", -8)])
    first = SendMessage("What did the soil report say about the ground water, and does it change the foundation?")
    window.take_sent(first)
    window.take(EventAdmitted(Message(Role.USER, first.text, NOW, "m3", request_id=first.request_id)))
    hit = Hit(
        "p812",
        "Ground water was met at 2.4 m below the surface in boring B2.",
        NOW,
        0.82,
        ("meaning",),
        citation="soil-report.pdf, page 7",
        place="page=7",
    )
    window.take(PagedIn("m4", (hit,)))
    window.take(StepStarted(0, ("send_message",)))
    window.take(
        called(
            5,
            "archival_memory_search",
            "2 of 2, page 1 of 1.\n[p812 soil-report.pdf, page 7] Ground water was met at 2.4 m below the surface in boring B2.",
            "The soil report is in the archive.",
            query="ground water",
        )
    )
    window.take(StepStarted(1, ("send_message",)))
    window.take(ThoughtStreamed("found: soil-report.pdf page 7, ground water at 2.4 m; page 9, founding level 2.1 m"))
    window.take(
        ReplyStreamed(
            "The soil report met ground water at **2.4 m** below the surface (boring B2, page 7). Your founding level is 2.1 m, so"
        )
    )
    second = SendMessage("And please note that the client wants a basement.")
    window.take_sent(second)
    window.take(CommandAccepted(second.request_id))


def importing(window: MainWindow) -> None:
    """The ledger with work in progress, successes and every kind of trouble."""
    ready(window)
    history(
        window, [user(1, "I am adding the project folder now.", -2), reply(2, "Good. I will tell you when something cannot be read.", -1)]
    )

    def entry(number: int, path: str, state: ImportState, reason: Reason | None = None, detail: str = "", **figures: int) -> DocumentEntry:
        return DocumentEntry(f"d{number}", path, state, NOW, reason, detail, **figures)

    window.take(
        DocumentsShown(
            (
                entry(9, "/home/lena/project/site-photos-and-notes-2024.docx", ImportState.WAITING, size=812_000),
                entry(7, "/home/lena/project/soil-report.pdf", ImportState.DONE, Reason.STORED, size=2_400_000, pages=41, passages=188),
                entry(
                    6,
                    "/home/lena/project/施工组织设计.pdf",
                    ImportState.DONE,
                    Reason.PARTIAL,
                    f"Pages 3, 12-14 are pictures without text, and not stored. {RECOGNISE}",
                    pages=30,
                    passages=90,
                ),
                entry(
                    5,
                    "/home/lena/project/contract-signed.pdf",
                    ImportState.FAILED,
                    Reason.ENCRYPTED,
                    '"contract-signed.pdf" is protected by a password. Save a copy without the password and drop that.',
                    size=310_000,
                ),
                entry(
                    4,
                    "/home/lena/project/scan0001.pdf",
                    ImportState.FAILED,
                    Reason.SCANNED,
                    f'"scan0001.pdf" is scanned: none of its 12 pages has a text layer. {RECOGNISE}',
                ),
                entry(3, "/home/lena/project/notes.md", ImportState.DONE, Reason.UNCHANGED, size=4_100, passages=6),
                entry(2, "/home/lena/project/mails.mbox", ImportState.PAUSED, size=48_000_000),
            )
        )
    )
    window.take(ImportProgressed(ImportTotals(6, 9, 12_300_000, 66_000_000, 1, 41.7, 190.0)))
    reading = entry(8, "/home/lena/project/structural-calculations-final-v3.pdf", ImportState.READING, size=9_800_000)
    window.take(DocumentChanged(reading, "reading", 57, 140))
    window.take(
        EventAdmitted(
            Message(Role.EVENT, "Documents stored: soil-report.pdf (d7); 188 passages. archival_memory_search finds their text.", NOW, "m9")
        )
    )
    window.take(Yielded())
    window.tabs.setCurrentWidget(window.documents)


def stopped(window: MainWindow) -> None:
    """The engine died in the middle of a reply and is coming back."""
    ready(window)
    history(window, [user(1, "Summarise the contract for me.", -1)])
    window.take(StepStarted(0, ("send_message",)))
    window.take(ReplyStreamed("The contract covers three phases: design, approval and"))
    killed = "The engine stopped: it was killed, perhaps because the machine ran out of memory (SIGKILL)."
    window.take(EngineStopped(killed, restarting=True))


def full(window: MainWindow) -> None:
    """The window of the model nearly full, with the activity that led to it."""
    ready(window)
    history(
        window, [user(1, "Let us go through all 40 items.", -30), reply(2, "Gladly. We have reached item 31: the expansion joints.", -1)]
    )
    window.take(
        called(
            3,
            "core_memory_append",
            f"human now reads: {HUMAN.text} Phone: 0341 5550 (1864 characters are free)",
            "They gave a new phone number.",
            content="Phone: 0341 5550",
        )
    )
    window.take(SectionChanged(HUMAN, SectionState("human", HUMAN.text + "\nPhone: 0341 5550", 2000)))
    window.take(
        called(
            4,
            "core_memory_replace",
            "'Dr. Okafo.' does not occur in human. Copy the text exactly. It reads: " + HUMAN.text,
            "Wrong name.",
            ok=False,
            old_content="Dr. Okafo.",
        )
    )
    window.take(QueueFlushed(("m1", "m2", "m3"), 3590, 1980, "We settled items 1 to 24. Lena wants steel lintels.", "s2", "model"))
    window.take(PressureWarned(2690, 3584))
    window.take(StepMeasured(3320, 140, 141, 88, 0.6, 1.7, False))
    window.take(ContextMeasured(4096, 780, 240, 410, 2030, 512, 2509, 3584))
    window.tabs.setCurrentWidget(window.activity)


def memory_full(window: MainWindow) -> None:
    """The same, seen in the memory panel, with a section being edited."""
    full(window)
    window.tabs.setCurrentWidget(window.memory)
    window.memory.cards["human"].edit_button.click()


def turns(window: MainWindow) -> None:
    """A chain that waits for a more urgent one, a reminder that fell due, another topic, and the last message being edited."""
    ready(window)
    history(window, [user(1, "Good morning!", -9), reply(2, "Good morning, Lena. What shall we look at today?", -8)])
    window.take(EventAdmitted(user(3, "Plan the week of the site meeting, please, with all that is open from March.", -6)))
    window.take(StepStarted(0, ()))
    window.take(called(4, "conversation_search", "3 of 3, page 1 of 1.", "I look up what is open.", query="open in March"))
    window.take(ChainSuspended("m3", "m6"))
    window.take(EventAdmitted(user(6, "Remind me at 15:05 to drink water.", -5)))
    reminder = Reminder("drink water", "at 15:05", When(NOW + timedelta(minutes=60)), NOW, NOW, "r1", "m6")
    window.take(ReminderSet(reminder))
    result = f"r1 is set for {reminder.when.due:%A %Y-%m-%d %H:%M %z}: drink water. Tell the user this time."
    window.take(called(7, "set_reminder", result, "A reminder.", when="at 15:05", message="drink water"))
    window.take(ReplySent(reply(9, f"I will remind you at {reminder.when.due:%H:%M} to drink water.", -5)))
    window.take(Yielded(2))
    window.take(TopicSwitched(Topic("The garden of the site", NOW, "t2")))
    window.take(ContextMeasured(4096, 780, 164, 0, 905, 512, 2509, 3584))
    window.take(ReminderFell(Message(Role.EVENT, "", reminder.when.due, "m11"), reminder, reminder.when.due, 2))
    window.take(EventAdmitted(user(12, "What grows well on clay?", 62)))
    window.take(ReplySent(reply(13, "Asters, day lilies and hornbeam do.", 62)))
    window.take(Yielded(1))
    window.conversation.actions.edit.trigger()


def sections(window: MainWindow) -> None:
    """The summary, a section that the user made, and one that only the user can write."""
    turns(window)
    pets = SectionState("pets", "Rex, a dog. Afraid of thunder.", 500, "what is known about my pets")
    rules = SectionState("house_rules", "Always answer with units.", 500, "", read_only=True)
    window.take(SectionsShown((PERSONA, HUMAN, pets, rules)))
    window.take(QueueFlushed(("m1", "m2"), 3590, 1980, "We settled items 1 to 24. Lena wants steel lintels.", "s2", "model"))
    window.take(ContextMeasured(4096, 780, 240, 410, 2030, 512, 2509, 3584))


SCENES = tuple(
    Scene(name, play)
    for name, play in (
        ("empty", empty),
        ("chatting", chatting),
        ("chinese", chinese),
        ("streaming", streaming),
        ("importing", importing),
        ("engine-stopped", stopped),
        ("context-nearly-full", full),
        ("editing-memory", memory_full),
        ("turns-and-reminders", turns),
        ("sections-and-summary", sections),
    )
)
