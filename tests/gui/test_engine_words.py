"""The engine's sentences: none is without a Chinese one, none loses what it is about, and English comes through untouched."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from desktop_mem.control import write_gate
from desktop_mem.control.addresses import KINDS, row_number
from desktop_mem.control.document_ledger import DocumentEntry, ImportState, Reason
from desktop_mem.control.grounding import Write, check
from desktop_mem.control.ledger_questions import LedgerQuestion, ledger_answer
from desktop_mem.documents import caps
from desktop_mem.documents.faults import os_fault
from desktop_mem.documents.formats import FORMATS
from desktop_mem.documents.readers import epub, mail
from desktop_mem.documents.readers.excel import sheet_warning
from desktop_mem.documents.readers.pdf import _Seen, _warning
from desktop_mem.documents.readers.slides import slide_warning
from desktop_mem.documents.recognised_text import TextRecogniser
from desktop_mem.gui.application import show_fault, speak
from desktop_mem.gui.engine_sentences import REFUSALS, RESULTS, SENTENCES
from desktop_mem.gui.engine_terms import WORDS
from desktop_mem.gui.engine_words import _taken_apart, _word, citation_words, in_the_users_language, result_words
from desktop_mem.inference import gguf, preflight
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.source import Origin, Source
from desktop_mem.runtime.supervisor import _SIGNALS, _reason
from desktop_mem.runtime.worker import _BUG
from desktop_mem.storage import searcher
from desktop_mem.storage.database import _FAULTS
from tests.gui.engine_sources import TOLD, TOLD_TO_THE_MODEL, Told, returned, told

# Sentences that are made elsewhere and only passed on here; where they are made they are looked at.
PASSED_ON = {
    ("runtime/engine.py", "str(fault)"),
    ("runtime/embedder_loader.py", "str(fault)"),
    ("runtime/ingest.py", "fault.detail"),
    ("runtime/ingest.py", "detail"),
    ("runtime/ingest.py", "' '.join(filter(None, (_inside(job), summary.warning, _changing(job))))"),
    ("runtime/listing.py", "fault.detail"),
    ("runtime/supervisor.py", "_reason(code)"),
    ("runtime/worker.py", "why_none"),
    ("runtime/worker.py", "loaded.fault"),
    ("runtime/worker.py", "reason"),
    ("runtime/worker.py", "str(fault)"),
    ("control/addresses.py", "str(error)"),
    ("control/explanation.py", "str(error)"),
    ("control/resolver.py", "_forgotten_note(event)"),
    ("documents/parser_child.py", "known.detail"),
    ("documents/readers/archive.py", "archive.warning"),
    ("documents/readers/epub.py", "_warning(missing)"),
    ("documents/readers/json_data.py", "walk.warning() or plain.decoding_warning(damaged, encoding)"),
    ("documents/readers/mail.py", "_warning(mail.sealed)"),
    ("documents/readers/mail.py", "_warning(mail.sealed, unread)"),
    ("documents/readers/subtitles.py", "plain.decoding_warning(source.count('\ufffd'), encoding)"),
    ("documents/readers/delimited.py", "decoding_warning(records.damaged, encoding)"),
    ("documents/readers/excel.py", "sheet_warning(damaged)"),
    ("documents/readers/excel_binary.py", "sheet_warning(damaged)"),
    ("documents/readers/opendocument_sheets.py", "sheet_warning(damaged)"),
    ("documents/readers/slides.py", "slide_warning([*damaged])"),
    ("documents/readers/html.py", "decoding_warning(source.count('\ufffd'), encoding)"),
    ("documents/readers/markdown.py", "plain.decoding_warning(source.count('\ufffd'), encoding)"),
    ("documents/readers/pdf.py", "_warning(total, seen, attached, recogniser)"),
    ("documents/readers/text.py", "decoding_warning(damaged, encoding)"),
    ("documents/reading.py", "findings.warning"),
    ("storage/catalogue.py", "row['detail']"),
    ("storage/searcher.py", "self._noted"),
    ("runtime/model_desk.py", "str(fault)"),
    ("memory/function_executor.py", "str(refusal)"),
    ("memory/suggesting.py", "str(error.args[0])"),
    ("memory/suggesting.py", "found.note"),
}
# Where a sentence is put together with one that is made elsewhere: one of those, to try it with.
STAND_INS = {
    ("runtime/session_commands.py", "refusal"): "the section human is read-only. Only the user can change it.",
    ("documents/readers/picture.py", "caps.over_recognition()"): "Text recognition takes at most 300 seconds a document. "
    "Split it into smaller files.",
    ("inference/gguf.py", "_what_else(start)"): "is a web page, saved in place of a model",
    ("inference/template_choice.py", "remedy"): "Choose an instruct or chat model, or a newer GGUF of this one.",
    ("inference/adapter.py", "fault.what"): "The model file x.gguf does not exist.",
    ("inference/adapter.py", "fault.remedy"): "Choose another model, or put the file back.",
    ("inference/preflight.py", "fault.what"): "The model file x.gguf does not exist.",
    ("inference/preflight.py", "fault.remedy"): "Choose another model, or put the file back.",
    ("inference/preflight.py", "finding.sentence"): "x.gguf holds a vocabulary, but no model.",
    ("inference/preflight.py", "finding.remedy"): "Choose an instruct or chat model.",
    ("inference/preflight.py", "_NOT_CHAT[facts.kind]"): "a speech model",
    ("inference/template_choice.py", "own"): "The model x.gguf has no chat template, so it is not known how to talk to it.",
    ("inference/missing.py", "self._fault"): "The model file x.gguf does not exist. Choose another model, or put the file back.",
    ("documents/faults.py", "what"): "holds no text",
    ("documents/faults.py", "remedy"): "Drop the file itself.",
    ("documents/recognition.py", "self.remedy"): "Save it as PDF and drop that.",
    ("storage/database.py", "what.format(path=path, error=error)"): "/x/memory.sqlite3 is damaged.",
    ("storage/database.py", "remedy"): "Close that program and try again.",
    ("memory/functions.py", "what"): "nothing said before matches 'dentist'.",
    ("memory/functions.py", "note"): searcher.LOADING_NOTE,
    ("memory/gated_writes.py", "judgement.refusal"): "nobody said that: a nurse. Write only what was said, in the user's own words.",
    ("memory/gated_writes.py", "judgement.waits_for"): "Only text of a document says that, or text made from one; the user did not.",
    ("memory/functions.py", "found.note"): searcher.CHANGED_NOTE,
    ("memory/functions.py", "error.args[0]"): "There is no message m12.",
}
NEVER_SHOWN = {
    "there is no model",  # ends a chain that nobody waits for
    "stopped",  # ends a chain that was stopped; the user is told "Stopped before an answer."
    "⟨address⟩ Search first and use an address from the results.",  # every `LookupError` of ours carries a sentence
}
NOON = datetime(2026, 3, 1, tzinfo=UTC)
ENTRIES = (
    DocumentEntry("d1", "/a/report.pdf", ImportState.DONE, NOON, Reason.STORED, passages=41),
    DocumentEntry("d2", "/a/new.pdf", ImportState.WAITING, NOON),
    DocumentEntry("d3", "/a/old.pdf", ImportState.FAILED, NOON, Reason.CORRUPT, "Cancelled."),
)
LEDGER_ANSWERS = (
    *(ledger_answer(LedgerQuestion("list", kind), ENTRIES) for kind in ("", "pdf", "word")),
    *(ledger_answer(LedgerQuestion("present", "", name), ENTRIES) for name in ("report.pdf", "new.pdf", "old.pdf", "none.pdf")),
    *(ledger_answer(LedgerQuestion("list"), ()), ledger_answer(LedgerQuestion("failed"), ())),
)
HOLE = re.compile("⟨(.*?)⟩", re.DOTALL)


@pytest.fixture
def chinese(qapp: Any) -> Iterator[None]:
    """The window speaks Chinese."""
    translators = speak(qapp, "zh_CN")
    yield
    for translator in translators:
        qapp.removeTranslator(translator)
    speak(qapp, "en_US")


def filled(one: Told) -> tuple[str, list[str]]:
    """The text as it could come, and what stands in its places."""
    file, stand_ins = one.where.partition(":")[0], []

    def fill(hole: re.Match[str]) -> str:
        if (file, hole[1]) in STAND_INS:
            return STAND_INS[file, hole[1]]
        stand_ins.append(f"q{len(stand_ins)}w")
        return stand_ins[-1]

    return HOLE.sub(fill, one.text), stand_ins


def all_told(calls: dict[str, tuple[str | int, ...]]) -> list[Told]:
    """What these calls say, without what is only passed on or never shown."""
    everything = [one for one in told(calls) if one.text not in NEVER_SHOWN]
    return [one for one in everything if (one.where.partition(":")[0], one.text.strip("⟨⟩")) not in PASSED_ON]


def unknown(text: str, templates: tuple[str, ...]) -> str:
    """What has no template; the hits below the first line of a result are the user's own texts."""
    rest = _taken_apart(text, templates)[1]
    return "" if rest.startswith("\n") else rest


