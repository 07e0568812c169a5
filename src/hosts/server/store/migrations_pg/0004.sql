-- 0004: notes, which parts of the server keep beside the tables (store.h, srv_note). What the texts say is theirs to know.
CREATE TABLE notes (
    kind text COLLATE "C" NOT NULL,         -- the part that owns it
    key text COLLATE "C" NOT NULL,
    account text COLLATE "C" REFERENCES accounts (id) ON DELETE CASCADE,
    list text COLLATE "C",                  -- what it is listed under ...
    rank bigint NOT NULL,                   -- ... and where
    text text NOT NULL,
    version bigint NOT NULL,                -- counts its changes, from 1
    PRIMARY KEY (kind, key)
);
CREATE INDEX notes_rank ON notes (kind, rank, key);
CREATE INDEX notes_list ON notes (kind, list, rank, key) WHERE list IS NOT NULL;
CREATE INDEX notes_account ON notes (account, kind, rank, key) WHERE account IS NOT NULL;

-- Fails (SN001) because a note has another version than it should. Two nodes may both have read the same one.
CREATE FUNCTION note_is_stale(its_kind text, its_key text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The note %/% has changed meanwhile', its_kind, its_key USING ERRCODE = 'SN001';
END $$;

-- Write a note that must have that version; 0: that must not be there; -1: whatever is there.
CREATE FUNCTION note_set(its_kind text, its_key text, its_account text, its_list text, its_rank bigint, its_text text,
                         must_be bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF must_be <= 0 THEN
        INSERT INTO notes AS n VALUES (its_kind, its_key, its_account, its_list, its_rank, its_text, 1)
            ON CONFLICT (kind, key) DO UPDATE SET account = excluded.account, list = excluded.list,
                rank = excluded.rank, text = excluded.text, version = n.version + 1 WHERE must_be < 0;
    ELSE
        UPDATE notes n SET account = its_account, list = its_list, rank = its_rank, text = its_text,
            version = n.version + 1 WHERE n.kind = its_kind AND n.key = its_key AND n.version = must_be;
    END IF;
    IF NOT FOUND THEN
        PERFORM note_is_stale(its_kind, its_key);
    END IF;
END $$;

-- Remove one, under the same conditions. One that must not be there need not be removed.
CREATE FUNCTION note_drop(its_kind text, its_key text, must_be bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM notes n WHERE n.kind = its_kind AND n.key = its_key AND must_be IN (n.version, -1);
    IF NOT FOUND AND must_be > 0 THEN
        PERFORM note_is_stale(its_kind, its_key);
    END IF;
END $$;
