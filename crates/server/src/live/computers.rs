//! The engine of the house, which plays at boards that were given to the computer. One thinks at a time on this node, so that the engine takes one
//! core of several at most; the others wait for a moment.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use damier_club::computer::ComputerPlayer;
use damier_club::{Session, Side, Want};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::Instant;

use super::neighbours::now;

/// What the computer wants to do, and for which version of the game.
#[derive(Debug)]
pub(crate) struct Thought {
    pub(crate) version: u32,
    pub(crate) side: Side,
    pub(crate) want: Want,
}

/// Waits for the thought, and forgets that one is waited for.
pub(crate) async fn thought(thinking: &mut Option<JoinHandle<Option<Thought>>>) -> Option<Thought> {
    let thought = thinking.as_mut()?.await;
    *thinking = None;
    thought.ok().flatten()
}

/// At how many boards on this node the computer plays before it takes no further game. With one engine, which thinks for some tenths of a second,
/// nobody waits for long.
const MOST_BOARDS: usize = 120;

/// How long after it had something to do a board counts. So whoever leaves many games standing, which costs nothing, keeps nobody from the computer.
const COUNTED: Duration = Duration::from_mins(1);

/// The engine, made when it is needed first.
#[derive(Debug, Default)]
pub(crate) struct Computers {
    player: Mutex<Option<ComputerPlayer>>,
    turn: tokio::sync::Mutex<()>,
    boards: Mutex<Boards>,
}

/// The boards of open rooms at which the computer plays, by the order in which they were opened, with the moment when it last had something to do.
#[derive(Debug, Default)]
struct Boards {
    opened: u64,
    due: BTreeMap<u64, Instant>,
}

/// The computer plays at a board of an open room, until this is dropped: the room has closed or the game is over.
#[derive(Debug)]
pub(crate) struct ComputerBoard {
    computers: Arc<Computers>,
    number: u64,
}

impl ComputerBoard {
    /// The computer has something to do here now.
    pub(crate) fn is_due(&self) {
        self.computers.boards().due.insert(self.number, now());
    }
}

impl Drop for ComputerBoard {
    fn drop(&mut self) {
        self.computers.boards().due.remove(&self.number);
    }
}

impl Computers {
    /// The computer plays at one more board, if it does in this game. The board counts from now on.
    pub(crate) fn board(self: &Arc<Self>, session: &Session) -> Option<ComputerBoard> {
        let plays = |side| session.computer_level(side).is_some();
        if !Side::ALL.into_iter().any(plays) {
            return None;
        }
        let mut boards = self.boards();
        boards.opened += 1;
        let number = boards.opened;
        boards.due.insert(number, now());
        Some(ComputerBoard {
            computers: self.clone(),
            number,
        })
    }

    /// Whether it takes another game.
    pub(crate) fn has_a_board(&self) -> bool {
        let now = now();
        let counts = |due: &&Instant| now.saturating_duration_since(**due) < COUNTED;
        self.boards().due.values().filter(counts).count() < MOST_BOARDS
    }

    fn boards(&self) -> MutexGuard<'_, Boards> {
        self.boards.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Thinks about a game, and answers with what is made of it; `None` where the computer has nothing to do, or the thread failed.
    pub(crate) fn think<T: Send + 'static>(
        self: &Arc<Self>,
        session: Session,
        side: Side,
        seed: u64,
        made: impl FnOnce(Want) -> T + Send + 'static,
    ) -> JoinHandle<Option<T>> {
        let own = self.clone();
        tokio::spawn(async move {
            // Waiting here takes no thread of those that block.
            let _turn = own.turn.lock().await;
            let engine = own.clone();
            let thought = spawn_blocking(move || {
                let mut kept = engine.player.lock().unwrap_or_else(PoisonError::into_inner);
                let player = kept.get_or_insert_default();
                player.wants(&session, side, seed)
            });
            match thought.await {
                Ok(want) => want.map(made),
                Err(error) => {
                    tracing::error!(%error, "the engine of the house failed");
                    None
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_club::{GameSettings, Player};
    use damier_rules::Variant;
    use tokio::time::sleep;

    #[tokio::test(start_paused = true)]
    async fn boards_at_which_nothing_happens_keep_nobody_from_the_computer() {
        let session = |black| {
            let settings = GameSettings {
                black,
                ..GameSettings::friendly("Awa", "Piet")
            };
            Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap()
        };
        let game = session(Player::Computer { level: 1 });
        let computers = Arc::new(Computers::default());
        let person = Player::Person {
            name: "Piet".into(),
        };
        assert!(computers.board(&session(person)).is_none());
        let boards: Vec<_> = (0..MOST_BOARDS)
            .map(|_| computers.board(&game).unwrap())
            .collect();
        assert!(!computers.has_a_board());
        sleep(COUNTED / 2).await;
        assert!(!computers.has_a_board());
        // At most of them somebody plays on, and one waits for its player.
        boards[1..].iter().for_each(ComputerBoard::is_due);
        sleep(COUNTED / 2).await;
        assert!(computers.has_a_board());
        boards[0].is_due();
        assert!(!computers.has_a_board());
        drop(boards);
        assert!(computers.has_a_board());
    }
}
