"""Forgetting: a document goes with what the user chose of all that rests on it, from the stores and from the working context."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from desktop_mem.control.import_work import FORGOTTEN, Dependent
from desktop_mem.memory.agent import Agent
from desktop_mem.memory.ports import PromptMessage, TokenCounter
from desktop_mem.memory.update import Update
from desktop_mem.runtime.command import EditSection, ForgetDocument
from desktop_mem.runtime.imports import Imports
from desktop_mem.runtime.session_commands import carried_out


def forgotten(imports: Imports, agent: Agent, counter: TokenCounter, command: ForgetDocument) -> Iterator[Update]:
    """Forget, while no chain runs; the agent has to be made anew afterwards, for its queue may hold words that are gone."""
    question = imports.question(command.address)
    entries = [entry for entry in (question.entry, *question.members) if entry.address in (command.address, *command.along)]
    chosen = [dependent for dependent in question.dependents if dependent.address in command.along]
    sections = [dependent for dependent in chosen if dependent.address.startswith("w:")]
    for dependent in sections:
        yield from carried_out(agent.session, _edit(agent, dependent))
    lines = {dependent.address: dependent.text.splitlines() for dependent in sections}
    imports.forget(command, counter.count_message(PromptMessage("function", FORGOTTEN)), lines)
    names = {entry.address: PurePath(entry.path).name for entry in entries}
    names |= {dependent.address: "" for dependent in chosen if dependent.address.startswith("p")}
    agent.session.note_deleted(names, command.address)


def _edit(agent: Agent, dependent: Dependent) -> EditSection:
    """Takes the lines that rest on the document out of a section."""
    label, gone = dependent.address.removeprefix("w:"), dependent.text.splitlines()
    text = next(each.text for each in agent.context.working_context.sections if each.label == label)
    return EditSection(label, "\n".join(line for line in text.splitlines() if line not in gone), expected=text)
