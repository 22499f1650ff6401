-- When a node could last take moves: one row for all nodes. From it follows how long an outage was.
CREATE TABLE live_pulse (
    only    INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
    beat_ms INTEGER NOT NULL CHECK (beat_ms >= 0)
) STRICT;
