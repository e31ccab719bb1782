"""The main window: places its children and connects them; every one has one slot for updates."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QMainWindow, QSplitter, QTabWidget, QToolButton, QVBoxLayout, QWidget

from desktop_mem.gui.banner import Banner
from desktop_mem.gui.conversation.draft import DRAFT_FILE, DraftKeeper
from desktop_mem.gui.conversation.panel import PAGE, ConversationPanel
from desktop_mem.gui.documents.panel import DocumentsPanel
from desktop_mem.gui.drop_overlay import DropOverlay
from desktop_mem.gui.file_drop import FileDrop
from desktop_mem.gui.icons import icon
from desktop_mem.gui.job_state import JobState
from desktop_mem.gui.memory_panel.activity import ActivityPanel
from desktop_mem.gui.memory_panel.desk import MemoryDesk
from desktop_mem.gui.memory_panel.panel import MemoryPanel
from desktop_mem.gui.search.panel import SearchPanel
from desktop_mem.gui.source_dialog import SourceDialog
from desktop_mem.gui.status_line import StatusLine
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.timeline_panel import TimelinePanel
from desktop_mem.gui.tray import Tray
from desktop_mem.gui.window_menu import WindowMenu, is_embedder
from desktop_mem.memory.update import ChangeRedone, ChangeUndone, ReminderFell, TurnFailed, Yielded
from desktop_mem.runtime.command import ShowHistory, ShowState
from desktop_mem.runtime.memory_command import LedgerCommand
from desktop_mem.runtime.update import CommandFailed, EngineReady, EngineStarting, EngineStopped
from desktop_mem.settings import Settings


@dataclass(frozen=True, slots=True)
class Place:
    """The profile that the window shows: its folder, its settings, and where it logs. A window without one keeps nothing."""

    folder: Path
    settings: Settings
    log_file: Path | None = None


class MainWindow(QMainWindow):
    """Emits `command` for the bridge and `closed` when the user leaves; `take` and `take_sent` are fed by the bridge."""

    command = Signal(object)
    closed = Signal()

    def __init__(self, theme: Theme, place: Place | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.place = place
        self._was_stopped = False
        self.state = JobState()
        self.status = StatusLine(theme)
        self.banner = Banner(theme)
        self.conversation = ConversationPanel(theme)
        self.memories = MemoryDesk(theme, self)
        self.memory = MemoryPanel(theme, self.memories.undo, (place.settings if place else Settings()).proposal_days)
        self.documents = DocumentsPanel(theme)
        self.activity = ActivityPanel(theme)
        self.search = SearchPanel(theme, self.documents.model)
        self.timeline = TimelinePanel(theme)
        self.source = SourceDialog(theme, self)
        self.menu = WindowMenu(self, theme)
        self.tray = Tray(theme, self)
        self.draft = DraftKeeper(self.conversation.composer.edit, place.folder / DRAFT_FILE) if place else None
        self.setWindowTitle(self.tr("desktop_mem"))
        self.setCentralWidget(self._build())
        self._overlay = DropOverlay(theme, self)
        self._drop = FileDrop(self)
        self._connect()
        theme.changed.connect(self._restyle)
        self._restyle()
        self.conversation.composer.edit.setFocus()

    def begin(self) -> None:
        """Ask the engine for all that a window needs to draw itself."""
        self.command.emit(ShowState())
        self.command.emit(ShowHistory(PAGE))

    def take(self, update: Any) -> None:
        """Pass one update to every child."""
        if isinstance(update, EngineStopped):
            self._was_stopped = True
        elif isinstance(update, (EngineStarting, EngineReady)) and self._was_stopped:
            self._was_stopped = False
            self.begin()
        if isinstance(update, ReminderFell) and not self.isActiveWindow():
            QApplication.alert(self)
        if isinstance(update, (ChangeUndone, ChangeRedone)):
            self.banner.settle("memory")
        if isinstance(update, (Yielded, TurnFailed, EngineStopped)):
            self.banner.settle("waiting")
        self._show_state(self.state.after(update))
        elsewhere = isinstance(update, CommandFailed) and self._shown_elsewhere(update.request_id)
        for child in self._children():
            child.take(update)
        if not elsewhere:
            self.banner.take(update)

    def take_sent(self, command: Any) -> None:
        """Show a command that has left for the engine, and say so when it has to wait for the end of an answer."""
        self.conversation.take_sent(command)
        if isinstance(command, LedgerCommand) and self.state.working:
            self.banner.say(self.tr("Memory is changed as soon as the answer is finished; “Stop” ends it now."), "info", "waiting")

    def add_paths(self, paths: list[str]) -> None:
        """Import files and folders, and show them in the ledger; model files go to the models."""
        models = [path for path in paths if path.lower().endswith(".gguf")]
        if models:
            self.menu.models.open_models()
            self.menu.models.add(models)
        embedders = [path for path in paths if is_embedder(Path(path))]
        for path in embedders:
            self.menu.offer_embedder(path)
        if rest := [path for path in paths if path not in models and path not in embedders]:
            self.documents.add_paths(rest)
            self.tabs.setCurrentWidget(self.documents)

    def show_message(self, address: str) -> None:
        """Go to a message in the conversation."""
        self.conversation.show_message(address)
        self.conversation.view.setFocus()

    def search_for(self, words: str) -> None:
        """Search everything for these words."""
        self.tabs.setCurrentWidget(self.search)
        self.search.query.setText(words)
        self.search.begin()
        if words:
            self.search.search()

    def come_forward(self, paths: list[str]) -> None:
        """Another start handed its files over: import them and come to the front."""
        self.add_paths(paths)
        self.setWindowState((self.windowState() & ~Qt.WindowState.WindowMinimized) | Qt.WindowState.WindowActive)
        self.show()
        self.raise_()
        self.activateWindow()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.draft is not None:
            self.draft.save()
        self.menu.close()
        self.closed.emit()
        event.accept()

    def _build(self) -> QWidget:
        self.tabs = QTabWidget(objectName="side", documentMode=True, accessibleName=self.tr("Memory and documents"))
        for panel, title in (
            (self.memory, self.tr("Memory")),
            (self.documents, self.tr("Documents")),
            (self.search, self.tr("Search")),
            (self.timeline, self.tr("Timeline")),
            (self.activity, self.tr("Activity")),
        ):
            self.tabs.addTab(panel, title)
        header = QWidget(objectName="header")
        header.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._header = QHBoxLayout(header)
        self._title = QLabel(self.tr("desktop_mem"))
        self._title.setProperty("textSize", "title")
        self.menu_button = QToolButton(toolTip=self.tr("Menu"), accessibleName=self.tr("Menu"))
        self.menu_button.setProperty("kind", "quiet")
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu_button.setMenu(self.menu.menu)
        self._header.addWidget(self._title)
        self._header.addStretch(1)
        self._header.addWidget(self.status)
        self._header.addWidget(self.menu_button)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banner)
        column.addWidget(self.conversation, 1)
        self.splitter = QSplitter(childrenCollapsible=False, handleWidth=1)
        self.splitter.addWidget(left)
        self.splitter.addWidget(self.tabs)
        self.splitter.setStretchFactor(0, 1)
        whole = QWidget()
        rows = QVBoxLayout(whole)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(header)
        rows.addWidget(self.splitter, 1)
        return whole

    def _children(self) -> tuple[Any, ...]:
        panels = (self.conversation, self.memory, self.documents, self.activity, self.search, self.timeline)
        return (*panels, self.memories, self.source, self.menu, self.tray)

    def _connect(self) -> None:
        for child in (self.conversation, self.memory, self.documents, self.search, self.timeline, self.memories, self.source, self.menu):
            child.command.connect(self.command)
        for child in (self.documents, self.search, self.memory, self.memories):
            child.opened.connect(self._open)
        for child in (self.memory, self.activity, self.search, self.conversation):
            child.wanted.connect(self.memories.do)
        self.memory.trash_wanted.connect(lambda: self.memories.trash.open_trash())
        self.memory.proposals.counted.connect(self._count_proposals)
        self.memories.told.connect(lambda words: self.banner.say(words, "info", "memory"))
        self.conversation.files_pasted.connect(self.add_paths)
        self.conversation.source_wanted.connect(self._open)
        self.conversation.search_wanted.connect(self.search_for)
        self.conversation.notice.connect(lambda words: self.banner.say(words, "info", "notice"))
        self.timeline.message_wanted.connect(self.show_message)
        self.source.message_wanted.connect(self.show_message)
        self.memory.part_wanted.connect(lambda part: self.menu.prompt.open_part(part))
        self.banner.restart_wanted.connect(self.menu.restart_engine)
        self.tray.wanted.connect(lambda: self.come_forward([]))
        self.tray.quit_wanted.connect(self.close)
        self._drop.dropped.connect(self.add_paths)
        self._drop.hovering.connect(self._overlay.show_hover)
        self._drop.hovering.connect(self.documents.drop_area.show_hover)
        QShortcut(QKeySequence("Ctrl+="), self, lambda: self.theme.zoom(1))  # where the plus needs Shift

    def _open(self, address: str, text: str) -> None:
        """A message is shown where it was said, everything else in a window of its own."""
        if address.startswith("m") and self.conversation.model.place_of(address) is not None:
            self.memories.step_aside()
            self.show_message(address)
        else:
            self.source.open_source(address, text)

    def _count_proposals(self, count: int) -> None:
        """The title of the panel says how many changes wait for a decision."""
        words = self.tr("Memory ({count})").format(count=count) if count else self.tr("Memory")
        self.tabs.setTabText(self.tabs.indexOf(self.memory), words)

    def _show_state(self, state: JobState) -> None:
        if state != self.state:
            self.state = state
            self.status.show_state(state)
            self.conversation.show_state(state)
            self.tray.show_state(state)

    def _shown_elsewhere(self, request_id: str) -> bool:
        owners = (self.memory, self.memories, self.conversation, self.search, self.source, self.menu)
        return any(owner.owns(request_id) for owner in owners)

    def _restyle(self) -> None:
        px = self.theme.px
        self._header.setContentsMargins(px(5), px(2.5), px(5), px(2.5))
        self.tabs.setMinimumWidth(px(78))
        self.menu_button.setIcon(icon("menu", self.theme.colour("text"), px(5)))
        self.menu_button.setIconSize(QSize(px(5), px(5)))
        self.setMinimumSize(min(px(190), 900), min(px(120), 560))
