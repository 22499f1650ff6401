//! Friends in PostgreSQL: the operations of their port, one statement each. Of two nodes that change a bond at one moment, one finds the
//! version that it has seen.

use async_trait::async_trait;
use damier_people::accounts::AccountId;
use damier_people::friends::{
    ASK_MS, AddressedChallenge, Bond, FriendChoices, Friends, KeptBond, next_bond_version,
};
use damier_people::live::StoreError;
use damier_session::{GameId, SeatKey, SeatRole};

use super::journal::PostgresStore;
use crate::account_rows::{self, account_columns};
use crate::friend_rows::{self, BondColumns, addressed_columns, bond_columns, choice_columns};
use crate::live_rows::{bytes, integer};

/// Whether both accounts of a bond are there.
const LIVING: &str =
    "SELECT 1 AS there WHERE (SELECT count(*) FROM accounts WHERE id IN ($1, $2) AND deleted IS NULL) = 2
         AND NOT EXISTS (SELECT 1 FROM friend_bonds WHERE low = $1 AND high = $2)";

#[async_trait]
impl Friends for PostgresStore {
    async fn bond(
        &self,
        one: AccountId,
        other: AccountId,
    ) -> Result<Option<(Bond, u64)>, StoreError> {
        let Ok(strangers) = Bond::strangers(one, other) else {
            return Ok(None);
        };
        let columns = BondColumns::of(&strangers);
        let found = sqlx::query(concat!(
            "SELECT version, ",
            bond_columns!(),
            " FROM friend_bonds WHERE low = $1 AND high = $2"
        ));
        let row = self.row(found.bind(columns.low).bind(columns.high)).await?;
        let found = row.as_ref().map(friend_rows::with_version).transpose()?;
        Ok(Some(found.unwrap_or((strangers, 0))))
    }

    async fn store_bond(&self, bond: &Bond, seen: u64, now_ms: u64) -> Result<bool, StoreError> {
        let columns = BondColumns::of(bond);
        if bond.is_nothing() && seen == 0 {
            let there = sqlx::query(LIVING).bind(columns.low).bind(columns.high);
            return Ok(self.row(there).await?.is_some());
        }
        let version = integer(next_bond_version(seen, now_ms));
        let statement = if bond.is_nothing() {
            sqlx::query("DELETE FROM friend_bonds WHERE low = $1 AND high = $2 AND version = $3 RETURNING low")
                .bind(columns.low)
                .bind(columns.high)
                .bind(integer(seen))
        } else {
            let stored = if seen == 0 {
                sqlx::query(
                    "INSERT INTO friend_bonds (low, high, low_stance, low_ms, high_stance, high_ms, version)
                     SELECT $1, $2, $4, $5, $6, $7, $8 WHERE $3::bigint = 0
                         AND (SELECT count(*) FROM accounts WHERE id IN ($1, $2) AND deleted IS NULL) = 2
                     ON CONFLICT DO NOTHING RETURNING low",
                )
            } else {
                sqlx::query(
                    "UPDATE friend_bonds
                     SET low_stance = $4, low_ms = $5, high_stance = $6, high_ms = $7, version = $8
                     WHERE low = $1 AND high = $2 AND version = $3
                         AND (SELECT count(*) FROM accounts WHERE id IN ($1, $2) AND deleted IS NULL) = 2
                     RETURNING low",
                )
            };
            stored
                .bind(columns.low)
                .bind(columns.high)
                .bind(integer(seen))
                .bind(columns.low_stance)
                .bind(columns.low_ms)
                .bind(columns.high_stance)
                .bind(columns.high_ms)
                .bind(version)
        };
        Ok(self.change(statement).await? > 0)
    }

