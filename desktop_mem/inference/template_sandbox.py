"""The sandbox of chat templates: Jinja with what templates of models expect, and with bounds on steps, sizes and time."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sized
from datetime import datetime
from functools import wraps
from typing import Any, Final, NoReturn

from jinja2 import Template, TemplateError, nodes
from jinja2.ext import Extension, LoopControlExtension
from jinja2.parser import Parser
from jinja2.sandbox import ImmutableSandboxedEnvironment

LONGEST_SOURCE: Final = 200_000
_LONGEST_TEXT: Final = 2_000_000
_LONGEST_PRODUCT: Final = 50 * _LONGEST_TEXT
_LARGEST_NUMBER: Final = 10_000
_MOST_STEPS: Final = 300_000
_SECONDS: Final = 2.0  # of the processor, so that a busy machine does no template wrong
# Fills by width, writes random things or reads Python's own representations: no chat template needs them.
_LEFT_OUT = ("center", "format", "pprint", "random", "urlize", "wordwrap", "xmlattr")


class TooMuch(TemplateError):
    """A template exceeds its bounds, and would in any conversation."""


class Sandbox:
    """Compiles chat templates. What one rendering may take is bounded; the date is the one that is handed in.

    Raises `TemplateError` for a template that cannot be compiled, and when rendered for one that refuses or errs, `TooMuch` when it exceeds
    its bounds.
    """

    def __init__(self) -> None:
        self._environment = _BoundedEnvironment(
            trim_blocks=True, lstrip_blocks=True, extensions=[LoopControlExtension, _GenerationBlock], keep_trailing_newline=True
        )

    def compiled(self, source: str) -> Template:
        """The template. Raises `TemplateError`."""
        if len(source) > LONGEST_SOURCE:
            raise TooMuch(f"it is longer than {LONGEST_SOURCE} characters")
        try:
            tree = self._environment.parse(source)
            _count(tree)
            tree.set_environment(self._environment)
            return self._environment.from_string(tree)
        except RecursionError:
            raise TooMuch("it is nested too deeply") from None

    def constants(self, source: str) -> set[str]:
        """The texts that the template compares with or looks up. Raises `TemplateError`."""
        return {node.value for node in self._environment.parse(source).find_all(nodes.Const) if isinstance(node.value, str)}

    def render(self, template: Template, variables: dict[str, Any], now: datetime) -> str:
        """The template's text. Raises `TemplateError` whatever goes wrong in it."""
        moment = {
            "strftime_now": lambda form: _formatted(now, form),
            "date_string": now.strftime("%d %b %Y"),
            "today": now.strftime("%Y-%m-%d"),
        }
        self._environment.begin()
        pieces, length = [], 0
        try:
            for piece in template.generate(**moment, **variables):
                length += len(piece)
                if length > _LONGEST_TEXT:
                    raise TooMuch("it writes too much")
                pieces.append(piece)
        except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError, MemoryError, RecursionError) as error:
            raise TemplateError(str(error) or type(error).__name__) from error
        return "".join(pieces)


