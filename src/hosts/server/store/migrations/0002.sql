-- 0002: how many groups of changes were ever committed, and when the last was: what the file FILE.tally, outside,
-- is compared with, so that nothing is lost without a word (tally.h).
CREATE TABLE tally (
    n INTEGER NOT NULL,
    at INTEGER NOT NULL
);
INSERT INTO tally VALUES (0, 0);
