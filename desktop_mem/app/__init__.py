"""The composition root: the only place that names concrete classes and puts them together, each imported only when it is made.

The window's process goes through here, and shows its first picture with none of what the engine is made of.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from desktop_mem import __version__
from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.model_catalogue import adapter_path, chat_model_path, embedder_folder, model_paging
from desktop_mem.inference.model_list import ModelList
from desktop_mem.settings import Settings

if TYPE_CHECKING:
    from desktop_mem.control.import_work import FileIdentity, ListedFile, Stamp
    from desktop_mem.control.model_rows import ModelGrades, ModelReport
    from desktop_mem.gui.bridge import EngineLink
    from desktop_mem.inference.checksum import Checksum
    from desktop_mem.inference.llama import LlamaModel
    from desktop_mem.inference.loading import LlamaOptions
    from desktop_mem.inference.preflight import Preflight
    from desktop_mem.memory.agent import Agent
    from desktop_mem.memory.ports import Clock, Embedder
    from desktop_mem.runtime.inbox import Inbox
    from desktop_mem.runtime.ports import AgentStores, DocumentReader, LoadedModel, NamedModel, OpenStores, Parts
    from desktop_mem.runtime.worker import Emit, Worker


FULL_PROMPT_WINDOW = 8192


@dataclass(frozen=True, slots=True)
class Home:
    """One profile: its folder and its settings, the `overrides` of this run among them. `without_model`: no model is loaded, since the
    engine died of something again and again.
    """

    profile: Path
    settings: Settings
    without_model: bool = False
    overrides: Mapping[str, object] = field(default_factory=dict)

    @property
    def log_file(self) -> Path:
        """Where engine and window write their log."""
        return self.profile / "logs" / "desktop_mem.log"


def make_agent(home: Home, stores: AgentStores, model: NamedModel, clock: Clock) -> Agent:
    """The kernel over these stores and this model, with the main context that the journal holds."""
    from desktop_mem.app.agents import agent_over

    return agent_over(home, stores, model, clock)


def default_paging(home: Home) -> str:
    """How the model in use is paged where nothing is set: as its check advised, else as the catalogue does."""
    from desktop_mem.inference.model_advice import advised_paging

    path = chat_model_path(home.settings)
    return advised_paging(home.profile, path) or model_paging(path)


def make_parts(home: Home, inbox: Inbox) -> Parts:
    """How this program makes each part, with every library imported only when its part is made."""
    from desktop_mem.runtime.clock import SystemClock
    from desktop_mem.runtime.ports import Parts

    clock = SystemClock()
    prefix_file = home.profile / "prefix.state"
    return Parts(
        open_stores=partial(_open_stores, home.profile),
        load_model=partial(load_model, home, inbox.stop.is_set, prefix_file),
        missing_model=partial(_missing_model, prefix_file),
        load_embedder=partial(load_embedder, home.settings),
        make_agent=lambda stores, model: make_agent(home, stores, model, clock),
        make_reader=partial(_make_reader, home.settings),
        reader_version=f"{__version__} {embedder_folder(home.settings).name}",
        discover=partial(_discover, home.settings),
        identify=_identify,
        stamp=_stamp,
        models=ModelList(home.profile),
        check_model=partial(check_model, home),
        grade_model=partial(_grade_model, home),
        changed_folders=_changed_folders,
    )


def make_worker(home: Home, emit: Emit, inbox: Inbox) -> Worker:
    """The runtime of a profile, to be run in the calling thread."""
    from desktop_mem.runtime.worker import Worker

    return Worker(make_parts(home, inbox), emit, inbox)


def make_engine_worker(home: Home, emit: Emit, inbox: Inbox) -> Worker:
    """The same in an engine process, with the settings as they stand now: it may be started long after the window."""
    now = open_home(home.profile, **home.overrides)
    return make_worker(replace(now, without_model=home.without_model), emit, inbox)


def make_engine_link(home: Home) -> EngineLink:
    """The engine process of a profile, for the window."""
    from desktop_mem.runtime.engine import EngineJob
    from desktop_mem.runtime.supervisor import EngineSupervisor

    return EngineSupervisor(EngineJob(make_engine_worker, home, home.log_file, replace(home, without_model=True)))


def default_profile() -> Path:
    """The profile folder: `DESKTOP_MEM_HOME` if set, else the system's place for a user's data."""
    if home := os.environ.get("DESKTOP_MEM_HOME"):
        return Path(home).expanduser()
    return platformdirs.user_data_path("desktop_mem", appauthor=False)


def open_window(profile: Path, files: Sequence[str], question: str = "") -> int:
    """Show the window over the profile's engine until the user leaves, and ask the question at once; the exit code."""
    from desktop_mem.gui.application import run_window, show_fault

    try:
        home = open_home(profile)
    except EnvironmentFault as fault:
        # Whoever starts the program from a menu sees no terminal.
        show_fault(str(fault))
        raise
    return run_window(make_engine_link(home), home.settings, profile, files, home.log_file, question)


