//! In-memory broadcasts, written for obvious correctness; compared with the databases by the
//! contract suite.

use std::collections::BTreeMap;

use crate::broadcasts::id::{BroadcastId, BroadcastKey};
use crate::broadcasts::log::BoardLog;
use crate::broadcasts::port::{
    KEPT_MS, MAX_BROADCASTS, MAX_ON_A_SERVER, NewBoard, OpenOutcome, Stored, StoredBoard,
    StoredBroadcast,
};
use crate::broadcasts::settings::BroadcastSettings;

/// The broadcasts of an in-memory store.
#[derive(Debug, Default)]
pub(crate) struct InMemoryBroadcasts {
    kept: BTreeMap<BroadcastId, (StoredBroadcast, Boards)>,
}

/// Boards by round and number, each with the revision of its last change.
type Boards = BTreeMap<(u8, u16), (u64, BoardLog)>;

/// Whether a broadcast has expired at this time.
fn is_over(broadcast: &StoredBroadcast, now_ms: u64) -> bool {
    broadcast.changed_ms.saturating_add(KEPT_MS) <= now_ms
}

impl InMemoryBroadcasts {
    pub(crate) fn open(
        &mut self,
        id: &BroadcastId,
        owner: &BroadcastKey,
        settings: &BroadcastSettings,
        now_ms: u64,
    ) -> OpenOutcome {
        self.sweep(now_ms);
        if let Some((kept, _)) = self.kept.get_mut(id) {
            if kept.owner != *owner {
                return OpenOutcome::Taken;
            }
            if kept.settings != *settings {
                kept.settings = settings.clone();
                kept.revision += 1;
                kept.changed_ms = kept.changed_ms.max(now_ms);
            }
            return OpenOutcome::Stored(kept.clone());
        }
        let own = self.kept.values().filter(|(kept, _)| kept.owner == *owner);
        if own.count() >= MAX_BROADCASTS as usize {
            return OpenOutcome::TooMany;
        }
        if self.kept.len() >= MAX_ON_A_SERVER as usize {
            return OpenOutcome::Full;
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
        self.kept.insert(id.clone(), (new.clone(), Boards::new()));
        OpenOutcome::Stored(new)
    }

    /// Removes all broadcasts of an owner.
    pub(crate) fn forget(&mut self, owner: &BroadcastKey) {
        self.kept.retain(|_, (kept, _)| kept.owner != *owner);
    }

    pub(crate) fn find(&self, id: &BroadcastId, now_ms: u64) -> Option<StoredBroadcast> {
        let (kept, _) = self.kept.get(id)?;
        (!is_over(kept, now_ms)).then(|| kept.clone())
    }

    pub(crate) fn of(&self, owner: &BroadcastKey, now_ms: u64) -> Vec<StoredBroadcast> {
        let own = self.kept.values().map(|(kept, _)| kept);
        let own = own.filter(|kept| kept.owner == *owner && !is_over(kept, now_ms));
        let mut own: Vec<StoredBroadcast> = own.cloned().collect();
        own.sort_by(|one, other| {
            other
                .changed_ms
                .cmp(&one.changed_ms)
                .then_with(|| one.id.cmp(&other.id))
        });
        own
    }

    pub(crate) fn all(
        &self,
        after: Option<&BroadcastId>,
        most: u32,
        now_ms: u64,
    ) -> Vec<StoredBroadcast> {
        let all = self.kept.values().map(|(kept, _)| kept);
        let all = all.filter(|kept| after.is_none_or(|after| kept.id > *after));
        let all = all.filter(|kept| !is_over(kept, now_ms));
        all.take(most as usize).cloned().collect()
    }

    pub(crate) fn put(
        &mut self,
        id: &BroadcastId,
        revision: u64,
        boards: &[NewBoard],
        most_bytes: u64,
        now_ms: u64,
    ) -> Stored {
        let Some((kept, there)) = self.kept.get_mut(id) else {
            return Stored::Late;
        };
        if kept.revision != revision {
            return Stored::Late;
        }
        let took: u64 = boards.iter().map(|board| board.took).sum();
        let takes: u64 = boards.iter().map(|board| board.log.bytes()).sum();
        let bytes = (kept.bytes + takes).saturating_sub(took);
        if bytes > most_bytes {
            return Stored::TooLarge;
        }
        kept.bytes = bytes;
        kept.revision += 1;
        kept.changed_ms = kept.changed_ms.max(now_ms);
        for board in boards {
            let place = (board.round, board.number);
            there.insert(place, (kept.revision, board.log.clone()));
        }
        Stored::At(kept.revision)
    }

    pub(crate) fn boards(
        &self,
        id: &BroadcastId,
        round: Option<u8>,
        after: u64,
    ) -> Vec<StoredBoard> {
        let boards = self.kept.get(id).map(|(_, boards)| boards.iter());
        let boards = boards.into_iter().flatten();
        let wanted = boards.filter(|((of, _), (revision, _))| {
            round.is_none_or(|round| *of == round) && *revision > after
        });
        wanted
            .map(|((round, number), (revision, log))| StoredBoard {
                round: *round,
                number: *number,
                revision: *revision,
                log: log.clone(),
            })
            .collect()
    }

    pub(crate) fn end(&mut self, id: &BroadcastId) -> bool {
        self.kept.remove(id).is_some()
    }

    pub(crate) fn sweep(&mut self, now_ms: u64) -> u64 {
        let before = self.kept.len();
        self.kept.retain(|_, (kept, _)| !is_over(kept, now_ms));
        (before - self.kept.len()) as u64
    }
}
