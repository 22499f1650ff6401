-- When the game of a side was over, so that the games of an account that are over are read in their order and not sorted anew for each page: the time of the last
-- event. A game that was over may be gone on with; whoever reads asks the game itself whether it is over. By triggers, so that nodes that do not know the column
-- write it too.
ALTER TABLE account_seats ADD COLUMN ended_ms BIGINT CHECK (ended_ms >= 0);

CREATE FUNCTION ended_ms_of(over live_games) RETURNS BIGINT LANGUAGE sql AS $$
    SELECT coalesce(
        (SELECT (act::jsonb ->> 'at_ms')::bigint FROM live_events WHERE game = over.id ORDER BY number DESC LIMIT 1),
        (over.setup::jsonb ->> 'started_ms')::bigint, 0)
$$;

-- Both run after their statement, which has stored the last event by then.
CREATE FUNCTION live_games_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account_seats SET ended_ms = ended_ms_of(NEW) WHERE game = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER live_games_end AFTER UPDATE OF version ON live_games FOR EACH ROW
    WHEN (NEW.reason IS NOT NULL)
    EXECUTE FUNCTION live_games_end();

-- A side that comes to its account after the game.
CREATE FUNCTION account_seats_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- A game that ends at this moment does so before or after this, and one of both sees the other.
    PERFORM FROM live_games WHERE id = NEW.game FOR SHARE;
    UPDATE account_seats SET ended_ms = ended_ms_of(over) FROM live_games AS over
        WHERE over.id = NEW.game AND reason IS NOT NULL AND game = NEW.game AND side = NEW.side;
    RETURN NULL;
END $$;

CREATE TRIGGER account_seats_end AFTER INSERT ON account_seats FOR EACH ROW
    EXECUTE FUNCTION account_seats_end();

UPDATE account_seats SET ended_ms = ended_ms_of(over) FROM live_games AS over
    WHERE over.id = game AND reason IS NOT NULL;

CREATE INDEX account_seats_ended ON account_seats (account, ended_ms, game) WHERE ended_ms IS NOT NULL;
