-- Clubs. What a club is stands in its state, as one document under a version; the columns beside it are those by which clubs are found.
CREATE TABLE clubs (
    key      TEXT   COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(key) >= 1),
    name     TEXT   NOT NULL,
    town     TEXT   NOT NULL,
    language TEXT   NOT NULL,
    games    TEXT   NOT NULL,
    version  BIGINT NOT NULL CHECK (version >= 0),
    due_ms   BIGINT          CHECK (due_ms >= 0),
    state    TEXT   NOT NULL
);

-- What the house must look at.
CREATE INDEX clubs_due ON clubs (due_ms) WHERE due_ms IS NOT NULL;

-- Whose clubs they are: with a role, or without one where somebody asks to be let in.
CREATE TABLE club_members (
    club    TEXT  COLLATE "C" NOT NULL REFERENCES clubs (key) ON DELETE CASCADE,
    account BYTEA NOT NULL REFERENCES accounts (id),
    role    TEXT  CHECK (role IN ('founder', 'officer', 'member')),
    PRIMARY KEY (club, account)
);

CREATE INDEX club_members_of_account ON club_members (account);

-- The games of a club. One of the ladder stands here as soon as it is agreed, a moment before it begins, so it need not be a live game yet.
CREATE TABLE club_games (
    game      BYTEA   NOT NULL PRIMARY KEY CHECK (length(game) = 16),
    club      TEXT    COLLATE "C" NOT NULL REFERENCES clubs (key) ON DELETE CASCADE,
    at_ms     BIGINT  NOT NULL CHECK (at_ms >= 0),
    is_ladder BOOLEAN NOT NULL
);

CREATE INDEX club_games_of_club ON club_games (club, at_ms, game);
