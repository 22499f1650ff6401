-- The library of kept games.
-- The record is JSON text that nobody here interprets; it is text and not JSONB, since it is handed out exactly as it was stored.
-- What is sorted by is compared byte by byte (COLLATE "C"), whatever the language of the database.
CREATE TABLE games (
    owner       TEXT   COLLATE "C" NOT NULL CHECK (owner <> ''),
    id          TEXT   COLLATE "C" NOT NULL CHECK (length(id) = 36),
    version     BIGINT NOT NULL CHECK (version BETWEEN 0 AND 4294967295),
    title       TEXT   NOT NULL,
    created_ms  BIGINT NOT NULL CHECK (created_ms >= 0),
    updated_ms  BIGINT NOT NULL CHECK (updated_ms >= 0),
    deleted_ms  BIGINT          CHECK (deleted_ms >= 0),
    variant     TEXT   NOT NULL,
    plies       BIGINT NOT NULL CHECK (plies BETWEEN 0 AND 4294967295),
    white_name  TEXT,
    white_level BIGINT          CHECK (white_level BETWEEN 0 AND 255),
    black_name  TEXT,
    black_level BIGINT          CHECK (black_level BETWEEN 0 AND 255),
    winner      TEXT,
    reason      TEXT,
    record      TEXT   NOT NULL,
    tree        TEXT            CHECK (tree <> ''),
    bytes       BIGINT NOT NULL GENERATED ALWAYS AS (octet_length(record) + coalesce(octet_length(tree), 0)) STORED,
    PRIMARY KEY (owner, id),
    CHECK ((white_name IS NULL) <> (white_level IS NULL)),
    CHECK ((black_name IS NULL) <> (black_level IS NULL)),
    CHECK (winner IS NULL OR reason IS NOT NULL)
);

CREATE INDEX games_last_changed_first ON games (owner, updated_ms DESC, id DESC) WHERE deleted_ms IS NULL;
-- What the games of an owner take, without reading the games.
CREATE INDEX games_sizes ON games (owner) INCLUDE (bytes);
-- Deleted games, oldest deletion first, to be removed for good.
CREATE INDEX games_deleted ON games (deleted_ms) WHERE deleted_ms IS NOT NULL;

-- Games that their owner shows to everybody who reaches this library, each with its address.
CREATE TABLE shared_games (
    owner TEXT COLLATE "C" NOT NULL,
    id    TEXT COLLATE "C" NOT NULL,
    share TEXT COLLATE "C" NOT NULL UNIQUE CHECK (length(share) = 36),
    PRIMARY KEY (owner, id),
    FOREIGN KEY (owner, id) REFERENCES games (owner, id) ON DELETE CASCADE ON UPDATE CASCADE
);

-- What the health check writes to see whether a write works. Never read.
CREATE TABLE write_probe (
    one     SMALLINT NOT NULL PRIMARY KEY CHECK (one = 1),
    padding TEXT     NOT NULL
);