@pytest.mark.parametrize(("calls", "templates"), [(TOLD, SENTENCES + REFUSALS), (TOLD_TO_THE_MODEL, RESULTS + REFUSALS)])
def test_everything_that_the_engine_says_is_known(calls: Any, templates: tuple[str, ...]) -> None:
    said = all_told(calls)
    assert len(said) > 25
    assert [(one.where, one.text) for one in said if unknown(filled(one)[0], templates)] == []


@pytest.mark.parametrize(("calls", "words"), [(TOLD, in_the_users_language), (TOLD_TO_THE_MODEL, result_words)])
def test_nothing_that_a_sentence_is_about_is_lost(chinese: None, calls: Any, words: Any) -> None:
    wrong = []
    for one in all_told(calls):
        english, stand_ins = filled(one)
        said = words(english)
        if said == english or not all(part in said for part in stand_ins):
            wrong.append((one.where, english, said))
    assert wrong == []


def test_the_exceptions_are_still_needed() -> None:
    everything = told(TOLD) + told(TOLD_TO_THE_MODEL)
    holes = {(one.where.partition(":")[0], hole) for one in everything for hole in HOLE.findall(one.text)}
    assert (PASSED_ON | set(STAND_INS)) - holes == set()
    assert NEVER_SHOWN - {one.text for one in everything} == set()


