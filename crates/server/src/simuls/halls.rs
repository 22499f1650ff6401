//! How the boards of displays stand, kept at hand on this node: many look at the same boards again and again, and none of them shall cost a reading
//! of every game. A hall is read anew when somebody asks and what is known is a moment old.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use damier_club::Session;
use damier_club::live::{LiveError, LiveGame, LiveStore};
use damier_club::simul::{Simul, SimulId};
use damier_notation::{fen, move_text};
use tokio::time::Instant;

use crate::live::frames::State;
use crate::live::neighbours::now;

/// After how long the boards are read again.
const FRESH: Duration = Duration::from_millis(300);

/// How many halls are kept. A hall that nobody has looked at for long goes first, and is opened again by whoever looks at it.
const MOST_HALLS: usize = 24;

/// How often the host's presence is told anew.
const ATTENDED_EVERY: Duration = Duration::from_secs(5);

/// The halls of this node.
#[derive(Debug, Default)]
pub(crate) struct Halls {
    open: Mutex<HashMap<SimulId, Kept>>,
    /// Held while a display is changed on this node, so that many who come at one moment need no second try.
    pub(crate) turn: tokio::sync::Mutex<()>,
}

#[derive(Debug)]
struct Kept {
    hall: Arc<tokio::sync::Mutex<Hall>>,
    used: Instant,
    attended: Option<Instant>,
}

/// The games of a display.
#[derive(Debug, Default)]
struct Hall {
    games: Vec<Option<LiveGame>>,
    read: Option<Instant>,
}

/// How a board stands.
#[derive(Debug)]
pub(crate) struct BoardSight {
    pub(crate) fen: String,
    /// The last move in the notation of the game.
    pub(crate) last: Option<String>,
    pub(crate) ply: u32,
    pub(crate) state: State,
}

impl Halls {
    fn open(&self) -> MutexGuard<'_, HashMap<SimulId, Kept>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn kept<T>(&self, id: SimulId, used: impl FnOnce(&mut Kept, Instant) -> T) -> T {
        let mut open = self.open();
        if !open.contains_key(&id) && open.len() >= MOST_HALLS {
            let oldest = open.iter().min_by_key(|(_, kept)| kept.used);
            if let Some(oldest) = oldest.map(|(id, _)| *id) {
                open.remove(&oldest);
            }
        }
        let now = now();
        let kept = open.entry(id).or_insert_with(|| Kept {
            hall: Arc::default(),
            used: now,
            attended: None,
        });
        kept.used = now;
        used(kept, now)
    }

    /// How the boards of a display stand, in their order; `None` for one whose game has not begun yet.
    pub(crate) async fn boards(
        &self,
        store: &dyn LiveStore,
        simul: &Simul,
        now_ms: u64,
    ) -> Result<Vec<Option<BoardSight>>, LiveError> {
        let hall = self.kept(simul.id(), |kept, _| kept.hall.clone());
        let mut hall = hall.lock().await;
        let now = now();
        let is_fresh = hall
            .read
            .is_some_and(|read| now.saturating_duration_since(read) < FRESH);
        if !is_fresh {
            hall.games.resize(simul.boards().len(), None);
            for (game, board) in hall.games.iter_mut().zip(simul.boards()) {
                match game {
                    Some(game) if game.session().ending().is_some() => {}
                    Some(game) => {
                        game.catch_up(store).await?;
                    }
                    None => *game = LiveGame::open(store, board.game).await?,
                }
            }
            hall.read = Some(now);
        }
        let sights = hall.games.iter().map(|game| {
            let session = game.as_ref()?.session();
            Some(BoardSight::of(session, now_ms))
        });
        Ok(sights.collect())
    }

    /// Whether it is time to tell anew that the host is present.
    pub(crate) fn is_to_attend(&self, id: SimulId) -> bool {
        self.kept(id, |kept, now| {
            let after = |at: Instant| now.saturating_duration_since(at) >= ATTENDED_EVERY;
            let is_due = kept.attended.is_none_or(after);
            if is_due {
                kept.attended = Some(now);
            }
            is_due
        })
    }
}

impl BoardSight {
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
            state: State::of(session, now_ms),
        }
    }
}
