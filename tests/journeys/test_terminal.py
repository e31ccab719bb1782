"""The program in a terminal, with the embedded models: what a user types and what comes back."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

from desktop_mem.memory import function_set
from desktop_mem.storage.profile_lock import ProfileLock
from tests.inference.test_gguf import small_gguf
from tests.journeys.conftest import PROGRAM

pytestmark = [pytest.mark.model, pytest.mark.embedder]


def test_hello_gets_a_reply_made_of_a_valid_call_without_any_network(run) -> None:
    """letta 490, 2413, tiktoken 232, 369: the shipped model with its template, and zero network."""
    done = run("chat", "--json", stdin=b"Hello\n", offline=True)
    assert done.code == 0, done.err
    [reply] = [record for record in done.records if record["type"] == "reply"]
    assert reply["text"].strip()
    call = json.loads(reply["call"])
    assert call == {"thought": "", "function": "send_message", "arguments": {"message": reply["text"]}}


@pytest.mark.parametrize("paging", ["model", "assisted"])
def test_every_call_under_the_grammar_is_valid(run, paging: str) -> None:
    """letta 278, 248, 234, 507, 490: prose, broken JSON and invented functions."""
    done = run("chat", "--json", "--set", f"paging={paging}", "--set", "max_steps=2", stdin=b"Hello\n")
    calls = [json.loads(record["call"]) for record in done.records if record["type"] in ("reply", "call")]
    assert calls
    for call in calls:
        assert call["function"] in function_set.BY_NAME
        assert set(call["arguments"]) == {p.name for p in function_set.BY_NAME[call["function"]].parameters}


def test_what_was_said_and_dropped_is_found_in_a_later_run(run, pdf: Path, chinese: Path) -> None:
    assert run("chat", stdin=b"My dentist is Dr. Brown in Oslo.\n").code == 0
    imported = run("import", "--json", str(pdf), str(chinese))
    assert imported.code == 0, imported.err
    assert [(r["reason"], r["address"], r["pages"]) for r in imported.records] == [("STORED", "d1", 3), ("STORED", "d2", 0)]
    assert "handbook.pdf: reading" in imported.err
    contract = run("search", "--json", "When does the contract end?", "--kind", "p").records[0]
    assert contract["citation"] == "handbook.pdf, page 2"
    assert "31 March 2027" in contract["text"]
    cat = run("search", "--json", "小花", offline=True).records
    assert [(hit["store"], hit["citation"]) for hit in cat] == [("archival", "猫.txt, lines 1-3")]
    # The model's reply may say the same and stand beside it; which is first is not what is tested here.
    said = {hit["address"]: (hit["speaker"], hit["text"]) for hit in run("search", "--json", "dentist", "--kind", "m").records}
    assert said["m1"] == ("user", "My dentist is Dr. Brown in Oslo.")
    shown = run("memory", "show", "--json").records
    assert [record["label"] for record in shown if record["type"] == "section"] == ["persona", "human"]
    assert run("topics", "--json").records[0]["title"] == "My dentist is Dr. Brown in Oslo."
    assert shown[-1] == {"type": "counts", "messages": shown[-1]["messages"], "passages": 4, "documents": 2}


def test_a_question_is_answered_from_what_was_said_long_ago(run) -> None:
    assert run("chat", stdin=b"My dentist is Dr. Brown, and her practice is in Oslo.\n").code == 0
    chatter = "\n".join(f"Tell me one more short thing about the colour number {n}, please, and about the sea." for n in range(4))
    run("chat", "--set", "answer_reserve=64", "--set", "context_window=2048", stdin=chatter.encode())
    done = run("chat", "--json", stdin=b"Who is my dentist?\n")
    assert "Brown" in next(record for record in done.records if record["type"] == "reply")["text"]


def test_doctor_finds_all_in_order_and_says_what_is_missing(run, profile: Path, tmp_path: Path) -> None:
    good = run("doctor", "--json")
    assert good.code == 0, good.out
    assert {record["name"] for record in good.records} >= {
        "desktop_mem",
        "llama-cpp-python",
        "chat model",
        "embedder",
        "profile",
        "memory",
        "window",
    }
    profile.mkdir()
    (profile / "settings.json").write_text(json.dumps({"chat_model": str(tmp_path / "none.gguf")}), encoding="utf-8")
    bad = run("doctor", "--json")
    assert bad.code == 1
    assert [r["remedy"] for r in bad.records if not r["ok"]] == ["Choose another model, or put the file back."]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "does not exist. Choose another model"),
        (b"this is no model", "is not a GGUF model. Choose a file in GGUF format"),
        (small_gguf(template=""), "has no vocabulary, so the model cannot read text. Choose an instruct or chat model."),
    ],
)
def test_a_bad_model_is_a_sentence_and_the_program_answers_without_one(run, tmp_path: Path, content: bytes | None, sentence: str) -> None:
    path = tmp_path / "some.gguf"
    if content is not None:
        path.write_bytes(content)
    done = run("chat", "--set", f"chat_model={path}", stdin=b"My cat is called Mimi.\n")
    assert done.code == 0
    assert sentence in done.err
    assert "some.gguf" in done.err
    assert "No model is loaded to answer this. Your message is stored." in done.out
    assert "Traceback" not in done.err
    assert run("search", "--json", "Mimi").records[0]["text"] == "My cat is called Mimi."


def test_a_truncated_model_says_how_many_bytes_are_missing(run, gguf: Path, tmp_path: Path) -> None:
    path = tmp_path / "half.gguf"
    with gguf.open("rb") as whole, path.open("wb") as half:
        half.write(whole.read(50_000_000))
    done = run("chat", "--set", f"chat_model={path}", stdin=b"Hello\n")
    assert done.code == 0
    assert done.out.startswith("No model is loaded, and nothing in your documents, messages or notes matches this.")
    assert "it has 50,000,000 of 98,362,432 bytes (48,362,432 are missing)" in done.err


def test_a_missing_embedder_leaves_words_and_says_so(run, profile: Path, tmp_path: Path, chinese: Path) -> None:
    """letta 3210, 3209: no other embedder takes the place of the chosen one."""
    profile.mkdir()
    (profile / "settings.json").write_text(json.dumps({"embedder": str(tmp_path / "nothing")}), encoding="utf-8")
    done = run("import", str(chinese))
    assert done.code == 0
    assert f"The embedder's folder {tmp_path / 'nothing'} does not exist." in done.err
    assert "小花" in run("search", "小花").out


def test_input_that_is_no_utf8_is_refused_and_the_next_line_is_read(run) -> None:
    done = run("chat", "--json", stdin=b"caf\xe9\nHello\n")
    assert done.code == 1
    assert "Line 1 of the input is not valid UTF-8 (byte 4). It was not sent; write it again in UTF-8." in done.err
    assert len([record for record in done.records if record["type"] == "reply"]) == 1


def test_a_message_longer_than_the_window_is_stored_whole_and_answered(run) -> None:
    """letta 353, 252, letta code 3838: a pasted file ended in a crash loop; no prompt exceeds the window."""
    words = " ".join(f"word{n}" for n in range(6000))
    done = run("chat", "--json", "--set", "context_window=2048", stdin=f"{words}\n".encode())
    assert done.code == 0, done.err
    assert [record["type"] for record in done.records][-2:] == ["reply", "working_set"]
    assert max(record["prompt_tokens"] for record in done.records if record["type"] == "step") <= 2048
    assert run("search", "--json", "word5999", "--kind", "m").records[0]["address"] == "m1"


def test_a_second_instance_is_told_so(run, profile: Path) -> None:
    lock = ProfileLock.acquire(profile)
    try:
        done = run("search", "anything")
    finally:
        lock.release()
    assert done.code == 1
    assert f"desktop_mem is already open on the profile {profile}" in done.err


def test_a_profile_that_cannot_be_written_is_a_sentence(run, tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("not a folder", encoding="utf-8")
    done = run("memory", "show", "--profile", str(blocked))
    assert done.code == 1
    assert str(blocked) in done.err
    assert "Traceback" not in done.err
    assert blocked.read_text(encoding="utf-8") == "not a folder"


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [("empty.txt", b"", "EMPTY"), ("noise.dat", bytes(range(256)) * 9, "UNSUPPORTED"), ("gone.pdf", None, "MISSING")],
)
def test_a_bad_file_is_named_with_its_reason_and_the_others_are_stored(run, tmp_path, chinese, name, content, reason) -> None:
    bad = tmp_path / name
    if content is not None:
        bad.write_bytes(content)
    done = run("import", "--json", str(bad), str(chinese))
    assert done.code == 1
    by_name = {Path(record["path"]).name: record for record in done.records}
    assert by_name[name]["reason"] == reason
    assert name in by_name[name]["detail"]
    assert by_name["猫.txt"]["reason"] == "STORED"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["nonsense"], 2), (["search"], 2), (["search", "x", "--page", "0"], 2), (["chat", "--set", "max_steps=0"], 1), (["--version"], 0)],
)
def test_exit_codes(run, arguments: list[str], code: int) -> None:
    done = run(*arguments)
    assert done.code == code
    assert "Traceback" not in done.err


def test_wrong_settings_are_all_named_at_once(run) -> None:
    done = run("chat", "--set", "max_steps=0", "--set", "paging=wild")
    assert done.code == 1
    assert "max_steps must lie between 1 and 100, not 0; paging must be one of auto, model, assisted, automatic, not 'wild'" in done.err
    unknown = run("chat", "--set", "nonsense=1")
    assert unknown.code == 1
    assert unknown.err.startswith("desktop-mem: There is no setting nonsense. The settings are: answer_reserve, ")


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is a thing of Unix")
def test_in_a_terminal_commands_are_taken_at_the_prompt_and_a_reminder_appears_by_itself(profile: Path) -> None:
    import pty

    master, slave = pty.openpty()
    shown = ""

    def read_until(text: str) -> str:
        nonlocal shown
        while text not in shown:
            assert select.select([master], [], [], 60)[0], f"{text!r} never came; {shown!r}"
            shown += os.read(master, 4096).decode("utf-8", "replace")
        before, _, shown = shown.partition(text)
        return before

    command = [*PROGRAM, "chat", "--profile", str(profile)]
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=subprocess.DEVNULL) as program:
        os.close(slave)
        read_until("> ")
        os.write(master, b"remind me in 5 seconds to stretch\n")
        read_until("I will remind you on ")
        read_until("> ")
        read_until("Reminder r1: stretch (due ")
        read_until("> ")
        os.write(master, b"/nonsense\n")
        read_until("> ")
        os.write(master, b"\x04")
        assert program.wait(30) == 1  # something was not done
    os.close(master)
