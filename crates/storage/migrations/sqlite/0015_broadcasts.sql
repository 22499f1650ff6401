-- Broadcasts of boards, and what each board shows and showed. The logs are JSON of the club crate (BoardLog).

CREATE TABLE broadcasts (
    id         TEXT    NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 4 AND 40),
    owner      BLOB    NOT NULL CHECK (length(owner) = 32),
    settings   TEXT    NOT NULL,
    made_ms    INTEGER NOT NULL CHECK (made_ms >= 0),
    changed_ms INTEGER NOT NULL CHECK (changed_ms >= 0),
    revision   INTEGER NOT NULL CHECK (revision >= 1),
    bytes      INTEGER NOT NULL CHECK (bytes >= 0)
) STRICT, WITHOUT ROWID;

CREATE INDEX broadcasts_of_owner ON broadcasts (owner);
CREATE INDEX broadcasts_over ON broadcasts (changed_ms);

CREATE TABLE broadcast_boards (
    broadcast TEXT    NOT NULL REFERENCES broadcasts (id) ON DELETE CASCADE,
    round     INTEGER NOT NULL CHECK (round BETWEEN 1 AND 20),
    number    INTEGER NOT NULL CHECK (number BETWEEN 1 AND 200),
    revision  INTEGER NOT NULL CHECK (revision >= 1),
    log       TEXT    NOT NULL,
    PRIMARY KEY (broadcast, round, number)
) STRICT;

-- What came after a revision is asked for each second while somebody looks on.
CREATE INDEX broadcast_boards_new ON broadcast_boards (broadcast, revision);
