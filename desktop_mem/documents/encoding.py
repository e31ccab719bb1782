"""Guesses the encoding of a text file from its bytes: marks and patterns first, then validity as UTF-8, then statistics."""

from __future__ import annotations

import codecs
import re
import unicodedata
from pathlib import Path

from desktop_mem.documents.double_byte import SURE, guess_double_byte
from desktop_mem.documents.single_byte import LIKELY, guess_single_byte

PIECE = 1 << 20
"""Bytes read at a time, so that a file of any size needs little memory."""

_SAMPLE = 64 << 10
_STATISTICS = 16 << 10  # bytes are enough for statistics
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROL = re.compile(rb"[\x00-\x06\x10-\x1a\x1c-\x1f\x7f]")  # not tab, line ends, form feed, nor the shifts of ISO 2022 and of terminals
_DECLARED = re.compile(rb"""(?:encoding|charset|coding)\s*[=:]\s*["']?\s*([A-Za-z0-9][\w.:-]{1,30})""", re.IGNORECASE)
_ALIASES = {
    "x-sjis": "cp932",
    "shift_jis": "cp932",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso-8859-1": "cp1252",
    "latin-1": "cp1252",
    "ks_c_5601-1987": "cp949",
}
_STRANGE = ("Cc", "Cn", "Co", "Cs")  # controls, unassigned, private, halves of pairs
_HIGH = re.compile(rb"[\x80-\xff]")
_LINE = 2048  # bytes of a long line that are enough


def is_text(head: bytes) -> bool:
    """Whether the first bytes of a file look like text in any encoding."""
    if any(head.startswith(bom) for bom, _ in _BOMS) or _wide(head):
        return True
    return len(_CONTROL.findall(head)) * 100 <= len(head)


def detect_encoding(path: Path) -> str:
    """The name of a Python codec for the text in the file. Reads all of it, in pieces, unless its first bytes tell. Raises `OSError`."""
    with path.open("rb") as file:
        head = file.read(_SAMPLE)
    return _by_pattern(head) or _by_content(path, head)


def detect_in(content: bytes) -> str:
    """The same for bytes in memory."""
    head = content[:_SAMPLE]
    if by_pattern := _by_pattern(head):
        return by_pattern
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return _guess(content, head)
    return "utf-8"


def _by_pattern(head: bytes) -> str:
    """The encoding that a byte order mark, zero bytes or escape sequences give away; or nothing."""
    for bom, name in _BOMS:
        if head.startswith(bom):
            return name
    return _wide(head) or _escaped(head)


def _wide(head: bytes) -> str:
    """UTF-16 or UTF-32 without a mark: its zero bytes stand at fixed positions."""
    zeros = [head[position::4].count(0) for position in range(4)]
    even, odd = zeros[0] + zeros[2], zeros[1] + zeros[3]
    candidates = {
        "utf-32-le": zeros[3] * 4 >= len(head) - 3,
        "utf-32-be": zeros[0] * 4 >= len(head) - 3,
        "utf-16-le": odd > 4 * even,
        "utf-16-be": even > 4 * odd,
    }
    return next((name for name, fits in candidates.items() if fits and _readable(head, name)), "")


def _readable(head: bytes, encoding: str) -> bool:
    """Whether the bytes decode to assigned characters, some of them ASCII, as pixels and samples do not."""
    text = decode_start(head, encoding)
    strange = sum(letter == "\ufffd" or (unicodedata.category(letter) in _STRANGE and letter not in "\t\n\r\f") for letter in text)
    plain = sum(" " <= letter <= "~" or letter == "\n" for letter in text)
    return strange * 100 <= len(text) <= plain * 100


def _escaped(head: bytes) -> str:
    """The seven-bit encodings of Japanese, Korean and Chinese, which are valid UTF-8 too."""
    if any(byte > 0x7F for byte in head):
        return ""
    marks = (("iso2022_jp_ext", (b"\x1b$B", b"\x1b$@", b"\x1b(J", b"\x1b$(D")), ("iso2022_kr", (b"\x1b$)C",)), ("hz", (b"~{",)))
    for name, escapes in marks:
        if any(escape in head for escape in escapes) and _decodes(head, name):
            return name
    return ""


