//! The seven messages: their contents, and their text.

use std::fmt::{self, Write as _};

use damier_notation::dxp_text;
use damier_rules::{Position, SetupFaults, Side, Variant};

use super::fields::{Fields, MessageError};
use super::words::{ChatText, GameTime, Name};

/// The only version of the protocol.
const VERSION: &str = "01";

/// A message, without the NUL that ends it on the wire.
///
/// ```
/// use damier_protocols::dxp::{Message, DxpMove};
///
/// let message = Message::read(b"M000028190123")?;
/// assert_eq!(message, Message::Move(DxpMove { seconds: 0, fields: "28190123".to_owned() }));
/// assert_eq!(message.to_string(), "M000028190123");
///
/// let error = Message::read(b"E4").unwrap_err();
/// assert_eq!(error.to_string(), "column 2: found '4', expected 0, 1, 2 or 3");
/// # Ok::<(), damier_protocols::dxp::MessageError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// `R`, GAMEREQ: the initiator asks for a game.
    Request(GameRequest),
    /// `A`, GAMEACC: the follower answers.
    Acceptance(Acceptance),
    /// `M`, MOVE: a move, and the time spent on it.
    Move(DxpMove),
    /// `E`, GAMEEND: the game is over; also the acknowledgement of this.
    End(End),
    /// `C`, CHAT: a text for people.
    Chat(ChatText),
    /// `B`, BACKREQ: a side asks to go back.
    Back(Back),
    /// `K`, BACKACC: the answer to it.
    BackAnswer(BackAnswer),
}

/// The contents of a game request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRequest {
    /// The name of the initiator.
    pub initiator: Name,
    /// The colour of the follower.
    pub follower: Side,
    /// The thinking time of each side for the whole game.
    pub time: GameTime,
    /// The number of moves of each side after which the game is broken off; 0 means no limit.
    pub moves: u16,
    /// The start position; `None` for the usual one.
    pub start: Option<StartText>,
}

/// The start position of a request as text. The text is well formed, but the position may not be
/// legal.
///
/// ```
/// use damier_protocols::dxp::StartText;
/// use damier_rules::{Position, Variant};
///
/// let start = Position::start(Variant::INTERNATIONAL);
/// assert_eq!(StartText::of(&start).position(), Ok(start));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StartText(String);

impl StartText {
    /// The text of a position of international draughts.
    pub fn of(position: &Position) -> StartText {
        StartText(dxp_text::write(position))
    }

    /// The position.
    ///
    /// # Errors
    /// Why this is not a legal position.
    pub fn position(&self) -> Result<Position, SetupFaults> {
        let setup = dxp_text::read(Variant::INTERNATIONAL, &self.0).unwrap_or_default();
        Position::from_setup(Variant::INTERNATIONAL, &setup)
    }
}

/// The follower's answer to a game request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Acceptance {
    /// The name of the follower.
    pub follower: Name,
    /// Whether the follower plays the game.
    pub code: AcceptanceCode,
}

/// The answer codes of a follower.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AcceptanceCode {
    /// `0`: the game begins.
    Accepted,
    /// `1`: the follower does not know this version of the protocol.
    WrongVersion,
    /// `2`: the follower declines this game, but may accept another one.
    NotThisGame,
    /// `3`: the follower declines to play at all.
    NoGame,
}

/// A move, and how long it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DxpMove {
    /// The seconds spent on it, up to 9999; for information only.
    pub seconds: u16,
    /// Start square, destination, number of captures and each captured square, with two digits
    /// each. [`dxp_text::read_move`] finds the move that they denote.
    pub fields: String,
}

/// How a game ended, or the acknowledgement of this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// How it ended, from the point of view of the side that sends this.
    pub reason: Reason,
    /// Whether no further game will follow.
    pub last: bool,
}

/// How a game ended, from the point of view of the side that sends this.
///
/// ```
/// use damier_protocols::dxp::Reason;
/// use damier_rules::Side;
/// assert_eq!(Reason::of_winner(Some(Side::White), Side::Black), Reason::ILose);
/// assert_eq!(Reason::ILose.seen_by_the_other(), Reason::IWin);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// `0`: the sender does not state a result, or acknowledges the end that the other side
    /// announced.
    Unknown,
    /// `1`: the sender has lost, or resigns.
    ILose,
    /// `2`: drawn.
    Draw,
    /// `3`: the sender has won.
    IWin,
}

/// A request to go back to an earlier position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Back {
    /// The number of the move that will be played again; the first move is 1.
    pub number: u16,
    /// The side that made the move.
    pub side: Side,
}

/// The answer to a request to go back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackAnswer {
    /// `0`: both sides go back.
    Accepted,
    /// `1`: the answering program cannot go back; the game continues.
    NotSupported,
    /// `2`: the answering program refuses; the game continues.
    Refused,
}

const SIDES: [(u8, Side); 2] = [(b'W', Side::White), (b'Z', Side::Black)];
const ACCEPTANCE_CODES: [(u8, AcceptanceCode); 4] = [
    (b'0', AcceptanceCode::Accepted),
    (b'1', AcceptanceCode::WrongVersion),
    (b'2', AcceptanceCode::NotThisGame),
    (b'3', AcceptanceCode::NoGame),
];
const REASONS: [(u8, Reason); 4] = [
    (b'0', Reason::Unknown),
    (b'1', Reason::ILose),
    (b'2', Reason::Draw),
    (b'3', Reason::IWin),
];
const BACK_ANSWERS: [(u8, BackAnswer); 3] = [
    (b'0', BackAnswer::Accepted),
    (b'1', BackAnswer::NotSupported),
    (b'2', BackAnswer::Refused),
];

