"""The database's schema, as numbered steps that are only ever added to, each stored together with its own record."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from desktop_mem.errors import EnvironmentFault
from desktop_mem.storage.database import Database
from desktop_mem.storage.paths import path_key

_V1 = (
    """CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID""",
    """CREATE TABLE message (
        number INTEGER PRIMARY KEY AUTOINCREMENT, role TEXT NOT NULL, text TEXT NOT NULL, said INTEGER NOT NULL,
        created_utc TEXT NOT NULL, created_offset INTEGER NOT NULL, prompt_text TEXT NOT NULL, call TEXT,
        tokens INTEGER NOT NULL, token_ids TEXT NOT NULL, request_id TEXT NOT NULL)""",
    """CREATE UNIQUE INDEX message_request ON message (request_id) WHERE request_id <> ''""",
    """CREATE INDEX message_time ON message (created_utc, number) WHERE said = 1""",
    """CREATE TABLE section (
        position INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE, text TEXT NOT NULL, size INTEGER NOT NULL,
        description TEXT NOT NULL, read_only INTEGER NOT NULL)""",
    """CREATE TABLE context (
        single INTEGER PRIMARY KEY CHECK (single = 1), queue TEXT NOT NULL, summary TEXT NOT NULL, summary_address TEXT NOT NULL,
        open_events TEXT NOT NULL, attempts INTEGER NOT NULL, pressure_warned INTEGER NOT NULL)""",
    """CREATE TABLE summary (
        number INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL, created_utc TEXT NOT NULL, created_offset INTEGER NOT NULL)""",
    """CREATE TABLE summary_cover (
        summary INTEGER NOT NULL REFERENCES summary, position INTEGER NOT NULL, address TEXT NOT NULL,
        PRIMARY KEY (summary, position)) WITHOUT ROWID""",
    """CREATE INDEX summary_cover_address ON summary_cover (address)""",
    """CREATE TABLE memory_event (
        number INTEGER PRIMARY KEY AUTOINCREMENT, target TEXT NOT NULL, kind TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL,
        actor TEXT NOT NULL, at_utc TEXT NOT NULL, at_offset INTEGER NOT NULL, cause TEXT NOT NULL, sources TEXT NOT NULL,
        model TEXT NOT NULL)""",
    """CREATE INDEX memory_event_target ON memory_event (target, number)""",
    """CREATE TRIGGER memory_event_stays BEFORE UPDATE ON memory_event
        BEGIN SELECT raise(ABORT, 'the ledger is only ever added to'); END""",
    """CREATE TRIGGER memory_event_is_kept BEFORE DELETE ON memory_event
        BEGIN SELECT raise(ABORT, 'the ledger is only ever added to'); END""",
    """CREATE TABLE document (
        number INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL, state TEXT NOT NULL,
        added_utc TEXT NOT NULL, added_offset INTEGER NOT NULL, live_version INTEGER NOT NULL DEFAULT 0,
        reason TEXT, detail TEXT NOT NULL DEFAULT '', sha256 TEXT NOT NULL DEFAULT '', size INTEGER NOT NULL DEFAULT 0,
        pages INTEGER NOT NULL DEFAULT 0, characters INTEGER NOT NULL DEFAULT 0, passages INTEGER NOT NULL DEFAULT 0,
        encoding TEXT NOT NULL DEFAULT '', parser TEXT NOT NULL DEFAULT '', seconds REAL NOT NULL DEFAULT 0,
        attempts INTEGER NOT NULL DEFAULT 0)""",
    """CREATE INDEX document_path ON document (path)""",
    """CREATE INDEX document_hash ON document (sha256) WHERE sha256 <> ''""",
    """CREATE TABLE passage (
        number INTEGER PRIMARY KEY AUTOINCREMENT, document INTEGER REFERENCES document, version INTEGER NOT NULL DEFAULT 0,
        text TEXT NOT NULL, title TEXT NOT NULL, created_utc TEXT NOT NULL, created_offset INTEGER NOT NULL,
        page INTEGER, label TEXT NOT NULL, heading TEXT NOT NULL, line_first INTEGER, line_last INTEGER,
        span_first INTEGER NOT NULL, span_last INTEGER NOT NULL)""",
    """CREATE INDEX passage_document ON passage (document, version, page, number)""",
    """CREATE TABLE outbox (
        number INTEGER PRIMARY KEY AUTOINCREMENT, address TEXT NOT NULL, action TEXT NOT NULL CHECK (action IN ('add', 'delete')),
        vector BLOB)""",
    """CREATE TABLE unembedded (address TEXT PRIMARY KEY) WITHOUT ROWID""",
)


_V2 = (
    """ALTER TABLE message ADD COLUMN turn INTEGER""",
    """ALTER TABLE message ADD COLUMN topic INTEGER NOT NULL DEFAULT 1""",
    """ALTER TABLE message ADD COLUMN undone INTEGER NOT NULL DEFAULT 0""",
    """UPDATE message SET turn = (
            SELECT max(event.number) FROM message AS event WHERE event.role = 'user' AND event.number < message.number)
        WHERE role IN ('assistant', 'function')""",
    """CREATE INDEX message_turn ON message (turn) WHERE turn IS NOT NULL""",
    """CREATE INDEX message_topic ON message (topic, number) WHERE said = 1""",
    """CREATE TABLE topic (
        number INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, started_utc TEXT NOT NULL, started_offset INTEGER NOT NULL,
        summary INTEGER REFERENCES summary)""",
    """INSERT INTO topic (number, title, started_utc, started_offset)
        SELECT 1, '', created_utc, created_offset FROM message ORDER BY number LIMIT 1""",
    """ALTER TABLE summary ADD COLUMN topic INTEGER NOT NULL DEFAULT 1""",
    """ALTER TABLE summary ADD COLUMN actor TEXT NOT NULL DEFAULT ''""",
    """ALTER TABLE summary ADD COLUMN before INTEGER REFERENCES summary""",
    """UPDATE summary SET before = number - 1 WHERE number > 1""",
    """ALTER TABLE passage ADD COLUMN undone INTEGER NOT NULL DEFAULT 0""",
    """CREATE INDEX memory_event_cause ON memory_event (cause, number)""",
    """CREATE TABLE reminder (
        number INTEGER PRIMARY KEY AUTOINCREMENT, message TEXT NOT NULL, phrase TEXT NOT NULL, rule TEXT NOT NULL,
        starts TEXT NOT NULL, due_utc TEXT, due_offset INTEGER, state TEXT NOT NULL,
        created_utc TEXT NOT NULL, created_offset INTEGER NOT NULL, cause TEXT NOT NULL)""",
    """CREATE INDEX reminder_due ON reminder (due_utc) WHERE due_utc IS NOT NULL""",
    """ALTER TABLE context RENAME TO context_v1""",
    """CREATE TABLE context (
        single INTEGER PRIMARY KEY CHECK (single = 1), queue TEXT NOT NULL, summary TEXT NOT NULL, summary_address TEXT NOT NULL,
        open_events TEXT NOT NULL, pressure_warned INTEGER NOT NULL, topic TEXT NOT NULL, paused_until TEXT NOT NULL)""",
    # A message that waited keeps its place: priority 1 is the user's, and only the first may have been begun.
    """INSERT INTO context SELECT single, queue, summary, summary_address,
            (SELECT coalesce(json_group_array(json_object('address', value, 'priority', 1, 'attempts', iif(key = 0, attempts, 0))), '[]')
                FROM json_each(open_events)),
            pressure_warned, iif(EXISTS (SELECT 1 FROM topic), 't1', ''), ''
        FROM context_v1""",
    """DROP TABLE context_v1""",
)


_V4 = (
    # `stamp`: the file's when it was read; `work_of`: the content and reader that the version in work comes from;
    # `path_key`: the path as a file system that folds letters sees it; `archive`: the row that this one is a member of.
    """ALTER TABLE document ADD COLUMN stamp TEXT NOT NULL DEFAULT ''""",
    """ALTER TABLE document ADD COLUMN work_of TEXT NOT NULL DEFAULT ''""",
    """ALTER TABLE document ADD COLUMN path_key TEXT NOT NULL DEFAULT ''""",
    """ALTER TABLE document ADD COLUMN archive INTEGER REFERENCES document ON DELETE SET NULL""",
    """CREATE INDEX document_key ON document (path_key)""",
    """CREATE INDEX document_state ON document (state)""",
    """CREATE INDEX document_archive ON document (archive) WHERE archive IS NOT NULL""",
    # What was dropped and is not yet listed in whole; paths as JSON, so that names of any bytes come back as they were.
    """CREATE TABLE import_request (number INTEGER PRIMARY KEY AUTOINCREMENT, paths TEXT NOT NULL)""",
    """CREATE TABLE watched_folder (number INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE)""",
)


def _first_schema(database: Database) -> None:
    for statement in _V1:
        database.change(statement)


def _topics_turns_reminders(database: Database) -> None:
    for statement in _V2:
        database.change(statement)


def _units_of_places(database: Database) -> None:
    database.change("ALTER TABLE passage ADD COLUMN unit TEXT NOT NULL DEFAULT 'page'")
    database.change("ALTER TABLE passage ADD COLUMN counted TEXT NOT NULL DEFAULT 'line'")


def _imports(database: Database) -> None:
    for statement in _V4:
        database.change(statement)
    for row in database.rows("SELECT number, path FROM document"):
        path = row["path"] if isinstance(row["path"], str) else row["path"].decode("utf-8", "surrogatepass")
        database.change("UPDATE document SET path_key = ? WHERE number = ?", (path_key(path), row["number"]))


_WORDS = (
    *(
        f"""CREATE VIRTUAL TABLE {kind}_words USING fts5(
            terms, tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* P* S* C*'")"""
        for kind in ("message", "passage")
    ),
    *(f"CREATE VIRTUAL TABLE {kind}_words_vocabulary USING fts5vocab('{kind}_words', 'row')" for kind in ("message", "passage")),
    "INSERT INTO outbox (address, action) SELECT address, 'add' FROM unembedded ORDER BY address",
    "DROP TABLE unembedded",
    "CREATE INDEX outbox_bare ON outbox (substr(address, 1, 1), number) WHERE action = 'add' AND vector IS NULL",
    "CREATE INDEX outbox_address ON outbox (address)",
)


