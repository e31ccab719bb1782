"""Simplified Chinese: everything that is said is translated, and the compiled file says the same as the source."""

from __future__ import annotations

import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path
from string import Formatter

import PySide6
import pytest
from PySide6.QtCore import QCoreApplication, QTranslator

from desktop_mem.gui.application import TRANSLATIONS, speak
from desktop_mem.gui.wording import function_words

GUI = TRANSLATIONS.parent
TS, QM = TRANSLATIONS / "desktop_mem_zh_CN.ts", TRANSLATIONS / "desktop_mem_zh_CN.qm"

Said = tuple[str, str]


def messages(file: Path) -> dict[Said, str]:
    """(context, source) -> translation of a .ts file."""
    found = {}
    for context in ElementTree.parse(file).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            finished = translation is not None and translation.get("type") is None
            found[context.findtext("name"), message.findtext("source")] = (translation.text or "") if finished else ""
    return found


def tool(name: str) -> str:
    """The Qt tool beside PySide6 (its wrapper script may not be on the path)."""
    beside = Path(PySide6.__file__).parent / name
    return str(beside) if beside.exists() else shutil.which(f"pyside6-{name}") or f"pyside6-{name}"


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> set[Said]:
    """Everything that the source says, extracted now."""
    target = tmp_path_factory.mktemp("ts") / "now.ts"
    sources = sorted(str(path) for path in GUI.rglob("*.py"))
    subprocess.run([tool("lupdate"), "-silent", "-locations", "none", *sources, "-ts", str(target)], check=True, timeout=60)
    return set(messages(target))


def test_everything_said_is_translated_and_nothing_else(said: set[Said]) -> None:
    translated = messages(TS)
    assert said - set(translated) == set()
    assert set(translated) - said == set()
    assert [key for key, text in translated.items() if not text.strip()] == []


def test_placeholders_survive_translation() -> None:
    def names(text: str) -> Counter[str | None]:
        return Counter(name for _, name, _, _ in Formatter().parse(text) if name is not None)

    assert {key: text for key, text in messages(TS).items() if names(key[1]) != names(text)} == {}


def test_the_compiled_file_says_what_the_source_says() -> None:
    translator = QTranslator()
    assert translator.load(str(QM))
    wrong = {key: text for key, text in messages(TS).items() if translator.translate(key[0], key[1]) != text}
    assert wrong == {}


def test_chinese_text_uses_chinese_punctuation() -> None:
    chinese = [text for text in messages(TS).values() if any("\u4e00" <= character <= "\u9fff" for character in text)]
    assert [text for text in chinese if any(mark in text for mark in ",:;?!")] == []


def test_the_window_speaks_chinese_and_english_again(qapp) -> None:
    translators = speak(qapp, "zh_CN")
    try:
        assert function_words("send_message") == "回答了你"
        assert QCoreApplication.translate("Composer", "Stop") == "停止"
    finally:
        for translator in translators:
            qapp.removeTranslator(translator)
        speak(qapp, "en_US")
    assert function_words("send_message") == "Answered you"


def test_a_code_without_words_is_shown_as_it_is() -> None:
    assert function_words("new_function") == "new function"
