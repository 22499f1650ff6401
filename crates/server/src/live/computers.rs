//! The engine of the house, which plays at boards that were given to the computer. One thinks at a time on this node, so that the engine takes one
//! core of several at most; the others wait for a moment.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use damier_club::computer::ComputerPlayer;
use damier_club::{Session, Side, Want};
use tokio::task::{JoinHandle, spawn_blocking};

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

/// The engine, made when it is needed first.
#[derive(Debug, Default)]
pub(crate) struct Computers {
    player: Mutex<Option<ComputerPlayer>>,
    turn: tokio::sync::Mutex<()>,
    boards: AtomicUsize,
}

/// The computer plays at a board of an open room, until this is dropped.
#[derive(Debug)]
pub(crate) struct ComputerBoard(Arc<Computers>);

impl Drop for ComputerBoard {
    fn drop(&mut self) {
        self.0.boards.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Computers {
    /// The computer plays at one more board, if it does in this game.
    pub(crate) fn board(self: &Arc<Self>, session: &Session) -> Option<ComputerBoard> {
        let plays = |side| session.computer_level(side).is_some();
        Side::ALL.into_iter().any(plays).then(|| {
            self.boards.fetch_add(1, Ordering::SeqCst);
            ComputerBoard(self.clone())
        })
    }

    /// Whether it takes another game.
    pub(crate) fn has_a_board(&self) -> bool {
        self.boards.load(Ordering::SeqCst) < MOST_BOARDS
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
