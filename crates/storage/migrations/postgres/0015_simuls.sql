-- Simultaneous displays. What one is stands in its state, as one document under a version.
CREATE TABLE simuls (
    id         BYTEA  NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    version    BIGINT NOT NULL CHECK (version >= 1),
    due_ms     BIGINT          CHECK (due_ms >= 0),
    changed_ms BIGINT NOT NULL CHECK (changed_ms >= 0),
    state      TEXT   NOT NULL
);

-- What the house must look after, and what is old.
CREATE INDEX simuls_due ON simuls (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX simuls_changed ON simuls (changed_ms);

-- The games of a display. One stands here as soon as the display has begun, a moment before the game does, so it need not be a live game yet.
CREATE TABLE simul_games (
    game  BYTEA NOT NULL PRIMARY KEY CHECK (length(game) = 16),
    simul BYTEA NOT NULL REFERENCES simuls (id) ON DELETE CASCADE
);

CREATE INDEX simul_games_of_simul ON simul_games (simul);
