"""The schema grows by whole steps, with a copy kept, and a database from the future is left alone."""

import sqlite3

import pytest

from desktop_mem.errors import EnvironmentFault
from desktop_mem.memory.agenda import OpenEvent
from desktop_mem.memory.event import Priority
from desktop_mem.memory.ports import ContextState
from desktop_mem.storage.context import SqliteJournal
from desktop_mem.storage.database import DATABASE_FILE, Database
from desktop_mem.storage.migrations import MIGRATIONS, migrate, version_of
from desktop_mem.storage.recall import message_of
from desktop_mem.storage.reminders import SqliteReminders
from desktop_mem.storage.stores import Stores
from desktop_mem.storage.topics import SqliteTopics


@pytest.fixture
def database(tmp_path):
    opened = Database.open(tmp_path)
    yield opened
    opened.close()


def add_colour(database):
    database.change("CREATE TABLE colour (name TEXT)")
    database.insert("INSERT INTO colour VALUES ('red')")


def add_colour_and_fail(database):
    add_colour(database)
    raise RuntimeError("power cut")


def test_a_new_database_gets_the_newest_schema_and_no_copy(database, tmp_path):
    assert version_of(database) == 0
    assert migrate(database) == len(MIGRATIONS) == version_of(database)
    assert not list(tmp_path.glob("*before*"))


_FIRST_PROFILE = """
    INSERT INTO message (role, text, said, created_utc, created_offset, prompt_text, call, tokens, token_ids, request_id)
        VALUES ('user', 'My cat is called 小花.', 1, '2026-03-01T04:00:00.000000+00:00', 28800, '', NULL, 9, '[]', 'r1');
    INSERT INTO message (role, text, said, created_utc, created_offset, prompt_text, call, tokens, token_ids, request_id)
        VALUES ('assistant', 'A fine name.', 1, '2026-03-01T04:00:01.000000+00:00', 28800, 'A fine name.', NULL, 5, '[]', '');
    INSERT INTO section VALUES (0, 'persona', 'I am kind.', 2000, '', 0);
    INSERT INTO section VALUES (1, 'human', 'Cat: 小花', 2000, '', 0);
    INSERT INTO passage (text, title, created_utc, created_offset, label, heading, span_first, span_last)
        VALUES ('Cats sleep a lot.', '', '2026-03-01T04:00:02.000000+00:00', 28800, '', '', 0, 0);
    INSERT INTO context VALUES (1, '["m1", "m2"]', '', '', '[]', 0, 0)
"""


def test_a_profile_of_the_first_version_is_whole_in_this_one(tmp_path):
    """letta 1896: "no such column: agents.agent_type" after an update, and the agents were lost."""
    profile = tmp_path / "profile"
    profile.mkdir()
    database = Database.open(profile)
    migrate(database, MIGRATIONS[:1])
    with database.transaction():
        for statement in _FIRST_PROFILE.split(";"):
            database.change(statement)
    database.close()
    stores = Stores.open(profile)
    assert [m.text for m in stores.recall.history(9)[0]] == ["My cat is called 小花.", "A fine name."]
    assert [hit.address for hit in stores.recall.search("小花", 1).hits] == ["m1"]
    assert [hit.address for hit in stores.archival.search("cats", 1).hits] == ["p1"]
    state = stores.journal.load()
    assert [section.text for section in state.sections] == ["I am kind.", "Cat: 小花"]
    assert (state.queue, state.open_events, state.topic) == (("m1", "m2"), (), "t1")
    assert [m.text for m in stores.turns.messages("m1")] == ["My cat is called 小花.", "A fine name."]
    stores.close()


def test_migrating_twice_changes_nothing(database):
    migrate(database)
    before = [tuple(row) for row in database.rows("SELECT * FROM migration")]
    migrate(database)
    assert [tuple(row) for row in database.rows("SELECT * FROM migration")] == before


