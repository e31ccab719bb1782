"""Commands: what a window or a terminal asks of the runtime; imperative, frozen, picklable."""

from __future__ import annotations

from dataclasses import dataclass, field

from desktop_mem.runtime.memory_command import LedgerCommand, LedgerQuestion
from desktop_mem.runtime.model_command import ModelCommand
from desktop_mem.runtime.proposal_command import AcceptProposal, RejectProposal, ShowProposals
from desktop_mem.runtime.request_id import new_request_id


@dataclass(frozen=True, slots=True)
class SendMessage:
    """Hand a message of the user to the agent."""

    text: str
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class ImportPaths:
    """Import these files and folders."""

    paths: tuple[str, ...]
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class CancelImport:
    """Cancel the import of one document, or of all that wait when `address` is empty."""

    address: str = ""
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class PauseImport:
    """Let the import of one document rest, or all, those to come as well, when `address` is empty; also over the end of the program."""

    address: str = ""
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class ResumeImport:
    """Go on with what rests: one document, or all when `address` is empty."""

    address: str = ""
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class RetryImport:
    """Import a document again, or all that failed when `address` is empty. The password opens this one document and is stored nowhere."""

    address: str = ""
    password: str = field(default="", repr=False)
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class ForgetDocument:
    """Delete a document with all its text. Answered by `ForgettingAsked` with what rests on it, unless `confirmed`.

    `along` names what of that is to be forgotten with it: kept passages, sections, messages, members of an archive.
    """

    address: str
    confirmed: bool = False
    along: tuple[str, ...] = ()
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class WatchFolder:
    """Keep the ledger in step with a folder from now on; answered by `WatchedFoldersShown`."""

    path: str
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class UnwatchFolder:
    """Watch a folder no longer; what was imported from it stays. Answered by `WatchedFoldersShown`."""

    path: str
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class ShowWatchedFolders:
    """Send the watched folders; answered by `WatchedFoldersShown`."""

    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class ShowDocuments:
    """Send the document ledger; answered by `DocumentsShown`."""

    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What a search looks at: `kind` `m` messages alone, `p` passages alone; `inside` an address, name or folder of documents; `tag` one of
    theirs; `start` and `end` dates as YYYY-MM-DD, YYYY-MM or YYYY, both included. Empty: no matter.
    """

    kind: str = ""
    inside: str = ""
    tag: str = ""
    start: str = ""
    end: str = ""


@dataclass(frozen=True, slots=True)
class Search:
    """Search recall and archival storage; answered by `SearchFinished` with the same id. Without a query: what was said in
    that time, and the passages of the documents meant, or what was kept.
    """

    query: str
    within: Narrowing = field(default_factory=Narrowing)
    page: int = 1
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class TagDocument:
    """Give a document a tag, or take it away; answered by `DocumentChanged`."""

    address: str
    tag: str
    remove: bool = False
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class OpenPlace:
    """Send what stands at an address: `m12`, `p7`, `s2`, `w:human`, `r3`, `t2`, `e9`, `d3`, `d3#page=4`, `d3#page=2&row=10-20`; answered by
    `PlaceOpened`.
    """

    address: str
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class EditSection:
    """Replace the text of a working-context section by the user's own. `expected` is the text the user saw: an edit of an
    outdated one is refused.
    """

    label: str
    text: str
    expected: str
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class AddSection:
    """Make a section of the working context: `limit` in characters; `read_only`: only the user may write it."""

    label: str
    description: str = ""
    limit: int = 2000
    read_only: bool = False
    text: str = ""
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class ConfigureSection:
    """Change what a section is for, how many characters it may hold, and whether only the user may write it."""

    label: str
    description: str
    limit: int
    read_only: bool
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class RemoveSection:
    """Take out a section that the user made."""

    label: str
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class Retry:
    """Take back the last answer and ask for another one."""

    request_id: str = field(default_factory=new_request_id)
    turn: str = ""


@dataclass(frozen=True, slots=True)
class UndoTurn:
    """Take back the last message of the user with its answer, and what its functions wrote."""

    request_id: str = field(default_factory=new_request_id)
    turn: str = ""


@dataclass(frozen=True, slots=True)
class EditAndResend:
    """Take back the last turn and say `text` instead."""

    text: str
    request_id: str = field(default_factory=new_request_id)
    turn: str = ""


@dataclass(frozen=True, slots=True)
class Rethink:
    """Put `text` in the place of the model's last thought."""

    text: str
    request_id: str = field(default_factory=new_request_id)
    turn: str = ""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Put `text` in the place of the last reply."""

    text: str
    request_id: str = field(default_factory=new_request_id)
    turn: str = ""


@dataclass(frozen=True, slots=True)
class SummariseNow:
    """Flush all but the last turn into the summary."""

    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class PressNow:
    """Warn the model of memory pressure now."""

    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class EditSummary:
    """Replace the summary by the user's own; refused when it no longer reads as `expected`."""

    text: str
    expected: str
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class RebuildSummary:
    """Write the summary of the topic anew from the messages that it covers."""

    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class SwitchTopic:
    """Go to the topic at `address`, or begin one of that `title` when it is empty."""

    address: str = ""
    title: str = ""
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class RenameTopic:
    """Give a topic another title; answered by `TopicsShown`."""

    address: str
    title: str
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class KeepText:
    """Put a text of the user's own into archival storage; answered by `PassageKept`."""

    text: str
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class CancelReminder:
    """Call a reminder off."""

    address: str
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class SnoozeReminder:
    """Remind again in so many minutes: one that waits falls due so much later, one that has fallen due once more."""

    address: str
    minutes: int
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class ShowTopics:
    """Send all topics; answered by `TopicsShown`."""

    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class ShowReminders:
    """Send the reminders that wait; answered by `RemindersShown`."""

    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class ShowPrompt:
    """Send the next prompt, exactly as the model would read it; answered by `PromptShown`."""

    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class ShowHistory:
    """Send the `limit` newest conversation messages older than the address `before` (empty: the newest); answered by `HistoryShown`."""

    limit: int = 200
    before: str = ""
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class ShowState:
    """Send everything that a window needs to draw itself: `EngineReady` (when it is), sections, context, documents."""

    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop the generation in hand, keeping what was said so far."""

    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class Shutdown:
    """Finish the write in hand and end."""

    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class RestartEngine:
    """End the engine once the write in hand is finished, and start another one, with the settings as they stand then. It is for whoever
    holds the engine process, and no engine ever gets it.
    """

    request_id: str = field(default_factory=new_request_id)


TurnCommand = Retry | UndoTurn | EditAndResend | Rethink | Rewrite
"""What is about one turn: that of the message at `turn`, or, when that is empty, the last one at the time when the command arrives."""

SessionCommand = TurnCommand | LedgerCommand | SummariseNow | PressNow | EditSummary | RebuildSummary | SwitchTopic | AcceptProposal
"""What changes the conversation itself; done between two chains."""

MemoryCommand = (
    EditSection | AddSection | ConfigureSection | RemoveSection | RenameTopic | KeepText | CancelReminder | SnoozeReminder | RejectProposal
)
"""What the user changes in memory; done at once, also while a chain runs."""

DocumentCommand = (
    ImportPaths
    | CancelImport
    | PauseImport
    | ResumeImport
    | RetryImport
    | ForgetDocument
    | WatchFolder
    | UnwatchFolder
    | ShowWatchedFolders
    | ShowDocuments
    | TagDocument
)
"""What is about documents; done at once, but forgetting waits until no chain runs."""

Question = Search | OpenPlace | ShowHistory | ShowState | ShowTopics | ShowReminders | ShowPrompt | ShowProposals | LedgerQuestion

Command = SendMessage | DocumentCommand | ModelCommand | MemoryCommand | SessionCommand | Question | Stop | Shutdown
