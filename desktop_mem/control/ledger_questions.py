"""Questions about the document ledger itself (which files, how many, what failed, is this one there), and their answers, without a model.

Precision before recall: a question is taken for one about the ledger only when it is nothing else. What is left of it once the words for
asking, for documents and for kinds are taken away has to be empty; so "which files mention the dentist" goes to the search.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from desktop_mem.control.document_ledger import STORED_REASONS, DocumentEntry, ImportState

_MOST_NAMES = 30

_KINDS: Final = {
    "pdf": (".pdf",),
    "word": (".docx", ".docm", ".doc", ".odt", ".rtf"),
    "docx": (".docx", ".docm"),
    "excel": (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"),
    "xlsx": (".xlsx", ".xlsm"),
    "spreadsheet": (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods", ".csv", ".tsv"),
    "powerpoint": (".pptx", ".pptm", ".odp"),
    "pptx": (".pptx", ".pptm"),
    "presentation": (".pptx", ".pptm", ".odp"),
    "csv": (".csv",),
    "markdown": (".md", ".markdown"),
    "text": (".txt",),
    "txt": (".txt",),
    "epub": (".epub",),
    "zip": (".zip",),
    "html": (".html", ".htm"),
    "e-mail": (".eml", ".msg", ".mbox"),
}

_KIND = "|".join(sorted(_KINDS, key=len, reverse=True))
_FILES = rf"(?:(?P<kind>{_KIND})s?(?:[ -](?:files?|documents?|docs?))?|(?:documents?|files?|docs))"
_MINE = r"(?:(?:of )?(?:my|our|the|all|all (?:of )?(?:my|the|our)|your|the user'?s) )?"
_LIBRARY = r"in (?:the |my |your )?(?:archive|memory|archival storage|ledger|library)"
_HAVE = (
    r"(?: (?:do|did|have) (?:i|we|you) (?:have|got|stored?|import(?:ed)?|add(?:ed)?|give(?:n)? you|drop(?:ped)?|upload(?:ed)?|know)"
    rf"| (?:are|were|have been|got) (?:there|stored|imported|here|{_LIBRARY}|loaded|uploaded|available)"
    r"| there are(?: stored| imported)?"
    r"| (?:i|we) (?:have|imported|stored|uploaded|added)| have (?:i|we) got)?"
)
_WHERE = rf"(?: (?:{_LIBRARY}|so far|stored|imported|here|now|already|in (?:all|total)))*"
_NOT = r"(?:failed|did ?n[o']t|could ?n[o']t|did not|was ?n[o']t|were ?n[o']t|have ?n[o']t|has ?n[o']t)"
_IMPORT = r"(?: (?:to )?(?:be )?(?:been )?(?:import|imported|load|loaded|stored|read))"
_NAME = r"[\"'“‘]?(?P<name>[^\"'“”‘’?]*?[\w)\]]\.[A-Za-z][A-Za-z0-9]{0,4})[\"'”’]?"
_THERE = rf"(?:imported|stored|there|loaded|uploaded|{_LIBRARY}|among (?:my|the) (?:documents|files))"
_THE = r"(?:the |my )?(?:file |document )?"
_YET = r"(?: yet| already)?"
_POLITE = r"(?:(?:please|hey|ok|so|and|could you|can you|would you|tell me|can you tell me|do you know|i want to know),? )*"

_CN_FILES = r"(?P<kind>PDF|pdf|Word|word|Excel|excel|PPT|ppt|CSV|csv|Markdown|markdown|TXT|txt|文本|表格|演示)?(?:文件|文档|资料|档案)"
_CN_MINE = r"(?:请问|请|帮我|麻烦)?(?:我|我们|你|这里|目前|现在|库里|存储里|记忆里|资料库里|一共|总共|都|的|已经|到底|里面|当前)*"
_CN_VERB = r"(?:有|存了|导入了|导入过|保存了|上传了|放了|收录了|存着)"
_CN_NOT = r"(?:没有|没能|没|未能|未)(?:被)?(?:成功)?(?:导入|读取|存入|保存|读|存|上传)(?:成功|进来|进去|完)?"

_CN_WHICH = r"(?:有)?(?:哪些|什么|哪个|哪几个)"
_CN_NAME = r"[“\"《]?(?P<name>[\w .()-]+\.[A-Za-z][A-Za-z0-9]{0,4})[”\"》]?"
_CN_THIS = r"(?:这个|这份)?(?:文件|文档)?"
_CN_STORE = r"(?:导入|存|保存)"

_PATTERNS: Final = tuple(
    (what, re.compile(rf"{pattern}\W*", re.IGNORECASE))
    for what, pattern in (
        ("count", rf"{_POLITE}how many {_MINE}{_FILES}{_HAVE}{_WHERE}"),
        ("count", rf"{_POLITE}(?:count|what(?:'s| is) the (?:number|count) of) {_MINE}{_FILES}{_HAVE}{_WHERE}"),
        ("list", rf"{_POLITE}(?:which|what) {_FILES}{_HAVE}{_WHERE}"),
        (
            "list",
            rf"{_POLITE}(?:list|name|enumerate|(?:give|show)(?: me)?(?: a list of)?) {_MINE}{_FILES}{_HAVE}{_WHERE}",
        ),
        ("list", rf"{_POLITE}what are {_MINE}{_FILES}{_WHERE}"),
        ("failed", rf"{_POLITE}(?:which|what) (?:of )?(?:my |the )?{_FILES} {_NOT}{_IMPORT}?{_WHERE}"),
        ("failed", rf"{_POLITE}what {_NOT}{_IMPORT}{_WHERE}"),
        ("failed", rf"{_POLITE}(?:list|show(?: me)?) (?:the |all |my |all the )?(?:failed|missing) (?:imports?|documents?|files?)"),
        ("failed", rf"{_POLITE}(?:did|have) (?:any|some) (?:of my |of the )?(?:imports?|documents?|files?) fail(?:ed)?(?: to import)?"),
        ("failed", rf"{_POLITE}(?:were|are) there (?:any )?(?:failed imports|import failures|files that failed|documents that failed)"),
        ("present", rf"{_POLITE}(?:is|was|has) {_THE}{_NAME} (?:been )?(?:already )?{_THERE}{_YET}"),
        (
            "present",
            rf"{_POLITE}(?:do|did) (?:you|i|we) (?:already )?(?:have|import|store) {_THE}{_NAME}{_YET}",
        ),
        ("count", rf"{_CN_MINE}{_CN_VERB}?(?:多少|几)(?:个|份|篇)?{_CN_FILES}"),
        ("count", rf"{_CN_FILES}(?:一共|总共)?(?:有)?(?:多少|几)(?:个|份|篇)"),
        ("list", rf"{_CN_MINE}{_CN_VERB}(?:哪些|什么|哪几个|些什么){_CN_FILES}"),
        ("list", rf"(?:请|帮我|麻烦)*(?:列出|列一下|显示|看看|给我看){_CN_MINE}(?:所有|全部)?(?:的)?{_CN_FILES}(?:列表|清单)?"),
        ("failed", rf"{_CN_MINE}{_CN_WHICH}(?:{_CN_FILES})?(?:是)?{_CN_NOT}(?:的)?"),
        ("failed", rf"{_CN_MINE}{_CN_WHICH}(?:{_CN_FILES})?(?:导入|读取)失败(?:了)?"),
        ("present", rf"{_CN_MINE}{_CN_NAME}{_CN_THIS}(?:已经)?{_CN_STORE}(?:了|过|进来)?(?:吗|没有|没)"),
        ("present", rf"{_CN_MINE}{_CN_NAME}{_CN_THIS}(?:有没有|是否){_CN_STORE}(?:了|过|进来)?"),
        ("present", rf"{_CN_MINE}(?:有没有|是否){_CN_STORE}(?:了|过)?{_CN_NAME}{_CN_THIS}"),
    )
)
_CN_KINDS: Final = {"ppt": "powerpoint", "文本": "txt", "表格": "spreadsheet", "演示": "presentation"}


@dataclass(frozen=True, slots=True)
class LedgerQuestion:
    """What is asked: `list`, `count`, `failed` or `present`; of the kind of file `kind`, or about the file called `name`, if said."""

    what: str
    kind: str = ""
    name: str = ""


def ledger_question(text: str) -> LedgerQuestion | None:
    """The question about the ledger that a text is, and nothing else; or None."""
    text = " ".join(text.split())
    if len(text) > 120:
        return None
    for what, pattern in _PATTERNS:
        if match := pattern.fullmatch(text):
            groups = match.groupdict()
            kind = (groups.get("kind") or "").lower()
            return LedgerQuestion(what, _CN_KINDS.get(kind, kind), (groups.get("name") or "").strip())
    return None


def ledger_answer(question: LedgerQuestion, entries: Sequence[DocumentEntry]) -> str:
    """The answer in sentences, with the address of each document named."""
    endings = _KINDS.get(question.kind, ())
    asked = [entry for entry in entries if not endings or PurePath(entry.path).suffix.lower() in endings]
    if question.what == "present":
        return _present(question.name, asked)
    if question.what == "failed":
        failed = [entry for entry in asked if entry.state is ImportState.FAILED]
        named = "; ".join(f"{_named(entry)}: {entry.detail}" for entry in failed[:_MOST_NAMES])
        return f"Not imported: {len(failed)}. {named}" if failed else "Every document was imported; none failed."
    stored = [entry for entry in asked if _is_stored(entry)]
    what = f"{question.kind} documents" if question.kind else "documents"
    if not stored:
        return f"The number of {what} stored is 0."
    more = f" and {len(stored) - _MOST_NAMES} more" if len(stored) > _MOST_NAMES else ""
    return f"The number of {what} stored is {len(stored)}: {', '.join(map(_named, stored[:_MOST_NAMES]))}{more}."


def _present(name: str, entries: Sequence[DocumentEntry]) -> str:
    found = [entry for entry in entries if PurePath(entry.path).name.casefold() == name.casefold()]
    if not found:
        return f"No document called {name} was ever imported."
    entry = next((entry for entry in found if _is_stored(entry)), found[0])
    if _is_stored(entry):
        return f"{_named(entry)} is imported: {entry.passages} passages."
    if entry.state is ImportState.FAILED:
        return f"{_named(entry)} is not imported: {entry.detail}"
    return f"{_named(entry)} is not imported yet; its import is {entry.state.value}."


def _is_stored(entry: DocumentEntry) -> bool:
    return entry.passages > 0 or (entry.state is ImportState.DONE and entry.reason in STORED_REASONS)


def _named(entry: DocumentEntry) -> str:
    return f"{PurePath(entry.path).name} ({entry.address})"
