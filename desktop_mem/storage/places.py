"""Places: which passages of a document stand at the pages, rows, lines or seconds that an address names, and a sentence when none do."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_mem.control.addresses import Address, Stretch
from desktop_mem.storage.pages import page_count

MOST = 200
"""Passages that are opened at once where an address could name fewer."""


@dataclass(frozen=True, slots=True)
class Extent:
    """How far a document reaches: its name and address, its passages, and its pages.

    `pages` are the first and last that have text (None: it has none), `unit` what they are; `run` is how many passages stand for a page
    where there are none.
    """

    name: str
    address: str
    passages: int
    run: int
    pages: Stretch | None = None
    unit: str = "page"

    def __str__(self) -> str:
        return f"{self.name} ({self.address})"


@dataclass(frozen=True, slots=True)
class Wanted:
    """The passages to be read: those of some pages, or a run of `limit` passages behind `offset`; and among them those of some lines."""

    pages: Stretch | None = None
    offset: int = 0
    limit: int | None = None
    counted: str = ""
    lines: Stretch | None = None


def wanted(address: Address, extent: Extent) -> Wanted:
    """What the address of a document, or of a place in it, asks for. Raises `LookupError` when it has no such page."""
    if address.pages is not None:
        _check_pages(address.pages, extent)
    if extent.pages is None:
        if address.lines:
            return Wanted(counted=address.counted, lines=address.lines)
        first, last = address.pages or (1, 1)
        return Wanted(offset=(first - 1) * extent.run, limit=(last - first + 1) * extent.run)
    if address.lines and address.pages is None and extent.pages[1] > 1:
        raise LookupError(f"{extent} has {extent.pages[1]} {extent.unit}s. Say which one, as in {_example(address, extent)}.")
    return Wanted(address.pages or (extent.pages[0], extent.pages[0]), counted=address.counted, lines=address.lines)


def _check_pages(pages: Stretch, extent: Extent) -> None:
    last = extent.pages[1] if extent.pages else page_count(extent.passages, extent.run)
    if pages[0] > last:
        plural = "" if last == 1 else "s"
        raise LookupError(f"{extent} has {last} {extent.unit}{plural}; there is no {extent.unit} {pages[0]}.")


def _example(address: Address, extent: Extent) -> str:
    first = extent.pages[0] if extent.pages else 1
    return str(Address(address.kind, address.number, pages=(first, first), counted=address.counted, lines=address.lines))


def nothing_at(address: Address, extent: Extent, lines: Stretch | None) -> LookupError:
    """Why no passage stands there; `lines` are the first and last of what was asked for on those pages, None where it is not counted."""
    if address.lines is None:
        return LookupError(f"{extent} has no text on {extent.unit} {(address.pages or (1, 1))[0]}.")
    if lines is None:
        last = extent.pages[1] if extent.pages else page_count(extent.passages, extent.run)
        return LookupError(f"{extent} has no {address.counted}s. Ask for {extent.address}#page=1 to {extent.address}#page={last}.")
    if address.lines[0] > lines[1] or address.lines[1] < lines[0]:
        return LookupError(
            f"{extent} has {address.counted}s {lines[0]} to {lines[1]} there; there is no {address.counted} {address.lines[0]}."
        )
    return LookupError(f"{extent} has no text in {address.counted}s {address.lines[0]} to {address.lines[1]}.")


def too_much(address: Address, extent: Extent, passages: int, counted: str, lines: Stretch) -> LookupError:
    """Why so much is not opened, and how to ask for less."""
    pages = address.pages or (extent.pages and (extent.pages[0], extent.pages[0]))
    fewer = Address(address.kind, address.number, pages=pages, counted=counted, lines=(lines[0], lines[0] + 99))
    return LookupError(
        f"That is more of {extent} than can be opened at once: {passages} passages. Ask for fewer {counted}s, as in {fewer}."
    )
