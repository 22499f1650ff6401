-- Games between people on different devices: what was agreed, who may sit where, and every event in order.
-- A game is never deleted along with something else (no CASCADE): whoever deletes one deletes its events and seats first.
-- Ids are the 16 bytes of a UUID, since each event bears one.
CREATE TABLE live_games (
    id          BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    version     INTEGER NOT NULL CHECK (version BETWEEN 0 AND 4294967295),
    deadline_ms INTEGER          CHECK (deadline_ms >= 0),
    winner      TEXT,
    reason      TEXT,
    setup       TEXT    NOT NULL CHECK (json_valid(setup)),
    CHECK (winner IS NULL OR reason IS NOT NULL)
) STRICT, WITHOUT ROWID;

-- What the house must look at, the oldest first.
CREATE INDEX live_games_due ON live_games (deadline_ms, id) WHERE deadline_ms IS NOT NULL;
-- What goes on.
CREATE INDEX live_games_running ON live_games (id) WHERE reason IS NULL;

CREATE TABLE live_events (
    game    BLOB    NOT NULL REFERENCES live_games (id),
    number  INTEGER NOT NULL CHECK (number BETWEEN 1 AND 4294967295),
    command BLOB             CHECK (length(command) = 16),
    act     TEXT    NOT NULL CHECK (json_valid(act)),
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

-- A command acts once.
CREATE UNIQUE INDEX live_events_commands ON live_events (game, command) WHERE command IS NOT NULL;

-- The key is the SHA-256 of the secret of the seat.
CREATE TABLE live_seats (
    key  BLOB NOT NULL PRIMARY KEY CHECK (length(key) = 32),
    game BLOB NOT NULL REFERENCES live_games (id),
    role TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX live_seats_of_game ON live_seats (game);

-- Challenges that wait for somebody. The key of the host becomes that of a seat when the game begins.
CREATE TABLE live_challenges (
    id         BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    host       BLOB    NOT NULL UNIQUE CHECK (length(host) = 32),
    invitation BLOB    NOT NULL UNIQUE CHECK (length(invitation) = 32),
    is_public  INTEGER NOT NULL CHECK (is_public IN (0, 1)),
    until_ms   INTEGER NOT NULL CHECK (until_ms >= 0),
    challenge  TEXT    NOT NULL CHECK (json_valid(challenge)),
    CHECK (host <> invitation)
) STRICT, WITHOUT ROWID;

CREATE INDEX live_challenges_lobby ON live_challenges (id) WHERE is_public = 1;
CREATE INDEX live_challenges_over ON live_challenges (until_ms);