def open_home(profile: Path, **overrides: object) -> Home:
    """The profile at that folder with its settings: those of the model above the profile's, and the overrides above all.

    Raises `EnvironmentFault`.
    """
    settings = Settings.load(profile, **overrides)
    own = ModelList(profile).settings_of(settings.chat_model)
    return Home(profile, replace(settings, **(own | overrides)) if own else settings, overrides=overrides)


def _open_stores(profile: Path) -> OpenStores:
    from desktop_mem.storage.stores import Stores

    return Stores.open(profile)


def load_model(home: Home, should_stop: Callable[[], bool], prefix_file: Path | None = None) -> LlamaModel:
    """The chat model that the settings choose; what it reads is kept in `prefix_file`, if that is given. Raises `EnvironmentFault`."""
    if home.without_model:
        raise EnvironmentFault(
            "The engine ended again and again, so it was started without the model.",
            "Choose another model, or restart the engine to try this one.",
        )
    settings = home.settings
    looked = look_at_model(chat_model_path(settings), settings)
    looked.require(anyway=settings.load_anyway)
    assert looked.header
    assert looked.template
    from desktop_mem.inference.llama import LlamaModel

    notice = " ".join(str(finding) for finding in looked.findings if finding.severity == "warning")
    template = looked.template.template
    options = _options(home, prefix_file)
    return LlamaModel(looked.path, looked.header, options, template=template, notice=notice, should_stop=should_stop)


def _options(home: Home, prefix_file: Path | None) -> LlamaOptions:
    from desktop_mem.inference.loading import LlamaOptions

    settings = home.settings
    return LlamaOptions(
        context_window=settings.context_window,
        threads=settings.threads,
        gpu_layers=settings.gpu_layers,
        prefill_batch=settings.prefill_batch,
        temperature=settings.temperature,
        seed=settings.seed,
        flash_attention=_flash_attention(settings),
        kv_type=settings.kv_type,
        memory_map=settings.memory_map,
        memory_lock=settings.memory_lock,
        deterministic=settings.deterministic,
        lora=adapter_path(settings),
        lora_scale=settings.lora_scale,
        calibration=home.profile / "calibration.json",
        prefix_file=prefix_file,
        prefix_bytes=settings.prefix_state_mb * 2**20,
    )


def _flash_attention(settings: Settings) -> bool:
    """Measured on processors it gains nothing; on a graphics card it saves memory and time."""
    return settings.flash_attention == "on" or (settings.flash_attention == "auto" and settings.gpu_layers != 0)


def look_at_model(path: Path, settings: Settings, trial: tuple[str, Checksum] = ("", "unknown")) -> Preflight:
    """What is to be expected of that GGUF with these settings, by its header alone; `trial` as `preflight` takes it."""
    from desktop_mem.inference.memory_need import LoadPlan, free_memory
    from desktop_mem.inference.preflight import preflight

    offloads = False
    if settings.gpu_layers:
        from desktop_mem.inference.llama import uses_graphics_card

        offloads = uses_graphics_card()
    plan = LoadPlan(
        settings.context_window,
        free_memory(),
        settings.prefill_batch,
        kv_type=settings.kv_type,
        gpu_layers=settings.gpu_layers,
        offloads=offloads,
        flash_attention=_flash_attention(settings),
    )
    looked = preflight(path, plan, family=settings.chat_format, trial=trial)
    adapter = adapter_path(settings)
    return looked.with_adapter(adapter) if adapter else looked


