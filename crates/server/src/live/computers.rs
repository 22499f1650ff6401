//! The engine of the house, which plays at boards that were given to the computer. One thinks at a time on this node, so that the engine takes one
//! core of several at most; the others wait for a moment.

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

/// The engine, made when it is needed first.
#[derive(Debug, Default)]
pub(crate) struct Computers(Mutex<Option<ComputerPlayer>>, tokio::sync::Mutex<()>);

impl Computers {
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
            let _turn = own.1.lock().await;
            let engine = own.clone();
            let thought = spawn_blocking(move || {
                let mut kept = engine.0.lock().unwrap_or_else(PoisonError::into_inner);
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
