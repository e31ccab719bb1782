"""Which documents a user means: by address, by name, by the folder or archive that they lie in, by tag."""

from __future__ import annotations

from desktop_mem.control.addresses import Address, row_number
from desktop_mem.storage.database import Database, Row
from desktop_mem.storage.paths import path_key, path_of


class DocumentChoice:
    """Finds documents in the ledger by the words that a user has for them, and keeps the tags."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def inside(self, words: str) -> frozenset[int]:
        """The numbers of the documents that are meant: `d3`, a file's name with or without its ending, or a folder; of an archive, what is
        in it, too. Raises `LookupError` when there is none.
        """
        rows = self._database.rows("SELECT number, path FROM document")
        keys = {row["number"]: _key(row) for row in rows}
        wanted = path_key(words.strip().strip("/\\").replace("\\", "/"))
        exact = {number for number, key in keys.items() if f"/{wanted}/" in f"/{key}/" or _stem(key) == wanted}
        if address := _document(words):
            exact = {address} & keys.keys()
            wanted = keys.get(address, "")
        found = exact or {number for number, key in keys.items() if wanted and wanted in key.rpartition("/")[2]}
        if not found:
            raise LookupError(f"No document is called '{words}' or lies in a folder of that name.")
        tops = tuple(f"{keys[number]}/" for number in found)
        return frozenset(found | {number for number, key in keys.items() if key.startswith(tops)})

    def tagged(self, tag: str) -> frozenset[int]:
        """The numbers of the documents with that tag, and of what lies in them. Raises `LookupError` for an unknown tag."""
        rows = self._database.rows("SELECT document FROM document_tag WHERE tag = ?", (_tag(tag),))
        if not rows:
            known = [row["tag"] for row in self._database.rows("SELECT DISTINCT tag FROM document_tag ORDER BY tag")]
            raise LookupError(f"No document has the tag '{tag}'. The tags are: {', '.join(known) or 'none'}.")
        return frozenset().union(*(self.inside(f"d{row['document']}") for row in rows))

    def tag(self, address: str, tag: str, *, remove: bool = False) -> None:
        """Give a document a tag, or take it away. Raises `LookupError` for an unknown document or a tag without a letter."""
        number = row_number(address, "d")
        if not _tag(tag):
            raise LookupError("A tag is a word. Write one.")
        with self._database.transaction():
            if self._database.row("SELECT 1 FROM document WHERE number = ?", (number,)) is None:
                raise LookupError(f"There is no document {address}.")
            if remove:
                self._database.change("DELETE FROM document_tag WHERE document = ? AND tag = ?", (number, _tag(tag)))
            else:
                self._database.change("INSERT OR IGNORE INTO document_tag (document, tag) VALUES (?, ?)", (number, _tag(tag)))


def _document(words: str) -> int:
    """The number in a document's address; 0 for other words."""
    try:
        address = Address.parse(words)
    except ValueError:
        return 0
    return address.number if address.kind == "d" else 0


def _key(row: Row) -> str:
    return path_key(path_of(row["path"])).replace("\\", "/").strip("/")


def _stem(key: str) -> str:
    name = key.rpartition("/")[2]
    return name.rpartition(".")[0] or name


def _tag(text: str) -> str:
    """A tag as it is kept: one line, small letters."""
    return path_key(" ".join(text.split()).strip("#"))
