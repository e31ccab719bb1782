"""How well the control plane's checks do on their labelled cases: the refusal of writes that nobody said, and write-back.

Per part of the cases it prints the precision and recall of the refusal, and of the entries that are proposed without a model.
`new` are writes that were made after the first look at `held-out`.

    python tests/benchmarks/control_checks.py
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.control.labelled_cases import Figures, proposals, proposed_writes, refusals, told_sentences


def _print(what: str, count: int, figures: Figures) -> None:
    print(f"{what:34} {count:4} cases  precision {figures.precision:.3f}  recall {figures.recall:.3f}")


if __name__ == "__main__":
    for part in ("tuning", "held-out", "new"):
        _print(f"refusal of writes, {part}", len(proposed_writes(part)), refusals(part))
    for part in ("tuning", "held-out"):
        _print(f"write-back, {part}", len(told_sentences(part)), proposals(part))
