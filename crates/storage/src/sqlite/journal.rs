//! The journal of live games in SQLite: the operations of the journal port as queries. Events are stored by one task (`group_commit`),
//! since each transaction waits for the disk once, however many events are in it.

use async_trait::async_trait;
use damier_people::library::LibraryError;
use damier_people::live::{
    Appended, Begun, DueGame, Journal, JournalEntry, LiveSetup, Owners, StoreError, StoredGame,
};
use damier_session::{Event, GameId, LiveSeat, SeatKey, SeatRole, Side};
use sqlx::{Sqlite, Transaction};

use super::games::SqliteLibrary;
use super::group_commit::GroupCommit;
use super::open::Connections;
use super::run::run;
use crate::account_rows;
use crate::error::failed;
use crate::live_rows::{self, bytes, integer, journal, unwritable};

/// The journal in an SQLite file, beside the library.
#[derive(Debug, Clone)]
pub struct SqliteStore {
    connections: Connections,
    events: GroupCommit,
}

impl SqliteStore {
    /// The journal in the file of a library. Its task for events runs as long as a copy of this journal is held; it is started in the
    /// runtime of the caller.
    pub fn beside(library: &SqliteLibrary) -> SqliteStore {
        let connections = library.connections().clone();
        SqliteStore {
            events: GroupCommit::start(connections.clone()),
            connections,
        }
    }

    /// The connections, for the challenges.
    pub(super) fn connections(&self) -> &Connections {
        &self.connections
    }
}

#[async_trait]
impl Journal for SqliteStore {
    async fn begin_owned(
        &self,
        setup: &LiveSetup,
        seats: &[LiveSeat],
        owners: &Owners,
        deadline_ms: Option<u64>,
    ) -> Result<Begun, StoreError> {
        let mut turn = self.connections.turn().await.map_err(journal)?;
        let begun = async {
            let mut tx = turn.begin().await?;
            let mut begun = begin(&mut tx, setup, seats, deadline_ms).await?;
            if begun == Begun::Stored && !own(&mut tx, setup.id, owners).await? {
                begun = Begun::Taken;
            }
            match begun {
                Begun::Stored => tx.commit().await.map_err(failed)?,
                // Dropped, so that a seat which was not another's is not left behind.
                Begun::Same | Begun::Taken => {}
            }
            Ok(begun)
        };
        let begun = begun.await;
        turn.done(begun).map_err(journal)
    }

    async fn add_seat(&self, game: GameId, seat: &LiveSeat) -> Result<bool, StoreError> {
        let mut turn = self.connections.turn().await.map_err(journal)?;
        let added = async {
            let mut tx = turn.begin().await?;
            let added = add_seat(&mut tx, game, seat).await?;
            tx.commit().await.map_err(failed)?;
            Ok(added)
        };
        let added = added.await;
        turn.done(added).map_err(journal)
    }

    async fn seat(&self, key: &SeatKey) -> Result<Option<(GameId, SeatRole)>, StoreError> {
        // The seat of a friend who looks on leads nowhere once they are friends no longer, or the friend does not let friends look on.
        let found = "SELECT game, role FROM live_seats WHERE key = ?1 AND NOT EXISTS (
                 SELECT 1 FROM friend_seats AS own
                     LEFT JOIN friend_bonds ON low = min(watcher, player) AND high = max(watcher, player)
                     LEFT JOIN friend_choices ON account = player
                 WHERE own.key = ?1 AND NOT (coalesce(low_stance, '') = 'friend'
                     AND coalesce(shows_here, 1) AND coalesce(lets_watch, 0)))";
        let row = sqlx::query(found)
            .bind(&key.as_bytes()[..])
            .fetch_optional(&self.connections.readers)
            .await
            .map_err(|error| journal(failed(error)))?;
        row.as_ref().map(live_rows::seat).transpose()
    }

    async fn append(&self, entry: &JournalEntry) -> Result<Appended, StoreError> {
        self.events.append(entry.clone()).await
    }

    async fn find(&self, game: GameId) -> Result<Option<StoredGame>, StoreError> {
        let row = sqlx::query(
            "SELECT version, deadline_ms, winner, reason, setup FROM live_games WHERE id = ?1",
        )
        .bind(bytes(game))
        .fetch_optional(&self.connections.readers)
        .await
        .map_err(|error| journal(failed(error)))?;
        row.map(|row| live_rows::game(game, &row)).transpose()
    }

    async fn since(&self, game: GameId, version: u32, most: u32) -> Result<Vec<Event>, StoreError> {
        let rows = sqlx::query(
            "SELECT number, command, act FROM live_events WHERE game = ?1 AND number > ?2
             ORDER BY number LIMIT ?3",
        )
        .bind(bytes(game))
        .bind(version)
        .bind(most)
        .fetch_all(&self.connections.readers)
        .await
        .map_err(|error| journal(failed(error)))?;
        live_rows::events(game, &rows)
    }

    async fn due(
        &self,
        by_ms: u64,
        after: Option<DueGame>,
        most: u32,
    ) -> Result<Vec<DueGame>, StoreError> {
        let (after_ms, after) = live_rows::place(after);
        let rows = sqlx::query(
            "SELECT id, deadline_ms FROM live_games
             WHERE deadline_ms <= ?1 AND (deadline_ms, id) > (?2, ?3)
             ORDER BY deadline_ms, id LIMIT ?4",
        )
        .bind(integer(by_ms))
        .bind(after_ms)
        .bind(after)
        .bind(most)
        .fetch_all(&self.connections.readers)
        .await
        .map_err(|error| journal(failed(error)))?;
        live_rows::due(&rows)
    }

    async fn running(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query(
            "SELECT id FROM live_games WHERE reason IS NULL AND (?1 IS NULL OR id > ?1)
             ORDER BY id LIMIT ?2",
        )
        .bind(after.map(bytes))
        .bind(most)
        .fetch_all(&self.connections.readers)
        .await
        .map_err(|error| journal(failed(error)))?;
        live_rows::ids(&rows)
    }
}