/// The character of a value in one of the tables above.
fn letter<T: PartialEq>(table: &[(u8, T)], value: &T) -> char {
    let found = table.iter().find(|(_, known)| known == value);
    found.map_or('?', |&(letter, _)| char::from(letter))
}

impl Message {
    /// Reads a message. White space after a complete message is ignored.
    ///
    /// # Errors
    /// The column at which the bytes stop being a message, what was found there and what was
    /// expected.
    pub fn read(bytes: &[u8]) -> Result<Message, MessageError> {
        let mut fields = Fields::new(bytes);
        let kind = fields.one_of("R, A, M, E, C, B or K", |byte| {
            b"RAMECBK".contains(&byte).then_some(byte)
        })?;
        let message = match kind {
            b'R' => Message::Request(request(&mut fields)?),
            b'A' => Message::Acceptance(Acceptance {
                follower: Name::of_bytes(fields.take(Name::WIDTH, "32 characters of a name")?),
                code: fields.known(&ACCEPTANCE_CODES, "0, 1, 2 or 3")?,
            }),
            b'M' => Message::Move(played(&mut fields)?),
            b'E' => Message::End(End {
                reason: fields.known(&REASONS, "0, 1, 2 or 3")?,
                last: fields.known(&[(b'0', false), (b'1', true)], "0 or 1")?,
            }),
            b'C' => return Ok(Message::Chat(ChatText::of_bytes(fields.rest()))),
            b'B' => Message::Back(Back {
                number: fields.number(3, "a move number of three digits")?,
                side: fields.known(&SIDES, "W or Z")?,
            }),
            _ => Message::BackAnswer(fields.known(&BACK_ANSWERS, "0, 1 or 2")?),
        };
        fields.end()?;
        Ok(message)
    }
}

fn request(fields: &mut Fields<'_>) -> Result<GameRequest, MessageError> {
    fields.version(VERSION)?;
    let initiator = Name::of_bytes(fields.take(Name::WIDTH, "32 characters of a name")?);
    let follower = fields.known(&SIDES, "the follower's colour: W or Z")?;
    let time = fields.time()?;
    let moves = fields.number(3, "a number of moves of three digits")?;
    let has_position = fields.known(&[(b'A', false), (b'B', true)], "A or B")?;
    let start = if has_position {
        Some(start_text(fields)?)
    } else {
        None
    };
    Ok(GameRequest {
        initiator,
        follower,
        time,
        moves,
        start,
    })
}

fn start_text(fields: &mut Fields<'_>) -> Result<StartText, MessageError> {
    let before = fields.column() - 1;
    let squares = Variant::INTERNATIONAL.table().board.squares().count();
    let text = fields.text(1 + squares);
    match dxp_text::read(Variant::INTERNATIONAL, &text) {
        Ok(_) => Ok(StartText(text)),
        Err(error) => Err(MessageError {
            column: before + error.column,
            found: error.found,
            expected: error.expected,
            other_version: false,
        }),
    }
}

fn played(fields: &mut Fields<'_>) -> Result<DxpMove, MessageError> {
    let seconds = fields.number(4, "seconds, four digits")?;
    let mut text = String::new();
    let mut count = 0;
    for expected in [
        "the square that the move starts from, two digits",
        "the square that it ends on, two digits",
        "how many pieces it captures, two digits",
    ] {
        count = fields.number(2, expected)?;
        // Writing into a string cannot fail.
        let _ = write!(text, "{count:02}");
    }
    for _ in 0..count {
        let square = fields.number(2, "a captured square, two digits")?;
        let _ = write!(text, "{square:02}");
    }
    Ok(DxpMove {
        seconds,
        fields: text,
    })
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Request(request) => {
                let GameRequest {
                    initiator,
                    follower,
                    time,
                    moves,
                    start,
                } = request;
                let colour = letter(&SIDES, follower);
                let moves = (*moves).min(999);
                write!(f, "R{VERSION}{initiator:32}{colour}{time}{moves:03}")?;
                match start {
                    None => f.write_str("A"),
                    Some(StartText(text)) => write!(f, "B{text}"),
                }
            }
            Message::Acceptance(Acceptance { follower, code }) => {
                write!(f, "A{follower:32}{}", letter(&ACCEPTANCE_CODES, code))
            }
            Message::Move(DxpMove { seconds, fields }) => {
                write!(f, "M{:04}{fields}", (*seconds).min(9999))
            }
            Message::End(End { reason, last }) => {
                write!(f, "E{}{}", letter(&REASONS, reason), u8::from(*last))
            }
            Message::Chat(text) => write!(f, "C{text}"),
            Message::Back(Back { number, side }) => {
                write!(f, "B{:03}{}", (*number).min(999), letter(&SIDES, side))
            }
            Message::BackAnswer(answer) => write!(f, "K{}", letter(&BACK_ANSWERS, answer)),
        }
    }
}

impl Reason {
    /// The same result from the point of view of the other side.
    #[must_use]
    pub const fn seen_by_the_other(self) -> Reason {
        match self {
            Reason::ILose => Reason::IWin,
            Reason::IWin => Reason::ILose,
            same => same,
        }
    }

    /// The result from the point of view of the side `seen_by`; `winner` is `None` for a draw.
    pub fn of_winner(winner: Option<Side>, seen_by: Side) -> Reason {
        match winner {
            None => Reason::Draw,
            Some(winner) if winner == seen_by => Reason::IWin,
            Some(_) => Reason::ILose,
        }
    }
}
