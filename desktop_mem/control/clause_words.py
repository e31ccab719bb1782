"""The words of a text as grounding compares them: names, people by relation, numbers, dates, negations and moods, in order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Final

from desktop_mem.control import lexicon as known
from desktop_mem.control.named_times import Day, named_in

_HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff"
_PIECE: Final = re.compile(rf"[{_HAN}]+|[^\W_{_HAN}]+(?:[-_/.@'][^\W_{_HAN}]+)*|[.!?。！？;；\n,，:：、()（）]")
_APOSTROPHES: Final = str.maketrans("’‘´", "'''")
_HONOURED: Final = re.compile(
    r"[赵钱孙李周吴郑王冯陈杨朱秦许何吕张孔曹严华魏姜谢邹章苏潘葛范彭鲁马方任袁唐薛雷贺罗毕郝安常傅卞康余元顾孟黄穆萧尹姚邵汪祁毛"
    r"米戴宋庞熊项祝董梁杜阮蓝闵季贾路江童郭梅盛林钟徐邱骆高夏蔡田樊胡霍万柯管卢莫房丁邓石崔龚程陆段侯宁叶白蒲]"
    r"(?:医生|老师|先生|女士|经理|总|教授|律师)"
    r"|小(?![学时说孩狗猫区心号组吃事型])[\u4e00-\u9fff]|老(?![师板公婆家是人虎鼠年实])[\u4e00-\u9fff]"
)
_TOLD_NAME: Final = re.compile(
    rf"(?:叫做?|名字是|名叫|姓名[：:])(?!我|什么|你|了|车)([{_HAN}]{{2,4}}?)(?=[和与、，,。！!；;\s]|$|就行|吧|的)"
)
_HAN_WORD: Final = re.compile("|".join("不过(?!敏)" if word == "不过" else word for word in known.HAN_WORDS))
_KEPT_TEXTS: Final = 256
"""About what a window holds: each turn reads all that is in view."""
_CONTRACTED: Final = (
    ("n't", " not"),
    ("'m", " am"),
    ("'re", " are"),
    ("'ve", " have"),
    ("'ll", " will"),
    ("'d", " would"),
    ("let's", "let us"),
)


@dataclass(frozen=True, slots=True)
class Word:
    """One word: its `kind`, the `key` under which it is compared, and how it is written.

    Kinds: `word`, `han` (a run of unknown characters), `name`, `person` (by pronoun or relation), `owner` (possessive), `number`,
    `date`, `time`, `stop`, `not`, `turned` (a like that says dislike), `mood`, `mark` (punctuation). `owned`: a relation that is said
    to be somebody's ("my sister"): who speaks of it in any way has it.
    """

    kind: str
    key: str
    raw: str
    days: tuple[Day, ...] = ()
    plural: bool = False
    owned: bool = False


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads words: who "I" and "you" are, the `day` it was said, the Chinese `names` that were told, words seen in lower case."""

    speaker: str
    addressed: str
    day: date
    names: frozenset[str] = frozenset()
    small: frozenset[str] = frozenset()

    def words(self, text: str) -> list[Word]:
        """All words and marks of the text, in order."""
        # The same messages are read in every turn: what of others' names and small words does not occur in them must not count.
        names = frozenset(name for name in self.names if name in text)
        return list(_words_read(replace(self, names=names, small=self.small & _capitals(text, self.day)), text))

    def read(self, text: str) -> Iterator[Word]:
        """The words before names of several words, and people by relation, are joined."""
        for place, part in enumerate(_parts(text, self.day)):
            if isinstance(part, Word):
                yield part
            else:
                yield from self._between(part, not place)

    def _between(self, text: str, first: bool) -> Iterator[Word]:
        begins = first
        for match in _PIECE.finditer(text):
            piece = match[0]
            if len(piece) == 1 and not piece.isalnum():
                yield Word("mark", piece, piece)
            elif "\u3400" <= piece[0] <= "\u9fff":
                yield from self._han(piece)
            else:
                yield from self._english(piece, begins)
            begins = piece in ".!?\n:：。！？"

    def _english(self, piece: str, begins: bool) -> Iterator[Word]:
        owner, piece = _bare(piece)
        low = known.folded(piece)
        if low == "user":
            yield Word("owner" if owner else "person", "user", piece)
        elif kin := known.kin_of(low):
            yield Word("person", f"?/{kin}", piece, plural=low.endswith("s") or low == "children")
            if owner:
                yield Word("owner", "^", "'s")
        elif self._is_name(piece, low, begins):
            yield Word("owner" if owner else "name", low, piece)
        else:
            yield self._plain_word(low, piece)

    def _is_name(self, piece: str, low: str, begins: bool) -> bool:
        if not piece[0].isupper() or low in known.SPEAKER or low.isdigit():
            return False
        return not begins or not (
            low in self.small or _is_known(low) or known.key_of(low) in known.USUAL_HEADS or len(piece) == 1 or low.endswith(("ing", "ly"))
        )

    def _plain_word(self, low: str, piece: str) -> Word:
        kinds = (
            ("person", known.SPEAKER, self.speaker),
            ("owner", known.SPEAKERS, self.speaker),
            ("person", known.ADDRESSED, self.addressed),
        )
        for kind, words, key in kinds:
            if low in words:
                return Word(kind, key, piece)
        if low in ("your", "yours"):
            return Word("owner", self.addressed, piece)
        if low in known.ANOTHERS:
            return Word("owner", _gender(low), piece)
        if low in known.ANOTHER:
            return Word("person", _gender(low), piece)
        return _common(low, piece)

    def _han(self, run: str) -> Iterator[Word]:
        unknown = ""
        while run:
            word = self._known_start(run)
            if word is None:
                unknown, run = unknown + run[0], run[1:]
                continue
            if unknown:
                yield Word("han", unknown, unknown)
            unknown = ""
            yield word
            run = run[len(word.raw) :]
        if unknown:
            yield Word("han", unknown, unknown)

    def _known_start(self, run: str) -> Word | None:
        for name in self.names:
            if run.startswith(name):
                return Word("name", name, name)
        if honoured := _HONOURED.match(run):
            return Word("name", honoured[0], honoured[0])
        found = _HAN_WORD.match(run)
        raw = found[0] if found else ""
        if not raw:
            return None
        if raw in ("用户", "用户的", "使用者"):
            return Word("person", "user", raw)
        if kin := known.kin_of(raw):
            return Word("person", f"?/{kin}", raw)
        return self._plain_word(raw, raw)

    def joined(self, words: list[Word]) -> list[Word]:
        """Names of several words as one, and people by relation with the one whose relation they are."""
        joined: list[Word] = []
        owner, last = "", self.speaker
        for place, word in enumerate(words):
            if word.kind == "name" and joined and joined[-1].kind == "name" and word.raw[0] < "\u3000":
                before = joined.pop()
                word = Word("name", f"{before.key} {word.key}", f"{before.raw} {word.raw}")
            if word.kind == "person" and word.key.startswith("?/"):
                owner = self._owner_before(joined, word) or owner
                word = Word("person", f"{owner or self.speaker}/{word.key[2:]}", word.raw, plural=word.plural, owned=bool(owner))
                owner = ""
            elif word.kind == "owner":
                owner = last if word.key == "^" else word.key
                word = Word("owner", owner, word.raw)
                if place + 1 == len(words) or words[place + 1].kind == "mark":  # "Parkinson's" is no owner where nothing is owned
                    owner, word = (
                        "",
                        Word("owner" if "'" not in word.raw and word.raw.lower() in known.SPEAKERS else "word", owner, word.raw),
                    )
            elif word.kind == "mark":
                owner = ""
            last = word.key if word.kind in ("person", "name") else last
            joined.append(word)
        return joined

    def _owner_before(self, joined: list[Word], word: Word) -> str:
        """Whose relation the word names, taken out of what stands before it."""
        if not word.raw.isascii():
            behind = 2 if len(joined) > 1 and joined[-1].raw == "的" else 1
            if len(joined) >= behind and joined[-behind].kind in ("person", "name") and not joined[-behind].raw.isascii():
                owner = joined[-behind].key
                del joined[-behind:]
                return owner
        place = next((n for n in range(len(joined) - 1, max(-1, len(joined) - 4), -1) if joined[n].kind == "owner"), -1)
        return joined.pop(place).key if place >= 0 else ""


