"""The main window: places its children and connects them; every one has one slot for updates."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QMainWindow, QSplitter, QTabWidget, QVBoxLayout, QWidget

from desktop_mem.gui.banner import Banner
from desktop_mem.gui.conversation.panel import PAGE, ConversationPanel
from desktop_mem.gui.documents.panel import DocumentsPanel
from desktop_mem.gui.drop_overlay import DropOverlay
from desktop_mem.gui.file_drop import FileDrop
from desktop_mem.gui.job_state import JobState
from desktop_mem.gui.memory_panel.activity import ActivityPanel
from desktop_mem.gui.memory_panel.panel import MemoryPanel
from desktop_mem.gui.status_line import StatusLine
from desktop_mem.gui.theme import Theme
from desktop_mem.memory.update import ReminderFell
from desktop_mem.runtime.command import ShowHistory, ShowState
from desktop_mem.runtime.update import CommandFailed, EngineReady, EngineStarting, EngineStopped


class MainWindow(QMainWindow):
    """Emits `command` for the bridge and `closed` when the user leaves; `take` and `take_sent` are fed by the bridge."""

    command = Signal(object)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._was_stopped = False
        self.state = JobState()
        self.status = StatusLine(theme)
        self.banner = Banner(theme)
        self.conversation = ConversationPanel(theme)
        self.memory = MemoryPanel(theme)
        self.documents = DocumentsPanel(theme)
        self.activity = ActivityPanel(theme)
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
        self._show_state(self.state.after(update))
        for child in (self.conversation, self.memory, self.documents, self.activity):
            child.take(update)
        if not (isinstance(update, CommandFailed) and self._shown_elsewhere(update.request_id)):
            self.banner.take(update)

    def take_sent(self, command: Any) -> None:
        """Show a command that has left for the engine."""
        self.conversation.take_sent(command)

    def add_paths(self, paths: list[str]) -> None:
        """Import files and folders, and show them in the ledger."""
        if paths:
            self.documents.add_paths(paths)
            self.tabs.setCurrentWidget(self.documents)

    def come_forward(self, paths: list[str]) -> None:
        """Another start handed its files over: import them and come to the front."""
        self.add_paths(paths)
        self.setWindowState((self.windowState() & ~Qt.WindowState.WindowMinimized) | Qt.WindowState.WindowActive)
        self.show()
        self.raise_()
        self.activateWindow()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closed.emit()
        event.accept()

    def _build(self) -> QWidget:
        self.tabs = QTabWidget(objectName="side", documentMode=True)
        self.tabs.addTab(self.memory, self.tr("Memory"))
        self.tabs.addTab(self.documents, self.tr("Documents"))
        self.tabs.addTab(self.activity, self.tr("Activity"))
        header = QWidget(objectName="header")
        header.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._header = QHBoxLayout(header)
        self._title = QLabel(self.tr("desktop_mem"))
        self._title.setProperty("textSize", "title")
        self._header.addWidget(self._title)
        self._header.addStretch(1)
        self._header.addWidget(self.status)
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

    def _connect(self) -> None:
        for child in (self.conversation, self.memory, self.documents):
            child.command.connect(self.command)
        self.conversation.files_pasted.connect(self.add_paths)
        self._drop.dropped.connect(self.add_paths)
        self._drop.hovering.connect(self._overlay.show_hover)
        self._drop.hovering.connect(self.documents.drop_area.show_hover)
        for keys, steps in ((QKeySequence.StandardKey.ZoomIn, 1), (QKeySequence.StandardKey.ZoomOut, -1), ("Ctrl+0", 0), ("Ctrl+=", 1)):
            QShortcut(QKeySequence(keys), self, lambda steps=steps: self._theme.zoom(steps))
        QShortcut(QKeySequence(QKeySequence.StandardKey.Quit), self, self.close)

    def _show_state(self, state: JobState) -> None:
        if state != self.state:
            self.state = state
            self.status.show_state(state)
            self.conversation.show_state(state)

    def _shown_elsewhere(self, request_id: str) -> bool:
        return self.memory.owns(request_id) or self.conversation.owns(request_id)

    def _restyle(self) -> None:
        px = self._theme.px
        self._header.setContentsMargins(px(5), px(2.5), px(5), px(2.5))
        self.tabs.setMinimumWidth(px(78))
        self.setMinimumSize(min(px(190), 900), min(px(120), 560))
