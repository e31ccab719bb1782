"""The experiments: the paper's four, and those on the same questions that others ask of memory."""

from __future__ import annotations

from typing import Final

from desktop_mem.evaluation.experiments import core_memory, deep_memory, document_questions, locomo, nested_kv, opener
from desktop_mem.evaluation.task import Experiment

EXPERIMENTS: Final[tuple[Experiment, ...]] = (
    nested_kv.EXPERIMENT,
    deep_memory.EXPERIMENT,
    document_questions.EXPERIMENT,
    opener.EXPERIMENT,
    locomo.EXPERIMENT,
    core_memory.EXPERIMENT,
)
