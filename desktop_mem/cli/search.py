"""`desktop-mem search` and `open`: what the stores hold on a query or at an address, with its place and why it matched."""

from __future__ import annotations

from pathlib import Path

from desktop_mem.app import make_worker, open_home
from desktop_mem.cli.answers import answers
from desktop_mem.cli.lists import tell_reminder
from desktop_mem.cli.output import Output
from desktop_mem.errors import EnvironmentFault
from desktop_mem.memory.passage import Hit, HitPage
from desktop_mem.memory.update import ReminderFell, Update
from desktop_mem.runtime.command import OpenPlace, Search
from desktop_mem.runtime.inbox import Inbox
from desktop_mem.runtime.update import CommandFailed, EmbedderReady, PlaceOpened, RuntimeUpdate, SearchFinished


def search(profile: Path, wanted: Search, *, as_json: bool) -> int:
    """Print one page of each list asked for. An empty result is a result."""
    output = Output(as_json=as_json)
    finished: list[SearchFinished] = []

    def show(update: Update | RuntimeUpdate) -> None:
        if isinstance(update, SearchFinished):
            finished.append(update)
        elif isinstance(update, CommandFailed):
            raise EnvironmentFault(update.reason, "")
        elif isinstance(update, ReminderFell):
            tell_reminder(output, update)
        elif isinstance(update, EmbedderReady) and update.fault:
            output.note(f"Search knows words only. {update.fault}")

    if not wanted.query.strip():
        raise EnvironmentFault("The query is empty.", "Say what to look for.")
    inbox = Inbox()
    worker = make_worker(open_home(profile), show, inbox)
    worker.start_stores()
    try:
        worker.load_embedder()
        inbox.put(wanted)
        worker.turn()
    finally:
        worker.close()
    for result in finished:
        _print(output, "recall", result.recall)
        _print(output, "archival", result.archival)
    return 0


def open_place(profile: Path, address: str, *, as_json: bool) -> int:
    """Print what stands at an address, each text under the words that name its place."""
    output = Output(as_json=as_json)
    opened = [update for update in answers(profile, OpenPlace(address)) if isinstance(update, PlaceOpened)]
    for text in opened[-1].texts:
        record = {"type": "opened", "address": text.address, "citation": text.citation, "text": text.text}
        output.result(record, f"{text.address}  {text.citation}".rstrip() + f"\n{text.text}\n")
    if note := opened[-1].note:
        output.result({"type": "standing", "address": address, "standing": opened[-1].standing, "note": note}, note)
    return 0


def _print(output: Output, store: str, found: HitPage | None) -> None:
    if found is None:
        return
    if not output.as_json:
        note = f" {found.note}" if found.note else ""
        output.note(f"{store}: {len(found.hits)} of {found.total} hits, page {found.page} of {found.pages}.{note}")
        if found.coverage:
            output.note(f"seen: {', '.join(map(str, found.coverage))}")
    for hit in found.hits:
        output.result(_record(store, hit, found), f"{hit.address}  {_place(hit)}  ({', '.join(hit.why)})\n    {' '.join(hit.text.split())}")


def _place(hit: Hit) -> str:
    return hit.citation or f"{hit.created_at:%Y-%m-%d %H:%M} {hit.speaker}".strip()


def _record(store: str, hit: Hit, found: HitPage) -> dict[str, object]:
    return {
        "store": store,
        "address": hit.address,
        "text": hit.text,
        "created_at": hit.created_at,
        "score": round(hit.score, 4),
        "why": list(hit.why),
        "speaker": hit.speaker,
        "citation": hit.citation,
        "place": hit.place,
        "total": found.total,
        "page": found.page,
        "pages": found.pages,
        "note": found.note,
        "document": hit.document,
        "coverage": next(
            ({"seen": each.seen, "passages": each.passages} for each in found.coverage if each.document == hit.document), None
        ),
    }
