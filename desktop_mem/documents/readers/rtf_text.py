"""Takes Rich Text Format apart into runs of decoded text and the control words that shape them; pictures and data are passed over."""

from __future__ import annotations

import codecs
import mmap
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

_TOKEN = re.compile(
    rb"\\(?P<word>[A-Za-z]{1,32})(?P<number>-?\d{1,10})?[ ]?"
    rb"|\\'(?P<hex>[0-9A-Fa-f]{2})"
    rb"|\\(?P<symbol>[^A-Za-z])"
    rb"|(?P<brace>[{}])"
    rb"|(?P<text>[^\\{}\r\n]+)"
    rb"|[\r\n]+|\\",
    re.DOTALL,
)
_CHARSETS = {
    77: "mac_roman",
    128: "cp932",
    129: "cp949",
    130: "johab",
    134: "gb18030",
    136: "cp950",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
    255: "cp437",
}
_PAGES = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850", "ansi": "cp1252"}
_SKIPPED = frozenset(
    "colortbl pict objdata objclass fldinst nonshppict sp filetbl listtable listoverridetable revtbl rsidtbl generator themedata"  # noqa: SIM905
    " colorschememapping datastore latentstyles xmlnstbl pgptbl bkmkstart bkmkend author operator keywords comment company creatim"
    " revtim printim buptim subject manager category hlinkbase doccomm htmltag atnid atnauthor atntime atnref atndate".split()
)
_KEPT_STARRED = frozenset(("shpinst", "shptxt", "annotation"))
_DESTINATIONS = {
    "fonttbl": "fonts",
    "stylesheet": "styles",
    "title": "title",
    "footnote": "Footnotes",
    "annotation": "Comments",
    "header": "Page headers",
    "headerl": "Page headers",
    "headerr": "Page headers",
    "headerf": "Page headers",
    "footer": "Page footers",
    "footerl": "Page footers",
    "footerr": "Page footers",
    "footerf": "Page footers",
}
_LETTERS = {
    "tab": "\t",
    "emdash": "—",
    "endash": "–",
    "lquote": "‘",
    "rquote": "’",
    "ldblquote": "“",
    "rdblquote": "”",
    "bullet": "•",
    "emspace": " ",
    "enspace": " ",
    "line": "\n",
    "lbr": "\n",
}
_SYMBOLS = {b"~": "\xa0", b"_": "\u2011", b"{": "{", b"}": "}", b"\\": "\\", b"\t": "\t"}
_BREAKS = {b"\n": "par", b"\r": "par"}
_HIDING = frozenset(("v", "deleted", "htmlrtf"))


@dataclass(slots=True)
class _Group:
    """What holds until the group's brace closes."""

    destination: str = ""
    skipped: bool = False
    hidden: frozenset[str] = frozenset()
    after_unicode: int = 1
    encoding: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """Text (`word` empty), or a control word with its number (None: without one), in a `destination` (empty: the body)."""

    destination: str
    text: str = ""
    word: str = ""
    number: int | None = None