def spent_recogniser() -> TextRecogniser:
    recogniser = TextRecogniser()
    recogniser.is_spent = True
    return recogniser


@pytest.mark.parametrize(
    "text",
    [
        *(_reason(-getattr(signal, name)) for name in (*_SIGNALS, "SIGFPE")),
        _reason(70),
        *(f"The file x.gguf {what}." for _, what in gguf._ELSE),
        f"The file x.gguf {gguf._what_else(bytes(8) + b'{')}.",
        *(f"{what.format(path='/x/memory.sqlite3', error='disk I/O error')} {remedy}" for _, what, remedy in _FAULTS),
        *(known.refusal(Path("a.b")).detail for known in FORMATS if not known.reader),
        _warning(9, _Seen(pictures=[3]), [], None),
        _warning(9, _Seen(pictures=[3, 4]), [], None),
        _warning(9, _Seen(pictures=[3], broken=[5]), ["a.xlsx", "b.xml"], None),
        _warning(caps.MOST_PAGES + 1, _Seen(pictures=[3, 7, 8, 9], broken=[5, 6]), [], None),
        _warning(9, _Seen(recognised=[2]), [], TextRecogniser()),
        _warning(9, _Seen(recognised=[2, 3], pictures=[4]), [], spent_recogniser()),
        caps.over_members(99),
        f"The text was read by text recognition and may hold mistakes. {caps.over_recognition()}",
        *(os_fault(Path("a.b"), error).detail for error in (PermissionError(), FileNotFoundError(), OSError(40, "x"), OSError(5, "y"))),
        *(one.text for one in returned("documents/readers/text.py", "decoding_warning")),
        *(HOLE.sub("q", one.text) for one in returned("control/resolver.py", "_forgotten_note")),
        *(one.text for one in returned("runtime/ingest.py", "_inside")),
        *(one.text for one in returned("runtime/ingest.py", "_changing")),
        *(one.text for one in returned("documents/readers/json_data.py", "warning")),
        epub._warning([3]),
        epub._warning([3, 4]),
        mail._warning(2, 3),
        sheet_warning(["Budget", "2024"]),
        slide_warning(["3"]),
        _BUG,
        searcher.LOADING_NOTE,
        searcher.CHANGED_NOTE,
        searcher.REWORDING_NOTE,
        *LEDGER_ANSWERS,
        str(OSError(28, "No space left on device", "/x/y z")),
        str(OSError(28, "No space left on device")),
    ],
)
def test_sentences_made_elsewhere_are_known(text: str) -> None:
    assert unknown(text, SENTENCES + REFUSALS) == ""


