"""The documents panel: where to drop files, and the ledger of all that were dropped."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from desktop_mem.control.import_work import WatchedFolder
from desktop_mem.gui.documents.drop_area import DropArea
from desktop_mem.gui.documents.forget_dialog import ForgetDialog
from desktop_mem.gui.documents.ledger_delegate import LedgerDelegate
from desktop_mem.gui.documents.ledger_filter import LedgerFilterBar
from desktop_mem.gui.documents.ledger_list import LedgerList
from desktop_mem.gui.documents.ledger_model import LedgerModel
from desktop_mem.gui.documents.progress_strip import ProgressStrip
from desktop_mem.gui.documents.watched_folders import WatchedFoldersDialog
from desktop_mem.gui.theme import Theme
from desktop_mem.runtime.command import CancelImport, ImportPaths, ShowWatchedFolders
from desktop_mem.runtime.update import ForgettingAsked, WatchedFoldersShown


class DocumentsPanel(QWidget):
    """Emits `command` with all that can be done with documents; shows what `take` is given."""

    command = Signal(object)
    opened = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, objectName="sidePage")
        self._theme = theme
        self._folders: tuple[WatchedFolder, ...] = ()
        self.model = LedgerModel(self)
        self.drop_area = DropArea(theme)
        self.progress = ProgressStrip(theme)
        self.cancel_button = self.progress.cancel_button
        self.list = LedgerList(self.tr("Documents"))
        self.filter = LedgerFilterBar(self.model, theme)
        self.list.setModel(self.filter.proxy)
        self.delegate = LedgerDelegate(theme, self.list)
        self.list.setItemDelegate(self.delegate)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.watching: WatchedFoldersDialog | None = None
        self.forgetting: ForgetDialog | None = None
        self._drop = QVBoxLayout()
        self._drop.addWidget(self.drop_area)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._drop)
        self._column.addWidget(self.progress)
        self._column.addWidget(self.filter)
        self._column.addWidget(self.list, 1)
        self.drop_area.files_wanted.connect(lambda: self._ask(QFileDialog.FileMode.ExistingFiles))
        self.drop_area.folder_wanted.connect(lambda: self._ask(QFileDialog.FileMode.Directory))
        self.drop_area.watching_wanted.connect(self._show_watching)
        self.delegate.cancel_clicked.connect(lambda address: self.command.emit(CancelImport(address)))
        self.list.command.connect(self.command)
        self.list.opened.connect(self.opened)
        self.progress.command.connect(self.command)
        theme.changed.connect(self._restyle)
        self._restyle()

    def take(self, update: Any) -> None:
        """Show what an update reports."""
        if self.model.take(update):
            self.progress.show_counts(len(self.model), self.model.under_way, self.model.paused, self.model.failed)
            self.drop_area.show_compact(len(self.model) > 0)
            self.filter.refresh_soon()
        self.progress.take(update)
        match update:
            case WatchedFoldersShown(folders=folders):
                self._folders = folders
                if self.watching is not None:
                    self.watching.show_folders(folders)
            case ForgettingAsked(question=question):
                self._ask_about(ForgetDialog(question, self._theme, self))

    def add_paths(self, paths: list[str]) -> None:
        """Ask for the import of files and folders."""
        if paths:
            self.command.emit(ImportPaths(tuple(paths)))

    def figure(self) -> str:
        """How many documents there are, and how many are on their way."""
        return self.progress.figure.text()

    def _ask(self, mode: QFileDialog.FileMode) -> None:
        title = self.tr("Add files…") if mode == QFileDialog.FileMode.ExistingFiles else self.tr("Add folder…")
        dialog = QFileDialog(self, title.rstrip("…"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(mode)
        dialog.filesSelected.connect(self.add_paths)
        dialog.open()

    def _show_watching(self) -> None:
        dialog = self.watching = WatchedFoldersDialog(self._folders, self._theme, self)
        dialog.command.connect(self.command)
        dialog.finished.connect(self._watching_closed)
        dialog.open()
        self.command.emit(ShowWatchedFolders())

    def _watching_closed(self) -> None:
        if self.watching is not None:
            self.watching.deleteLater()
            self.watching = None

    def _ask_about(self, dialog: ForgetDialog) -> None:
        self.forgetting = dialog
        dialog.accepted.connect(lambda: self.command.emit(dialog.command()))
        dialog.finished.connect(self._forgetting_closed)
        dialog.open()

    def _forgetting_closed(self) -> None:
        if self.forgetting is not None:
            self.forgetting.deleteLater()
            self.forgetting = None

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, px(3), 0, px(2))
        self._column.setSpacing(px(2))
        self._drop.setContentsMargins(px(4), 0, px(4), 0)
        self.list.doItemsLayout()
