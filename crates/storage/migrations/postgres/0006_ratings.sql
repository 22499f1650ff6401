-- Which account offers a challenge, where its host plays under one.
ALTER TABLE live_challenges ADD COLUMN account BYTEA REFERENCES accounts (id);

-- Games that were rated from their beginning. Each is settled once: it counts for both players, or for none.
CREATE TABLE rated_games (
    game    BYTEA   NOT NULL PRIMARY KEY REFERENCES live_games (id),
    variant TEXT    NOT NULL,
    speed   TEXT    NOT NULL,
    white   BYTEA   NOT NULL REFERENCES accounts (id),
    black   BYTEA   NOT NULL REFERENCES accounts (id),
    settled BOOLEAN NOT NULL DEFAULT FALSE,
    CHECK (white <> black)
);

CREATE INDEX rated_games_open ON rated_games (game) WHERE NOT settled;

-- Where an account stands after the last game that counted.
CREATE TABLE ratings (
    account           BYTEA   NOT NULL REFERENCES accounts (id),
    variant           TEXT    NOT NULL,
    speed             TEXT    NOT NULL,
    rating            DOUBLE PRECISION NOT NULL,
    deviation         DOUBLE PRECISION NOT NULL,
    volatility        DOUBLE PRECISION NOT NULL,
    at_ms             BIGINT  NOT NULL CHECK (at_ms >= 0),
    won               BIGINT  NOT NULL CHECK (won >= 0),
    drawn             BIGINT  NOT NULL CHECK (drawn >= 0),
    lost              BIGINT  NOT NULL CHECK (lost >= 0),
    established_until BIGINT  NOT NULL CHECK (established_until >= 0),
    PRIMARY KEY (account, variant, speed)
);

CREATE INDEX ratings_best ON ratings (variant, speed, rating) WHERE established_until > 0;

-- What each game did to each player. The number of the game in a rating is given once.
CREATE TABLE rating_changes (
    game             BYTEA   NOT NULL REFERENCES rated_games (game),
    side             TEXT    NOT NULL CHECK (side IN ('white', 'black')),
    account          BYTEA   NOT NULL REFERENCES accounts (id),
    opponent         BYTEA   NOT NULL REFERENCES accounts (id),
    variant          TEXT    NOT NULL,
    speed            TEXT    NOT NULL,
    number           BIGINT  NOT NULL CHECK (number >= 1),
    at_ms            BIGINT  NOT NULL CHECK (at_ms >= 0),
    score            TEXT    NOT NULL CHECK (score IN ('win', 'draw', 'loss')),
    rating_before    DOUBLE PRECISION NOT NULL,
    deviation_before DOUBLE PRECISION NOT NULL,
    rating_after     DOUBLE PRECISION NOT NULL,
    deviation_after  DOUBLE PRECISION NOT NULL,
    against          DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game, side),
    UNIQUE (account, variant, speed, number)
);

CREATE INDEX rating_changes_of_account ON rating_changes (account, at_ms, game);
