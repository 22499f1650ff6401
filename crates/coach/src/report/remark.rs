//! The remarks of a report on a move, each with its proof, as typed values without words. `explain`
//! and `strength` make them, `words` phrases them.

use damier_engine::Score;
use damier_rules::{Move, Outcome, Position, Side};

use super::chance::{Chance, Severity, chance};
use super::course::Course;
use crate::shot::{Crown, Shot};

/// The plies of a line that are shown where nothing is proved: what a person follows on the board.
const OPINION_PLIES: usize = 8;

/// A line found by an engine, with best play by both sides, and its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The score, for the side to move at the start of the line.
    pub score: Score,
    /// The moves.
    pub moves: Vec<Move>,
}

impl Seen {
    /// The chance of the side that moves first.
    pub fn chance(&self) -> Chance {
        chance(self.score)
    }

    /// Its first move.
    pub fn first(&self) -> Option<&Move> {
        self.moves.first()
    }
}

impl From<&damier_engine::Line> for Seen {
    fn from(line: &damier_engine::Line) -> Seen {
        Seen {
            score: line.score,
            moves: line.moves.clone(),
        }
    }
}

/// A shot, with its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShotLine {
    /// The shot.
    pub shot: Shot,
    /// Its moves, from the first offer to the last capture, and what they capture and lose.
    pub course: Course,
    /// The captures before it, if the shot only follows an exchange in which the other side has no
    /// choice.
    pub lead: Vec<Move>,
    /// The engine's score of the line, for the side that plays the shot, where the line itself does
    /// not prove a gain: it is even, or the other side could choose between captures.
    pub judged: Option<Score>,
}

impl ShotLine {
    /// Whether it wins the game or crowns a man, or still wins material after what its side had
    /// lost before in the same captures (`pending` is negative).
    pub(crate) fn wins_with(&self, pending: i32) -> bool {
        let gain = self.shot.gain;
        pending >= 0 || gain.wins || gain.crown != Crown::None || self.course.net() + pending > 0
    }
}

/// The outcome of a position by endgame tables, for one side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TableEnding {
    /// It loses.
    Lost,
    /// A draw.
    Drawn,
    /// It wins.
    Won,
}

/// A remark on a move that a line, the board or a table proves.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Remark {
    /// There was a shot. Proof: the line, in which every reply is forced; or the engine's score of
    /// it ([`ShotLine::judged`]).
    MissedShot(Box<ShotLine>),
    /// The move allows a shot of the other side. Proof: such a line from the position after the
    /// move, or the engine's score of it.
    AllowedShot(Box<ShotLine>),
    /// The move loses pieces at once. Proof: the exchange of compulsory captures that the other
    /// side begins after it, each side choosing the best for itself.
    PiecesLost(Course),
    /// The move captured, and another legal capture was better.
    WrongCapture {
        /// The number of legal captures.
        legal: usize,
        /// The number of pieces that each of them takes, if it is the same for all.
        pieces: Option<u8>,
        /// The better capture.
        better: Move,
        /// Whether it was the only one as good.
        alone: bool,
    },
    /// The other side must capture the most; a smaller capture is forbidden. Proof: the rule of
    /// precedence.
    Majority {
        /// The side that must capture.
        side: Side,
        /// The number of pieces that it must capture.
        must: u8,
        /// The number of pieces of the forbidden capture.
        smaller: u8,
    },
    /// A quiet move gave up the opposition. Proof: tables of at most four men, with no promotion in
    /// the line that keeps the better ending, and no capture in it before its end.
    OppositionLost {
        /// The move that kept it.
        kept: Move,
    },
    /// A quiet move lets the other side take the opposition. Proof: as above, from the position
    /// after the move.
    OppositionGiven {
        /// The reply that takes it.
        reply: Move,
    },
    /// By tables, the position was better before the move than after it.
    EndingLost {
        /// The outcome before the move, for the side that moved.
        before: TableEnding,
        /// The outcome after the move, for the side that moved.
        after: TableEnding,
        /// The plies to the win before the move or to the loss after it, if the tables have them.
        plies: Option<u16>,
    },
    /// The engine found a forced win before the move. Proof: its search, so the sentence attributes
    /// it to the engine.
    WinSeen {
        /// The plies to the end.
        plies: u16,
    },
    /// The engine finds a forced win of the other side after the move.
    LossSeen {
        /// The plies to the end, from the position after the move.
        plies: u16,
    },
    /// Still won by tables, but much later. Advice only.
    WinLengthened {
        /// Plies to the end with the best move.
        was: u16,
        /// Plies to the end with the move that was played.
        now: u16,
    },
    /// The move makes a draw by rule in a position that was better than a draw.
    DrawnByRule(Outcome),
    /// The side to move is winning, and a move count draws the game soon. Advice only.
    DrawNear {
        /// The number of its own moves that are left.
        moves: u16,
    },
    /// The side that moved is winning, and its move repeated a position whose next occurrence draws
    /// the game. Advice only.
    RepetitionNear {
        /// The number of occurrences that draw the game: 3 in most variants.
        times: u8,
    },
    /// In the better line the side that moved wins pieces. Proof: the line, which is shown; the
    /// sentence does not claim that the other side's moves are forced.
    BetterWins(Course),
    /// In the line after the move the other side wins pieces.
    ReplyWins(Course),
    /// The engine prefers another move.
    Preferred {
        /// The preferred move.
        better: Move,
    },
}

