//! A DXP conversation over one connection, game after game: which side may send which message when.
//!
//! A side of a conversation.

mod game;
mod hearing;

use damier_notation::dxp_text;
use damier_rules::{DrawSettings, Game, Move as Played, Position, Variant};

use self::game::DxpGame;
use super::finished::{Finished, HowEnded};
use super::message::{
    Acceptance, AcceptanceCode, BackAnswer, DxpMove, End, GameRequest, Message, Reason, StartText,
};
use super::terms::{Role, Terms};
use super::words::{ChatText, Name};

/// A side of a conversation.
///
/// ```
/// use std::time::Duration;
/// use damier_protocols::dxp::{DxpEvent, Frame, GameTime, Name, Role, DxpConversation, Terms};
/// use damier_rules::{Position, Side, Variant};
///
/// let mut asks = DxpConversation::new(Role::Initiator, Name::new("Marco"));
/// let mut answers = DxpConversation::new(Role::Follower, Name::new("Polo"));
/// let terms = Terms {
///     ours: Side::White,
///     time: GameTime::of(Duration::from_secs(300)),
///     moves: 75,
///     start: Position::start(Variant::INTERNATIONAL),
/// };
/// let request = asks.request(terms)?;
/// assert_eq!(request.to_string(), "R01Marco                           Z005075A");
///
/// let heard = answers.receive(&Frame::Whole(request.to_string().into_bytes()));
/// assert_eq!(heard.events, [DxpEvent::Asked(Terms { ours: Side::Black, ..terms })]);
/// let yes = answers.accept()?;
/// asks.receive(&Frame::Whole(yes.to_string().into_bytes()));
/// assert!(asks.is_our_turn() && !answers.is_our_turn());
/// # Ok::<(), damier_protocols::dxp::NotNow>(())
/// ```
#[derive(Debug)]
pub struct DxpConversation {
    role: Role,
    name: Name,
    peer: Option<Name>,
    state: State,
    faults: u32,
}

#[derive(Debug)]
enum State {
    /// No game is in progress or requested.
    Between,
    /// This side has requested a game and waits for the answer.
    Requested(Terms),
    /// The other side has requested a game and waits for the answer.
    Asked(Terms),
    /// A game is in progress.
    Playing(Box<DxpGame>),
    /// This side has announced that the game is over and waits for the other side to acknowledge
    /// it.
    Ending(Box<DxpGame>, End),
    /// No more games will be played.
    Over,
}

/// What receiving a frame leads to: replies to send, and events.
#[derive(Clone, Debug, Default)]
pub struct Received {
    /// The messages to send, in this order.
    pub replies: Vec<Message>,
    /// What has happened.
    pub events: Vec<DxpEvent>,
}

/// Something that happened on a connection.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum DxpEvent {
    /// The other side asks for a game. Answer with [`DxpConversation::accept`] or
    /// [`DxpConversation::decline`].
    Asked(Terms),
    /// The other side accepts the game that this side asked for.
    Started,
    /// The other side declines it.
    Declined(AcceptanceCode),
    /// The other side has moved.
    Moved {
        /// Its move.
        played: Played,
        /// How long it thought, in seconds, as it reported.
        seconds: u16,
    },
    /// The other side has moved although the game is over by our rules. This side must announce the
    /// end next.
    PlayedOn {
        /// Its move, as it wrote it.
        fields: String,
    },
    /// The other side played a move that is not legal. It waits for a reply, but the game cannot
    /// continue.
    BadMove {
        /// The message that the other side sent.
        said: String,
        /// What is wrong with the message.
        reason: String,
    },
    /// A game is over.
    Ended(Box<Finished>),
    /// The other side will not play further games on this connection.
    NoMoreGames,
    /// A chat message for people.
    Chat(ChatText),
    /// Both sides have gone back to this number of plies.
    WentBack(usize),
    /// The other side refuses to go back, or is not able to.
    BackRefused(BackAnswer),
    /// The other side sent something that is not a message, or a message that is not allowed at
    /// this time. It is ignored.
    Fault {
        /// The bytes that the other side sent, printable.
        said: String,
        /// What is wrong with the message.
        reason: String,
    },
}

