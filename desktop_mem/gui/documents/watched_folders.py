"""The dialog of the watched folders: which there are, adding one and removing one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_mem.control.import_work import WatchedFolder
from desktop_mem.gui.engine_words import in_the_users_language
from desktop_mem.gui.theme import Theme
from desktop_mem.runtime.command import UnwatchFolder, WatchFolder

_PATH = Qt.ItemDataRole.UserRole + 1


class WatchedFoldersDialog(QDialog):
    """Emits `command`; shows the folders that the engine says are watched."""

    command = Signal(object)

    def __init__(self, folders: tuple[WatchedFolder, ...], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Watched folders"))
        text = QLabel(
            self.tr("New and changed files in these folders are imported by themselves. What is deleted there is marked, and kept."),
            wordWrap=True,
        )
        text.setProperty("tone", "muted")
        self.list = QListWidget(accessibleName=self.tr("Watched folders"), wordWrap=True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.add_button = QPushButton(self.tr("Add folder…"))
        self.remove_button = QPushButton(self.tr("Watch no longer"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        line = QHBoxLayout()
        line.addWidget(self.add_button)
        line.addWidget(self.remove_button)
        line.addStretch(1)
        line.addWidget(buttons)
        column = QVBoxLayout(self)
        column.addWidget(text)
        column.addWidget(self.list, 1)
        column.addLayout(line)
        column.setContentsMargins(theme.px(5), theme.px(4), theme.px(5), theme.px(4))
        column.setSpacing(theme.px(3))
        self.setMinimumSize(theme.px(140), theme.px(80))
        self.add_button.clicked.connect(self._ask)
        self.remove_button.clicked.connect(self._remove)
        self.list.itemSelectionChanged.connect(self._enable)
        buttons.rejected.connect(self.reject)
        self.show_folders(folders)

    def show_folders(self, folders: tuple[WatchedFolder, ...]) -> None:
        """These are watched now."""
        self.list.clear()
        for folder in folders:
            detail = in_the_users_language(folder.detail)
            item = QListWidgetItem(f"{folder.path}\n{detail}" if detail else folder.path, self.list)
            item.setData(_PATH, folder.path)
        self._enable()

    def _enable(self) -> None:
        self.remove_button.setEnabled(bool(self.list.selectedItems()))

    def _ask(self) -> None:
        dialog = QFileDialog(self, self.tr("Add folder"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.filesSelected.connect(lambda paths: [self.command.emit(WatchFolder(path)) for path in paths])
        dialog.open()

    def _remove(self) -> None:
        for item in self.list.selectedItems():
            self.command.emit(UnwatchFolder(item.data(_PATH)))
