-- 0001: the first form of the store. docs/storage.md explains it; times are milliseconds, UTC.
-- A file that was released is never edited again: the next change is 0002.sql.

-- What a table was set up with, and what became of it. Rows are large and change seldom: a move
-- touches fresh (and clocks) alone, and how far a table has come is the number of its last entry.
CREATE TABLE tables (
    key INTEGER PRIMARY KEY,        -- for entries
    id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    players INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'playing', 'paused', 'finished', 'closed')),
    listed INTEGER NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,       -- but for entries: those have a time of their own
    finished INTEGER,
    rematch_of TEXT,
    result TEXT,
    seed BLOB NOT NULL CHECK (length(seed) = 32),
    commitment BLOB NOT NULL CHECK (length(commitment) = 32),
    settings TEXT NOT NULL,
    header TEXT NOT NULL
);
CREATE INDEX tables_listed ON tables (listed, status, created, id);
CREATE INDEX tables_created ON tables (created, id);

CREATE TABLE accounts (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    fold TEXT NOT NULL UNIQUE,      -- the name as it is compared
    password TEXT NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE sessions (
    token BLOB PRIMARY KEY NOT NULL CHECK (length(token) = 32),
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    expires INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_account ON sessions (account);
CREATE INDEX sessions_expires ON sessions (expires);

CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('open', 'person', 'bot', 'hotseat')),
    takeover INTEGER NOT NULL,
    name TEXT,
    bot TEXT,
    token BLOB UNIQUE CHECK (length(token) = 32),
    account TEXT REFERENCES accounts (id) ON DELETE SET NULL,
    nonce TEXT,
    joined INTEGER,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX seats_account ON seats (account) WHERE account IS NOT NULL;

-- Tokens that may do what the host of a table may.
CREATE TABLE hosts (
    token BLOB PRIMARY KEY NOT NULL CHECK (length(token) = 32),
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX hosts_table ON hosts (table_id);

-- The match: one line each. 'place' is the table's key * 2^20 + the line's number from 1: a key that keeps
-- two writers from both making move 42. New lines are few and lie close together, so that hundreds of
-- moves at hundreds of tables touch few pages; now and then they move over to the settled ones, many of
-- a table at once.
CREATE TABLE settled (
    place INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    line TEXT NOT NULL,
    ref TEXT
);
CREATE TABLE fresh (
    place INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    line TEXT NOT NULL,
    ref TEXT
);
CREATE VIEW entries (table_id, seq, at, line, ref) AS
    SELECT t.id, e.place & 1048575, e.at, e.line, e.ref FROM tables t JOIN settled e
        ON e.place BETWEEN t.key << 20 AND t.key << 20 | 1048575
    UNION ALL
    SELECT t.id, e.place & 1048575, e.at, e.line, e.ref FROM tables t JOIN fresh e
        ON e.place BETWEEN t.key << 20 AND t.key << 20 | 1048575;
CREATE TRIGGER tables_gone AFTER DELETE ON tables BEGIN
    DELETE FROM settled WHERE place BETWEEN old.key << 20 AND old.key << 20 | 1048575;
    DELETE FROM fresh WHERE place BETWEEN old.key << 20 AND old.key << 20 | 1048575;
END;

CREATE TABLE chat (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    text TEXT NOT NULL,
    ref TEXT,
    PRIMARY KEY (table_id, n)
) WITHOUT ROWID;

-- Of tables that have one. 'due' is when somebody must look at it.
CREATE TABLE clocks (
    table_id TEXT PRIMARY KEY NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    due INTEGER,
    text TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX clocks_due ON clocks (due) WHERE due IS NOT NULL;