/// Why a message cannot be sent at this time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot {act}: {reason}")]
pub struct NotNow {
    /// The attempted action.
    pub act: &'static str,
    /// Why it is not allowed in this state.
    pub reason: &'static str,
}

impl DxpConversation {
    /// A side of a new connection.
    pub fn new(role: Role, name: Name) -> DxpConversation {
        DxpConversation {
            role,
            name,
            peer: None,
            state: State::Between,
            faults: 0,
        }
    }

    /// The other side's name, once received.
    pub fn peer(&self) -> Option<&Name> {
        self.peer.as_ref()
    }

    /// How many faults the other side has made since the latest game began: bytes that are not a
    /// message, and messages at the wrong time.
    pub fn faults(&self) -> u32 {
        self.faults
    }

    /// The game that is being played, if there is one.
    pub fn game(&self) -> Option<&Game> {
        self.playing().map(|playing| &playing.game)
    }

    /// The terms of the game that is being played.
    pub fn terms(&self) -> Option<Terms> {
        self.playing().map(|playing| playing.terms)
    }

    /// Whether no game is in progress, requested or being ended.
    pub fn is_between_games(&self) -> bool {
        matches!(self.state, State::Between)
    }

    /// Whether this side must move, or announce that the game is over.
    pub fn is_our_turn(&self) -> bool {
        self.playing().is_some_and(|playing| {
            playing.back_to.is_none()
                && (playing.played_on || playing.game.position().side() == playing.terms.ours)
        })
    }

    fn playing(&self) -> Option<&DxpGame> {
        match &self.state {
            State::Playing(playing) => Some(playing),
            _ => None,
        }
    }

    fn is_their_turn(&self) -> bool {
        self.playing().is_some_and(|playing| {
            !playing.played_on && playing.game.position().side() != playing.terms.ours
        })
    }

    fn acceptance(&self, code: AcceptanceCode) -> Message {
        Message::Acceptance(Acceptance {
            follower: self.name.clone(),
            code,
        })
    }

    /// Requests a game.
    ///
    /// # Errors
    /// This side is the follower, or the last game is not over.
    pub fn request(&mut self, terms: Terms) -> Result<Message, NotNow> {
        let not_now = |reason| NotNow {
            act: "ask for a game",
            reason,
        };
        if self.role == Role::Follower {
            return Err(not_now("only the initiator asks"));
        }
        if !self.is_between_games() {
            return Err(not_now("the last game is not over"));
        }
        self.state = State::Requested(terms);
        let usual = terms.start == Position::start(Variant::INTERNATIONAL);
        Ok(Message::Request(GameRequest {
            initiator: self.name.clone(),
            follower: terms.ours.opponent(),
            time: terms.time,
            moves: terms.moves,
            start: (!usual).then(|| StartText::of(&terms.start)),
        }))
    }

    /// Accepts the game that the other side requests.
    ///
    /// # Errors
    /// The other side has not requested a game.
    pub fn accept(&mut self) -> Result<Message, NotNow> {
        let terms = self.asked("accept a game")?;
        self.begin(terms);
        Ok(self.acceptance(AcceptanceCode::Accepted))
    }

    fn begin(&mut self, terms: Terms) {
        self.state = State::playing(terms);
        self.faults = 0;
    }

    /// Declines the game that the other side requests. The other side may then request another one.
    ///
    /// # Errors
    /// The other side has not requested a game.
    pub fn decline(&mut self) -> Result<Message, NotNow> {
        self.asked("decline a game")?;
        self.state = State::Between;
        Ok(self.acceptance(AcceptanceCode::NotThisGame))
    }