@lru_cache(maxsize=_KEPT_TEXTS)
def _words_read(reader: Reader, text: str) -> tuple[Word, ...]:
    words, plain = list(reader.read(text)), _plain(text)
    return tuple(reader.joined(_with_small_names(words) if plain == plain.lower() else words))


@lru_cache(maxsize=_KEPT_TEXTS)
def _parts(text: str, day: date) -> tuple[str | Word, ...]:
    """The text cut at its numbers, dates and times: by turns what lies between them, and one of them."""
    text = _plain(text)
    parts: list[str | Word] = []
    place = 0
    for named in named_in(text, day):
        parts += [text[place : named.start], Word(named.kind, named.value, text[named.start : named.end], named.days)]
        place = named.end
    return (*parts, text[place:])


@lru_cache(maxsize=_KEPT_TEXTS)
def _capitals(text: str, day: date) -> frozenset[str]:
    """The words that are written with a capital, folded."""
    pieces = (match[0] for part in _parts(text, day) if isinstance(part, str) for match in _PIECE.finditer(part))
    return frozenset(known.folded(_bare(piece)[1]) for piece in pieces if piece[0].isupper())


def _bare(piece: str) -> tuple[bool, str]:
    """Whether the word is a possessive, and the word without its ending."""
    owner = piece.lower().endswith("'s")
    return owner, piece[:-2] if owner else piece.rstrip("'")


