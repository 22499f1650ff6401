-- Broadcasts of boards, and what each board shows and showed. The logs are JSON of the club crate (BoardLog).

CREATE TABLE broadcasts (
    id         TEXT    NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 4 AND 40),
    owner      BYTEA   NOT NULL CHECK (length(owner) = 32),
    settings   TEXT    NOT NULL,
    made_ms    BIGINT  NOT NULL CHECK (made_ms >= 0),
    changed_ms BIGINT  NOT NULL CHECK (changed_ms >= 0),
    revision   BIGINT  NOT NULL CHECK (revision >= 1),
    bytes      BIGINT  NOT NULL CHECK (bytes >= 0)
);

CREATE INDEX broadcasts_of_owner ON broadcasts (owner);
CREATE INDEX broadcasts_over ON broadcasts (changed_ms);

CREATE TABLE broadcast_boards (
    broadcast TEXT    NOT NULL REFERENCES broadcasts (id) ON DELETE CASCADE,
    round     BIGINT  NOT NULL CHECK (round BETWEEN 1 AND 20),
    number    BIGINT  NOT NULL CHECK (number BETWEEN 1 AND 200),
    revision  BIGINT  NOT NULL CHECK (revision >= 1),
    log       TEXT    NOT NULL,
    PRIMARY KEY (broadcast, round, number)
);

-- What came after a revision is asked for each second while somebody looks on.
CREATE INDEX broadcast_boards_new ON broadcast_boards (broadcast, revision);
