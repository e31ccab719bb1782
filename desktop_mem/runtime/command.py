"""Commands: what a window or a terminal asks of the runtime; imperative, frozen, picklable."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field


def new_request_id() -> str:
    """An id by which the runtime recognises a command that is sent again after a crash."""
    return uuid.uuid4().hex


@dataclass(frozen=True, slots=True)
class SendMessage:
    """Hand a message of the user to the agent."""

    text: str
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class ImportPaths:
    """Import these files and folders."""

    paths: tuple[str, ...]
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class CancelImport:
    """Cancel the import of one document, or of all that wait when `address` is empty."""

    address: str = ""
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class Search:
    """Search recall and archival storage; answered by `SearchFinished` with the same id. `scope` is `all`, `recall` or `archival`."""

    query: str
    scope: str = "all"
    page: int = 1
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class EditSection:
    """Replace the text of a working-context section by the user's own. `expected` is the text the user saw: an edit of an
    outdated one is refused.
    """

    label: str
    text: str
    expected: str
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class ShowHistory:
    """Send the `limit` newest conversation messages older than the address `before` (empty: the newest); answered by `HistoryShown`."""

    limit: int = 200
    before: str = ""
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class ShowState:
    """Send everything that a window needs to draw itself: `EngineReady` (when it is), sections, context, documents."""

    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop the generation in hand, keeping what was said so far."""

    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class Shutdown:
    """Finish the write in hand and end."""

    request_id: str = field(default_factory=new_request_id)


Command = SendMessage | ImportPaths | CancelImport | Search | EditSection | ShowHistory | ShowState | Stop | Shutdown
