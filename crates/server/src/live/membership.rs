//! A client's place in the actor of a game, which it leaves when this is dropped, however its task ends.

use std::sync::Arc;

use damier_session::{CommandId, GameId, SeatRole, Want};
use tokio::sync::oneshot;

use super::entry::{Entry, Leave, StateUnknown};
use super::frames::Saying;
use super::queue::Queue;
use super::seats::SeatHolder;
use super::teams::RematchVote;
use crate::clock::WallClock;
use crate::live::actor::{ActorMessage, CommandReply, Received};
use crate::live::actors::{GameActors, Unreachable};
use crate::metrics::CommandOutcome;
use crate::problem::Problem;

/// A client in an actor.
pub(crate) struct Membership {
    actors: Arc<GameActors>,
    game: GameId,
    holder: SeatHolder,
    entry: Entry,
}

impl Membership {
    /// Enters the actor of a game; the welcome is put into the queue.
    pub(crate) async fn enter(
        actors: &Arc<GameActors>,
        game: GameId,
        holder: SeatHolder,
        have: u32,
        queue: &Queue,
    ) -> Result<Self, EnterError> {
        for _ in 0..2 {
            let (answer, answered) = oneshot::channel();
            let (leaving, left) = (actors.clone(), game);
            let leave: Leave = Box::new(move |member| {
                tokio::spawn(async move {
                    leaving
                        .send_if_open(left, ActorMessage::Leave { member })
                        .await
                });
            });
            let call = ActorMessage::Enter {
                holder,
                have,
                queue: queue.clone(),
                answer,
                leave,
            };
            let called = actors.send(game, call).await;
            called.map_err(|Unreachable| EnterError::Unreachable)?;
            match answered.await {
                Ok(Ok(entry)) => {
                    return Ok(Self {
                        actors: actors.clone(),
                        game,
                        holder,
                        entry,
                    });
                }
                Ok(Err(StateUnknown)) => return Err(EnterError::Unreachable),
                // An actor that was just closing answers nothing; the next one will.
                Err(_) => {}
            }
        }
        Err(if actors.is_unreadable(game).await {
            EnterError::Unreadable
        } else {
            EnterError::Unreachable
        })
    }

    /// Asks for the welcome again, and waits until it is in the queue.
    pub(crate) async fn again(&self, have: u32) -> Result<(), Unreachable> {
        let (answer, answered) = oneshot::channel();
        let again = ActorMessage::Again {
            member: self.entry.member(),
            have,
            answer,
        };
        self.actors.send(self.game, again).await?;
        answered.await.map_err(|_| Unreachable)
    }

    /// Sends a command and waits for its answer.
    pub(crate) async fn act(&self, id: CommandId, want: Want, at: Received) -> CommandReply {
        act(&self.actors, self.game, self.holder, id, want, at).await
    }

    /// Puts what is to be said into the queue of the actor, and does not wait until it was said: what the client sends behind it would be read later, and
    /// a move counts from when it was read. Where the actor is lost, the client is cut off.
    pub(crate) async fn say(&self, saying: Saying) -> Result<(), ChatError> {
        let call = call_to_say(self.holder, saying, None)?;
        let called = self.actors.send(self.game, call).await;
        called.map_err(|Unreachable| ChatError::Unreachable)
    }
}

/// Why somebody is not let into the actor of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EnterError {
    /// The game cannot be reached now.
    Unreachable,
    /// This program cannot read what is kept of the game, now or later.
    Unreadable,
}

impl From<EnterError> for Problem {
    fn from(not_let_in: EnterError) -> Self {
        match not_let_in {
            EnterError::Unreachable => Self::live_unavailable(),
            EnterError::Unreadable => {
                Self::game_unreadable("what is kept of the game cannot be read".to_owned())
            }
        }
    }
}

/// Why something was not said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChatError {
    /// Whoever watches says nothing.
    Watches,
    /// There are more marks than a board bears.
    TooMany,
    /// The game cannot be reached now.
    Unreachable,
    /// This program cannot read what is kept of the game, now or later.
    Unreadable,
}