    fn asked(&self, act: &'static str) -> Result<Terms, NotNow> {
        match self.state {
            State::Asked(terms) => Ok(terms),
            _ => Err(NotNow {
                act,
                reason: "the other side has not asked for one",
            }),
        }
    }

    /// Plays a move that took this many seconds.
    ///
    /// # Errors
    /// It is not this side's turn, or the move is not legal.
    pub fn play(&mut self, played: &Played, seconds: u16) -> Result<Message, NotNow> {
        let not_now = |reason| NotNow {
            act: "move",
            reason,
        };
        if !self.is_our_turn() {
            return Err(not_now("it is not this side's turn"));
        }
        let State::Playing(playing) = &mut self.state else {
            return Err(not_now("no game is played"));
        };
        if playing.game.play(played).is_err() {
            return Err(not_now("the move is not legal, or the game is over"));
        }
        playing.seconds.push(seconds);
        Ok(Message::Move(DxpMove {
            seconds,
            fields: dxp_text::write_move(played),
        }))
    }

    /// Announces that the game is over. It is over once the other side has acknowledged this.
    /// According to the protocol, only the side to move should announce the end.
    ///
    /// # Errors
    /// No game is being played.
    pub fn end(&mut self, reason: Reason, last: bool) -> Result<Message, NotNow> {
        match std::mem::replace(&mut self.state, State::Between) {
            State::Playing(playing) => {
                let end = End { reason, last };
                self.state = State::Ending(playing, end);
                Ok(Message::End(end))
            }
            other => {
                self.state = other;
                Err(NotNow {
                    act: "end the game",
                    reason: "no game is played",
                })
            }
        }
    }

    /// Asks the other side to go back until this many plies are left.
    ///
    /// # Errors
    /// No game is in progress, fewer plies than that were played, the number is too large for the
    /// protocol, or the other side is known to crash on such a request.
    pub fn ask_back(&mut self, plies: usize) -> Result<Message, NotNow> {
        let not_now = |reason| NotNow {
            act: "go back",
            reason,
        };
        // Scan 2.0 goes back to another position than the one asked for, and crashes at the next
        // move.
        if self.peer().is_some_and(|peer| peer.as_str() == "Scan 2.0") {
            return Err(not_now("Scan 2.0 crashes on it"));
        }
        let State::Playing(playing) = &mut self.state else {
            return Err(not_now("no game is played"));
        };
        if plies >= playing.game.len() {
            return Err(not_now("fewer plies have been played"));
        }
        let back = playing.back(plies).ok_or(not_now("it is too long ago"))?;
        playing.back_to = Some(plies);
        Ok(Message::Back(back))
    }

    /// Whether this side has asked to go back, and the other side has not answered yet.
    pub fn waits_to_go_back(&self) -> bool {
        self.playing()
            .is_some_and(|playing| playing.back_to.is_some())
    }

    /// Continues from the current position, because the other side does not answer the request to
    /// go back.
    pub fn give_up_going_back(&mut self) {
        if let State::Playing(playing) = &mut self.state {
            playing.back_to = None;
        }
    }

    /// Ends the conversation because the connection is lost. Returns the game so far, if there was
    /// one.
    pub fn broken_off(&mut self) -> Option<Finished> {
        match std::mem::replace(&mut self.state, State::Over) {
            State::Playing(playing) => Some(playing.finished(HowEnded::BrokenOff)),
            State::Ending(playing, end) => Some(playing.finished(HowEnded::WeSaid(end.reason))),
            State::Between | State::Requested(_) | State::Asked(_) | State::Over => None,
        }
    }
}

impl State {
    fn playing(terms: Terms) -> State {
        State::Playing(Box::new(DxpGame {
            terms,
            game: Game::new(terms.start, DrawSettings::default()),
            seconds: Vec::new(),
            back_to: None,
            played_on: false,
        }))
    }
}
