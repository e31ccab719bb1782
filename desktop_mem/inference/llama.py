"""The language model: a GGUF under llama.cpp that reads every token once and writes only what its grammar admits."""

from __future__ import annotations

import codecs
import time
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Any

import llama_cpp
from llama_cpp import LogitsProcessorList

from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.chat_template import ChatTemplate
from desktop_mem.inference.gguf import GgufHeader
from desktop_mem.inference.loading import LlamaOptions as LlamaOptions
from desktop_mem.inference.loading import load, prefix_file, tune
from desktop_mem.inference.prefix import Prefix, common
from desktop_mem.inference.repetition import circle_length
from desktop_mem.inference.structured import Grammars
from desktop_mem.inference.tokens import PromptEncoder, fast_tokenizer
from desktop_mem.memory.ports import Generation, JsonSchema, Prompt, PromptMessage

_REPEAT_PENALTY_PLAIN = 1.1
# A second try at temperature 0 would only give the first again.
_VARIED_TEMPERATURE = 0.8


class LlamaModel:
    """One loaded GGUF; fulfils `LanguageModel` and `TokenCounter`. Not re-entrant: one thread, one generation at a time.

    `template` is used in place of the file's own, `notice` is what the user has to be told of the model that was loaded.
    `should_stop` is asked while a prompt is read and between tokens.
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
        self.llama = load(path, header, options)
        tune(self.llama, path, options)
        self._vocab = llama_cpp.llama_model_get_vocab(self.llama.model)
        self._encoder = self._make_encoder(header, template)
        self._grammars = Grammars(self.llama)
        self._prefix = Prefix(
            self.llama, prefix_file(path, options), largest=options.prefill_batch, steady=options.deterministic, should_stop=should_stop
        )
        self._encoder.learn(self._prefix.restore())
        self._seen: list[int] = []
        self._last: Prompt = ()

    @property
    def context_window(self) -> int:
        """The window in tokens, as llama.cpp allotted it."""
        return int(self.llama.n_ctx())

    def count(self, text: str) -> int:
        """Tokens of the bare text."""
        return self._encoder.count(text)

    def count_message(self, message: PromptMessage) -> int:
        """Tokens of the message with its markup, an upper bound."""
        return self._encoder.count_message(message)

    def encode(self, prompt: Prompt) -> list[int]:
        """The prompt as token ids, the opening of the answer included."""
        return self._encoder.encode(prompt)

    def grammar(self, schema: JsonSchema | None) -> Any:
        """The logits processor for the schema, at its beginning; it serves one generation at a time."""
        return self._grammars.processor(schema)

    def render(self, prompt: Prompt) -> str:
        """The prompt exactly as the model reads it, markup and all."""
        return bytes(self.llama.detokenize(self._encoder.encode(prompt), special=True)).decode("utf-8", "replace")

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
        self._last = prompt
        new = len(ids) - common(self._seen, ids)
        evaluated, whole = yield from self._prefix.extend(ids[:-1])
        if not whole:
            self._seen = self._prefix.ids
            return Generation("", (), "stopped", len(ids), new, evaluated)
        prefilled = time.perf_counter()
        out: list[int] = []
        text, stop = yield from self._decode(ids, schema, min(max_tokens, room), out, variation)
        self._seen = ids + out
        return Generation(text, tuple(out), stop, len(ids), new, evaluated + 1, prefilled - started, time.perf_counter() - prefilled)

    def read_ahead(self, prompt: Prompt) -> Generator[str, None, None]:
        """Evaluate what any prompt that goes on from this one begins with, in pieces of a fraction of a second, and keep on disk what
        a relaunch will need. May be closed at any piece. What is to be repeated exactly cannot depend on quiet moments: then nothing is.
        """
        if self._options.deterministic:
            return
        ids = self._beginning(prompt)
        if len(ids) < self.context_window and common(self._prefix.ids, ids) < len(ids):
            yield from self._prefix.extend(ids, idle=True)
        self._last = prompt
        self._prefix.save(self._beginning(prompt[:1]), _written(prompt), closing=False)

    def _beginning(self, prompt: Prompt) -> list[int]:
        """The ids that the prompts after this one will have in common, whatever is said next."""
        ways = [self._encoder.encode((*prompt, PromptMessage(role, text))) for role, text in (("user", "x"), ("function", "y"))]
        return ways[0][: common(*ways)]

    def forget_prefix(self) -> None:
        """Keep nothing of what was read so far, neither on disk nor to be saved at the end."""
        self._last = ()
        self._prefix.forget()

    def _decode(
        self, ids: Sequence[int], schema: JsonSchema | None, max_tokens: int, out: list[int], variation: int
    ) -> Generator[str, None, tuple[str, str]]:
        """Sample into `out`; the text and why it ended."""
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        text = ""
        sampling = {"temp": self._options.temperature, "repeat_penalty": 1.0 if schema is not None else _REPEAT_PENALTY_PLAIN}
        # Set anew each time: the same prompt is then answered in the same way, however often a second try was made in between.
        self.llama.set_seed(self._options.seed + variation)
        if variation:
            sampling["temp"] = max(self._options.temperature, _VARIED_TEMPERATURE)
        processors = LogitsProcessorList([self._grammars.processor(schema)])
        for token in self.llama.generate(ids, logits_processor=processors, **sampling):
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
        return bytes(self.llama.detokenize([token], special=False))

    def _make_encoder(self, header: GgufHeader, template: ChatTemplate) -> PromptEncoder:
        def markup(text: str) -> list[int]:
            return list(self.llama.tokenize(text.encode("utf-8", "replace"), add_bos=False, special=True))

        def plain(text: str) -> list[int]:
            return list(self.llama.tokenize(text.encode("utf-8", "replace"), add_bos=False, special=False))

        bos = self.llama.token_bos()
        wants_bos = bool(llama_cpp.llama_vocab_get_add_bos(self._vocab)) and bos >= 0
        return PromptEncoder(template, markup=markup, plain=fast_tokenizer(header.metadata, plain), bos=[bos] if wants_bos else [])

    def close(self) -> None:
        """Free the model's memory; what it has read is kept on disk for the next launch, if the options say where."""
        if self._last:
            self._prefix.save(self._beginning(self._last[:1]), _written(self._last), closing=True)
        self.llama.close()


def uses_graphics_card() -> bool:
    """Whether the installed llama.cpp was built to put layers on a graphics card."""
    return bool(llama_cpp.llama_supports_gpu_offload())


def _written(prompt: Prompt) -> dict[str, tuple[int, ...]]:
    """The texts in the prompt that the model wrote, with the ids that it wrote."""
    return {message.text: message.token_ids for message in prompt if message.token_ids}
