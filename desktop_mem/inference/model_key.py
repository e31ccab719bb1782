"""The key of a model: what has to be the same for anything that was measured or worked out with it to hold again."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path


def model_key(files: list[Path], *settings: object) -> str:
    """Another one when a file's name, size or date, the installed llama.cpp, or one of the `settings` is another."""
    import llama_cpp

    stamps = [(file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files]
    return hashlib.sha256(json.dumps([llama_cpp.__version__, stamps, settings], ensure_ascii=False).encode("utf-8")).hexdigest()
