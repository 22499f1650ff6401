-- When the game of a side was over, so that the games of an account that are over are read in their order and not sorted anew for each page: the time of the last
-- event. A game that was over may be gone on with; whoever reads asks the game itself whether it is over.
ALTER TABLE account_seats ADD COLUMN ended_ms INTEGER CHECK (ended_ms >= 0);

UPDATE account_seats SET ended_ms = (
    SELECT coalesce(
        (SELECT json_extract(act, '$.at_ms') FROM live_events WHERE live_events.game = live_games.id ORDER BY number DESC LIMIT 1),
        json_extract(setup, '$.started_ms'), 0)
    FROM live_games WHERE live_games.id = account_seats.game AND reason IS NOT NULL);

CREATE INDEX account_seats_ended ON account_seats (account, ended_ms, game) WHERE ended_ms IS NOT NULL;

CREATE TRIGGER live_events_end AFTER INSERT ON live_events
    WHEN (SELECT reason FROM live_games WHERE id = NEW.game) IS NOT NULL
BEGIN
    UPDATE account_seats SET ended_ms = json_extract(NEW.act, '$.at_ms') WHERE game = NEW.game;
END;

-- A side that comes to its account after the game.
CREATE TRIGGER account_seats_end AFTER INSERT ON account_seats
    WHEN (SELECT reason FROM live_games WHERE id = NEW.game) IS NOT NULL
BEGIN
    UPDATE account_seats SET ended_ms = (
        SELECT coalesce(
            (SELECT json_extract(act, '$.at_ms') FROM live_events WHERE live_events.game = live_games.id ORDER BY number DESC LIMIT 1),
            json_extract(setup, '$.started_ms'), 0)
        FROM live_games WHERE live_games.id = NEW.game)
    WHERE game = NEW.game AND side = NEW.side;
END;
