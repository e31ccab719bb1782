"""Structured output: Outlines' llguidance processors, which let the model write only what fits a JSON schema."""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from desktop_mem.memory.ports import JsonSchema

if TYPE_CHECKING:
    from llama_cpp import Llama

_KEPT = 32
# Any text of valid UTF-8, without the model's own markup and other control characters.
_PLAIN_TEXT = r"[^\x00-\x08\x0b-\x1f\x7f]+"


class Grammars:
    """Makes a logits processor per schema and keeps the most recent ones; a processor serves one generation at a time."""

    def __init__(self, llama: Llama) -> None:
        from outlines.backends.llguidance import LLGuidanceBackend
        from outlines.models import LlamaCpp

        # The backend object itself and not the module's function, which would build the tokenizer anew for every schema.
        self._backend = LLGuidanceBackend(LlamaCpp(llama))
        self._kept: OrderedDict[str, Any] = OrderedDict()

    def processor(self, schema: JsonSchema | None) -> Any:
        """A logits processor for the schema, or for plain text, at its beginning."""
        key = json.dumps(schema, ensure_ascii=False) if schema is not None else ""
        if key not in self._kept:
            self._kept[key] = (
                self._backend.get_json_schema_logits_processor(key) if key else self._backend.get_regex_logits_processor(_PLAIN_TEXT)
            )
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        processor = self._kept[key]
        processor.reset()
        return processor