def _words_in_the_truth(database: Database) -> None:
    for statement in _WORDS:
        database.change(statement)


def _tags(database: Database) -> None:
    database.change(
        """CREATE TABLE document_tag (
            document INTEGER NOT NULL REFERENCES document ON DELETE CASCADE, tag TEXT NOT NULL,
            PRIMARY KEY (document, tag)) WITHOUT ROWID"""
    )


def _undo_of_changes(database: Database) -> None:
    database.change("ALTER TABLE memory_event ADD COLUMN detail TEXT NOT NULL DEFAULT ''")
    database.change("ALTER TABLE memory_event ADD COLUMN of_event INTEGER REFERENCES memory_event")
    database.change("CREATE INDEX memory_event_of ON memory_event (of_event, number) WHERE of_event IS NOT NULL")


_TAINT = (
    "ALTER TABLE message ADD COLUMN tainted INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE message ADD COLUMN sources TEXT NOT NULL DEFAULT '[]'",
    "ALTER TABLE message ADD COLUMN grounds TEXT",
    "ALTER TABLE passage ADD COLUMN origin TEXT NOT NULL DEFAULT 'assistant'",
    "ALTER TABLE passage ADD COLUMN tainted INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE summary ADD COLUMN nonce TEXT NOT NULL DEFAULT ''",
    # What was stored before labels: results and page-ins that name a passage, what was written in the same turns, notes of these turns.
    """UPDATE message SET tainted = 1 WHERE role IN ('function', 'event')
        AND (text GLOB '*[[]p[1-9]*' OR text GLOB '*[[]d[1-9]*' OR text GLOB 'Documents stored:*')""",
    """UPDATE message SET tainted = 1 WHERE role IN ('assistant', 'function')
        AND turn IN (SELECT turn FROM message WHERE tainted = 1 AND turn IS NOT NULL)""",
    "UPDATE passage SET origin = 'document', tainted = 1 WHERE document IS NOT NULL",
    """UPDATE passage SET origin = 'user' WHERE document IS NULL AND EXISTS (SELECT 1 FROM memory_event
        WHERE target = 'p' || passage.number AND kind = 'insert' AND actor = 'user')""",
    """UPDATE passage SET tainted = 1 WHERE origin = 'assistant' AND EXISTS (SELECT 1 FROM memory_event
        JOIN message ON message.turn = CAST(substr(memory_event.cause, 2) AS INTEGER) AND message.tainted = 1
        WHERE memory_event.target = 'p' || passage.number AND memory_event.kind = 'insert')""",
    """WITH RECURSIVE of_documents(number) AS (
            SELECT summary FROM summary_cover JOIN message ON 'm' || message.number = summary_cover.address WHERE message.tainted = 1
            UNION SELECT summary.number FROM summary JOIN of_documents ON summary.before = of_documents.number)
        UPDATE summary SET nonce = lower(hex(randomblob(4))) WHERE number IN (SELECT number FROM of_documents)""",
    """CREATE TABLE proposal (
        number INTEGER PRIMARY KEY AUTOINCREMENT, function TEXT NOT NULL, arguments TEXT NOT NULL, target TEXT NOT NULL,
        before TEXT NOT NULL, after TEXT NOT NULL, reason TEXT NOT NULL, made_utc TEXT NOT NULL, made_offset INTEGER NOT NULL,
        sources TEXT NOT NULL, cause TEXT NOT NULL, model TEXT NOT NULL, state TEXT NOT NULL, decided TEXT NOT NULL)""",
    "CREATE INDEX proposal_waiting ON proposal (number) WHERE state = 'waiting'",
)