@pytest.mark.parametrize("name", ["_FROM_DOCUMENT", "_NOT_ASKED", "_NO_REMINDER", "_NO_SWITCH", "_NO_PAUSE", "_NOBODY_ASKED"])
def test_what_the_gate_says_is_known(name: str) -> None:
    assert unknown(getattr(write_gate, name), RESULTS + REFUSALS) == ""


@pytest.mark.parametrize("said", ["I met a nurse.", "Perhaps I am a nurse.", ""])
def test_what_nobody_said_is_known(said: str) -> None:
    refusal = check(Write("User is a nurse in Oslo"), [Source("m1", said, Origin.USER, NOON)]).refusal
    assert unknown(refusal, RESULTS + REFUSALS) == ""


def test_wrong_addresses_are_known() -> None:
    for address, kind in (("hello", "m"), ("m1", "d")):
        with pytest.raises(LookupError) as error:
            row_number(address, kind)
        assert unknown(str(error.value.args[0]), SENTENCES + REFUSALS) == ""


def test_kinds_of_files_and_faults_of_settings_are_known(chinese: None) -> None:
    assert set(preflight._NOT_CHAT.values()) <= set(WORDS)
    assert {known.title for known in FORMATS} | set(KINDS.values()) <= set(WORDS)
    faults = [HOLE.sub("q", one.text) for one in returned("settings.py", "_fault")]
    assert len(faults) == 3
    assert [fault for fault in faults if _word(fault) == fault] == []


def test_every_signal_is_explained_in_chinese(chinese: None) -> None:
    said = {name: in_the_users_language(_reason(-getattr(signal, name))) for name in _SIGNALS}
    assert {name: text for name, text in said.items() if _SIGNALS[name] in text or name not in text} == {}


@pytest.mark.parametrize("templates", [SENTENCES, REFUSALS, RESULTS])
def test_no_sentence_is_swallowed_by_another(templates: tuple[str, ...]) -> None:
    examples = [sentence.format(**dict.fromkeys((n for _, n, _, _ in Formatter().parse(sentence) if n), "x.y")) for sentence in templates]
    among = {SENTENCES: SENTENCES + REFUSALS, REFUSALS: SENTENCES + REFUSALS, RESULTS: RESULTS + REFUSALS}[templates]
    assert [[piece.template for piece in _taken_apart(text, among)[0]] for text in examples] == [[sentence] for sentence in templates]


