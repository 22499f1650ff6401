-- Seats from which an account looks on at what a friend plays: they lead to the game only while the two are friends. One goes with the seat.
CREATE TABLE friend_seats (
    key     BLOB NOT NULL PRIMARY KEY REFERENCES live_seats (key) ON DELETE CASCADE,
    watcher BLOB NOT NULL REFERENCES accounts (id),
    player  BLOB NOT NULL REFERENCES accounts (id)
) STRICT, WITHOUT ROWID;
