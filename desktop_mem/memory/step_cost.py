"""Step cost: what one inference took, as an update."""

from __future__ import annotations

from desktop_mem.memory.ports import Generation
from desktop_mem.memory.update import StepMeasured


def step_cost(generation: Generation, *, after_flush: bool) -> StepMeasured:
    """The figures of a generation; `after_flush`: its prompt had just been flushed."""
    return StepMeasured(
        prompt_tokens=generation.prompt_tokens,
        new_tokens=generation.new_tokens,
        evaluated_tokens=generation.evaluated_tokens,
        generated_tokens=len(generation.token_ids),
        prefill_seconds=generation.prefill_seconds,
        decode_seconds=generation.decode_seconds,
        after_flush=after_flush,
    )
