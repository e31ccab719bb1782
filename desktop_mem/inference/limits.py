"""What the bare libraries can do on this machine: the limits that the program's own speed is measured against."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from desktop_mem.inference.llama import LlamaModel
from desktop_mem.memory.ports import JsonSchema, Prompt


class BareModel:
    """The same loaded model, used through llama-cpp-python alone."""

    def __init__(self, model: LlamaModel) -> None:
        self._model = model

    def decode_seconds(self, prompt: Prompt, tokens: int) -> float:
        """Seconds for each of so many tokens written after the prompt, which is evaluated already but for its last token."""
        llama, ids = self._model.llama, self._model.encode(prompt)
        started = time.perf_counter()
        for number, _ in enumerate(llama.generate(ids, temp=0.0), 1):
            if number == tokens:
                break
        return (time.perf_counter() - started) / tokens

    def count(self, text: str) -> int:
        """Tokens of the text, by the model's own tokenizer."""
        return len(self._model.llama.tokenize(text.encode("utf-8"), add_bos=False, special=False))

    def first_mask_seconds(self, schema: JsonSchema) -> float:
        """Until the grammar of a schema that was used before is ready for the next generation, its first mask included."""
        import numpy as np

        logits = np.zeros(self._model.llama.n_vocab(), dtype=np.single)
        ids = np.zeros(1, dtype=np.intc)
        for _ in range(2):
            started = time.perf_counter()
            self._model.grammar(schema)(ids, logits)
            seconds = time.perf_counter() - started
        return seconds


def bare_encoder(folder: Path) -> Callable[[Sequence[str]], list[list[float]]]:
    """The sentence-transformers model in that folder with nothing set: single precision, its own batches."""
    from sentence_transformers import SentenceTransformer

    model: Any = SentenceTransformer(str(folder), device="cpu", local_files_only=True)
    return lambda texts: [list(map(float, vector)) for vector in model.encode(list(texts), show_progress_bar=False)]


def spoiled_models(whole: Path, folder: Path, data_start: int) -> dict[str, Path]:
    """Copies of a model that cannot be used, by what is wrong with each; sparse, so that a large model takes no space."""
    size = whole.stat().st_size
    with whole.open("rb") as file:
        head = file.read(data_start)
    contents = {
        "truncated": (head, data_start + (size - data_start) // 2),
        "garbage": (bytes(range(256)) * 4096, 2**20),
        "wrong architecture": (head.replace(b"llama", b"lamla"), size),
        "no template": (head.replace(b"tokenizer.chat_template", b"tokenizer.chat_nothing_"), size),
    }
    made = {}
    for what, (content, length) in contents.items():
        made[what] = folder / f"{what.replace(' ', '-')}.gguf"
        with made[what].open("wb") as file:
            file.write(content)
            file.truncate(length)
    return made
