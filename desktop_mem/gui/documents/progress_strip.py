"""How far all imports together have come, with what can be done about all of them."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from desktop_mem.control.import_work import ImportTotals
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import duration_words, number_words, size_words
from desktop_mem.runtime.command import CancelImport, PauseImport, ResumeImport, RetryImport
from desktop_mem.runtime.update import EngineStopped, ImportProgressed

_WHOLE = 1000


class ProgressStrip(QWidget):
    """Emits `command`. The panel tells it how many imports are open, rest and failed; the engine tells how far they have come."""

    command = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._totals: ImportTotals | None = None
        self.figure = QLabel(wordWrap=True)
        self.figure.setProperty("tone", "muted")
        self.words = QLabel(wordWrap=True)
        self.words.setProperty("tone", "muted")
        self.words.setProperty("textSize", "small")
        self.bar = QProgressBar(textVisible=False, maximum=_WHOLE, accessibleName=self.tr("Progress of all imports"))
        self.pause_button = QPushButton(self.tr("Pause all"))
        self.resume_button = QPushButton(self.tr("Resume all"))
        self.retry_button = QPushButton(self.tr("Retry failed"))
        self.cancel_button = QPushButton(self.tr("Cancel all"))
        self._head = QHBoxLayout()
        self._head.addWidget(self.figure, 1)
        for button, command in (
            (self.retry_button, RetryImport),
            (self.pause_button, PauseImport),
            (self.resume_button, ResumeImport),
            (self.cancel_button, CancelImport),
        ):
            button.setProperty("kind", "quiet")
            button.clicked.connect(lambda _=False, command=command: self.command.emit(command()))
            self._head.addWidget(button)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._head)
        self._column.addWidget(self.bar)
        self._column.addWidget(self.words)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.show_counts(0, 0, 0, 0)

    def take(self, update: Any) -> None:
        """Show how far the engine has come."""
        if isinstance(update, ImportProgressed):
            self._totals = update.totals
            self._show()
        elif isinstance(update, EngineStopped):
            self._totals = None
            self._show()

    def show_counts(self, total: int, under_way: int, paused: int, failed: int) -> None:
        """Show how many documents there are, are on their way, rest, and failed."""
        if under_way or paused:
            words = self.tr("In the works: {waiting} of {total}").format(
                waiting=number_words(under_way + paused), total=number_words(total)
            )
        else:
            words = self.tr("Documents: {total}").format(total=number_words(total)) if total else self.tr("No documents yet")
            self._totals = None
        self.figure.setText(words)
        self.pause_button.setVisible(under_way > 0)
        self.resume_button.setVisible(paused > 0 and not under_way)
        self.cancel_button.setVisible(under_way + paused > 0)
        self.retry_button.setVisible(failed > 0 and not (under_way or paused))
        self._show()

    def _show(self) -> None:
        totals = self._totals
        shown = totals is not None and totals.done < totals.total
        self.bar.setVisible(shown)
        self.words.setVisible(shown)
        if totals is not None and shown:
            share = totals.bytes_done / totals.bytes_total if totals.bytes_total else totals.done / totals.total
            self.bar.setValue(round(_WHOLE * share))
            self.words.setText(self._line(totals))

    def _line(self, totals: ImportTotals) -> str:
        parts = [self.tr("files: {done} of {total}").format(done=number_words(totals.done), total=number_words(totals.total))]
        if totals.bytes_total:
            parts.append(self.tr("{done} of {total}").format(done=size_words(totals.bytes_done), total=size_words(totals.bytes_total)))
        if totals.passages_per_second is not None:
            parts.append(self.tr("{rate} passages/s").format(rate=number_words(round(totals.passages_per_second))))
        if totals.seconds_left is not None:
            parts.append(self.tr("about {time} left").format(time=duration_words(totals.seconds_left)))
        if totals.listing:
            parts.append(self.tr("still looking for files"))
        if totals.paused:
            parts.append(self.tr("paused: {count}").format(count=number_words(totals.paused)))
        return " · ".join(parts)

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(5), 0, px(4), 0)
        self._column.setSpacing(px(1))
        self._head.setSpacing(px(1))
        self.bar.setFixedHeight(px(1.2))