def _with_small_names(words: Sequence[Word]) -> list[Word]:
    """Where nobody writes capitals, the unknown word behind a relation is a name ("my sister lena")."""
    named = list(words)
    for place, word in enumerate(words[1:], 1):
        before, following = words[place - 1], next(iter(words[place + 1 :]), None)
        is_verb = word.key in known.USUAL_HEADS or (word.raw.endswith(("s", "ed")) and (following is None or following.kind != "word"))
        if before.key.startswith("?/") and word.kind == "word" and word.raw.isascii() and not is_verb and not _is_known(word.raw):
            named[place] = Word("name", word.raw, word.raw)
    return named


@lru_cache(maxsize=_KEPT_TEXTS)
def told_names(text: str) -> frozenset[str]:
    """Chinese names that the text tells as such ("我叫李娜")."""
    return frozenset(match[1] for match in _TOLD_NAME.finditer(text))


@lru_cache(maxsize=_KEPT_TEXTS)
def small_words(text: str) -> frozenset[str]:
    """The words that the text writes in lower case: they are no names where a sentence begins with them."""
    return frozenset(known.folded(word) for word in re.findall(r"[a-z][a-z'-]+", text))


def _plain(text: str) -> str:
    text = text.translate(_APOSTROPHES)
    text = re.sub(r"\bcan't\b", "can not", re.sub(r"\bwon't\b", "will not", text, flags=re.IGNORECASE), flags=re.IGNORECASE)
    text = re.sub(r"\bcannot\b", "can not", text, flags=re.IGNORECASE)
    for short, whole in _CONTRACTED:
        text = re.sub(rf"{short}\b", whole, text, flags=re.IGNORECASE)
    text = re.sub(r"\b(?:the )?user\b", "user", text, flags=re.IGNORECASE)
    text = re.sub(r"\b(Dr|Mr|Mrs|Ms|St|Prof)\.\s", r"\1 ", text)
    text = re.sub(r"\b(?:no longer|not any (?:more|longer))\b", "not", text, flags=re.IGNORECASE)
    text = re.sub(r"\bused to (?!it|this|that|the)", "formerly ", text, flags=re.IGNORECASE)
    text = re.sub(r"\b(?:would|'d) (?:like|love) to\b", "want", text, flags=re.IGNORECASE)
    text = re.sub(r"\b(?:rather than|instead of|except(?: for)?)\b", ", not", text, flags=re.IGNORECASE)
    return re.sub(r"\b(?:can not|not) stand\b", "hate", text, flags=re.IGNORECASE)


def _is_known(low: str) -> bool:
    return (
        low in known.STOP_WORDS or low in known.NEGATIONS or known.key_of(low) in known.SAME.values() or low in known.PREPOSITIONS
        or low in known.SPEAKERS or low in known.ADDRESSED or low in known.ANOTHER or low in known.ANOTHERS or low in known.REPORTING
        or low in known.TURNED or low in known.NAMING or low == "your" or any(low in mood for mood in known.MOODS.values())
    )  # fmt: skip


def _gender(low: str) -> str:
    return "she" if low in ("she", "her", "hers", "她") else "he" if low in ("he", "him", "his", "他") else "they"


def _common(low: str, piece: str) -> Word:
    if low in known.NEGATIONS or low in known.STOPPED:
        return Word("not", low, piece)
    if low in known.TURNED:
        return Word("turned", "like", piece)
    for mood, words in known.MOODS.items():
        if low in words:
            return Word("mood", mood, piece)
    if low in known.NAMING:
        return Word("word", "name", piece)
    if low in known.STOP_WORDS:
        return Word("stop", low, piece)
    return Word("word", known.key_of(low), piece)
