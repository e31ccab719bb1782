"""The message in view: how a message stands in the queue, counted, and shortened where it would take too much of the window."""

from __future__ import annotations

from dataclasses import replace

from desktop_mem.memory.fitting import fit, pages, part_at
from desktop_mem.memory.main_context import WindowPlan, prompt_message
from desktop_mem.memory.message import Message
from desktop_mem.memory.ports import TokenCounter

LONG_NOTE_TOKENS = 48
"""What a note of the program that stands for something longer may take."""


class MessageView:
    """Makes of a stored message the one that stands in the queue of this run. Recall has the whole."""

    def __init__(self, plan: WindowPlan, counter: TokenCounter) -> None:
        self._plan = plan
        self._counter = counter

    def counted(self, message: Message) -> Message:
        """The message with its tokens as this model counts them."""
        return replace(message, tokens=self._counter.count_message(prompt_message(message)))

    def in_view(self, message: Message) -> Message:
        """A message that another run may have stored: counted anew, and shortened where it is too long."""
        # The ids that another run generated are worth nothing to this one, and another model may count otherwise.
        return self.shortened(self.counted(replace(message, token_ids=())))

    def shortened(self, message: Message) -> Message:
        """The message itself, or its head with its address when it would take too much of the window."""
        largest = self._plan.largest_message
        if message.tokens <= largest:
            return message
        note = f" … [long message, {message.tokens} tokens; open_page {message.address}#part=2 reads on]"
        head = fit(message.seen_by_model, largest - LONG_NOTE_TOKENS, self._counter, ending=note)
        shown = len(head) - len(note) - (len(message.seen_by_model) - len(message.text))
        part = part_at(pages(message.text, self._plan.page_of_result, self._counter), shown)
        return self.counted(replace(message, prompt_text=head.replace("#part=2 reads", f"#part={part} reads"), token_ids=()))
