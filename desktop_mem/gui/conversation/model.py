"""The conversation as a list model: what the engine reports becomes rows, each answer under its question."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from PySide6.QtCore import Qt

from desktop_mem.gui.conversation.citations import KnownDocuments, cited_hits
from desktop_mem.gui.conversation.live_turn import LiveTurn
from desktop_mem.gui.conversation.row import Row, RowKind, RowState, Step, found_reply, reply_text, row_of, step_of, take_result
from desktop_mem.gui.conversation.row_list import LATEST, Index, RowList
from desktop_mem.gui.conversation.stored_rows import rows_of
from desktop_mem.gui.engine_words import citation_words, hit_words, in_the_users_language, result_words
from desktop_mem.gui.event_words import reminder_set_words, reminder_words
from desktop_mem.gui.wording import PAGE_IN, cut_words, function_words, time_words
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.update import (
    ChainResumed,
    ChainSuspended,
    EventAdmitted,
    FunctionCalled,
    MemoryForgotten,
    MessageReplaced,
    PagedIn,
    QueueFlushed,
    ReminderFell,
    ReminderSet,
    ReplySent,
    ReplyStreamed,
    StepStarted,
    ThoughtStreamed,
    TopicSwitched,
    TurnFailed,
    TurnUndone,
    Yielded,
)
from desktop_mem.runtime.command import EditAndResend, SendMessage, ShowHistory, UndoTurn
from desktop_mem.runtime.update import CommandAccepted, CommandFailed, EngineStopped, HistoryShown

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
_QUEUED = (RowState.WAITING, RowState.ACCEPTED, RowState.LEAVING)
_WORK = (PagedIn, StepStarted, ThoughtStreamed, ReplyStreamed, FunctionCalled, ReplySent)


class ConversationModel(RowList):
    """Shows what `take` is given. `older_known` says that the store holds more above."""

    def __init__(self, parent: Any = None) -> None:
        super().__init__(parent)
        self.older_known = False
        self._oldest = ""
        self._live = LiveTurn(self)
        self._documents = KnownDocuments()
        self._retried = ""
        self._asked: dict[str, bool] = {}

    # -- what Qt asks ---------------------------------------------------------------------------------------------

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
        if isinstance(command, SendMessage | EditAndResend):
            now = datetime.now().astimezone()
            if isinstance(command, EditAndResend) and command.turn:
                self._mark_leaving(command.turn)
            self.queued += 1
            self.insert(len(self.rows), [Row(RowKind.USER, command.text, now, request_id=command.request_id, state=RowState.WAITING)])
        elif isinstance(command, UndoTurn) and command.turn:
            self._mark_leaving(command.turn)
        elif isinstance(command, ShowHistory):
            self._asked[command.request_id] = bool(command.before)

    def _mark_leaving(self, address: str) -> None:
        """A message that waits is about to be taken back."""
        row = next((row for row in self.rows[len(self.rows) - self.queued :] if row.note == address), None)
        if row is not None:
            row.state = RowState.LEAVING
            self.touch(row)

    def take(self, update: Any) -> None:
        """Show what an update reports."""
        if isinstance(update, _WORK):
            self._take_work(update)
            return
        self._documents.take(update)
        match update:
            case EventAdmitted() | ChainResumed() | ChainSuspended() | TurnFailed() | Yielded() | EngineStopped():
                self._take_course(update)
            case QueueFlushed() | ReminderFell() | ReminderSet() | TopicSwitched():
                self._take_event(update)
            case TurnUndone():
                self._take_undone(update)
            case MessageReplaced():
                self._take_replaced(update)
            case MemoryForgotten(target=target):
                if (place := self.rows.place_of(target)) is not None:
                    self.take_out(self.rows[place])
            case HistoryShown():
                self._take_history(update)
            case CommandAccepted() | CommandFailed():
                self._take_verdict(update)

    def toggle(self, index: Index) -> None:
        """Unfold or fold a trace."""
        row = self.rows[index.row()]
        if row.kind is RowKind.TRACE and row.steps:
            row.expanded = not row.expanded
            self.touch(row)

    def oldest_address(self) -> str:
        """The address of the oldest message that was loaded, or empty."""
        return self._oldest or next((row.address for row in self.rows if row.address), "")

    def place_of(self, address: str) -> int | None:
        """Where the message stands, also as a step of a trace; looked for among all rows."""
        place = self.rows.place_of(address)
        return place if place is not None else self.rows.place_of_step(address)

    def last_reply(self) -> Row | None:
        """The settled reply of the user's newest turn."""
        turn = self.begun_turn()
        return self.latest(lambda row: row.kind is RowKind.REPLY and row.turn == turn and bool(turn and row.address))

    def last_thought(self) -> str:
        """What the model thought last in the user's newest turn."""
        turn = self.begun_turn()
        trace = self.latest(lambda row: row.kind is RowKind.TRACE and row.turn == turn and bool(turn and row.steps))
        return next((step.thought for step in reversed(trace.steps) if step.thought), "") if trace else ""

    def starts_day(self, place: int) -> bool:
        """Whether the row is the first of its day."""
        return place == 0 or self.rows[place].at.astimezone().date() != self.rows[place - 1].at.astimezone().date()

    def state_words(self, row: Row) -> str:
        """How the row stands, in words; empty when there is nothing to say."""
        match row.state:
            case RowState.SETTLED:
                return self.tr("not from memory") if row.unfounded else ""
            case RowState.WAITING:
                return self.tr("Sending…")
            case RowState.ACCEPTED:
                return self.tr("Waiting its turn")
            case RowState.LEAVING:
                return self.tr("Will be taken back")
            case RowState.SUSPENDED:
                return self.tr("Waiting: something more urgent came first")
            case RowState.NOT_SENT:
                return self.tr("Not sent: {reason}").format(reason=in_the_users_language(row.note))
            case RowState.STREAMING:
                return self.tr("Writing…")
        return cut_words(row.state.value)

    # -- a turn as it happens -------------------------------------------------------------------------------------

    def _take_work(self, update: Any) -> None:
        live = self._live
        match update:
            case PagedIn(hits=hits):
                shown = "\n".join(f"{citation_words(hit)}: {' '.join(hit_words(hit).split())[:160]}" for hit in hits)
                live.add_step(Step(PAGE_IN, result=shown, ok=True, citations=cited_hits(hits)))
            case StepStarted():
                self._begin_step()
            case ThoughtStreamed(text=text):
                live.trace().text += text
                self.touch(live.trace())
            case ReplyStreamed(text=text):
                reply = live.reply()
                reply.text += text
                self.touch(reply)
            case FunctionCalled(message=message, ok=ok, result=result) if message.call is not None:
                live.belongs_to(message.turn)
                step = step_of(message.call, message.address)
                take_result(step, result, result_words(result), ok=ok)
                live.add_step(step)
            case ReplySent(message=message, cut=cut):
                self._settle_reply(message, RowState(cut) if cut in tuple(RowState) else RowState.CUT)

    def _begin_step(self) -> None:
        if self._live.answered:
            self._live.close(RowState.CUT)
        if not self._live.address:
            # Another try, or a chain that was cut off: it is not announced which message it answers.
            self._live.begin(self._retried or self.unanswered_turn())
        self._retried = ""
        self._live.trace()

    def _settle_reply(self, message: Message, state: RowState) -> None:
        self._live.belongs_to(message.turn)
        reply = self._live.reply()
        reply.text, reply.address, reply.at, reply.state = reply_text(message), message.address, message.created_at, state
        found_reply(reply, message, self._live.citations(), self._said)
        reply.coverage = self._documents.coverage(reply.citations)
        self.touch(reply)
        if message.call is not None and message.call.thought:
            step = step_of(message.call, message.address)
            step.ok = True
            self._live.add_step(step)
        self._live.answered = True

    def _said(self, address: str) -> str:
        """When the message was said, and by whom; empty where it is not loaded."""
        place = self.rows.place_of(address)
        row = None if place is None else self.rows[place]
        speaker = {RowKind.USER: "user", RowKind.REPLY: "assistant"}.get(row.kind, "") if row else ""
        return f"{row.at:%Y-%m-%d} {speaker}".strip() if row else ""

    def _take_course(self, update: Any) -> None:
        """A chain begins, waits, goes on or ends."""
        match update:
            case EventAdmitted(message=message):
                self._admit(message)
            case ChainResumed(address=address):
                self._live.begin(address)
            case ChainSuspended(address=address):
                self._live.suspend(address)
            case TurnFailed(reason=reason):
                turn = self._live.address or self._retried or self.unanswered_turn()
                self.add_to_turn(Row(RowKind.FAULT, in_the_users_language(reason), datetime.now().astimezone(), turn=turn))
                self._live.close(RowState.CUT)
            case Yielded():
                self._live.end(RowState.CUT)
            case EngineStopped():
                self._live.end(RowState.LOST)

    def _admit(self, message: Message) -> None:
        self._live.end(RowState.CUT)
        waiting = self.latest(lambda row: self._is_queued(row, message.request_id))
        if waiting is not None:
            self.take_out(waiting)
        if self.at_address(message.address) is None:  # else it was shown at once, or is sent again after a crash and stored once
            self.append(row_of(message))
        self._live.begin(message.address)

    def _is_queued(self, row: Row, request_id: str) -> bool:
        return bool(request_id) and row.request_id == request_id and row.state in _QUEUED

    # -- what stands between the turns ----------------------------------------------------------------------------

    def _take_event(self, update: Any) -> None:
        now = datetime.now().astimezone()
        match update:
            case QueueFlushed():
                self.append(
                    Row(RowKind.EVENT, self.tr("Older messages were summarised to make room. All of them can still be found."), now)
                )
            case ReminderFell(message=message, reminder=reminder, was_due=was_due, missed=missed):
                words = reminder_words(reminder.message, was_due, missed, message.created_at)
                row = Row(RowKind.REMINDER, words, message.created_at, message.address, turn=message.address, note=reminder.address)
                self.append(row)
            case ReminderSet(reminder=reminder):
                if self._live.address:
                    self._live.trace()  # stands first: the reply comes above it
                self.add_to_turn(Row(RowKind.EVENT, reminder_set_words(reminder), now, turn=self._live.address))
            case TopicSwitched(topic=topic):
                divider = Row(RowKind.TOPIC, topic.title, now)
                first = self.at_address(self._live.address)
                if first is None:
                    self.append(divider)
                else:  # the message that asked for it belongs to the topic
                    self.insert(self.rows.place(first), [divider])

    def _take_undone(self, update: TurnUndone) -> None:
        gone = frozenset(update.addresses)
        self._live.drop(update.turn)
        for row in self.rows[-4 * LATEST :]:
            if (
                row.address in gone
                or (row.state is RowState.LEAVING and row.note in gone)
                or (row.turn == update.turn and row.address != update.turn)
            ):
                self.take_out(row)
        for sentence in update.kept:
            self.append(Row(RowKind.EVENT, in_the_users_language(sentence), datetime.now().astimezone()))
        self._retried = "" if update.turn in gone else update.turn

    def _take_replaced(self, update: MessageReplaced) -> None:
        """A reply has another text, or a step another thought."""
        message, turn = update.message, ""
        reply = self.latest(lambda row: row.kind is RowKind.REPLY and row.address == update.address)
        if reply is not None:
            reply.text, reply.address, reply.state, turn = reply_text(message), message.address, RowState.SETTLED, reply.turn
            reply.unfounded = message.grounds == ()
            self.touch(reply)
        if message.call is None:
            return
        trace = self.latest(lambda row: any(step.address == update.address for step in row.steps))
        if trace is not None:
            step = next(step for step in trace.steps if step.address == update.address)
            step.thought, step.address = message.call.thought, message.address
            self.touch(trace)
        elif message.call.thought and reply is not None:
            step = step_of(message.call, message.address)
            step.ok = True
            self.insert(self.rows.place(reply) + 1, [Row(RowKind.TRACE, "", reply.at, turn=turn, steps=[step])])

    # -- history and verdicts -------------------------------------------------------------------------------------

    def _take_history(self, update: HistoryShown) -> None:
        older = self._asked.pop(update.request_id, None)
        if older is None:
            return  # another window's question
        rows = rows_of(update.messages, self._documents.coverage)
        self.older_known = update.more and bool(rows)
        self._oldest = update.messages[0].address if update.messages else self._oldest
        if older:
            self.insert(0, rows)
            return
        stored = {message.request_id for message in update.messages if message.role is Role.USER}
        waiting = [row for row in self.rows[len(self.rows) - self.queued :] if row.request_id not in stored]
        self._live.drop_all()
        self.replace_all(rows, waiting)

    def _take_verdict(self, update: CommandAccepted | CommandFailed) -> None:
        if isinstance(update, CommandFailed):
            self._asked.pop(update.request_id, None)
        row = self.latest(lambda row: self._is_queued(row, update.request_id))
        if row is None:
            return
        if isinstance(update, CommandAccepted):
            row.state, row.note = RowState.ACCEPTED, update.address
            self.touch(row)
            return
        self.take_out(row)
        row.state, row.note = RowState.NOT_SENT, update.reason
        self.append(row)

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
