//! A cache of the boards of recently requested broadcasts, so that many requests need one read. The
//! revision is looked up for each request; boards of another revision are never returned.

use std::collections::VecDeque;
use std::sync::Arc;

use damier_people::StoreError;
use damier_people::broadcasts::{StoredBoard, StoredBroadcast};
use parking_lot::Mutex;

use crate::live::actors::GameActors;

/// The maximum number of cached broadcasts, of some megabytes each at worst.
const MAX_CACHED: usize = 6;

/// The cached boards of some broadcasts.
#[derive(Debug, Default)]
pub(crate) struct RecentBoards {
    kept: Mutex<VecDeque<Recent>>,
}

#[derive(Debug)]
struct Recent {
    of: StoredBroadcast,
    boards: Arc<[StoredBoard]>,
}

impl RecentBoards {
    /// All boards of a broadcast at the revision that was just read.
    pub(crate) async fn of(
        &self,
        actors: &GameActors,
        broadcast: &StoredBroadcast,
    ) -> Result<Arc<[StoredBoard]>, StoreError> {
        let known = {
            let kept = self.kept.lock();
            let known = kept.iter().find(|recent| recent.of == *broadcast);
            known.map(|recent| recent.boards.clone())
        };
        if let Some(boards) = known {
            return Ok(boards);
        }
        let boards: Arc<[StoredBoard]> = actors
            .ports
            .broadcasts
            .boards(&broadcast.id, None, 0)
            .await?
            .into();
        let mut kept = self.kept.lock();
        kept.retain(|recent| recent.of.id != broadcast.id);
        kept.push_front(Recent {
            of: broadcast.clone(),
            boards: boards.clone(),
        });
        kept.truncate(MAX_CACHED);
        Ok(boards)
    }
}
