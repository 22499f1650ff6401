//! What a report says of a move, each with its proof: typed, without words. Made by `explain` and `strengths`, put into words by `words`.

use damier_engine::Score;
use damier_rules::{Move, Outcome, Position, Side};

use super::chance::{Chance, Severity, chance};
use super::course::Course;
use crate::shot::{Crown, Shot};

/// A line as an engine saw it: what is best for both sides, and what it comes to.
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
    /// Its moves, from the first that gives to the last rafle, and what they take and lose.
    pub course: Course,
    /// The captures before it, where it only comes after an exchange in which the side that suffers it has no choice.
    pub lead: Vec<Move>,
}

impl ShotLine {
    /// Whether it wins something that shows, or material together with what its side had won before it in the same captures. With
    /// nothing before it a shot always does.
    pub(crate) fn wins_with(&self, pending: i32) -> bool {
        let gain = self.shot.gain;
        pending >= 0 || gain.wins || gain.crown != Crown::None || self.course.net() + pending > 0
    }
}

/// How a position ends by endgame tables, for one side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TableEnding {
    /// It loses.
    Lost,
    /// A draw.
    Drawn,
    /// It wins.
    Won,
}

/// One thing that can be said of a move because a line, the board or a table proves it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Remark {
    /// There was a shot. Proof: the line, in which every reply is forced.
    MissedShot(Box<ShotLine>),
    /// The move allows a shot of the other side. Proof: the same, from the position after the move.
    AllowedShot(Box<ShotLine>),
    /// The move loses pieces at once. Proof: the exchange of compulsory captures that follows it, which the other side
    /// begins, each side choosing what is best for it.
    PiecesLost(Course),
    /// The move captured, and another legal capture was better.
    WrongCapture {
        /// How many captures were legal.
        legal: usize,
        /// How many pieces each of them takes, if that is the same for all.
        pieces: Option<u8>,
        /// The better one.
        better: Move,
        /// Whether no other one was as good.
        alone: bool,
    },
    /// The other side must take the most; a smaller capture that it also sees is forbidden. Proof: the rule of precedence.
    Majority {
        /// The side that must.
        side: Side,
        /// How many pieces it must take.
        must: u8,
        /// How many the forbidden capture takes.
        smaller: u8,
    },
    /// A quiet move gave up the opposition. Proof: tables of at most four men, with no promotion in the line that keeps the better
    /// ending, and no capture in it before its end.
    OppositionLost {
        /// The move that kept it.
        kept: Move,
    },
    /// A quiet move lets the other side take the opposition. Proof: the same, from the position after the move.
    OppositionGiven {
        /// The reply that takes it.
        reply: Move,
    },
    /// Tables: the ending was better before the move than after it.
    EndingLost {
        /// How it ended before, for the side that moved.
        before: TableEnding,
        /// How it ends now.
        after: TableEnding,
        /// The plies to the win before or the loss now, where the tables know them.
        plies: Option<u16>,
    },
    /// The engine saw a win before the move. Proof: its search, so it is said to be the engine's.
    WinSeen {
        /// The plies to the end.
        plies: u16,
    },
    /// The engine sees a win of the other side after the move.
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
    /// The move makes a draw by rule, in a position that was better than a draw.
    DrawnByRule(Outcome),
    /// The side to move is winning, and a count of moves makes a draw soon. Advice only.
    DrawNear {
        /// How many of its own moves are left.
        moves: u16,
    },
    /// The side that moved is winning, and its move brought a position back that makes a draw when it comes once more. Advice only.
    RepetitionNear {
        /// How many times the position must stand for the draw: 3 in most games.
        times: u8,
    },
    /// In the better line the side that moved wins pieces. Proof: the line, which is shown; that the other side must play so is not said.
    BetterWins(Course),
    /// In the line after the move the other side wins pieces.
    ReplyWins(Course),
    /// The engine prefers another move.
    Preferred {
        /// That move.
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
    pub const fn is_proved(&self) -> bool {
        !matches!(
            self,
            Remark::WinSeen { .. }
                | Remark::LossSeen { .. }
                | Remark::BetterWins(_)
                | Remark::ReplyWins(_)
                | Remark::Preferred { .. }
        )
    }
}

/// A moment of a game that mattered: a move with a better one beside it.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Moment {
    /// How many plies were played before the move.
    pub ply: usize,
    /// The position before the move.
    pub position: Position,
    /// The move that was played.
    pub played: Move,
    /// How serious it was.
    pub severity: Severity,
    /// The chance that it gave away.
    pub lost: Chance,
    /// The best line from the position, for the side that moved.
    pub better: Option<Seen>,
    /// The best line after the move, for the other side.
    pub reply: Option<Seen>,
    /// What is said of it, the main thing first; never empty.
    pub events: Vec<Remark>,
    /// Every move that is as good as the best, or nearly: what "try again" accepts. The best first. The move that was played is among
    /// them only where the moment is advice.
    pub acceptable: Vec<Move>,
}

impl Moment {
    /// Who moved.
    pub fn side(&self) -> Side {
        self.position.side()
    }

    /// The line that proves the first thing said that a line proves, with the position from which it is played. That another capture was
    /// better is proved by what is said beside it, where something is; a count of moves or a draw by rule has no line.
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
            _ => (self.position, self.better.as_ref()?.moves.clone()),
        })
    }
}

/// Something that was played well.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct StrongMove {
    /// How many plies were played before the move.
    pub ply: usize,
    /// The position before the move.
    pub position: Position,
    /// The move.
    pub played: Move,
    /// What was good in it.
    pub merit: Merit,
}

impl StrongMove {
    /// Who moved.
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
    /// Tables: no other move kept this ending.
    OnlyKept(TableEnding),
    /// Tables: no other move kept the win, and its line wins by the opposition.
    OppositionTaken,
    /// Every other move loses pieces at once. Proof: the exchange that follows each.
    OthersLose {
        /// What the least bad of them loses, in men.
        at_least: i32,
    },
    /// The engine sees no other good move.
    OnlyGood,
    /// From this move to the end of the game the side kept a win by tables.
    WinKept {
        /// How many of its moves.
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
