"""Tokens: a prompt as token ids, and exact counts of any text, as fast as can be."""

from __future__ import annotations

import itertools
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import tiktoken

from desktop_mem.inference.chat_template import ChatTemplate
from desktop_mem.memory.ports import Prompt, PromptMessage

Tokenize = Callable[[str], list[int]]
_CACHED_TEXTS = 4096
_SPLITS = {
    # GPT-2's split, after digits were split off one by one: white space in front of a digit ends its own stretch.
    "smollm": r"'(?:[sdmt]|ll|ve|re)|\p{N}| ?\p{L}+| ?[^\s\p{L}\p{N}]+|\s+(?=\p{N})|\s+(?!\S)|\s+",
    "gpt-2": r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    "llama-bpe": r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    "qwen2": r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
}
PROBE = (
    "The quick brown fox, 1234567890 times; it's 3.14159… I'LL  go\n\n\tnow!  \r\n x  12  y\n"
    "def f(x):\n    return {'a': [1, 2,  33]}  # ok\n"
    "你好，世界。我叫小明，今年12岁。日本語のテキスト。ภาษาไทย Ünïcödé naïve café 👩‍👩‍👧‍👦🏳️‍🌈 🇳🇴 e\u0301 ½ ²"
    " https://example.org/a?b=c&d=%20 /usr/local/lib 550e8400-e29b-41d4-a716-446655440000   "
)


def _byte_of_character() -> dict[str, int]:
    """GPT-2's printable stand-in for each byte, turned round."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    return {chr(byte): byte for byte in printable} | {chr(256 + i): byte for i, byte in enumerate(others)}


def fast_tokenizer(metadata: Mapping[str, Any], tokenize: Tokenize) -> Tokenize:
    """What gives the model's very ids, by tiktoken where that was verified, and by `tokenize`, the model's own, everywhere else."""
    encoding = verified_encoding(metadata, tokenize)
    if encoding is None:
        return tokenize
    known = {token for token in encoding.token_byte_values() if len(token) == 1}
    gaps = b"".join(re.escape(bytes([byte])) for byte in range(256) if bytes([byte]) not in known)
    if not gaps:
        return encoding.encode_ordinary
    # A vocabulary may lack bytes that are rare or never occur in UTF-8, and tiktoken panics at a byte without a token.
    gap = re.compile(b"[" + gaps + b"]")

    def tokenize_fast(text: str) -> list[int]:
        return tokenize(text) if gap.search(text.encode("utf-8", "replace")) else encoding.encode_ordinary(text)

    return tokenize_fast


def verified_encoding(metadata: Mapping[str, Any], tokenize: Tokenize) -> tiktoken.Encoding | None:
    """A tiktoken encoding made of the GGUF's own byte-level BPE vocabulary, or None where it does not give the model's very
    ids on a probe text.
    """
    split = _SPLITS.get(str(metadata.get("tokenizer.ggml.pre", "")))
    tokens, kinds = metadata.get("tokenizer.ggml.tokens", ()), metadata.get("tokenizer.ggml.token_type", ())
    if metadata.get("tokenizer.ggml.model") != "gpt2" or split is None or len(tokens) != len(kinds):
        return None
    table = _byte_of_character()
    normal = 1
    ranks: dict[bytes, int] = {}
    for number, (text, kind) in enumerate(zip(tokens, kinds, strict=True)):
        if kind == normal and all(character in table for character in text):
            ranks[bytes(table[character] for character in text)] = number
    encoding = tiktoken.Encoding(str(metadata.get("general.name", "gguf")), pat_str=split, mergeable_ranks=ranks, special_tokens={})
    return encoding if _equal(encoding, tokenize) else None


def _equal(encoding: tiktoken.Encoding, tokenize: Tokenize) -> bool:
    try:
        return encoding.encode_ordinary(PROBE) == tokenize(PROBE)
    except (KeyError, ValueError):
        return False


class PromptEncoder:
    """Turns prompts into ids: the template's fragments as markup, contents as text, and what the model wrote as the ids it wrote.

    Each piece is tokenised by itself, so a longer prompt begins with the very ids of the shorter one. `markup` and `plain` tokenise
    with and without special tokens.
    """

    def __init__(self, template: ChatTemplate, *, markup: Tokenize, plain: Tokenize, bos: Sequence[int]) -> None:
        self._template = template
        self._markup = markup
        self._plain = plain
        self._bos = list(bos)
        self._cache: OrderedDict[tuple[str, bool], list[int]] = OrderedDict()
        self._overhead = self._largest_overhead()

    def encode(self, prompt: Prompt) -> list[int]:
        """All ids of the prompt, the opening of the answer included, with exactly one BOS where the model wants one."""
        fragments = self._template.fragments(tuple(message.role for message in prompt))
        contents = (list(message.token_ids) or self._ids(message.text, markup=False) for message in prompt)
        pieces = [self._ids(fragments[0], markup=True)]
        for content, fragment in zip(contents, fragments[1:], strict=True):
            pieces += [content, self._ids(fragment, markup=True)]
        ids = list(itertools.chain.from_iterable(pieces))
        if not self._bos:
            return ids
        own = next((place for place, number in enumerate(ids) if number != self._bos[0]), len(ids))
        return self._bos + ids[own:]

    def learn(self, written: Mapping[str, Sequence[int]]) -> None:
        """From now on these texts have these ids: those that the model wrote, which need not be those that its tokenizer gives."""
        self._cache.update({(text, False): list(ids) for text, ids in written.items()})

    def count(self, text: str) -> int:
        """Tokens of the bare text."""
        return len(self._plain(text))

    def count_message(self, message: PromptMessage) -> int:
        """An upper bound of what the message adds to a prompt."""
        return (len(message.token_ids) or self.count(message.text)) + self._overhead

    def _ids(self, text: str, *, markup: bool) -> list[int]:
        key = (text, markup)
        if (ids := self._cache.get(key)) is None:
            ids = self._cache[key] = self._markup(text) if markup else self._plain(text)
            if len(self._cache) > _CACHED_TEXTS:
                self._cache.popitem(last=False)
        else:
            self._cache.move_to_end(key)
        return ids

    def _largest_overhead(self) -> int:
        """The most ids that the template ever puts around one message, opening and BOS included."""
        roles = ("system", "function", "user", "assistant", "function", "user")
        fragments = self._template.fragments(roles)
        around = [len(self._markup(fragment)) for fragment in fragments]
        return max(first + second for first, second in itertools.pairwise(around)) + len(self._bos)
