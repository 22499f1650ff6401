//! A client's place in the room of a game, which it leaves when this is dropped, however its task ends.

use std::sync::Arc;

use damier_session::{CommandId, GameId, SeatRole, Want};
use tokio::sync::oneshot;

use super::entry::{Entry, Leave, NotNow};
use super::frames::Saying;
use super::queue::Queue;
use super::seats::Sitter;
use super::teams::Another;
use crate::clock::WallClock;
use crate::live::actor::{Answer, Arrived, Call};
use crate::live::actors::{Rooms, Unreachable};
use crate::metrics::CommandOutcome;
use crate::problem::Problem;

/// A client in a room.
pub(crate) struct Membership {
    rooms: Arc<Rooms>,
    game: GameId,
    sitter: Sitter,
    entry: Entry,
}

impl Membership {
    /// Enters the room of a game; the welcome is put into the queue.
    pub(crate) async fn enter(
        rooms: &Arc<Rooms>,
        game: GameId,
        sitter: Sitter,
        have: u32,
        queue: &Queue,
    ) -> Result<Self, NotLetIn> {
        for _ in 0..2 {
            let (answer, answered) = oneshot::channel();
            let (leaving, left) = (rooms.clone(), game);
            let leave: Leave = Box::new(move |member| {
                tokio::spawn(
                    async move { leaving.call_if_open(left, Call::Leave { member }).await },
                );
            });
            let call = Call::Enter {
                sitter,
                have,
                queue: queue.clone(),
                answer,
                leave,
            };
            let called = rooms.call(game, call).await;
            called.map_err(|Unreachable| NotLetIn::Unreachable)?;
            match answered.await {
                Ok(Ok(entry)) => {
                    return Ok(Self {
                        rooms: rooms.clone(),
                        game,
                        sitter,
                        entry,
                    });
                }
                Ok(Err(NotNow)) => return Err(NotLetIn::Unreachable),
                // A room that was just closing answers nothing; the next one will.
                Err(_) => {}
            }
        }
        Err(if rooms.is_unreadable(game).await {
            NotLetIn::Unreadable
        } else {
            NotLetIn::Unreachable
        })
    }

    /// Asks for the welcome again, and waits until it is in the queue.
    pub(crate) async fn again(&self, have: u32) -> Result<(), Unreachable> {
        let (answer, answered) = oneshot::channel();
        let again = Call::Again {
            member: self.entry.member(),
            have,
            answer,
        };
        self.rooms.call(self.game, again).await?;
        answered.await.map_err(|_| Unreachable)
    }

    /// Sends a command and waits for its answer.
    pub(crate) async fn act(&self, id: CommandId, want: Want, at: Arrived) -> Answer {
        act(&self.rooms, self.game, self.sitter, id, want, at).await
    }

    /// Puts what is to be said into the queue of the room, and does not wait until it was said: what the client sends behind it would be read later, and
    /// a move counts from when it was read. Where the room is lost, the client is cut off.
    pub(crate) async fn say(&self, saying: Saying) -> Result<(), NotSaid> {
        let call = call_to_say(self.sitter, saying, None)?;
        let called = self.rooms.call(self.game, call).await;
        called.map_err(|Unreachable| NotSaid::Unreachable)
    }
}

/// Why somebody is not let into the room of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotLetIn {
    /// The game cannot be reached now.
    Unreachable,
    /// This program cannot read what is kept of the game, now or later.
    Unreadable,
}

impl From<NotLetIn> for Problem {
    fn from(not_let_in: NotLetIn) -> Self {
        match not_let_in {
            NotLetIn::Unreachable => Self::live_unavailable(),
            NotLetIn::Unreadable => {
                Self::game_unreadable("what is kept of the game cannot be read".to_owned())
            }
        }
    }
}

/// Why something was not said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotSaid {
    /// Whoever watches says nothing.
    Watches,
    /// There are more marks than a board bears.
    TooMany,
    /// The game cannot be reached now.
    Unreachable,
    /// This program cannot read what is kept of the game, now or later.
    Unreadable,
}

