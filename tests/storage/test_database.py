"""Transactions are whole, and what the environment does is told in a sentence that names the file and the remedy."""

import sqlite3

import pytest

from desktop_mem.errors import Bug, EnvironmentFault
from desktop_mem.storage import database as database_module
from desktop_mem.storage.database import DATABASE_FILE, Database


@pytest.fixture
def database(tmp_path):
    opened = Database.open(tmp_path)
    opened.make_durable()
    with opened.transaction():
        opened.change("CREATE TABLE word (text TEXT UNIQUE)")
    yield opened
    opened.close()


def words(database):
    return [row["text"] for row in database.rows("SELECT text FROM word ORDER BY rowid")]


def add(database, text):
    database.insert("INSERT INTO word VALUES (?)", (text,))


def test_the_connection_is_durable(database):
    pragmas = {name: database.value(f"PRAGMA {name}") for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")}
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}


def add_and_fail(database, text):
    with database.transaction():
        add(database, text)
        raise KeyboardInterrupt


def test_a_transaction_that_raises_leaves_nothing(database):
    """letta 709, and an original defect: saves were not atomic."""
    with pytest.raises(KeyboardInterrupt):
        add_and_fail(database, "lost")
    assert words(database) == []
    assert not database.in_transaction


def test_an_inner_transaction_rolls_back_alone(database):
    with database.transaction():
        add(database, "before")
        with pytest.raises(KeyboardInterrupt):
            add_and_fail(database, "lost")
        add(database, "after")
    assert words(database) == ["before", "after"]


def test_an_outer_transaction_takes_the_inner_one_with_it(database):
    def fail():
        with database.transaction():
            with database.transaction():
                add(database, "inner")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert words(database) == []


def test_nothing_is_changed_outside_a_transaction(database):
    for change in (database.change, database.insert):
        with pytest.raises(Bug):
            change("INSERT INTO word VALUES ('x')")
    assert words(database) == []


def test_a_broken_rule_of_our_own_is_not_the_environments_fault(database):
    def twice():
        with database.transaction():
            add(database, "same")
            add(database, "same")

    with pytest.raises(sqlite3.IntegrityError):
        twice()
    assert words(database) == []


def test_half_characters_are_stored_as_replacement(database):
    with database.transaction():
        add(database, "half \ud83d smile")
    assert words(database) == ["half \ufffd smile"]


def test_a_full_disk_is_told_and_the_step_is_undone(database):
    database.value(f"PRAGMA max_page_count = {database.value('PRAGMA page_count') + 2}")

    def fill():
        with database.transaction():
            add(database, "first")
            add(database, "x" * 1_000_000)

    with pytest.raises(EnvironmentFault, match=rf"{DATABASE_FILE} is full.*Free some space"):
        fill()
    assert words(database) == []
    database.value("PRAGMA max_page_count = 1000000")
    with database.transaction():
        add(database, "later")
    assert words(database) == ["later"]


def test_a_swallowed_fault_of_an_inner_step_cannot_commit_the_rest(database):
    """SQLite may roll back the whole transaction by itself; what comes after must not be stored alone."""

    def swallow():
        with database.transaction():
            add(database, "first")
            database._connection.execute("ROLLBACK")
            add(database, "alone")

    with pytest.raises(Bug):
        swallow()
    assert words(database) == []


def test_another_program_holding_the_file_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(database_module, "BUSY_SECONDS", 0.01)
    first, second = Database.open(tmp_path), Database.open(tmp_path)
    with first.transaction(), pytest.raises(EnvironmentFault, match=r"in use by another program.*Close that program"):
        second.transaction().__enter__()
    first.close()
    second.close()


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path):
    path = tmp_path / DATABASE_FILE
    path.write_bytes(b"My holiday in Rome, by Anna. " * 100)
    with pytest.raises(EnvironmentFault, match=rf"{DATABASE_FILE} is not a database"):
        Database.open(tmp_path)
    assert path.read_bytes() == b"My holiday in Rome, by Anna. " * 100


def test_a_damaged_database_is_told(tmp_path):
    database = Database.open(tmp_path)
    with database.transaction():
        database.change("CREATE TABLE word (text TEXT)")
        database.change_many("INSERT INTO word VALUES (?)", [("x" * 500,) for _ in range(100)])
    database.close()
    path = tmp_path / DATABASE_FILE
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    path.write_bytes(content)
    database = Database.open(tmp_path)
    with pytest.raises(EnvironmentFault, match=rf"{DATABASE_FILE} is damaged.*backup"):
        database.rows("SELECT * FROM word")
    database.close()


def test_a_folder_in_place_of_the_file_is_told(tmp_path):
    (tmp_path / DATABASE_FILE).mkdir()
    with pytest.raises(EnvironmentFault, match=rf"{DATABASE_FILE} cannot be opened"):
        Database.open(tmp_path)


def test_a_read_only_file_is_told(database, tmp_path, monkeypatch):
    """Opened read-only by SQLite itself, because the mode bits of a file do not stop root, whom tests may run as."""
    connect = sqlite3.connect
    monkeypatch.setattr(database_module.sqlite3, "connect", lambda path, **options: connect(f"file:{path}?mode=ro", uri=True, **options))
    read_only = Database.open(tmp_path)
    with pytest.raises(EnvironmentFault, match=rf"{DATABASE_FILE} cannot be written.*writable"), read_only.transaction():
        add(read_only, "x")
    read_only.close()


def test_a_copy_is_whole(database, tmp_path):
    with database.transaction():
        add(database, "kept")
    database.copy_to(tmp_path / "copy.sqlite3")
    copy = sqlite3.connect(tmp_path / "copy.sqlite3")
    assert copy.execute("SELECT text FROM word").fetchall() == [("kept",)]
    copy.close()
    assert not list(tmp_path.glob("*.new"))
