"""Results as one Markdown table, and as records for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from desktop_mem.evaluation.markdown import markdown_table
from desktop_mem.evaluation.measures import Mean, median_and_p95
from desktop_mem.evaluation.retrieval import Result

_COLUMNS = (
    "data set", "part", "method", "items", "questions", "recall@5", "recall@10", "recall@20", "nDCG@10", "MRR",
    "ms, median / p95", "of it CPU ms", "ms with embedding, median / p95",
)  # fmt: skip
_MEASURES = ("recall@5", "recall@10", "recall@20", "ndcg@10", "mrr")


def table(results: Sequence[Result]) -> str:
    """One row for each method on each part of each data set; behind a mean half the width of its 95 % interval."""
    return markdown_table(_COLUMNS, map(_row, results))


def page_in_table(results: Sequence[Result]) -> str:
    """What the program would page in for the questions, one row for each part of each data set."""
    columns = ("data set", "part", "questions", "page-in hit rate", "of the evidence", "addresses brought", "nothing brought")
    rows = []
    for result in results:
        if result.page_in:
            figures = (_with_width(result.page_in[name]) for name in ("hit rate", "evidence", "brought", "nothing"))
            rows.append((result.data_set, result.part, str(result.questions), *figures))
    return markdown_table(columns, rows)


def _row(result: Result) -> tuple[str, ...]:
    measures = (_with_width(result.means[name]) for name in _MEASURES)
    searching, cpu, embedding = _quantiles(result.seconds), _quantiles(result.cpu_seconds), _quantiles(result.embedding_seconds)
    alone = f"{searching[0]:.1f} / {searching[1]:.1f}" if result.seconds else ""
    whole = f"{searching[0] + embedding[0]:.1f} / {searching[1] + embedding[1]:.1f}" if result.embedding_seconds else ""
    return (
        result.data_set,
        result.part,
        result.method,
        str(result.items),
        str(result.questions),
        *measures,
        alone,
        f"{cpu[0]:.1f} / {cpu[1]:.1f}" if result.cpu_seconds else "",
        whole,
    )


def _with_width(mean: Mean) -> str:
    return f"{mean.value:.3f} ±{(mean.high - mean.low) / 2:.3f}"


def _quantiles(seconds: Sequence[float]) -> tuple[float, float]:
    """Median and 95th percentile in milliseconds."""
    return median_and_p95([1000 * each for each in seconds]) if seconds else (0.0, 0.0)


def record(result: Result) -> dict[str, Any]:
    """One JSON object with stable keys; times in milliseconds, None where none were taken."""
    return {
        "data_set": result.data_set,
        "part": result.part,
        "method": result.method,
        "items": result.items,
        "questions": result.questions,
        **{name: mean.record() for name, mean in result.means.items()},
        "search_ms": _times(result.seconds),
        "search_cpu_ms": _times(result.cpu_seconds),
        "embedding_ms": _times(result.embedding_seconds),
        "page_in": {name: mean.record() for name, mean in result.page_in.items()} or None,
    }


def _times(seconds: Sequence[float]) -> dict[str, float] | None:
    median, high = _quantiles(seconds)
    return {"median": median, "p95": high} if seconds else None
