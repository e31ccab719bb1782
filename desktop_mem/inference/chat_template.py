"""The model's own chat template: what it puts around each message, rendered in a sandbox."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from jinja2 import TemplateError

from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.template_sandbox import Sandbox, TooMuch

# Two private-use characters: no tokenizer, template or text treats them specially, and stripping leaves them alone.
_OPEN, _CLOSE = "\ue000", "\ue001"
_JOIN = "\n\n"
_RESULT_ROLES = ("tool", "ipython", "function")
# Some templates demand the id of the call that a result belongs to, of nine letters and digits.
_CALL_ID = "desktop00"
# What every template has to render: a first turn, a chain of function calls, a conversation, and one that an event begins.
_PROBES = (
    ("system", "user"),
    ("system", "user", "assistant", "function"),
    ("system", "user", "user", "assistant", "function", "assistant", "function", "user", "assistant", "user"),
    ("system", "function", "assistant", "function", "user"),
)


@dataclass(frozen=True, slots=True)
class Form:
    """How conversations are put for a template: whether it takes a system message, the role of function results, whether contents
    are lists of parts, and what stands for no tools.
    """

    system: bool = True
    result_role: str = "user"
    parts: bool = False
    no_tools: tuple[()] | None = None


class ChatTemplate:
    """Renders conversations to the fragments between their contents, so that contents are tokenised as text and never as markup.

    Function results have the role that the template has for them, else they are the user's turn; neighbours of one role make one
    turn (many templates refuse them otherwise, and it is shorter), and a system message that a template refuses goes into the first
    user turn. What the kernel hands the model of itself is told from what the user says by its own words ("ok:", "[summary …]"), in any
    role. The opening of an answer stays as the model read it when it wrote the answer. The date is that of today, and changes the
    text at most once a day. Raises `EnvironmentFault` when nothing helps.
    """

    def __init__(self, source: str, *, name: str, bos: str = "", eos: str = "") -> None:
        if not source.strip():
            raise EnvironmentFault(
                f"The model {name} has no chat template, so it is not known how to talk to it.",
                "Choose an instruct or chat model, or a newer GGUF of this one.",
            )
        self._name = name
        self._tokens = {"bos_token": bos, "eos_token": eos}
        self._now = datetime.now().astimezone()
        self._sandbox = Sandbox()
        try:
            self._template = self._sandbox.compiled(source)
            constants = self._sandbox.constants(source)
        except TemplateError as error:
            raise EnvironmentFault(
                f"The chat template of {name} cannot be read ({error}).", "Choose another GGUF of this model."
            ) from error
        self._cut = self._added = self._opener = ""
        self.form = self._probe(name, [role for role in _RESULT_ROLES if role in constants])
        self._settle_openings(opens="add_generation_prompt" in source)
        self.prefix_holds = all(self._extends(probe) for probe in _PROBES)

    def fragments(self, roles: tuple[str, ...]) -> tuple[str, ...]:
        """The text before, between and after the contents of a conversation with these roles, the opening of the answer included.

        One more than `roles`. Prompt roles are `system`, `user`, `assistant` and `function`.
        """
        now = datetime.now().astimezone()
        if now.date() != self._now.date():
            self._now = now
            self._fragments.cache_clear()
        try:
            return self._fragments(roles)
        except (TemplateError, ValueError) as error:
            raise _cannot_render(self._name, str(error)) from error

    @lru_cache(maxsize=512)  # noqa: B019 (lives as long as the model)
    def _fragments(self, roles: tuple[str, ...]) -> tuple[str, ...]:
        fragments = list(self._rendered(roles, self.form))
        for index, role in enumerate(roles):
            if role == "assistant" and (index == 0 or roles[index - 1] != "assistant"):
                fragments[index] = fragments[index].removesuffix(self._cut) + self._added
        if self._opener and roles[-1:] != ("assistant",):
            fragments[-1] += self._opener
        return tuple(fragments)

    def _rendered(self, roles: tuple[str, ...], form: Form) -> tuple[str, ...]:
        """Raises `TemplateError` when the template refuses, and `ValueError` when it drops or repeats contents."""
        variables: dict[str, Any] = {"messages": _folded(roles, form), "add_generation_prompt": True, **self._tokens}
        variables |= {"tools": form.no_tools, "documents": None, "enable_thinking": False, "thinking": False}
        return _split(self._sandbox.render(self._template, variables, self._now), len(roles))

    def _probe(self, name: str, result_roles: list[str]) -> Form:
        """The first form in which the template renders every kind of conversation."""
        problem = ""
        for form in _forms([*result_roles, "user"]):
            try:
                for probe in _PROBES:
                    self._rendered(probe, form)
            except (TemplateError, ValueError) as error:
                problem = problem or str(error)
                if isinstance(error, TooMuch):
                    break
            else:
                return form
        raise _cannot_render(name, problem)

    def _settle_openings(self, *, opens: bool) -> None:
        """Learn how the opening of an answer to be written differs from that of a written one: by white space, by an empty thought, or
        by all of it in templates that do not know what it is for.
        """
        probe = _PROBES[2]
        at = probe.index("assistant")
        written, to_write = self._rendered(probe, self.form)[at], self._rendered(probe[:at], self.form)[at]
        if written.startswith(to_write):
            more = written[len(to_write) :]
            if more.strip() and not opens:
                self._opener = more
            elif not more.strip():
                self._cut = more
        elif to_write.startswith(written):
            self._added = to_write[len(written) :]

    def _extends(self, roles: tuple[str, ...]) -> bool:
        """Whether every prompt at whose end the model wrote is the beginning of the later ones."""
        whole = self._fragments(roles)
        ends = [index for index, role in enumerate(roles) if role == "assistant"]
        return all(self._fragments(roles[:end]) == whole[: end + 1] for end in ends)


def _cannot_render(name: str, problem: str) -> EnvironmentFault:
    return EnvironmentFault(f"The chat template of {name} cannot render a conversation ({problem}).", "Choose another GGUF of this model.")


def _forms(result_roles: list[str]) -> Iterator[Form]:
    for no_tools, parts, system, role in itertools.product((None, ()), (False, True), (True, False), result_roles):
        yield Form(system, role, parts, no_tools)


def _mark(index: int) -> str:
    return f"{_OPEN}{index}{_CLOSE}"


def _folded(roles: tuple[str, ...], form: Form) -> list[dict[str, Any]]:
    """The conversation with marks for contents, in the form that the template takes."""
    turns: list[tuple[str, str]] = []
    for index, role in enumerate(roles):
        turn = form.result_role if role == "function" else "user" if role == "system" and not form.system else role
        if turns and turns[-1][0] == turn:
            turns[-1] = (turn, turns[-1][1] + _JOIN + _mark(index))
        else:
            turns.append((turn, _mark(index)))
    return [_message(role, content, form) for role, content in turns]


def _message(role: str, content: str, form: Form) -> dict[str, Any]:
    message: dict[str, Any] = {"role": role, "content": [{"type": "text", "text": content}] if form.parts else content}
    return message | {"name": "function", "tool_call_id": _CALL_ID} if role in _RESULT_ROLES else message


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