impl ChatError {
    /// The code, and the reason in words.
    pub(crate) const fn told(self) -> (&'static str, &'static str) {
        match self {
            Self::Watches => ("not-entitled", "whoever watches says nothing"),
            Self::TooMany => ("bad-frame", "too many marks"),
            Self::Unreachable => ("unavailable", "nothing can be said now; send it again"),
            Self::Unreadable => ("game-unreadable", "what is kept of the game cannot be read"),
        }
    }
}

/// What the actor of a game is asked so that something is said there: a phrase to everybody, a word or marks to the own team. Nobody hears the latter
/// where there is no team.
fn call_to_say(
    holder: SeatHolder,
    saying: Saying,
    answer: Option<oneshot::Sender<()>>,
) -> Result<ActorMessage, ChatError> {
    match saying {
        Saying::Say { phrase } => match holder.role {
            SeatRole::Player(by) => Ok(ActorMessage::Say { by, phrase, answer }),
            SeatRole::Arbiter | SeatRole::Watcher => Err(ChatError::Watches),
        },
        Saying::Whisper { phrase } => Ok(ActorMessage::Whisper {
            holder,
            phrase,
            answer,
        }),
        Saying::Mark(marks) if !marks.are_few() => Err(ChatError::TooMany),
        Saying::Mark(marks) => Ok(ActorMessage::Mark {
            holder,
            marks,
            answer,
        }),
    }
}

/// Says something at a game, and waits until it was said: an actor that could not be opened says nothing to anybody. Where this is given up before its turn
/// in the actor, nothing is said.
pub(crate) async fn say_and_wait(
    actors: &Arc<GameActors>,
    game: GameId,
    holder: SeatHolder,
    saying: Saying,
) -> Result<(), ChatError> {
    let (answer, answered) = oneshot::channel();
    let call = call_to_say(holder, saying, Some(answer))?;
    let is_called = actors.send(game, call).await.is_ok();
    if answered.await.is_ok() {
        Ok(())
    } else if is_called && actors.is_unreadable(game).await {
        Err(ChatError::Unreadable)
    } else {
        Err(ChatError::Unreachable)
    }
}

/// Tells the actor of a game that a member of a team wants another one; `willing` are those of both teams who are put down for it.
pub(crate) async fn want_another(
    actors: &Arc<GameActors>,
    game: GameId,
    member: u16,
    willing: Vec<u16>,
) -> Result<RematchVote, Unreachable> {
    let (answer, answered) = oneshot::channel();
    let call = ActorMessage::RematchVote {
        member,
        willing,
        answer,
    };
    actors.send(game, call).await?;
    // An actor that was just closing answers nothing; it is asked again.
    answered.await.ok().flatten().ok_or(Unreachable)
}

