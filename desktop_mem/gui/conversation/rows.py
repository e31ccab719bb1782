"""The rows of a conversation, of which those that are stored are made when they are first asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol, overload

from desktop_mem.gui.conversation.row import Row, RowKind


class Maker(Protocol):
    """A stored turn: the address of the event that began it, and its rows."""

    address: str

    def rows(self) -> list[Row]: ...
    def holds(self, address: str) -> bool: ...


class Unmade(NamedTuple):
    """What is known of a row before it is made: enough to guess its height and to find it. It is its turn's row number `place`."""

    kind: RowKind
    text: str
    address: str
    maker: Maker
    place: int
    expanded = False
    citations = ()

    @property
    def turn(self) -> str:
        """As a row's."""
        return self.maker.address


class Rows(Sequence[Row]):
    """Holds the rows, oldest first. To read one makes it; `glances` and all that looks for a row do not."""

    def __init__(self, entries: Iterable[Row | Unmade] = ()) -> None:
        self._entries = list(entries)

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> list[Row]: ...
    def __getitem__(self, place: int | slice) -> Row | list[Row]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self._entries)))]
        entry = self._entries[place]
        if isinstance(entry, Unmade):
            entry = self._entries[place] = entry.maker.rows()[entry.place]
        return entry

    def put(self, place: int, entries: Iterable[Row | Unmade]) -> None:
        """Add rows from `place` on."""
        self._entries[place:place] = entries

    def take_out(self, place: int) -> None:
        """Remove the row there."""
        del self._entries[place]

    def glances(self, first: int = 0, end: int | None = None) -> list[Row | Unmade]:
        """What is known of the rows from `first` to before `end`."""
        return self._entries[first:end]

    def place(self, row: Row) -> int:
        """Where the row stands; looked for from the end, where all that changes is."""
        return next(place for place, entry in self._backwards() if entry is row)

    def last_of_turn(self, turn: str) -> int | None:
        """Where the last row of that turn stands."""
        return next((place for place, entry in self._backwards() if entry.turn == turn), None) if turn else None

    def place_of(self, address: str) -> int | None:
        """Where the row of that message stands."""
        return next((place for place, entry in self._backwards() if entry.address == address), None) if address else None

    def place_of_step(self, address: str) -> int | None:
        """Where the trace stands that has that message as a step."""
        for place, entry in self._backwards():
            if isinstance(entry, Unmade) and not entry.maker.holds(address):
                continue
            if any(step.address == address for step in self[place].steps):
                return place
        return None

    def _backwards(self) -> Iterator[tuple[int, Row | Unmade]]:
        return zip(range(len(self._entries) - 1, -1, -1), reversed(self._entries), strict=True)
