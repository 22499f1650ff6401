//! The journal of live games in PostgreSQL: the operations of the journal port as queries. Any node may store the next event of any game;
//! the row of the game says who was first.

use async_trait::async_trait;
use damier_people::live::{
    Appended, Begun, DueGame, Journal, JournalEntry, LiveSetup, Owners, StoreError, StoredGame,
};
use damier_session::{Ending, Event, GameId, LiveSeat, SeatKey, SeatRole, Side};

use super::connections::Connections;
use super::games::PostgresLibrary;
use crate::account_rows;
use crate::live_rows::{self, bytes, damaged, integer, journal, unwritable};
use crate::rows::{self, Columns};

/// The journal in a PostgreSQL database, beside the library.
#[derive(Debug, Clone)]
pub struct PostgresStore {
    pub(super) connections: Connections,
}

impl PostgresStore {
    /// The journal in the database of a library, by the same connections.
    pub fn beside(library: &PostgresLibrary) -> PostgresStore {
        PostgresStore {
            connections: library.connections().clone(),
        }
    }
}

#[async_trait]
impl Journal for PostgresStore {
    async fn begin_owned(
        &self,
        setup: &LiveSetup,
        seats: &[LiveSeat],
        owners: &Owners,
        deadline_ms: Option<u64>,
    ) -> Result<Begun, StoreError> {
        let text =
            serde_json::to_string(&setup.record).map_err(|error| journal(unwritable(error)))?;
        let keys: Vec<Vec<u8>> = seats
            .iter()
            .map(|seat| seat.key.as_bytes().to_vec())
            .collect();
        let roles: Vec<&str> = seats.iter().map(|seat| seat.role.code()).collect();
        let (winner, reason) = ending(setup.record.ending);
        let (sides, accounts): (Vec<&str>, Vec<Vec<u8>>) = owners
            .each()
            .map(|(side, account)| (side.code(), account_rows::bytes(account)))
            .unzip();
        let rating = owners.rating();
        // A seat that another game has takes back all of the statement. In the order of the keys, so that two nodes do not wait for each
        // other.
        let begun = sqlx::query(
            "WITH living AS (
                 SELECT id FROM accounts WHERE id = ANY ($9) AND deleted IS NULL ORDER BY id FOR SHARE),
             game AS (
                 INSERT INTO live_games (id, version, deadline_ms, winner, reason, setup)
                 SELECT $1, 0, $2, $3, $4, $5 WHERE (SELECT count(*) FROM living) = cardinality($9::bytea[])
                 ON CONFLICT DO NOTHING RETURNING id),
             seats AS (
                 INSERT INTO live_seats (key, game, role)
                 SELECT DISTINCT key, id, role FROM game, unnest($6, $7) AS seats (key, role)
                 ORDER BY key),
             owned AS (
                 INSERT INTO account_seats (game, side, account)
                 SELECT id, side, account FROM game, unnest($8::text[], $9::bytea[]) AS owned (side, account)),
             rated AS (
                 INSERT INTO rated_games (game, variant, speed, white, black)
                 SELECT id, $10::text, $11::text, ($9::bytea[])[1], ($9::bytea[])[2] FROM game WHERE $10::text IS NOT NULL)
             SELECT id FROM game",
        )
        .bind(bytes(setup.id))
        .bind(deadline_ms.map(integer))
        .bind(winner)
        .bind(reason)
        .bind(&text)
        .bind(&keys)
        .bind(&roles)
        .bind(&sides)
        .bind(&accounts)
        .bind(rating.map(|(pool, _)| pool.variant.id()))
        .bind(rating.map(|(pool, _)| pool.speed.code()));
        let begun = self.connections.change_if_new(begun).await;
        if begun.map_err(journal)?.is_some_and(|game| !game.is_empty()) {
            return Ok(Begun::Stored);
        }
        let same = sqlx::query(
            "SELECT setup = $2 AND NOT EXISTS (
                 SELECT FROM unnest($3, $4) AS seats (key, role) WHERE NOT EXISTS (
                     SELECT FROM live_seats AS there
                     WHERE there.key = seats.key AND there.game = id AND there.role = seats.role)) AS same
             FROM live_games WHERE id = $1",
        )
        .bind(bytes(setup.id))
        .bind(&text)
        .bind(&keys)
        .bind(&roles);
        let row = self.connections.row(same).await.map_err(journal)?;
        Ok(match row.map(|row| row.get::<bool>("same")) {
            Some(Ok(true)) => Begun::Same,
            _ => Begun::Taken,
        })
    }

    async fn add_seat(&self, game: GameId, seat: &LiveSeat) -> Result<bool, StoreError> {
        let with = |statement: &'static str| {
            sqlx::query(statement)
                .bind(&seat.key.as_bytes()[..])
                .bind(bytes(game))
                .bind(seat.role.code())
        };
        let added = with(
            "INSERT INTO live_seats (key, game, role) SELECT $1, id, $3 FROM live_games WHERE id = $2
             ON CONFLICT DO NOTHING",
        );
        self.connections.change(added).await.map_err(journal)?;
        let has = with("SELECT key FROM live_seats WHERE key = $1 AND game = $2 AND role = $3");
        let row = self.connections.row(has).await.map_err(journal)?;
        Ok(row.is_some())
    }

    async fn seat(&self, key: &SeatKey) -> Result<Option<(GameId, SeatRole)>, StoreError> {
        // The seat of a friend who looks on leads nowhere once they are friends no longer, or the friend does not let friends look on.
        let found = sqlx::query(
            "SELECT game, role FROM live_seats WHERE key = $1 AND NOT EXISTS (
                 SELECT FROM friend_seats AS own
                     LEFT JOIN friend_bonds ON low = least(watcher, player) AND high = greatest(watcher, player)
                     LEFT JOIN friend_choices ON account = player
                 WHERE own.key = $1 AND NOT (coalesce(low_stance, '') = 'friend'
                     AND coalesce(shows_here, TRUE) AND coalesce(lets_watch, FALSE)))",
        );
        let found = found.bind(&key.as_bytes()[..]);
        let row = self.connections.row(found).await.map_err(journal)?;
        row.as_ref().map(live_rows::seat).transpose()
    }

    async fn append(&self, entry: &JournalEntry) -> Result<Appended, StoreError> {
        let event = &entry.event;
        let (winner, reason) = ending(entry.ending);
        let act = serde_json::to_string(&event.act).map_err(|error| journal(unwritable(error)))?;
        // A version is given once: whoever waits for the row of the game finds another version in it. So the command that is looked for
        // needs no second look.
        let grown = sqlx::query(
            "WITH grown AS (
                 UPDATE live_games SET version = $2, deadline_ms = $3, winner = $4, reason = $5
                 WHERE id = $1 AND version = $2 - 1
                     AND NOT EXISTS (SELECT FROM live_events WHERE game = $1 AND command = $6)
                 RETURNING id)
             INSERT INTO live_events (game, number, command, act)
             SELECT id, $2, $6, $7 FROM grown RETURNING number",
        )
        .bind(bytes(entry.game))
        .bind(i64::from(event.number))
        .bind(entry.deadline_ms.map(integer))
        .bind(winner)
        .bind(reason)
        .bind(live_rows::command(event))
        .bind(act);
        let stored = self.connections.change(grown).await.map_err(journal)?;
        if stored.is_empty() {
            self.why_not(entry).await
        } else {
            Ok(Appended::Stored)
        }
    }

    async fn find(&self, game: GameId) -> Result<Option<StoredGame>, StoreError> {
        let found = sqlx::query(
            "SELECT version, deadline_ms, winner, reason, setup FROM live_games WHERE id = $1",
        );
        let row = self.connections.row(found.bind(bytes(game))).await;
        let row = row.map_err(journal)?;
        row.map(|row| live_rows::game(game, &row)).transpose()
    }

    async fn since(&self, game: GameId, version: u32, most: u32) -> Result<Vec<Event>, StoreError> {
        let found = sqlx::query(
            "SELECT number, command, act FROM live_events WHERE game = $1 AND number > $2
             ORDER BY number LIMIT $3",
        )
        .bind(bytes(game))
        .bind(i64::from(version))
        .bind(i64::from(most));
        let rows = self.connections.rows(found).await.map_err(journal)?;
        live_rows::events(game, &rows)
    }

    async fn due(
        &self,
        by_ms: u64,
        after: Option<DueGame>,
        most: u32,
    ) -> Result<Vec<DueGame>, StoreError> {
        let (after_ms, after) = live_rows::place(after);
        // Several nodes may read the same games, and one event of one of them is stored. A lock would have to be held until then.
        let found = sqlx::query(
            "SELECT id, deadline_ms FROM live_games
             WHERE deadline_ms <= $1 AND (deadline_ms, id) > ($2, $3)
             ORDER BY deadline_ms, id LIMIT $4",
        )
        .bind(integer(by_ms))
        .bind(after_ms)
        .bind(after)
        .bind(i64::from(most));
        let rows = self.connections.rows(found).await.map_err(journal)?;
        live_rows::due(&rows)
    }

    async fn running(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError> {
        let found = sqlx::query(
            "SELECT id FROM live_games WHERE reason IS NULL AND ($1 IS NULL OR id > $1)
             ORDER BY id LIMIT $2",
        )
        .bind(after.map(bytes))
        .bind(i64::from(most));
        let rows = self.connections.rows(found).await.map_err(journal)?;
        live_rows::ids(&rows)
    }
}

impl PostgresStore {
    /// Why an event was not stored: its command is there, or the game has another version, or there is no such game.
    async fn why_not(&self, entry: &JournalEntry) -> Result<Appended, StoreError> {
        let found = sqlx::query(
            "SELECT version, number, command, act FROM live_games
             LEFT JOIN live_events ON game = id AND command = $2 WHERE id = $1",
        )
        .bind(bytes(entry.game))
        .bind(live_rows::command(&entry.event));
        let Some(row) = self.connections.row(found).await.map_err(journal)? else {
            return Ok(Appended::NoGame);
        };
        let outcome = match row.get::<Option<i64>>("number") {
            Ok(Some(_)) => live_rows::event(&row).map(Appended::Same),
            Ok(None) => rows::number(&row, "version").map(|version| Appended::Stale { version }),
            Err(error) => Err(error),
        };
        outcome.map_err(|error| damaged(Some(entry.game), &error))
    }
}

/// How a game ended, as the columns `winner` and `reason`.
fn ending(ending: Option<Ending>) -> (Option<&'static str>, Option<String>) {
    let winner = ending.and_then(|ending| ending.winner).map(Side::code);
    (
        winner,
        ending.map(|ending| ending.reason.code().to_string()),
    )
}
