"""The functions themselves: what each does to the working context and to external context."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

from desktop_mem.errors import Refused
from desktop_mem.memory.dates import span
from desktop_mem.memory.fitting import fit, hit_line, one_line, pages
from desktop_mem.memory.function_call import FunctionResult
from desktop_mem.memory.gated_writes import GatedWrites
from desktop_mem.memory.main_context import MainContext
from desktop_mem.memory.memory_event import lines_only_in
from desktop_mem.memory.passage import HitPage, Passage
from desktop_mem.memory.plane import ControlPlane, ProposedWrite
from desktop_mem.memory.ports import ExternalContext, TokenCounter
from desktop_mem.memory.sealing import escaped
from desktop_mem.memory.source import Origin
from desktop_mem.memory.topic_switch import TopicSwitch
from desktop_mem.memory.working_context import Change, WorkingContext

_COVERAGE_TOKENS = 48


class Functions:
    """One method per function of the set, by its name. `begin` tells which message the calls answer."""

    def __init__(
        self,
        context: MainContext,
        external: ExternalContext,
        counter: TokenCounter,
        model: str,
        *,
        plane: ControlPlane,
        topics: TopicSwitch,
    ) -> None:
        self._context = context
        self._external = external
        self._counter = counter
        self._reminders = plane.reminders
        self._writes = GatedWrites(context, external, plane.gate, model)
        self.topics = topics
        self._cause = ""

    def begin(self, cause: str) -> None:
        """The calls that follow answer the message at `cause`; searches see only what is older."""
        self._cause = self._writes.cause = cause

    def send_message(self, message: str) -> FunctionResult:
        if not message.strip():
            raise Refused("the message is empty. Say something to the user.")
        return FunctionResult(True, "sent", sources=self._writes.grounds(message))

    def core_memory_append(self, label: str, content: str) -> FunctionResult:
        arguments = {"label": label, "content": content}
        return self._changed("append", arguments, lambda context: context.append(label, content))

    def core_memory_replace(self, label: str, old_content: str, new_content: str) -> FunctionResult:
        arguments = {"label": label, "old_content": old_content, "new_content": new_content}
        return self._changed("replace", arguments, lambda context: context.replace(label, old_content, new_content))

    def conversation_search(self, query: str, page: int = 1) -> FunctionResult:
        found = self._external.recall.search(_asked(query), page, before=self._cause)
        if not found.total:
            elsewhere = self._external.archival.search(query, 1).total
            return _nothing(f"nothing said before matches '{query}'.", "archival_memory_search", elsewhere, found.note)
        return self._listed(found, page)

    def conversation_search_date(self, start_date: str, end_date: str, page: int = 1) -> FunctionResult:
        start, end = span(start_date, end_date or start_date, self._external.clock.now())
        if end <= start:
            raise Refused(f"end_date {end_date} lies before start_date {start_date}. Swap them.")
        found = self._external.recall.search_dates(start, end, page, before=self._cause)
        if not found.total:
            return FunctionResult(
                True, f"nothing was said from {start_date} to {end_date or start_date}. Try other dates or conversation_search."
            )
        return self._listed(found, page)

    def archival_memory_insert(self, content: str) -> FunctionResult:
        if not content.strip():
            raise Refused("nothing to store. Put the text into 'content'.")
        judgement = self._writes.judge(ProposedWrite("passage", content.strip()))
        tainted = self._context.queue.tainted
        draft = Passage(content.strip(), self._external.clock.now(), origin=Origin.ASSISTANT, tainted=tainted)
        passage = self._external.archival.insert(draft)
        self._writes.record("insert", passage.address, "", passage.text, judgement.sources)
        return FunctionResult(True, f"stored as {passage.address}.", sources=(passage.address,))

    def archival_memory_search(self, query: str, page: int = 1) -> FunctionResult:
        found = self._external.archival.search(_asked(query), page)
        if not found.total:
            elsewhere = self._external.recall.search(query, 1, before=self._cause).total
            return _nothing(f"no document or stored text matches '{query}'.", "conversation_search", elsewhere, found.note)
        return self._listed(found, page)

    def set_reminder(self, when: str, message: str) -> FunctionResult:
        if not message.strip():
            raise Refused("there is nothing to remind of. Put it into 'message'.")
        now = self._external.clock.now()
        asked = self._reminders.reminder(when, message.strip(), now, self._cause)
        judgement = self._writes.judge(ProposedWrite("reminder", asked.message, when=when))
        if judgement.waits_for:
            after = f"{asked.when.due:%A %Y-%m-%d %H:%M}: {asked.message}"
            return self._writes.propose("set_reminder", {"when": when, "message": asked.message}, judgement, after=after)
        reminder = self._external.reminders.add(asked)
        self._writes.record("remind", reminder.address, "", reminder.message, judgement.sources)
        again = ", and again by its rule" if reminder.when.rule else ""
        time = f"{reminder.when.due:%A %Y-%m-%d %H:%M %z}{again}"
        text = f"{reminder.address} is set for {time}: {one_line(reminder.message)}. Tell the user this time."
        return FunctionResult(True, text, sources=(reminder.address,), reminder=reminder)

    def pause_heartbeats(self, minutes: int) -> FunctionResult:
        self._writes.judge(ProposedWrite("pause", ""))
        until = self._external.clock.now() + timedelta(minutes=minutes)
        return FunctionResult(True, f"no timed heartbeat before {until:%H:%M on %A %Y-%m-%d}.", paused_until=until)

    def switch_topic(self, query: str) -> FunctionResult:
        left = self.topics.current
        judgement = self._writes.judge(ProposedWrite("topic", _asked(query)))
        if judgement.waits_for:
            return self._writes.propose("switch_topic", {"query": query}, judgement, after=query)
        topic = self.topics.wanted(query, self._cause)
        self._writes.record("switch", topic.address, left, topic.address)
        if topic.summary or self._external.topics.stretch(topic.address, 1):
            begun = f"{topic.address}, begun {topic.started_at:%Y-%m-%d}"
            text = f"the topic is now '{topic.title}' ({begun}). What was said last is in view again."
        else:
            text = f"a new topic '{topic.title}' ({topic.address}) begins. What was in view is kept in recall."
        return FunctionResult(True, text, sources=(topic.address,), topic=topic)

    def open_page(self, address: str) -> FunctionResult:
        """Read a message, passage or place in a document; `part=2` behind it is the second stretch of a long one."""
        whole, part = _without_part(address.strip().strip("[]"))
        try:
            text, tainted = self._read(whole)
        except LookupError as error:
            raise Refused(f"{error.args[0] if error.args else address} Search first and use an address from the results.") from None
        stretches = pages(escaped(text) if tainted else text, self._context.plan.page_of_result, self._counter)
        if part > len(stretches):
            raise Refused(f"{whole} has {len(stretches)} parts; there is no part {part}.")
        following = f"{whole}{'&' if '#' in whole else '#'}part={part + 1}"
        more = f" (part {part} of {len(stretches)}; next: open_page {following})" if part < len(stretches) else ""
        return FunctionResult(True, f"[{address}]{more}\n{stretches[part - 1]}", sources=(whole,), tainted=tainted)

    def _read(self, address: str) -> tuple[str, bool]:
        found = self._external.addresses.resolve(address)
        covered = f"(covers {', '.join(found.sources)})" if found.kind == "summary" else ""
        return "\n".join(filter(None, [found.note and f"({found.note})", found.text, covered])), found.tainted

    def _changed(self, kind: str, arguments: dict[str, str], write: Callable[[WorkingContext], Change]) -> FunctionResult:
        context = self._context.working_context
        sections = context.sections
        before, after = change = write(context)
        context.put_back(sections)  # nothing stands that was not judged
        added, gone = ("\n".join(lines_only_in(one.text, other.text)) for one, other in ((after, before), (before, after)))
        judgement = self._writes.judge(ProposedWrite("section", added, gone, after.label))
        target = f"w:{after.label}"
        if judgement.waits_for:
            function = f"core_memory_{kind}"
            return self._writes.propose(function, arguments, judgement, target=target, before=before.text, after=after.text)
        context.put_back(after if section.label == after.label else section for section in sections)
        self._writes.record(kind, target, before.text, after.text, judgement.sources)
        return FunctionResult(
            True, f"{after.label} now reads: {one_line(after.text)} ({after.limit - len(after.text)} characters are free)", change=change
        )

    def _listed(self, found: HitPage, page: int) -> FunctionResult:
        note = f" {found.note}" if found.note else ""
        if page > found.pages:
            raise Refused(f"there is no page {page}; the last is page {found.pages} of {found.total} hits.")
        head = f"{len(found.hits)} of {found.total}, page {page} of {found.pages}.{note}"
        seen = [fit(f"seen: {escaped(', '.join(map(str, found.coverage)))}", _COVERAGE_TOKENS, self._counter)] if found.coverage else []
        room = self._context.plan.largest_result - 70 - sum(map(self._counter.count, seen))
        share = max(24, room // max(1, len(found.hits)))
        shown = seen + [fit(hit_line(hit), share, self._counter) for hit in found.hits]
        return FunctionResult(
            True, "\n".join([head, *shown]), sources=tuple(h.address for h in found.hits), tainted=any(h.tainted for h in found.hits)
        )


def _nothing(what: str, other: str, elsewhere: int, note: str) -> FunctionResult:
    """An empty result, with what the other store has."""
    hint = f"{other} finds {elsewhere} for it." if elsewhere else f"{other} finds nothing either."
    return FunctionResult(True, f"{what} {hint}" + (f" {note}" if note else ""))


def _without_part(address: str) -> tuple[str, int]:
    """The address without `part=2`, and that number (1 where none is said). Raises `Refused`."""
    base, _, place = address.partition("#")
    pieces = place.split("&")
    parts = [piece for piece in pieces if piece.startswith("part=")]
    number = parts[-1].removeprefix("part=") if parts else "1"
    if not re.fullmatch("[1-9][0-9]{0,8}", number):
        raise Refused(f"'{place}' is no place. Places look like page=4 or part=2.")
    rest = "&".join(piece for piece in pieces if piece not in parts)
    return f"{base}#{rest}" if rest else base, int(number)


def _asked(query: str) -> str:
    if not query.strip():
        raise Refused("the query is empty. Say what to look for.")
    return query
