"""The runtime worker: the one thread that owns agent, stores, model and embedder, and does one thing at a time in order of urgency."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Generator
from dataclasses import replace

from desktop_mem.errors import DesktopMemError, EnvironmentFault
from desktop_mem.memory.agent import Agent
from desktop_mem.memory.event import UserMessage
from desktop_mem.memory.update import StillWorking, TurnFailed, Update, Yielded
from desktop_mem.runtime.command import (
    CancelReminder,
    DocumentCommand,
    EditAndResend,
    ForgetDocument,
    KeepText,
    MemoryCommand,
    RenameTopic,
    Retry,
    SendMessage,
    SessionCommand,
    ShowState,
    ShowTopics,
    Shutdown,
    SnoozeReminder,
    Stop,
    TurnCommand,
    UndoTurn,
)
from desktop_mem.runtime.embedder_loader import EmbedderLoader
from desktop_mem.runtime.forgetting import forgotten
from desktop_mem.runtime.idle import IdleWork, Resumable, consolidated, made_ready
from desktop_mem.runtime.imports import Imports
from desktop_mem.runtime.inbox import EmbedderLoaded, Inbox, Item
from desktop_mem.runtime.lookups import Lookup, looked_up
from desktop_mem.runtime.memory_command import LedgerCommand
from desktop_mem.runtime.model_command import ModelCommand
from desktop_mem.runtime.model_desk import ModelDesk
from desktop_mem.runtime.ports import LoadedModel, OpenStores, Parts
from desktop_mem.runtime.session_commands import carried_out
from desktop_mem.runtime.update import (
    CommandAccepted,
    CommandFailed,
    CountsChanged,
    DocumentsShown,
    EmbedderReady,
    EngineReady,
    EngineStarting,
    RuntimeUpdate,
    SectionsShown,
    SummaryShown,
)

_log = logging.getLogger(__name__)
_IDLE_SECONDS = 0.5
_REST_SECONDS = 30.0
_BUG = "A fault in this program interrupted the answer; what was said before is kept. The log tells more."
_COMMAND_BUG = "A fault in this program stopped that; nothing that was stored is lost. The log tells more."

Emit = Callable[[Update | RuntimeUpdate], None]


class Worker:
    """Runs a runtime in the calling thread. Commands come by `inbox`, from any thread; updates go out by `emit`, in order.

    Quick commands are served even while a chain runs, between two of its updates; imports go on only while nobody waits for an answer.
    """

    def __init__(self, parts: Parts, emit: Emit, inbox: Inbox) -> None:
        self._parts = parts
        self._emit = emit
        self._inbox = inbox
        self._stores: OpenStores
        self._model: LoadedModel
        self._agent: Agent
        self._imports: Imports
        self._models = ModelDesk(parts, emit)
        self._loader = EmbedderLoader(parts.load_embedder, inbox, lambda: self._emit(EngineStarting("embedder")))
        self._ready: EngineReady
        self._embedder: EmbedderReady | None = None
        self._answers = self._changing = self._ended = False
        self._told = ""
        self._failed: set[str] = set()
        self._deferred: list[SessionCommand | ForgetDocument] = []
        self._rests_until = 0.0
        self._idle = IdleWork(
            self._loader.begin,
            lambda: self._agent.beat(),
            Resumable(lambda: made_ready(self._agent, self._model), self._tell),
            self._models.step,
            self._import_step,
            lambda: self._stores.drain() > 0 or self._stores.tidy() or consolidated(self._agent, self._emit),
        )

    def run(self) -> None:
        """Start, serve until `Shutdown`, and close everything. Raises `EnvironmentFault` when the stores cannot be opened."""
        self.start()
        try:
            while not self._ended:
                self.turn()
        finally:
            self.close()

    def start(self) -> None:
        """Open the stores, load the model, take up what a crash cut off."""
        self._open_stores()
        self._emit(EngineStarting("model"))
        self._take_model(*self._load_model())
        self._answers = True
        if self._ready.model:
            self._background(self._agent.log_in)

    def start_stores(self) -> None:
        """Open the stores alone, for work that needs no model."""
        self._open_stores()
        self._take_model(self._parts.missing_model("This command loads no model."), "This command loads no model.")

    def _open_stores(self) -> None:
        self._emit(EngineStarting("stores"))
        self._stores = self._parts.open_stores()
        self._imports = Imports(self._stores, self._parts, self._emit)

    def _take_model(self, model: LoadedModel, why_none: str) -> None:
        """Make the agent over this model, or over none where the model is of no use for it (a window too small, say)."""
        try:
            self._agent = self._parts.make_agent(self._stores, model)
        except EnvironmentFault as fault:
            if why_none:
                raise
            model.close()
            model, why_none = self._parts.missing_model(str(fault)), str(fault)
            self._agent = self._parts.make_agent(self._stores, model)
        self._model = model
        self._ready = EngineReady("" if why_none else model.name, model.context_window, why_none, model.notice)
        self._emit(self._ready)
        self._show_state()

    def turn(self) -> bool:
        """Serve the most urgent command, or do one piece of idle work; False when there was nothing to do."""
        self._remind()
        item = self._inbox.take(0)
        if item is None and self._deferred:
            self._serve(self._deferred.pop(0))
            return True
        if item is None and self.waiting and time.monotonic() >= self._rests_until:
            self._idle.cancel()
            self._answer()
            return True
        if item is None and not self._work_when_idle():
            item = self._inbox.take(_IDLE_SECONDS)
        if item is not None:
            self._serve(item)
        return item is not None

    def _remind(self) -> None:
        """Show what the user wanted to be reminded of, when its time has come."""
        self._background(lambda: [self._emit(update) for update in self._agent.remind()])

    @property
    def waiting(self) -> bool:
        """Whether a message waits for its answer."""
        return self._answers and bool(self._agent.waiting)

    def close(self) -> None:
        """Close reader, model and stores. An embedder that is still being loaded is not waited for: it holds nothing."""
        self._imports.close()
        self._models.close()
        self._model.close()
        self._stores.close()

    def load_embedder(self) -> None:
        """Load the embedder here and now, for whoever needs meaning at once."""
        self._serve(self._loader.loaded())

    def finish_imports(self) -> None:
        """Import all that waits, then return; for a terminal."""
        while self._import_step():
            pass

    def _load_model(self) -> tuple[LoadedModel, str]:
        try:
            return self._parts.load_model(), ""
        except EnvironmentFault as fault:
            _log.info("No model: %s", fault)
            return self._parts.missing_model(str(fault)), str(fault)

    def _serve(self, item: Item) -> None:
        """Carry out one command; a fault of the environment is the user's to know, a bug is logged, and neither ends the runtime."""
        request_id = getattr(item, "request_id", "")
        try:
            self._carry_out(item)
        except (DesktopMemError, OSError) as fault:
            self._emit(CommandFailed(request_id, str(fault)))
        except Exception as fault:  # noqa: BLE001 (a bug in one command must end neither the chain that runs nor the runtime)
            if type(fault) is LookupError:  # an address that nothing has; its kinds KeyError and IndexError are bugs
                self._emit(CommandFailed(request_id, str(fault)))
                return
            _log.exception("A bug ended a command.")
            self._emit(CommandFailed(request_id, _COMMAND_BUG))

    def _serve_what_came(self) -> None:
        while (item := self._inbox.take(0)) is not None:
            self._serve(item)

    def _carry_out(self, item: Item) -> None:
        match item:
            case _ if isinstance(item, Lookup):
                self._emit(self._looked_up(item))
            case ShowState():
                self._emit(self._ready)
                if self._embedder:
                    self._emit(self._embedder)
                self._show_state()
            case SendMessage():
                self._accept(item)
            case ForgetDocument(confirmed=True):
                self._idle.cancel()
                self._forget(item)
            case EmbedderLoaded():
                self._take_embedder(item)
            case Shutdown():
                self._ended = True
            case Stop():
                self._heed_stop()
            case _ if isinstance(item, ModelCommand | DocumentCommand):
                self._models.serve(item) if isinstance(item, ModelCommand) else self._imports.serve(item)
            case _:
                self._idle.cancel()
                self._change(item)

    def _heed_stop(self) -> None:
        """It may have come just behind a message whose chain has not begun; with nothing to stop it is not meant for idle work."""
        stop = self._inbox.stop
        stop.set() if self.waiting or self._agent.running or self._changing else stop.clear()

    def _accept(self, message: SendMessage) -> None:
        """Store a message of the user; it is answered in its turn."""
        if not message.text.strip():
            raise EnvironmentFault("The message is empty.", "Write something first.")
        if not self._agent.running:
            self._inbox.stop.clear()  # a stop from before the message is not meant for its answer
        self._agent.accept(UserMessage(message.text, message.request_id))
        stored = self._stores.recall.by_request(message.request_id)
        self._emit(CommandAccepted(message.request_id, stored.address if stored else ""))

    def _answer(self) -> None:
        """Run the chain of the first message that waits. A failure ends it with a stated reason."""
        address = self._agent.waiting[0]
        owed = self._agent.owes_answer(address)
        if address not in self._failed and (reason := self._failure_of(self._agent.answer())):
            if owed:
                self._emit(TurnFailed(reason))
            self._emit(Yielded())
            self._failed.add(address)
        # A disk that was full in the answer may be full still: then this is done when something can be stored again.
        self._background(lambda: self._close(address))
        self._inbox.stop.clear()
        self._emit(CountsChanged(self._stores.counts()))
        self._loader.begin()

    def _close(self, address: str) -> None:
        """Leave the event of a chain that failed, or that was cut off by the end of the program, as it has to be found."""
        if address in self._failed:
            self._agent = self._parts.make_agent(self._stores, self._model)
            self._agent.give_up(address)
            self._failed.discard(address)
        elif self._ended and address in self._agent.waiting:
            self._agent.postpone(address)

    def _failure_of(self, updates: Generator[Update, None, None]) -> str:
        """Pass on all updates of one event, and between them serve the commands that come in; what went wrong, in a sentence.

        After a failure the agent has to be made anew from what the journal holds. A `Shutdown` leaves the event where it is.
        """
        reason = ""
        try:
            for update in updates:
                self._tell(update)
                self._remind()
                self._serve_what_came()
                if self._ended:
                    break
        except EnvironmentFault as fault:
            reason = str(fault)
        except Exception:  # noqa: BLE001 (a bug in one event must not end the runtime)
            _log.exception("A bug ended the chain.")
            reason = _BUG
        finally:
            updates.close()
        return reason

    def _work_when_idle(self) -> bool:
        """One piece of what can wait; False when nothing waits. A fault is told once, and the work rests a while before the next try."""
        return time.monotonic() >= self._rests_until and bool(self._background(self._idle.step))

    def _background(self, work: Callable[[], object]) -> object:
        """Do what nobody waits for. A fault of the environment is told once, and idle work rests a while before the next try."""
        try:
            return work()
        except EnvironmentFault as fault:
            _log.info("Work in the background rests: %s", fault)
            if str(fault) != self._told:
                self._emit(CommandFailed("", str(fault)))
            self._told, self._rests_until = str(fault), time.monotonic() + _REST_SECONDS
            return None

    def _tell(self, update: Update) -> None:
        if not isinstance(update, StillWorking):
            self._emit(update)

    def _import_step(self) -> bool:
        """One piece of the imports; False when none waits."""
        if not (busy := self._imports.step()) and (event := self._imports.take_stored()) is not None:
            for update in self._agent.tell(event):
                self._emit(update)
            self._emit(CountsChanged(self._stores.counts()))
        return busy

    def _take_embedder(self, loaded: EmbedderLoaded) -> None:
        embedder = loaded.embedder
        if embedder is not None and not self._stores.set_embedder(embedder):
            self._stores.rebuild(embedder)
        self._imports.use(embedder)
        self._embedder = EmbedderReady(embedder.name if embedder else "", loaded.fault)
        self._emit(self._embedder)

    def _change(self, command: SessionCommand | MemoryCommand) -> None:
        """Change conversation or memory as the user wants it. What changes the conversation waits until no chain runs."""
        if isinstance(command, SessionCommand):
            self._change_session(command)
            return
        self._run_command(command)
        if isinstance(command, KeepText):
            self._emit(CountsChanged(self._stores.counts()))
        elif isinstance(command, RenameTopic):
            self._emit(self._looked_up(ShowTopics()))
        elif not isinstance(command, CancelReminder | SnoozeReminder):
            self._show_context()

    def _forget(self, command: ForgetDocument) -> None:
        """Forget a document with what the user chose; what stands in the window of the model goes from there, too."""
        if self._agent.running or self._changing:
            self._deferred.append(command)
            return
        for update in forgotten(self._imports, self._agent, self._model, command):
            self._emit(update)
        self._model.forget_prefix()
        self._agent = self._parts.make_agent(self._stores, self._model)
        self._emit(CommandAccepted(command.request_id))
        self._show_context()
        self._emit(CountsChanged(self._stores.counts()))

    def _change_session(self, command: SessionCommand) -> None:
        if isinstance(command, TurnCommand) and not command.turn:
            # The turn that the user means is the last one now, and not when the command is done.
            command = replace(command, turn=self._stores.turns.last())
        if self._agent.running or self._changing:
            if isinstance(command, Retry | UndoTurn | EditAndResend) and command.turn == self._agent.running:
                self._inbox.stop.set()
            self._deferred.append(command)
            return
        self._inbox.stop.clear()
        self._changing = True
        try:
            self._run_command(command)
        finally:
            self._changing = False
        if isinstance(command, LedgerCommand):
            self._show_context()
        self._emit(CountsChanged(self._stores.counts()))

    def _run_command(self, command: SessionCommand | MemoryCommand) -> None:
        for update in carried_out(self._agent.session, command):
            self._tell(update)
            self._remind()
            self._serve_what_came()
        self._emit(CommandAccepted(command.request_id))

    def _looked_up(self, question: Lookup) -> RuntimeUpdate:
        return looked_up(question, self._stores, self._agent, self._model)

    def _show_context(self) -> None:
        queue = self._agent.context.queue
        self._emit(SectionsShown(self._agent.context.working_context.sections))
        self._emit(SummaryShown(queue.summary_address, queue.summary))
        self._emit(self._agent.context.measure())

    def _show_state(self) -> None:
        self._show_context()
        self._emit(DocumentsShown(tuple(self._stores.catalogue.entries())))
        self._emit(CountsChanged(self._stores.counts()))
