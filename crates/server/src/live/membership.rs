//! A client's place in the room of a game, which it leaves when this is dropped, however its task ends.

use std::sync::Arc;

use damier_club::library::GameId;
use damier_club::live::SeatRole;
use damier_club::{CommandId, Want};
use tokio::sync::oneshot;

use super::frames::Phrase;
use super::presence::MemberId;
use super::queue::Queue;
use super::room::{Answer, Arrived, Call};
use super::rooms::{Rooms, Unreachable};
use crate::clock::WallClock;
use crate::metrics::CommandOutcome;

/// A client in a room.
pub(crate) struct Membership {
    rooms: Arc<Rooms>,
    game: GameId,
    role: SeatRole,
    member: MemberId,
}

impl Membership {
    /// Enters the room of a game; the welcome is put into the queue.
    pub(crate) async fn enter(
        rooms: &Arc<Rooms>,
        game: GameId,
        role: SeatRole,
        have: u32,
        queue: &Queue,
    ) -> Result<Self, Unreachable> {
        for _ in 0..2 {
            let (answer, answered) = oneshot::channel();
            let queue = queue.clone();
            rooms
                .call(
                    game,
                    Call::Enter {
                        role,
                        have,
                        queue,
                        answer,
                    },
                )
                .await?;
            // A room that was just closing answers nothing.
            if let Ok(member) = answered.await {
                return Ok(Self {
                    rooms: rooms.clone(),
                    game,
                    role,
                    member,
                });
            }
        }
        Err(Unreachable)
    }

    /// Asks for the welcome again.
    pub(crate) async fn again(&self, have: u32) -> Result<(), Unreachable> {
        let member = self.member;
        self.rooms
            .call(self.game, Call::Again { member, have })
            .await
    }

    /// Sends a command and waits for its answer.
    pub(crate) async fn act(&self, id: CommandId, want: Want, at: Arrived) -> Answer {
        act(&self.rooms, self.game, self.role, id, want, at).await
    }

    /// Says something to everybody; those who only watch say nothing.
    pub(crate) async fn say(&self, phrase: Phrase) -> Result<bool, Unreachable> {
        let SeatRole::Player(by) = self.role else {
            return Ok(false);
        };
        self.rooms.call(self.game, Call::Say { by, phrase }).await?;
        Ok(true)
    }
}

impl Drop for Membership {
    fn drop(&mut self) {
        let (rooms, game, member) = (self.rooms.clone(), self.game, self.member);
        tokio::spawn(async move { rooms.call_if_open(game, Call::Leave { member }).await });
    }
}

/// Sends a command to the room of a game and waits for its answer.
pub(crate) async fn act(
    rooms: &Arc<Rooms>,
    game: GameId,
    role: SeatRole,
    id: CommandId,
    want: Want,
    at: Arrived,
) -> Answer {
    let (answer, answered) = oneshot::channel();
    let call = Call::Act {
        role,
        id,
        want,
        at,
        answer,
    };
    let answer = match rooms.call(game, call).await {
        Ok(()) => answered.await.unwrap_or(Answer::Unavailable),
        Err(Unreachable) => Answer::Unavailable,
    };
    let outcome = match answer {
        Answer::Done(_) => CommandOutcome::Stored,
        Answer::Refused { .. } => CommandOutcome::Refused,
        Answer::Unavailable => CommandOutcome::Unavailable,
    };
    let took_ms = rooms.clock.now_ms().saturating_sub(at.at_ms);
    rooms.metrics.commanded(outcome, took_ms);
    answer
}
