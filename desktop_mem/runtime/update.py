"""Updates of the runtime, beside those of the kernel: what a window or a terminal is told; past tense, frozen, picklable."""

from __future__ import annotations

from dataclasses import dataclass, field

from desktop_mem.control.document_ledger import DocumentEntry
from desktop_mem.control.import_work import ForgettingQuestion, ImportTotals, WatchedFolder
from desktop_mem.control.model_rows import ModelGrades, ModelReport, ModelRow
from desktop_mem.memory.message import Message
from desktop_mem.memory.passage import HitPage
from desktop_mem.memory.ports import Counts, SectionState
from desktop_mem.memory.proposal import Proposal
from desktop_mem.memory.reminder import Reminder
from desktop_mem.memory.resolved import OpenedText, Standing
from desktop_mem.memory.topic import Topic
from desktop_mem.runtime.memory_update import MemoryAnswer


@dataclass(frozen=True, slots=True)
class EngineStarting:
    """The engine is on its way: `stage` is `stores`, `model` or `embedder`, `text` a word on it."""

    stage: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class EngineReady:
    """Messages can be answered. `model` is the model's name (empty: none, and `fault` says why), `window` its context in tokens.

    `notice` is what the user should know of the model all the same.
    """

    model: str
    window: int
    fault: str = ""
    notice: str = ""


@dataclass(frozen=True, slots=True)
class EmbedderReady:
    """Search now knows meaning as well as words. `fault` is a sentence when the embedder could not be loaded."""

    name: str
    fault: str = ""


@dataclass(frozen=True, slots=True)
class EngineStopped:
    """The engine process has ended. `reason` is a sentence, empty where the user wanted it; `restarting` says whether it comes back by
    itself.
    """

    reason: str
    restarting: bool


@dataclass(frozen=True, slots=True)
class EngineAlive:
    """The engine's process runs; for the supervisor alone."""


@dataclass(frozen=True, slots=True)
class CommandAccepted:
    """The command is stored: it survives a crash from here on. `address` is that of the message, if it was one."""

    request_id: str
    address: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class CommandFailed:
    """The command could not be carried out: a sentence for the user."""

    request_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class SectionsShown:
    """All sections of the working context as they are now."""

    sections: tuple[SectionState, ...]


@dataclass(frozen=True, slots=True)
class HistoryShown:
    """A stretch of the conversation, oldest first. `more` says that older messages exist. Calls stand among them with their results."""

    request_id: str
    messages: tuple[Message, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class SearchFinished:
    """What a search found; a list that was not asked for is None."""

    request_id: str
    query: str
    recall: HitPage | None
    archival: HitPage | None


@dataclass(frozen=True, slots=True)
class PlaceOpened:
    """What stands at an address: what `kind` of thing it is, and its texts in order. Where it is not live, `standing` tells what has become
    of it, `note` the same in a sentence, and there may be no text.
    """

    request_id: str
    address: str
    texts: tuple[OpenedText, ...]
    kind: str = ""
    standing: Standing = Standing.LIVE
    note: str = ""


@dataclass(frozen=True, slots=True)
class SummaryShown:
    """The summary at the head of the queue as it is now; both empty where there is none."""

    address: str
    text: str


@dataclass(frozen=True, slots=True)
class TopicsShown:
    """All topics, oldest first, and the address of the one in hand."""

    topics: tuple[Topic, ...]
    current: str


@dataclass(frozen=True, slots=True)
class ProposalsShown:
    """The changes that wait for the user's decision, the oldest first."""

    proposals: tuple[Proposal, ...]


@dataclass(frozen=True, slots=True)
class RemindersShown:
    """The reminders that wait, the soonest first."""

    reminders: tuple[Reminder, ...]


@dataclass(frozen=True, slots=True)
class PromptShown:
    """The next prompt, exactly as the model would read it, and its length in tokens.

    `parts` are the texts of `instructions`, `working_context`, `summary` and `queue`, without the markup of the model's template.
    """

    request_id: str
    text: str
    tokens: int
    parts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class DocumentsShown:
    """The whole document ledger, newest first."""

    entries: tuple[DocumentEntry, ...]


@dataclass(frozen=True, slots=True)
class DocumentChanged:
    """One entry of the ledger changed. `done` of `total` (pages or bytes) is progress, `stage` a word: `hashing`, `writing` (another
    program still writes the file, which is waited for), `reading` or `storing`.
    """

    entry: DocumentEntry
    stage: str = ""
    done: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class DocumentsListed:
    """These entries of the ledger are new, or wait again."""

    entries: tuple[DocumentEntry, ...]


@dataclass(frozen=True, slots=True)
class DocumentsForgotten:
    """These entries are no longer in the ledger."""

    addresses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ForgettingAsked:
    """What the user has to decide before the document is forgotten."""

    request_id: str
    question: ForgettingQuestion


@dataclass(frozen=True, slots=True)
class ImportProgressed:
    """How far all imports together have come; told at most four times a second, and at the end."""

    totals: ImportTotals


@dataclass(frozen=True, slots=True)
class WatchedFoldersShown:
    """The folders that are watched."""

    folders: tuple[WatchedFolder, ...]


@dataclass(frozen=True, slots=True)
class ModelsShown:
    """All models, and the name of the one that is loaded at the next start."""

    models: tuple[ModelRow, ...]
    default: str


@dataclass(frozen=True, slots=True)
class ModelCopied:
    """How far the copy of a model has come, in bytes."""

    request_id: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class ModelChecked:
    """What the check of a model came to."""

    request_id: str
    report: ModelReport


@dataclass(frozen=True, slots=True)
class ModelGraded:
    """How well a model handles its memory, and the paging that is its default from the next start on."""

    request_id: str
    grades: ModelGrades


@dataclass(frozen=True, slots=True)
class CountsChanged:
    """How much the stores hold now."""

    counts: Counts


RuntimeUpdate = (
    EngineStarting
    | EngineReady
    | EmbedderReady
    | EngineStopped
    | EngineAlive
    | CommandAccepted
    | CommandFailed
    | SectionsShown
    | HistoryShown
    | SearchFinished
    | PlaceOpened
    | SummaryShown
    | TopicsShown
    | RemindersShown
    | ProposalsShown
    | PromptShown
    | DocumentsShown
    | DocumentChanged
    | DocumentsListed
    | DocumentsForgotten
    | ForgettingAsked
    | ImportProgressed
    | WatchedFoldersShown
    | ModelsShown
    | ModelCopied
    | ModelChecked
    | ModelGraded
    | CountsChanged
    | MemoryAnswer
)
