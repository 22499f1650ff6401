//! The simultaneous displays of a journal in memory: the operations of their port, with the lock of the journal.

use async_trait::async_trait;

use super::in_memory::InMemoryJournal;
use super::journal::JournalError;
use crate::library::GameId;
use crate::simul::{KeptSimul, Opened, Simul, SimulId, Simuls};

#[async_trait]
impl Simuls for InMemoryJournal {
    async fn open_simul(&self, simul: &Simul, now_ms: u64) -> Result<Opened, JournalError> {
        Ok(self.kept().simuls.open(simul, now_ms))
    }

    async fn simul(&self, id: SimulId) -> Result<Option<KeptSimul>, JournalError> {
        Ok(self.kept().simuls.simul(id))
    }

    async fn store_simul(
        &self,
        simul: &Simul,
        seen: u64,
        now_ms: u64,
    ) -> Result<bool, JournalError> {
        Ok(self.kept().simuls.store(simul, seen, now_ms))
    }

    async fn simuls_due(
        &self,
        now_ms: u64,
        after: Option<SimulId>,
        most: u32,
    ) -> Result<Vec<SimulId>, JournalError> {
        Ok(self.kept().simuls.due(now_ms, after, most))
    }

    async fn simul_of_game(&self, game: GameId) -> Result<Option<SimulId>, JournalError> {
        Ok(self.kept().simuls.of_game(game))
    }

    async fn sweep_simuls(&self, before_ms: u64) -> Result<u64, JournalError> {
        Ok(self.kept().simuls.sweep(before_ms))
    }
}