async fn begin(
    tx: &mut Transaction<'_, Sqlite>,
    setup: &LiveSetup,
    seats: &[LiveSeat],
    deadline_ms: Option<u64>,
) -> Result<Begun, LibraryError> {
    let text = serde_json::to_string(&setup.record).map_err(unwritable)?;
    let ending = setup.record.ending;
    let stored = sqlx::query(
        "INSERT INTO live_games (id, version, deadline_ms, winner, reason, setup)
         VALUES (?1, 0, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
    )
    .bind(bytes(setup.id))
    .bind(deadline_ms.map(integer))
    .bind(ending.and_then(|ending| ending.winner).map(Side::code))
    .bind(ending.map(|ending| ending.reason.code()))
    .bind(&text)
    .execute(&mut **tx)
    .await
    .map_err(failed)?;
    let is_new = stored.rows_affected() == 1;
    if !is_new {
        let same: bool = sqlx::query_scalar("SELECT setup = ?2 FROM live_games WHERE id = ?1")
            .bind(bytes(setup.id))
            .bind(&text)
            .fetch_one(&mut **tx)
            .await
            .map_err(failed)?;
        if !same {
            return Ok(Begun::Taken);
        }
    }
    for seat in seats {
        let has = if is_new {
            add_seat(tx, setup.id, seat).await?
        } else {
            has_seat(tx, setup.id, seat).await?
        };
        if !has {
            return Ok(Begun::Taken);
        }
    }
    Ok(if is_new { Begun::Stored } else { Begun::Same })
}

/// Gives the sides of a new game to their accounts, and notes for which rating it counts. Answers whether all of them are there.
async fn own(
    tx: &mut Transaction<'_, Sqlite>,
    game: GameId,
    owners: &Owners,
) -> Result<bool, LibraryError> {
    for (side, account) in owners.each() {
        let given = sqlx::query(
            "INSERT INTO account_seats (game, side, account)
             SELECT ?1, ?2, id FROM accounts WHERE id = ?3 AND deleted IS NULL ON CONFLICT DO NOTHING",
        )
        .bind(bytes(game))
        .bind(side.code())
        .bind(account_rows::bytes(account));
        if run(tx, given).await? == 0 {
            return Ok(false);
        }
    }
    if let Some((pool, [white, black])) = owners.rating() {
        let rated = sqlx::query(
            "INSERT INTO rated_games (game, variant, speed, white, black) VALUES (?1, ?2, ?3, ?4, ?5)",
        )
        .bind(bytes(game))
        .bind(pool.variant.id())
        .bind(pool.speed.code())
        .bind(account_rows::bytes(white))
        .bind(account_rows::bytes(black));
        run(tx, rated).await?;
    }
    Ok(true)
}

/// Gives a game a seat, and answers whether it has the seat now.
async fn add_seat(
    tx: &mut Transaction<'_, Sqlite>,
    game: GameId,
    seat: &LiveSeat,
) -> Result<bool, LibraryError> {
    sqlx::query(
        "INSERT INTO live_seats (key, game, role) SELECT ?1, id, ?3 FROM live_games WHERE id = ?2
         ON CONFLICT DO NOTHING",
    )
    .bind(&seat.key.as_bytes()[..])
    .bind(bytes(game))
    .bind(seat.role.code())
    .execute(&mut **tx)
    .await
    .map_err(failed)?;
    has_seat(tx, game, seat).await
}

async fn has_seat(
    tx: &mut Transaction<'_, Sqlite>,
    game: GameId,
    seat: &LiveSeat,
) -> Result<bool, LibraryError> {
    sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM live_seats WHERE key = ?1 AND game = ?2 AND role = ?3)",
    )
    .bind(&seat.key.as_bytes()[..])
    .bind(bytes(game))
    .bind(seat.role.code())
    .fetch_one(&mut **tx)
    .await
    .map_err(failed)
}
