//! Rounds with spectators on this node. One task per round polls the store twice a second and
//! publishes what is due to all of its streams.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use damier_people::StoreError;
use damier_people::broadcasts::{BoardLog, BroadcastId, BroadcastKey, BroadcastSettings};
use parking_lot::Mutex;
use serde::Serialize;
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::broadcasts::views::{BroadcastBoardView, board_view, public_view};
use crate::clock::WallClock;
use crate::live::actors::GameActors;
use crate::live::background::schedule::ticks;

/// How often the store is polled.
const POLL_EVERY: Duration = Duration::from_millis(500);

/// The maximum number of open rounds on a node.
const MAX_OPEN: usize = 400;

/// The visible state of a round. Unchanged lines keep the same `Bytes`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct VisibleRound {
    /// The line about the broadcast; empty until first read.
    pub(crate) head: Bytes,
    /// The line of each board.
    pub(crate) boards: BTreeMap<u16, Bytes>,
    /// Whether the broadcast has been removed.
    pub(crate) is_over: bool,
}

/// A line of a stream.
#[derive(Serialize, ToSchema)]
#[schema(as = BroadcastLine)]
#[serde(tag = "frame", rename_all = "kebab-case")]
pub(crate) enum Line<'a> {
    /// The settings.
    Broadcast {
        id: &'a str,
        round: u8,
        settings: &'a BroadcastSettings,
    },
    /// The state of a board.
    Board(BroadcastBoardView),
    /// All boards were sent; from here on, changes.
    Ready { now_ms: u64 },
    /// A board was removed.
    Gone { board: u16 },
    /// The broadcast was removed.
    Over,
}

impl Line<'_> {
    pub(crate) fn bytes(&self) -> Bytes {
        // Made of texts and numbers, so serialising cannot fail. Readers skip empty lines.
        let text = serde_json::to_string(self).unwrap_or_default();
        Bytes::from(text + "\n")
    }
}

type RoundKey = (BroadcastId, u8);

/// The open rounds of this node.
#[derive(Debug, Default)]
pub(crate) struct OpenRounds {
    open: Mutex<HashMap<RoundKey, watch::Sender<Arc<VisibleRound>>>>,
}

impl OpenRounds {
    /// The visible state of a round, now and later; `None` if too many are open.
    pub(crate) fn enter(
        self: &Arc<Self>,
        actors: &Arc<GameActors>,
        id: &BroadcastId,
        round: u8,
    ) -> Option<watch::Receiver<Arc<VisibleRound>>> {
        let place = (id.clone(), round);
        let mut open = self.open.lock();
        if let Some(cache) = open.get(&place) {
            return Some(cache.subscribe());
        }
        if open.len() >= MAX_OPEN {
            return None;
        }
        let (sender, receiver) = watch::channel(Arc::default());
        open.insert(place.clone(), sender.clone());
        drop(open);
        tokio::spawn(keep_open(self.clone(), actors.clone(), place, sender));
        Some(receiver)
    }

    /// Closes a round without spectators. Returns whether it is closed.
    fn close(
        &self,
        place: &RoundKey,
        sender: &watch::Sender<Arc<VisibleRound>>,
        in_any_case: bool,
    ) -> bool {
        // New spectators are added under this lock.
        let mut open = self.open.lock();
        let closes = in_any_case || sender.receiver_count() == 0;
        if closes {
            open.remove(place);
        }
        closes
    }
}

/// The task of a round.
async fn keep_open(
    open_rounds: Arc<OpenRounds>,
    actors: Arc<GameActors>,
    place: RoundKey,
    sender: watch::Sender<Arc<VisibleRound>>,
) {
    let mut looks = ticks(POLL_EVERY);
    let mut cache = RoundCache::default();
    loop {
        looks.tick().await;
        if sender.receiver_count() == 0 && open_rounds.close(&place, &sender, false) {
            return;
        }
        match cache.check(&actors, &place).await {
            Ok(due) => {
                let is_over = due.is_over;
                sender.send_if_modified(|seen| {
                    let is_new = **seen != due;
                    if is_new {
                        *seen = Arc::new(due);
                    }
                    is_new
                });
                if is_over {
                    open_rounds.close(&place, &sender, true);
                    return;
                }
            }
            // Spectators keep the previous state; the next poll may succeed.
            Err(error) => tracing::warn!(
                error = &error as &dyn std::error::Error,
                "a broadcast cannot be read"
            ),
        }
    }
}

/// A node's copy of a round.
#[derive(Default)]
struct RoundCache {
    made_ms: u64,
    owner: Option<BroadcastKey>,
    revision: u64,
    settings: Option<BroadcastSettings>,
    head: Bytes,
    boards: BTreeMap<u16, CachedBoard>,
}

struct CachedBoard {
    log: BoardLog,
    /// How many changes were visible when the line was written, and the line.
    line: Option<(usize, Option<Bytes>)>,
}

impl RoundCache {
    async fn check(
        &mut self,
        actors: &GameActors,
        (id, round): &RoundKey,
    ) -> Result<VisibleRound, StoreError> {
        let now_ms = actors.clock.now_ms();
        let Some(kept) = actors.ports.broadcasts.broadcast(id, now_ms).await? else {
            return Ok(VisibleRound {
                is_over: true,
                ..VisibleRound::default()
            });
        };
        // Another broadcast may have taken the id meanwhile.
        if (kept.made_ms, Some(kept.owner)) != (self.made_ms, self.owner) {
            *self = RoundCache {
                made_ms: kept.made_ms,
                owner: Some(kept.owner),
                ..RoundCache::default()
            };
        }
        if kept.revision > self.revision {
            let changed = actors
                .ports
                .broadcasts
                .boards(id, Some(*round), self.revision)
                .await?;
            for board in changed {
                let (log, line) = (board.log, None);
                self.boards.insert(board.number, CachedBoard { log, line });
            }
            self.revision = kept.revision;
        }
        if self.settings.as_ref() != Some(&kept.settings) {
            let line = Line::Broadcast {
                id: id.as_str(),
                round: *round,
                settings: &kept.settings,
            };
            self.head = line.bytes();
            self.settings = Some(kept.settings.clone());
        }
        let moment_ms = public_view(&kept.settings, now_ms);
        let mut boards = BTreeMap::new();
        for (number, board) in &mut self.boards {
            let due = board.log.due(moment_ms);
            if board
                .line
                .as_ref()
                .is_none_or(|(written, _)| *written != due)
            {
                let line = board_view(*number, &board.log, moment_ms);
                board.line = Some((due, line.map(|line| Line::Board(line).bytes())));
            }
            if let Some((_, Some(line))) = &board.line {
                boards.insert(*number, line.clone());
            }
        }
        Ok(VisibleRound {
            head: self.head.clone(),
            boards,
            is_over: false,
        })
    }
}
