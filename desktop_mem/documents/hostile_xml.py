"""How XML of unknown origin is parsed, everywhere alike: nothing in it is expanded or fetched, and what can be mended is."""

from __future__ import annotations

from typing import Any, Final

HOSTILE_XML: Final[dict[str, Any]] = {"resolve_entities": False, "no_network": True, "huge_tree": True, "recover": True}
"""Options of lxml's parsers. The memory cap of the parser process stands in for the limits that `huge_tree` lifts."""
