-- Classes: no account, no name of a child. All of a class is removed when its term is over, so here rows go along with their class.
-- The keys are the SHA-256 of the secrets of the teacher and of the pupils' devices.
CREATE TABLE classes (
    code      TEXT    NOT NULL PRIMARY KEY CHECK (length(code) = 6),
    teacher   BLOB    NOT NULL UNIQUE CHECK (length(teacher) = 32),
    made_ms   INTEGER NOT NULL CHECK (made_ms >= 0),
    until_ms  INTEGER NOT NULL CHECK (until_ms >= 0),
    is_open   INTEGER NOT NULL CHECK (is_open IN (0, 1)),
    frozen_until_ms INTEGER NOT NULL CHECK (frozen_until_ms >= 0),
    assigned  TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX classes_over ON classes (until_ms);

-- A pupil, by the animal that stands for a name, and the game that the teacher has given last.
CREATE TABLE class_pupils (
    class     TEXT    NOT NULL REFERENCES classes (code) ON DELETE CASCADE,
    nickname  TEXT    NOT NULL,
    key       BLOB    NOT NULL UNIQUE CHECK (length(key) = 32),
    joined_ms INTEGER NOT NULL CHECK (joined_ms >= 0),
    seen_ms   INTEGER NOT NULL CHECK (seen_ms >= 0),
    assigned  TEXT,
    game      BLOB             CHECK (length(game) = 16),
    side      TEXT             CHECK (side IN ('white', 'black')),
    against   TEXT,
    PRIMARY KEY (class, nickname),
    CHECK ((game IS NULL) = (side IS NULL) AND (game IS NULL) = (against IS NULL))
) STRICT, WITHOUT ROWID;

-- What a pupil's device told last of a lesson.
CREATE TABLE class_lessons (
    class    TEXT    NOT NULL,
    nickname TEXT    NOT NULL,
    lesson   TEXT    NOT NULL CHECK (length(lesson) BETWEEN 1 AND 40),
    stars    INTEGER NOT NULL CHECK (stars BETWEEN 0 AND 255),
    place    INTEGER NOT NULL CHECK (place BETWEEN 0 AND 65535),
    places   INTEGER NOT NULL CHECK (places BETWEEN 0 AND 65535),
    helps    INTEGER NOT NULL CHECK (helps BETWEEN 0 AND 65535),
    tries    INTEGER NOT NULL CHECK (tries BETWEEN 0 AND 65535),
    place_ms INTEGER NOT NULL CHECK (place_ms >= 0),
    told_ms  INTEGER NOT NULL CHECK (told_ms >= 0),
    PRIMARY KEY (class, nickname, lesson),
    FOREIGN KEY (class, nickname) REFERENCES class_pupils (class, nickname) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
