"""The models dialog: the list, adding by file or drop, checking, choosing, and settings of one model alone."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop_mem.control.model_rows import ModelReport, ModelRow
from desktop_mem.gui.engine_words import in_the_users_language
from desktop_mem.gui.file_drop import FileDrop
from desktop_mem.gui.models.model_words import report_words, row_words
from desktop_mem.gui.setting_fields import SettingFields
from desktop_mem.gui.theme import Theme
from desktop_mem.runtime.model_command import AddModel, CancelModelWork, CheckModel, ConfigureModel, RemoveModel, ShowModels, UseModel
from desktop_mem.runtime.update import CommandAccepted, CommandFailed, ModelChecked, ModelCopied, ModelsShown
from desktop_mem.settings import Settings

_ROW = Qt.ItemDataRole.UserRole + 1
OWN_SETTINGS = (
    "context_window",
    "temperature",
    "threads",
    "gpu_layers",
    "prefill_batch",
    "chat_format",
    "lora",
    "lora_scale",
    "load_anyway",
)


class ModelsDialog(QDialog):
    """Emits `command`. A model that was just added is checked at once; one that is chosen is used from the next start on."""

    command = Signal(object)
    prompt_wanted = Signal()

    def __init__(self, theme: Theme, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._settings = settings
        self.asked = ""
        self._mine: set[str] = set()
        self._adding: dict[str, str] = {}
        self.setWindowTitle(self.tr("Models"))
        text = self.tr("Drop a GGUF file here, or add one. It is used where it lies, unless you want a copy in the data folder.")
        self._text = QLabel(text, wordWrap=True)
        self._text.setProperty("tone", "muted")
        self.list = QListWidget(accessibleName=self.tr("Models"), wordWrap=True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.copy_box = QCheckBox(self.tr("Copy into the data folder when adding"))
        self.add_button = QPushButton(self.tr("Add model…"))
        self.use_button = QPushButton(self.tr("Use from next start"))
        self.use_button.setProperty("kind", "primary")
        self.check_button = QPushButton(self.tr("Check"))
        self.own_button = QPushButton(self.tr("Settings…"))
        self.remove_button = QPushButton(self.tr("Remove"))
        self.prompt_button = QPushButton(self.tr("What the model reads…"))
        self.close_button = QPushButton(self.tr("Close"))
        self.bar = QProgressBar(textVisible=False, maximum=1000, accessibleName=self.tr("Progress of copying"))
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.report = QLabel(wordWrap=True, textFormat=Qt.TextFormat.RichText)
        self.report.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard)
        self._build()
        self._connect()
        FileDrop(self).dropped.connect(self.add)
        theme.changed.connect(self._restyle)
        self._restyle()
        self._idle()

    def open_models(self) -> None:
        """Show the models that there are now."""
        self._send(ShowModels(rescan=True))
        self.show()
        self.raise_()
        self.activateWindow()

    def add(self, paths: list[str]) -> None:
        """Take these files into the list, and check each."""
        for path in paths:
            self._adding[self._send(AddModel(path, self.copy_box.isChecked()))] = path

    def take(self, update: Any) -> None:
        """Show what the engine reports."""
        match update:
            case ModelsShown(models=models, default=default):
                self._show(models, default)
            case CommandAccepted(request_id=request_id) if request_id in self._adding:
                self._idle()
                self._check(self._adding.pop(request_id))
            case ModelCopied(request_id=request_id, done=done, total=total) if self.owns(request_id):
                for part in (self.bar, self.cancel_button):
                    part.show()
                self.bar.setValue(round(1000 * done / total) if total else 0)
            case ModelChecked(request_id=request_id, report=report) if self.owns(request_id):
                self._idle()
                self.show_report(report)
            case CommandFailed(request_id=request_id, reason=reason) if self.owns(request_id):
                self._adding.pop(request_id, None)
                self._idle()
                self._say([(in_the_users_language(reason), "danger")])

    def owns(self, request_id: str) -> bool:
        """Whether this dialog asked that."""
        return request_id in self._mine

    def show_report(self, report: ModelReport) -> None:
        """Say what is to be expected of a model."""
        name = report.path.replace("\\", "/").rpartition("/")[2]
        self._say([(name, "text"), *report_words(report)])

    def _show(self, models: tuple[ModelRow, ...], default: str) -> None:
        chosen = self._chosen()
        self.list.clear()
        for row in models:
            item = QListWidgetItem(row_words(row, default), self.list)
            item.setData(_ROW, row)
            if chosen is not None and row.name == chosen.name:
                item.setSelected(True)
        self._enable()

    def _chosen(self) -> ModelRow | None:
        return next((item.data(_ROW) for item in self.list.selectedItems()), None)

    def _enable(self) -> None:
        row = self._chosen()
        self.use_button.setEnabled(row is not None and row.is_there)
        self.check_button.setEnabled(row is not None and row.is_there)
        for button in (self.own_button, self.remove_button):
            button.setEnabled(row is not None and not row.shipped)

    def _send(self, command: Any) -> str:
        self.asked = command.request_id
        self._mine.add(command.request_id)
        self.command.emit(command)
        return command.request_id

    def _check(self, model: str) -> None:
        self._say([(self.tr("Looking at the model…"), "muted")])
        self._send(CheckModel(model))

    def _use(self) -> None:
        if row := self._chosen():
            self._send(UseModel(row.name))
            self._say([(self.tr("{model} is used from the next start on.").format(model=row.name), "success")])

    def _remove(self) -> None:
        if (row := self._chosen()) is None:
            return
        kept = self.tr("The copy in the data folder is deleted.") if row.copied else self.tr("The file itself stays.")
        question = self.tr("Take “{model}” out of the list? {what}").format(model=row.name, what=kept)
        box = QMessageBox(QMessageBox.Icon.Question, self.tr("Remove model"), question, QMessageBox.StandardButton.Cancel, self)
        box.addButton(self.tr("Remove"), QMessageBox.ButtonRole.AcceptRole)
        box.accepted.connect(lambda: self._send(RemoveModel(row.name)))
        box.finished.connect(box.deleteLater)
        box.open()

    def _ask_file(self) -> None:
        dialog = QFileDialog(self, self.tr("Add model"), "", self.tr("Models (*.gguf)"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(self.add)
        dialog.open()

    def _own_settings(self) -> None:
        if row := self._chosen():
            dialog = OwnSettingsDialog(row, self._settings, self._theme, self)
            dialog.changed.connect(lambda changes: self._send(ConfigureModel(row.name, changes)))
            dialog.finished.connect(dialog.deleteLater)
            dialog.open()

    def _say(self, lines: list[tuple[str, str]]) -> None:
        colour = self._theme.colour
        paragraphs = [f'<p style="color:{colour(token).name()}; margin:2px 0">{_escaped(words)}</p>' for words, token in lines]
        self.report.setText("".join(paragraphs))
        self.report.setAccessibleName(" ".join(words for words, _ in lines))
        self.report.setVisible(bool(lines))

    def _idle(self) -> None:
        for part in (self.bar, self.cancel_button):
            part.hide()

    def _connect(self) -> None:
        self.list.itemSelectionChanged.connect(self._enable)
        self.add_button.clicked.connect(self._ask_file)
        self.use_button.clicked.connect(self._use)
        self.check_button.clicked.connect(lambda: self._check(row.name) if (row := self._chosen()) else None)
        self.own_button.clicked.connect(self._own_settings)
        self.remove_button.clicked.connect(self._remove)
        self.prompt_button.clicked.connect(self.prompt_wanted)
        self.cancel_button.clicked.connect(lambda: self._send(CancelModelWork()))
        self.close_button.clicked.connect(self.close)

    def _build(self) -> None:
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._text)
        self._column.addWidget(self.list, 1)
        for parts in (
            (self.use_button, self.check_button, self.own_button, self.remove_button, None),
            (self.bar, self.cancel_button),
            (self.report,),
            (self.add_button, self.copy_box, None),
            (self.prompt_button, None, self.close_button),
        ):
            line = QHBoxLayout()
            for part in parts:
                if part is None:
                    line.addStretch(1)
                else:
                    line.addWidget(part)
            self._column.addLayout(line)
        self._enable()

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(5), px(4), px(5), px(4))
        self._column.setSpacing(px(2.5))
        self.resize(px(160), px(140))


class OwnSettingsDialog(QDialog):
    """Settings that hold for one model alone; emits `changed` with what differs, None for what goes back to the profile's."""

    changed = Signal(dict)

    def __init__(self, row: ModelRow, settings: Settings, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = row
        self.setWindowTitle(self.tr("Settings of {model}").format(model=row.name))
        self.fields = SettingFields(OWN_SETTINGS, theme)
        self._usual = {name: asdict(settings)[name] for name in OWN_SETTINGS}
        self.fields.show_values(self._usual | {name: value for name, value in row.settings.items() if name in OWN_SETTINGS})
        area = QScrollArea(widgetResizable=True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self.fields)
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Save | kinds.Cancel)
        self.buttons.button(kinds.Save).setProperty("kind", "primary")
        self.buttons.accepted.connect(self._save)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(area, 1)
        column.addWidget(self.buttons)
        self.resize(theme.px(130), theme.px(140))

    def _save(self) -> None:
        changes = {}
        for name, value in self.fields.values().items():
            if value != self._row.settings.get(name, self._usual[name]):
                changes[name] = None if value == self._usual[name] else value
        if changes:
            self.changed.emit(changes)
        self.accept()


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
