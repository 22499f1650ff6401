-- The address of each shared game: the id of a game is made by whoever keeps it, so another owner could share a game of the
-- same id and be read in its place. Games that are shared already get a random address.
CREATE TABLE shared_games_with_addresses (
    owner TEXT NOT NULL,
    id    TEXT NOT NULL,
    share TEXT NOT NULL UNIQUE CHECK (length(share) = 36),
    PRIMARY KEY (owner, id),
    FOREIGN KEY (owner, id) REFERENCES games (owner, id) ON DELETE CASCADE ON UPDATE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO shared_games_with_addresses (owner, id, share)
    SELECT owner, id, lower(concat_ws('-', hex(randomblob(4)), hex(randomblob(2)), hex(randomblob(2)), hex(randomblob(2)),
                                      hex(randomblob(6))))
    FROM shared_games;
DROP TABLE shared_games;
ALTER TABLE shared_games_with_addresses RENAME TO shared_games;
