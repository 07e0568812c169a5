-- 0002: which node has which table (docs/storage.md, "Who owns a table"). Only several servers on one database use it.
--
-- A node's lease covers all its tables: one row to renew, one row to lock. Whoever writes as a node locks its own row
-- (FOR SHARE) and compares the epochs of the tables it wrote to, in the transaction that writes. Whoever takes a
-- table from another node deletes that node's row first, and so waits for what is being committed under it. All times
-- are this database's: no node's clock counts.

-- Those that are there. A row that is gone is a lease that is over, whatever 'leases' still says. 'epoch' is given
-- once and never again, so that a name that comes back is somebody else. Renewed every other second: a page of
-- its own for each, more or less.
CREATE SEQUENCE epochs;
CREATE TABLE nodes (
    id text COLLATE "C" PRIMARY KEY,
    epoch bigint NOT NULL,
    expires timestamptz NOT NULL
) WITH (fillfactor = 10);

-- Who has a table, and how often it has changed hands. It is free if 'node' is NULL or no longer there.
CREATE TABLE leases (
    table_id text COLLATE "C" PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    epoch bigint NOT NULL,
    node text COLLATE "C",
    node_epoch bigint
) WITH (fillfactor = 70);

-- Fails (SK001) unless that node's lease runs, and keeps others from ending it before this transaction does.
CREATE FUNCTION lease_runs(me text, my_epoch bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM nodes n WHERE n.id = me AND n.epoch = my_epoch AND n.expires > clock_timestamp() FOR SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'The lease of node % is over', me USING ERRCODE = 'SK001';
    END IF;
END $$;

-- Fails unless that node's lease runs and it has all of these tables in these epochs (SK002). The rows of 'leases'
-- need no lock: nobody but the node itself changes them while its own row is there.
CREATE FUNCTION lease_holds(me text, my_epoch bigint, ids text[], epochs bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    lost text;
BEGIN
    PERFORM lease_runs(me, my_epoch);
    SELECT h.id INTO lost FROM unnest(ids, epochs) AS h (id, epoch) WHERE NOT EXISTS
        (SELECT 1 FROM leases l WHERE l.table_id = h.id AND l.epoch = h.epoch AND l.node = me
         AND l.node_epoch = my_epoch) LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'Node % does not have table %', me, lost USING ERRCODE = 'SK002';
    END IF;
END $$;

-- For how many milliseconds a node's lease still runs; 0: it is over.
CREATE FUNCTION lease_left(whose text, whose_epoch bigint) RETURNS bigint LANGUAGE sql AS $$
    SELECT coalesce(max(greatest(0, ceil(1000 * extract(epoch FROM n.expires - clock_timestamp()))::bigint)), 0)
    FROM nodes n WHERE n.id = whose AND n.epoch = whose_epoch
$$;

-- End a node's lease if its time is over; true if it is no longer there. A process that was stopped in the middle of a
-- transaction holds its locks until it goes on: its connection, which bears the name below, is ended first.
CREATE FUNCTION lease_end(whose text, whose_epoch bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM nodes n WHERE n.id = whose AND n.epoch = whose_epoch AND n.expires <= clock_timestamp();
    IF FOUND THEN
        PERFORM pg_terminate_backend(a.pid) FROM pg_stat_activity a
            WHERE a.application_name = 'speakeasy node ' || whose || ' ' || whose_epoch
            AND a.datname = current_database() AND a.usename = session_user AND a.pid <> pg_backend_pid();
        DELETE FROM nodes n WHERE n.id = whose AND n.epoch = whose_epoch AND n.expires <= clock_timestamp();
    END IF;
    RETURN NOT EXISTS (SELECT 1 FROM nodes n WHERE n.id = whose AND n.epoch = whose_epoch);
END $$;

-- Come, or come again: the epoch to use. NULL: a node of that name is there.
CREATE FUNCTION lease_hello(me text, my_epoch bigint, ms integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    given bigint;
BEGIN
    SELECT n.epoch INTO given FROM nodes n WHERE n.id = me;
    IF FOUND AND given <> my_epoch AND NOT lease_end(me, given) THEN
        RETURN NULL;
    END IF;
    INSERT INTO nodes AS n VALUES (me, nextval('epochs'), clock_timestamp() + ms * interval '1 millisecond')
        ON CONFLICT (id) DO UPDATE SET expires = excluded.expires WHERE n.epoch = my_epoch
        RETURNING n.epoch INTO given;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    PERFORM set_config('application_name', 'speakeasy node ' || me || ' ' || given, false);
    RETURN given;
END $$;
