"""What rests on a document: kept passages, sections and messages that its text went into, found through the ledger of memory events."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from desktop_mem.control.addresses import row_number
from desktop_mem.control.import_work import FORGOTTEN, Dependent
from desktop_mem.storage.database import Database, Row
from desktop_mem.storage.outbox import Outbox

_CITED = re.compile(r"\[([dp][1-9][0-9]*)")
_CITING = """SELECT number, role, text, prompt_text, turn FROM message
    WHERE text LIKE '%[p%' OR text LIKE '%[d%' OR prompt_text LIKE '%[p%' OR prompt_text LIKE '%[d%' ORDER BY number"""
_ANSWERS = "SELECT number, text FROM message WHERE role = 'assistant' AND said = 1 AND undone = 0 AND turn = ? ORDER BY number"


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
        """Passages that were kept and sections that were written: by the sources of their events, or by the turn that led to them."""
        for row in self._database.rows("SELECT target, before, after, cause, sources FROM memory_event ORDER BY number"):
            named = own & {source.split("#")[0] for source in json.loads(row["sources"])}
            if not (named or (row["cause"][:1] == "m" and int(row["cause"][1:]) in turns)):
                continue
            if (row["target"][:1] == "p" and (text := self._kept(row["target"]))) or (
                row["target"].startswith("w:") and (text := self._added(row))
            ):
                yield Dependent(row["target"], text)

    def _kept(self, address: str) -> str:
        if not address.startswith("p"):
            return ""
        sql = "SELECT text FROM passage WHERE number = ? AND document IS NULL AND undone = 0"
        return str(self._database.value(sql, (row_number(address, "p"),)) or "")

    def _added(self, event: Row) -> str:
        """The lines that this event wrote into a section and that still stand there."""
        now = str(self._database.value("SELECT text FROM section WHERE label = ?", (event["target"][2:],)) or "").splitlines()
        before = event["before"].splitlines()
        return "\n".join(line for line in event["after"].splitlines() if line not in before and line in now)

    def _messages(self, quoting: Sequence[Row], turns: set[int]) -> Iterable[Dependent]:
        for row in quoting:
            yield Dependent(f"m{row['number']}", row["text"])
        for turn in sorted(turns):
            for row in self._database.rows(_ANSWERS, (turn,)):
                yield Dependent(f"m{row['number']}", row["text"])

    def forget(self, addresses: Sequence[str], tokens: int = 0) -> None:
        """Delete kept passages, and the words of messages, whose places in the conversation stay, `tokens` long each in the prompt.

        Sections are the kernel's to change.
        """
        passages = [(row_number(address, "p"),) for address in addresses if address.startswith("p")]
        messages = [(FORGOTTEN, tokens, row_number(address, "m")) for address in addresses if address.startswith("m")]
        with self._database.transaction():
            self._database.change_many("DELETE FROM passage WHERE number = ? AND document IS NULL", passages)
            self._database.change_many(
                "UPDATE message SET text = ?, tokens = ?, prompt_text = '', call = NULL, token_ids = '[]', said = 0 WHERE number = ?",
                messages,
            )
            self._outbox.delete([address for address in addresses if address[0] in "pm"])
        self._database.wipe_log()
