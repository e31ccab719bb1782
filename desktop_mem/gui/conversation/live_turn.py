"""The turn in progress: which event it belongs to, what it has called, and the reply that is being written."""

from __future__ import annotations

from datetime import datetime

from desktop_mem.gui.conversation.citations import Citation
from desktop_mem.gui.conversation.row import Row, RowKind, RowState, Step, citations_of, worth_showing
from desktop_mem.gui.conversation.row_list import RowList


class LiveTurn:
    """Adds the rows of the running chain under the event at `address`; one that was suspended goes on where it stood.

    The engine does not always say which event a chain answers before the reply is stored: until then the place is a guess.
    """

    def __init__(self, rows: RowList) -> None:
        self._rows = rows
        self._trace: Row | None = None
        self._reply: Row | None = None
        self._suspended: dict[str, Row | None] = {}
        self.address = ""
        self.answered = False

    def begin(self, address: str) -> None:
        """The chain of that event begins, or goes on."""
        self.close(RowState.CUT)
        self.address = address
        self._trace = self._suspended.pop(address, None)
        if self._trace is not None:
            self._trace.live = True
            self._rows.touch(self._trace)
        self._mark(RowState.SETTLED)

    def suspend(self, address: str) -> None:
        """The chain waits: something more urgent came."""
        trace = self._trace if self._trace is not None and worth_showing(self._trace.steps) else None
        self.close(RowState.CUT)
        self.address, self._suspended[address] = address, trace
        self._mark(RowState.SUSPENDED)
        self.address = ""

    def belongs_to(self, turn: str) -> None:
        """What runs answers that event: move it there if it stands elsewhere."""
        if not turn or turn == self.address:
            return
        self.address = turn
        for row in (self._reply, self._trace):
            if row is not None:
                self._rows.take_out(row)
                row.turn = turn
                self._rows.add_to_turn(row)

    def trace(self) -> Row:
        """The trace, which stands under the reply."""
        if self._trace is None:
            self._trace = Row(RowKind.TRACE, "", datetime.now().astimezone(), turn=self.address, live=True)
            self._rows.add_to_turn(self._trace)
        return self._trace

    def reply(self) -> Row:
        """The reply that is being written."""
        if self._reply is None or self.answered:
            if self.answered:
                self.close(RowState.CUT)
            self._reply = Row(RowKind.REPLY, "", datetime.now().astimezone(), turn=self.address, state=RowState.STREAMING)
            if self._trace is None:
                self._rows.add_to_turn(self._reply)
            else:
                self._rows.insert(self._rows.rows.place(self._trace), [self._reply])
        return self._reply

    def citations(self) -> tuple[Citation, ...]:
        """What was found so far."""
        return citations_of(self._trace.steps) if self._trace is not None else ()

    def add_step(self, step: Step) -> None:
        """A call came to its end."""
        trace = self.trace()
        trace.steps.append(step)
        trace.text = ""
        self._rows.touch(trace)

    def close(self, unfinished: RowState) -> None:
        """End what is under way: a reply still streaming is marked, a trace without steps goes."""
        reply, trace = self._reply, self._trace
        self._reply, self._trace, self.answered = None, None, False
        if reply is not None and reply.state is RowState.STREAMING:
            reply.state = unfinished
            self._rows.touch(reply)
        if trace is not None and not worth_showing(trace.steps):
            self._rows.take_out(trace)
        elif trace is not None:
            trace.live, trace.text = False, ""
            self._rows.touch(trace)

    def end(self, unfinished: RowState) -> None:
        """The chain has ended."""
        self.close(unfinished)
        self.address = ""

    def drop(self, turn: str) -> None:
        """The rows of that turn will go."""
        self._suspended.pop(turn, None)
        if self.address == turn:
            self._trace = self._reply = None
            self.address, self.answered = "", False

    def drop_all(self) -> None:
        """All rows will go."""
        self.drop(self.address)
        self._suspended.clear()

    def _mark(self, state: RowState) -> None:
        """How the user's message stands."""
        row = self._rows.at_address(self.address)
        if row is not None and row.kind is RowKind.USER and row.state is not state:
            row.state = state
            self._rows.touch(row)
