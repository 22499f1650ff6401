-- What the games of an owner take, without reading the games: the same expression as in the query.
CREATE INDEX games_sizes ON games (owner, (octet_length(record) + coalesce(octet_length(tree), 0)));
-- Deleted games, oldest deletion first, to be removed for good.
CREATE INDEX games_deleted ON games (deleted_ms) WHERE deleted_ms IS NOT NULL;
-- What the health check writes and removes again to see whether a write works. Never read.
CREATE TABLE write_probe (padding BLOB NOT NULL) STRICT;
