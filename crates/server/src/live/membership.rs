//! The membership of a client in a live game. Dropping it disconnects the client, however its task
//! ends.

use std::sync::Arc;

use damier_session::{CommandId, GameId, SeatRole, Want};
use damier_wire::live::ChatMessage;
use tokio::sync::oneshot;

use super::members::MemberId;
use super::queue::Queue;
use super::seats::SeatHolder;
use super::teams::RematchVote;
use crate::clock::WallClock;
use crate::live::actor::{ActorMessage, CommandReply, Received};
use crate::live::actors::{GameActors, Unreachable};
use crate::metrics::CommandOutcome;
use crate::problem::Problem;

/// A client that is connected to a game, until it is dropped.
pub(crate) struct Membership {
    actors: Arc<GameActors>,
    game: GameId,
    holder: SeatHolder,
    member: MemberId,
}

impl Drop for Membership {
    fn drop(&mut self) {
        let (actors, game, member) = (self.actors.clone(), self.game, self.member);
        tokio::spawn(async move {
            let leave = ActorMessage::Leave { member };
            actors.send_if_open(game, leave).await
        });
    }
}

impl Membership {
    /// Connects a client to a game; the welcome is put into its queue. If cancelled, the client is
    /// disconnected.
    pub(crate) async fn enter(
        actors: &Arc<GameActors>,
        game: GameId,
        holder: SeatHolder,
        have: u32,
        queue: &Queue,
    ) -> Result<Self, EnterError> {
        let membership = Self {
            actors: actors.clone(),
            game,
            holder,
            member: MemberId::new(),
        };
        for _ in 0..2 {
            let (answer, answered) = oneshot::channel();
            let enter = ActorMessage::Enter {
                member: membership.member,
                holder,
                have,
                queue: queue.clone(),
                answer,
            };
            let sent = actors.send(game, enter).await;
            sent.map_err(|Unreachable| EnterError::Unreachable)?;
            match answered.await {
                Ok(true) => return Ok(membership),
                Ok(false) => return Err(EnterError::Unreachable),
                // An actor that was just closing does not reply; the next one will.
                Err(_) => {}
            }
        }
        Err(if actors.is_unreadable(game).await {
            EnterError::Unreadable
        } else {
            EnterError::Unreachable
        })
    }

    /// Requests the welcome again, and waits until it is queued.
    pub(crate) async fn resync(&self, have: u32) -> Result<(), Unreachable> {
        let (answer, answered) = oneshot::channel();
        let resync = ActorMessage::Resync {
            member: self.member,
            have,
            answer,
        };
        self.actors.send(self.game, resync).await?;
        answered.await.map_err(|_| Unreachable)
    }

    /// Sends a command and waits for its answer.
    pub(crate) async fn act(&self, id: CommandId, want: Want, received: Received) -> CommandReply {
        act(&self.actors, self.game, self.holder, id, want, received).await
    }

    /// Sends a chat frame to the actor without waiting until it is delivered, since waiting would
    /// delay reading the next frame, and a move counts from when it is read.
    pub(crate) async fn send_chat(&self, saying: ChatMessage) -> Result<(), ChatError> {
        check_chat(self.holder, &saying)?;
        let message = ActorMessage::Chat {
            holder: self.holder,
            saying,
            answer: None,
        };
        let called = self.actors.send(self.game, message).await;
        called.map_err(|Unreachable| ChatError::Unreachable)
    }
}

/// Why a client cannot be connected to a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EnterError {
    /// The game cannot be reached now.
    Unreachable,
    /// This version cannot read the journal of the game, now or later.
    Unreadable,
}

impl From<EnterError> for Problem {
    fn from(error: EnterError) -> Self {
        match error {
            EnterError::Unreachable => Self::live_unavailable(),
            EnterError::Unreadable => {
                Self::game_unreadable("the stored game cannot be read".to_owned())
            }
        }
    }
}

/// Why a chat frame was not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChatError {
    /// It is that of a spectator.
    Spectator,
    /// It has too many marks.
    TooMany,
    /// The game cannot be reached now.
    Unreachable,
    /// This version cannot read the journal of the game, now or later.
    Unreadable,
}

