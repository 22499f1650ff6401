//! The journal of live games: the operations of its port as statements. It has tables of its own,
//! since every act adds a row, any node may store the next one, and seats are found by their keys.
//! How an act is stored differs ([`Appends`]).

use async_trait::async_trait;
use damier_people::StoreError;
use damier_people::friends;
use damier_people::live::{
    AppendOutcome, BeginOutcome, DueGame, GameStanding, Journal, JournalEntry, LiveSetup, Owners,
    StoredGame,
};
use damier_session::{Event, GameId, LiveSeat, SeatKey, SeatRole};

use crate::account_rows::require_account;
use crate::live_rows::{self, ending};
use crate::postgres::append::append;
use crate::rows::unreadable;
use crate::sql::{Row, sql};
use crate::store::{Appends, SqlStore};

#[async_trait]
impl Journal for SqlStore {
    async fn begin_owned(
        &self,
        setup: &LiveSetup,
        seats: &[LiveSeat],
        owners: &Owners,
        deadline_ms: Option<u64>,
    ) -> Result<BeginOutcome, StoreError> {
        let text = live_rows::json(&setup.record)?;
        let (winner, reason) = ending(setup.record.ending);
        let accounts: Vec<_> = owners.each().map(|(_, account)| account).collect();
        let begun = sql(
            "INSERT INTO live_games (id, version, deadline_ms, winner, reason, setup)
             VALUES ($1, 0, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
        )
        .bind(setup.id)
        .bind(deadline_ms)
        .bind(winner)
        .bind(reason)
        .bind(&text)
        .required();
        // In the order of ids and keys, to avoid deadlocks. A seat that another game has rolls
        // everything back.
        let mut held = accounts.clone();
        held.sort_unstable();
        held.dedup();
        let mut statements: Vec<_> = held.into_iter().map(require_account).collect();
        statements.push(begun);
        let mut keys: Vec<_> = seats
            .iter()
            .map(|seat| (seat.key, seat.role.code()))
            .collect();
        keys.sort_unstable_by_key(|(key, role)| (*key.as_bytes(), *role));
        keys.dedup();
        statements.extend(keys.iter().map(|(key, role)| {
            sql("INSERT INTO live_seats (key, game, role) VALUES ($1, $2, $3)")
                .bind(key)
                .bind(setup.id)
                .bind(*role)
        }));
        statements.extend(owners.each().map(|(side, account)| {
            sql("INSERT INTO account_seats (game, side, account) VALUES ($1, $2, $3)")
                .bind(setup.id)
                .bind(side)
                .bind(account)
        }));
        statements.extend(owners.rating().map(|(pool, [white, black])| {
            sql("INSERT INTO rated_games (game, variant, speed, white, black) VALUES ($1, $2, $3, $4, $5)")
                .bind(setup.id)
                .bind(pool.variant.id())
                .bind(pool.speed.code())
                .bind(white)
                .bind(black)
        }));
        if self.sql.change_all(statements).await?.is_done() {
            return Ok(BeginOutcome::Stored);
        }
        let same = sql("SELECT setup = $2 AS same FROM live_games WHERE id = $1");
        let row = self.sql.row(same.bind(setup.id).bind(&text)).await?;
        if !row.is_some_and(|row| row.get::<bool>("same").unwrap_or_default()) {
            return Ok(BeginOutcome::Taken);
        }
        for seat in seats {
            if !self.has_seat(setup.id, seat).await? {
                return Ok(BeginOutcome::Taken);
            }
        }
        Ok(BeginOutcome::Same)
    }

    async fn add_seat(&self, game: GameId, seat: &LiveSeat) -> Result<bool, StoreError> {
        let added = sql(
            "INSERT INTO live_seats (key, game, role) SELECT $1, id, $3 FROM live_games WHERE id = $2
             ON CONFLICT DO NOTHING",
        );
        let added = added.bind(&seat.key).bind(game).bind(seat.role.code());
        self.sql.change(added).await?;
        self.has_seat(game, seat).await
    }

    async fn seat(&self, key: &SeatKey) -> Result<Option<(GameId, SeatRole)>, StoreError> {
        let found = sql("SELECT game, role, watcher, player FROM live_seats
                 LEFT JOIN friend_seats ON friend_seats.key = live_seats.key
             WHERE live_seats.key = $1");
        let Some(row) = self.sql.row(found.bind(key)).await? else {
            return Ok(None);
        };
        let seat = live_rows::seat(&row)?;
        let of = |column| row.optional(column, Row::account_id).map_err(unreadable);
        // The seat of a friend gives no access once they are not friends, or the friend does not
        // let friends watch.
        if let (Some(watcher), Some(player)) = (of("watcher")?, of("player")?)
            && !friends::may_watch(self, watcher, player).await?
        {
            return Ok(None);
        }
        Ok(Some(seat))
    }

    async fn append(&self, entry: &JournalEntry) -> Result<AppendOutcome, StoreError> {
        match &self.appends {
            Appends::Grouped(events) => events.append(entry.clone()).await,
            Appends::EachAlone(connections) => append(connections, entry).await,
        }
    }

    async fn find(&self, game: GameId) -> Result<Option<StoredGame>, StoreError> {
        let found =
            sql("SELECT version, deadline_ms, winner, reason, setup FROM live_games WHERE id = $1");
        let row = self.sql.row(found.bind(game)).await?;
        row.map(|row| live_rows::game(game, &row)).transpose()
    }

    async fn since(&self, game: GameId, version: u32, most: u32) -> Result<Vec<Event>, StoreError> {
        let found = sql(
            "SELECT number, command, act FROM live_events WHERE game = $1 AND number > $2
             ORDER BY number LIMIT $3",
        )
        .bind(game)
        .bind(version)
        .bind(most);
        let rows = self.sql.rows(found).await?;
        live_rows::events(game, &rows)
    }

    async fn due(
        &self,
        by_ms: u64,
        after: Option<DueGame>,
        most: u32,
    ) -> Result<Vec<DueGame>, StoreError> {
        let (after_ms, after) = live_rows::place(after);
        // Several nodes may read the same games; one event of one of them is stored. A lock would
        // have to be held until then.
        let found = sql("SELECT id, deadline_ms FROM live_games
             WHERE deadline_ms <= $1 AND (deadline_ms, id) > ($2, $3)
             ORDER BY deadline_ms, id LIMIT $4")
        .bind(by_ms)
        .bind(after_ms)
        .bind(after)
        .bind(most);
        let rows = self.sql.rows(found).await?;
        live_rows::due(&rows)
    }

    async fn standings_of(&self, games: &[GameId]) -> Result<Vec<GameStanding>, StoreError> {
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let found = sql(
            "SELECT id, version, deadline_ms, winner, reason, act FROM live_games
                 LEFT JOIN live_events ON live_events.game = live_games.id AND number = version
             WHERE id IN ({list}) ORDER BY id",
        );
        let rows = self.sql.rows(found.list(games.iter().copied())).await?;
        rows.iter().map(live_rows::standing).collect()
    }

    async fn running(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError> {
        let found = sql(
            "SELECT id FROM live_games WHERE reason IS NULL AND ($1 IS NULL OR id > $1)
             ORDER BY id LIMIT $2",
        )
        .bind(after)
        .bind(most);
        let rows = self.sql.rows(found).await?;
        live_rows::ids(&rows)
    }
}

impl SqlStore {
    async fn has_seat(&self, game: GameId, seat: &LiveSeat) -> Result<bool, StoreError> {
        let has = sql("SELECT key FROM live_seats WHERE key = $1 AND game = $2 AND role = $3");
        let has = has.bind(&seat.key).bind(game).bind(seat.role.code());
        Ok(self.sql.row(has).await?.is_some())
    }
}