def test_a_step_is_applied_once_and_the_old_database_is_kept(database, tmp_path):
    """letta 1896: an update without a migration lost what was there."""
    migrate(database)
    newest = len(MIGRATIONS) + 1
    assert migrate(database, (*MIGRATIONS, add_colour)) == newest
    assert migrate(database, (*MIGRATIONS, add_colour)) == newest
    assert database.value("SELECT count(*) FROM colour") == 1
    copy = sqlite3.connect(tmp_path / f"memory.before-v{newest}.sqlite3")
    assert copy.execute("SELECT max(version) FROM migration").fetchone() == (newest - 1,)
    assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    copy.close()


def test_a_step_that_fails_leaves_nothing_of_itself(database):
    migrate(database)
    with pytest.raises(RuntimeError, match="power cut"):
        migrate(database, (*MIGRATIONS, add_colour_and_fail))
    assert version_of(database) == len(MIGRATIONS)
    assert database.value("SELECT count(*) FROM sqlite_schema WHERE name = 'colour'") == 0
    assert migrate(database, (*MIGRATIONS, add_colour)) == len(MIGRATIONS) + 1


def test_a_database_from_the_future_is_refused_and_left_untouched(tmp_path):
    database = Database.open(tmp_path)
    migrate(database, (*MIGRATIONS, add_colour))
    database.close()
    path = tmp_path / DATABASE_FILE
    before = path.read_bytes()
    database = Database.open(tmp_path)
    with pytest.raises(EnvironmentFault, match=rf"{DATABASE_FILE} was written by a newer version.*Install the newer version"):
        migrate(database)
    database.close()
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == [DATABASE_FILE]


def test_a_database_of_another_program_is_refused_and_left_untouched(tmp_path):
    foreign = sqlite3.connect(tmp_path / DATABASE_FILE)
    foreign.execute("CREATE TABLE bookmark (url TEXT)")
    foreign.commit()
    foreign.close()
    before = (tmp_path / DATABASE_FILE).read_bytes()
    database = Database.open(tmp_path)
    with pytest.raises(EnvironmentFault, match="not a database of this program"):
        migrate(database)
    database.close()
    assert (tmp_path / DATABASE_FILE).read_bytes() == before


@pytest.mark.parametrize("change", ["UPDATE memory_event SET after = 'x'", "DELETE FROM memory_event"])
def test_the_ledger_is_only_ever_added_to(database, change):
    migrate(database)
    columns = "target, kind, before, after, actor, at_utc, at_offset, cause, sources, model"
    with database.transaction():
        database.insert(f"INSERT INTO memory_event ({columns}) VALUES ('w:human', 'append', '', 'a', 'user', '', 0, '', '[]', '')")
    with pytest.raises(sqlite3.IntegrityError, match="only ever added to"), database.transaction():
        database.change(change)
    assert database.value("SELECT after FROM memory_event") == "a"


def test_the_number_of_a_deleted_row_is_never_given_again(database):
    migrate(database)
    insert = """INSERT INTO passage (text, title, created_utc, created_offset, label, heading, span_first, span_last)
        VALUES ('', '', '', 0, '', '', 0, 0)"""
    with database.transaction():
        assert database.insert(insert) == 1
        database.change("DELETE FROM passage")
        assert database.insert(insert) == 2


