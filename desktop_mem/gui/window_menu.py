"""The menu of the window and all dialogs behind it."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QInputDialog, QMessageBox

from desktop_mem.gui.actions import Deed, WindowActions
from desktop_mem.gui.theme import Theme
from desktop_mem.memory.ports import Counts
from desktop_mem.memory.update import PassageKept
from desktop_mem.runtime.command import KeepText, PressNow, RestartEngine, SummariseNow
from desktop_mem.runtime.update import CountsChanged
from desktop_mem.settings import Settings

if TYPE_CHECKING:
    from desktop_mem.gui.export import ConversationExport
    from desktop_mem.gui.memory_panel.prompt_dialog import PromptDialog
    from desktop_mem.gui.models.dialog import ModelsDialog
    from desktop_mem.gui.preferences import PreferencesDialog


def is_embedder(path: Path) -> bool:
    """Whether the folder holds a sentence-transformers model."""
    return (path / "modules.json").is_file() and (path / "config.json").is_file()


class WindowMenu(QObject):
    """Emits `command`; `window` is the main window, whose parts the deeds are about. A dialog is imported and made when it is first
    asked for: the window does not wait for any.
    """

    command = Signal(object)

    def __init__(self, window: Any, theme: Theme) -> None:
        super().__init__(window)
        self._window, self._theme = window, theme
        self._counts: Counts | None = None
        self.stalls: list[float] = []
        self.settings = window.place.settings if window.place else Settings()
        self._made: list[Any] = []
        self.preferences: PreferencesDialog | None = None
        self.shown: Any = None
        self._actions = WindowActions(window, self._groups())
        self.menu = self._actions.menu
        self.menu.setToolTipsVisible(True)
        window.memories.undo.changed.connect(self._show_undo)
        self._show_undo()

    @cached_property
    def prompt(self) -> PromptDialog:
        """The exact text of the model's window."""
        from desktop_mem.gui.memory_panel.prompt_dialog import PromptDialog

        return self._keep(PromptDialog(self._theme, self._window))

    @cached_property
    def models(self) -> ModelsDialog:
        """The models, and what is to be expected of each."""
        from desktop_mem.gui.models.dialog import ModelsDialog

        dialog = self._keep(ModelsDialog(self._theme, self.settings, self._window))
        dialog.prompt_wanted.connect(lambda: self.prompt.open_part(""))
        return dialog

    @cached_property
    def export(self) -> ConversationExport:
        """The conversation as a file."""
        from desktop_mem.gui.export import ConversationExport

        export = self._keep(ConversationExport(self._window))
        export.told.connect(self._tell)
        return export

    def _keep(self, child: Any) -> Any:
        """Pass on from here what it asks the engine, and to it what the engine says."""
        child.command.connect(self.command)
        self._made.append(child)
        return child

    def take(self, update: Any) -> None:
        """Pass an update to the dialogs."""
        if isinstance(update, CountsChanged):
            self._counts = update.counts
        elif isinstance(update, PassageKept):
            self._tell(self.tr("Kept as {address}.").format(address=update.passage.address), True)
        for child in self._made:
            child.take(update)

    def owns(self, request_id: str) -> bool:
        """Whether a dialog shows what became of this command."""
        return any(child.owns(request_id) for child in self._made)

    def close(self) -> None:
        """Finish what is being written."""
        if "export" in vars(self):
            self.export.close()

    def offer_embedder(self, path: str) -> None:
        """A folder of a search model was dropped: it takes the place of the one in use when the user says so."""
        if self._window.place is None:
            return
        words = self.tr(
            "“{name}” is a search model. Use it from the next start on? Everything that is stored is then learned anew, in the background."
        )
        box = QMessageBox(QMessageBox.Icon.Question, self.tr("Search model"), words.format(name=Path(path).name), parent=self._window)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.addButton(self.tr("Use from next start"), QMessageBox.ButtonRole.AcceptRole)
        box.accepted.connect(lambda: self._save(replace(self.settings, embedder=path)))
        box.finished.connect(box.deleteLater)
        box.open()

    def _save(self, settings: Settings) -> None:
        try:
            settings.save(self._window.place.folder)
        except OSError as error:
            self._tell(self.tr("The settings could not be saved ({error}).").format(error=error.strerror or error), False)
            return
        self._take_settings(settings)

    def show_preferences(self) -> None:
        """Let the user change settings."""
        if self._window.place is None:
            return
        from desktop_mem.gui.preferences import PreferencesDialog

        dialog = self.preferences = PreferencesDialog(self._window.place.folder, self.settings, self._theme, self._window)
        dialog.saved.connect(self._take_settings)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def ask_note(self) -> None:
        """Put a text of the user's own into archival storage."""
        dialog = QInputDialog(self._window)
        dialog.setWindowTitle(self.tr("Keep a note"))
        dialog.setLabelText(self.tr("It is kept word for word, found by search, and used in answers:"))
        dialog.setOption(QInputDialog.InputDialogOption.UsePlainTextEditForTextInput)
        dialog.textValueSelected.connect(self._keep_note)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _keep_note(self, text: str) -> None:
        if text.strip():
            self.command.emit(KeepText(text.strip()))

    def show_shortcuts(self) -> None:
        """List what can be done by key."""
        from desktop_mem.gui.text_dialog import ShortcutsDialog

        more = [
            ("Return", self.tr("Send the message")),
            ("Shift+Return", self.tr("Start a new line")),
            ("Esc", self.tr("Stop the answer; leave the find bar")),
            ("Ctrl+R", self.tr("Ask for another answer")),
            ("F2", self.tr("Edit your last message and send it again")),
            ("Shift+F2", self.tr("Rewrite the last answer")),
            ("Ctrl+Shift+Backspace", self.tr("Take back the last turn")),
            ("Space", self.tr("Show or hide the steps of an answer")),
            ("Menu", self.tr("What can be done with a row, a document or a hit")),
            ("Delete", self.tr("Cancel an import, or forget a document")),
        ]
        self._show(ShortcutsDialog([*self._actions.shortcuts(), *more], self._theme, self._window))

    def show_about(self) -> None:
        """Say what this is, and give the report."""
        from desktop_mem.gui.text_dialog import ReportDialog

        words = self.tr(
            "A desktop assistant that remembers. It works wholly on this computer: nothing leaves it. Apache-2.0. "
            "The report below has no names, no paths and nothing that was said; copy it when you ask for help."
        )
        self._show(ReportDialog(self.tr("About desktop_mem"), words, self.report_text(), self._theme, self._window))

    def show_fault(self, details: str) -> None:
        """Tell of an error in the window, and what was saved."""
        from desktop_mem.gui.diagnostics import redacted_trace
        from desktop_mem.gui.text_dialog import ReportDialog

        words = self.tr(
            "Something went wrong in the window. Every message that you sent, every document and every change of memory is stored; "
            "the text in the message field is kept too. You can go on; if the window behaves oddly, start it again."
        )
        text = f"{self.report_text()}\n\n{redacted_trace(details)}"
        self._show(ReportDialog(self.tr("A fault in the window"), words, text, self._theme, self._window))

    def report_text(self) -> str:
        """The report for whoever helps."""
        from desktop_mem.gui.diagnostics import report

        place = self._window.place
        settings, log_file = (self.settings, place.log_file) if place else (None, None)
        return report(settings, self._window.state, self._counts, self.stalls, log_file)

    def _groups(self) -> list[list[Deed]]:
        window, theme = self._window, self._theme
        tabs = [
            Deed(f"Alt+{number}", lambda number=number: window.tabs.setCurrentIndex(number - 1), told=self._tab_words(number))
            for number in range(1, 6)
        ]
        return [
            [
                Deed("Ctrl+F", window.conversation.find.begin, self.tr("Find in the conversation…")),
                Deed("Ctrl+Shift+F", lambda: window.search_for(""), self.tr("Search everything…")),
                Deed("Ctrl+N", self.ask_note, self.tr("Keep a note…")),
                Deed("Ctrl+O", window.documents.drop_area.files_button.click, self.tr("Add files…")),
            ],
            self._memory_group(),
            [
                Deed("Ctrl+E", lambda: self.export.ask(), self.tr("Export the conversation…")),
                Deed("", lambda: self.command.emit(SummariseNow()), self.tr("Summarise older messages now")),
                Deed("", lambda: self.command.emit(PressNow()), self.tr("Warn the model of memory pressure now")),
                Deed("Ctrl+Shift+P", lambda: self.prompt.open_part(""), self.tr("What the model reads…")),
            ],
            [
                Deed("Ctrl+M", lambda: self.models.open_models(), self.tr("Models…")),
                Deed("Ctrl+,", self.show_preferences, self.tr("Preferences…")),
                Deed("", self.restart_engine, self.tr("Restart the engine")),
            ],
            [
                Deed("Ctrl++", lambda: theme.zoom(1), self.tr("Larger text")),
                Deed("Ctrl+-", lambda: theme.zoom(-1), self.tr("Smaller text")),
                Deed("Ctrl+0", lambda: theme.zoom(0), self.tr("Text as the desktop has it")),
            ],
            [
                Deed("F1", self.show_shortcuts, self.tr("Keyboard shortcuts…")),
                Deed("", self.show_about, self.tr("About and diagnostics…")),
                Deed("Ctrl+Q", window.close, self.tr("Quit")),
            ],
            [Deed("Ctrl+L", window.conversation.composer.edit.setFocus, told=self.tr("Write a message")), *tabs],
        ]

    def restart_engine(self) -> None:
        """Another engine, with the settings and the model that are chosen now."""
        self.command.emit(RestartEngine())

    def _memory_group(self) -> list[Deed]:
        memories = self._window.memories
        return [
            Deed("Alt+Z", memories.undo.undo, self.tr("Undo the last change of memory")),
            Deed("Alt+Shift+Z", memories.undo.redo, self.tr("Redo it")),
            Deed("Ctrl+H", lambda: memories.history.open_history(), self.tr("History of memory…")),
            Deed("", lambda: memories.as_of.open_day(), self.tr("Memory on a day…")),
            Deed("", lambda: memories.trash.open_trash(), self.tr("Trash…")),
        ]

    def _show_undo(self) -> None:
        """What can be undone and redone, and what that would be."""
        state = self._window.memories.undo
        undo, redo = (self._actions.by_words[deed.words] for deed in self._memory_group()[:2])
        for action, can, words in ((undo, state.can_undo, state.undo_words()), (redo, state.can_redo, state.redo_words())):
            action.setEnabled(can)
            action.setToolTip(words)

    def _tab_words(self, number: int) -> str:
        titles = (self.tr("Memory"), self.tr("Documents"), self.tr("Search"), self.tr("Timeline"), self.tr("Activity"))
        return self.tr("Show “{panel}”").format(panel=titles[number - 1])

    def _take_settings(self, settings: Settings) -> None:
        before, self.settings = self.settings, settings
        self._theme.choose(settings.theme)
        if settings.language != before.language:
            self._window.banner.say(self.tr("The language changes when you quit and start the program again."), "info", "language")
        if replace(settings, theme=before.theme, language=before.language) != before:
            self._window.banner.say(self.tr("What you changed holds from the next start of the engine on."), "info", "engine", restart=True)

    def _tell(self, words: str, well: bool) -> None:
        self._window.banner.say(words, "info" if well else "danger", "export")

    def _show(self, dialog: Any) -> None:
        self.shown = dialog
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
