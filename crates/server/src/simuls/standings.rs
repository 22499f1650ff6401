//! Cache of the boards of simuls: many clients poll the same boards, and reading every game each
//! time would be too slow. An entry is read again when it is requested and a moment old. A board
//! that cannot be read does not hide the others.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use damier_notation::{fen, move_text};
use damier_people::live::{Journal, LiveError, LiveGame};
use damier_people::simuls::{Simul, SimulId};
use damier_session::{GameId, Session};
use damier_wire::live::State;
use parking_lot::Mutex;
use tokio::time::Instant;

use crate::live::cluster::now;
use crate::live::game_state::state_of;

/// After how long the boards are read again.
const FRESH: Duration = Duration::from_millis(300);

/// After how long an unreadable board is tried again.
const UNREADABLE: Duration = Duration::from_mins(1);

/// The maximum number of cached simuls. The least recently requested is evicted first.
const MAX_SIMULS: usize = 24;

/// How often the host's presence is repeated.
const ATTENDED_EVERY: Duration = Duration::from_secs(5);

/// The cache of this node.
#[derive(Debug, Default)]
pub(crate) struct SimulBoardCache {
    open: Mutex<HashMap<SimulId, CacheEntry>>,
    /// Held while a simul is changed on this node, so that concurrent changes need no retry.
    pub(crate) turn: tokio::sync::Mutex<()>,
}

#[derive(Debug)]
struct CacheEntry {
    simul: Arc<tokio::sync::Mutex<CachedSimul>>,
    used: Instant,
    attended: Option<Instant>,
}

/// The games of a simul.
#[derive(Debug, Default)]
struct CachedSimul {
    places: Vec<CachedGame>,
    read: Option<Instant>,
}

/// The cached state of a board.
#[derive(Debug, Default)]
enum CachedGame {
    /// Its game has not begun.
    #[default]
    NotBegun,
    /// The game, as far as it was read.
    Read(Box<LiveGame>),
    /// The game has begun, and this version could not read it.
    Unreadable { tried: Instant },
}

/// The game has begun, and this version cannot read it, for example one written by a newer version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct UnreadableBoard;

/// The state of a board.
#[derive(Debug)]
pub(crate) struct CachedBoard {
    pub(crate) fen: String,
    /// The last move in the notation of the game.
    pub(crate) last: Option<String>,
    pub(crate) ply: u32,
    pub(crate) state: State,
}

impl SimulBoardCache {
    fn with_entry<T>(&self, id: SimulId, used: impl FnOnce(&mut CacheEntry, Instant) -> T) -> T {
        let mut open = self.open.lock();
        if !open.contains_key(&id) && open.len() >= MAX_SIMULS {
            let oldest = open.iter().min_by_key(|(_, kept)| kept.used);
            if let Some(oldest) = oldest.map(|(id, _)| *id) {
                open.remove(&oldest);
            }
        }
        let now = now();
        let kept = open.entry(id).or_insert_with(|| CacheEntry {
            simul: Arc::default(),
            used: now,
            attended: None,
        });
        kept.used = now;
        used(kept, now)
    }

    /// The states of a simul's boards, in order; `None` for one whose game has not begun.
    pub(crate) async fn read(
        &self,
        journal: &dyn Journal,
        simul: &Simul,
        now_ms: u64,
    ) -> Result<Vec<Result<Option<CachedBoard>, UnreadableBoard>>, LiveError> {
        let cached = self.with_entry(simul.id(), |kept, _| kept.simul.clone());
        let mut cached = cached.lock().await;
        let now = now();
        let is_fresh = cached
            .read
            .is_some_and(|read| now.saturating_duration_since(read) < FRESH);
        if !is_fresh {
            cached
                .places
                .resize_with(simul.boards().len(), CachedGame::default);
            for (place, board) in cached.places.iter_mut().zip(simul.boards()) {
                place.read(journal, board.game, now).await?;
            }
            cached.read = Some(now);
        }
        let states = cached.places.iter().map(|place| match place {
            CachedGame::NotBegun => Ok(None),
            CachedGame::Read(game) => Ok(Some(CachedBoard::of(game.session(), now_ms))),
            CachedGame::Unreadable { .. } => Err(UnreadableBoard),
        });
        Ok(states.collect())
    }

    /// Whether the host's presence must be published again. If so, the interval restarts.
    pub(crate) fn take_presence_slot(&self, id: SimulId) -> bool {
        self.with_entry(id, |kept, now| {
            let after = |at: Instant| now.saturating_duration_since(at) >= ATTENDED_EVERY;
            let is_due = kept.attended.is_none_or(after);
            if is_due {
                kept.attended = Some(now);
            }
            is_due
        })
    }
}

impl CachedGame {
    /// Reads the current state of the board.
    async fn read(
        &mut self,
        journal: &dyn Journal,
        id: GameId,
        now: Instant,
    ) -> Result<(), LiveError> {
        let read = match self {
            Self::Read(game) if game.session().ending().is_some() => return Ok(()),
            Self::Unreadable { tried } if now.saturating_duration_since(*tried) < UNREADABLE => {
                return Ok(());
            }
            Self::Read(game) => game.catch_up(journal).await.map(drop),
            Self::NotBegun | Self::Unreadable { .. } => self.open(journal, id).await,
        };
        match read {
            Err(error) if error.is_of_this_game() => {
                tracing::error!(game = %id, error = &error as &dyn std::error::Error, "a board of a simul cannot be read");
                *self = Self::Unreadable { tried: now };
                Ok(())
            }
            read => read,
        }
    }

    async fn open(&mut self, journal: &dyn Journal, id: GameId) -> Result<(), LiveError> {
        let opened = LiveGame::open(journal, id).await?;
        *self = opened.map_or(Self::NotBegun, |game| Self::Read(Box::new(game)));
        Ok(())
    }
}

impl CachedBoard {
    fn of(session: &Session, now_ms: u64) -> Self {
        let game = session.game();
        let last = game.len().checked_sub(1).and_then(|ply| {
            let before = game.position_after(ply)?;
            let played = game.moves().last()?;
            Some(move_text::text(before, &played))
        });
        Self {
            fen: fen::write(session.position()),
            last,
            ply: session.ply(),
            state: state_of(session, now_ms),
        }
    }
}