class _BoundedEnvironment(ImmutableSandboxedEnvironment):
    """Counts loop rounds and calls, and refuses what would make a value too large before it is made."""

    intercepted_binops = frozenset(("+", "*", "**", "%"))

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._steps = 0
        self._ends_at = 0.0
        self.filters = {name: _within_bounds(which) for name, which in self.filters.items() if name not in _LEFT_OUT}
        self.filters |= {"tojson": _to_json, "_rounds": self._rounds, "_text": str}
        self.globals["raise_exception"] = _refuse
        for name in ("lipsum", "cycler", "joiner"):
            self.globals.pop(name, None)

    def concat(self, pieces: Iterable[str]) -> str:
        """The text of a block or macro."""
        held, length = [], 0
        for piece in pieces:
            length += len(piece)
            if length > _LONGEST_TEXT:
                raise TooMuch("it writes too much")
            held.append(piece)
        return "".join(held)

    def begin(self) -> None:
        """A rendering begins."""
        self._steps = 0
        self._ends_at = time.thread_time() + _SECONDS

    def count(self, steps: int = 1) -> None:
        """So many steps more. Raises `TemplateError` when these are too many."""
        self._steps += steps
        if self._steps > _MOST_STEPS or time.thread_time() > self._ends_at:
            raise TooMuch("it takes too long")

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """See Jinja; what would be too large is refused."""
        self.count()
        if operator == "**" or (operator == "%" and isinstance(left, str)):
            raise TooMuch(f"it uses {operator}")
        if max(_size(left), _size(right), _product(left, right) if operator == "*" else _size(left) + _size(right)) > _LONGEST_TEXT:
            raise TooMuch("it makes a value too large")
        return super().call_binop(context, operator, left, right)

    def call(__self, __context: Any, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805 (named as Jinja names them)
        """See Jinja; every call counts, and none may ask for much."""
        __self.count()
        if getattr(__obj, "__name__", "") in ("format", "format_map"):
            raise TooMuch("it uses format")
        _check(getattr(__obj, "__self__", None), args, kwargs)
        return super().call(__context, __obj, *args, **kwargs)

    def _rounds(self, iterable: Iterable[Any]) -> Iterable[Any]:
        """The same to loop over, each round of it counted."""
        if isinstance(iterable, Sized):
            self.count(len(iterable) + 1)
            return iterable
        return self._one_by_one(iterable)

    def _one_by_one(self, iterable: Iterable[Any]) -> Iterator[Any]:
        for item in iterable:
            self.count()
            yield item


class _GenerationBlock(Extension):
    """`{% generation %}` marks, for training, what the model wrote; here its inside stands as it is."""

    tags = {"generation"}  # noqa: RUF012 (as Jinja declares it)

    def parse(self, parser: Parser) -> list[nodes.Node]:
        """The inside."""
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


def _count(tree: nodes.Template) -> None:
    """Have the template's loops counted, and put an addition of texts, which can be bounded, in place of `~`."""
    for loop in tree.find_all(nodes.For):
        loop.iter = nodes.Filter(loop.iter, "_rounds", [], [], None, None, lineno=loop.lineno)
    _replace_joins(tree)


def _replace_joins(node: nodes.Node) -> None:
    for name, value in node.iter_fields():
        if isinstance(value, nodes.Node):
            _replace_joins(value)
            setattr(node, name, _added(value))
        elif isinstance(value, list):
            for child in value:
                if isinstance(child, nodes.Node):
                    _replace_joins(child)
            setattr(node, name, [_added(child) for child in value])


def _added(node: Any) -> Any:
    if not isinstance(node, nodes.Concat):
        return node
    texts = [nodes.Filter(part, "_text", [], [], None, None, lineno=node.lineno) for part in node.nodes]
    total: nodes.Expr = texts[0]
    for text in texts[1:]:
        total = nodes.Add(total, text, lineno=node.lineno)
    return total


def _within_bounds(function: Callable[..., Any]) -> Callable[..., Any]:
    """The filter, which refuses large numbers and products."""

    @wraps(function)
    def bounded(*args: Any, **kwargs: Any) -> Any:
        _check(None, args, kwargs)
        return function(*args, **kwargs)

    return bounded


def _check(owner: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Refuse numbers that widths and counts never have, and two texts of which one could be put into the other many times."""
    given = [value for value in (owner, *args, *kwargs.values()) if isinstance(value, str | bytes | int | list | tuple)]
    if any(isinstance(value, int) and abs(value) > _LARGEST_NUMBER for value in given):
        raise TooMuch("it uses a large number")
    product = 1
    for value in given:
        product *= max(abs(value) if isinstance(value, int) else len(value), 1)
    if product > _LONGEST_PRODUCT:
        raise TooMuch("it makes a value too large")


def _size(value: Any) -> int:
    if isinstance(value, int):
        return value.bit_length()
    return len(value) if isinstance(value, Sized) else 1


def _product(left: Any, right: Any) -> int:
    factors = [abs(value) if isinstance(value, int) else _size(value) for value in (left, right)]
    if isinstance(left, int) and isinstance(right, int):
        return left.bit_length() + right.bit_length()
    return factors[0] * factors[1]


def _formatted(now: datetime, form: str) -> str:
    if re.search(r"\d", form):
        raise TooMuch("it uses a width in a date")
    return now.strftime(form)


def _to_json(value: Any, indent: int | None = None, **_options: Any) -> str:
    if indent is not None and not 0 <= indent <= 16:
        raise TooMuch("it uses a large number")
    return json.dumps(value, ensure_ascii=False, indent=indent)


def _refuse(message: object = "") -> NoReturn:
    raise TemplateError(str(message))
