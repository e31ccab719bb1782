"""Preflight: what is to be expected of a model file, found out from its header before anything is loaded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from desktop_mem.control.model_rows import Finding, ModelReport
from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.adapter import adapter_findings
from desktop_mem.inference.chat_template import ChatTemplate
from desktop_mem.inference.checksum import Checksum
from desktop_mem.inference.gguf import GgufHeader, read_header
from desktop_mem.inference.memory_need import LoadPlan, MemoryNeed, memory_need
from desktop_mem.inference.model_facts import Kind, ModelFacts, facts_of
from desktop_mem.inference.split_files import parts_of
from desktop_mem.inference.template_choice import Chosen, choose_template

_MB = 10**6
_CHOOSE_CHAT = "Choose an instruct or chat model."
_NOT_CHAT: dict[Kind, str] = {
    "embeddings": "an embedding model: it turns text into vectors and writes none",
    "reranker": "a reranker: it scores texts and writes none",
    "adapter": "an adapter (LoRA), which only changes another model",
    "projector": "a vision projector (mmproj), which only lets another model see pictures",
    "importance": "an importance matrix, which only helps to quantise another model",
    "speech": "a speech model",
    "pictures": "a model that makes pictures",
    "translation": "an encoder-decoder model, made for translation and the like and not for conversation",
}


@dataclass(frozen=True, slots=True)
class Preflight:
    """All that was found out. Without `facts` the header itself could not be read; `template` is None where none serves."""

    path: Path
    findings: tuple[Finding, ...]
    files: tuple[Path, ...] = ()
    facts: ModelFacts | None = None
    need: MemoryNeed | None = None
    header: GgufHeader | None = field(default=None, repr=False)
    template: Chosen | None = field(default=None, repr=False)

    def require(self, *, anyway: bool) -> None:
        """Raise `EnvironmentFault` with the first thing that keeps the model from being loaded; `anyway`: its size does not."""
        blocking = ("error",) if anyway else ("error", "too large")
        for finding in self.findings:
            if finding.severity in blocking:
                raise EnvironmentFault(finding.sentence, finding.remedy)

    def with_adapter(self, adapter: Path) -> Preflight:
        """The same with what is to be said of a LoRA adapter that is laid over the model."""
        return replace(self, findings=(*self.findings, *adapter_findings(adapter, self.path, self.header))) if self.header else self

    def report(self) -> ModelReport:
        """The same for the window and the terminal."""
        need = self.need
        memory = {"weights": need.weights, "cache": need.cache, "buffers": need.buffers, "total": need.total} if need else {}
        memory |= {"on_card": need.on_card, "free": need.free, "window": need.window} if need else {}
        family, role = (self.template.family, self.template.template.form.result_role) if self.template else ("", "")
        facts = asdict(self.facts) if self.facts else {}
        return ModelReport(str(self.path), self.works, self.verdict, self.findings, facts, memory, family, role)

    @property
    def works(self) -> bool:
        """Nothing keeps the model from being tried."""
        return not any(finding.severity == "error" for finding in self.findings)

    @property
    def verdict(self) -> str:
        """`fits`, `tight`, `too large`, or empty where the size is not known."""
        return self.need.verdict if self.need else ""


def preflight(path: Path, plan: LoadPlan, *, family: str = "", trial: tuple[str, Checksum] = ("", "unknown")) -> Preflight:
    """Look at the GGUF at `path`. Never raises for what is wrong with it: that is a finding.

    `family` names the template to use in place of the file's own. `trial`: why llama.cpp refused it, if it did, and what a comparison
    with the catalogue came to, where these were made.
    """
    try:
        header = read_header(path)
    except EnvironmentFault as fault:
        return Preflight(path, (Finding("error", fault.what, fault.remedy),))
    parts = parts_of(path, header)
    findings = list(_of_files(path, header, *trial))
    headers = [header]
    if len(parts.files) > 1:
        headers, more = _all_headers(path, header, parts.files)
        findings += more
    facts, need = facts_of(headers), memory_need(headers, plan)
    findings += _of_kind(path, facts)
    chosen = None
    if facts.kind == "chat":
        chosen, more = choose_template(header, path, family)
        findings += more
        findings += _of_prompt(path, header, chosen.template) if chosen else []
        findings += _of_tokens(path, facts)
    findings += _of_memory(path, need, plan)
    return Preflight(path, tuple(findings), parts.files, facts, need, header, chosen)


def _of_files(path: Path, header: GgufHeader, refusal: str, checksum: Checksum) -> Iterator[Finding]:
    parts = parts_of(path, header)
    if parts.missing:
        names = ", ".join(file.name for file in parts.missing)
        yield Finding(
            "error",
            f"Of the {len(parts.files)} files of the model {path} some are missing: {names}.",
            "Put them into the same folder, under these names.",
        )
    if parts.chosen:
        yield Finding(
            "error", f"{path} is part {parts.chosen + 1} of {len(parts.files)} of a model.", f"Choose the first one: {parts.files[0].name}."
        )
    if refusal:
        yield Finding(
            "error", f"The installed llama.cpp does not load {path} ({refusal}).", "Update llama-cpp-python, or choose another model."
        )
    if checksum == "equal":
        yield Finding("note", f"{path} is byte for byte the file that the catalogue knows.")
    if checksum == "different":
        yield Finding(
            "warning",
            f"{path} has the name and the size of a file that the catalogue knows, but not its contents.",
            "Copy or download it again, unless you changed it yourself.",
        )


def _all_headers(path: Path, header: GgufHeader, files: Sequence[Path]) -> tuple[list[GgufHeader], list[Finding]]:
    """The headers of all parts that are there, the first one first, and what is wrong with the others."""
    headers, findings = [], []
    for file in files:
        if file == path or not file.is_file():
            headers += [header] if file == path else []
            continue
        try:
            headers.append(read_header(file))
        except EnvironmentFault as fault:
            findings.append(Finding("error", fault.what, fault.remedy))
    return headers or [header], findings


def _of_kind(path: Path, facts: ModelFacts) -> Iterator[Finding]:
    if facts.kind != "chat":
        yield Finding("error", f"The model {path} cannot chat: it is {_NOT_CHAT[facts.kind]}.", _CHOOSE_CHAT)
    elif not facts.architecture:
        yield Finding("error", f"{path} does not say which architecture its model has.", _CHOOSE_CHAT)
    elif not facts.weights:
        yield Finding("error", f"{path} holds a vocabulary, but no model.", _CHOOSE_CHAT)
    elif facts.tokenizer == "none" or not facts.vocabulary:
        yield Finding("error", f"{path} has no vocabulary, so the model cannot read text.", _CHOOSE_CHAT)


def _of_tokens(path: Path, facts: ModelFacts) -> Iterator[Finding]:
    if facts.vocabulary and not facts.eos:
        yield Finding(
            "warning",
            f"{path} does not name the token that ends an answer.",
            "If answers never end, choose another GGUF of this model.",
        )
    if not facts.context_length:
        yield Finding(
            "warning", f"{path} does not say how long a window its model was trained for.", "Set context_window to what its makers state."
        )


def _of_prompt(path: Path, header: GgufHeader, template: ChatTemplate) -> Iterator[Finding]:
    bos = header.token("bos")
    if bos and template.fragments(("system", "user"))[0].startswith(bos * 2):
        yield Finding(
            "warning",
            f"The chat template of {path} begins with {bos} twice; the model is given it once.",
            "Nothing has to be done.",
        )
    if not template.prefix_holds:
        yield Finding(
            "note",
            f"The chat template of {path} changes earlier turns as the conversation goes on: they are read again, and answers begin later.",
        )


def _of_memory(path: Path, need: MemoryNeed, plan: LoadPlan) -> Iterator[Finding]:
    takes, free = need.main_memory // _MB, need.free // _MB
    if need.verdict == "too large":
        yield Finding(
            "too large",
            f"{path} is too large for the memory that is free now: with a window of {need.window} tokens it takes about "
            f"{takes} MB, and {free} MB are free.",
            "Close other programs, choose a smaller window or model, or load it anyway with the setting load_anyway.",
        )
    if need.verdict == "tight":
        yield Finding(
            "warning",
            f"{path} fits only just into the memory that is free now: it takes about {takes} of {free} MB.",
            "Close other programs, or choose a smaller window.",
        )
    if plan.gpu_layers and plan.offloads:
        yield Finding(
            "note",
            f"About {need.on_card // _MB} MB are meant for the graphics card; how much it has free is not known before it is tried.",
            "If loading fails, lower the setting gpu_layers.",
        )
    if plan.gpu_layers and not plan.offloads:
        yield Finding(
            "warning",
            "The setting gpu_layers has no effect: the installed llama.cpp was built without support for graphics cards.",
            "Set it to 0, or install llama-cpp-python with that support.",
        )
