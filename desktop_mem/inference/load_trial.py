"""A trial in a process of its own: whether the installed llama.cpp knows the model's architecture and can read its vocabulary."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_SECONDS = 60
# Reads header and vocabulary alone. A broken file may make the library abort, which must not end who asks.
_TRIAL = """
import ctypes, sys
from llama_cpp import llama_cpp as library
said = []
@library.llama_log_callback
def keep(level, text, data):
    said.append(text.decode("utf-8", "replace"))
library.llama_log_set(keep, ctypes.c_void_p(0))
options = library.llama_model_default_params()
options.vocab_only = True
if not library.llama_model_load_from_file(sys.argv[1].encode("utf-8", "surrogateescape"), options):
    reasons = [line.partition("error loading model: ")[2].strip() for line in said if "error loading model: " in line]
    sys.stdout.buffer.write((reasons or ["it gave no reason"])[0].encode("utf-8"))
    sys.stdout.flush()
    sys.exit(3)
"""
_REFUSED = 3


def refusal(path: Path) -> str:
    """Why llama.cpp will not load the model, in its own words; empty when it takes it. Takes about a second."""
    command = [sys.executable, "-c", _TRIAL, str(path)]
    environment = {**os.environ, "GGML_NO_BACKTRACE": "1"}
    try:
        tried = subprocess.run(command, capture_output=True, env=environment, timeout=_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"it did not answer within {_SECONDS} seconds"
    if tried.returncode == _REFUSED:
        return tried.stdout.decode("utf-8", "replace").strip()
    return f"it ended with code {tried.returncode}" if tried.returncode else ""
