-- 0001: the first form of the store on PostgreSQL. docs/storage.md explains it; times are milliseconds, UTC.
-- A file that was released is never edited again: the next change is 0002.sql.
--
-- The same tables and columns as in SQLite (../migrations), so that a house can move between the two. Ids are
-- compared byte by byte (COLLATE "C"), whatever the database's own collation.

-- One row: whose tables these are, which form they have, and how many groups of changes were written. Every
-- writer locks it first, so that groups exclude each other; and 'n' tells a writer whether somebody else has
-- written since, and what it remembers is worth nothing.
CREATE TABLE speakeasy (
    version integer NOT NULL,
    n bigint NOT NULL
) WITH (fillfactor = 10);
INSERT INTO speakeasy VALUES (0, 0);

CREATE TABLE tables (
    id text COLLATE "C" PRIMARY KEY,
    game text NOT NULL,
    players integer NOT NULL,
    status text NOT NULL CHECK (status IN ('open', 'playing', 'paused', 'finished', 'closed')),
    listed integer NOT NULL,
    created bigint NOT NULL,
    updated bigint NOT NULL,        -- but for entries: those have a time of their own
    finished bigint,
    rematch_of text,
    result text,
    seed bytea NOT NULL CHECK (length(seed) = 32),
    commitment bytea NOT NULL CHECK (length(commitment) = 32),
    settings text NOT NULL,
    header text NOT NULL
);
CREATE INDEX tables_listed ON tables (listed, status, created, id);
CREATE INDEX tables_created ON tables (created, id);

CREATE TABLE accounts (
    id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL,
    fold text COLLATE "C" NOT NULL UNIQUE,  -- the name as it is compared
    look text COLLATE "C" NOT NULL,         -- and what it looks like
    password text NOT NULL,
    created bigint NOT NULL
);
CREATE INDEX accounts_look ON accounts (look);

CREATE TABLE sessions (
    token bytea PRIMARY KEY CHECK (length(token) = 32),
    account text COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    expires bigint NOT NULL
);
CREATE INDEX sessions_account ON sessions (account);
CREATE INDEX sessions_expires ON sessions (expires);

CREATE TABLE seats (
    table_id text COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat integer NOT NULL,
    kind text NOT NULL CHECK (kind IN ('open', 'person', 'bot', 'hotseat')),
    takeover integer NOT NULL,
    name text,
    bot text,
    token bytea UNIQUE CHECK (length(token) = 32),
    account text COLLATE "C" REFERENCES accounts (id) ON DELETE SET NULL,
    nonce text,
    joined bigint,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX seats_account ON seats (account) WHERE account IS NOT NULL;

-- Tokens that may do what the host of a table may.
CREATE TABLE hosts (
    token bytea PRIMARY KEY CHECK (length(token) = 32),
    table_id text COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE
);
CREATE INDEX hosts_table ON hosts (table_id);

-- The match: one line each. The key keeps two writers from both making move 42. No foreign key: it would lock the
-- table's row, and so write it, with every move. Whether the table is there is judged before, under the lock above.
CREATE TABLE entries (
    table_id text COLLATE "C" NOT NULL,
    seq integer NOT NULL,
    at bigint NOT NULL,
    line text NOT NULL,
    ref text,
    PRIMARY KEY (table_id, seq)
);

CREATE TABLE chat (
    table_id text COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    n integer NOT NULL,
    at bigint NOT NULL,
    seat integer NOT NULL,
    text text NOT NULL,
    ref text,
    PRIMARY KEY (table_id, n)
);

-- Of tables that have one. 'due' is when somebody must look at it. Written with every move: most of a page stays
-- free, so that a new version finds room beside the old one and no index has to learn of it.
CREATE TABLE clocks (
    table_id text COLLATE "C" PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    due bigint,
    text text NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX clocks_due ON clocks (due, table_id) WHERE due IS NOT NULL;
