"""The embedder: a sentence-transformers folder on this machine, in bf16 where the processor has it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from desktop_mem.errors import EnvironmentFault

_BATCH = 32
_REMEDY = "Put a sentence-transformers model folder there, or choose another one."


def check_folder(folder: Path) -> None:
    """Raises `EnvironmentFault` when the folder cannot be a sentence-transformers model."""
    if not folder.is_dir():
        raise EnvironmentFault(f"The embedder's folder {folder} does not exist.", _REMEDY)
    missing = [name for name in ("modules.json", "config.json") if not (folder / name).is_file()]
    if missing:
        raise EnvironmentFault(f"The folder {folder} is not a sentence-transformers model ({', '.join(missing)} is missing).", _REMEDY)


class SentenceTransformerEmbedder:
    """Loads the model when made, which takes seconds; `embed` gives unit vectors. Never looks anywhere but in the folder."""

    def __init__(self, folder: Path) -> None:
        check_folder(folder)
        os.environ["HF_HUB_OFFLINE"] = "1"
        os.environ["TRANSFORMERS_OFFLINE"] = "1"
        os.environ["TOKENIZERS_PARALLELISM"] = "false"
        try:
            import torch
            from sentence_transformers import SentenceTransformer
            from transformers.utils import logging as transformers_logging

            transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
            dtype = torch.bfloat16 if has_bf16() else torch.float32
            self._model: Any = SentenceTransformer(str(folder), device="cpu", local_files_only=True, model_kwargs={"dtype": dtype})
        except (ImportError, OSError, ValueError, KeyError, AttributeError, RuntimeError) as error:
            raise EnvironmentFault(f"The embedder in {folder} cannot be loaded ({error}).", _REMEDY) from error
        self._model.eval()
        self.name = folder.name
        self.dimension = int(self._model.get_embedding_dimension())

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector of `dimension` floats per text, in order."""
        if not texts:
            return []
        vectors = self._model.encode(
            list(texts), batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False, convert_to_tensor=True
        )
        return [list(map(float, vector)) for vector in vectors.float().tolist()]


def has_bf16() -> bool:
    """Whether matrix products in bf16 run natively; emulated ones are slower than fp32. Imports torch, which takes seconds."""
    import torch

    if not torch.backends.mkldnn.is_available():
        return False
    return bool(getattr(torch.ops.mkldnn, "_is_mkldnn_bf16_supported", lambda: False)())
