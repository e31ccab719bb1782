"""Updates: what the kernel reports while it works, in order; past tense, frozen, nothing but data."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from desktop_mem.memory.message import Message
from desktop_mem.memory.passage import Hit, Passage
from desktop_mem.memory.proposal import Proposal
from desktop_mem.memory.reminder import Reminder
from desktop_mem.memory.suggestion import Suggestion
from desktop_mem.memory.topic import Topic
from desktop_mem.memory.working_context import SectionState


@dataclass(frozen=True, slots=True)
class EventAdmitted:
    """An event has been stored and stands in the queue as `message`."""

    message: Message


@dataclass(frozen=True, slots=True)
class PagedIn:
    """The control plane brought `hits` into view, as the message at `address`, before the model was asked.

    `from_cache`: they had served the same question before, and it was not searched again.
    """

    address: str
    hits: tuple[Hit, ...]
    from_cache: bool = False


@dataclass(frozen=True, slots=True)
class MemoryUsed:
    """How often the memory at `address` was brought into view, and how often a reply named it or rested on it."""

    address: str
    shown: int = 0
    cited: int = 0


@dataclass(frozen=True, slots=True)
class WorkingSetMeasured:
    """What page-in came to since the program started: of the questions `asked`, for how many something was `found` and paged in, for
    how many something worth it stood in view already, how many were remembered from before, and in how many replies what was paged in
    `served`. `used` are the memories, the one used last first.
    """

    asked: int
    found: int
    in_view: int
    from_cache: int
    served: int
    used: tuple[MemoryUsed, ...] = ()

    @property
    def hit_rate(self) -> float:
        """The share of the page-ins that a reply rested on; 0 before the first."""
        return self.served / self.found if self.found else 0.0


@dataclass(frozen=True, slots=True)
class StepStarted:
    """The model has been asked: step number `step` (0-based) of this event's chain, with the `allowed` functions."""

    step: int
    allowed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StillWorking:
    """Nothing to show yet (the prompt is being read, a summary written): a point where the caller may stop or serve others."""


@dataclass(frozen=True, slots=True)
class ThoughtStreamed:
    """More of the model's thought: `text` is only what is new."""

    text: str


@dataclass(frozen=True, slots=True)
class ReplyStreamed:
    """More of the reply to the user: `text` is only what is new, whole characters as a reader counts them."""

    text: str


@dataclass(frozen=True, slots=True)
class FunctionCalled:
    """A function ran. `message` is the call as stored; `result` what the model was told, `ok` or not."""

    message: Message
    ok: bool
    result: str
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplySent:
    """The user was answered: the whole reply, stored, with the addresses that it rests on in `message.grounds` (none: not from memory).

    `cut` says that it ended early (`stopped`, `length` or `repeated`), else empty.
    """

    message: Message
    cut: str = ""


@dataclass(frozen=True, slots=True)
class SectionChanged:
    """A section of the working context was written."""

    before: SectionState
    after: SectionState


@dataclass(frozen=True, slots=True)
class ProposalMade:
    """The model wants a change that nothing but a document supports: it waits for the user's decision, and nothing has changed."""

    proposal: Proposal


@dataclass(frozen=True, slots=True)
class ProposalDecided:
    """A proposal waits no more: its `state` says whether it was accepted, rejected, withdrawn, or lapsed."""

    proposal: Proposal


@dataclass(frozen=True, slots=True)
class ConflictFound:
    """The model wrote what cannot hold: `lines` are two of the section that contradict; or, where the edit was `outdated`, the text that
    it meant and the section as it reads now. The model was told.
    """

    lines: tuple[str, str]
    outdated: bool = False


@dataclass(frozen=True, slots=True)
class SuggestionDone:
    """A wish about memory was checked and carried out."""

    suggestion: Suggestion


@dataclass(frozen=True, slots=True)
class EntryWritten:
    """The program itself wrote what the user plainly said in the message at `source`, because the model had not: `text` into the
    section `label`, in the place of `replaced` (or of nothing). Where the section could not take it, it stands in archival storage at
    `address`, and `note` says why.
    """

    source: str
    text: str
    label: str
    replaced: str = ""
    address: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class ReminderSet:
    """A reminder was set, or called off (its `state` tells)."""

    reminder: Reminder


@dataclass(frozen=True, slots=True)
class ReminderFell:
    """A reminder fell due: to be shown at once. `was_due` is when it was for, `missed` how often before that it passed unnoticed.

    `message` is the event as stored.
    """

    message: Message
    reminder: Reminder
    was_due: datetime
    missed: int = 0