@dataclass(slots=True)
class RtfText:
    """One pass over a file. `cut_off` afterwards: it ends within a group."""

    source: mmap.mmap | bytes
    cut_off: bool = False
    _default: str = "cp1252"
    _fonts: dict[int, str] = field(default_factory=dict)
    _font: int = 0
    _groups: list[_Group] = field(default_factory=lambda: [_Group()])
    _raw: bytearray = field(default_factory=bytearray)
    _units: list[int] = field(default_factory=list)
    _ignored: int = 0
    _starred: bool = False

    def runs(self) -> Iterator[Run]:
        """Everything that is shown, in order."""
        at, end = 0, len(self.source)
        while at < end and (found := _TOKEN.match(self.source, at)):
            at = found.end()
            kind = found.lastgroup or ""
            if kind == "brace":
                yield from self._pending()
                if not self._brace(found["brace"]):
                    return
            elif kind in ("word", "number"):
                word, number = found["word"].decode(), int(found["number"]) if found["number"] else None
                if word == "bin":
                    at = min(end, at + max(0, number or 0))
                else:
                    yield from self._word(word, number)
            elif kind:
                yield from self._letters(kind, found[kind])
        yield from self._pending()
        self.cut_off = len(self._groups) > 1

    def _brace(self, brace: bytes) -> bool:
        """Open or close a group; False behind the last one."""
        self._starred = False
        self._ignored = 0
        if brace == b"{":
            self._groups.append(replace(self._groups[-1]))
            return True
        self._groups.pop()
        return len(self._groups) > 1

    def _letters(self, kind: str, raw: bytes) -> Iterator[Run]:
        """Text as bytes, hexadecimal bytes, or a symbol."""
        if kind == "symbol" and raw == b"*":
            self._starred = True
            return
        if kind == "symbol" and raw in _BREAKS:
            yield from self._word(_BREAKS[raw], None)
            return
        if self._ignored:
            dropped = min(self._ignored, len(raw) if kind == "text" else 1)
            self._ignored -= dropped
            if kind != "text":
                return
            raw = raw[dropped:]
        group = self._groups[-1]
        if group.skipped or group.hidden or not raw:
            return
        if kind == "symbol":
            if raw in _SYMBOLS:
                yield from self._pending()
                yield Run(group.destination, _SYMBOLS[raw])
            return
        if self._units:
            yield from self._pending()
        self._raw += bytes([int(raw, 16)]) if kind == "hex" else raw

    def _word(self, word: str, number: int | None) -> Iterator[Run]:
        """One control word: what it changes in the group, or a run of its own."""
        group = self._groups[-1]
        starred, self._starred = self._starred, False
        if (starred and word not in _KEPT_STARRED) or word in _SKIPPED:
            group.skipped = True
        if group.skipped:
            return
        if word == "u" and number is not None:
            if self._raw:
                yield from self._pending()
            self._ignored = group.after_unicode
            if not group.hidden:
                self._units.append(number & 0xFFFF)
            return
        yield from self._pending()
        if word in _DESTINATIONS:
            group.destination = _DESTINATIONS[word]
        elif word in _LETTERS:
            if not group.hidden:
                yield Run(group.destination, _LETTERS[word])
        elif not self._changes(group, word, number):
            yield Run(group.destination, word=word, number=number)

    def _changes(self, group: _Group, word: str, number: int | None) -> bool:
        """Whether the word only concerns how text is decoded or hidden."""
        if word in _HIDING:
            group.hidden = group.hidden - {word} if number == 0 else group.hidden | {word}
        elif word == "uc":
            group.after_unicode = max(0, number or 0)
        elif word == "ansicpg" or word in _PAGES:
            self._default = _codec(f"cp{number}") if word == "ansicpg" else _PAGES[word]
        elif word == "f" and group.destination == "fonts":
            self._font = number or 0
        elif word == "f":
            group.encoding = self._fonts.get(number or 0, "")
        elif word in ("fcharset", "cpg"):
            self._fonts[self._font] = _CHARSETS.get(number or 0, "") if word == "fcharset" else _codec(f"cp{number}")
        else:
            if word == "plain":
                group.hidden = frozenset()
            return False
        return True

    def _pending(self) -> Iterator[Run]:
        """What has been gathered as bytes or as UTF-16, decoded."""
        group = self._groups[-1]
        if self._raw:
            text = self._raw.decode(group.encoding or self._default, "replace")
            self._raw.clear()
            yield Run(group.destination, text)
        if self._units:
            text = b"".join(unit.to_bytes(2, "little") for unit in self._units).decode("utf-16-le", "replace")
            self._units.clear()
            yield Run(group.destination, text)


def _codec(name: str) -> str:
    """A codec for a code page number; Western where Python has none."""
    try:
        return codecs.lookup({"cp936": "gb18030", "cp10000": "mac_roman", "cp65001": "utf-8", "cp1361": "johab"}.get(name, name)).name
    except LookupError:
        return "cp1252"
