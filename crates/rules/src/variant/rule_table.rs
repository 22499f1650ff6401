//! The facts by which a game of the family is described. Each game is one table of them; the
//! generator, the explanations, the draw rules and the other crates read only the table and contain
//! no code for single games.

use crate::Side;
use crate::board::{Board, Vector};
use crate::ending::EndReason;

/// A game of the family, as data.
///
/// ```
/// use damier_rules::variant::rule_table::Range;
/// use damier_rules::{Side, Variant};
/// let table = Variant::ENGLISH.table();
/// assert_eq!((table.board.width, table.first, table.king.range), (8, Side::Black, Range::One));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RuleTable {
    /// The stable id in messages, records and on the command line. Another reading of a game's
    /// rules adds a colon and a word: `alquerque:huffing`.
    pub id: &'static str,
    /// The branch of the family to which the game belongs.
    pub family: Family,
    /// The board.
    pub board: Board,
    /// Where the pieces stand at the start.
    pub start: Start,
    /// The most pieces that one side may have.
    pub pieces_per_side: u8,
    /// Who moves first.
    pub first: Side,
    /// How the game is won on the board.
    pub goal: Goal,
    /// Whether captures are compulsory, or a missed capture may be punished.
    pub obligation: Obligation,
    /// How men move and capture.
    pub man: ManFacts,
    /// How kings move and capture.
    pub king: KingFacts,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// Whether two captures of one move may go in exactly opposite directions. Where captured
    /// pieces stay until the end of the move, this is impossible anyway; it matters where they
    /// leave at once.
    pub half_turn: bool,
    /// What happens to a man that lands on its last row in the middle of a capture.
    pub passing: Passing,
    /// The rules by which one of several captures must be chosen, the most important first. If
    /// empty, any capture may be chosen, but it must be carried to its end.
    pub precedence: &'static [Precedence],
    /// The most quiet moves in a row that a side may make with one king while it also has men
    /// (Frisian: 3); `None` if there is no limit.
    pub king_run: Option<u8>,
    /// The rules by which a game is drawn; at most [`DrawRule::MAX_RULES`].
    pub draws: &'static [DrawRule],
    /// How squares are named.
    pub naming: Naming,
    /// The sign between the squares of a written capture.
    pub capture_sign: char,
    /// How results are written.
    pub results: ResultStyle,
    /// The `GameType` tag of the game in PDN, where it has one.
    pub game_type: Option<GameType>,
    /// The `GameType` number that lidraughts gives to a game for which the standard has none.
    pub lidraughts_game_type: Option<u8>,
    /// The names of the game in the Hub protocol.
    pub hub: HubNames,
    /// The sources of the facts.
    pub sources: &'static [&'static str],
    /// The rule text whose articles are cited when a move is refused.
    pub articles: Articles,
}

/// A rule text with numbered articles.
///
/// ```
/// use damier_rules::variant::rule_table::Articles;
/// assert_eq!(Articles::Annex1.text(), Some("FMJD, Annex 1"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Articles {
    /// The rules of the world federation for the international game.
    Annex1,
    /// The rules of the Italian federation.
    Fid,
    /// No text whose article numbers are known.
    Unnumbered,
}

impl Articles {
    /// Returns the name of the text.
    pub const fn text(self) -> Option<&'static str> {
        match self {
            Articles::Annex1 => Some("FMJD, Annex 1"),
            Articles::Fid => Some("FID"),
            Articles::Unnumbered => None,
        }
    }
}

/// A branch of the family: games with a common ancestor or with the same kind of kings.
///
/// ```
/// use damier_rules::Variant;
/// use damier_rules::variant::rule_table::Family;
/// assert_eq!(Variant::RUSSIAN.table().family, Family::Russian);
/// assert_eq!(Family::Russian.code(), "russian");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Family {
    /// Men capture backward too, kings fly, and the capture of the most pieces is compulsory.
    International,
    /// Pieces capture in eight directions.
    Frisian,
    /// Kings fly; any capture may be chosen but must be carried to its end.
    Russian,
    /// Kings move one square; any capture may be chosen but must be carried to its end.
    English,
    /// Men capture forward only, with precedence among captures.
    Latin,
    /// Men capture forward only, kings fly, with little or no precedence among captures.
    Central,
    /// Pieces move or capture along rows and columns (Turkish draughts and its relatives).
    Orthogonal,
    /// Games from old books.
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

    /// Returns the stable code in messages.
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
    /// Men on listed squares, given by number from the top left.
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
    /// As `Immobilise`, and the first side to get a king has won.
    Promote,
}

/// Whether captures are compulsory, or a missed capture may be punished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obligation {
    /// While a capture is possible, quiet moves are not legal.
    Compulsory,
    /// Any move may be played and captures may stop anywhere, but the opponent may, before moving,
    /// remove ("huff") the piece that should have captured more.
    Huffing {
        /// What applies to a piece that carried its capture to the end, but along the shorter of
        /// two routes.
        shorter_route: ShorterRoute,
    },
}

