//! The addressees of challenges, and the seats from which friends watch: the operations of their
//! port as statements. They have tables of their own, since their rows refer to those of challenges
//! and seats, and the database removes them together.

use async_trait::async_trait;
use damier_people::StoreError;
use damier_people::accounts::AccountId;
use damier_people::friends::{AddressedChallenge, Addressees};
use damier_session::{GameId, SeatKey, SeatRole};

use crate::live_rows;
use crate::rows::unreadable;
use crate::sql::{Row, sql};
use crate::store::SqlStore;

/// The columns of a challenge that is addressed to an account.
macro_rules! addressed {
    () => {
        "SELECT live_challenges.id, host, live_challenges.account, invitation, is_public, until_ms,
             live_challenges.challenge, rematch_of
         FROM challenge_addressees JOIN live_challenges ON live_challenges.id = challenge_addressees.challenge
         WHERE challenge_addressees.account = $1 AND until_ms > $2"
    };
}

/// Reads a row with these columns.
fn addressed(row: &Row) -> Result<AddressedChallenge, StoreError> {
    let rematch_of = row.optional("rematch_of", Row::game_id);
    Ok(AddressedChallenge {
        open: live_rows::challenge(row)?,
        rematch_of: rematch_of.map_err(unreadable)?,
    })
}

#[async_trait]
impl Addressees for SqlStore {
    async fn address(
        &self,
        challenge: GameId,
        to: AccountId,
        rematch_of: Option<GameId>,
    ) -> Result<bool, StoreError> {
        let addressed = sql(
            "INSERT INTO challenge_addressees AS kept (challenge, account, rematch_of)
             SELECT live_challenges.id, accounts.id, $3 FROM live_challenges, accounts
             WHERE live_challenges.id = $1 AND accounts.id = $2 AND deleted IS NULL
             ON CONFLICT (challenge) DO UPDATE SET account = excluded.account
                 WHERE kept.account = excluded.account AND kept.rematch_of IS NOT DISTINCT FROM excluded.rematch_of",
        );
        let addressed = addressed.bind(challenge).bind(to).bind(rematch_of);
        Ok(self.sql.change(addressed).await? > 0)
    }

    async fn addressed_to(
        &self,
        account: AccountId,
        now_ms: u64,
        most: u32,
    ) -> Result<Vec<AddressedChallenge>, StoreError> {
        let found = sql(concat!(
            addressed!(),
            " ORDER BY live_challenges.id LIMIT $3"
        ));
        let rows = self.sql.rows(found.bind(account).bind(now_ms).bind(most));
        rows.await?.iter().map(addressed).collect()
    }

    async fn addressed(
        &self,
        account: AccountId,
        challenge: GameId,
        now_ms: u64,
    ) -> Result<Option<AddressedChallenge>, StoreError> {
        let found = sql(concat!(addressed!(), " AND live_challenges.id = $3"));
        let row = self
            .sql
            .row(found.bind(account).bind(now_ms).bind(challenge));
        row.await?.as_ref().map(addressed).transpose()
    }

    async fn add_friend_seat(
        &self,
        game: GameId,
        key: &SeatKey,
        watcher: AccountId,
        player: AccountId,
    ) -> Result<bool, StoreError> {
        let seat = sql(
            "INSERT INTO live_seats (key, game, role) SELECT $1, id, $3 FROM live_games WHERE id = $2
             ON CONFLICT DO NOTHING",
        );
        let seat = seat.bind(key).bind(game).bind(SeatRole::Watcher.code());
        let own = sql("INSERT INTO friend_seats (key, watcher, player) VALUES ($1, $2, $3)");
        let own = own.bind(key).bind(watcher).bind(player);
        // An existing seat of another kind stays unchanged.
        self.sql.change_all(vec![seat.required(), own]).await?;
        let there = sql(
            "SELECT watcher FROM friend_seats JOIN live_seats ON live_seats.key = friend_seats.key
             WHERE friend_seats.key = $1 AND game = $2 AND watcher = $3 AND player = $4",
        );
        let there = there.bind(key).bind(game).bind(watcher).bind(player);
        Ok(self.sql.row(there).await?.is_some())
    }

    async fn is_friend_seat(&self, key: &SeatKey) -> Result<bool, StoreError> {
        let found = sql("SELECT key FROM friend_seats WHERE key = $1");
        Ok(self.sql.row(found.bind(key)).await?.is_some())
    }

    async fn addressed_by(&self, account: AccountId, now_ms: u64) -> Result<u32, StoreError> {
        let found = sql("SELECT live_challenges.id FROM live_challenges
                 JOIN challenge_addressees ON challenge_addressees.challenge = live_challenges.id
             WHERE live_challenges.account = $1 AND until_ms > $2");
        Ok(self.sql.rows(found.bind(account).bind(now_ms)).await?.len() as u32)
    }
}
