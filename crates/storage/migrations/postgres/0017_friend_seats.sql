-- Seats from which an account looks on at what a friend plays: they lead to the game only while the two are friends. One goes with the seat.
CREATE TABLE friend_seats (
    key     BYTEA NOT NULL PRIMARY KEY REFERENCES live_seats (key) ON DELETE CASCADE,
    watcher BYTEA NOT NULL REFERENCES accounts (id),
    player  BYTEA NOT NULL REFERENCES accounts (id)
);