    async fn bonds_of(&self, account: AccountId) -> Result<Vec<KeptBond>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            bond_columns!(),
            ", ",
            choice_columns!(),
            ", ",
            account_columns!(),
            " FROM (SELECT *, high AS other FROM friend_bonds WHERE low = $1
                    UNION ALL SELECT *, low AS other FROM friend_bonds WHERE high = $1) AS bond
              JOIN accounts ON accounts.id = bond.other AND accounts.deleted IS NULL
              LEFT JOIN friend_choices ON friend_choices.account = bond.other
              ORDER BY accounts.folded COLLATE \"C\""
        ));
        let rows = self.rows(found.bind(account_rows::bytes(account))).await?;
        rows.iter().map(friend_rows::kept).collect()
    }

    async fn kept_apart(&self, account: AccountId) -> Result<Vec<AccountId>, StoreError> {
        let found = sqlx::query(
            "SELECT high AS account FROM friend_bonds WHERE low = $1 AND 'blocks' IN (low_stance, high_stance)
             UNION ALL
             SELECT low AS account FROM friend_bonds WHERE high = $1 AND 'blocks' IN (low_stance, high_stance)
             ORDER BY account",
        );
        let rows = self.rows(found.bind(account_rows::bytes(account))).await?;
        rows.iter().map(account_rows::owner).collect()
    }

    async fn friend_choices(&self, account: AccountId) -> Result<FriendChoices, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            choice_columns!(),
            " FROM friend_choices WHERE account = $1"
        ));
        let row = self.row(found.bind(account_rows::bytes(account))).await?;
        let chosen = row.as_ref().map(friend_rows::choices).transpose()?;
        Ok(chosen.unwrap_or_default())
    }

    async fn choose(&self, account: AccountId, choices: FriendChoices) -> Result<bool, StoreError> {
        let chosen = sqlx::query(
            "INSERT INTO friend_choices (account, shows_here, lets_watch, takes_requests)
             SELECT id, $2, $3, $4 FROM accounts WHERE id = $1 AND deleted IS NULL
             ON CONFLICT (account) DO UPDATE SET shows_here = excluded.shows_here,
                 lets_watch = excluded.lets_watch, takes_requests = excluded.takes_requests
             RETURNING account",
        )
        .bind(account_rows::bytes(account))
        .bind(choices.shows_here)
        .bind(choices.lets_watch)
        .bind(choices.takes_requests);
        Ok(self.change(chosen).await? > 0)
    }

    async fn address(
        &self,
        challenge: GameId,
        to: AccountId,
        rematch_of: Option<GameId>,
    ) -> Result<bool, StoreError> {
        let addressed = sqlx::query(
            "INSERT INTO challenge_addressees AS kept (challenge, account, rematch_of)
             SELECT live_challenges.id, accounts.id, $3 FROM live_challenges, accounts
             WHERE live_challenges.id = $1 AND accounts.id = $2 AND deleted IS NULL
             ON CONFLICT (challenge) DO UPDATE SET account = excluded.account
                 WHERE kept.account = excluded.account AND kept.rematch_of IS NOT DISTINCT FROM excluded.rematch_of
             RETURNING challenge",
        )
        .bind(bytes(challenge))
        .bind(account_rows::bytes(to))
        .bind(rematch_of.map(bytes));
        Ok(self.change(addressed).await? > 0)
    }

    async fn addressed_to(
        &self,
        account: AccountId,
        now_ms: u64,
        most: u32,
    ) -> Result<Vec<AddressedChallenge>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            addressed_columns!(),
            " FROM challenge_addressees JOIN live_challenges ON live_challenges.id = challenge_addressees.challenge
              WHERE challenge_addressees.account = $1 AND until_ms > $2 ORDER BY live_challenges.id LIMIT $3"
        ))
        .bind(account_rows::bytes(account))
        .bind(integer(now_ms))
        .bind(i64::from(most));
        let rows = self.rows(found).await?;
        rows.iter().map(friend_rows::addressed).collect()
    }

    async fn addressed(
        &self,
        account: AccountId,
        challenge: GameId,
        now_ms: u64,
    ) -> Result<Option<AddressedChallenge>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            addressed_columns!(),
            " FROM challenge_addressees JOIN live_challenges ON live_challenges.id = challenge_addressees.challenge
              WHERE challenge_addressees.challenge = $1 AND challenge_addressees.account = $2 AND until_ms > $3"
        ))
        .bind(bytes(challenge))
        .bind(account_rows::bytes(account))
        .bind(integer(now_ms));
        let row = self.row(found).await?;
        row.as_ref().map(friend_rows::addressed).transpose()
    }

    async fn sweep_bonds(&self, now_ms: u64) -> Result<u64, StoreError> {
        let old = sqlx::query(
            "DELETE FROM friend_bonds
             WHERE (low_stance = 'stranger' OR low_stance IN ('asks', 'declines') AND low_ms <= $1)
                 AND (high_stance = 'stranger' OR high_stance IN ('asks', 'declines') AND high_ms <= $1)
             RETURNING low",
        );
        self.change(old.bind(integer(now_ms.saturating_sub(ASK_MS))))
            .await
    }

    async fn add_friend_seat(
        &self,
        game: GameId,
        key: &SeatKey,
        watcher: AccountId,
        player: AccountId,
    ) -> Result<bool, StoreError> {
        let with = |statement: &'static str| {
            sqlx::query(statement)
                .bind(key.as_bytes().to_vec())
                .bind(bytes(game))
                .bind(account_rows::bytes(watcher))
                .bind(account_rows::bytes(player))
        };
        let added = with(
            "WITH seat AS (
                 INSERT INTO live_seats (key, game, role) SELECT $1, id, $5 FROM live_games WHERE id = $2
                 ON CONFLICT DO NOTHING RETURNING key)
             INSERT INTO friend_seats (key, watcher, player) SELECT key, $3, $4 FROM seat RETURNING key",
        );
        self.change(added.bind(SeatRole::Watcher.code())).await?;
        let there = with(
            "SELECT key FROM friend_seats JOIN live_seats USING (key)
             WHERE key = $1 AND game = $2 AND watcher = $3 AND player = $4",
        );
        Ok(self.row(there).await?.is_some())
    }

    async fn is_friend_seat(&self, key: &SeatKey) -> Result<bool, StoreError> {
        let found = sqlx::query("SELECT key FROM friend_seats WHERE key = $1");
        let row = self.row(found.bind(key.as_bytes().to_vec())).await?;
        Ok(row.is_some())
    }

    async fn addressed_by(&self, account: AccountId, now_ms: u64) -> Result<u32, StoreError> {
        let found = sqlx::query(
            "SELECT live_challenges.id FROM live_challenges
                 JOIN challenge_addressees ON challenge_addressees.challenge = live_challenges.id
             WHERE live_challenges.account = $1 AND until_ms > $2",
        );
        let found = found
            .bind(account_rows::bytes(account))
            .bind(integer(now_ms));
        Ok(self.rows(found).await?.len() as u32)
    }
}
