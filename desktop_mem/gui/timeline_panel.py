"""The timeline: what is to come (reminders), the topics that were, and any day of the conversation."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from PySide6.QtCore import QDate, Qt, Signal
from PySide6.QtWidgets import (
    QDateEdit,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import day_words, moment_words
from desktop_mem.memory.reminder import Reminder
from desktop_mem.memory.topic import Topic
from desktop_mem.memory.update import ReminderFell, ReminderSet, TopicSwitched, TurnUndone
from desktop_mem.runtime.command import (
    CancelReminder,
    Narrowing,
    RenameTopic,
    Search,
    ShowReminders,
    ShowTopics,
    SnoozeReminder,
    SwitchTopic,
)
from desktop_mem.runtime.update import EngineReady, RemindersShown, SearchFinished, TopicsShown

_DATA = Qt.ItemDataRole.UserRole + 1


class TimelinePanel(QScrollArea):
    """Emits `command`, and `message_wanted` with the address of the message with which a day begins."""

    command = Signal(object)
    message_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._asked = ""
        self.reminders = QListWidget(accessibleName=self.tr("Reminders"), wordWrap=True)
        self.topics = QListWidget(accessibleName=self.tr("Topics"), wordWrap=True)
        for entries in (self.reminders, self.topics):
            entries.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # what is too wide is wrapped
        self.day = QDateEdit(QDate.currentDate(), calendarPopup=True, accessibleName=self.tr("Day"))
        self.no_reminders = self._muted(self.tr("Nothing is due. Say “remind me tomorrow at nine to …” in the conversation."))
        self.no_topics = self._muted(self.tr("No topics yet. A new one begins after a long pause, or when you say so."))
        self.day_note = self._muted("")
        self.snooze_button = QPushButton(self.tr("Put off"))
        self.snooze_button.setMenu(self._snooze_menu())
        self.cancel_button = QPushButton(self.tr("Call off"))
        self.switch_button = QPushButton(self.tr("Go on with it"))
        self.switch_button.setToolTip(self.tr("Put what is in view into a summary, and bring this topic back into view"))
        self.rename_button = QPushButton(self.tr("Rename…"))
        self.new_button = QPushButton(self.tr("New topic…"))
        self.day_button = QPushButton(self.tr("Show this day"))
        self._build()
        self._connect()
        theme.changed.connect(self._restyle)
        self._restyle()
        self._show_reminders(())
        self._show_topics((), "")

    def take(self, update: Any) -> None:
        """Follow reminders and topics."""
        match update:
            case EngineReady():
                self.command.emit(ShowTopics())
                self.command.emit(ShowReminders())
            case TopicSwitched():
                self.command.emit(ShowTopics())
            case ReminderSet() | ReminderFell() | TurnUndone():
                self.command.emit(ShowReminders())
            case RemindersShown(reminders=reminders):
                self._show_reminders(reminders)
            case TopicsShown(topics=topics, current=current):
                self._show_topics(topics, current)
            case SearchFinished(request_id=request_id, recall=recall) if request_id == self._asked:
                self._asked = ""
                hits = recall.hits if recall else ()
                self.day_note.setText("" if hits else self.tr("Nothing was said on that day."))
                self.day_note.setVisible(not hits)
                if hits:
                    self.message_wanted.emit(hits[0].address)

    def show_day(self, day: str) -> None:
        """Go to the first thing that was said on a day, YYYY-MM-DD."""
        question = Search("", Narrowing("m", start=day, end=day))
        self._asked = question.request_id
        self.command.emit(question)

    def _show_reminders(self, reminders: tuple[Reminder, ...]) -> None:
        self.reminders.clear()
        for reminder in reminders:
            again = self.tr(" · comes again: {phrase}").format(phrase=reminder.phrase) if reminder.when.rule else ""
            item = QListWidgetItem(f"{reminder.message}\n{moment_words(reminder.when.due.astimezone())}{again}", self.reminders)
            item.setData(_DATA, reminder)
        for part in (self.reminders, self.snooze_button, self.cancel_button):
            part.setVisible(bool(reminders))
        self.no_reminders.setVisible(not reminders)
        self._enable()

    def _show_topics(self, topics: tuple[Topic, ...], current: str) -> None:
        self.topics.clear()
        today = datetime.now().astimezone()
        for topic in reversed(topics):
            now = self.tr(" · now") if topic.address == current else ""
            title = topic.title or self.tr("(without a title)")
            item = QListWidgetItem(f"{title}\n{day_words(topic.started_at, today)}{now}", self.topics)
            item.setData(_DATA, topic)
            item.setToolTip(topic.title)
        for part in (self.topics, self.switch_button, self.rename_button):
            part.setVisible(bool(topics))
        self.no_topics.setVisible(not topics)
        self._enable()

    def _enable(self) -> None:
        for button in (self.snooze_button, self.cancel_button):
            button.setEnabled(bool(self.reminders.selectedItems()))
        for button in (self.switch_button, self.rename_button):
            button.setEnabled(bool(self.topics.selectedItems()))

    def _reminder(self) -> Reminder | None:
        return next((item.data(_DATA) for item in self.reminders.selectedItems()), None)

    def _topic(self) -> Topic | None:
        return next((item.data(_DATA) for item in self.topics.selectedItems()), None)

    def _snooze(self, minutes: int) -> None:
        if reminder := self._reminder():
            self.command.emit(SnoozeReminder(reminder.address, minutes))

    def _cancel(self) -> None:
        if reminder := self._reminder():
            self.command.emit(CancelReminder(reminder.address))

    def _switch(self) -> None:
        if topic := self._topic():
            self.command.emit(SwitchTopic(topic.address))

    def _rename(self) -> None:
        if topic := self._topic():
            self._ask(self.tr("Rename topic"), topic.title, lambda title: self.command.emit(RenameTopic(topic.address, title)))

    def _begin_topic(self) -> None:
        self._ask(self.tr("New topic"), "", lambda title: self.command.emit(SwitchTopic(title=title)))

    def _ask(self, heading: str, text: str, done: Any) -> None:
        dialog = QInputDialog(self)
        dialog.setWindowTitle(heading)
        dialog.setLabelText(self.tr("Title:"))
        dialog.setTextValue(text)
        dialog.textValueSelected.connect(lambda title: done(title.strip()) if title.strip() else None)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _go_to_topic(self, item: QListWidgetItem) -> None:
        self.show_day(f"{item.data(_DATA).started_at.astimezone():%Y-%m-%d}")

    def _snooze_menu(self) -> QMenu:
        menu = QMenu(self)
        for minutes, words in ((10, self.tr("By 10 minutes")), (60, self.tr("By an hour")), (24 * 60, self.tr("By a day"))):
            menu.addAction(words, lambda minutes=minutes: self._snooze(minutes))
        return menu

    def _connect(self) -> None:
        self.reminders.itemSelectionChanged.connect(self._enable)
        self.topics.itemSelectionChanged.connect(self._enable)
        self.topics.itemActivated.connect(self._go_to_topic)
        self.cancel_button.clicked.connect(self._cancel)
        self.switch_button.clicked.connect(self._switch)
        self.rename_button.clicked.connect(self._rename)
        self.new_button.clicked.connect(self._begin_topic)
        self.day_button.clicked.connect(lambda: self.show_day(self.day.date().toString(Qt.DateFormat.ISODate)))

    def _build(self) -> None:
        page = QWidget(objectName="sidePage")
        self._column = QVBoxLayout(page)
        self._column.addWidget(self._title(self.tr("Coming up")))
        self._column.addWidget(self.no_reminders)
        self._column.addWidget(self.reminders, 1)
        self._column.addLayout(self._row(self.snooze_button, self.cancel_button))
        self._column.addWidget(self._title(self.tr("Topics")))
        self._column.addWidget(self.no_topics)
        self._column.addWidget(self.topics, 2)
        self._column.addLayout(self._row(self.switch_button, self.rename_button))
        self._column.addLayout(self._row(self.new_button))
        self._column.addWidget(self._title(self.tr("Go to a day")))
        self._column.addLayout(self._row(self.day, self.day_button))
        self._column.addWidget(self.day_note)
        self._column.addStretch(1)
        self.day_note.hide()
        self.setWidget(page)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def _row(self, *parts: QWidget) -> QHBoxLayout:
        line = QHBoxLayout()
        for part in parts:
            line.addWidget(part)
        line.addStretch(1)
        line.setSpacing(self._theme.px(1.5))
        return line

    def _title(self, words: str) -> QLabel:
        label = QLabel(words)
        label.setProperty("textSize", "title")
        return label

    def _muted(self, words: str) -> QLabel:
        label = QLabel(words, wordWrap=True)
        label.setProperty("tone", "muted")
        return label

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(4), px(3), px(4), px(4))
        self._column.setSpacing(px(2))
        for area in (self.reminders, self.topics):
            area.setMinimumHeight(px(32))
