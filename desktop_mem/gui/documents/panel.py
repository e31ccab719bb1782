"""The documents panel: where to drop files, and the ledger of all that were dropped."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QLabel, QListView, QMenu, QPushButton, QVBoxLayout, QWidget

from desktop_mem.gui.documents.ledger_delegate import LedgerDelegate
from desktop_mem.gui.documents.ledger_model import ENTRY_ROLE, LedgerModel
from desktop_mem.gui.icons import icon
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import number_words
from desktop_mem.runtime.command import CancelImport, ImportPaths


class DropArea(QFrame):
    """Says where files can be dropped and lights up while some hang over the window; the window itself takes the drop."""

    files_wanted = Signal()
    folder_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, objectName="drop")
        self._theme = theme
        self._mark = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self._text = QLabel(self.tr("Drop files or folders anywhere in this window"), wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter)
        self._kinds = QLabel(self.tr("Text, Markdown, HTML, PDF, Word"), wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter)
        self._kinds.setProperty("tone", "muted")
        self._kinds.setProperty("textSize", "small")
        self.files_button = QPushButton(self.tr("Add files…"))
        self.folder_button = QPushButton(self.tr("Add folder…"))
        self.files_button.clicked.connect(self.files_wanted)
        self.folder_button.clicked.connect(self.folder_wanted)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.files_button)
        buttons.addWidget(self.folder_button)
        buttons.addStretch(1)
        self._column = QVBoxLayout(self)
        for part in (self._mark, self._text, self._kinds):
            self._column.addWidget(part)
        self._column.addLayout(buttons)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_hover(self, hovering: bool) -> None:
        """Light up, or not."""
        self.setProperty("hover", hovering)
        self.style().unpolish(self)
        self.style().polish(self)

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(4), px(4), px(4), px(4))
        self._column.setSpacing(px(1.5))
        self._mark.setPixmap(icon("drop", self._theme.colour("accent"), px(8)).pixmap(QSize(px(8), px(8))))


class LedgerList(QListView):
    """The ledger; Delete cancels the selected imports, as does the menu."""

    cancel_wanted = Signal(str)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._cancel_selected()
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        if not index.isValid() or not index.data(ENTRY_ROLE).is_open:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        address = index.data(ENTRY_ROLE).entry.address
        menu.addAction(self.tr("Cancel this import"), lambda: self.cancel_wanted.emit(address))
        menu.popup(event.globalPos())

    def _cancel_selected(self) -> None:
        for row in [index.data(ENTRY_ROLE) for index in self.selectedIndexes()]:
            if row.is_open:
                self.cancel_wanted.emit(row.entry.address)


class DocumentsPanel(QWidget):
    """Emits `command` with imports and cancellations; shows what `take` is given."""

    command = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, objectName="sidePage")
        self._theme = theme
        self.model = LedgerModel(self)
        self.drop_area = DropArea(theme)
        self.list = LedgerList(accessibleName=self.tr("Documents"))
        self.list.setModel(self.model)
        self.delegate = LedgerDelegate(theme, self.list)
        self.list.setItemDelegate(self.delegate)
        self.list.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self._figure = QLabel()
        self._figure.setProperty("tone", "muted")
        self.cancel_button = QPushButton(self.tr("Cancel all"))
        self.cancel_button.setProperty("kind", "quiet")
        self._head = QHBoxLayout()
        self._head.addWidget(self._figure, 1)
        self._head.addWidget(self.cancel_button)
        self._drop = QVBoxLayout()
        self._drop.addWidget(self.drop_area)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._drop)
        self._column.addLayout(self._head)
        self._column.addWidget(self.list, 1)
        self.drop_area.files_wanted.connect(lambda: self._ask(QFileDialog.FileMode.ExistingFiles))
        self.drop_area.folder_wanted.connect(lambda: self._ask(QFileDialog.FileMode.Directory))
        self.delegate.cancel_clicked.connect(self._cancel)
        self.list.cancel_wanted.connect(self._cancel)
        self.cancel_button.clicked.connect(lambda: self._cancel(""))
        theme.changed.connect(self._restyle)
        self._restyle()
        self._count()

    def take(self, update: Any) -> None:
        """Show what an update reports."""
        self.model.take(update)
        self._count()

    def add_paths(self, paths: list[str]) -> None:
        """Ask for the import of files and folders."""
        if paths:
            self.command.emit(ImportPaths(tuple(paths)))

    def figure(self) -> str:
        """How many documents there are, and how many are on their way."""
        return self._figure.text()

    def _ask(self, mode: QFileDialog.FileMode) -> None:
        title = self.tr("Add files…") if mode == QFileDialog.FileMode.ExistingFiles else self.tr("Add folder…")
        dialog = QFileDialog(self, title.rstrip("…"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(mode)
        dialog.filesSelected.connect(self.add_paths)
        dialog.open()

    def _cancel(self, address: str) -> None:
        self.command.emit(CancelImport(address))

    def _count(self) -> None:
        waiting, total = self.model.open_count(), len(self.model.rows)
        if waiting:
            words = self.tr("In the works: {waiting} of {total}").format(waiting=number_words(waiting), total=number_words(total))
        else:
            words = self.tr("Documents: {total}").format(total=number_words(total)) if total else self.tr("No documents yet")
        self._figure.setText(words)
        self.cancel_button.setVisible(waiting > 0)

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, px(3), 0, px(2))
        self._column.setSpacing(px(2))
        self._drop.setContentsMargins(px(4), 0, px(4), 0)
        self._head.setContentsMargins(px(5), 0, px(4), 0)
        self.list.doItemsLayout()
