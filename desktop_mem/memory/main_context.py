"""Main context: exactly what the model sees, from the most to the least stable part."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_mem.errors import EnvironmentFault
from desktop_mem.memory.fifo_queue import FifoQueue
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.ports import Counts, Prompt, PromptMessage, TokenCounter
from desktop_mem.memory.update import ContextMeasured
from desktop_mem.memory.working_context import WorkingContext
from desktop_mem.settings import Settings

_PROMPT_ROLE = {Role.USER: "user", Role.ASSISTANT: "assistant", Role.FUNCTION: "function", Role.EVENT: "function"}


@dataclass(frozen=True, slots=True)
class WindowPlan:
    """How the window is shared out, all in tokens: the marks, the reserve for the answer, and the largest each part may grow."""

    window: int
    reserve: int
    warn_at: int
    flush_to: int
    largest_message: int
    largest_result: int
    largest_page_in: int
    largest_summary: int
    largest_working_context: int

    @property
    def budget(self) -> int:
        """What a prompt may take: the window without the reserve. A longer prompt is flushed first."""
        return self.window - self.reserve

    @property
    def page_of_result(self) -> int:
        """What one part of a long text may take in a result, beside its address and what seals it."""
        return self.largest_result - 60


_SMALLEST_WINDOW = 2048


def plan_window(window: int, settings: Settings) -> WindowPlan:
    """Share out a window of that many tokens so that head, summary, the newest messages and the answer always fit together.

    Raises `EnvironmentFault` for a window in which they cannot.
    """
    if window < _SMALLEST_WINDOW:
        raise EnvironmentFault(
            f"The model's window holds {window} tokens; at least {_SMALLEST_WINDOW} are needed.",
            "Raise the setting context_window or choose another model.",
        )
    reserve = min(settings.answer_reserve, window // 4)
    budget = window - reserve
    return WindowPlan(
        window=window,
        reserve=reserve,
        warn_at=int(budget * settings.warn_share),
        flush_to=int(budget * settings.flush_share),
        largest_message=int(budget * 0.22),
        largest_result=int(min(window * settings.result_share, budget * 0.22)),
        largest_page_in=int(min(window * settings.page_in_share, budget * 0.22)),
        largest_summary=int(budget * 0.1),
        largest_working_context=int(budget * 0.2),
    )


def prompt_message(message: Message) -> PromptMessage:
    """The message as it stands in the prompt."""
    return PromptMessage(_PROMPT_ROLE[message.role], message.seen_by_model, message.token_ids)


class MainContext:
    """Holds system instructions, working context and FIFO queue, and knows at any time how many tokens they take.

    The head (instructions and working context) is rendered only by `refresh_head`, so that a chain of heartbeats
    extends one and the same prefix; an edit of the working context is seen in the function's result until then.
    """

    def __init__(
        self, instructions: str, working_context: WorkingContext, queue: FifoQueue, counter: TokenCounter, plan: WindowPlan
    ) -> None:
        self.instructions = instructions
        self.working_context = working_context
        self.queue = queue
        self.plan = plan
        self._counter = counter
        self._head = PromptMessage("system", "")
        self._head_tokens = 0
        self._summary_tokens = 0
        self._counts = Counts()
        self.refresh_head()

    def count(self, text: str) -> int:
        """Tokens of the bare text, as the model counts them."""
        return self._counter.count(text)

    def refresh_head(self, counts: Counts | None = None) -> None:
        """Render instructions and working context anew; what lies outside, which changes all the time, only with new `counts`."""
        self._counts = counts or self._counts
        counts = self._counts
        stored = f"{counts.messages} messages in recall, {counts.passages} passages of {counts.documents} documents in archival storage"
        outside = f"Outside this window: {stored}."
        text = f"{self.instructions}\n\n{self.working_context.render()}\n{outside}"
        if text != self._head.text:
            self._head = PromptMessage("system", text)
            self._head_tokens = self._counter.count_message(self._head)
        self.refresh_summary()

    def refresh_summary(self) -> None:
        """Count the summary anew after it was written."""
        text = self.queue.summary_text()
        self._summary_tokens = self._counter.count_message(PromptMessage("function", text)) if text else 0

    @property
    def used(self) -> int:
        """Tokens of the next prompt."""
        return self._head_tokens + self._summary_tokens + self.queue.tokens

    def prompt(self) -> Prompt:
        """The next prompt: head, summary, queue."""
        summary = self.queue.summary_text()
        opening = (self._head, PromptMessage("function", summary)) if summary else (self._head,)
        return opening + tuple(prompt_message(message) for message in self.queue.messages)

    def measure(self) -> ContextMeasured:
        """The parts of the window, in tokens."""
        working_context = min(self._counter.count(self.working_context.render()), self._head_tokens)
        return ContextMeasured(
            window=self.plan.window,
            instructions=self._head_tokens - working_context,
            working_context=working_context,
            summary=self._summary_tokens,
            queue=self.queue.tokens,
            reserve=self.plan.reserve,
            warn_at=self.plan.warn_at,
            flush_at=self.plan.budget,
        )
