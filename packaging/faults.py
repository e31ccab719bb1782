"""What stops a set-up: something about the machine, said in a sentence with its remedy."""

from __future__ import annotations


class SetupFault(Exception):
    """`what` happened and to which file; `remedy` is what to do about it."""

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(f"{what} {remedy}".strip())
        self.what = what
        self.remedy = remedy
