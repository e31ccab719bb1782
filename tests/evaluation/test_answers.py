"""Measures of an answer, their intervals, and the table they stand in."""

from __future__ import annotations

import pytest

from desktop_mem.evaluation import answers
from desktop_mem.evaluation.results import Line
from desktop_mem.evaluation.tables import interval, records, table


@pytest.mark.parametrize(
    ("reply", "answer", "exact", "contained"),
    [
        ("The Copper Ladle.", "copper ladle", 1.0, 1.0),
        ("It costs 2,340 euros.", "2340 euros", 0.0, 1.0),
        ("你住在青岛。", "青岛", 0.0, 1.0),
        ("She is in Delftware", "Delft", 0.0, 0.0),
        ("", "Delft", 0.0, 0.0),
    ],
)
def test_answers_are_compared_by_words(reply: str, answer: str, exact: float, contained: float) -> None:
    assert answers.exact(reply, answer) == exact
    assert answers.contained(reply, answer) == contained


def test_overlap_and_longest_common_row() -> None:
    assert answers.overlap("a red bicycle", "red car") == pytest.approx(0.5)
    assert answers.rouge_recall("on Monday we met Ann", "we met on Monday") == pytest.approx(0.5)
    assert answers.rouge_recall("we met late on Monday", "we met on Monday") == 1.0
    assert answers.best(answers.exact, "two", ("one", "two")) == 1.0


@pytest.mark.parametrize(
    ("reply", "abstains"),
    [
        ("I don't know that.", True),
        ("That was not mentioned.", True),
        ("我不知道。", True),
        ("", True),
        ("You told me that it is Bruno.", False),
        ("他叫布鲁诺。", False),
    ],
)
def test_not_knowing_is_recognised(reply: str, abstains: bool) -> None:
    assert answers.abstains(reply) is abstains


def test_shares_have_wilsons_interval_and_grades_the_bootstraps() -> None:
    share = interval("contained", [1.0] * 5 + [0.0] * 5, seed=0)
    assert (share.value, round(share.low, 3), round(share.high, 3)) == (0.5, 0.237, 0.763)
    grade = interval("evidence", [0.25, 0.75], seed=0)
    assert (grade.value, grade.low, grade.high) == (0.5, 0.25, 0.75)


def test_the_table_has_a_row_for_each_group_and_one_for_all() -> None:
    def line(task: str, group: str, contained: float) -> Line:
        costs = {"calls": 2.0, "input_tokens": 100.0, "evaluated_tokens": 40.0, "over_window": 0.0, "seconds": 0.5}
        return Line("memgpt", task, group, {"contained": contained, **costs})

    lines = [line("1", "level 10", 1.0), line("2", "level 9", 0.0)]
    rows = table(lines, ("contained",), 0).splitlines()
    assert [row.split(" | ")[1] for row in rows[2:]] == ["level 9", "level 10", "all"]
    assert "0.500 (0.09–0.91) | 2.0 | 100 | 0 |" in rows[-1]
    assert "0.50 / 0.50" in table(lines, ("contained",), 0, times=True)
    assert [record["n"] for record in records(lines, 0)] == [1, 1, 2]