impl Remark {
    /// The stable code in messages.
    pub const fn code(&self) -> &'static str {
        match self {
            Remark::MissedShot(_) => "missed-shot",
            Remark::AllowedShot(_) => "allowed-shot",
            Remark::PiecesLost(_) => "pieces-lost",
            Remark::WrongCapture { .. } => "wrong-capture",
            Remark::Majority { .. } => "majority",
            Remark::OppositionLost { .. } => "opposition-lost",
            Remark::OppositionGiven { .. } => "opposition-given",
            Remark::EndingLost { .. } => "ending-lost",
            Remark::WinSeen { .. } => "win-seen",
            Remark::LossSeen { .. } => "loss-seen",
            Remark::WinLengthened { .. } => "win-lengthened",
            Remark::DrawnByRule(_) => "drawn-by-rule",
            Remark::DrawNear { .. } => "draw-near",
            Remark::RepetitionNear { .. } => "repetition-near",
            Remark::BetterWins(_) => "better-wins",
            Remark::ReplyWins(_) => "reply-wins",
            Remark::Preferred { .. } => "preferred",
        }
    }

    /// Whether the board, the rules or tables prove it, rather than a search.
    pub fn is_proved(&self) -> bool {
        match self {
            Remark::MissedShot(found) | Remark::AllowedShot(found) => found.judged.is_none(),
            Remark::WinSeen { .. }
            | Remark::LossSeen { .. }
            | Remark::BetterWins(_)
            | Remark::ReplyWins(_)
            | Remark::Preferred { .. } => false,
            _ => true,
        }
    }
}

/// A decisive moment of a game: a move for which there was a better one.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Moment {
    /// The number of plies before the move.
    pub ply: usize,
    /// The position before the move.
    pub position: Position,
    /// The move that was played.
    pub played: Move,
    /// The severity of the move.
    pub severity: Severity,
    /// The chance that the move lost.
    pub lost: Chance,
    /// The best line from the position, for the side that moved.
    pub better: Option<Seen>,
    /// The best line after the move, for the other side.
    pub reply: Option<Seen>,
    /// The remarks, the main one first; never empty.
    pub events: Vec<Remark>,
    /// Every move that is as good as the best, or nearly: the moves that "try again" accepts. The
    /// best comes first. The played move is among them only if the moment is advice.
    pub acceptable: Vec<Move>,
}

impl Moment {
    /// The side that moved.
    pub fn side(&self) -> Side {
        self.position.side()
    }

    /// The line that proves the first remark that has one, with the position from which it is
    /// played. A better capture is proved by the remarks beside it, if there are any; a move count
    /// or a draw by rule has no line.
    pub fn line(&self) -> Option<(Position, Vec<Move>)> {
        let is_last = |event: &&Remark| matches!(event, Remark::WrongCapture { .. });
        let (last, first): (Vec<&Remark>, Vec<&Remark>) = self.events.iter().partition(is_last);
        first
            .into_iter()
            .chain(last)
            .find_map(|event| self.line_of(event))
    }

    fn line_of(&self, event: &Remark) -> Option<(Position, Vec<Move>)> {
        let after = self.position.play(&self.played).ok();
        Some(match event {
            Remark::MissedShot(found) => (found.course.start, found.course.moves.clone()),
            Remark::AllowedShot(found) => {
                let whole = [&found.lead[..], &found.course.moves].concat();
                (after?, whole)
            }
            Remark::PiecesLost(course) | Remark::BetterWins(course) | Remark::ReplyWins(course) => {
                (course.start, course.moves.clone())
            }
            Remark::LossSeen { .. } | Remark::OppositionGiven { .. } => {
                (after?, self.reply.as_ref()?.moves.clone())
            }
            Remark::DrawNear { .. } | Remark::DrawnByRule(_) => return None,
            Remark::Preferred { .. } => {
                let moves = &self.better.as_ref()?.moves;
                (
                    self.position,
                    moves[..moves.len().min(OPINION_PLIES)].to_vec(),
                )
            }
            _ => (self.position, self.better.as_ref()?.moves.clone()),
        })
    }
}

/// A well-played move.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct StrongMove {
    /// The number of plies before the move.
    pub ply: usize,
    /// The position before the move.
    pub position: Position,
    /// The move.
    pub played: Move,
    /// What was good about it.
    pub merit: Merit,
}

impl StrongMove {
    /// The side that moved.
    pub fn side(&self) -> Side {
        self.position.side()
    }
}

/// Why a move was good.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Merit {
    /// A shot that was played to its end. Proof: the moves of the game.
    Shot(Box<ShotLine>),
    /// By tables, no other move kept this outcome.
    OnlyKept(TableEnding),
    /// By tables, no other move kept the win, and the line wins by the opposition.
    OppositionTaken,
    /// Every other move loses pieces at once. Proof: the exchange that follows each.
    OthersLose {
        /// The loss of the least bad of them, in men.
        at_least: i32,
    },
    /// The engine finds no other good move.
    OnlyGood,
    /// From this move to the end of the game the side kept a win by tables.
    WinKept {
        /// The number of its moves.
        moves: u16,
    },
}

impl Merit {
    /// The stable code in messages.
    pub const fn code(&self) -> &'static str {
        match self {
            Merit::Shot(_) => "shot",
            Merit::OnlyKept(_) => "only-kept",
            Merit::OppositionTaken => "opposition-taken",
            Merit::OthersLose { .. } => "others-lose",
            Merit::OnlyGood => "only-good",
            Merit::WinKept { .. } => "win-kept",
        }
    }
}