def _taint_and_proposals(database: Database) -> None:
    for statement in _TAINT:
        database.change(statement)


_FORGOTTEN_FOR_GOOD = (
    "DROP TRIGGER memory_event_stays",
    # What goes for good with a document loses its words in the ledger too; that it was there, and all else, stays.
    """CREATE TRIGGER memory_event_stays BEFORE UPDATE ON memory_event WHEN NOT (
            NEW.number = OLD.number AND NEW.target = OLD.target AND NEW.kind = OLD.kind AND NEW.actor = OLD.actor
            AND NEW.at_utc = OLD.at_utc AND NEW.at_offset = OLD.at_offset AND NEW.cause = OLD.cause AND NEW.sources = OLD.sources
            AND NEW.model = OLD.model AND NEW.of_event IS OLD.of_event AND NEW.detail IN (OLD.detail, '')
            AND (NEW.before = OLD.before OR instr(NEW.before, '(forgotten with the document that it quoted)'))
            AND (NEW.after = OLD.after OR instr(NEW.after, '(forgotten with the document that it quoted)')))
        BEGIN SELECT raise(ABORT, 'the ledger is only ever added to'); END""",
)


def _words_may_be_forgotten(database: Database) -> None:
    for statement in _FORGOTTEN_FOR_GOOD:
        database.change(statement)


