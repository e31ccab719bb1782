"""The working context: fixed-size sections of main context that are written only through functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from desktop_mem.errors import Refused

Change = tuple["SectionState", "SectionState"]
FIRST_LABELS = ("persona", "human")
_LABEL = re.compile("[a-z][a-z0-9_]{0,39}")


@dataclass(frozen=True, slots=True)
class SectionState:
    """One section as it is stored. `limit` is in characters."""

    label: str
    text: str
    limit: int
    description: str = ""
    read_only: bool = False


def first_sections(limit: int) -> tuple[SectionState, ...]:
    """The two sections that every profile begins with, of `limit` characters each."""
    return (
        SectionState("persona", "I am a helpful personal assistant. I answer briefly and truthfully.", limit, "who the assistant is"),
        SectionState("human", "", limit, "what is known about the user"),
    )


class WorkingContext:
    """Holds the sections in order; a write either happens whole or raises `Refused` with the figures and leaves all as it was.

    `fits` says whether a rendered working context still leaves room in the window for the rest.
    """

    def __init__(self, sections: Iterable[SectionState], fits: Callable[[str], bool] = lambda _: True) -> None:
        self._sections = {section.label: section for section in sections}
        self._fits = fits

    @property
    def sections(self) -> tuple[SectionState, ...]:
        """All sections, in order."""
        return tuple(self._sections.values())

    def section(self, label: str) -> SectionState:
        """The section of that label. Raises `Refused` naming those that exist."""
        if label not in self._sections:
            raise Refused(f"there is no section '{label}'. The sections are: {', '.join(self._sections)}.")
        return self._sections[label]

    def append(self, label: str, content: str) -> Change:
        """Add a line to the end of a section; the section before and after."""
        section, content = self._open(label), content.strip()
        if not content:
            raise Refused("nothing to append. Put the text to keep into 'content'.")
        return self._write(section, f"{section.text}\n{content}" if section.text else content)

    def replace(self, label: str, old_content: str, new_content: str) -> Change:
        """Put `new_content` in place of `old_content`, which must occur exactly once; empty new text deletes."""
        section = self._open(label)
        found = section.text.count(old_content) if old_content else 0
        if not found:
            raise Refused(f"'{old_content}' does not occur in {label}. Copy the text exactly. It reads: {section.text or '(empty)'}")
        if found > 1:
            raise Refused(f"'{old_content}' occurs {found} times in {label}. Give a longer stretch that occurs once.")
        text = section.text.replace(old_content, new_content.strip())
        return self._write(section, "\n".join(line for line in text.splitlines() if line.strip()))

    def edit(self, label: str, text: str, *, expected: str) -> Change:
        """The user's own edit of a whole section; refused when it no longer reads as `expected`. Read-only binds the model,
        not the user.
        """
        section = self.section(label)
        if section.text != expected:
            raise Refused(f"the section {label} has changed since you began to edit it. Look at the new text and edit again.")
        return self._write(section, text.strip())

    def add(self, section: SectionState) -> None:
        """A section that the user makes. Raises `Refused` for a label that is taken or not one word of lower-case letters."""
        if not _LABEL.fullmatch(section.label):
            raise Refused(f"'{section.label}' cannot be the name of a section. Use up to 40 of a-z, 0-9 and _, beginning with a letter.")
        if section.label in self._sections:
            raise Refused(f"there is a section '{section.label}' already.")
        self._commit(section)

    def configure(self, label: str, *, description: str, limit: int, read_only: bool) -> Change:
        """Change what a section is for, how much it may hold, and whether the model may write it; the section before and after."""
        before = self.section(label)
        if limit < len(before.text):
            raise Refused(f"{label} holds {len(before.text)} characters; its limit cannot be {limit}. Shorten the text first.")
        after = replace(before, description=description.strip(), limit=limit, read_only=read_only)
        self._commit(after)
        return before, after

    def remove(self, label: str) -> SectionState:
        """Take out a section that the user made; the section as it was."""
        if label in FIRST_LABELS:
            raise Refused(f"the section {label} cannot be removed. Empty it instead.")
        section = self.section(label)
        del self._sections[label]
        return section

    def place(self, label: str) -> int:
        """Where a section stands in the order, from 0."""
        return list(self._sections).index(label)

    def put(self, section: SectionState, place: int) -> None:
        """Make a section what it was before a change. Raises `Refused` when that no longer fits."""
        if len(section.text) > section.limit:
            raise Refused(
                f"the section {section.label} would hold {len(section.text)} characters and may hold {section.limit} now. "
                "Shorten its text, or raise its limit."
            )
        self._commit(section)
        others = [each for each in self.sections if each.label != section.label]
        self.put_back([*others[:place], section, *others[place:]])

    def put_back(self, sections: Iterable[SectionState]) -> None:
        """Make all sections what they were before writes that could not be stored, or were undone."""
        self._sections = {section.label: section for section in sections}

    def render(self) -> str:
        """The sections that hold something, as they stand in the prompt; without markup, which small models copy."""
        return "\n".join(_rendered(section) for section in self.sections if section.text)

    def _open(self, label: str) -> SectionState:
        section = self.section(label)
        if section.read_only:
            raise Refused(f"the section {label} is read-only. Only the user can change it.")
        return section

    def _write(self, section: SectionState, text: str) -> Change:
        """Check capacity, then commit."""
        if len(text) > section.limit:
            raise Refused(
                f"{section.label} would hold {len(text)} characters and may hold {section.limit} "
                f"({max(0, section.limit - len(section.text))} are free). Shorten the text, replace old text, "
                "or use archival_memory_insert."
            )
        after = replace(section, text=text)
        self._commit(after)
        return section, after

    def _commit(self, section: SectionState) -> None:
        """Put the section in place, unless the working context grows too large by it."""
        before, size = dict(self._sections), len(self.render())
        self._sections[section.label] = section
        if len(self.render()) > size and not self._fits(self.render()):
            self._sections = before
            raise Refused("the working context would take too much of the window. Replace old text, or use archival_memory_insert.")


def _rendered(section: SectionState) -> str:
    """A section that the user made says what it is for; the model knows the first two from its instructions."""
    purpose = f" ({section.description})" if section.description and section.label not in FIRST_LABELS else ""
    return f"{section.label}{purpose}: {section.text}"
