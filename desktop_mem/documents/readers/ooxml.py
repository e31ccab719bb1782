"""The parts of an Office Open XML package, each unpacked and parsed only when it is asked for; pictures and films never are."""

from __future__ import annotations

import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

from lxml import etree

from desktop_mem.documents import caps
from desktop_mem.documents.containers import check_unpacked
from desktop_mem.documents.faults import corrupt
from desktop_mem.documents.hostile_xml import HOSTILE_XML
from desktop_mem.memory.fitting import one_line

DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    etree.LxmlError,
    SyntaxError,
    LookupError,
    ValueError,
    EOFError,
    NotImplementedError,
    RuntimeError,
)
"""What reading a damaged package raises."""


@contextmanager
def opened_package(path: Path, title: str, largest: int = caps.OFFICE_BYTES) -> Iterator[Package]:
    """The package in that file, closed at the end.

    Raises `ReadFault` for one that would unpack to more than `largest` bytes, or is damaged: `title` is what its kind is called.
    """
    with ExitStack() as until_read:
        try:
            archive = until_read.enter_context(zipfile.ZipFile(path))
            package = Package(archive)
            check_unpacked(path, archive, largest)
        except DAMAGE as error:
            raise corrupt(path, title) from error
        yield package


class Package:
    """An open package. Names of parts are compared as Windows does, and need no slash in front.

    `damaged` holds the parts that were asked for and could not be read in whole; what of them could be read was given out.
    """

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.damaged: set[str] = set()
        self._archive = archive
        self._names = {name.replace("\\", "/").lstrip("/").lower(): name for name in archive.namelist()}

    def __contains__(self, part: str) -> bool:
        return part.lower() in self._names

    def open(self, part: str) -> IO[bytes]:
        """The part as a stream. Raises one of `DAMAGE`."""
        return self._archive.open(self._names[part.lower()])

    def root(self, part: str) -> Any:
        """The root of the part's tree; no entity is expanded and nothing is fetched. Raises one of `DAMAGE` where nothing can be read."""
        parser = etree.XMLParser(**HOSTILE_XML)
        try:
            with self.open(part) as stream:
                root = etree.parse(stream, parser).getroot()
        except DAMAGE:
            self.damaged.add(part)
            raise
        if is_broken(parser.error_log):
            self.damaged.add(part)
        if root is None:
            raise SyntaxError(part)
        return root

    def relations(self, part: str) -> dict[str, tuple[str, str]]:
        """The parts that this one (`""`: the package) refers to: id to the last word of the relation's type, and the part's name."""
        folder, name = posixpath.split(part)
        own = posixpath.join(folder, "_rels", f"{name}.rels")
        if own not in self:
            return {}
        return {
            relation.get("Id") or "": (
                (relation.get("Type") or "").rsplit("/", 1)[-1],
                posixpath.normpath(posixpath.join("/", folder, (relation.get("Target") or "").replace("\\", "/"))).lstrip("/"),
            )
            for relation in self.root(own)
            if local(relation) == "Relationship" and relation.get("TargetMode") != "External"
        }

    def related(self, part: str, *kinds: str) -> list[str]:
        """The names of the parts of these kinds that a part refers to and that are there."""
        return [name for kind, name in self.relations(part).values() if kind in kinds and name in self]

    def stream(self, part: str, *tags: str) -> Iterator[Any]:
        """The elements of these local names, one after another, each gone after its turn; fewer where the part is damaged."""
        try:
            with self.open(part) as stream:
                yield from elements(stream, *tags)
        except DAMAGE:
            self.damaged.add(part)


def elements(stream: IO[bytes], *tags: str) -> Iterator[Any]:
    """The elements of these local names in an XML stream, in bounded memory. Raises `DAMAGE` once all that can be read was given out."""
    wanted = tuple(f"{{*}}{tag}" for tag in tags)
    parts = etree.iterparse(stream, tag=wanted, **HOSTILE_XML)
    for _, element in parts:
        yield element
        forget(element)
    if is_broken(parts.error_log):
        raise SyntaxError("The XML is damaged.")


def forget(element: Any) -> None:
    """Free the memory of an element that has been read, and that of those before it."""
    element.clear(keep_tail=False)
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]


def is_broken(log: Any) -> bool:
    """Whether a parser that mends what it can met an error. Namespaces that are not declared are none: the names are told without."""
    return any(entry.level_name in ("ERROR", "FATAL") and entry.domain_name != "NAMESPACE" for entry in log)


def local(element: Any) -> str:
    """An element's name without its namespace (Strict documents have others); nothing for a comment."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def relation_id(element: Any) -> str:
    """The relation that an element refers to, by `r:id`, `r:embed` or `r:dm`."""
    return next((value for name, value in element.attrib.items() if "relationships}" in name and not name.endswith("}link")), "")


def drawn_text(root: Any) -> str:
    """A chart as a table (its titles, its categories, one line per series), or the labels of a diagram or drawing."""
    if next(root.iter("{*}ser"), None) is not None:
        return _chart_text(root)
    return " | ".join(text for item in root.iter("{*}t", "{*}v") if (text := one_line(item.text or "")))


def _chart_text(root: Any) -> str:
    titles = [one_line(" ".join(run.text or "" for run in title.iter("{*}t", "{*}v"))) for title in root.iter("{*}title")]
    lines = [title for title in titles if title]
    categories: list[str] = []
    for series in root.iter("{*}ser"):
        own = _points(series, "cat", "xVal")
        if own and own != categories:
            categories = own
            lines.append(" | ".join(["", *own]).strip())
        lines.append(" | ".join([*_points(series, "tx"), *_points(series, "val", "yVal", "bubbleSize")]))
    return "\n".join(line for line in lines if line)


def _points(series: Any, *tags: str) -> list[str]:
    """The cached values of a part of a series."""
    return [(value.text or "").strip() for part in series if local(part) in tags for value in part.iter("{*}v")]


def package_title(package: Package) -> str:
    """The title among a package's properties, or nothing."""
    try:
        parts = package.related("", "core-properties")
        return one_line(" ".join(item.text or "" for part in parts for item in package.root(part).iter("{*}title")))
    except DAMAGE:
        return ""