@dataclass(frozen=True, slots=True)
class ChainSuspended:
    """The chain of the event at `address` waits, because something more urgent came (`by`, its address)."""

    address: str
    by: str


@dataclass(frozen=True, slots=True)
class ChainResumed:
    """A suspended chain goes on."""

    address: str


@dataclass(frozen=True, slots=True)
class TopicSwitched:
    """The conversation is about `topic` now; its `summary` and the messages `paged_in` stand in view again."""

    topic: Topic
    paged_in: tuple[str, ...] = ()
    summary: str = ""


@dataclass(frozen=True, slots=True)
class SummaryChanged:
    """The summary at the head of the queue reads `text` now. `by` is `model`, `extract` or `user`."""

    address: str
    text: str
    by: str


@dataclass(frozen=True, slots=True)
class TurnUndone:
    """The messages at `addresses` were taken back, with what their functions had written; `kept` says, in sentences, what was not."""

    turn: str
    addresses: tuple[str, ...]
    kept: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChangeUndone:
    """The change of memory at `event` was taken back; `target` is what it had changed. What was forgotten comes back in the same way."""

    event: str
    target: str


@dataclass(frozen=True, slots=True)
class ChangeRedone:
    """The change of memory at `event`, which had been taken back, was brought back."""

    event: str
    target: str


@dataclass(frozen=True, slots=True)
class MemoryForgotten:
    """`target` (or a line of it) went into the trash, by the change at `event`."""

    event: str
    target: str


@dataclass(frozen=True, slots=True)
class MessageReplaced:
    """The user rewrote a reply or a thought: `message` stands where the one at `address` stood."""

    address: str
    message: Message


@dataclass(frozen=True, slots=True)
class PassageKept:
    """The user put a text of their own into archival storage."""

    passage: Passage


@dataclass(frozen=True, slots=True)
class PressureWarned:
    """The queue passed the warning mark."""

    used: int
    budget: int


@dataclass(frozen=True, slots=True)
class QueueFlushed:
    """Messages left the queue and live on in recall and in the summary. Token counts are of the whole prompt.

    The oldest left; `spared` names those that stay although newer ones left, each with the reason: `cited` or `paged in`.
    """

    evicted: tuple[str, ...]
    tokens_before: int
    tokens_after: int
    summary: str
    summary_address: str
    summarised_by: str
    spared: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ContextMeasured:
    """The parts of the window in tokens; they and `free` and `reserve` add up to `window`.

    `warn_at` and `flush_at` are the marks, in tokens of the whole prompt.
    """

    window: int
    instructions: int
    working_context: int
    summary: int
    queue: int
    reserve: int
    warn_at: int
    flush_at: int

    @property
    def used(self) -> int:
        """Tokens of the next prompt."""
        return self.instructions + self.working_context + self.summary + self.queue

    @property
    def free(self) -> int:
        """Tokens still to be filled before the reserve for the answer begins."""
        return self.window - self.reserve - self.used


@dataclass(frozen=True, slots=True)
class StepMeasured:
    """What one inference cost; see `Generation`."""

    prompt_tokens: int
    new_tokens: int
    evaluated_tokens: int
    generated_tokens: int
    prefill_seconds: float
    decode_seconds: float
    after_flush: bool


@dataclass(frozen=True, slots=True)
class HeartbeatRequested:
    """The chain goes on: `reason` is `asked`, `failed` or `answer owed`."""

    reason: str


@dataclass(frozen=True, slots=True)
class TurnFailed:
    """The event could not be answered, and why: a sentence for the user. What was said is stored."""

    reason: str


@dataclass(frozen=True, slots=True)
class Yielded:
    """The chain has ended; the agent waits for the next event."""

    steps: int = 0


Update = (
    EventAdmitted
    | PagedIn
    | WorkingSetMeasured
    | StepStarted
    | StillWorking
    | ThoughtStreamed
    | ReplyStreamed
    | FunctionCalled
    | ReplySent
    | SectionChanged
    | ProposalMade
    | ProposalDecided
    | ConflictFound
    | SuggestionDone
    | EntryWritten
    | ReminderSet
    | ReminderFell
    | ChainSuspended
    | ChainResumed
    | TopicSwitched
    | SummaryChanged
    | TurnUndone
    | ChangeUndone
    | ChangeRedone
    | MemoryForgotten
    | MessageReplaced
    | PassageKept
    | PressureWarned
    | QueueFlushed
    | ContextMeasured
    | StepMeasured
    | HeartbeatRequested
    | TurnFailed
    | Yielded
)
