//! The port `Broadcasts` of the in-memory store.

use async_trait::async_trait;

use crate::StoreError;
use crate::broadcasts::{
    BroadcastId, BroadcastKey, BroadcastSettings, Broadcasts, NewBoard, OpenOutcome, Stored,
    StoredBoard, StoredBroadcast,
};
use crate::in_memory::store::InMemoryStore;

#[async_trait]
impl Broadcasts for InMemoryStore {
    async fn open_broadcast(
        &self,
        id: &BroadcastId,
        owner: &BroadcastKey,
        settings: &BroadcastSettings,
        now_ms: u64,
    ) -> Result<OpenOutcome, StoreError> {
        Ok(self.kept().shelf.open(id, owner, settings, now_ms))
    }

    async fn broadcast(
        &self,
        id: &BroadcastId,
        now_ms: u64,
    ) -> Result<Option<StoredBroadcast>, StoreError> {
        Ok(self.kept().shelf.find(id, now_ms))
    }

    async fn broadcasts_of(
        &self,
        owner: &BroadcastKey,
        now_ms: u64,
    ) -> Result<Vec<StoredBroadcast>, StoreError> {
        Ok(self.kept().shelf.of(owner, now_ms))
    }

    async fn all_broadcasts(
        &self,
        after: Option<&BroadcastId>,
        most: u32,
        now_ms: u64,
    ) -> Result<Vec<StoredBroadcast>, StoreError> {
        Ok(self.kept().shelf.all(after, most, now_ms))
    }

    async fn put_boards(
        &self,
        id: &BroadcastId,
        revision: u64,
        boards: &[NewBoard],
        most_bytes: u64,
        now_ms: u64,
    ) -> Result<Stored, StoreError> {
        let shelf = &mut self.kept().shelf;
        Ok(shelf.put(id, revision, boards, most_bytes, now_ms))
    }

    async fn boards(
        &self,
        id: &BroadcastId,
        round: Option<u8>,
        after: u64,
    ) -> Result<Vec<StoredBoard>, StoreError> {
        Ok(self.kept().shelf.boards(id, round, after))
    }

    async fn end_broadcast(&self, id: &BroadcastId) -> Result<bool, StoreError> {
        Ok(self.kept().shelf.end(id))
    }

    async fn sweep_broadcasts(&self, now_ms: u64) -> Result<u64, StoreError> {
        Ok(self.kept().shelf.sweep(now_ms))
    }
}
