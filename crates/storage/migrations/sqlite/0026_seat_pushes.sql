-- Where the devices of whoever has the seat of a player may be called by Web Push, with their keys. They go with the seat, and so with the game.
CREATE TABLE seat_pushes (
    seat       BLOB    NOT NULL REFERENCES live_seats (key) ON DELETE CASCADE,
    endpoint   TEXT    NOT NULL CHECK (length(endpoint) <= 1000),
    public     BLOB    NOT NULL CHECK (length(public) = 65),
    auth       BLOB    NOT NULL CHECK (length(auth) = 16),
    language   TEXT    NOT NULL CHECK (language IN ('en', 'fr')),
    kept_ms    INTEGER NOT NULL CHECK (kept_ms >= 0),
    -- Since when the service of the device has refused each message, and how many.
    refused_ms INTEGER          CHECK (refused_ms >= 0),
    refusals   INTEGER NOT NULL DEFAULT 0 CHECK (refusals >= 0),
    PRIMARY KEY (seat, endpoint)
) STRICT, WITHOUT ROWID;
