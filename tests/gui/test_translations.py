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
from desktop_mem.gui.engine_words import SENTENCES, in_the_users_language
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


ENGINE_SAYS = [
    (
        "The engine stopped: it was killed, perhaps because the machine ran out of memory (SIGKILL).",
        "引擎停止了：它被强行结束，可能是内存不足（SIGKILL）。",
    ),
    ("The engine stopped unexpectedly (exit code 1).", "引擎意外停止（退出码 1）。"),
    (
        "The model file /home/a b/x.gguf does not exist. Choose another model, or put the file back.",
        "模型文件 /home/a b/x.gguf 不存在。请选择其他模型，或把文件放回原处。",
    ),
    (
        "The model file x.gguf is incomplete: it has 50,000,000 of 98,362,432 bytes (48,362,432 are missing). "
        "Download or copy it again, or choose another model.",
        "模型文件 x.gguf 不完整：共需 98,362,432 字节，只有 50,000,000 字节（缺 48,362,432 字节）。请重新下载或复制，或选择其他模型。",
    ),
    (
        '"report.v2.pdf" is a damaged or incomplete PDF. Get a fresh copy of the file and drop that.',
        "“report.v2.pdf”已损坏或不完整（PDF）。请重新获取该文件再拖入。",
    ),
    (
        '"猫.txt" is empty (0 bytes). Nothing was stored; check whether it is the file that you meant.',
        "“猫.txt”是空文件（0 字节）。没有存入任何内容；请确认是不是你要的文件。",
    ),
    (
        '"a.pdf" is protected by a password. Save a copy without the password and drop that.',
        "“a.pdf”有密码保护。请另存一份不带密码的副本再拖入。",
    ),
    (
        "Pages 3, 7-9 are pictures without text, and not stored. Run text recognition (OCR) on the file and drop it again.",
        "第 3, 7-9 页是没有文字的图片，没有存入。请对文件做文字识别（OCR）后再次拖入。",
    ),
    ("Stopped before an answer.", "回答之前就停止了。"),
    ("Cancelled. Drop the file again to import it.", "已取消。再次拖入文件即可导入。"),
    ("A sentence that nobody knows.", "A sentence that nobody knows."),
    ("", ""),
]


@pytest.mark.parametrize(("english", "chinese"), ENGINE_SAYS)
def test_the_engine_is_heard_in_the_users_language(qapp, english: str, chinese: str) -> None:
    assert in_the_users_language(english) == english
    translators = speak(qapp, "zh_CN")
    try:
        assert in_the_users_language(english) == chinese
    finally:
        for translator in translators:
            qapp.removeTranslator(translator)
        speak(qapp, "en_US")


def test_no_sentence_of_the_engine_is_swallowed_by_another() -> None:
    filled = [sentence.format(**dict.fromkeys((n for _, n, _, _ in Formatter().parse(sentence) if n), "x.y")) for sentence in SENTENCES]
    from desktop_mem.gui.engine_words import _known

    assert [_known(text, 0)[0] for text in filled] == list(SENTENCES)
