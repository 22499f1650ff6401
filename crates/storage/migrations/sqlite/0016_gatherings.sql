-- Gatherings: people come by links, and a game begins when the host says so. One that has not begun is removed when its time is over, and
-- everything of it goes along; what has begun stays, as live games do.
CREATE TABLE gatherings (
    id       BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    plan     TEXT    NOT NULL CHECK (json_valid(plan)),
    until_ms INTEGER NOT NULL CHECK (until_ms >= 0),
    is_open  INTEGER NOT NULL CHECK (is_open IN (0, 1)),
    begun_ms INTEGER          CHECK (begun_ms >= 0),
    -- How many numbers were given to members.
    numbers  INTEGER NOT NULL DEFAULT 0 CHECK (numbers BETWEEN 0 AND 65535)
) STRICT, WITHOUT ROWID;

CREATE INDEX gatherings_over ON gatherings (until_ms) WHERE begun_ms IS NULL;

-- Every secret of a gathering, as its SHA-256: the host's, the links', and those of the members, who have a number and a name.
CREATE TABLE gathering_places (
    key       BLOB    NOT NULL PRIMARY KEY CHECK (length(key) = 32),
    gathering BLOB    NOT NULL REFERENCES gatherings (id) ON DELETE CASCADE,
    role      TEXT    NOT NULL CHECK (role IN ('host', 'link', 'member')),
    part      TEXT             CHECK ((part IS NULL) = (role = 'host')),
    number    INTEGER          CHECK ((number IS NOT NULL) = (role = 'member')),
    name      TEXT             CHECK ((name IS NOT NULL) = (role = 'member')),
    UNIQUE (gathering, number),
    UNIQUE (gathering, name)
) STRICT, WITHOUT ROWID;

-- What the members of a team want: one voice of each about each matter.
CREATE TABLE team_voices (
    gathering BLOB    NOT NULL,
    member    INTEGER NOT NULL,
    matter     TEXT    NOT NULL CHECK (matter IN ('move', 'word')),
    version   INTEGER NOT NULL CHECK (version BETWEEN 0 AND 4294967295),
    at_ms     INTEGER NOT NULL CHECK (at_ms >= 0),
    want      TEXT    NOT NULL CHECK (json_valid(want)),
    PRIMARY KEY (gathering, member, matter),
    FOREIGN KEY (gathering, member) REFERENCES gathering_places (gathering, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
