//! The facts that a game of the family is made of. One page of them is a game; the generator, the
//! explanations, the draw rules and the doors read them and know no game by name.

use crate::Side;
use crate::board::{Board, Vector};
use crate::ending::EndReason;

/// A game of the family, as data.
#[derive(Debug)]
pub struct RuleTable {
    /// The stable name in messages, records and on the command line.
    pub id: &'static str,
    /// The board.
    pub board: Board,
    /// Full rows of men at the start, for each side.
    pub start_rows: u8,
    /// Empty rows behind them (one in Turkish draughts).
    pub rows_behind: u8,
    /// The most pieces that one side may hold.
    pub pieces_per_side: u8,
    /// Who moves first.
    pub first: Side,
    /// How men move and capture.
    pub man: ManFacts,
    /// How kings move and capture.
    pub king: KingFacts,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// Whether two captures of one move may go in exactly opposite directions. Pieces that stay
    /// until the end make it impossible anyway; where they leave at once it must be said.
    pub half_turn: bool,
    /// What becomes of a man that lands on its last row in the middle of a capture.
    pub passing: Passing,
    /// Which of several captures must be chosen, in order; none = any, carried to its end.
    pub precedence: &'static [Precedence],
    /// When a game is drawn by rule.
    pub draws: &'static [DrawRule],
    /// How squares are named.
    pub naming: Naming,
    /// The sign between the squares of a written capture.
    pub capture_sign: char,
    /// The number of the game in a PDN `GameType` tag, where it has one.
    pub game_type: Option<u8>,
    /// Where the facts were read.
    pub sources: &'static [&'static str],
}

/// How a man moves. Vectors are White's; Black's are mirrored.
#[derive(Debug)]
pub struct ManFacts {
    /// Steps without a capture.
    pub steps: &'static [Vector],
    /// Directions of the first capture of a move.
    pub first_capture: &'static [Vector],
    /// Directions of the later captures of the same move.
    pub later_capture: &'static [Vector],
    /// Whether a man may capture a king.
    pub takes_kings: bool,
}

/// How a king moves.
#[derive(Debug)]
pub struct KingFacts {
    /// Directions without a capture.
    pub steps: &'static [Vector],
    /// Directions of captures.
    pub captures: &'static [Vector],
    /// One square or the whole line.
    pub range: Range,
    /// Where a king may stop behind a captured piece.
    pub landing: Landing,
}

/// How far a king goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Range {
    /// One square, capturing what is adjacent.
    One,
    /// Any number of empty squares: a flying king.
    Line,
}

/// Where a flying king may stop behind the piece it has captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Landing {
    /// On any empty square of the line.
    Free,
    /// On the square directly behind only (Thai, German).
    Behind,
    /// Freely, but directly behind if the last piece captured is a king (Killer).
    BehindLastKing,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    /// After the whole move: until then they stand in the way and may not be captured twice.
    AfterMove,
    /// Each at once, so that squares open up (Turkish).
    AtOnce,
}

/// A man on its last row in the middle of a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// It goes on as a man, and is promoted only if its move ends there.
    StaysMan,
    /// It is promoted and goes on as a king (Russian).
    Promotes,
    /// It is promoted and the move ends (English).
    EndsMove,
}

/// One ground on which one capture comes before another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precedence {
    /// The most pieces.
    MostPieces,
    /// The greatest sum of values (Frisian: 100 for a man and 199 for a king stand for "a king is
    /// worth just under two men").
    GreatestValue {
        /// What a captured man counts.
        man: u16,
        /// What a captured king counts.
        king: u16,
    },
    /// With a king rather than with a man.
    ByKing,
    /// The most kings.
    MostKings,
    /// The one that meets a king earliest, compared capture by capture.
    KingsEarliest,
}

/// A rule that ends a game as a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawRule {
    /// The same position with the same side to move stands for this time.
    Occurrences {
        /// The time that draws: 3 for the third.
        times: u8,
    },
    /// Kings only have moved and nothing was captured, for so many moves of each side.
    KingMoves {
        /// Moves of each side.
        moves: u8,
        /// The ending's name.
        reason: EndReason,
    },
    /// A lone king faces so many pieces, at least one of them a king, for so many moves of each
    /// side. The move that makes the balance is not counted; nothing starts the count anew while
    /// the balance stands.
    LoneKing {
        /// The fewest pieces of the stronger side.
        at_least: u8,
        /// The most pieces of the stronger side.
        at_most: u8,
        /// Moves of each side.
        moves: u8,
        /// The ending's name.
        reason: EndReason,
    },
}

impl DrawRule {
    /// Moves of each side in plies.
    pub const fn plies(moves: u8) -> u16 {
        2 * moves as u16
    }
}

/// How squares are named in writing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    /// By number, 1 being the first playing square as seen from White's side of the board:
    /// top left in the international game.
    Numbers {
        /// Which corner holds the first square.
        first: Corner,
    },
    /// By letter and digit, a1 at White's left hand.
    Letters,
}

/// A corner of the board, with White at the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Corner {
    /// Top left.
    TopLeft,
    /// Bottom right.
    BottomRight,
}
