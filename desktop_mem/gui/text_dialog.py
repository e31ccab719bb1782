"""Dialogs that only tell: the shortcuts, about the program, and a fault with what was saved."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop_mem.gui.theme import Theme


class ReportDialog(QDialog):
    """A heading, a sentence, and a report that can be read and copied."""

    def __init__(self, title: str, words: str, report: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        heading = QLabel(title, wordWrap=True)
        heading.setProperty("textSize", "title")
        self.words = QLabel(words, wordWrap=True)
        self.report = QPlainTextEdit(report, readOnly=True, tabChangesFocus=True, accessibleName=self.tr("Report"))
        self.report.setFont(theme.font(0.9, fixed=True))
        self.copy_button = QPushButton(self.tr("Copy report"))
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.setDefault(True)
        line = QHBoxLayout()
        line.addWidget(self.copy_button)
        line.addStretch(1)
        line.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(5), theme.px(4), theme.px(5), theme.px(4))
        column.setSpacing(theme.px(3))
        for part in (heading, self.words):
            column.addWidget(part)
        column.addWidget(self.report, 1)
        column.addLayout(line)
        self.copy_button.clicked.connect(lambda: QGuiApplication.clipboard().setText(report))
        self.close_button.clicked.connect(self.close)
        self.resize(theme.px(150), theme.px(110))


class ShortcutsDialog(QDialog):
    """What can be done by key, each with its words."""

    def __init__(self, shortcuts: Iterable[tuple[str, str]], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        page = QWidget(objectName="sidePage")
        grid = QGridLayout(page)
        grid.setHorizontalSpacing(theme.px(6))
        grid.setVerticalSpacing(theme.px(1.5))
        grid.setColumnStretch(1, 1)
        self.lines = [(QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText), words) for keys, words in shortcuts]
        for place, (keys, words) in enumerate(self.lines):
            name = QLabel(keys)
            name.setFont(theme.font(bold=True))
            grid.addWidget(name, place, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(QLabel(words, wordWrap=True), place, 1)
        grid.setRowStretch(len(self.lines), 1)
        area = QScrollArea(widgetResizable=True, accessibleName=self.windowTitle())
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(page)
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.setDefault(True)
        self.close_button.clicked.connect(self.close)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(5), theme.px(4), theme.px(5), theme.px(4))
        column.addWidget(area, 1)
        column.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTrailing)
        self.resize(theme.px(130), theme.px(140))
