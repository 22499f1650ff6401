-- Classes: no account, no name of a child. All of a class is removed when its term is over, so here rows go along with their class.
-- The keys are the SHA-256 of the secrets of the teacher and of the pupils' devices.
CREATE TABLE classes (
    code      TEXT    NOT NULL PRIMARY KEY CHECK (length(code) = 6),
    teacher   BYTEA   NOT NULL UNIQUE CHECK (length(teacher) = 32),
    made_ms   BIGINT  NOT NULL CHECK (made_ms >= 0),
    until_ms  BIGINT  NOT NULL CHECK (until_ms >= 0),
    is_open   BOOLEAN NOT NULL,
    frozen_until_ms BIGINT NOT NULL CHECK (frozen_until_ms >= 0),
    assigned  TEXT,
    -- How many there are: counted here, so that many who come at one moment are no more than there is room for.
    pupils    BIGINT  NOT NULL DEFAULT 0 CHECK (pupils >= 0)
);

CREATE INDEX classes_over ON classes (until_ms);

-- A pupil, by the animal that stands for a name, and the game that the teacher has given last.
CREATE TABLE class_pupils (
    class     TEXT    NOT NULL REFERENCES classes (code) ON DELETE CASCADE,
    nickname  TEXT    NOT NULL,
    key       BYTEA   NOT NULL UNIQUE CHECK (length(key) = 32),
    joined_ms BIGINT  NOT NULL CHECK (joined_ms >= 0),
    seen_ms   BIGINT  NOT NULL CHECK (seen_ms >= 0),
    assigned  TEXT,
    game      BYTEA            CHECK (length(game) = 16),
    side      TEXT             CHECK (side IN ('white', 'black')),
    against   TEXT,
    PRIMARY KEY (class, nickname),
    CHECK ((game IS NULL) = (side IS NULL) AND (game IS NULL) = (against IS NULL))
);

-- What a pupil's device told last of a lesson.
CREATE TABLE class_lessons (
    class    TEXT    NOT NULL,
    nickname TEXT    NOT NULL,
    lesson   TEXT    NOT NULL CHECK (length(lesson) BETWEEN 1 AND 40),
    stars    BIGINT  NOT NULL CHECK (stars BETWEEN 0 AND 255),
    place    BIGINT  NOT NULL CHECK (place BETWEEN 0 AND 65535),
    places   BIGINT  NOT NULL CHECK (places BETWEEN 0 AND 65535),
    helps    BIGINT  NOT NULL CHECK (helps BETWEEN 0 AND 65535),
    tries    BIGINT  NOT NULL CHECK (tries BETWEEN 0 AND 65535),
    place_ms BIGINT  NOT NULL CHECK (place_ms >= 0),
    told_ms  BIGINT  NOT NULL CHECK (told_ms >= 0),
    PRIMARY KEY (class, nickname, lesson),
    FOREIGN KEY (class, nickname) REFERENCES class_pupils (class, nickname) ON DELETE CASCADE
);
