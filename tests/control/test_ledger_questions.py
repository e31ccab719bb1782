"""Questions about the ledger are told from questions about what documents say, and answered from the ledger."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from desktop_mem.control.document_ledger import DocumentEntry, ImportState, Reason
from desktop_mem.control.ledger_questions import LedgerQuestion, ledger_answer, ledger_question

ASKED = {
    "list": """Which files do I have?
which documents do I have
What documents are there?
What files are stored?
List my PDFs
list all documents
List all of my files.
Show me my documents
show my files
Show me all PDFs
Please list my documents
Can you list all my files?
Could you show me the documents?
What PDFs do I have?
Which PDF files have I imported?
which spreadsheets do we have
Which docs did I import?
What are my documents?
Give me a list of my files
List the excel files
Name all documents
What files have been imported so far?
Which documents are in my library?
what documents do you have
Tell me which files are stored
有哪些文件
有哪些文件？
我有哪些文档？
我导入了哪些文件
这里有什么资料？
列出所有文件
列出我的文档
现在有哪些PDF文件？
请列出全部文档
存了哪些文档？
库里有哪些资料""",
    "count": """How many documents do I have?
how many documents
How many files are there?
How many PDFs have I imported?
How many of my files
How many Word documents do I have?
Count my documents
What is the number of documents?
What's the number of files stored?
How many documents are stored in total?
how many files did I upload
Tell me how many documents there are stored
有多少个文档
有多少文件？
我有多少个文件？
一共有几份文档？
总共导入了多少个文件
文件一共有多少个？
有几个PDF文件""",
    "failed": """What failed to import?
Which files failed?
Which documents failed to import?
which files could not be read
Which of my files were not imported?
What was not imported?
Which documents weren't imported?
List the failed imports
show me the failed files
Did any files fail?
Did any imports fail?
Were there any failed imports?
哪些没有导入成功
哪些文件没有导入成功？
有哪些文件导入失败了？
哪些文档没能读取
什么没导入""",
    "present": """Is report.pdf imported?
is the file report.pdf stored
Was notes 2024.md imported already?
Has budget.xlsx been imported yet?
Do you have report.pdf?
Did I import tax-return.pdf?
Is "my plan.docx" there?
Is my cv.docx in the archive?
report.pdf导入了吗？
合同.docx有没有导入
有没有导入report.pdf？
我是否保存过 notes.md""",
}
NOT_ASKED = """Which files mention the dentist?
Which documents talk about the lease?
What documents do I need for a visa?
Which document says when the contract ends?
How many pages does report.pdf have?
How many documents must I hand in?
How many files can I attach to an e-mail?
How many people were invited?
List the ingredients of the soup
List my appointments
List the chapters of report.pdf
Show me the invoice from March
Show me how files work
What is in report.pdf?
What does report.pdf say about costs?
Is report.pdf good?
Is the harbour open?
Is report.pdf about taxes?
Was the report imported from Germany?
Did I import the car?
Which files should I delete?
Which file is the largest?
What files did Anna send me last week?
Which documents did Anna sign?
What failed?
What failed in the experiment?
Which imports fell in 2020?
Which exams did I fail?
Did any of the tests fail?
Why did the import of goods fail?
Which files are about travel and older than a year?
How many PDFs mention Rome?
Do you have a minute?
Do you have the report?
Do I have an appointment?
I have many files.
My documents are in the drawer.
The files failed to import yesterday.
Please import my documents
Delete my files
Forget report.pdf
Summarise my documents
Summarise report.pdf
Compare the two PDFs
How do I list files in Python?
How do I import documents?
What is a PDF?
What are documents made of?
What are the files about?
Which files do I have to sign?
Which documents do I have to bring?
Where are my files?
When did I import report.pdf?
Who wrote the document?
Translate the document
Read report.pdf to me
Name all cities in the report
Count the words in the text
Show me the text about the harbour
哪些文件提到了牙医？
哪些文档说合同什么时候结束？
报告里有多少页？
有多少人参加？
合同里有什么条款？
办签证需要哪些文件？
列出食材
我没有导入汽车
report.pdf导入了
没有导入成功
没有成功
文件在哪里？
总结所有文档
有哪些城市？
这份文件说了什么？""".splitlines()


@pytest.mark.parametrize(("what", "text"), [(what, text) for what, texts in ASKED.items() for text in texts.splitlines()])
def test_a_question_about_the_ledger_is_known(what: str, text: str) -> None:
    asked = ledger_question(text)
    assert asked is not None
    assert asked.what == what


@pytest.mark.parametrize("text", NOT_ASKED)
def test_every_other_question_is_left_to_the_search(text: str) -> None:
    assert ledger_question(text) is None


def test_kinds_and_names_are_understood() -> None:
    assert ledger_question("List my PDFs") == LedgerQuestion("list", "pdf")
    assert ledger_question("Which PDF files do I have?") == LedgerQuestion("list", "pdf")
    assert ledger_question("有几个PDF文件") == LedgerQuestion("count", "pdf")
    assert ledger_question('Is "my plan.docx" there?') == LedgerQuestion("present", "", "my plan.docx")
    assert ledger_question("report.pdf导入了吗？") == LedgerQuestion("present", "", "report.pdf")


NOON = datetime(2026, 3, 1, tzinfo=UTC)
ENTRIES = [
    DocumentEntry("d1", "/a/report.pdf", ImportState.DONE, NOON, Reason.STORED, passages=41),
    DocumentEntry("d2", "/a/notes.md", ImportState.DONE, NOON, Reason.STORED, passages=2),
    DocumentEntry("d3", "/a/locked.pdf", ImportState.FAILED, NOON, Reason.ENCRYPTED, '"locked.pdf" is protected by a password.'),
    DocumentEntry("d4", "/a/new.pdf", ImportState.WAITING, NOON),
]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("How many documents do I have?", "The number of documents stored is 2: report.pdf (d1), notes.md (d2)."),
        ("List my PDFs", "The number of pdf documents stored is 1: report.pdf (d1)."),
        ("Which spreadsheets do I have?", "The number of spreadsheet documents stored is 0."),
        ("What failed to import?", 'Not imported: 1. locked.pdf (d3): "locked.pdf" is protected by a password.'),
        ("Is Report.PDF imported?", "report.pdf (d1) is imported: 41 passages."),
        ("Is locked.pdf imported?", 'locked.pdf (d3) is not imported: "locked.pdf" is protected by a password.'),
        ("Is new.pdf imported?", "new.pdf (d4) is not imported yet; its import is waiting."),
        ("Is other.pdf imported?", "No document called other.pdf was ever imported."),
    ],
)
def test_the_ledger_answers(text: str, answer: str) -> None:
    asked = ledger_question(text)
    assert asked is not None
    assert ledger_answer(asked, ENTRIES) == answer


def test_a_long_ledger_is_cut_with_its_count() -> None:
    many = [DocumentEntry(f"d{number}", f"/a/{number}.txt", ImportState.DONE, NOON, Reason.STORED, passages=1) for number in range(1, 52)]
    answer = ledger_answer(LedgerQuestion("list"), many)
    assert answer.startswith("The number of documents stored is 51: 1.txt (d1), ")
    assert answer.endswith("30.txt (d30) and 21 more.")
