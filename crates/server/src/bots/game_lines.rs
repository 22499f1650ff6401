//! The stream of a game for a bot: the whole game, then how it stands after each event, until it is over. What a bot cannot answer is
//! declined for it: moves taken back, pauses, more time.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use damier_club::library::GameId;
use damier_club::live::SeatRole;
use damier_club::{Event, GameRecord, Session, Side, Want};
use futures_util::stream;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::timeout;

use super::event_lines::QUIET;
use super::keys::bot_command;
use super::token::StreamToken;
use super::told::{ToldPlayer, game_full, game_state, name_of};
use crate::clock::WallClock;
use crate::connection_place::ConnectionPlace;
use crate::live::frames::Phrase;
use crate::live::membership::{Membership, NotLetIn};
use crate::live::queue::{QueueReader, queue};
use crate::live::room::Arrived;
use crate::live::rooms::{Rooms, Unreachable};
use crate::live::seats::Sitter;
use crate::sockets::SocketPlace;

/// Which game is streamed, and to whom.
pub(crate) struct LinesOfAGame {
    pub(crate) game: GameId,
    /// The side of the bot.
    pub(crate) side: Side,
    pub(crate) players: [ToldPlayer; 2],
    pub(crate) token: StreamToken,
    pub(crate) stopping: watch::Receiver<bool>,
    pub(crate) connection: ConnectionPlace,
    /// Its place among the sockets and streams, for as long as it is open.
    pub(crate) _place: SocketPlace,
}

/// What a room says, as far as it is told on.
#[derive(Deserialize)]
#[serde(tag = "frame", rename_all = "kebab-case")]
enum Heard {
    Welcome {
        setup: Box<GameRecord>,
        events: Vec<Event>,
        state: HeardState,
    },
    Event {
        event: Event,
        state: HeardState,
    },
    Said {
        by: Side,
        phrase: Phrase,
    },
    Behind,
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct HeardState {
    clock: Option<HeardClock>,
}

#[derive(Deserialize)]
struct HeardClock {
    white_ms: u64,
    black_ms: u64,
}

struct Lines {
    about: LinesOfAGame,
    membership: Membership,
    reader: QueueReader,
    clock: Arc<dyn WallClock>,
    session: Option<Session>,
    told: VecDeque<Value>,
    is_over: bool,
}

/// The stream of a game. The bot counts as being there while it is open.
pub(crate) async fn game_lines(rooms: &Arc<Rooms>, about: LinesOfAGame) -> Result<Body, NotLetIn> {
    let (queue, reader) = queue();
    let sitter = Sitter {
        role: SeatRole::Player(about.side),
        key: None,
    };
    let membership = Membership::enter(rooms, about.game, sitter, 0, &queue).await?;
    let lines = Lines {
        about,
        membership,
        reader,
        clock: rooms.clock.clone(),
        session: None,
        told: VecDeque::new(),
        is_over: false,
    };
    Ok(Body::from_stream(stream::unfold(
        lines,
        |mut lines| async move {
            let line = lines.next().await?;
            Some((Ok::<Bytes, Infallible>(line), lines))
        },
    )))
}

impl Lines {
    async fn next(&mut self) -> Option<Bytes> {
        self.about.connection.is_taken();
        loop {
            if let Some(value) = self.told.pop_front() {
                return Some(Bytes::from(value.to_string() + "\n"));
            }
            if self.is_over
                || *self.about.stopping.borrow_and_update()
                || !self.about.token.is_good().await
            {
                return None;
            }
            let frame = tokio::select! {
                frame = timeout(QUIET, self.reader.next()) => match frame {
                    Ok(frame) => frame?,
                    Err(_) => return Some(Bytes::from_static(b"\n")),
                },
                _ = self.about.stopping.changed() => return None,
            };
            let heard = serde_json::from_str(&frame).unwrap_or(Heard::Other);
            if self.hear(heard).await.is_err() {
                return None; // the bot connects again, and gets the whole game
            }
        }
    }

    async fn hear(&mut self, heard: Heard) -> Result<(), Unreachable> {
        match heard {
            Heard::Welcome {
                setup,
                events,
                state,
            } => {
                // The server's own frames; one that cannot be followed ends the stream.
                let mut session = Session::replay(&setup).map_err(|_| Unreachable)?;
                for event in &events {
                    session.apply(event).map_err(|_| Unreachable)?;
                }
                let is_first = self.session.is_none();
                let told = game_state(&session, left_ms(&state));
                self.told.push_back(if is_first {
                    game_full(
                        self.about.game,
                        &session,
                        self.about.side,
                        self.about.players,
                        &told,
                    )
                } else {
                    told
                });
                self.is_over = session.ending().is_some();
                self.session = Some(session);
                self.decline().await;
            }
            Heard::Event { event, state } => {
                let Some(session) = &mut self.session else {
                    return Ok(());
                };
                match session.apply(&event) {
                    Ok(false) => {}
                    Ok(true) => {
                        self.told.push_back(game_state(session, left_ms(&state)));
                        self.is_over = session.ending().is_some();
                        self.decline().await;
                    }
                    Err(_) => self.membership.again(0).await?,
                }
            }
            Heard::Said { by, phrase } if by != self.about.side => {
                let name = self.session.as_ref().map(|session| name_of(session, by));
                self.told.push_back(json!({
                    "type": "chatLine",
                    "room": "player",
                    "username": name.unwrap_or_default(),
                    "text": words_of(phrase),
                }));
            }
            Heard::Behind => self.membership.again(0).await?,
            Heard::Said { .. } | Heard::Other => {}
        }
        Ok(())
    }

    /// Declines what the opponent asks for, since these programs have no words for it.
    async fn decline(&self) {
        let Some(session) = &self.session else {
            return;
        };
        let other = self.about.side.opponent();
        if self.is_over || session.request(other).is_none() {
            return;
        }
        let id = bot_command(
            self.about.game,
            self.about.side,
            session.version(),
            "decline",
        );
        let at = Arrived {
            at_ms: self.clock.now_ms(),
            way_ms: 0,
        };
        // Where it cannot be stored now, the request goes on waiting.
        let _ = self.membership.act(id, Want::Decline, at).await;
    }
}

fn left_ms(state: &HeardState) -> Option<[u64; 2]> {
    let clock = state.clock.as_ref();
    clock.map(|clock| [clock.white_ms, clock.black_ms])
}

/// A phrase in English, which is what programs understand.
fn words_of(phrase: Phrase) -> &'static str {
    match phrase {
        Phrase::Hello => "Hello!",
        Phrase::GoodLuck => "Good luck!",
        Phrase::WellPlayed => "Well played!",
        Phrase::Thanks => "Thank you!",
        Phrase::GoodGame => "Good game!",
        Phrase::Sorry => "Sorry!",
        Phrase::OneMoment => "One moment, please.",
        Phrase::Back => "I am back.",
        Phrase::Rematch => "Another game?",
        Phrase::Goodbye => "Goodbye!",
    }
}
