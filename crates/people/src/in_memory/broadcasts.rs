//! The port `Broadcasts` of the in-memory store.

use async_trait::async_trait;

use crate::StoreError;
use crate::broadcasts::{
    BroadcastId, BroadcastKey, BroadcastSettings, Broadcasts, KEPT_MS, MAX_BROADCASTS,
    MAX_ON_A_SERVER, NewBoard, OpenOutcome, Stored, StoredBoard, StoredBroadcast,
};
use crate::in_memory::indexes::broadcasts::{Boards, BroadcastIndex};
use crate::in_memory::store::InMemoryStore;

/// Whether a broadcast has expired at this time.
fn is_over(broadcast: &StoredBroadcast, now_ms: u64) -> bool {
    broadcast.changed_ms.saturating_add(KEPT_MS) <= now_ms
}

fn sweep(shelf: &mut BroadcastIndex, now_ms: u64) -> u64 {
    let before = shelf.len();
    shelf.retain(|_, (kept, _)| !is_over(kept, now_ms));
    (before - shelf.len()) as u64
}

#[async_trait]
impl Broadcasts for InMemoryStore {
    async fn open_broadcast(
        &self,
        id: &BroadcastId,
        owner: &BroadcastKey,
        settings: &BroadcastSettings,
        now_ms: u64,
    ) -> Result<OpenOutcome, StoreError> {
        let shelf = &mut self.kept().shelf;
        sweep(shelf, now_ms);
        if let Some((kept, _)) = shelf.get_mut(id) {
            if kept.owner != *owner {
                return Ok(OpenOutcome::Taken);
            }
            if kept.settings != *settings {
                kept.settings = settings.clone();
                kept.revision += 1;
                kept.changed_ms = kept.changed_ms.max(now_ms);
            }
            return Ok(OpenOutcome::Stored(kept.clone()));
        }
        let own = shelf.values().filter(|(kept, _)| kept.owner == *owner);
        if own.count() >= MAX_BROADCASTS as usize {
            return Ok(OpenOutcome::TooMany);
        }
        if shelf.len() >= MAX_ON_A_SERVER as usize {
            return Ok(OpenOutcome::Full);
        }
        let new = StoredBroadcast {
            id: id.clone(),
            owner: *owner,
            settings: settings.clone(),
            made_ms: now_ms,
            changed_ms: now_ms,
            revision: 1,
            bytes: 0,
        };
        shelf.insert(id.clone(), (new.clone(), Boards::new()));
        Ok(OpenOutcome::Stored(new))
    }

    async fn broadcast(
        &self,
        id: &BroadcastId,
        now_ms: u64,
    ) -> Result<Option<StoredBroadcast>, StoreError> {
        let shelf = &self.kept().shelf;
        let found = shelf.get(id).map(|(kept, _)| kept);
        Ok(found.filter(|kept| !is_over(kept, now_ms)).cloned())
    }

    async fn broadcasts_of(
        &self,
        owner: &BroadcastKey,
        now_ms: u64,
    ) -> Result<Vec<StoredBroadcast>, StoreError> {
        let shelf = &self.kept().shelf;
        let own = shelf.values().map(|(kept, _)| kept);
        let own = own.filter(|kept| kept.owner == *owner && !is_over(kept, now_ms));
        let mut own: Vec<StoredBroadcast> = own.cloned().collect();
        own.sort_by(|one, other| {
            other
                .changed_ms
                .cmp(&one.changed_ms)
                .then_with(|| one.id.cmp(&other.id))
        });
        Ok(own)
    }

    async fn all_broadcasts(
        &self,
        after: Option<&BroadcastId>,
        most: u32,
        now_ms: u64,
    ) -> Result<Vec<StoredBroadcast>, StoreError> {
        let shelf = &self.kept().shelf;
        let all = shelf.values().map(|(kept, _)| kept);
        let all = all.filter(|kept| after.is_none_or(|after| kept.id > *after));
        let all = all.filter(|kept| !is_over(kept, now_ms));
        Ok(all.take(most as usize).cloned().collect())
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
        let Some((kept, there)) = shelf.get_mut(id) else {
            return Ok(Stored::Late);
        };
        if kept.revision != revision {
            return Ok(Stored::Late);
        }
        let took: u64 = boards.iter().map(|board| board.took).sum();
        let takes: u64 = boards.iter().map(|board| board.log.bytes()).sum();
        let bytes = (kept.bytes + takes).saturating_sub(took);
        if bytes > most_bytes {
            return Ok(Stored::TooLarge);
        }
        kept.bytes = bytes;
        kept.revision += 1;
        kept.changed_ms = kept.changed_ms.max(now_ms);
        for board in boards {
            let place = (board.round, board.number);
            there.insert(place, (kept.revision, board.log.clone()));
        }
        Ok(Stored::At(kept.revision))
    }

    async fn boards(
        &self,
        id: &BroadcastId,
        round: Option<u8>,
        after: u64,
    ) -> Result<Vec<StoredBoard>, StoreError> {
        let shelf = &self.kept().shelf;
        let boards = shelf.get(id).map(|(_, boards)| boards.iter());
        let boards = boards.into_iter().flatten();
        let wanted = boards.filter(|((of, _), (revision, _))| {
            round.is_none_or(|round| *of == round) && *revision > after
        });
        Ok(wanted
            .map(|((round, number), (revision, log))| StoredBoard {
                round: *round,
                number: *number,
                revision: *revision,
                log: log.clone(),
            })
            .collect())
    }

    async fn end_broadcast(&self, id: &BroadcastId) -> Result<bool, StoreError> {
        let shelf = &mut self.kept().shelf;
        Ok(shelf.remove(id).is_some())
    }

    async fn sweep_broadcasts(&self, now_ms: u64) -> Result<u64, StoreError> {
        Ok(sweep(&mut self.kept().shelf, now_ms))
    }
}
