"""The parts of an Office Open XML package, each unpacked and parsed only when it is asked for; pictures and films never are."""

from __future__ import annotations

import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from lxml import etree

from desktop_mem.documents.containers import LARGEST_UNPACKED, check_unpacked
from desktop_mem.documents.readers.tables import one_line

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


class Package:
    """An open package. Names of parts are compared as Windows does, and need no slash in front."""

    def __init__(self, path: Path, largest: int = LARGEST_UNPACKED) -> None:
        """Raises `ReadFault` for one that would unpack to more than `largest` bytes."""
        self._archive = zipfile.ZipFile(path)
        self._names = {name.replace("\\", "/").lstrip("/").lower(): name for name in self._archive.namelist()}
        try:
            check_unpacked(path, self._archive, largest)
        except BaseException:
            self._archive.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._archive.close()

    def __contains__(self, part: str) -> bool:
        return part.lower() in self._names

    def open(self, part: str) -> IO[bytes]:
        """The part as a stream. Raises one of `DAMAGE`."""
        return self._archive.open(self._names[part.lower()])

    def root(self, part: str) -> Any:
        """The root of the part's tree; no entity is expanded and nothing is fetched. Raises one of `DAMAGE`."""
        with self.open(part) as stream:
            return etree.parse(stream, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)).getroot()

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
        """The elements of these local names, one after another, each gone after its turn. Raises one of `DAMAGE`."""
        with self.open(part) as stream:
            yield from elements(stream, *tags)


def elements(stream: IO[bytes], *tags: str) -> Iterator[Any]:
    """The elements of these local names in an XML stream, in bounded memory: each is emptied once its turn is over."""
    wanted = tuple(f"{{*}}{tag}" for tag in tags)
    for _, element in etree.iterparse(stream, tag=wanted, resolve_entities=False, no_network=True, huge_tree=True):
        yield element
        element.clear(keep_tail=False)
        parent = element.getparent()
        while parent is not None and element.getprevious() is not None:
            del parent[0]


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