/// Sends a command to the actor of a game and waits for its answer.
pub(crate) async fn act(
    actors: &Arc<GameActors>,
    game: GameId,
    holder: SeatHolder,
    id: CommandId,
    want: Want,
    at: Received,
) -> CommandReply {
    let (answer, answered) = oneshot::channel();
    let call = ActorMessage::Act {
        holder,
        id,
        want,
        at,
        answer,
    };
    let is_called = actors.send(game, call).await.is_ok();
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
    let took_ms = actors.clock.now_ms().saturating_sub(at.at_ms);
    actors.metrics.commanded(outcome, took_ms);
    answer
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::task::Poll;
    use std::time::Duration;

    use damier_people::in_memory::InMemoryJournal;
    use damier_people::live::{Journal, LiveSetup};
    use damier_rules::Variant;
    use damier_session::{GameSettings, Seating, Session, Side};
    use futures_util::FutureExt;
    use tokio::time::timeout;

    use super::super::frames::Phrase;
    use super::super::queue::queue;
    use super::*;
    use crate::clock::SystemClock;
    use crate::live::cluster::Cluster;
    use crate::metrics::Metrics;
    use crate::node_clock::NodeClock;
    use crate::push::Pusher;

    /// The actors of a node at which a game has begun.
    async fn actors() -> (Arc<GameActors>, GameId) {
        let settings = GameSettings {
            seating: Seating::Apart,
            ..GameSettings::friendly("Awa", "Piet")
        };
        let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap();
        let (id, record) = (GameId::from_bits(1), session.record());
        let store = Arc::new(InMemoryJournal::default());
        store
            .begin(&LiveSetup { id, record }, &[], None)
            .await
            .unwrap();
        let actors = GameActors::new(
            store,
            Arc::new(NodeClock::new(Arc::new(SystemClock))),
            Cluster::new(None),
            Metrics::new(),
            Pusher::default(),
        );
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
    async fn whoever_gives_up_on_the_way_in_is_not_there() {
        let actors = actors().await;

        // The actor has let White in, and the request of White is given up before it looks at that.
        let (queue_of_white, mut white) = queue();
        let mut entering = Box::pin(enter(&actors, Side::White, &queue_of_white));
        let early = poll_fn(|context| Poll::Ready(entering.as_mut().poll(context))).await;
        assert!(early.is_pending());
        let welcome = white.next().await.unwrap();
        assert!(welcome.contains(r#""white":true"#), "{welcome}");
        drop(entering);

        let (queue_of_black, mut black) = queue();
        let _membership = enter(&actors, Side::Black, &queue_of_black).await.unwrap();
        let told = timeout(Duration::from_secs(5), async {
            loop {
                let frame = black.next().await.unwrap();
                if frame.contains(r#""white":false,"black":true"#) {
                    return;
                }
            }
        });
        told.await.expect("White is told to be gone");
    }

    #[tokio::test]
    async fn nothing_is_done_for_whoever_has_gone_before_his_turn() {
        let actors = actors().await;
        let (queue_of_white, mut white) = queue();
        let mut entering = Box::pin(enter(&actors, Side::White, &queue_of_white));
        let early = poll_fn(|context| Poll::Ready(entering.as_mut().poll(context))).await;
        assert!(early.is_pending());
        drop(entering); // the actor has not been opened yet

        let (queue_of_black, mut black) = queue();
        let _membership = enter(&actors, Side::Black, &queue_of_black).await.unwrap();
        let welcome = black.next().await.unwrap();
        assert!(
            welcome.contains(r#""white":false,"black":true"#),
            "{welcome}"
        );
        assert!(white.waiting().is_empty());
    }

    fn saying(phrase: Phrase) -> Saying {
        Saying::Say { phrase }
    }

    #[tokio::test]
    async fn a_socket_does_not_wait_until_a_word_was_said() {
        let (actors, game) = actors().await;
        let (queue_of_white, _white) = queue();
        let entered = enter(&(actors.clone(), game), Side::White, &queue_of_white).await;
        let membership = entered.unwrap();
        let mut calls = actors.stuck_actor(game);

        let said = membership.say(saying(Phrase::Hello)).now_or_never();
        assert_eq!(said, Some(Ok(())));
        let call = calls.try_recv();
        assert!(matches!(call, Ok(ActorMessage::Say { answer: None, .. })));

        // A request of its own is told whether it was said.
        let holder = membership.holder;
        let mut waits = Box::pin(say_and_wait(&actors, game, holder, saying(Phrase::Thanks)));
        assert_eq!(waits.as_mut().now_or_never(), None);
        let Ok(ActorMessage::Say {
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
    async fn a_word_whose_request_was_given_up_before_its_turn_is_not_said() {
        let actors = actors().await;
        let (queue_of_white, _white) = queue();
        let membership = enter(&actors, Side::White, &queue_of_white).await.unwrap();
        let (queue_of_black, mut black) = queue();
        let _other = enter(&actors, Side::Black, &queue_of_black).await.unwrap();

        let holder = membership.holder;
        let given_up = say_and_wait(&actors.0, actors.1, holder, saying(Phrase::Hello));
        assert_eq!(given_up.now_or_never(), None); // and dropped, before the actor has come to it
        membership.say(saying(Phrase::GoodLuck)).await.unwrap();
        let first = timeout(Duration::from_secs(5), async {
            loop {
                let frame = black.next().await.unwrap();
                if frame.contains(r#""frame":"said""#) {
                    return frame;
                }
            }
        });
        let first = first.await.expect("something is said");
        assert!(first.contains("good-luck"), "{first}");
    }
}
