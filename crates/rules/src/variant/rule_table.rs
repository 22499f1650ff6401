//! The facts that a game of the family is made of. One page of them is a game; the generator, the
//! explanations, the draw rules and the doors read them and know no game by name.

use crate::Side;
use crate::board::{Board, Vector};
use crate::ending::EndReason;

/// A game of the family, as data.
#[derive(Clone, Copy, Debug)]
pub struct RuleTable {
    /// The stable name in messages, records and on the command line. Another reading of the rules
    /// of a game has a name of its own behind a colon: `alquerque:huffing`.
    pub id: &'static str,
    /// To which branch of the family the game belongs.
    pub family: Family,
    /// The board.
    pub board: Board,
    /// Where the pieces stand at the start.
    pub start: Start,
    /// The most pieces that one side may hold.
    pub pieces_per_side: u8,
    /// Who moves first.
    pub first: Side,
    /// Who has won when a side cannot move, and what else wins.
    pub goal: Goal,
    /// What makes a player capture.
    pub obligation: Obligation,
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
    /// The most quiet moves in a row that a side may make with one king while it also has men
    /// (Frisian: 3); `None` where nothing limits them.
    pub king_run: Option<u8>,
    /// When a game is drawn by rule; at most [`DrawRule::MOST`] of them.
    pub draws: &'static [DrawRule],
    /// How squares are named.
    pub naming: Naming,
    /// The sign between the squares of a written capture.
    pub capture_sign: char,
    /// How results are written.
    pub results: ResultStyle,
    /// The `GameType` tag of the game in PDN, where it has one.
    pub game_type: Option<GameType>,
    /// The number that lidraughts gives to a game for which the standard has none.
    pub lidraughts_game_type: Option<u8>,
    /// What programs that speak Hub call the game.
    pub hub: HubNames,
    /// Where the facts were read.
    pub sources: &'static [&'static str],
    /// The text whose articles are named when a move is refused.
    pub articles: Articles,
}

/// A text of rules with numbered articles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Articles {
    /// The rules of the world federation for the international game.
    Annex1,
    /// The rules of the Italian federation.
    Fid,
    /// None whose numbers we know.
    Unnumbered,
}

impl Articles {
    /// What the text is called.
    pub const fn text(self) -> Option<&'static str> {
        match self {
            Articles::Annex1 => Some("FMJD, Annex 1"),
            Articles::Fid => Some("FID"),
            Articles::Unnumbered => None,
        }
    }
}

/// A branch of the family: games that share their ancestor or their kings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Family {
    /// Men that capture backward, flying kings, the most pieces first.
    International,
    /// Captures in eight directions.
    Frisian,
    /// Flying kings, any capture carried to its end.
    Russian,
    /// Short kings, any capture carried to its end.
    English,
    /// Men that capture forward, with an order among captures.
    Latin,
    /// Men that capture forward, flying kings, hardly an order among captures.
    Central,
    /// Rows and columns instead of diagonals.
    Orthogonal,
    /// Games of old books.
    Old,
}

impl Family {
    /// Every branch.
    pub const ALL: &'static [Family] = &[
        Family::International,
        Family::Frisian,
        Family::Russian,
        Family::English,
        Family::Latin,
        Family::Central,
        Family::Orthogonal,
        Family::Old,
    ];

    /// The stable word in messages.
    pub const fn code(self) -> &'static str {
        match self {
            Family::International => "international",
            Family::Frisian => "frisian",
            Family::Russian => "russian",
            Family::English => "english",
            Family::Latin => "latin",
            Family::Central => "central",
            Family::Orthogonal => "orthogonal",
            Family::Old => "old",
        }
    }
}

/// Where the pieces stand at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// Men on full rows.
    Rows {
        /// Full rows of each side.
        full: u8,
        /// Empty rows behind them (one in Turkish draughts).
        behind: u8,
    },
    /// Men on squares that are told one by one, by their numbers from the top left.
    Squares {
        /// White's men.
        white: &'static [u8],
        /// Black's men.
        black: &'static [u8],
    },
}