ENGINE_SAYS = [
    (
        "The engine stopped: it was killed, perhaps because the machine ran out of memory (SIGKILL).",
        "引擎停止了：它被强行结束，可能是内存不足（SIGKILL）。",
    ),
    ("The engine stopped: SIGFPE (SIGFPE).", "引擎停止了：SIGFPE（SIGFPE）。"),
    ("The engine stopped unexpectedly (exit code 1).", "引擎意外停止（退出码 1）。"),
    (
        "The model file /home/a b/x.gguf does not exist. Choose another model, or put the file back.",
        "模型文件 /home/a b/x.gguf 不存在。请选择其他模型，或把文件放回原处。",
    ),
    (
        "Your message is stored, but there is no model to answer it. The model file x.gguf does not exist. "
        "Choose another model, or put the file back.",
        "你的消息已存入，但没有模型可以回答。模型文件 x.gguf 不存在。请选择其他模型，或把文件放回原处。",
    ),
    (
        "The model file x.gguf is incomplete: it has 50,000,000 of 98,362,432 bytes (48,362,432 are missing). "
        "Download or copy it again, or choose another model.",
        "模型文件 x.gguf 不完整：共需 98,362,432 字节，只有 50,000,000 字节（缺 48,362,432 字节）。请重新下载或复制，或选择其他模型。",
    ),
    (
        "The model file x.gguf cannot be read (Permission denied). Check its permissions.",
        "无法读取模型文件 x.gguf（没有权限）。请检查它的权限。",
    ),
    (
        "The model's window holds 512 tokens; at least 2048 are needed. Raise the setting context_window or choose another model.",
        "模型的上下文窗口只有 512 个词元，至少需要 2048 个。请调高 context_window 设置，或选择其他模型。",
    ),
    (
        "The embedder's folder /m does not exist. Put a sentence-transformers model folder there, or choose another one.",
        "搜索模型的文件夹 /m 不存在。请在那里放一个 sentence-transformers 模型文件夹，或另选一个。",
    ),
    (
        "desktop_mem is already open on the profile /p (process unknown). Use that window, or close it and try again.",
        "desktop_mem 已经打开了这个资料文件夹：/p（进程：未知）。请使用那个窗口，或把它关闭后再试。",
    ),
    (
        "/p/memory.sqlite3 is damaged. Put a backup in its place; keep the damaged file until that works.",
        "/p/memory.sqlite3 已损坏。请用备份替换它；确认备份可用之前，请保留损坏的文件。",
    ),
    (
        "The disk that holds /p/memory.sqlite3 is full; the last step was not stored. Free some space and try again.",
        "/p/memory.sqlite3 所在的磁盘已满，最后一步没有存入。请腾出一些空间后再试。",
    ),
    (
        "Some settings cannot be used: threads must lie between 0 and 1024, not -1; flush_share must be smaller than warn_share. "
        "Correct them in settings.json or remove them.",
        "有些设置无法使用：threads 应在 0 和 1024 之间，而不是 -1；flush_share 必须小于 warn_share。请在 settings.json 中改正或删除。",
    ),
    (
        "Unknown settings in /p/settings.json: colour, speed. Remove them from that file.",
        "/p/settings.json 中有未知的设置：colour、speed。请从该文件中删除。",
    ),
    ("[Errno 28] No space left on device: '/p/x'", "系统报告错误：磁盘没有空间了（/p/x，错误号 28）。"),
    (
        "Not done: the section human has changed since you began to edit it. Look at the new text and edit again.",
        "没有执行：你开始编辑之后，“关于你”这一栏有了改动。请看过新的内容再编辑。",
    ),
    (
        "Not done: persona would hold 2100 characters and may hold 2000 (12 are free). Shorten the text, replace old text, "
        "or use archival_memory_insert.",
        "没有执行：“关于助手”将有 2100 个字符，上限是 2000 个（还剩 12 个）。请缩短文字、替换旧内容，或改用 archival_memory_insert。",
    ),
    ("Not done: nothing has been said yet.", "没有执行：还没有说过任何话。"),
    ("Not done: the message is empty. Write something first.", "没有执行：消息是空的。请先写点什么。"),
    ("Not done: there is a section 'human' already.", "没有执行：已经有“关于你”这一栏。"),
    ("Not done: there is no topic t9.", "没有执行：没有话题 t9。"),
    ("The section human was changed since then and stays as it is.", "“关于你”这一栏之后又有改动，所以保持不变。"),
    ("There is no message m99.", "没有消息 m99。"),
    ("m1 is not the address of a document.", "m1 不是文档的地址。"),
    (
        '"report.v2.pdf" is a damaged or incomplete PDF. Get a fresh copy of the file and drop that.',
        "“report.v2.pdf”已损坏或不完整（PDF）。请重新获取该文件再拖入。",
    ),
    (
        '"猫.txt" is empty (0 bytes). Nothing was stored; check whether it is the file that you meant.',
        "“猫.txt”是空文件（0 字节）。没有存入任何内容；请确认是不是你要的文件。",
    ),
    (
        '"a.pdf" is protected by a password. Give the password, or save a copy without it and drop that.',
        "“a.pdf”有密码保护。请输入密码，或另存一份不带密码的副本再拖入。",
    ),
    (
        '"a.pdf" is protected by a password. The password does not open it. '
        "Check capitals and the keyboard's language, and give it again.",
        "“a.pdf”有密码保护。这个密码打不开它。请检查大小写和输入法，然后重新输入。",
    ),
    (
        '"talk.pptx" is a PowerPoint presentation, which cannot be read here. Save it as PDF and drop that.',
        "这里无法读取“talk.pptx”这类文件（PowerPoint 演示文稿）。请另存为 PDF 再拖入。",
    ),
    (
        '"a.bin" could not be read from the disk (Input/output error). Check the drive or copy the file anew, and drop it again.',
        "无法从磁盘读取“a.bin”（读写出错）。请检查驱动器或重新复制文件，然后再次拖入。",
    ),
    (
        "Pages 3, 7-9 are pictures without text, and not stored. "
        "Run text recognition (OCR) on the file and drop it again, or install desktop-mem[ocr].",
        "第 3、7-9 页是没有文字的图片，没有存入。请对文件做文字识别（OCR）后再次拖入，或安装 desktop-mem[ocr]。",
    ),
    (
        "12 characters could not be read as gb18030. If the text looks wrong, save the file as UTF-8 and drop it again.",
        "有 12 个字符无法按 gb18030 读取。如果文字显示不对，请把文件另存为 UTF-8 后再次拖入。",
    ),
    ("The same content is stored already as 报告.pdf (d3).", "同样的内容已存为 报告.pdf（d3）。"),
    (
        "The process that reads documents cannot be started: it ended with code -9. "
        "Free some memory, check the embedder's folder, and import again.",
        "无法启动读取文档的进程：它以退出码 -9 结束。请释放一些内存，检查搜索模型的文件夹，然后重新导入。",
    ),
    ("Stopped before an answer.", "回答之前就停止了。"),
    ("Cancelled. Drop the file again to import it.", "已取消。再次拖入文件即可导入。"),
    ("Cancelled. A sentence that nobody knows.", "已取消。A sentence that nobody knows."),
    ("A sentence that nobody knows. Cancelled.", "A sentence that nobody knows. Cancelled."),
    ("", ""),
]
RESULTS_ARE = [
    ("stored as p7.", "已存为 p7。"),
    (
        "r1 is set for Tuesday 2026-03-03 15:05 +0100: drink water. Tell the user this time.",
        "r1 定在 2026年3月3日星期二 15:05：drink water。请把这个时间告诉用户。",
    ),
    (
        "r2 is set for Tuesday 2026-03-03 15:05 +0100, and again by its rule: 喝水. Tell the user this time.",
        "r2 定在 2026年3月3日星期二 15:05，之后按规则重复：喝水。请把这个时间告诉用户。",
    ),
    ("no timed heartbeat before 21:30 on Tuesday 2026-03-03.", "2026年3月3日星期二 21:30 之前不再定时唤醒。"),
    (
        "the topic is now 'My (old) garden' (t2, begun 2026-03-03). What was said last is in view again.",
        "现在的话题是“My (old) garden”（t2，始于 2026-03-03）。最后说过的话又回到了窗口里。",
    ),
    (
        "a new topic 'Garden' (t3) begins. What was in view is kept in recall.",
        "新话题“Garden”（t3）开始了。窗口里原有的内容都保存在对话记录里。",
    ),
    ("'tea' does not occur in human. Copy the text exactly. It reads: (empty)", "“关于你”里没有“tea”。请原样复制文字。现在是空的。"),
    ("human now reads: Likes tea. (1990 characters are free)", "“关于你”现在的内容是：Likes tea.（还可写 1990 个字符）"),
    (
        "'coffee' does not occur in human. Copy the text exactly. It reads: Likes tea. Sent.",
        "“关于你”里没有“coffee”。请原样复制文字。现在的内容是：Likes tea. Sent.",
    ),
    ("2 of 5, page 1 of 3.\n[p1 a.txt] Cancelled.\n[p2] sent", "显示 2 条，共 5 条；第 1 页，共 3 页。\n[p1 a.txt] Cancelled.\n[p2] sent"),
    (
        "nothing said before matches 'a. b'. archival_memory_search finds 3 for it. "
        "Meaning is not searched yet: the embedder is still loading.",
        "以前的对话里没有与“a. b”相符的内容。用 archival_memory_search 能找到 3 条。暂时还不能按含义搜索：搜索模型仍在载入。",
    ),
    ("[d3#page=2]\n/x is damaged. There is no message m1.", "[d3#page=2]\n/x is damaged. There is no message m1."),
    (
        "[d3] (part 1 of 2; next: open_page d3#part=2)\nSwap them.",
        "[d3]（第 1 部分，共 2 部分；下一部分：open_page d3#part=2）\nSwap them.",
    ),
    ("there is no section 'pet'. The sections are: persona, human.", "没有“pet”这一栏。现有的栏目是：关于助手、关于你。"),
]


