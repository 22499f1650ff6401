//! Simuls as documents.

use std::sync::Arc;

use damier_session::GameId;

use crate::Ports;
use crate::StoreError;
use crate::accounts::{AccountId, Accounts};
use crate::documents::{DocumentValue, Documents, Link, To, Versioned, account_value};
use crate::live::Journal;
use crate::simuls::board::BoardStanding;
use crate::simuls::id::SimulId;
use crate::simuls::stored::{OpenOutcome, SIMUL_KEPT_DAYS, StoredSimul};
use crate::simuls::value::Simul;

/// The link to an account that takes part or was rejected.
const ACCOUNT: &str = "account";

/// The link to a game of a board.
const GAME: &str = "game";

/// The link by which all simuls are listed, and its only value.
const EVERY: &str = "every";

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

impl DocumentValue for Simul {
    const KIND: &'static str = "simul";

    fn id(&self) -> String {
        Simul::id(self).to_string()
    }

    fn links(&self) -> Vec<Link> {
        let accounts = self.accounts().into_iter();
        let accounts = accounts.map(|account| (ACCOUNT, To::Member(account)));
        let games = self.boards().iter();
        let games = games.map(|board| (GAME, To::Text(board.game.to_string())));
        let every = (EVERY, To::Text(EVERY.to_owned()));
        let links = accounts.chain(games).chain([every]);
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

/// The simuls. See the module for the rules.
#[derive(Clone)]
pub struct Simuls {
    documents: Arc<dyn Documents>,
    accounts: Arc<dyn Accounts>,
    journal: Arc<dyn Journal>,
}

impl Simuls {
    /// A store of simuls over these ports.
    pub fn of(ports: &Ports) -> Simuls {
        Simuls {
            documents: ports.documents.clone(),
            accounts: ports.accounts.clone(),
            journal: ports.journal.clone(),
        }
    }

    /// Opens a simul without guests.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; retrying is safe.
    pub async fn open_simul(&self, simul: &Simul, now_ms: u64) -> Result<OpenOutcome, StoreError> {
        let stored = simul.clone().without_account_names();
        let is_stored = self.documents.of().create(&stored, now_ms).await?;
        Ok(if is_stored {
            OpenOutcome::Stored
        } else {
            OpenOutcome::Taken
        })
    }

    /// A simul with the current names of accounts; `None` if it does not exist.
    pub async fn simul(&self, id: SimulId) -> Result<Option<StoredSimul>, StoreError> {
        let Some(found) = self.documents.of::<Simul>().find(id).await? else {
            return Ok(None);
        };
        let accounts = self
            .accounts
            .accounts_with_deleted(&found.value.accounts())
            .await?;
        let (value, version) = (found.value, found.version);
        Ok(Some(StoredSimul::read(value, version, &accounts)))
    }

    /// Stores a simul on top of the version that was read. Returns whether it was stored; not if it
    /// has changed since, or is gone. From then on it is found by its games.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; then it may or may not be stored.
    pub async fn store_simul(
        &self,
        simul: &Simul,
        seen: u64,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let stored = simul.clone().without_account_names();
        self.documents.of().store(&stored, seen, now_ms).await
    }

    /// Simuls with background work due by this time, in the order of their ids: at most `most` of
    /// them, starting after `after`.
    pub async fn simuls_due(
        &self,
        now_ms: u64,
        after: Option<SimulId>,
        most: u32,
    ) -> Result<Vec<SimulId>, StoreError> {
        let after = after.map(|after| after.to_string());
        let due = self
            .documents
            .due_documents(Simul::KIND, now_ms, after.as_deref(), most);
        let id = |text: &String| {
            let id = text.parse::<SimulId>();
            id.map_err(|error| StoreError::Failed(error.into()))
        };
        due.await?.iter().map(id).collect()
    }

    /// Postpones background work on a simul of this version. Returns whether it was postponed; not
    /// if the simul has changed, or no work is due. The next change cancels the postponement.
    pub async fn put_off_simul(
        &self,
        id: SimulId,
        seen: u64,
        until_ms: u64,
    ) -> Result<bool, StoreError> {
        self.documents
            .postpone_document(Simul::KIND, &id.to_string(), seen, until_ms)
            .await
    }

    /// The states of a simul's games that have begun, in the order of their ids. One that cannot be
    /// read is marked.
    pub async fn simul_standings(&self, id: SimulId) -> Result<Vec<BoardStanding>, StoreError> {
        let found = self.documents.of::<Simul>().find(id).await?;
        let boards = found.iter().flat_map(|found| found.value.boards());
        let games: Vec<GameId> = boards.map(|board| board.game).collect();
        let standings = self.journal.standings_of(&games).await?.into_iter();
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

    /// The simuls in which an account takes part or was rejected, in the order of their ids: at
    /// most `most` of them, starting after `after`.
    pub async fn simuls_of(
        &self,
        account: AccountId,
        after: Option<SimulId>,
        most: u32,
    ) -> Result<Vec<SimulId>, StoreError> {
        let (value, after) = (account_value(account), after.map(|after| after.to_string()));
        let simuls = self.documents.of::<Simul>();
        let found = simuls.linked(ACCOUNT, &value, after.as_deref(), most);
        Ok(found.await?.iter().map(|it| it.value.id()).collect())
    }

    /// All simuls with the current names of accounts, in the order of their ids: at most `most` of
    /// them, starting after `after`.
    pub async fn all_simuls(
        &self,
        after: Option<SimulId>,
        most: u32,
    ) -> Result<Vec<StoredSimul>, StoreError> {
        let after = after.map(|after| after.to_string());
        let found = self.documents.of::<Simul>();
        let found = found.linked(EVERY, EVERY, after.as_deref(), most);
        let mut simuls = Vec::new();
        for Versioned { value, version, .. } in found.await? {
            let accounts = value.accounts();
            let accounts = self.accounts.accounts_with_deleted(&accounts).await?;
            simuls.push(StoredSimul::read(value, version, &accounts));
        }
        Ok(simuls)
    }

    /// Removes a simul; games that have begun go on. Returns whether there was one.
    pub async fn remove_simul(&self, id: SimulId) -> Result<bool, StoreError> {
        self.documents.of::<Simul>().remove_any(id).await
    }

    /// The simul to which a game belongs.
    pub async fn simul_of_game(&self, game: GameId) -> Result<Option<SimulId>, StoreError> {
        let simuls = self.documents.of::<Simul>();
        let found = simuls.find_linked(GAME, &game.to_string()).await?;
        Ok(found.map(|found| found.value.id()))
    }
}
