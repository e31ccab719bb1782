"""The drop area: says where files can be dropped, and adds files and folders by dialog."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop_mem.gui.icons import icon
from desktop_mem.gui.theme import Theme


class DropArea(QFrame):
    """Says where files can be dropped and lights up while some hang over the window; the window itself takes the drop."""

    files_wanted = Signal()
    folder_wanted = Signal()
    watching_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, objectName="drop")
        self._theme = theme
        self._mark = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self._text = QLabel(self.tr("Drop files or folders anywhere in this window"), wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter)
        self._kinds = QLabel(
            self.tr("PDF, Office, OpenDocument, e-books, mail, web pages, text, archives"),
            wordWrap=True,
            alignment=Qt.AlignmentFlag.AlignCenter,
        )
        self._kinds.setProperty("tone", "muted")
        self._kinds.setProperty("textSize", "small")
        self.files_button = QPushButton(self.tr("Add files…"))
        self.folder_button = QPushButton(self.tr("Add folder…"))
        self.watch_button = QPushButton(self.tr("Watched folders…"))
        self.watch_button.clicked.connect(self.watching_wanted)
        self.files_button.clicked.connect(self.files_wanted)
        self.folder_button.clicked.connect(self.folder_wanted)
        buttons = QGridLayout()
        buttons.setColumnStretch(0, 1)
        buttons.setColumnStretch(3, 1)
        buttons.addWidget(self.files_button, 0, 1)
        buttons.addWidget(self.folder_button, 0, 2)
        buttons.addWidget(self.watch_button, 1, 1, 1, 2)
        self._column = QVBoxLayout(self)
        for part in (self._mark, self._text, self._kinds):
            self._column.addWidget(part)
        self._column.addLayout(buttons)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_compact(self, compact: bool) -> None:
        """Take less room once there are documents: whoever has some knows how."""
        self._mark.setHidden(compact)
        self._kinds.setHidden(compact)

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
