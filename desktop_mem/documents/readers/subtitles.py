"""Reads subtitles and transcripts (SubRip, WebVTT, SubViewer, SubStation Alpha): cues joined into sentences, each with its seconds."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from desktop_mem.documents.blocks import Block, Blocks, Findings
from desktop_mem.documents.encoding import detect_encoding
from desktop_mem.documents.readers import text as plain

LARGEST = 64 << 20
"""Bytes above which no recording's subtitles are expected: such a file is read as the text that it is."""

_TIME = r"(?:\d{1,3}:)?\d{1,3}:\d{1,2}(?:[.,]\d{1,3})?"
_CUE = re.compile(rf"^\s*({_TIME})\s*(?:-->|,)\s*({_TIME})(?:\s.*)?$")
_DIALOGUE = re.compile(rf"^Dialogue:\s*[^,]*,\s*({_TIME})\s*,\s*({_TIME})\s*,[^,]*,([^,]*),[^,]*,[^,]*,[^,]*,[^,]*,?(.*)$")
_VOICE = re.compile(r"<v(?:\.[\w.-]+)?\s+([^>]+)>")
_MARK = re.compile(r"</?[A-Za-z][^<>]*>|</?\d[\d:.]*>|\{\\[^{}]*\}")
_ASIDE = re.compile(r"^(?:NOTE|STYLE|REGION)(?:\s|$)")
_END = re.compile(r"[.!?…。！？]['\"”’)\]]*$")
_GOES_ON = re.compile(r"[^\W\d_A-ZÀ-Þ]")  # a small letter, or one of a script without capitals
_CLOSED = re.compile(r"[.!?…,;:。！？，、]['\"”’)\]]*$")
_LINE = "\n"
_TURN = ("- ", "– ", "— ")  # another person speaks
_PAUSE = 4.0  # seconds without a cue after which another paragraph begins
_LONG = 600  # characters after which a paragraph ends with the next sentence; thrice as many end it anyway


@dataclass(frozen=True, slots=True)
class _Cue:
    begin: float
    end: float
    speaker: str
    text: str


def read(path: Path) -> Blocks:
    """One block per paragraph; a speaker's name stands before the words as `Name:`."""
    if path.stat().st_size > LARGEST:
        return (yield from plain.read(path))
    encoding = detect_encoding(path)
    source = path.read_bytes().decode(encoding, "replace").replace("\r\n", "\n").replace("\r", "\n")
    if not any(_CUE.match(line) or _DIALOGUE.match(line) for line in source.split("\n")):
        return (yield from plain.read(path))
    yield from _paragraphs(_cues(source))
    return Findings(encoding=encoding, warning=plain.decoding_warning(source.count("\ufffd"), encoding))


def _cues(source: str) -> Iterator[_Cue]:
    """The cues in the order of the file; its numbering, notes and styles are passed over."""
    for stanza in re.split(r"\n[ \t]*\n", source):
        lines = stanza.strip("\n").split("\n")
        times: tuple[str, str] | None = None
        words: list[str] = []
        for line in lines:
            if dialogue := _DIALOGUE.match(line):
                yield from _cue(dialogue[1], dialogue[2], [dialogue[4].replace(r"\N", " ").replace(r"\n", " ")], dialogue[3].strip())
            elif cue := _CUE.match(line):
                if times:
                    yield from _cue(*times, words[:-1] if words and words[-1].strip().isdecimal() else words)
                times, words = (cue[1], cue[2]), []
            elif times:
                words.append(line.replace("[br]", " "))
            elif _ASIDE.match(line):
                break
        if times:
            yield from _cue(*times, words)


def _cue(begin: str, end: str, lines: list[str], speaker: str = "") -> Iterator[_Cue]:
    """The cue, unless nothing is said in it."""
    text = " ".join(f"{_LINE if line.lstrip().startswith(_TURN) else ''}{line}" for line in lines)
    voices = _VOICE.findall(text)
    if len(voices) > 1:
        text = _VOICE.sub(lambda voice: f"{voice[1].strip()}: ", text)
    elif voices:
        speaker = voices[0].strip()
    text = _LINE.join(" ".join(line.split()) for line in html.unescape(_MARK.sub("", text)).strip().split(_LINE))
    if text:
        yield _Cue(_seconds(begin), _seconds(end), speaker, text)


def _seconds(time: str) -> float:
    total = 0.0
    for part in time.replace(",", ".").split(":"):
        total = total * 60 + float(part)
    return total


def _paragraphs(cues: Iterator[_Cue]) -> Iterator[Block]:
    """Cues joined while one person speaks without a long pause."""
    together: list[_Cue] = []
    for cue in cues:
        if together and _parts(together, cue):
            yield _paragraph(together)
            together = []
        if not together or together[-1].text != cue.text:  # rolling captions say each line twice
            together.append(cue)
    if together:
        yield _paragraph(together)


def _parts(together: list[_Cue], cue: _Cue) -> bool:
    """Whether another paragraph begins with this cue."""
    last = together[-1]
    length = sum(len(known.text) for known in together)
    if (cue.speaker and cue.speaker != last.speaker) or cue.begin - last.end > _PAUSE or cue.begin < last.begin:
        return True
    return length > 3 * _LONG or (length > _LONG and bool(_END.search(last.text)))


def _paragraph(cues: list[_Cue]) -> Block:
    text = cues[0].text
    for before, cue in pairwise(cues):
        text += f"{' ' if _GOES_ON.match(cue.text) or _CLOSED.search(before.text) else _LINE}{cue.text}"
    speaker = f"{cues[0].speaker}: " if cues[0].speaker else ""
    begin, end = math.floor(cues[0].begin), math.ceil(max(cue.end for cue in cues))
    return Block(f"{speaker}{text}", line=(begin, max(begin, end)), counted="second")
