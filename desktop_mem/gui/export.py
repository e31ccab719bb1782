"""The conversation as a file of the user's own: Markdown to read, JSON to process."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_mem.gui.conversation.row import reply_text
from desktop_mem.gui.engine_words import in_the_users_language
from desktop_mem.memory.message import Message, Role
from desktop_mem.runtime.command import ShowHistory
from desktop_mem.runtime.update import CommandFailed, HistoryShown
from desktop_mem.whole_file import write_whole

EVERYTHING = 10_000_000
_SPEAKERS = {
    Role.USER: QT_TRANSLATE_NOOP("ConversationExport", "You"),
    Role.ASSISTANT: QT_TRANSLATE_NOOP("ConversationExport", "Assistant"),
}


def as_markdown(messages: Iterable[Message]) -> str:
    """What was said, day by day; calls and events are left out."""
    translate = QCoreApplication.translate
    heading = translate("ConversationExport", "Conversation")
    lines, day = [f"# {heading}"], ""
    for message in messages:
        text = reply_text(message) if message.role is Role.ASSISTANT else message.text
        if message.role not in _SPEAKERS or not text:
            continue
        local = message.created_at.astimezone()
        if f"{local:%Y-%m-%d}" != day:
            day = f"{local:%Y-%m-%d}"
            lines += ["", f"## {day}"]
        lines += ["", f"**{translate('ConversationExport', _SPEAKERS[message.role])}**, {local:%H:%M} ({message.address})", "", text]
    return "\n".join(lines) + "\n"


def as_json(messages: Iterable[Message]) -> str:
    """Every message, calls and events among them, with address, time and the turn it belongs to."""
    records = [
        {
            "address": message.address,
            "role": message.role.value,
            "created_at": message.created_at.isoformat(),
            "text": reply_text(message) if message.role is Role.ASSISTANT else message.text,
            "call": None
            if message.call is None
            else {"function": message.call.function, "arguments": message.call.arguments, "thought": message.call.thought},
            "turn": message.turn,
            "topic": message.topic,
        }
        for message in messages
    ]
    return json.dumps({"format": "desktop_mem conversation", "version": 1, "messages": records}, ensure_ascii=False, indent=1) + "\n"


class ConversationExport(QObject):
    """Asks where to, asks the engine for the whole conversation, and writes it beside the main thread. Emits `command`, and `told` with
    a sentence and whether it went well.
    """

    command = Signal(object)
    told = Signal(str, bool)

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._request_id = ""
        self._target = Path()
        self._writer: threading.Thread | None = None

    def ask(self) -> None:
        """Let the user choose a file."""
        kinds = ";;".join((self.tr("Markdown (*.md)"), self.tr("JSON (*.json)")))
        dialog = QFileDialog(self._widget, self.tr("Export the conversation"), "", kinds)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("md")
        dialog.selectFile(self.tr("conversation"))
        dialog.filterSelected.connect(lambda kind: dialog.setDefaultSuffix("json" if "json" in kind else "md"))
        dialog.fileSelected.connect(self.export_to)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def export_to(self, path: str) -> None:
        """Write the whole conversation there; `.json` gives JSON, everything else Markdown."""
        self._target = Path(path)
        question = ShowHistory(EVERYTHING)
        self._request_id = question.request_id
        self.command.emit(question)

    def take(self, update: Any) -> None:
        """Write what was asked for."""
        match update:
            case HistoryShown(request_id=request_id, messages=messages) if self.owns(request_id):
                self._request_id = ""
                self._writer = threading.Thread(target=self._write, args=(self._target, messages), name="export")
                self._writer.start()
            case CommandFailed(request_id=request_id, reason=reason) if self.owns(request_id):
                self._request_id = ""
                self.told.emit(in_the_users_language(reason), False)

    def owns(self, request_id: str) -> bool:
        """Whether this asked that."""
        return bool(request_id) and request_id == self._request_id

    def close(self) -> None:
        """Wait until what is being written is whole."""
        if self._writer is not None:
            self._writer.join()

    def _write(self, target: Path, messages: tuple[Message, ...]) -> None:
        text = as_json(messages) if target.suffix.lower() == ".json" else as_markdown(messages)
        try:
            write_whole(target, text)
        except OSError as error:
            words = self.tr("The conversation could not be written to {file} ({error}). Choose another place.")
            self.told.emit(words.format(file=target, error=error.strerror or error), False)
            return
        self.told.emit(self.tr("The conversation is in {file}.").format(file=target), True)
