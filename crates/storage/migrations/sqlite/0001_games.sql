-- The library of kept games.
-- The record is JSON text that nobody here interprets; the columns beside it are what a list shows.
-- It is the last column, so that a list never has to read past it.
CREATE TABLE games (
    owner       TEXT    NOT NULL CHECK (owner <> ''),
    id          TEXT    NOT NULL CHECK (length(id) = 36),
    version     INTEGER NOT NULL CHECK (version BETWEEN 0 AND 4294967295),
    title       TEXT    NOT NULL,
    created_ms  INTEGER NOT NULL CHECK (created_ms >= 0),
    updated_ms  INTEGER NOT NULL CHECK (updated_ms >= 0),
    deleted_ms  INTEGER          CHECK (deleted_ms >= 0),
    variant     TEXT    NOT NULL,
    plies       INTEGER NOT NULL CHECK (plies BETWEEN 0 AND 4294967295),
    white_name  TEXT,
    white_level INTEGER          CHECK (white_level BETWEEN 0 AND 255),
    black_name  TEXT,
    black_level INTEGER          CHECK (black_level BETWEEN 0 AND 255),
    winner      TEXT,
    reason      TEXT,
    record      TEXT    NOT NULL CHECK (json_valid(record)),
    PRIMARY KEY (owner, id),
    CHECK ((white_name IS NULL) <> (white_level IS NULL)),
    CHECK ((black_name IS NULL) <> (black_level IS NULL)),
    CHECK (winner IS NULL OR reason IS NOT NULL)
) STRICT;

CREATE INDEX games_last_changed_first ON games (owner, updated_ms DESC, id DESC)
    WHERE deleted_ms IS NULL;