def test_the_first_schema_becomes_the_second_with_all_that_it_held(database):
    """A profile of the first version: two turns, one message that still waits, a summary, a section, a kept text."""
    migrate(database, MIGRATIONS[:1])
    with database.transaction():
        for role, text in (("event", "Documents stored"), ("user", "Hi"), ("assistant", "Hello"), ("function", "ok"), ("user", "Bye")):
            database.insert(
                """INSERT INTO message (role, text, said, created_utc, created_offset, prompt_text, tokens, token_ids, request_id)
                    VALUES (?, ?, 1, '2026-03-01T11:00:00.000000', 3600, '', 5, '[]', '')""",
                (role, text),
            )
        database.insert("INSERT INTO summary (text, created_utc, created_offset) VALUES ('They met.', '2026-03-01T11:00:00.000000', 3600)")
        database.insert(
            """INSERT INTO context (single, queue, summary, summary_address, open_events, attempts, pressure_warned)
                VALUES (1, '["m2","m3"]', 'They met.', 's1', '["m5","m6"]', 1, 1)"""
        )
    assert migrate(database) == len(MIGRATIONS)
    recall = [message_of(row) for row in database.rows("SELECT * FROM message ORDER BY number")]
    assert [m.turn for m in recall] == ["", "", "m2", "m2", ""]
    assert {m.topic for m in recall} == {"t1"}
    assert not any(m.undone for m in recall)
    journal, topics = SqliteJournal(database), SqliteTopics(database)
    [topic] = topics.all()
    assert (topic.address, topic.title, topic.started_at.isoformat()) == ("t1", "", "2026-03-01T12:00:00+01:00")
    assert [m.text for m in topics.stretch("t1", 9)] == [m.text for m in recall]
    assert journal.load() == ContextState(
        queue=("m2", "m3"),
        summary="They met.",
        summary_address="s1",
        open_events=(OpenEvent("m5", Priority.USER, attempts=1), OpenEvent("m6", Priority.USER)),
        pressure_warned=True,
        topic="t1",
    )
    assert [record.text for record in journal.chain("s1")] == ["They met."]
    assert SqliteReminders(database).waiting() == []


def test_what_was_stored_before_labels_gets_those_that_can_be_known(database):
    """A turn that read a document, a note and a summary made of it, a note of the user's, and a turn of plain talk."""
    before = next(place for place, step in enumerate(MIGRATIONS) if step.__name__ == "_taint_and_proposals")
    migrate(database, MIGRATIONS[:before])
    said = [
        ("user", "What does it say?", None),
        ("assistant", "", 1),
        ("function", "ok: 1 of 1, page 1 of 1.\n[p1 letter.txt] Obey.", 1),
        ("assistant", "It says: obey.", 1),
        ("user", "Hello", None),
        ("assistant", "Hello!", 5),
    ]
    with database.transaction():
        for role, text, turn in said:
            database.insert(
                """INSERT INTO message (role, text, said, created_utc, created_offset, prompt_text, tokens, token_ids, request_id, turn)
                    VALUES (?, ?, 1, '2026-03-01T11:00:00.000000+00:00', 0, '', 5, '[]', '', ?)""",
                (role, text, turn),
            )
        database.insert(
            """INSERT INTO document (path, path_key, state, added_utc, added_offset)
                VALUES ('a', 'a', 'done', '2026-03-01T11:00:00+00:00', 0)"""
        )
        for document in (1, None, None):
            database.insert(
                """INSERT INTO passage (document, text, title, created_utc, created_offset, label, heading, span_first, span_last)
                    VALUES (?, 'x', '', '2026-03-01T11:00:00+00:00', 0, '', '', 0, 0)""",
                (document,),
            )
        for target, actor, cause in (("p2", "model", "m1"), ("p3", "user", "")):
            database.insert(
                """INSERT INTO memory_event (target, kind, before, after, actor, at_utc, at_offset, cause, sources, model)
                    VALUES (?, 'insert', '', 'x', ?, '', 0, ?, '[]', '')""",
                (target, actor, cause),
            )
        for number, covers in ((1, "m4"), (2, "m5")):
            database.insert(
                "INSERT INTO summary (text, created_utc, created_offset, before) VALUES ('s', '2026-03-01T11:00:00+00:00', 0, ?)",
                (number - 1 or None,),
            )
            database.insert("INSERT INTO summary_cover VALUES (?, 0, ?)", (number, covers))
    assert migrate(database) == len(MIGRATIONS)
    messages = [message_of(row) for row in database.rows("SELECT * FROM message ORDER BY number")]
    assert [message.tainted for message in messages] == [False, True, True, True, False, False]
    assert {message.grounds for message in messages} == {None}
    passages = [tuple(row) for row in database.rows("SELECT origin, tainted FROM passage ORDER BY number")]
    assert passages == [("document", 1), ("assistant", 1), ("user", 0)]
    assert all(record.nonce for record in SqliteJournal(database).summaries())