impl ChatError {
    /// The code, and the reason in words.
    pub(crate) const fn problem(self) -> (&'static str, &'static str) {
        match self {
            Self::Spectator => ("not-entitled", "a spectator cannot send phrases"),
            Self::TooMany => ("bad-frame", "too many marks"),
            Self::Unreachable => (
                "unavailable",
                "the message cannot be sent now; send it again",
            ),
            Self::Unreadable => ("game-unreadable", "the stored game cannot be read"),
        }
    }
}

/// Whether the holder of a seat may send a chat frame.
fn check_chat(holder: SeatHolder, saying: &ChatMessage) -> Result<(), ChatError> {
    match (saying, holder.role) {
        (ChatMessage::Say { .. }, SeatRole::Arbiter | SeatRole::Watcher) => {
            Err(ChatError::Spectator)
        }
        (ChatMessage::Mark(marks), _) if !marks.is_within_limit() => Err(ChatError::TooMany),
        _ => Ok(()),
    }
}

/// Sends a chat frame, and waits until it is delivered. If cancelled before the actor handles it,
/// it is not delivered.
pub(crate) async fn chat_and_wait(
    actors: &Arc<GameActors>,
    game: GameId,
    holder: SeatHolder,
    saying: ChatMessage,
) -> Result<(), ChatError> {
    check_chat(holder, &saying)?;
    let (answer, answered) = oneshot::channel();
    let message = ActorMessage::Chat {
        holder,
        saying,
        answer: Some(answer),
    };
    let is_called = actors.send(game, message).await.is_ok();
    if answered.await.is_ok() {
        Ok(())
    } else if is_called && actors.is_unreadable(game).await {
        Err(ChatError::Unreadable)
    } else {
        Err(ChatError::Unreachable)
    }
}

/// Sends a team member's vote for a rematch; `willing` are the members of both teams who have
/// agreed.
pub(crate) async fn vote_rematch(
    actors: &Arc<GameActors>,
    game: GameId,
    member: u16,
    willing: Vec<u16>,
) -> Result<RematchVote, Unreachable> {
    let (answer, answered) = oneshot::channel();
    let vote = ActorMessage::VoteRematch {
        member,
        willing,
        answer,
    };
    actors.send(game, vote).await?;
    // An actor that was just closing does not reply; the request may be repeated.
    answered.await.map_err(|_| Unreachable)
}

