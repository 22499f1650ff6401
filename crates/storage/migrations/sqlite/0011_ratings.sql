-- Which account offers a challenge, where its host plays under one.
ALTER TABLE live_challenges ADD COLUMN account BLOB REFERENCES accounts (id);

-- Games that were rated from their beginning. Each is settled once: it counts for both players, or for none.
CREATE TABLE rated_games (
    game    BLOB    NOT NULL PRIMARY KEY REFERENCES live_games (id),
    variant TEXT    NOT NULL,
    speed   TEXT    NOT NULL,
    white   BLOB    NOT NULL REFERENCES accounts (id),
    black   BLOB    NOT NULL REFERENCES accounts (id),
    settled INTEGER NOT NULL DEFAULT 0 CHECK (settled IN (0, 1)),
    CHECK (white <> black)
) STRICT, WITHOUT ROWID;

CREATE INDEX rated_games_open ON rated_games (game) WHERE settled = 0;

-- Where an account stands after the last game that counted.
CREATE TABLE ratings (
    account           BLOB    NOT NULL REFERENCES accounts (id),
    variant           TEXT    NOT NULL,
    speed             TEXT    NOT NULL,
    rating            REAL    NOT NULL,
    deviation         REAL    NOT NULL,
    volatility        REAL    NOT NULL,
    at_ms             INTEGER NOT NULL CHECK (at_ms >= 0),
    won               INTEGER NOT NULL CHECK (won >= 0),
    drawn             INTEGER NOT NULL CHECK (drawn >= 0),
    lost              INTEGER NOT NULL CHECK (lost >= 0),
    established_until INTEGER NOT NULL CHECK (established_until >= 0),
    PRIMARY KEY (account, variant, speed)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_best ON ratings (variant, speed, rating) WHERE established_until > 0;

-- What each game did to each player. The number of the game in a rating is given once.
CREATE TABLE rating_changes (
    game             BLOB    NOT NULL REFERENCES rated_games (game),
    side             TEXT    NOT NULL CHECK (side IN ('white', 'black')),
    account          BLOB    NOT NULL REFERENCES accounts (id),
    opponent         BLOB    NOT NULL REFERENCES accounts (id),
    variant          TEXT    NOT NULL,
    speed            TEXT    NOT NULL,
    number           INTEGER NOT NULL CHECK (number >= 1),
    at_ms            INTEGER NOT NULL CHECK (at_ms >= 0),
    score            TEXT    NOT NULL CHECK (score IN ('win', 'draw', 'loss')),
    rating_before    REAL    NOT NULL,
    deviation_before REAL    NOT NULL,
    rating_after     REAL    NOT NULL,
    deviation_after  REAL    NOT NULL,
    against          REAL    NOT NULL,
    PRIMARY KEY (game, side),
    UNIQUE (account, variant, speed, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_changes_of_account ON rating_changes (account, at_ms, game);
