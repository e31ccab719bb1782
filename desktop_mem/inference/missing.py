"""What stands in for the language model where there is none: everything but free conversation goes on."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

from desktop_mem.errors import EnvironmentFault
from desktop_mem.memory.ports import Generation, JsonSchema, Prompt, PromptMessage

_WINDOW = 8192
_CHARACTERS_PER_TOKEN = 3


class MissingModel:
    """Counts roughly, and says why there is no model when it is asked to answer. `prefix_file` is where a model kept what it had read."""

    def __init__(self, fault: str, prefix_file: Path | None = None) -> None:
        self.name = self.notice = ""
        self.context_window = _WINDOW
        self._fault = fault
        self._prefix_file = prefix_file

    def count(self, text: str) -> int:
        """About a token per three characters."""
        return len(text) // _CHARACTERS_PER_TOKEN + 1

    def count_message(self, message: PromptMessage) -> int:
        """The text, and a little for its frame."""
        return self.count(message.text) + 4

    def render(self, prompt: Prompt) -> str:
        """The messages one after another; no template is known."""
        return "\n\n".join(f"{message.role}: {message.text}" for message in prompt)

    def generate(
        self, prompt: Prompt, schema: JsonSchema | None, max_tokens: int, *, variation: int = 0
    ) -> Generator[str, None, Generation]:
        """Always raises `EnvironmentFault`."""
        yield from ()
        raise EnvironmentFault("Your message is stored, but there is no model to answer it.", self._fault)

    def read_ahead(self, prompt: Prompt) -> Generator[str, None, None]:
        """There is nothing to read with."""
        yield from ()

    def forget_prefix(self) -> None:
        """Keep nothing on disk of what a model has read before."""
        if self._prefix_file:
            self._prefix_file.unlink(missing_ok=True)

    def close(self) -> None:
        """Nothing to free."""
