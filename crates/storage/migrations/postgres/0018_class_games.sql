-- The games of a class, by those who play them: as long as both are pupils of it. How each ended is in the journal of games.
CREATE TABLE class_games (
    class    TEXT    NOT NULL,
    game     BYTEA    NOT NULL CHECK (length(game) = 16),
    white    TEXT    NOT NULL,
    black    TEXT    NOT NULL CHECK (white <> black),
    begun_ms BIGINT  NOT NULL CHECK (begun_ms >= 0),
    PRIMARY KEY (class, game),
    FOREIGN KEY (class, white) REFERENCES class_pupils (class, nickname) ON DELETE CASCADE,
    FOREIGN KEY (class, black) REFERENCES class_pupils (class, nickname) ON DELETE CASCADE
);

-- What is removed along with a pupil.
CREATE INDEX class_games_white ON class_games (class, white);
CREATE INDEX class_games_black ON class_games (class, black);

-- The games that pupils have now; when they began is not known, and before all others.
INSERT INTO class_games (class, game, white, black, begun_ms)
SELECT pupil.class, pupil.game, pupil.nickname, pupil.against, 0
FROM class_pupils AS pupil JOIN class_pupils AS other ON other.class = pupil.class AND other.nickname = pupil.against
WHERE pupil.side = 'white';

-- The wrong tries of a run; null where the device does not count them.
ALTER TABLE class_lessons ADD COLUMN wrong BIGINT CHECK (wrong BETWEEN 0 AND 65535);

-- Whose games stand still, or did a moment ago.
CREATE INDEX classes_held ON classes (code) WHERE frozen_until_ms > 0;