def _by_content(path: Path, head: bytes) -> str:
    """UTF-8 if the whole file is, else a guess from the first stretch that is not."""
    decoder = codecs.getincrementaldecoder("utf-8")("strict")
    with path.open("rb") as file:
        try:
            while piece := file.read(PIECE):
                decoder.decode(piece)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            begin = max(0, file.tell() - PIECE - _SAMPLE)
            file.seek(begin)
            stretch = file.read(PIECE + 2 * _SAMPLE)
            if begin:
                stretch = stretch[stretch.find(b"\n") + 1 :]  # its first character may be cut
        else:
            return "utf-8"
    return _guess(stretch, head)


def _guess(content: bytes, head: bytes) -> str:
    """The likeliest encoding of bytes that are not valid UTF-8."""
    sample = _sample(content)
    if _mostly_utf8(sample):
        return "utf-8"
    if (declared := _declared(head)) and _decodes(sample, declared):
        return declared
    double, share = guess_double_byte(sample)
    if share >= SURE:
        return double
    single, score = guess_single_byte(sample)
    return single if score >= LIKELY else double or _normalizer(sample) or single


def _sample(content: bytes) -> bytes:
    """The lines with bytes beyond ASCII, as many as statistics need; of a long one the part around its first such byte."""
    sample = bytearray()
    for line in content.splitlines(keepends=True):
        if len(sample) < _STATISTICS and (high := _HIGH.search(line)):
            begin = max(0, high.start() - _LINE // 4)
            sample += line if len(line) <= _STATISTICS else line[begin : begin + _LINE] + b"\n"
    return bytes(sample[:_STATISTICS])


def _normalizer(sample: bytes) -> str:
    """What charset-normalizer takes it for; or nothing."""
    from charset_normalizer import from_bytes  # here: most files never need it

    best = from_bytes(sample).best()
    return best.encoding if best and best.encoding != "ascii" else ""


def decode_as(content: bytes, declared: str) -> str:
    """The text of bytes that come with the name of their encoding, which is not believed where the bytes say otherwise."""
    name = codec_of(declared)
    if name and _decodes(content, name):
        try:  # bytes beyond ASCII that are valid UTF-8 are nothing else
            return content.decode("utf-8" if not name.startswith("iso2022") else name)
        except UnicodeDecodeError:
            return content.decode(name, "replace")
    return content.decode(detect_in(content), "replace")


def codec_of(name: str) -> str:
    """The Python codec that is meant by a declared encoding, wider ones for those that stand for them; nothing when there is none."""
    name = name.lower()
    try:
        codec = codecs.lookup(_ALIASES.get(name, name))
    except (LookupError, ValueError):
        return ""
    return codec.name if codec._is_text_encoding and not codec.name.startswith(("idna", "punycode", "undefined", "unicode")) else ""


def _declared(head: bytes) -> str:
    """The encoding that the text says it has, as XML, HTML and sources do; or nothing."""
    match = _DECLARED.search(head[:2048])
    name = codec_of(match[1].decode("ascii")) if match else ""
    return "" if name.startswith("utf") else name


def _mostly_utf8(sample: bytes) -> bool:
    """Whether these are UTF-8 letters with a few broken bytes in between, as a damaged file or a cut log has them."""
    text = sample.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    return sum(letter > "\x7f" for letter in text) - broken >= 10 * broken


def _decodes(sample: bytes, encoding: str) -> bool:
    """Whether the sample is valid in the encoding, but for a character cut off at the end."""
    try:
        codecs.getincrementaldecoder(encoding)("strict").decode(sample)
    except UnicodeDecodeError:
        return False
    return True


def decode_start(head: bytes, encoding: str) -> str:
    """The text of the first bytes of a file; what is invalid becomes U+FFFD, a character cut off at the end is left out."""
    return codecs.getincrementaldecoder(encoding)("replace").decode(head)
