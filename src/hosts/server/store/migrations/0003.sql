-- 0003: notes, which parts of the server keep beside the tables (store.h, srv_note). What the texts say is theirs to know.
CREATE TABLE notes (
    kind TEXT NOT NULL,             -- the part that owns it
    key TEXT NOT NULL,
    account TEXT REFERENCES accounts (id) ON DELETE CASCADE,
    list TEXT,                      -- what it is listed under ...
    rank INTEGER NOT NULL,          -- ... and where
    text TEXT NOT NULL,
    version INTEGER NOT NULL,       -- counts its changes, from 1
    PRIMARY KEY (kind, key)
);
CREATE INDEX notes_rank ON notes (kind, rank, key);
CREATE INDEX notes_list ON notes (kind, list, rank, key) WHERE list IS NOT NULL;
CREATE INDEX notes_account ON notes (account, kind, rank, key) WHERE account IS NOT NULL;
