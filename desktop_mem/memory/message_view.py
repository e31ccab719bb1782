"""The message in view: how a message stands in the queue, counted, and shortened where it would take too much of the window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from random import Random

from desktop_mem.memory.fitting import fit, hit_line, pages, part_at
from desktop_mem.memory.function_call import FunctionResult
from desktop_mem.memory.main_context import WindowPlan, prompt_message
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.ports import TokenCounter
from desktop_mem.memory.sealing import SEAL, closing_of, draw_nonce, escaped, sealed

LONG_NOTE_TOKENS = 48
"""What a note of the program that stands for something longer may take."""


class MessageView:
    """Makes of a stored message the one that stands in the queue of this run. Recall has the whole.

    Documents' text stands as a block of data, whose nonce is drawn from `random` and stays as long as the message is in view.
    """

    def __init__(self, plan: WindowPlan, counter: TokenCounter, random: Random) -> None:
        self._plan = plan
        self._counter = counter
        self._random = random

    def nonce(self, text: str) -> str:
        """A new nonce, which the text does not hold."""
        return draw_nonce(self._random, text)

    def as_data(self, text: str) -> str:
        """The text as a block of data of its own."""
        data = escaped(text)
        return sealed(data, self.nonce(data))

    def of_hits(self, hits: Sequence[Hit], now: datetime) -> Message:
        """The block that pages hits in: what is not tainted first, then the data."""
        room = self._plan.largest_page_in
        if any(hit.tainted for hit in hits):
            room -= self._counter.count(SEAL)
        lines: dict[bool, list[str]] = {False: [], True: []}
        shown = []
        for hit in hits:
            line = fit(hit_line(hit), room, self._counter)
            lines[hit.tainted].append(line)
            shown.append(hit)
            room -= self._counter.count(line) + 1
            if room < LONG_NOTE_TOKENS:
                break
        text = "\n".join([*lines[False], *lines[True]])
        data = "\n".join(lines[True])
        block = [*lines[False], sealed(data, self.nonce(data))] if data else lines[False]
        sources = tuple(hit.address for hit in shown)
        return self.counted(Message(Role.EVENT, text, now, prompt_text="\n".join(block), tainted=bool(data), sources=sources))

    def of_result(self, result: FunctionResult, now: datetime, *, tainted: bool, reads: bool) -> Message:
        """What a function came to; what stands behind its first line is data, if it is a document's.

        `tainted`: some is in view; `reads`: the result shows what is stored at its sources.
        """
        text, most = str(result), self._plan.largest_result
        shown = ""
        if result.tainted:
            head, _, data = text.partition("\n") if "\n" in text else ("ok:", "", text)
            data = fit(data, most - self._counter.count(head + SEAL) - 2, self._counter)
            shown = f"{head}\n{sealed(data, self.nonce(data))}"
        elif tainted:  # it may repeat what the model wrote
            shown = fit(escaped(text, own_lines=True), most, self._counter)
        message = Message(Role.FUNCTION, fit(text, most, self._counter), now, prompt_text=shown)
        return self.counted(replace(message, tainted=tainted or result.tainted, sources=result.sources if reads else ()))

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
        closing = closing_of(message.seen_by_model)
        note = f" …{closing} [long message, {message.tokens} tokens; open_page {message.address}#part=2 reads on]"
        head = fit(message.seen_by_model, largest - LONG_NOTE_TOKENS, self._counter, ending=note)
        shown = len(head) - len(note) - (len(message.seen_by_model) - len(message.text))
        part = part_at(pages(message.text, self._plan.page_of_result, self._counter), shown)
        return self.counted(replace(message, prompt_text=head.replace("#part=2 reads", f"#part={part} reads"), token_ids=()))
