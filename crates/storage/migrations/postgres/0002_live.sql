-- Games between people on different devices: what was agreed, who may sit where, and every event in order.
-- A game is never deleted along with something else (no CASCADE): whoever deletes one deletes its events and seats first.
-- Ids are the 16 bytes of a UUID, as in SQLite.
CREATE TABLE live_games (
    id          BYTEA  NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    version     BIGINT NOT NULL CHECK (version BETWEEN 0 AND 4294967295),
    deadline_ms BIGINT          CHECK (deadline_ms >= 0),
    winner      TEXT,
    reason      TEXT,
    setup       TEXT   NOT NULL,
    CHECK (winner IS NULL OR reason IS NOT NULL)
);

-- What the house must look at, the oldest first.
CREATE INDEX live_games_due ON live_games (deadline_ms, id) WHERE deadline_ms IS NOT NULL;
-- What goes on.
CREATE INDEX live_games_running ON live_games (id) WHERE reason IS NULL;

CREATE TABLE live_events (
    game    BYTEA  NOT NULL REFERENCES live_games (id),
    number  BIGINT NOT NULL CHECK (number BETWEEN 1 AND 4294967295),
    command BYTEA           CHECK (length(command) = 16),
    act     TEXT   NOT NULL,
    PRIMARY KEY (game, number)
);

-- A command acts once.
CREATE UNIQUE INDEX live_events_commands ON live_events (game, command) WHERE command IS NOT NULL;

-- The key is the SHA-256 of the secret of the seat.
CREATE TABLE live_seats (
    key  BYTEA NOT NULL PRIMARY KEY CHECK (length(key) = 32),
    game BYTEA NOT NULL REFERENCES live_games (id),
    role TEXT  NOT NULL
);

CREATE INDEX live_seats_of_game ON live_seats (game);

-- Challenges that wait for somebody. The key of the host becomes that of a seat when the game begins.
CREATE TABLE live_challenges (
    id         BYTEA   NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    host       BYTEA   NOT NULL CHECK (length(host) = 32),
    invitation BYTEA   NOT NULL CHECK (length(invitation) = 32),
    is_public  BOOLEAN NOT NULL,
    until_ms   BIGINT  NOT NULL CHECK (until_ms >= 0),
    challenge  TEXT    NOT NULL
);

-- Both keys of each challenge: a key is that of one challenge and one purpose, also for writers at the same moment.
CREATE TABLE live_challenge_keys (
    key       BYTEA NOT NULL PRIMARY KEY,
    challenge BYTEA NOT NULL REFERENCES live_challenges (id) ON DELETE CASCADE
);

CREATE INDEX live_challenge_keys_of_challenge ON live_challenge_keys (challenge);
CREATE INDEX live_challenges_lobby ON live_challenges (id) WHERE is_public;
CREATE INDEX live_challenges_over ON live_challenges (until_ms);

-- When a node could last take moves: one row for all nodes. From it follows how long an outage was.
CREATE TABLE live_pulse (
    one     SMALLINT NOT NULL PRIMARY KEY CHECK (one = 1),
    beat_ms BIGINT   NOT NULL CHECK (beat_ms >= 0)
);
