"""Ids by which the runtime recognises a command that is sent again after a crash."""

from __future__ import annotations

import uuid


def new_request_id() -> str:
    """An id by which the runtime recognises a command that is sent again after a crash."""
    return uuid.uuid4().hex
