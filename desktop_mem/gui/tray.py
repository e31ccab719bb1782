"""The tray icon: how the engine stands while the window is not in front, and reminders as notifications, where a tray exists."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QSystemTrayIcon, QWidget

from desktop_mem.gui.icons import paint_icon
from desktop_mem.gui.job_state import READY, STOPPED, JobState
from desktop_mem.gui.theme import Theme
from desktop_mem.memory.update import ReminderFell

IDLE, BUSY, ERROR = "idle", "busy", "error"
_TOKENS = {IDLE: "accent", BUSY: "warning", ERROR: "danger"}
_SHOWN_MS = 15_000


def tray_state(state: JobState) -> str:
    """`idle`, `busy` or `error`."""
    if state.engine == STOPPED:
        return ERROR
    return BUSY if state.working or state.engine != READY else IDLE


class Tray(QObject):
    """Emits `wanted` when the user clicks on icon or notification, and `quit_wanted`. Without a tray it does nothing."""

    wanted = Signal()
    quit_wanted = Signal()

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme, self._window = theme, window
        self.state = ""
        self.icon: QSystemTrayIcon | None = None
        if not QSystemTrayIcon.isSystemTrayAvailable():
            return
        self.icon = QSystemTrayIcon(self)
        menu = QMenu(window)
        menu.addAction(self.tr("Show the window"), self.wanted.emit)
        menu.addAction(self.tr("Quit"), self.quit_wanted.emit)
        self.icon.setContextMenu(menu)
        self.icon.activated.connect(lambda reason: self.wanted.emit() if reason == QSystemTrayIcon.ActivationReason.Trigger else None)
        self.icon.messageClicked.connect(self.wanted)
        self.show_state(JobState())
        self.icon.show()

    def show_state(self, state: JobState) -> None:
        """Say by colour and words how the engine stands."""
        self.state = tray_state(state)
        if self.icon is None:
            return
        words = {IDLE: self.tr("ready"), BUSY: self.tr("working"), ERROR: self.tr("stopped")}[self.state]
        self.icon.setToolTip(f"desktop_mem: {words}")
        self.icon.setIcon(_icon(self._theme.colour(_TOKENS[self.state])))

    def take(self, update: Any) -> None:
        """Notify of a reminder while the window is not in front."""
        if isinstance(update, ReminderFell) and self.icon is not None and not self._window.isActiveWindow():
            self.icon.showMessage(self.tr("Reminder"), update.reminder.message, QSystemTrayIcon.MessageIcon.Information, _SHOWN_MS)


def _icon(colour: QColor) -> QIcon:
    pixmap = QPixmap(64, 64)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(QRectF(4, 4, 56, 56), 14, 14)
    paint_icon(painter, "speech", QRectF(14, 15, 36, 36), QColor("#ffffff" if colour.lightness() < 150 else "#10201f"))
    painter.end()
    return QIcon(pixmap)
