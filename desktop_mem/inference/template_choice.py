"""Which chat template a model is spoken to with: its own, or that of its family, which is always said."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from desktop_mem.control.model_rows import Finding
from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.chat_template import ChatTemplate
from desktop_mem.inference.gguf import GgufHeader
from desktop_mem.inference.template_families import BY_NAME, FAMILIES, Family, family_of


@dataclass(frozen=True, slots=True)
class Chosen:
    """The template, and the family that it is from; empty: the file's own."""

    template: ChatTemplate
    family: str = ""


def choose_template(header: GgufHeader, path: Path, family: str = "") -> tuple[Chosen | None, list[Finding]]:
    """The template for the model, and what has to be said of the choice; None where none serves. `family` is the user's own choice."""
    if family:
        return _chosen_by_hand(header, family)
    try:
        return Chosen(_template(header, header.chat_template, str(path))), []
    except EnvironmentFault as fault:
        own, remedy = fault.what, fault.remedy
    known = family_of(header, path.stem)
    if known is None:
        return None, [Finding("error", own, remedy)]
    chosen = Chosen(_template(header, known.template, known.name), known.name)
    return chosen, [Finding("warning", own, f"The template of the family {known.name} is used, which the model seems to be of.")]


def _chosen_by_hand(header: GgufHeader, family: str) -> tuple[Chosen | None, list[Finding]]:
    known: Family | None = BY_NAME.get(family.lower())
    if known is None:
        names = ", ".join(each.name for each in FAMILIES)
        return None, [Finding("error", f"There is no template named {family}.", f"The templates are: {names}.")]
    return Chosen(_template(header, known.template, known.name), known.name), []


def _template(header: GgufHeader, source: str, name: str) -> ChatTemplate:
    return ChatTemplate(source, name=name, bos=header.token("bos"), eos=header.token("eos"))
