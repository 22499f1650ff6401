-- Games that their owner shows to everybody who reaches this library. Apart from the games, since a list would otherwise
-- have to read past every record.
CREATE TABLE shared_games (
    owner TEXT NOT NULL,
    id    TEXT NOT NULL,
    PRIMARY KEY (owner, id),
    FOREIGN KEY (owner, id) REFERENCES games (owner, id) ON DELETE CASCADE ON UPDATE CASCADE
) STRICT, WITHOUT ROWID;
