//! The simultaneous displays of a journal in memory: the operations of their port, with the lock of the journal.

use async_trait::async_trait;
use damier_session::GameId;

use crate::accounts::{Account, AccountId};
use crate::in_memory::store::InMemoryStore;
use crate::live::StoreError;
use crate::simuls::{BoardStanding, KeptSimul, Opened, Simul, SimulId, Simuls};

#[async_trait]
impl Simuls for InMemoryStore {
    async fn open_simul(&self, simul: &Simul, now_ms: u64) -> Result<Opened, StoreError> {
        Ok(self.kept().simuls.open(simul, now_ms))
    }

    async fn simul(&self, id: SimulId) -> Result<Option<KeptSimul>, StoreError> {
        let kept = self.kept();
        let Some((stored, version)) = kept.simuls.simul(id) else {
            return Ok(None);
        };
        let accounts = stored.accounts().into_iter();
        let accounts: Vec<Account> = accounts.filter_map(|id| kept.people.account(id)).collect();
        Ok(Some(KeptSimul::read(stored.clone(), version, &accounts)))
    }

    async fn store_simul(&self, simul: &Simul, seen: u64, now_ms: u64) -> Result<bool, StoreError> {
        Ok(self.kept().simuls.store(simul, seen, now_ms))
    }

    async fn simuls_due(
        &self,
        now_ms: u64,
        after: Option<SimulId>,
        most: u32,
    ) -> Result<Vec<SimulId>, StoreError> {
        Ok(self.kept().simuls.due(now_ms, after, most))
    }

    async fn put_off_simul(
        &self,
        id: SimulId,
        seen: u64,
        until_ms: u64,
    ) -> Result<bool, StoreError> {
        Ok(self.kept().simuls.put_off(id, seen, until_ms))
    }

    async fn simul_standings(&self, id: SimulId) -> Result<Vec<BoardStanding>, StoreError> {
        let kept = self.kept();
        let standing = |game| {
            let (stored, events) = kept.games.get(&game)?;
            Some(BoardStanding {
                game,
                version: stored.version,
                ending: stored.ending,
                last_ms: events.last().map(|event| event.act.at_ms()),
                is_unreadable: false,
            })
        };
        Ok(kept.simuls.games_of(id).filter_map(standing).collect())
    }

    async fn simuls_of(
        &self,
        account: AccountId,
        after: Option<SimulId>,
        most: u32,
    ) -> Result<Vec<SimulId>, StoreError> {
        Ok(self.kept().simuls.of_account(account, after, most))
    }

    async fn simul_of_game(&self, game: GameId) -> Result<Option<SimulId>, StoreError> {
        Ok(self.kept().simuls.of_game(game))
    }

    async fn sweep_simuls(&self, before_ms: u64) -> Result<u64, StoreError> {
        Ok(self.kept().simuls.sweep(before_ms))
    }
}