impl NotSaid {
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

/// What the room of a game is asked so that something is said there: a phrase to everybody, a word or marks to the own team. Nobody hears the latter
/// where there is no team.
fn call_to_say(
    sitter: Sitter,
    saying: Saying,
    answer: Option<oneshot::Sender<()>>,
) -> Result<Call, NotSaid> {
    match saying {
        Saying::Say { phrase } => match sitter.role {
            SeatRole::Player(by) => Ok(Call::Say { by, phrase, answer }),
            SeatRole::Arbiter | SeatRole::Watcher => Err(NotSaid::Watches),
        },
        Saying::Whisper { phrase } => Ok(Call::Whisper {
            sitter,
            phrase,
            answer,
        }),
        Saying::Mark(marks) if !marks.are_few() => Err(NotSaid::TooMany),
        Saying::Mark(marks) => Ok(Call::Mark {
            sitter,
            marks,
            answer,
        }),
    }
}

/// Says something at a game, and waits until it was said: a room that could not be opened says nothing to anybody. Where this is given up before its turn
/// in the room, nothing is said.
pub(crate) async fn say_and_wait(
    rooms: &Arc<Rooms>,
    game: GameId,
    sitter: Sitter,
    saying: Saying,
) -> Result<(), NotSaid> {
    let (answer, answered) = oneshot::channel();
    let call = call_to_say(sitter, saying, Some(answer))?;
    let is_called = rooms.call(game, call).await.is_ok();
    if answered.await.is_ok() {
        Ok(())
    } else if is_called && rooms.is_unreadable(game).await {
        Err(NotSaid::Unreadable)
    } else {
        Err(NotSaid::Unreachable)
    }
}

/// Tells the room of a game that a member of a team wants another one; `willing` are those of both teams who are put down for it.
pub(crate) async fn want_another(
    rooms: &Arc<Rooms>,
    game: GameId,
    member: u16,
    willing: Vec<u16>,
) -> Result<Another, Unreachable> {
    let (answer, answered) = oneshot::channel();
    let call = Call::Another {
        member,
        willing,
        answer,
    };
    rooms.call(game, call).await?;
    // A room that was just closing answers nothing; it is asked again.
    answered.await.ok().flatten().ok_or(Unreachable)
}

/// Sends a command to the room of a game and waits for its answer.
pub(crate) async fn act(
    rooms: &Arc<Rooms>,
    game: GameId,
    sitter: Sitter,
    id: CommandId,
    want: Want,
    at: Arrived,
) -> Answer {
    let (answer, answered) = oneshot::channel();
    let call = Call::Act {
        sitter,
        id,
        want,
        at,
        answer,
    };
    let is_called = rooms.call(game, call).await.is_ok();
    let answer = if let Ok(answer) = answered.await {
        answer
    } else if is_called && rooms.is_unreadable(game).await {
        Answer::Unreadable
    } else {
        Answer::Unavailable
    };
    let outcome = match answer {
        Answer::Done(_) | Answer::Noted => CommandOutcome::Stored,
        Answer::Refused { .. } => CommandOutcome::Refused,
        Answer::Unavailable | Answer::Unreadable => CommandOutcome::Unavailable,
    };
    let took_ms = rooms.clock.now_ms().saturating_sub(at.at_ms);
    rooms.metrics.commanded(outcome, took_ms);
    answer
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::task::Poll;
    use std::time::Duration;

    use damier_people::in_memory::InMemoryStore;
    use damier_people::live::{Journal, LiveSetup};
    use damier_rules::Variant;
    use damier_session::{GameSettings, Seating, Session, Side};
    use futures_util::FutureExt;
    use tokio::time::timeout;

    use super::super::frames::Phrase;
    use super::super::queue::queue;
    use super::*;
    use crate::clock::SystemClock;
    use crate::live::cluster::Neighbours;
    use crate::metrics::Metrics;
    use crate::node_clock::NodeClock;
    use crate::push::Pusher;

    /// The rooms of a node at which a game has begun.
    async fn rooms() -> (Arc<Rooms>, GameId) {
        let settings = GameSettings {
            seating: Seating::Apart,
            ..GameSettings::friendly("Awa", "Piet")
        };
        let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap();
        let (id, record) = (GameId::from_bits(1), session.record());
        let store = Arc::new(InMemoryStore::default());
        store
            .begin(&LiveSetup { id, record }, &[], None)
            .await
            .unwrap();
        let rooms = Rooms::new(
            store,
            Arc::new(NodeClock::new(Arc::new(SystemClock))),
            Neighbours::new(None),
            Metrics::new(),
            Pusher::default(),
        );
        (rooms, id)
    }

    async fn enter(
        (rooms, game): &(Arc<Rooms>, GameId),
        side: Side,
        queue: &Queue,
    ) -> Result<Membership, NotLetIn> {
        let sitter = Sitter {
            role: SeatRole::Player(side),
            key: None,
        };
        Membership::enter(rooms, *game, sitter, 0, queue).await
    }

    #[tokio::test]
    async fn whoever_gives_up_on_the_way_in_is_not_there() {
        let rooms = rooms().await;

        // The room has let White in, and the request of White is given up before it looks at that.
        let (queue_of_white, mut white) = queue();
        let mut entering = Box::pin(enter(&rooms, Side::White, &queue_of_white));
        let early = poll_fn(|context| Poll::Ready(entering.as_mut().poll(context))).await;
        assert!(early.is_pending());
        let welcome = white.next().await.unwrap();
        assert!(welcome.contains(r#""white":true"#), "{welcome}");
        drop(entering);

        let (queue_of_black, mut black) = queue();
        let _membership = enter(&rooms, Side::Black, &queue_of_black).await.unwrap();
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
        let rooms = rooms().await;
        let (queue_of_white, mut white) = queue();
        let mut entering = Box::pin(enter(&rooms, Side::White, &queue_of_white));
        let early = poll_fn(|context| Poll::Ready(entering.as_mut().poll(context))).await;
        assert!(early.is_pending());
        drop(entering); // the room has not been opened yet

        let (queue_of_black, mut black) = queue();
        let _membership = enter(&rooms, Side::Black, &queue_of_black).await.unwrap();
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
        let (rooms, game) = rooms().await;
        let (queue_of_white, _white) = queue();
        let entered = enter(&(rooms.clone(), game), Side::White, &queue_of_white).await;
        let membership = entered.unwrap();
        let mut calls = rooms.stuck_room(game);

        let said = membership.say(saying(Phrase::Hello)).now_or_never();
        assert_eq!(said, Some(Ok(())));
        let call = calls.try_recv();
        assert!(matches!(call, Ok(Call::Say { answer: None, .. })));

        // A request of its own is told whether it was said.
        let sitter = membership.sitter;
        let mut waits = Box::pin(say_and_wait(&rooms, game, sitter, saying(Phrase::Thanks)));
        assert_eq!(waits.as_mut().now_or_never(), None);
        let Ok(Call::Say {
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
        let rooms = rooms().await;
        let (queue_of_white, _white) = queue();
        let membership = enter(&rooms, Side::White, &queue_of_white).await.unwrap();
        let (queue_of_black, mut black) = queue();
        let _other = enter(&rooms, Side::Black, &queue_of_black).await.unwrap();

        let sitter = membership.sitter;
        let given_up = say_and_wait(&rooms.0, rooms.1, sitter, saying(Phrase::Hello));
        assert_eq!(given_up.now_or_never(), None); // and dropped, before the room has come to it
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