/// Whether a piece may be huffed that captured along a complete route although it had a longer one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShorterRoute {
    /// It may not be huffed.
    Safe,
    /// It may be huffed.
    Huffable,
}

/// How a man moves. The vectors are White's; Black's are mirrored.
#[derive(Clone, Copy, Debug)]
pub struct ManFacts {
    /// Directions of a step without a capture.
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
    /// How far a king moves: one square or the whole line.
    pub range: Range,
    /// Where a king may stop behind a captured piece.
    pub landing: Landing,
}

/// How far a king moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Range {
    /// One square; it captures adjacent pieces.
    One,
    /// Any number of empty squares: a flying king.
    Line,
}

/// Where a flying king may stop behind the piece it has captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Landing {
    /// On any empty square of the line.
    Free,
    /// Only on the square directly behind it (Thai, German).
    Behind,
    /// Freely, but directly behind the piece if it is a king and the last one captured (Killer).
    BehindLastKing,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    /// After the whole move: until then they block squares and may not be captured twice.
    AfterMove,
    /// Each at once, which frees its square during the same move (Turkish).
    AtOnce,
}

/// What happens to a man that lands on its last row in the middle of a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// It goes on as a man, and is promoted only if its move ends there.
    StaysMan,
    /// It is promoted and goes on as a king (Russian).
    Promotes,
    /// It is promoted and the move ends (English).
    EndsMove,
    /// Nothing, because the game has no kings (alquerque).
    NoPromotion,
}

/// One rule by which a capture takes precedence over another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precedence {
    /// The capture of the most pieces.
    MostPieces,
    /// The capture of the greatest total value (Frisian: 100 for a man and 199 for a king, since "a
    /// king is worth just under two men").
    GreatestValue {
        /// The value of a captured man.
        man: u16,
        /// The value of a captured king.
        king: u16,
    },
    /// The capture by a king, before one by a man.
    ByKing,
    /// The capture of the most kings.
    MostKings,
    /// The capture that takes a king earliest: the captured pieces are compared one by one, in
    /// order.
    KingsEarliest,
}

/// A rule that ends a game as a draw.
///
/// ```
/// use damier_rules::EndReason;
/// use damier_rules::variant::rule_table::DrawRule;
/// assert_eq!(DrawRule::Occurrences { times: 3 }.reason(), EndReason::Occurrence(3));
/// assert_eq!(DrawRule::plies(25), 50);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawRule {
    /// The same position with the same side to move has occurred this many times.
    Occurrences {
        /// The number of occurrences that makes a draw: 3 for the third.
        times: u8,
    },
    /// Only kings have moved and nothing was captured, for this many moves of each side.
    KingMoves {
        /// The number of moves of each side.
        moves: u8,
    },
    /// The pieces on the board have fitted a description for this many moves of each side. The move
    /// that brings this about is not counted.
    Standing {
        /// The description of the pieces.
        balance: Balance,
        /// The number of moves of each side.
        moves: u8,
    },
}

/// The material of an ending with few pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Balance {
    /// A lone king against a number of pieces, at least one of them a king. While this holds,
    /// nothing starts the count again.
    LoneKing {
        /// The fewest pieces of the stronger side.
        at_least: u8,
        /// The most pieces of the stronger side.
        at_most: u8,
        /// Whether the stronger side's pieces must all be kings.
        kings_only: bool,
        /// Whether the lone king must stand on the main road (the long diagonal from White's left
        /// corner) and be the only piece there.
        on_main_road: bool,
    },
    /// One king each and no other piece. There is no draw while the side to move can capture the
    /// other king.
    SingleKings,
    /// Both sides have a king, and the total number of pieces lies within limits. A capture or a
    /// promotion starts the count again.
    KingsOnBothSides {
        /// The fewest pieces of both sides together.
        at_least: u8,
        /// The most pieces of both sides together.
        at_most: u8,
    },
}

impl DrawRule {
    /// The most draw rules that a table may have.
    pub const MAX_RULES: usize = 8;

    /// Converts moves of each side to plies.
    pub const fn plies(moves: u8) -> u16 {
        2 * moves as u16
    }

    /// Returns the reason with which a game ends by this rule.
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
    /// The notation as the standard writes it: `N2` for numbers from the top left of the side that
    /// starts, `A0` for letters.
    pub notation: &'static str,
}

/// The names of a game in the parameter `variant` of the Hub protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HubNames {
    /// The names to send, the most specific first; the last one is the name that Scan 3.1 uses for
    /// the game or its positions. Empty if only our own id is known.
    pub sent: &'static [&'static str],
    /// Further names that are accepted.
    pub understood: &'static [&'static str],
}

impl HubNames {
    /// For a game that has no name in any other program.
    pub const NONE: HubNames = HubNames {
        sent: &[],
        understood: &[],
    };
}

/// How squares are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    /// By number. Square 1 is in one corner of the board, as White sees it: the top left corner in
    /// the international game.
    Numbers {
        /// The corner of square 1.
        first: Corner,
    },
    /// By letter and digit; a1 is at White's left hand.
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
