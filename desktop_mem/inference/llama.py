"""The language model: a GGUF under llama.cpp that reads every token once and writes only what its grammar admits."""

from __future__ import annotations

import codecs
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import llama_cpp
from llama_cpp import Llama, LogitsProcessorList

from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.chat_template import ChatTemplate
from desktop_mem.inference.gguf import GgufHeader
from desktop_mem.inference.load_trial import refusal
from desktop_mem.inference.memory_need import window_of
from desktop_mem.inference.repetition import circle_length
from desktop_mem.inference.structured import Grammars
from desktop_mem.inference.tokens import PromptEncoder, fast_tokenizer
from desktop_mem.memory.ports import Generation, JsonSchema, Prompt, PromptMessage

_REPEAT_PENALTY_PLAIN = 1.1
# A stop takes effect between two prefill batches: each is sized by measurement to take no longer than this.
_BATCH_SECONDS = 0.4
_SMALLEST_BATCH = 16
# A second try at temperature 0 would only give the first again.
_VARIED_TEMPERATURE = 0.8


@dataclass(frozen=True, slots=True)
class LlamaOptions:
    """How to load and sample; see the settings of the same names. `context_window` 0 takes what the model was trained for."""

    context_window: int
    threads: int
    gpu_layers: int
    prefill_batch: int
    temperature: float
    seed: int


