"""The conversation as a list model: settled rows, the turn in progress, and the messages that wait behind it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from desktop_mem.gui.conversation.row import Row, RowKind, RowState, Step, reply_text, row_of, rows_of, step_of, worth_showing
from desktop_mem.gui.engine_words import citation_words, in_the_users_language, result_words
from desktop_mem.gui.wording import PAGE_IN, cut_words, function_words, time_words
from desktop_mem.memory.message import Role
from desktop_mem.memory.update import (
    EventAdmitted,
    FunctionCalled,
    PagedIn,
    QueueFlushed,
    ReplySent,
    ReplyStreamed,
    StepStarted,
    ThoughtStreamed,
    TurnFailed,
    Yielded,
)
from desktop_mem.runtime.command import SendMessage, ShowHistory
from desktop_mem.runtime.update import CommandAccepted, CommandFailed, EngineStopped, HistoryShown

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex
_QUEUED = (RowState.WAITING, RowState.ACCEPTED)


class ConversationModel(QAbstractListModel):
    """Holds the rows, oldest first; waiting messages always stand last. `older_known` says that the store holds more above."""

    history_reset = Signal()

    def __init__(self, parent: Any = None) -> None:
        super().__init__(parent)
        self.rows: list[Row] = []
        self.older_known = False
        self._queued = 0
        self._reply: Row | None = None
        self._trace: Row | None = None
        self._answered = False
        self._asked: dict[str, bool] = {}

    # -- what Qt asks ---------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return plain_text(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self._speaker(row)}, {time_words(row.at)}: {plain_text(row)} {self.state_words(row)}".strip()
        return None

    # -- what the window tells ------------------------------------------------------------------------------------

    def take_sent(self, command: Any) -> None:
        """Show a message that was just sent as waiting; remember which history was asked for."""
        if isinstance(command, SendMessage):
            now = datetime.now().astimezone()
            self._insert(len(self.rows), [Row(RowKind.USER, command.text, now, request_id=command.request_id, state=RowState.WAITING)])
            self._queued += 1
        elif isinstance(command, ShowHistory):
            self._asked[command.request_id] = bool(command.before)

    def take(self, update: Any) -> None:
        """Show what an update reports."""
        match update:
            case EventAdmitted() | StepStarted() | ThoughtStreamed() | ReplyStreamed() | FunctionCalled() | ReplySent() | PagedIn():
                self._take_work(update)
            case TurnFailed(reason=reason):
                self._append(Row(RowKind.FAULT, in_the_users_language(reason), datetime.now().astimezone()))
                self._close_turn(RowState.CUT)
            case Yielded():
                self._close_turn(RowState.CUT)
            case EngineStopped():
                self._close_turn(RowState.LOST)
            case QueueFlushed():
                text = self.tr("Older messages were summarised to make room. All of them can still be found.")
                self._append(Row(RowKind.EVENT, text, datetime.now().astimezone()))
            case HistoryShown():
                self._take_history(update)
            case CommandAccepted() | CommandFailed():
                self._take_verdict(update)

    def toggle(self, index: Index) -> None:
        """Unfold or fold a trace."""
        row = self.rows[index.row()]
        if row.kind is RowKind.TRACE and row.steps:
            row.expanded = not row.expanded
            self._touch(row)

    def oldest_address(self) -> str:
        """The address of the oldest message shown, or empty."""
        return next((row.address for row in self.rows if row.address), "")

    def starts_day(self, place: int) -> bool:
        """Whether the row is the first of its day."""
        return place == 0 or self.rows[place].at.astimezone().date() != self.rows[place - 1].at.astimezone().date()

    def state_words(self, row: Row) -> str:
        """How the row stands, in words; empty when there is nothing to say."""
        if row.state is RowState.WAITING:
            return self.tr("Sending…")
        if row.state is RowState.ACCEPTED:
            return self.tr("Waiting its turn")
        if row.state is RowState.NOT_SENT:
            return self.tr("Not sent: {reason}").format(reason=in_the_users_language(row.note))
        if row.state is RowState.STREAMING:
            return self.tr("Writing…")
        return cut_words(row.state.value) if row.state is not RowState.SETTLED else ""

    # -- a turn as it happens -------------------------------------------------------------------------------------

    def _take_work(self, update: Any) -> None:
        match update:
            case EventAdmitted(message=message):
                self._admit(message)
            case PagedIn(hits=hits):
                shown = "\n".join(f"{citation_words(hit)}: {' '.join(hit.text.split())[:160]}" for hit in hits)
                self._add_step(Step(PAGE_IN, result=shown, ok=True, sources=tuple(hit.address for hit in hits)))
            case StepStarted():
                if self._answered:
                    self._close_turn(RowState.CUT)
                self._live_trace()
            case ThoughtStreamed(text=text):
                trace = self._live_trace()
                trace.text += text
                self._touch(trace)
            case ReplyStreamed(text=text):
                reply = self._streaming_reply()
                reply.text += text
                self._touch(reply)
            case FunctionCalled(message=message, ok=ok, result=result, sources=sources) if message.call is not None:
                step = step_of(message.call)
                step.result, step.ok, step.sources = result_words(result), ok, sources
                self._add_step(step)
            case ReplySent(message=message, cut=cut):
                reply = self._streaming_reply()
                reply.text, reply.address, reply.at = reply_text(message), message.address, message.created_at
                reply.state = RowState(cut) if cut in tuple(RowState) else RowState.CUT
                self._answered = True
                self._touch(reply)

    def _admit(self, message: Any) -> None:
        if message.role is not Role.USER:
            self._append(row_of(message))
            return
        self._close_turn(RowState.CUT)
        if message.address and any(row.address == message.address for row in self.rows[-50:]):
            return  # sent again after a crash, and stored once
        place = next((i for i in range(len(self.rows) - 1, -1, -1) if self._is_queued(self.rows[i], message.request_id)), -1)
        if place >= 0:
            self._remove(place)
            self._queued -= 1
        self._append(row_of(message))

    def _is_queued(self, row: Row, request_id: str) -> bool:
        return bool(request_id) and row.request_id == request_id and row.state in _QUEUED

    def _live_trace(self) -> Row:
        if self._trace is None:
            self._trace = Row(RowKind.TRACE, "", datetime.now().astimezone(), live=True)
            self._append(self._trace)
        return self._trace

    def _streaming_reply(self) -> Row:
        if self._reply is None or self._answered:
            if self._answered:
                self._close_turn(RowState.CUT)
            self._reply = Row(RowKind.REPLY, "", datetime.now().astimezone(), state=RowState.STREAMING)
            place = self._place(self._trace) if self._trace is not None else len(self.rows) - self._queued
            self._insert(place, [self._reply])
        return self._reply

    def _add_step(self, step: Step) -> None:
        trace = self._live_trace()
        trace.steps.append(step)
        trace.text = ""
        self._touch(trace)

    def _close_turn(self, unfinished: RowState) -> None:
        """End the turn: a reply still streaming is marked, a trace without steps goes."""
        reply, trace = self._reply, self._trace
        self._reply, self._trace, self._answered = None, None, False
        if reply is not None and reply.state is RowState.STREAMING:
            reply.state = unfinished
            self._touch(reply)
        if trace is not None and not worth_showing(trace.steps):
            self._remove(self._place(trace))
        elif trace is not None:
            trace.live, trace.text = False, ""
            self._touch(trace)

    # -- history and verdicts -------------------------------------------------------------------------------------

    def _take_history(self, update: HistoryShown) -> None:
        older = self._asked.pop(update.request_id, None)
        if older is None:
            return  # another window's question
        rows = rows_of(update.messages)
        self.older_known = update.more and bool(rows)
        if older:
            self._insert(0, rows)
            return
        stored = {row.request_id for row in rows if row.request_id}
        waiting = [row for row in self.rows[len(self.rows) - self._queued :] if row.request_id not in stored]
        self.beginResetModel()
        self._reply, self._trace, self._answered = None, None, False
        self.rows = rows + waiting
        self._queued = len(waiting)
        self.endResetModel()
        self.history_reset.emit()

    def _take_verdict(self, update: CommandAccepted | CommandFailed) -> None:
        if isinstance(update, CommandFailed):
            self._asked.pop(update.request_id, None)
        row = next((row for row in reversed(self.rows) if self._is_queued(row, update.request_id)), None)
        if row is None:
            return
        if isinstance(update, CommandAccepted):
            row.state = RowState.ACCEPTED
            self._touch(row)
            return
        self._remove(self._place(row))
        self._queued -= 1
        row.state, row.note = RowState.NOT_SENT, update.reason
        self._append(row)

    # -- the list itself ------------------------------------------------------------------------------------------

    def _append(self, row: Row) -> None:
        """Add behind the turn in progress and before what waits."""
        self._insert(len(self.rows) - self._queued, [row])

    def _insert(self, place: int, rows: list[Row]) -> None:
        if rows:
            self.beginInsertRows(QModelIndex(), place, place + len(rows) - 1)
            self.rows[place:place] = rows
            self.endInsertRows()

    def _remove(self, place: int) -> None:
        self.beginRemoveRows(QModelIndex(), place, place)
        del self.rows[place]
        self.endRemoveRows()

    def _touch(self, row: Row) -> None:
        row.revision += 1
        index = self.index(self._place(row))
        self.dataChanged.emit(index, index)

    def _place(self, row: Row) -> int:
        """Where the row stands; looked for from the end, where all that changes is."""
        return next(i for i in range(len(self.rows) - 1, -1, -1) if self.rows[i] is row)

    def _speaker(self, row: Row) -> str:
        if row.kind is RowKind.USER:
            return self.tr("You")
        if row.kind is RowKind.REPLY:
            return self.tr("Assistant")
        return self.tr("Memory")


def plain_text(row: Row) -> str:
    """What copying the row gives: the source text, or the trace in words."""
    if row.kind is not RowKind.TRACE:
        return row.text
    lines = [row.text] if row.text else []
    for step in row.steps:
        lines.append(function_words(step.function))
        lines.extend(part for part in (step.thought, step.arguments, step.result) if part)
    return "\n".join(lines)
