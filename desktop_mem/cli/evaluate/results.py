"""How results are printed: each as it comes, or one table of all; of an interrupted measurement, what was measured until then."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

from desktop_mem.cli.output import Output

T = TypeVar("T")
INTERRUPTED: Final = 128 + signal.SIGINT


def until_interrupted(measuring: Iterable[T], output: Output, tell: Callable[[T], None] = lambda result: None) -> tuple[list[T], bool]:
    """The results, each of which is told as it comes, and whether the user interrupted the measurement."""
    results: list[T] = []
    try:
        for result in measuring:
            results.append(result)
            tell(result)
    except KeyboardInterrupt:
        output.note("Interrupted: what follows is what was measured until then.")
        return results, True
    return results, False


def printed(
    measuring: Iterable[T], output: Output, record: Callable[[T], dict[str, Any]], table: Callable[[Sequence[T]], str]
) -> tuple[list[T], bool]:
    """As `until_interrupted`; for programs each result is printed as it comes, for people one table at the end."""

    def tell(result: T) -> None:
        if output.as_json:
            output.result(record(result), "")

    results, interrupted = until_interrupted(measuring, output, tell)
    if results and not output.as_json:
        output.result({}, table(results))
    return results, interrupted