@pytest.mark.parametrize(("english", "said"), ENGINE_SAYS)
def test_the_engine_is_heard_in_chinese(chinese: None, english: str, said: str) -> None:
    assert in_the_users_language(english) == said


@pytest.mark.parametrize(("english", "said"), RESULTS_ARE)
def test_results_are_shown_in_chinese_and_what_they_found_as_it_is(chinese: None, english: str, said: str) -> None:
    assert result_words(english) == said


def test_english_comes_through_as_it_is(qapp: Any) -> None:
    """Sections are the exception: the window shows them under titles, and so do the sentences about them."""
    about_sections = re.compile(r"\b(?:human|persona)\b")
    assert [english for english, _ in ENGINE_SAYS if in_the_users_language(english) != english and not about_sections.search(english)] == []
    assert [english for english, _ in RESULTS_ARE if result_words(english) != english and not about_sections.search(english)] == []


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        (
            "Not done: the section human has changed since this was proposed. Reject it, or edit the section yourself.",
            "Not done: the section “About you” has changed since this was proposed. Reject it, or edit the section yourself.",
        ),
        ("human holds 1964 of 2000 characters.", "“About you” holds 1964 of 2000 characters."),
        (
            "human now reads: A human is here. (1990 characters are free)",
            "“About you” now reads: A human is here. (1990 characters are free)",
        ),
        (
            "there is no section 'pet'. The sections are: persona, pets.",
            "there is no section 'pet'. The sections are: “About the assistant”, pets.",
        ),
        ("the section pets is read-only. Only the user can change it.", "the section pets is read-only. Only the user can change it."),
    ],
)
def test_english_calls_a_section_by_its_title(qapp: Any, told: str, shown: str) -> None:
    assert shown in (result_words(told), in_the_users_language(told))