class LlamaModel:
    """One loaded GGUF; fulfils `LanguageModel` and `TokenCounter`. Not re-entrant: one thread, one generation at a time.

    `template` is used in place of the file's own, `notice` is what the user has to be told of the model that was loaded.
    `should_stop` is asked between prefill batches and between tokens.
    """

    def __init__(
        self,
        path: Path,
        header: GgufHeader,
        options: LlamaOptions,
        *,
        template: ChatTemplate | None = None,
        notice: str = "",
        should_stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.name = path.stem
        self.notice = notice
        self._options = options
        self._should_stop = should_stop
        # Before the load, which takes time: a model without a usable template is of no use.
        template = template or ChatTemplate(header.chat_template, name=str(path), bos=header.token("bos"), eos=header.token("eos"))
        self._llama = _load(path, header, options)
        self._vocab = llama_cpp.llama_model_get_vocab(self._llama.model)
        self._encoder = self._make_encoder(header, template)
        self._grammars = Grammars(self._llama)
        self._seen: list[int] = []
        self._prefill_rate = 2 * _SMALLEST_BATCH / _BATCH_SECONDS

    @property
    def context_window(self) -> int:
        """The window in tokens, as llama.cpp allotted it."""
        return int(self._llama.n_ctx())

    def count(self, text: str) -> int:
        """Tokens of the bare text."""
        return self._encoder.count(text)

    def count_message(self, message: PromptMessage) -> int:
        """Tokens of the message with its markup, an upper bound."""
        return self._encoder.count_message(message)

    def render(self, prompt: Prompt) -> str:
        """The prompt exactly as the model reads it, markup and all."""
        return bytes(self._llama.detokenize(self._encoder.encode(prompt), special=True)).decode("utf-8", "replace")

    def generate(
        self, prompt: Prompt, schema: JsonSchema | None, max_tokens: int, *, variation: int = 0
    ) -> Generator[str, None, Generation]:
        """See `LanguageModel.generate`. Raises `EnvironmentFault` when the prompt does not fit the window."""
        ids = self._encoder.encode(prompt)
        room = self.context_window - len(ids)
        if room < 1:
            raise EnvironmentFault(
                f"The prompt takes {len(ids)} tokens and the window of {self.name} holds {self.context_window}.",
                "Shorten the working context or choose a larger window.",
            )
        started = time.perf_counter()
        new = len(ids) - _common(self._seen, ids)
        evaluated, whole = yield from self._prefill(ids)
        if not whole:
            self._seen = ids[: self._llama.n_tokens]
            return Generation("", (), "stopped", len(ids), new, evaluated)
        prefilled = time.perf_counter()
        out: list[int] = []
        text, stop = yield from self._decode(ids, schema, min(max_tokens, room), out, variation)
        self._seen = ids + out
        return Generation(text, tuple(out), stop, len(ids), new, evaluated + 1, prefilled - started, time.perf_counter() - prefilled)

    def _prefill(self, ids: Sequence[int]) -> Generator[str, None, tuple[int, bool]]:
        """Evaluate all but the last id, from the first that the cache does not hold; how many, and False when stopped before the end.

        Yields an empty piece after each batch.
        """
        llama = self._llama
        known = min(_common(llama.input_ids[: llama.n_tokens].tolist(), ids), len(ids) - 1)
        if known < llama.n_tokens and not llama_cpp.llama_memory_seq_rm(llama_cpp.llama_get_memory(llama.ctx), -1, known, -1):
            # Recurrent and sliding-window models can extend a prefix but not cut it back.
            llama.reset()
            llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(llama.ctx), True)
            known = 0
        llama.n_tokens = known
        while llama.n_tokens < len(ids) - 1:
            if self._should_stop():
                return llama.n_tokens - known, False
            size = max(_SMALLEST_BATCH, min(self._options.prefill_batch, int(self._prefill_rate * _BATCH_SECONDS)))
            batch = ids[llama.n_tokens : min(llama.n_tokens + size, len(ids) - 1)]
            started = time.perf_counter()
            llama.eval(batch)
            if len(batch) >= _SMALLEST_BATCH:
                self._prefill_rate = len(batch) / (time.perf_counter() - started)
            yield ""
        return len(ids) - 1 - known, True

    def _decode(
        self, ids: Sequence[int], schema: JsonSchema | None, max_tokens: int, out: list[int], variation: int
    ) -> Generator[str, None, tuple[str, str]]:
        """Sample into `out`; the text and why it ended."""
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        text = ""
        sampling = {"temp": self._options.temperature, "repeat_penalty": 1.0 if schema is not None else _REPEAT_PENALTY_PLAIN}
        if variation:
            self._llama.set_seed(self._options.seed + variation)
            sampling["temp"] = max(self._options.temperature, _VARIED_TEMPERATURE)
        processors = LogitsProcessorList([self._grammars.processor(schema)])
        for token in self._llama.generate(ids, logits_processor=processors, **sampling):
            if llama_cpp.llama_vocab_is_eog(self._vocab, token):
                return text, "complete"
            out.append(token)
            piece = decoder.decode(self._piece(token))
            text += piece
            if piece:
                yield piece
            if self._should_stop():
                return text, "stopped"
            # Under a schema every string is bounded, and cutting one short would break the call.
            if schema is None and (circle := circle_length(out)):
                del out[-circle:]
                return b"".join(map(self._piece, out)).decode("utf-8", "ignore"), "repeated"
            if len(out) >= max_tokens:
                return text, "length"
        return text, "complete"

    def _piece(self, token: int) -> bytes:
        return bytes(self._llama.detokenize([token], special=False))

    def _make_encoder(self, header: GgufHeader, template: ChatTemplate) -> PromptEncoder:
        def markup(text: str) -> list[int]:
            return list(self._llama.tokenize(text.encode("utf-8", "replace"), add_bos=False, special=True))

        def plain(text: str) -> list[int]:
            return list(self._llama.tokenize(text.encode("utf-8", "replace"), add_bos=False, special=False))

        bos = self._llama.token_bos()
        wants_bos = bool(llama_cpp.llama_vocab_get_add_bos(self._vocab)) and bos >= 0
        return PromptEncoder(template, markup=markup, plain=fast_tokenizer(header.metadata, plain), bos=[bos] if wants_bos else [])

    def close(self) -> None:
        """Free the model's memory."""
        self._llama.close()


def uses_graphics_card() -> bool:
    """Whether the installed llama.cpp was built to put layers on a graphics card."""
    return bool(llama_cpp.llama_supports_gpu_offload())


def _common(first: Sequence[int], second: Sequence[int]) -> int:
    """Length of the common beginning."""
    for index, (a, b) in enumerate(zip(first, second, strict=False)):
        if a != b:
            return index
    return min(len(first), len(second))


def _load(path: Path, header: GgufHeader, options: LlamaOptions) -> Llama:
    extra: dict[str, Any] = {"n_threads": options.threads, "n_threads_batch": options.threads} if options.threads else {}
    try:
        return Llama(
            str(path),
            n_ctx=window_of(header, options.context_window),
            n_batch=options.prefill_batch,
            n_ubatch=options.prefill_batch,
            n_gpu_layers=options.gpu_layers,
            seed=options.seed,
            verbose=False,
            **extra,
        )
    except (ValueError, RuntimeError, OSError, AssertionError) as error:
        raise EnvironmentFault(
            f"llama.cpp could not load {path} (architecture {header.architecture or 'unknown'}; {refusal(path) or error}).",
            "Free some memory, choose a smaller window, or choose another model.",
        ) from error
