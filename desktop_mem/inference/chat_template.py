"""The model's own chat template: what it puts around each message, rendered in a sandbox."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Any, NoReturn

from jinja2 import TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from desktop_mem.errors import EnvironmentFault

# Two private-use characters: no tokenizer, template or text treats them specially, and stripping leaves them alone.
_OPEN, _CLOSE = "\ue000", "\ue001"
_JOIN = "\n\n"


class ChatTemplate:
    """Renders conversations to the fragments between their contents, so that contents are tokenised as text and never as markup.

    Function results are the user's turn, neighbours of one role make one turn (many templates refuse them otherwise, and it is
    shorter), and a system message that a template refuses goes into the first user turn. Raises `EnvironmentFault` when nothing helps.
    """

    def __init__(self, source: str, *, name: str, bos: str = "", eos: str = "") -> None:
        if not source.strip():
            raise EnvironmentFault(
                f"The model {name} has no chat template, so it is not known how to talk to it.",
                "Choose an instruct or chat model, or a newer GGUF of this one.",
            )
        self._bos, self._eos = bos, eos
        environment = ImmutableSandboxedEnvironment(
            trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"], keep_trailing_newline=True
        )
        environment.globals["raise_exception"] = _refuse
        environment.globals["strftime_now"] = lambda form: datetime.now().strftime(form)
        try:
            self._template = environment.from_string(source)
        except TemplateError as error:
            raise EnvironmentFault(
                f"The chat template of {name} cannot be read ({error}).", "Choose another GGUF of this model."
            ) from error
        self._system = self._probe(name)

    def fragments(self, roles: tuple[str, ...]) -> tuple[str, ...]:
        """The text before, between and after the contents of a conversation with these roles, the opening of the answer included.

        One more than `roles`. Prompt roles are `system`, `user`, `assistant` and `function`.
        """
        return self._fragments(tuple("user" if role == "function" else role for role in roles))

    @lru_cache(maxsize=512)  # noqa: B019 (lives as long as the model)
    def _fragments(self, roles: tuple[str, ...]) -> tuple[str, ...]:
        return _split(self._render(_folded(roles, system=self._system)), len(roles))

    def _probe(self, name: str) -> bool:
        """Whether the template takes a system message."""
        roles = ("system", "user", "user", "assistant", "user")
        problem = ""
        for system in (True, False):
            try:
                _split(self._render(_folded(roles, system=system)), len(roles))
            except (TemplateError, ValueError, TypeError, KeyError) as error:
                problem = str(error)
            else:
                return system
        raise EnvironmentFault(
            f"The chat template of {name} cannot render a conversation ({problem}).", "Choose another GGUF of this model."
        )

    def _render(self, messages: list[dict[str, str]]) -> str:
        variables: dict[str, Any] = {"messages": messages, "add_generation_prompt": True, "bos_token": self._bos, "eos_token": self._eos}
        return self._template.render(**variables, tools=None, enable_thinking=False)


def _refuse(message: str) -> NoReturn:
    raise TemplateError(message)


def _mark(index: int) -> str:
    return f"{_OPEN}{index}{_CLOSE}"


def _folded(roles: tuple[str, ...], *, system: bool) -> list[dict[str, str]]:
    """The conversation with marks for contents, in the form that the template takes."""
    messages: list[dict[str, str]] = []
    for index, role in enumerate(roles):
        turn = "user" if role == "system" and not system else role
        if messages and messages[-1]["role"] == turn:
            messages[-1]["content"] += _JOIN + _mark(index)
        else:
            messages.append({"role": turn, "content": _mark(index)})
    return messages


def _split(rendered: str, count: int) -> tuple[str, ...]:
    """The text around the marks. Raises `ValueError` when a content was dropped, repeated or moved."""
    parts = []
    rest = rendered
    for index in range(count):
        before, found, rest = rest.partition(_mark(index))
        if not found or _OPEN in before:
            raise ValueError("the template drops or reorders messages")
        parts.append(before)
    if _OPEN in rest:
        raise ValueError("the template repeats messages")
    return (*parts, rest)
