"""The list of the ledger: what can be done with a document, by menu and by key."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QInputDialog, QLineEdit, QListView, QMenu

from desktop_mem.control.document_ledger import ImportState, Reason
from desktop_mem.gui.documents.ledger_model import ENTRY_ROLE, LedgerRow
from desktop_mem.runtime.command import CancelImport, ForgetDocument, PauseImport, ResumeImport, RetryImport, TagDocument

_BATCH = 200


class LedgerList(QListView):
    """Emits `command` for one document or several, and `opened` with an address to be read; Delete cancels what is under way, and asks
    to forget what is not.
    """

    command = Signal(object)
    opened = Signal(str, str)

    def __init__(self, name: str) -> None:
        super().__init__(accessibleName=name)
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        # Thousands of rows are laid out some at a time, so that the window never stops for them.
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(_BATCH)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._delete_selected()
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.currentIndex() if event.reason() == QContextMenuEvent.Reason.Keyboard else self.indexAt(event.pos())
        if index.isValid():
            self.menu_of(index.data(ENTRY_ROLE)).popup(event.globalPos())

    def menu_of(self, row: LedgerRow) -> QMenu:
        """What can be done with this document."""
        menu, address = QMenu(self), row.entry.address
        menu.aboutToHide.connect(menu.deleteLater)
        if row.entry.state is ImportState.PAUSED:
            menu.addAction(self.tr("Resume this import"), lambda: self.command.emit(ResumeImport(address)))
        elif row.is_open:
            menu.addAction(self.tr("Pause this import"), lambda: self.command.emit(PauseImport(address)))
        if row.is_open:
            menu.addAction(self.tr("Cancel this import"), lambda: self.command.emit(CancelImport(address)))
            return menu
        if row.entry.reason is Reason.ENCRYPTED:
            menu.addAction(self.tr("Enter the password…"), lambda: self.ask_password(row))
        if row.entry.passages:
            menu.addAction(self.tr("Read what was stored"), lambda: self.opened.emit(address, ""))
        menu.addAction(self.tr("Tags…"), lambda: self.ask_tags(row))
        menu.addAction(self.tr("Import again"), lambda: self.command.emit(RetryImport(address)))
        menu.addSeparator()
        menu.addAction(self.tr("Forget this document…"), lambda: self.command.emit(ForgetDocument(address)))
        return menu

    def ask_password(self, row: LedgerRow) -> None:
        """Ask for the password of a document, without waiting for the answer; it goes to the engine and is kept nowhere."""
        dialog = QInputDialog(self)
        dialog.setWindowTitle(self.tr("Password"))
        dialog.setLabelText(self.tr("Password of {name} (it is not stored):").format(name=row.name))
        dialog.setTextEchoMode(QLineEdit.EchoMode.Password)
        dialog.textValueSelected.connect(lambda password: self.command.emit(RetryImport(row.entry.address, password)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def ask_tags(self, row: LedgerRow) -> None:
        """Ask for the tags of a document, all on one line."""
        dialog = QInputDialog(self)
        dialog.setWindowTitle(self.tr("Tags"))
        dialog.setLabelText(self.tr("Tags of {name}, with commas between them:").format(name=row.name))
        dialog.setTextValue(", ".join(row.entry.tags))
        dialog.textValueSelected.connect(lambda text: self._tag(row, text))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _tag(self, row: LedgerRow, text: str) -> None:
        wanted = dict.fromkeys(tag.strip().removeprefix("#") for tag in text.replace("，", ",").split(",") if tag.strip(" #"))
        for tag in wanted:
            if tag not in row.entry.tags:
                self.command.emit(TagDocument(row.entry.address, tag))
        for tag in row.entry.tags:
            if tag not in wanted:
                self.command.emit(TagDocument(row.entry.address, tag, remove=True))

    def _delete_selected(self) -> None:
        rows = [index.data(ENTRY_ROLE) for index in self.selectedIndexes()]
        for row in rows:
            if row.is_open:
                self.command.emit(CancelImport(row.entry.address))
        if len(rows) == 1 and not rows[0].is_open:
            self.command.emit(ForgetDocument(rows[0].entry.address))
