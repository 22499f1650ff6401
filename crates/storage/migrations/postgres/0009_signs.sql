-- When a player of a live game was last connected to a node. Not written to the log of the database: whatever a breakdown takes away is
-- there again within seconds, as each node tells it every ten seconds.
CREATE UNLOGGED TABLE live_signs (
    game    BYTEA  NOT NULL CHECK (length(game) = 16),
    side    TEXT   NOT NULL,
    sign_ms BIGINT NOT NULL CHECK (sign_ms >= 0),
    PRIMARY KEY (game, side)
) WITH (fillfactor = 50);
