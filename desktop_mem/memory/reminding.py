"""Reminding: reminders fall due, whatever the model does, and a reply that set one says for when."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from desktop_mem.memory.event import Priority, ReminderDue
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.heartbeat import SEND_MESSAGE
from desktop_mem.memory.message import Message
from desktop_mem.memory.plane import ReminderPlane
from desktop_mem.memory.ports import ExternalContext
from desktop_mem.memory.queue_manager import QueueManager
from desktop_mem.memory.reminder import Reminder
from desktop_mem.memory.update import ReminderFell, Update


class Reminding:
    """Knows when the next reminder is due, and takes it for an event when its time has come."""

    def __init__(self, external: ExternalContext, queue_manager: QueueManager, plane: ReminderPlane) -> None:
        self._external = external
        self._manager = queue_manager
        self._plane = plane
        self._next_due: datetime | None = None
        self._looked_at: datetime | None = None
        self.look_again()

    def look_again(self) -> None:
        """Reminders were set, moved or called off."""
        waiting = self._external.reminders.waiting()
        self._next_due = waiting[0].when.due if waiting else None

    def fall_due(self, *, starts_chain: bool) -> Iterator[Update]:
        """Take every reminder whose time has come for an event, and move it on; each is shown as soon as that is stored.

        Quick when none is due. A chain is started for the first alone, and for none while the user waits for an answer or another
        reminder's chain has not ended: the model then finds the others in its queue.
        """
        now = self._external.clock.now()
        self._follow_the_clock(now)
        if self._next_due is None or now < self._next_due:
            return
        for reminder in self._external.reminders.waiting():
            fallen = self._plane.fall_due(reminder, now)
            if fallen is None:
                break
            due = ReminderDue(reminder.address, reminder.message, f"{fallen.was_due:%A %Y-%m-%d %H:%M %z}", fallen.missed)
            with self._manager.step():
                self._external.reminders.change(fallen.after)
                message = self._manager.receive(due, starts_chain=starts_chain and not self._is_busy())
            yield ReminderFell(message, fallen.after, fallen.was_due, fallen.missed)
        self.look_again()

    def _is_busy(self) -> bool:
        """Whether a message of the user waits for its turn, or the chain of a reminder has not ended."""
        events = self._manager.agenda.events
        waits = any(event.priority == Priority.USER and not event.steps and event.address != self._manager.turn for event in events)
        return waits or any(event.priority == Priority.REMINDER for event in events)

    def _follow_the_clock(self, now: datetime) -> None:
        """At the start, and after the clock was set back or the zone changed, 9:00 is 9:00 where the user is now."""
        before, self._looked_at = self._looked_at, now
        if before and before <= now and before.utcoffset() == now.utcoffset():
            return
        waiting = self._external.reminders.waiting()
        moved = [after for each in waiting if (after := self._plane.as_the_clock_stands(each, now)) is not each]
        if moved:
            with self._manager.step():
                for reminder in moved:
                    self._external.reminders.change(reminder)
        self.look_again()

    def names_time(self, text: str) -> bool:
        """Whether the text names a time to come: such a message is urgent."""
        return self._plane.names_time(text, self._external.clock.now())

    def request(self, text: str) -> FunctionCall | None:
        """The `set_reminder` call that the user's text plainly asks for, if it does."""
        return self._plane.request(text, self._external.clock.now())

    def made_of(self, phrase: str, message: str, now: datetime, cause: str) -> Reminder:
        """A reminder at the time that the phrase names, said at `now`. Raises `Refused`."""
        return self._plane.reminder(phrase, message, now, cause)

    def said_of(self, reminder: Reminder | None, phrase: str, like: str) -> str:
        """What the program itself says of a reminder that was asked for: for when it is set, or that the phrase could not be read."""
        return self._plane.confirmation(reminder, like) if reminder else self._plane.misread(phrase, like)

    def with_times(self, call: FunctionCall, message: Message) -> FunctionCall:
        """The reply to `message`, with the time of each reminder that was set in this turn where the model is silent on it."""
        said = call.arguments.get("message")
        if call.function != SEND_MESSAGE or not isinstance(said, str) or not said.strip():
            return call
        for reminder in self.set_in(message.address):
            if f"{reminder.when.due:%H:%M}" not in said:
                said = f"{said}\n{self._plane.confirmation(reminder, message.text)}"
        return FunctionCall(call.function, {**call.arguments, "message": said}, call.thought, call.request_heartbeat)

    def set_in(self, turn: str) -> list[Reminder]:
        """The reminders that wait and were set in that turn."""
        return [reminder for reminder in self._external.reminders.waiting() if reminder.cause == turn]
