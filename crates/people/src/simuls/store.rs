//! Simuls as documents.

use async_trait::async_trait;
use damier_session::GameId;

use crate::accounts::{AccountId, Accounts};
use crate::documents::{self, Documents, Kept, Link, StoredDocument, To, account_value};
use crate::live::{Journal, StoreError};
use crate::simuls::board::BoardStanding;
use crate::simuls::id::SimulId;
use crate::simuls::port::{KeptSimul, Opened, SIMUL_KEPT_DAYS, Simuls};
use crate::simuls::value::Simul;

/// The link to an account that takes part or was refused.
const ACCOUNT: &str = "account";

/// The link to a game of a board.
const GAME: &str = "game";

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

impl Kept for Simul {
    const KIND: &'static str = "simul";

    fn id(&self) -> String {
        Simul::id(self).to_string()
    }

    fn links(&self) -> Vec<Link> {
        let accounts = self.accounts().into_iter();
        let accounts = accounts.map(|account| (ACCOUNT, To::Member(account)));
        let games = self.boards().iter();
        let games = games.map(|board| (GAME, To::Text(board.game.to_string())));
        let links = accounts.chain(games);
        links.map(|(name, to)| Link { name, to }).collect()
    }

    fn due_ms(&self) -> Option<u64> {
        Simul::due_ms(self)
    }

    fn expires_ms(&self, now_ms: u64) -> Option<u64> {
        let is_done = Simul::due_ms(self).is_none();
        is_done.then(|| now_ms.saturating_add(SIMUL_KEPT_DAYS * DAY_MS))
    }
}

fn ids(found: &[StoredDocument]) -> Result<Vec<SimulId>, StoreError> {
    found.iter().map(|it| id_of(&it.id)).collect()
}

fn id_of(text: &str) -> Result<SimulId, StoreError> {
    text.parse()
        .map_err(|error: <SimulId as std::str::FromStr>::Err| StoreError::Failed(error.into()))
}

#[async_trait]
impl<S: Documents + Accounts + Journal> Simuls for S {
    async fn open_simul(&self, simul: &Simul, now_ms: u64) -> Result<Opened, StoreError> {
        let stored = simul.clone().without_account_names();
        let is_stored = documents::create(self, &stored, now_ms).await?;
        Ok(if is_stored {
            Opened::Stored
        } else {
            Opened::Taken
        })
    }

    async fn simul(&self, id: SimulId) -> Result<Option<KeptSimul>, StoreError> {
        let Some(found) = documents::find::<Simul>(self, &id.to_string()).await? else {
            return Ok(None);
        };
        let accounts = self.accounts_with_deleted(&found.value.accounts()).await?;
        let (value, version) = (found.value, found.version);
        Ok(Some(KeptSimul::read(value, version, &accounts)))
    }

    async fn store_simul(&self, simul: &Simul, seen: u64, now_ms: u64) -> Result<bool, StoreError> {
        let stored = simul.clone().without_account_names();
        documents::store(self, &stored, seen, now_ms).await
    }

    async fn simuls_due(
        &self,
        now_ms: u64,
        after: Option<SimulId>,
        most: u32,
    ) -> Result<Vec<SimulId>, StoreError> {
        let after = after.map(|after| after.to_string());
        let due = self.due_documents(Simul::KIND, now_ms, after.as_deref(), most);
        due.await?.iter().map(|id| id_of(id)).collect()
    }

    async fn put_off_simul(
        &self,
        id: SimulId,
        seen: u64,
        until_ms: u64,
    ) -> Result<bool, StoreError> {
        self.postpone_document(Simul::KIND, &id.to_string(), seen, until_ms)
            .await
    }

    async fn simul_standings(&self, id: SimulId) -> Result<Vec<BoardStanding>, StoreError> {
        let found = documents::find::<Simul>(self, &id.to_string()).await?;
        let boards = found.iter().flat_map(|found| found.value.boards());
        let games: Vec<GameId> = boards.map(|board| board.game).collect();
        let standings = self.standings_of(&games).await?.into_iter();
        Ok(standings
            .map(|it| BoardStanding {
                game: it.game,
                version: it.version,
                ending: it.ending,
                last_ms: it.last_ms,
                is_unreadable: it.is_unreadable,
            })
            .collect())
    }

    async fn simuls_of(
        &self,
        account: AccountId,
        after: Option<SimulId>,
        most: u32,
    ) -> Result<Vec<SimulId>, StoreError> {
        let (value, after) = (account_value(account), after.map(|after| after.to_string()));
        let found = self.linked(Simul::KIND, ACCOUNT, &value, after.as_deref(), most);
        ids(&found.await?)
    }

    async fn simul_of_game(&self, game: GameId) -> Result<Option<SimulId>, StoreError> {
        let game = game.to_string();
        let found = self.linked(Simul::KIND, GAME, &game, None, 1).await?;
        Ok(ids(&found)?.pop())
    }

    async fn sweep_simuls(&self, now_ms: u64) -> Result<u64, StoreError> {
        self.sweep_documents(Simul::KIND, now_ms).await
    }
}