@pytest.mark.parametrize(
    ("citation", "place", "said"),
    [
        ("a, page 2.pdf, page iv", "page=4", "a, page 2.pdf，第 iv 页"),
        ("log.txt, lines 10-20", "line=10-20", "log.txt，第 10-20 行"),
        ("costs.xlsx, sheet 2024, rows 5-9", "page=1&row=5-9", "costs.xlsx，工作表 2024，第 5-9 行"),
        ("costs.csv, row 5", "row=5-5", "costs.csv，第 5 行"),
        ("talk.pptx, slide 3", "page=3", "talk.pptx，第 3 张幻灯片"),
        ("notes.md, page layout", "", "notes.md, page layout"),
        ("", "", "m7"),
    ],
)
def test_citations_name_the_place_in_chinese(chinese: None, citation: str, place: str, said: str) -> None:
    hit = Hit("m7", "text", datetime(2026, 3, 3, tzinfo=UTC), 0.5, ("exact",), citation=citation, place=place)
    assert citation_words(hit) == said


def test_the_dialog_before_the_window_speaks_chinese_too(chinese: None, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []
    monkeypatch.setattr("desktop_mem.gui.application.make_application", lambda settings: None)
    monkeypatch.setattr("PySide6.QtWidgets.QMessageBox.exec", lambda box: shown.append(box.text()))
    show_fault("/p/memory.sqlite3 cannot be opened. Check that its folder exists and that you may write in it.")
    assert shown == ["无法打开 /p/memory.sqlite3。请确认它所在的文件夹存在，并且你可以写入。"]
