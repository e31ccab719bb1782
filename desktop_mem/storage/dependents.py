"""What rests on a document: kept passages, sections and messages that its text went into, found through the ledger of memory events."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence

from desktop_mem.control.addresses import row_number
from desktop_mem.control.import_work import FORGOTTEN, Dependent
from desktop_mem.memory.memory_event import lines_only_in
from desktop_mem.storage.database import Database, Row
from desktop_mem.storage.outbox import Outbox

_CITED = re.compile(r"\[([dp][1-9][0-9]*)")
_CITING = """SELECT number, role, text, prompt_text, turn FROM message
    WHERE text LIKE '%[p%' OR text LIKE '%[d%' OR prompt_text LIKE '%[p%' OR prompt_text LIKE '%[d%' ORDER BY number"""
_ANSWERS = "SELECT number, text FROM message WHERE role = 'assistant' AND said = 1 AND undone = 0 AND turn = ? ORDER BY number"
_WITHDRAW = """UPDATE proposal SET before = '', after = ?, arguments = '{}', state = iif(state = 'waiting', 'withdrawn', state)
    WHERE number = ?"""


class Dependents:
    """Finds what rests on a document, and forgets it."""

    def __init__(self, database: Database, outbox: Outbox) -> None:
        self._database = database
        self._outbox = outbox

    def of(self, address: str) -> list[Dependent]:
        """All that names the document or a passage of it as its source, or was written in a turn in which its text was shown."""
        number = row_number(address, "d")
        passages = {f"p{row[0]}" for row in self._database.rows("SELECT number FROM passage WHERE document = ?", (number,))}
        own = passages | {f"d{number}"}
        quoting = [row for row in self._database.rows(_CITING) if own & set(_CITED.findall(f"{row['text']} {row['prompt_text']}"))]
        turns = {row["turn"] for row in quoting if row["turn"] is not None}
        found: dict[str, list[str]] = {}
        for each in (*self._memories(own, turns), *self._messages(quoting, turns)):
            if each.address not in own and each.text not in found.setdefault(each.address, []):
                found[each.address].append(each.text)
        return [Dependent(address, "\n".join(texts)) for address, texts in found.items()]

    def _memories(self, own: set[str], turns: set[int]) -> Iterable[Dependent]:
        """Kept passages, written sections and proposals: by the sources of their events, or by the turn that led to them."""
        for row in self._database.rows("SELECT target, kind, before, after, cause, sources FROM memory_event ORDER BY number"):
            named = own & {source.split("#")[0] for source in json.loads(row["sources"])}
            if (named or (row["cause"][:1] == "m" and int(row["cause"][1:]) in turns)) and (text := self._left_of(row)):
                yield Dependent(row["target"], text)

    def _left_of(self, event: Row) -> str:
        """What of the event's words is still in memory."""
        if event["kind"] == "propose":
            return "" if event["after"] == FORGOTTEN else str(event["after"])
        if event["target"].startswith("w:"):
            return self._added(event)
        return self._kept(event["target"]) if event["target"].startswith("p") else ""

    def _kept(self, address: str) -> str:
        sql = "SELECT text FROM passage WHERE number = ? AND document IS NULL AND undone = 0"
        return str(self._database.value(sql, (row_number(address, "p"),)) or "")

    def _added(self, event: Row) -> str:
        """The lines that this event wrote into a section and that still stand there."""
        now = str(self._database.value("SELECT text FROM section WHERE label = ?", (event["target"][2:],)) or "").splitlines()
        return "\n".join(line for line in lines_only_in(event["after"], event["before"]) if line in now)

    def _messages(self, quoting: Sequence[Row], turns: set[int]) -> Iterable[Dependent]:
        for row in quoting:
            yield Dependent(f"m{row['number']}", row["text"])
        for turn in sorted(turns):
            for row in self._database.rows(_ANSWERS, (turn,)):
                yield Dependent(f"m{row['number']}", row["text"])

    def forget(self, addresses: Sequence[str], tokens: int = 0, lines: Mapping[str, Sequence[str]] | None = None) -> None:
        """Delete kept passages, the words of proposals, which wait no more, and those of messages, whose places in the conversation stay,
        `tokens` long each in the prompt.

        The ledger keeps that something was there, and no word of it; nor of these `lines`, by the address of the section that they stood
        in. Sections themselves are the kernel's to change.
        """
        passages = [(row_number(address, "p"),) for address in addresses if address.startswith("p")]
        messages = [(FORGOTTEN, tokens, row_number(address, "m")) for address in addresses if address.startswith("m")]
        proposals = [(FORGOTTEN, row_number(address, "q")) for address in addresses if address.startswith("q")]
        with self._database.transaction():
            self._database.change_many(_WITHDRAW, proposals)
            self._database.change_many("DELETE FROM passage WHERE number = ? AND document IS NULL", passages)
            self._database.change_many(
                "UPDATE message SET text = ?, tokens = ?, prompt_text = '', call = NULL, token_ids = '[]', said = 0 WHERE number = ?",
                messages,
            )
            self._outbox.delete([address for address in addresses if address[0] in "pm"])
            for address in addresses:
                self._blank(address, None)
            for address, gone in (lines or {}).items():
                self._blank(address, frozenset(gone))
        self._database.wipe_log()

    def _blank(self, target: str, lines: frozenset[str] | None) -> None:
        """Take these lines, or all words, out of the ledger's events about that address. Within the transaction."""
        for row in self._database.rows("SELECT number, before, after, detail FROM memory_event WHERE target = ?", (target,)):
            before, after = (_without(row[name], lines) for name in ("before", "after"))
            detail = "" if lines is None or _names(row["detail"], lines) else row["detail"]
            if (before, after, detail) != (row["before"], row["after"], row["detail"]):
                sql = "UPDATE memory_event SET before = ?, after = ?, detail = ? WHERE number = ?"
                self._database.change(sql, (before, after, detail, row["number"]))


def _without(text: str, lines: frozenset[str] | None) -> str:
    """The text with what is forgotten replaced by a sentence that says so."""
    if lines is None:
        return FORGOTTEN if text else ""
    return "\n".join(FORGOTTEN if line in lines else line for line in text.splitlines())


def _names(detail: str, lines: Iterable[str]) -> bool:
    return any(json.dumps(line, ensure_ascii=False)[1:-1] in detail for line in lines)
