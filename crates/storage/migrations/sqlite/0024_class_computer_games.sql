-- A pupil who would be left over plays the computer of the house. A node of before reads such a pupil as one who plays himself, which it can show;
-- it does not list these games.
ALTER TABLE class_pupils ADD COLUMN level INTEGER CHECK (level BETWEEN 1 AND 10);

-- The games of a class against the computer, as long as the pupil is one of it. How each ended is in the journal of games.
CREATE TABLE class_computer_games (
    class    TEXT    NOT NULL,
    game     BLOB    NOT NULL CHECK (length(game) = 16),
    pupil    TEXT    NOT NULL,
    side     TEXT    NOT NULL CHECK (side IN ('white', 'black')),
    level    INTEGER NOT NULL CHECK (level BETWEEN 1 AND 10),
    begun_ms INTEGER NOT NULL CHECK (begun_ms >= 0),
    PRIMARY KEY (class, game),
    FOREIGN KEY (class, pupil) REFERENCES class_pupils (class, nickname) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What is removed along with a pupil.
CREATE INDEX class_computer_games_pupil ON class_computer_games (class, pupil);