MIGRATIONS: tuple[Callable[[Database], None], ...] = (
    _first_schema,
    _topics_turns_reminders,
    _units_of_places,
    _imports,
    _words_in_the_truth,
    _tags,
    _undo_of_changes,
    _taint_and_proposals,
    _words_may_be_forgotten,
)
"""Only ever appended to: the function at position n-1 brings the schema to version n."""


def version_of(database: Database) -> int:
    """The schema's version; 0 for a new database."""
    if not database.value("SELECT count(*) FROM sqlite_schema WHERE name = 'migration'"):
        return 0
    return int(database.value("SELECT max(version) FROM migration") or 0)


def migrate(database: Database, migrations: tuple[Callable[[Database], None], ...] = MIGRATIONS) -> int:
    """Bring the schema up to date; the version now.

    An existing database is first copied to `memory.before-vN.sqlite3`, N being the version it goes to. One that a newer
    program has written is left as it is: raises `EnvironmentFault`, as do all faults of the disk.
    """
    version, newest = version_of(database), len(migrations)
    if version > newest:
        raise EnvironmentFault(
            f"{database.path} was written by a newer version of desktop_mem (schema {version}; this one knows {newest}).",
            "Install the newer version again, or choose another profile folder.",
        )
    if version == 0 and database.value("SELECT count(*) FROM sqlite_schema"):
        raise EnvironmentFault(f"{database.path} is not a database of this program.", "Move that file away, or put a backup in its place.")
    if 0 < version < newest:
        database.copy_to(database.path.with_name(f"memory.before-v{newest}.sqlite3"))
    database.make_durable()
    for number in range(version + 1, newest + 1):
        with database.transaction():
            database.change("CREATE TABLE IF NOT EXISTS migration (version INTEGER PRIMARY KEY, at TEXT NOT NULL)")
            migrations[number - 1](database)
            database.insert("INSERT INTO migration (version, at) VALUES (?, ?)", (number, datetime.now(UTC).isoformat()))
    return newest
