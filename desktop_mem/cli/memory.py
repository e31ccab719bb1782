"""`desktop-mem memory show`: the working context as the model sees it, and what lies outside the window."""

from __future__ import annotations

from pathlib import Path

from desktop_mem.app import make_worker, open_home
from desktop_mem.cli.output import Output
from desktop_mem.memory.update import Update
from desktop_mem.runtime.inbox import Inbox
from desktop_mem.runtime.update import CountsChanged, RuntimeUpdate, SectionsShown


def show_memory(profile: Path, *, as_json: bool) -> int:
    """Print every section, then the counts."""
    output = Output(as_json=as_json)

    def show(update: Update | RuntimeUpdate) -> None:
        match update:
            case SectionsShown(sections=sections):
                for section in sections:
                    record = {
                        "type": "section",
                        "label": section.label,
                        "text": section.text,
                        "limit": section.limit,
                        "read_only": section.read_only,
                    }
                    output.result(
                        record, f"[{section.label}] {len(section.text)} of {section.limit} characters\n{section.text or '(empty)'}\n"
                    )
            case CountsChanged(counts=counts):
                record = {"type": "counts", "messages": counts.messages, "passages": counts.passages, "documents": counts.documents}
                output.result(
                    record,
                    f"{counts.messages} messages in recall, "
                    f"{counts.passages} passages of {counts.documents} documents in archival storage.",
                )
            case _:
                pass

    worker = make_worker(open_home(profile), show, Inbox())
    worker.start_stores()
    worker.close()
    return 0
