-- Conditional moves: what a player will answer, kept until the opponent has moved. One tree for each side of a game. An empty one is kept for
-- its revision, so that no writer takes a later tree for the one that it has seen.
CREATE TABLE live_conditionals (
    game     BYTEA  NOT NULL REFERENCES live_games (id),
    side     TEXT   NOT NULL CHECK (side IN ('white', 'black')),
    revision BIGINT NOT NULL CHECK (revision BETWEEN 1 AND 4294967295),
    since    BIGINT NOT NULL CHECK (since BETWEEN 0 AND 4294967295),
    tree     TEXT   NOT NULL,
    PRIMARY KEY (game, side)
);

-- Those that wait, which are looked at again and again.
CREATE INDEX live_conditionals_waiting ON live_conditionals (game, since) WHERE tree <> '[]';
