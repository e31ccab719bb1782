"""What llama.cpp says of itself: kept for its reasons, written to the log where it is a complaint, and never to the terminal."""

from __future__ import annotations

import ctypes
import logging
from collections import deque

import llama_cpp

_log = logging.getLogger(__name__)
_WARNING = 3
_said: deque[str] = deque(maxlen=64)
_REFUSAL = "error loading model: "


@llama_cpp.llama_log_callback  # type: ignore[untyped-decorator, unused-ignore]
def _keep(level: int, text: bytes, _: ctypes.c_void_p) -> None:
    line = text.decode("utf-8", "replace").strip()
    _said.append(line)
    if level in (_WARNING, _WARNING + 1) and line:
        _log.info("llama.cpp: %s", line)


def listen() -> None:
    """From now on hear what the library says; what it said before is forgotten."""
    _said.clear()
    llama_cpp.llama_log_set(_keep, ctypes.c_void_p(0))


def refusal() -> str:
    """Why the library did not load a model, in its own words, if it said so since `listen`."""
    return next((line.partition(_REFUSAL)[2] for line in _said if _REFUSAL in line), "")
