"""A loaded model, one that is wrapped, and one whose every call is counted, whoever asks it."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Generic, Protocol, TypeVar

from desktop_mem.evaluation.outcome import Cost
from desktop_mem.memory.ports import Generation, JsonSchema, LanguageModel, Prompt, PromptMessage, TokenCounter


class Model(LanguageModel, TokenCounter, Protocol):
    """A loaded model that also counts its tokens."""

    @property
    def name(self) -> str:
        """What the user calls it."""
        ...

    def forget_prefix(self) -> None:
        """Keep nothing of what was read so far."""
        ...

    def close(self) -> None:
        """Free its memory."""
        ...


M = TypeVar("M", bound=Model)


class WrappedModel(Generic[M]):
    """Passes on to a `model` all but what it is asked to write."""

    def __init__(self, model: M) -> None:
        self.model = model

    @property
    def name(self) -> str:
        """The model's own."""
        return self.model.name

    @property
    def context_window(self) -> int:
        """The model's own."""
        return self.model.context_window

    def count(self, text: str) -> int:
        """See `TokenCounter`."""
        return self.model.count(text)

    def count_message(self, message: PromptMessage) -> int:
        """See `TokenCounter`."""
        return self.model.count_message(message)

    def forget_prefix(self) -> None:
        """See `Model`."""
        self.model.forget_prefix()

    def close(self) -> None:
        """See `Model`."""
        self.model.close()


class MeteredModel(WrappedModel[Model]):
    """Adds up in `cost` what the model took since `begin`, and in `generations` what it gave."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self.cost = Cost()
        self.generations: list[Generation] = []

    def begin(self) -> None:
        """Count from zero."""
        self.cost = Cost()
        self.generations = []

    def generate(
        self, prompt: Prompt, schema: JsonSchema | None, max_tokens: int, *, variation: int = 0
    ) -> Generator[str, None, Generation]:
        """See `LanguageModel`. A prompt that does not leave room for an answer is counted before the model sees it."""
        tokens = sum(self.model.count_message(message) for message in prompt)
        cost = self.cost
        self.cost = replace(cost, calls=cost.calls + 1, over_window=cost.over_window + (tokens + max_tokens > self.context_window))
        generation = yield from self.model.generate(prompt, schema, max_tokens, variation=variation)
        self.generations.append(generation)
        self.cost = replace(
            self.cost,
            input_tokens=self.cost.input_tokens + generation.prompt_tokens,
            evaluated_tokens=self.cost.evaluated_tokens + generation.evaluated_tokens,
        )
        return generation
