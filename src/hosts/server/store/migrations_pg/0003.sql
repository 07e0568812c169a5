-- 0003: when the node that had a table before was last there, so that whoever takes it over charges no player's clock for
-- the time in between (docs/storage.md, "Who owns a table").

-- The node's own house time, told with every renewal.
ALTER TABLE nodes ADD COLUMN house_ms bigint;

-- The same of nodes that are gone, however they went. One row for each time that a server was started.
CREATE TABLE departed (
    id text COLLATE "C",
    epoch bigint,
    house_ms bigint,
    PRIMARY KEY (id, epoch)
);

CREATE FUNCTION lease_note_departed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO departed VALUES (OLD.id, OLD.epoch, OLD.house_ms);
    RETURN NULL;
END $$;

CREATE TRIGGER departed AFTER DELETE ON nodes FOR EACH ROW EXECUTE FUNCTION lease_note_departed();

-- And of a table that was released: the house time of whoever did it.
ALTER TABLE leases ADD COLUMN left_at bigint;

-- Take a table that nobody has. One row: who has it now, in which epoch, and for how long; 'taken': it changed hands, and
-- 'left_at' is when it was last somebody's, by the house time of that one. NULL: nobody knows. No row: no such table.
DROP FUNCTION IF EXISTS lease_claim(text, bigint, text); -- of a database from before this was written
CREATE FUNCTION lease_claim(me text, my_epoch bigint, wanted text)
RETURNS TABLE (who text, who_epoch bigint, table_epoch bigint, left_ms bigint, taken boolean, left_at bigint)
LANGUAGE plpgsql AS $$
DECLARE
    l leases;
    free boolean;
    since bigint;
BEGIN
    PERFORM lease_runs(me, my_epoch);
    INSERT INTO leases SELECT t.id, 0 FROM tables t WHERE t.id = wanted ON CONFLICT DO NOTHING;
    SELECT * INTO l FROM leases x WHERE x.table_id = wanted FOR UPDATE;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    since := l.left_at;
    IF l.node = me AND l.node_epoch = my_epoch THEN
        free := false;
    ELSE
        free := l.node IS NULL;
        IF NOT free THEN
            free := lease_end(l.node, l.node_epoch);
            SELECT d.house_ms INTO since FROM departed d WHERE d.id = l.node AND d.epoch = l.node_epoch;
        END IF;
    END IF;
    IF free THEN
        UPDATE leases x SET epoch = x.epoch + 1, node = me, node_epoch = my_epoch, left_at = NULL
            WHERE x.table_id = wanted RETURNING * INTO l;
    END IF;
    RETURN QUERY SELECT l.node, l.node_epoch, l.epoch, lease_left(l.node, l.node_epoch), free, since;
END $$;