/// How a game is won on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A side that has no piece, or no legal move on its turn, has lost.
    Immobilise,
    /// A side that has no piece, or no legal move on its turn, has won.
    GiveAway,
    /// As `Immobilise`, and whoever first has a king has won.
    Promote,
}

/// What makes a player capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obligation {
    /// Nothing else is legal while a capture is possible.
    Compulsory,
    /// Everything may be played, captures may stop anywhere, and the opponent may take the piece
    /// that should have captured more off the board before his own move.
    Huffing {
        /// Whether a capture that was carried to its end along the shorter of two routes can be
        /// huffed.
        shorter_route: ShorterRoute,
    },
}

/// What becomes of a piece that captured along a complete route shorter than another that it had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShorterRoute {
    /// It is safe.
    Safe,
    /// It may be huffed.
    Huffable,
}

/// How a man moves. Vectors are White's; Black's are mirrored.
#[derive(Clone, Copy, Debug)]
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
#[derive(Clone, Copy, Debug)]
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
    /// Nothing: the game has no kings (alquerque).
    NoPromotion,
}

/// One rule by which a capture takes precedence over another.
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
    },
    /// A balance of pieces has stood for so many moves of each side. The move that makes the
    /// balance is not counted.
    Standing {
        /// What stands.
        balance: Balance,
        /// Moves of each side.
        moves: u8,
    },
}

/// The material of an ending with few pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Balance {
    /// A lone king faces so many pieces, at least one of them a king. Nothing starts the count anew
    /// while the balance stands.
    LoneKing {
        /// The fewest pieces of the stronger side.
        at_least: u8,
        /// The most pieces of the stronger side.
        at_most: u8,
        /// Whether the stronger side's pieces must all be kings.
        kings_only: bool,
        /// Whether the lone king must stand on the main road, the long diagonal from White's left
        /// hand, and be the only piece there.
        on_main_road: bool,
    },
    /// One king each and nothing else. It is no draw while the side to move can take the other king.
    SingleKings,
    /// Both sides have a king, and so many pieces are on the board. A capture or a promotion starts
    /// the count anew.
    KingsOnBothSides {
        /// The fewest pieces of both sides together.
        at_least: u8,
        /// The most pieces of both sides together.
        at_most: u8,
    },
}

impl DrawRule {
    /// The most rules that a table may hold.
    pub const MOST: usize = 8;

    /// Moves of each side in plies.
    pub const fn plies(moves: u8) -> u16 {
        2 * moves as u16
    }

    /// The ending that it makes.
    pub const fn reason(&self) -> EndReason {
        match *self {
            DrawRule::Occurrences { times } => EndReason::Occurrence(times),
            DrawRule::KingMoves { moves } => EndReason::KingMoves(moves),
            DrawRule::Standing { balance, moves } => match balance {
                Balance::LoneKing {
                    on_main_road: true, ..
                } => EndReason::MainRoad(moves),
                Balance::LoneKing { .. } => EndReason::LoneKing(moves),
                Balance::SingleKings => EndReason::SingleKings(moves),
                Balance::KingsOnBothSides { .. } => EndReason::KingsOnBothSides(moves),
            },
        }
    }
}

/// How results are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultStyle {
    /// `2-0`, `1-1`, `0-2`.
    Points,
    /// `1-0`, `1/2-1/2`, `0-1`.
    Halves,
}

/// The `GameType` tag of a game in PDN 3.0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameType {
    /// The number of the game.
    pub number: u8,
    /// Notation, as the standard writes it: `N2` for numbers from the top left of the side that
    /// starts, `A0` for letters.
    pub notation: &'static str,
}

/// What the parameter `variant` of the Hub protocol calls a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HubNames {
    /// The names to tell, the most particular first, the one that Scan 3.1 gave to the game or to
    /// its positions last; none where only our id is known.
    pub told: &'static [&'static str],
    /// Further names that are understood.
    pub understood: &'static [&'static str],
}

impl HubNames {
    /// A game that no other program has named.
    pub const NONE: HubNames = HubNames {
        told: &[],
        understood: &[],
    };
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
