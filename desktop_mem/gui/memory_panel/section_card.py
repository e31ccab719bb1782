"""One section of the working context: its text, how full it is, and the user's own edits."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QLabel, QMessageBox, QProgressBar, QPushButton, QToolButton, QWidget

from desktop_mem.gui import offers as offer
from desktop_mem.gui.icons import icon
from desktop_mem.gui.memory_panel.editable_card import EditableCard
from desktop_mem.gui.memory_panel.section_dialog import SectionDialog
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import number_words, section_words
from desktop_mem.memory.ports import SectionState
from desktop_mem.memory.working_context import FIRST_LABELS
from desktop_mem.runtime.command import ConfigureSection, EditSection, RemoveSection


class SectionCard(EditableCard):
    """Shows a `SectionState`. A section that the user made says what it is for, and can be removed. Emits `wanted` with the kind and
    value of an offer.
    """

    wanted = Signal(str, str)

    def __init__(self, state: SectionState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(section_words(state.label), theme, parent)
        self.state = state
        self.description = QLabel(wordWrap=True)
        self.read_only = QLabel(self.tr("Read-only: only you can change it."), wordWrap=True)
        for label in (self.description, self.read_only):
            label.setProperty("tone", "muted")
            label.setProperty("textSize", "small")
        remove = self.tr("Remove “{section}”").format(section=section_words(state.label))
        self.remove_button = QToolButton(toolTip=remove, accessibleName=remove)
        self.remove_button.setProperty("kind", "quiet")
        self.remove_button.setVisible(state.label not in FIRST_LABELS)
        self.remove_button.clicked.connect(self._ask_to_remove)
        settings = self.tr("Settings of “{section}”").format(section=section_words(state.label))
        self.settings_button = QToolButton(toolTip=settings, accessibleName=settings)
        self.settings_button.setProperty("kind", "quiet")
        self.settings_button.clicked.connect(self._ask_settings)
        self.why_button, self.history_button = map(self._offer, (offer.why(f"w:{state.label}"), offer.history(f"w:{state.label}")))
        self._fill = QProgressBar(textVisible=False)
        self._head.addWidget(self.settings_button)
        self._head.addWidget(self.remove_button)
        self._column.insertWidget(1, self.read_only)
        self._column.insertWidget(1, self.description)
        self._column.insertWidget(self._column.count() - 1, self._fill)
        self._restyle()
        self._open(False)
        self.show_state(state)

    def show_state(self, state: SectionState) -> None:
        """The section as it is now."""
        self.state = state
        self.read_only.setVisible(state.read_only)
        self.description.setText(state.description)
        self.description.setVisible(bool(state.description) and state.label not in FIRST_LABELS)
        self.setToolTip(state.description)
        self.show_text(state.text)

    def _offer(self, each: offer.Offer) -> QPushButton:
        """A button for what can be done with the section."""
        button = QPushButton(each.words)
        button.setProperty("kind", "quiet")
        button.setAccessibleName(f"{each.words} {section_words(self.state.label)}")
        button.clicked.connect(lambda: self.wanted.emit(each.kind, each.value))
        self._buttons.addWidget(button)
        return button

    def _open(self, editing: bool) -> None:
        super()._open(editing)
        for button in (self.why_button, self.history_button):
            button.setVisible(not editing)

    def _edit(self, text: str, expected: str) -> EditSection:
        return EditSection(self.state.label, text, expected)

    def _ask_to_remove(self) -> None:
        """An empty section goes at once; one with a text when the user says so again."""
        if not self.state.text:
            self._remove()
            return
        title = section_words(self.state.label)
        question = self.tr("Remove “{section}” and its text from what the assistant always has in mind?").format(section=title)
        buttons = QMessageBox.StandardButton
        box = QMessageBox(QMessageBox.Icon.Question, self.tr("Remove section"), question, buttons.Cancel, self)
        box.addButton(self.tr("Remove"), QMessageBox.ButtonRole.AcceptRole)
        box.accepted.connect(self._remove)
        box.open()

    def _ask_settings(self) -> None:
        dialog = SectionDialog((), self._theme, self, self.state)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self._configure(dialog.command()))
        dialog.open()

    def _configure(self, command: ConfigureSection) -> None:
        self._request_id = command.request_id
        self.command.emit(command)

    def _remove(self) -> None:
        command = RemoveSection(self.state.label)
        self.command.emit(command)

    def _count(self) -> None:
        length = len(self.editor.toPlainText().strip()) if self.is_editing() else len(self.state.text)
        limit = max(1, self.state.limit)
        words = self.tr("{used} of {limit} characters").format(used=number_words(length), limit=number_words(self.state.limit))
        self._figure.setText(words)
        self._fill.setRange(0, limit)
        self._fill.setValue(min(length, limit))
        self._fill.setAccessibleName(words)
        self.save_button.setEnabled(length <= self.state.limit)
        self.save_button.setToolTip("" if length <= self.state.limit else self.tr("Too long for this section."))

    def _restyle(self, *_: Any) -> None:
        super()._restyle()
        px = self._theme.px
        self._fill.setFixedHeight(px(1.5))
        self.remove_button.setIcon(icon("close", self._theme.colour("muted"), px(4)))
        self.settings_button.setIcon(icon("sliders", self._theme.colour("muted"), px(4)))
        for button in (self.settings_button, self.remove_button):
            button.setIconSize(QSize(px(4), px(4)))
