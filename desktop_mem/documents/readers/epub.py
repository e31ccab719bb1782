"""Reads e-books (EPUB): the chapters in their reading order, each by its number, with the titles of the table of contents."""

from __future__ import annotations

import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from lxml import etree

from desktop_mem.control.document_ledger import ReadProgress, Reason
from desktop_mem.documents.blocks import Block, Blocks, Findings
from desktop_mem.documents.encoding import detect_in
from desktop_mem.documents.faults import corrupt, empty, fault
from desktop_mem.documents.hostile_xml import HOSTILE_XML
from desktop_mem.documents.readers import html

LARGEST_UNPACKED = 512 << 20
"""Bytes of all chapters together, unpacked, above which a book is refused."""

_LARGEST_CHAPTER = 32 << 20
_DAMAGE = (zipfile.BadZipFile, zlib.error, KeyError, ValueError, EOFError, NotImplementedError, RuntimeError, etree.Error)
_PAGES = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document")
_FONT_DISGUISES = (b"http://www.idpf.org/2008/embedding", b"http://ns.adobe.com/pdf/enc#RC")
_ESCAPES = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_ALGORITHM = re.compile(rb"EncryptionMethod[^>]*Algorithm\s*=\s*[\"']([^\"']+)[\"']")


@dataclass(frozen=True, slots=True)
class _Book:
    """What the package says: its title, the files to read in their order, and the titles of chapters by file."""

    title: str
    spine: tuple[str, ...]
    titles: dict[str, str]


def read(path: Path) -> Blocks:
    """One block per paragraph, heading, list item or table; `page` is the number in the reading order."""
    missing: list[int] = []
    found = False
    try:
        with zipfile.ZipFile(path) as archive:
            _check(path, archive)
            book = _book(archive)
            for number, name in enumerate(book.spine, 1):
                source = _chapter(archive, name)
                if source is None:
                    missing.append(number)
                    continue
                for block in _blocks(source, book.titles.get(name, "")):
                    found = True
                    yield replace(block, page=number, unit="chapter")
                yield ReadProgress(number, len(book.spine))
    except _DAMAGE as error:
        raise corrupt(path, "e-book (EPUB)") from error
    if not found:
        raise corrupt(path, "e-book (EPUB)") if missing or not book.spine else empty(path)
    return Findings(pages=len(book.spine), title=book.title, warning=_warning(missing))


def _check(path: Path, archive: zipfile.ZipFile) -> None:
    """Refuse what is locked or unpacks to too much. Raises `ReadFault`."""
    names = archive.namelist()
    locks = _ALGORITHM.findall(_member(archive, "META-INF/encryption.xml")) if "META-INF/encryption.xml" in names else []
    if any(lock not in _FONT_DISGUISES for lock in locks) or any(item.flag_bits & 1 for item in archive.infolist()):
        what = "is locked by copy protection (DRM)"
        raise fault(Reason.ENCRYPTED, path, what, "Get a copy of the book without copy protection and drop that.")
    size = sum(item.file_size for item in archive.infolist() if item.filename.lower().endswith(("html", "htm", "xml", "opf", "ncx")))
    if size > LARGEST_UNPACKED:
        what = f"unpacks to {size >> 20} MB, more than the {LARGEST_UNPACKED >> 20} MB that an e-book may have"
        raise fault(Reason.TOO_LARGE, path, what, "Split it into smaller documents, or save it as plain text.")


def _member(archive: zipfile.ZipFile, name: str) -> bytes:
    """One file of the book, at most as long as a chapter may be. Raises `KeyError` when it is not there."""
    with archive.open(name) as file:
        return file.read(_LARGEST_CHAPTER)


def _book(archive: zipfile.ZipFile) -> _Book:
    """Read the package. Raises `KeyError` and others for one that is damaged."""
    container = _tree(_member(archive, "META-INF/container.xml"))
    root = next(iter(container.xpath("//*[local-name()='rootfile']/@full-path")), "")
    package = _tree(_member(archive, root))
    folder = posixpath.dirname(root)
    items = {item.get("id"): item for item in package.xpath("//*[local-name()='item']")}
    order = [items[reference] for reference in package.xpath("//*[local-name()='itemref']/@idref") if reference in items]
    spine = tuple(dict.fromkeys(_resolved(folder, item.get("href", "")) for item in order if item.get("media-type") in _PAGES))
    title = " ".join("".join(package.xpath("string(//*[local-name()='metadata']/*[local-name()='title'][1])")).split())
    contents = [
        item for item in items.values() if "nav" in (item.get("properties") or "").split() or "dtbncx" in (item.get("media-type") or "")
    ]
    titles: dict[str, str] = {}
    for item in contents:
        titles |= _titles(archive, _resolved(folder, item.get("href", "")))
    return _Book(title, spine, titles)


def _titles(archive: zipfile.ZipFile, name: str) -> dict[str, str]:
    """The titles in a table of contents, by file: the first entry that leads to each."""
    try:
        tree = _tree(_member(archive, name))
    except (KeyError, etree.Error, ValueError):
        return {}
    folder = posixpath.dirname(name)
    titles: dict[str, str] = {}
    for point in tree.xpath("//*[local-name()='navPoint']"):
        target = "".join(point.xpath("./*[local-name()='content']/@src"))
        titles.setdefault(_resolved(folder, target), " ".join("".join(point.xpath("string(./*[local-name()='navLabel'])")).split()))
    for link in tree.xpath("//*[local-name()='nav'][@*[local-name()='type']='toc']//*[local-name()='a'][@href]"):
        titles.setdefault(_resolved(folder, link.get("href")), " ".join("".join(link.itertext()).split()))
    return titles


def _chapter(archive: zipfile.ZipFile, name: str) -> str | None:
    """The source of a chapter; None when it is not there or damaged."""
    try:
        content = _member(archive, name)
    except (KeyError, zipfile.BadZipFile, zlib.error, EOFError):
        return None
    return content.decode(detect_in(content), "replace")


def _blocks(source: str, title: str) -> Iterator[Block]:
    """The blocks of a chapter; under its title in the table of contents until a heading of its own comes."""
    for block in html.page(_SELF_CLOSED.sub(r"<\1\2></\1>", source))[1]:
        yield block if block.headings or not title else replace(block, headings=(title,))


# HTML knows no self-closed title or script: what follows would be taken for its text.
_SELF_CLOSED = re.compile(r"<(title|script|style|a|div|span|p|iframe)(\s[^<>]*)?/>", re.IGNORECASE)


def _tree(content: bytes) -> etree._Element:
    """A parsed part, with no entity or address in it followed. Raises `ValueError` when nothing can be made of it."""
    parser = etree.XMLParser(**{**HOSTILE_XML, "huge_tree": False})
    root = etree.fromstring(content, parser)
    if root is None:
        raise ValueError("not XML")
    return root


def _resolved(folder: str, reference: str) -> str:
    """The name in the archive that a reference leads to."""
    name = _ESCAPES.sub(lambda escape: bytes.fromhex(escape[0].replace("%", "")).decode("utf-8", "replace"), reference.partition("#")[0])
    return posixpath.normpath(posixpath.join(folder, name))


def _warning(missing: list[int]) -> str:
    """A sentence on chapters that could not be read, or nothing."""
    if not missing:
        return ""
    numbers = ", ".join(map(str, missing[:20])) + (" …" if len(missing) > 20 else "")
    return f"Chapter {numbers} is damaged, and not stored." if len(missing) == 1 else f"Chapters {numbers} are damaged, and not stored."