def check_model(home: Home, model: str) -> Generator[int, None, ModelReport]:
    """Look at a model (empty: the one in use; else a name in the list or a path) with its own settings, have llama.cpp try it, and compare
    it with the catalogue. Yields now and then, the bytes compared so far; takes a second and more.
    """
    from desktop_mem.inference.checksum import compared
    from desktop_mem.inference.load_trial import refusal

    path, settings = model_and_settings(home, model)
    looked = look_at_model(path, settings)
    yield 0
    if looked.works:
        refused = refusal(path)
        yield 0
        looked = look_at_model(path, settings, (refused, (yield from compared(path))))
    return looked.report()


def _grade_model(home: Home, model: str) -> Generator[None, None, ModelGrades]:
    from desktop_mem.app.measuring import grade_model

    return grade_model(home, model)


def model_prompt(home: Home, model: str, conversation: Sequence[tuple[str, str]]) -> str:
    """A conversation of roles and texts exactly as that model would read it. Raises `EnvironmentFault` where no template serves."""
    path, settings = model_and_settings(home, model)
    looked = look_at_model(path, replace(settings, load_anyway=True))
    if looked.template is None:
        looked.require(anyway=True)
    assert looked.template
    fragments = looked.template.template.fragments(tuple(role for role, _ in conversation))
    return "".join(map("".join, zip(fragments, (*(text for _, text in conversation), ""), strict=True)))


def model_and_settings(home: Home, model: str) -> tuple[Path, Settings]:
    """The file of a model (empty: the one in use; else a name in the list or a path), and the settings that hold with it."""
    models = ModelList(home.profile)
    if not model:
        return chat_model_path(home.settings), home.settings
    row = next((row for row in models.everything() if row.name.casefold() == model.casefold()), None)
    path = Path(row.path if row else model).expanduser().absolute()
    return path, replace(home.settings, **models.settings_of(str(path)))


def _missing_model(prefix_file: Path, fault: str) -> LoadedModel:
    from desktop_mem.inference.missing import MissingModel

    return MissingModel(fault, prefix_file)


def load_embedder(settings: Settings) -> Embedder:
    """The embedder that the settings choose. Raises `EnvironmentFault`."""
    from desktop_mem.inference.embedding import SentenceTransformerEmbedder

    return SentenceTransformerEmbedder(embedder_folder(settings))


def _make_reader(settings: Settings) -> DocumentReader:
    from desktop_mem.documents.formats import FORMATS, formats_with_ocr
    from desktop_mem.documents.parser_process import ParserProcess
    from desktop_mem.documents.recognised_text import is_installed

    formats = formats_with_ocr() if settings.ocr == "auto" and is_installed() else FORMATS
    return ParserProcess(embedder_folder(settings), settings.parser_memory_mb, settings.parser_seconds, formats)


def _discover(settings: Settings, paths: Sequence[str]) -> Iterator[ListedFile]:
    from desktop_mem.control.import_work import ListedFile
    from desktop_mem.documents.content_hash import stamp_of
    from desktop_mem.documents.discovery import Unreachable, discover, patterns
    from desktop_mem.documents.faults import os_fault

    for found in discover((Path(path) for path in paths), patterns(settings.ignored_names)):
        if isinstance(found, Unreachable):
            yield ListedFile(str(found.path), fault=found.fault)
            continue
        try:
            yield ListedFile(str(found), stamp_of(found))
        except OSError as error:
            yield ListedFile(str(found), fault=os_fault(found, error))


def _identify(path: Path) -> Generator[int, None, FileIdentity]:
    from desktop_mem.documents.content_hash import identify

    return identify(path)


def _stamp(path: Path) -> Stamp:
    from desktop_mem.documents.content_hash import stamp_of

    return stamp_of(path)


def _changed_folders(folders: Sequence[str], stop: threading.Event) -> Iterator[frozenset[str]]:
    from desktop_mem.documents.folder_watch import changed_folders

    return changed_folders(folders, stop)
