//! The frames of a live game, as a program reads them (`docs/live-protocol.md`).

use damier_session::{CommandId, Ending, Event, GameRecord, Request, Side};
use serde::{Deserialize, Serialize};

/// What can be said at the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Well played.
    WellPlayed,
    /// Thank you.
    Thanks,
    /// Good game.
    GoodGame,
    /// Sorry.
    Sorry,
    /// One moment, please.
    OneMoment,
    /// I am back.
    Back,
    /// Another game?
    Rematch,
    /// Goodbye.
    Goodbye,
}

impl Phrase {
    /// Every phrase.
    pub const ALL: [Phrase; 10] = [
        Phrase::Hello,
        Phrase::GoodLuck,
        Phrase::WellPlayed,
        Phrase::Thanks,
        Phrase::GoodGame,
        Phrase::Sorry,
        Phrase::OneMoment,
        Phrase::Back,
        Phrase::Rematch,
        Phrase::Goodbye,
    ];

    /// Its stable word.
    pub const fn code(self) -> &'static str {
        match self {
            Phrase::Hello => "hello",
            Phrase::GoodLuck => "good-luck",
            Phrase::WellPlayed => "well-played",
            Phrase::Thanks => "thanks",
            Phrase::GoodGame => "good-game",
            Phrase::Sorry => "sorry",
            Phrase::OneMoment => "one-moment",
            Phrase::Back => "back",
            Phrase::Rematch => "rematch",
            Phrase::Goodbye => "goodbye",
        }
    }
}

/// What the clocks show at a time of the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct ClockLeft {
    /// White's time in milliseconds.
    pub white_ms: u64,
    /// Black's.
    pub black_ms: u64,
    /// Whose clock runs.
    pub running: Option<Side>,
    /// For how long the running turn still costs nothing.
    #[serde(default)]
    pub delay_ms: u64,
}

/// What follows from the events so far.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Standing {
    /// The clocks; `None` in a game without them.
    pub clock: Option<ClockLeft>,
    /// The time of the server for which this holds, in Unix milliseconds.
    pub at_ms: u64,
    /// Whose move it is; `None` when the game is over.
    pub turn: Option<Side>,
    /// Who offers a draw.
    pub offer: Option<Side>,
    /// What the players ask each other.
    #[serde(default)]
    pub asked: Vec<AskedFor>,
    /// How it ended.
    pub ending: Option<Ending>,
}

/// Something that a player asks the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct AskedFor {
    /// Who asks.
    pub by: Side,
    /// For what.
    #[serde(rename = "for")]
    pub request: Request,
}

/// Who has a connection to the game open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct Present {
    /// White.
    pub white: bool,
    /// Black.
    pub black: bool,
    /// How many look on.
    pub watching: usize,
    /// Who is gone, and from when on the other one may claim the game.
    pub absent: Option<Gone>,
}

/// A player who is not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct Gone {
    /// Which.
    pub side: Side,
    /// From when on the game may be claimed, in Unix milliseconds of the server.
    pub claim_at_ms: u64,
}

impl Present {
    /// Whether a side is there.
    pub fn is_there(&self, side: Side) -> bool {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }
}

/// Who wants another game once this one is over.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct WhoWantsMore {
    /// White does.
    pub white: bool,
    /// Black does.
    pub black: bool,
    /// The next game, once it has begun.
    pub game: Option<String>,
}

/// What the server says.
#[derive(Debug, Deserialize)]
#[serde(tag = "frame", rename_all = "kebab-case")]
pub(crate) enum Frame {
    Waiting {
        until_ms: u64,
    },
    Welcome {
        game: String,
        role: String,
        setup: Box<GameRecord>,
        events: Vec<Event>,
        state: Standing,
        presence: Present,
        rematch: Option<WhoWantsMore>,
    },
    Event {
        event: Event,
        state: Standing,
    },
    Done {
        id: CommandId,
        number: u32,
    },
    /// What a member of a team wants is kept, and has decided nothing yet.
    Noted {
        id: CommandId,
    },
    Refused {
        id: CommandId,
        code: String,
        detail: String,
    },
    Presence(Present),
    Said {
        by: Side,
        phrase: Phrase,
    },
    Rematch {
        by: Side,
        game: Option<String>,
    },
    Behind,
    Trouble {
        code: String,
        detail: String,
        retry_after_ms: Option<u64>,
    },
    /// What says nothing about the game, and what a later server may say.
    #[serde(other)]
    Other,
}
