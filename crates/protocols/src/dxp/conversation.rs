//! The conversation over a connection, game after game: which message may follow, and from which
//! side.
//!
//! Nothing here reads a stream or a clock. [`DxpConversation::receive`] takes what arrived and
//! returns the replies to send and the events. The methods for this side's own acts return the
//! message to send.

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
    /// No game, and none asked for.
    Between,
    /// This side has asked, and waits for the answer.
    Requested(Terms),
    /// The other side has asked, and waits for the answer.
    Asked(Terms),
    /// A game.
    Playing(Box<DxpGame>),
    /// This side has said that the game is over, and waits to be heard.
    Ending(Box<DxpGame>, End),
    /// No more games.
    Over,
}

/// The result of receiving a frame: replies to send, and events.
#[derive(Clone, Debug, Default)]
pub struct Received {
    /// The messages to send, in this order.
    pub replies: Vec<Message>,
    /// What has happened.
    pub events: Vec<DxpEvent>,
}

/// What happens on a connection.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum DxpEvent {
    /// The other side asks for a game: [`DxpConversation::accept`] or [`DxpConversation::decline`] answers.
    Asked(Terms),
    /// The other side plays the game that was asked for.
    Started,
    /// The other side does not.
    Declined(AcceptanceCode),
    /// The other side has moved.
    Moved {
        /// Its move.
        played: Played,
        /// How long it thought, by its own account.
        seconds: u16,
    },
    /// It has moved though the game is over by our rules, which it is for us to say now.
    PlayedOn {
        /// Its move, as it wrote it.
        fields: String,
    },
    /// What it played is no legal move. It waits for an answer that cannot come.
    BadMove {
        /// What it said.
        said: String,
        /// What is wrong with that.
        reason: String,
    },
    /// A game is over.
    Ended(Box<Finished>),
    /// The other side will play no more games on this connection.
    NoMoreGames,
    /// Words for people.
    Chat(ChatText),
    /// Both sides have gone back: so many plies are left.
    WentBack(usize),
    /// The other side does not go back.
    BackRefused(BackAnswer),
    /// Something arrived that is no message, or not now. It is overlooked.
    Fault {
        /// What it said.
        said: String,
        /// What is wrong with that.
        reason: String,
    },
}

/// Something that cannot be said at this moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot {act}: {reason}")]
pub struct NotNow {
    /// What was to be done.
    pub act: &'static str,
    /// Why not.
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

    /// What the other side calls itself, once it has said so.
    pub fn peer(&self) -> Option<&Name> {
        self.peer.as_ref()
    }

    /// How much arrived since the latest game began that was no message, or not at its time.
    pub fn faults(&self) -> u32 {
        self.faults
    }

    /// The game on the connection, while it is played.
    pub fn game(&self) -> Option<&Game> {
        self.playing().map(|playing| &playing.game)
    }

    /// What was agreed on for it.
    pub fn terms(&self) -> Option<Terms> {
        self.playing().map(|playing| playing.terms)
    }

    /// Whether no game is played, asked for or being ended.
    pub fn is_between_games(&self) -> bool {
        matches!(self.state, State::Between)
    }

    /// Whether the other side waits for this one to move, or to say that the game is over.
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

    /// Asks for a game.
    ///
    /// # Errors
    /// This side follows, or a game is being played.
    pub fn request(&mut self, terms: Terms) -> Result<Message, NotNow> {
        let not_now = |reason| NotNow {
            act: "ask for a game",
            reason,
        };
        if self.role == Role::Follower {
            return Err(not_now("a follower is asked"));
        }
        if !self.is_between_games() {
            return Err(not_now("the last one is not over"));
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

    /// Plays the game that the other side asks for.
    ///
    /// # Errors
    /// It does not ask.
    pub fn accept(&mut self) -> Result<Message, NotNow> {
        let terms = self.asked("accept a game")?;
        self.begin(terms);
        Ok(self.acceptance(AcceptanceCode::Accepted))
    }

    fn begin(&mut self, terms: Terms) {
        self.state = State::playing(terms);
        self.faults = 0;
    }

    /// Does not play it, but perhaps another.
    ///
    /// # Errors
    /// It does not ask.
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
                reason: "none is asked for",
            }),
        }
    }

    /// Plays a move, after so many seconds.
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

    /// Says that the game is over; it is once the other side has heard. By the book only the side to move
    /// says so.
    ///
    /// # Errors
    /// No game is played.
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
                    reason: "none is played",
                })
            }
        }
    }

    /// Asks to go back until so many plies are left.
    ///
    /// # Errors
    /// No game is played, fewer were played, or the other side is known not to bear it.
    pub fn ask_back(&mut self, plies: usize) -> Result<Message, NotNow> {
        let not_now = |reason| NotNow {
            act: "go back",
            reason,
        };
        // It goes back to another position than it is asked for, and then dies of the next move.
        if self.peer().is_some_and(|peer| peer.as_str() == "Scan 2.0") {
            return Err(not_now("Scan 2.0 does not survive it"));
        }
        let State::Playing(playing) = &mut self.state else {
            return Err(not_now("no game is played"));
        };
        if plies >= playing.game.len() {
            return Err(not_now("so much was not played yet"));
        }
        let back = playing.back(plies).ok_or(not_now("it is too long ago"))?;
        playing.back_to = Some(plies);
        Ok(Message::Back(back))
    }

    /// Whether the other side has not yet said if it goes back.
    pub fn waits_to_go_back(&self) -> bool {
        self.playing()
            .is_some_and(|playing| playing.back_to.is_some())
    }

    /// Plays on from where the game stands: the other side says nothing.
    pub fn give_up_going_back(&mut self) {
        if let State::Playing(playing) = &mut self.state {
            playing.back_to = None;
        }
    }

    /// The connection is lost: the game so far, if there was one.
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
