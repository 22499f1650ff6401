//! Simultaneous displays in PostgreSQL: the operations of their port, one statement each. Of two nodes that change one at one moment, one finds
//! the version that it has seen.

use async_trait::async_trait;
use damier_people::accounts::AccountId;
use damier_people::live::StoreError;
use damier_people::simuls::{BoardStanding, KeptSimul, Opened, Simul, SimulId, Simuls};
use damier_session::GameId;

use super::journal::PostgresStore;
use crate::account_rows::{self, account_columns};
use crate::live_rows::{integer, journal};
use crate::simul_rows::{self, SimulColumns, bytes};

#[async_trait]
impl Simuls for PostgresStore {
    async fn open_simul(&self, simul: &Simul, now_ms: u64) -> Result<Opened, StoreError> {
        let columns = SimulColumns::of(simul).map_err(journal)?;
        let new = sqlx::query(
            "INSERT INTO simuls (id, version, due_ms, changed_ms, state) VALUES ($1, 1, $2, $3, $4)
             ON CONFLICT DO NOTHING RETURNING id",
        )
        .bind(columns.id)
        .bind(columns.due_ms)
        .bind(integer(now_ms))
        .bind(columns.state);
        Ok(match self.change(new).await? {
            0 => Opened::Taken,
            _ => Opened::Stored,
        })
    }

    async fn simul(&self, id: SimulId) -> Result<Option<KeptSimul>, StoreError> {
        let found = sqlx::query("SELECT version, state FROM simuls WHERE id = $1");
        let Some(row) = self.row(found.bind(bytes(id))).await? else {
            return Ok(None);
        };
        let (stored, version) = simul_rows::stored(&row)?;
        let ids = stored.accounts().into_iter();
        let ids: Vec<Vec<u8>> = ids.map(account_rows::bytes).collect();
        if ids.is_empty() {
            return Ok(Some(KeptSimul::read(stored, version, &[])));
        }
        let accounts = sqlx::query(concat!(
            "SELECT ",
            account_columns!(),
            " FROM accounts WHERE id = ANY ($1)"
        ));
        let rows = self.rows(accounts.bind(ids)).await?;
        let accounts = rows.iter().map(account_rows::account);
        let accounts = accounts.collect::<Result<Vec<_>, _>>()?;
        Ok(Some(KeptSimul::read(stored, version, &accounts)))
    }

    async fn store_simul(&self, simul: &Simul, seen: u64, now_ms: u64) -> Result<bool, StoreError> {
        let columns = SimulColumns::of(simul).map_err(journal)?;
        let games = simul.boards().iter();
        let games: Vec<Vec<u8>> = games
            .map(|board| crate::live_rows::bytes(board.game))
            .collect();
        let changed = sqlx::query(
            "WITH changed AS (
                 UPDATE simuls SET version = version + 1, due_ms = $3, changed_ms = $4, state = $5
                 WHERE id = $1 AND version = $2 RETURNING id),
             games AS (
                 INSERT INTO simul_games (game, simul)
                 SELECT game, changed.id FROM changed, unnest($6::bytea[]) AS game ON CONFLICT DO NOTHING)
             SELECT id FROM changed",
        )
        .bind(columns.id)
        .bind(integer(seen))
        .bind(columns.due_ms)
        .bind(integer(now_ms))
        .bind(columns.state)
        .bind(games);
        Ok(self.change(changed).await? > 0)
    }

    async fn simuls_due(
        &self,
        now_ms: u64,
        after: Option<SimulId>,
        most: u32,
    ) -> Result<Vec<SimulId>, StoreError> {
        let due = sqlx::query(
            "SELECT id AS simul FROM simuls WHERE due_ms <= $1 AND ($2::bytea IS NULL OR id > $2)
             ORDER BY id LIMIT $3",
        )
        .bind(integer(now_ms))
        .bind(after.map(bytes))
        .bind(i64::from(most));
        self.rows(due).await?.iter().map(simul_rows::id).collect()
    }

    async fn put_off_simul(
        &self,
        id: SimulId,
        seen: u64,
        until_ms: u64,
    ) -> Result<bool, StoreError> {
        let put_off = sqlx::query(
            "UPDATE simuls SET due_ms = $3 WHERE id = $1 AND version = $2 AND due_ms IS NOT NULL
             RETURNING id",
        );
        let put_off = put_off.bind(bytes(id)).bind(integer(seen));
        Ok(self.change(put_off.bind(integer(until_ms))).await? > 0)
    }

    async fn simul_standings(&self, id: SimulId) -> Result<Vec<BoardStanding>, StoreError> {
        let found = sqlx::query(
            "SELECT live_games.id AS id, version, winner, reason, act FROM simul_games
                 JOIN live_games ON live_games.id = simul_games.game
                 LEFT JOIN live_events ON live_events.game = live_games.id AND number = version
             WHERE simul = $1 ORDER BY live_games.id",
        );
        let rows = self.rows(found.bind(bytes(id))).await?;
        rows.iter().map(simul_rows::standing).collect()
    }

    async fn simuls_of(
        &self,
        account: AccountId,
        after: Option<SimulId>,
        most: u32,
    ) -> Result<Vec<SimulId>, StoreError> {
        let found = sqlx::query(
            "SELECT id AS simul FROM simuls WHERE ($2::bytea IS NULL OR id > $2) AND strpos(state, $1) > 0
             ORDER BY id LIMIT $3",
        )
        .bind(simul_rows::of_account(account))
        .bind(after.map(bytes))
        .bind(i64::from(most));
        self.rows(found).await?.iter().map(simul_rows::id).collect()
    }

    async fn simul_of_game(&self, game: GameId) -> Result<Option<SimulId>, StoreError> {
        let found = sqlx::query("SELECT simul FROM simul_games WHERE game = $1");
        let row = self.row(found.bind(crate::live_rows::bytes(game))).await?;
        row.as_ref().map(simul_rows::id).transpose()
    }

    async fn sweep_simuls(&self, before_ms: u64) -> Result<u64, StoreError> {
        let old =
            sqlx::query("DELETE FROM simuls WHERE changed_ms < $1 AND due_ms IS NULL RETURNING id");
        Ok(self.change(old.bind(integer(before_ms))).await? as u64)
    }
}