/// Sends a command to the actor of a game, and waits for the reply.
pub(crate) async fn act(
    actors: &Arc<GameActors>,
    game: GameId,
    holder: SeatHolder,
    id: CommandId,
    want: Want,
    received: Received,
) -> CommandReply {
    let (answer, answered) = oneshot::channel();
    let message = ActorMessage::Act {
        holder,
        id,
        want,
        received,
        answer,
    };
    let is_called = actors.send(game, message).await.is_ok();
    let answer = if let Ok(answer) = answered.await {
        answer
    } else if is_called && actors.is_unreadable(game).await {
        CommandReply::Unreadable
    } else {
        CommandReply::Unavailable
    };
    let outcome = match answer {
        CommandReply::Done(_) | CommandReply::Noted => CommandOutcome::Stored,
        CommandReply::Refused { .. } => CommandOutcome::Refused,
        CommandReply::Unavailable | CommandReply::Unreadable => CommandOutcome::Unavailable,
    };
    let took_ms = actors.clock.now_ms().saturating_sub(received.at_ms);
    actors.metrics.commanded(outcome, took_ms);
    answer
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::task::Poll;
    use std::time::Duration;

    use damier_people::in_memory::InMemoryStore;
    use damier_session::Side;
    use futures_util::FutureExt;
    use tokio::time::timeout;

    use super::super::queue::queue;
    use super::*;
    use crate::clock::SystemClock;
    use crate::test_support::{actors_by, apart, begin};
    use damier_wire::live::{Phrase, ServerFrame};

    /// The actors of a node with a running game.
    async fn actors() -> (Arc<GameActors>, GameId) {
        let store = Arc::new(InMemoryStore::default());
        let id = begin(&*store, 1, apart("Awa", "Piet"), 0).await;
        let actors = actors_by(&store, Arc::new(SystemClock));
        (actors, id)
    }

    async fn enter(
        (actors, game): &(Arc<GameActors>, GameId),
        side: Side,
        queue: &Queue,
    ) -> Result<Membership, EnterError> {
        let holder = SeatHolder {
            role: SeatRole::Player(side),
            key: None,
        };
        Membership::enter(actors, *game, holder, 0, queue).await
    }

    #[tokio::test]
    async fn a_client_whose_request_is_dropped_leaves() {
        let actors = actors().await;

        // White is connected, and the request is dropped before it reads the reply.
        let (queue_of_white, mut white) = queue();
        let mut entering = Box::pin(enter(&actors, Side::White, &queue_of_white));
        let early = poll_fn(|context| Poll::Ready(entering.as_mut().poll(context))).await;
        assert!(early.is_pending());
        let welcome = white.next().await.unwrap();
        let welcome = welcome.text();
        assert!(welcome.contains(r#""white":true"#), "{welcome}");
        drop(entering);

        let (queue_of_black, mut black) = queue();
        let _membership = enter(&actors, Side::Black, &queue_of_black).await.unwrap();
        let left = timeout(Duration::from_secs(5), async {
            loop {
                let frame = black.next().await.unwrap();
                if frame.text().contains(r#""white":false,"black":true"#) {
                    return;
                }
            }
        });
        left.await.expect("White is gone");
    }

    #[tokio::test]
    async fn a_request_dropped_before_its_turn_has_no_effect() {
        let actors = actors().await;
        let (queue_of_white, mut white) = queue();
        let mut entering = Box::pin(enter(&actors, Side::White, &queue_of_white));
        let early = poll_fn(|context| Poll::Ready(entering.as_mut().poll(context))).await;
        assert!(early.is_pending());
        drop(entering); // the actor has not been opened yet

        let (queue_of_black, mut black) = queue();
        let _membership = enter(&actors, Side::Black, &queue_of_black).await.unwrap();
        let welcome = black.next().await.unwrap();
        let welcome = welcome.text();
        assert!(
            welcome.contains(r#""white":false,"black":true"#),
            "{welcome}"
        );
        assert!(white.waiting().is_empty());
    }

    fn phrase_message(phrase: Phrase) -> ChatMessage {
        ChatMessage::Say { phrase }
    }

    #[tokio::test]
    async fn a_socket_does_not_wait_until_a_phrase_is_sent() {
        let (actors, game) = actors().await;
        let (queue_of_white, _white) = queue();
        let entered = enter(&(actors.clone(), game), Side::White, &queue_of_white).await;
        let membership = entered.unwrap();
        let mut calls = actors.stuck_actor(game);

        let said = membership
            .send_chat(phrase_message(Phrase::Hello))
            .now_or_never();
        assert_eq!(said, Some(Ok(())));
        let call = calls.try_recv();
        assert!(matches!(call, Ok(ActorMessage::Chat { answer: None, .. })));

        // A request waits until it is sent.
        let holder = membership.holder;
        let mut waits = Box::pin(chat_and_wait(
            &actors,
            game,
            holder,
            phrase_message(Phrase::Thanks),
        ));
        assert_eq!(waits.as_mut().now_or_never(), None);
        let Ok(ActorMessage::Chat {
            answer: Some(answer),
            ..
        }) = calls.try_recv()
        else {
            panic!("it is to be answered");
        };
        answer.send(()).unwrap();
        assert_eq!(waits.await, Ok(()));
    }

    #[tokio::test]
    async fn a_phrase_whose_request_was_dropped_is_not_sent() {
        let actors = actors().await;
        let (queue_of_white, _white) = queue();
        let membership = enter(&actors, Side::White, &queue_of_white).await.unwrap();
        let (queue_of_black, mut black) = queue();
        let _other = enter(&actors, Side::Black, &queue_of_black).await.unwrap();

        let holder = membership.holder;
        let given_up = chat_and_wait(&actors.0, actors.1, holder, phrase_message(Phrase::Hello));
        assert_eq!(given_up.now_or_never(), None); // dropped before the actor handles it
        membership
            .send_chat(phrase_message(Phrase::GoodLuck))
            .await
            .unwrap();
        let first = timeout(Duration::from_secs(5), async {
            loop {
                let frame = black.next().await.unwrap();
                if matches!(frame.frame(), ServerFrame::Said { .. }) {
                    return frame;
                }
            }
        });
        let first = first.await.expect("something is said");
        let first = first.text();
        assert!(first.contains("good-luck"), "{first}");
    }
}
