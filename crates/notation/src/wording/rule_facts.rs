//! The input of a rule sheet: its sections, and the facts that have to be computed on the board of
//! a game.

use damier_rules::variant::rule_table::{Goal, Obligation, Passing, Start};
use damier_rules::{Move, Position, RuleTable, Square, Variant};

use crate::move_text;

/// What a section of a rule sheet is about.
///
/// ```
/// use damier_notation::wording::Section;
/// assert_eq!(Section::ALL[0].code(), "board");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Section {
    /// The board, the position at the start, and who begins.
    Board,
    /// How men move and capture.
    Men,
    /// How kings move and capture.
    Kings,
    /// How the rules make a player capture, and when captured pieces leave the board.
    Capturing,
    /// Which of several captures must be played.
    Choice,
    /// How a man becomes a king.
    Promotion,
    /// Who wins.
    End,
    /// When a game is drawn.
    Draws,
    /// How the game is written.
    Notation,
}

impl Section {
    /// All sections, in order.
    pub const ALL: [Section; 9] = [
        Section::Board,
        Section::Men,
        Section::Promotion,
        Section::Kings,
        Section::Capturing,
        Section::Choice,
        Section::End,
        Section::Draws,
        Section::Notation,
    ];

    /// The stable code in messages.
    pub const fn code(self) -> &'static str {
        match self {
            Section::Board => "board",
            Section::Men => "men",
            Section::Kings => "kings",
            Section::Capturing => "capturing",
            Section::Choice => "choice",
            Section::Promotion => "promotion",
            Section::End => "end",
            Section::Draws => "draws",
            Section::Notation => "notation",
        }
    }

    /// Whether a game has rules of this kind. A game without kings has no rules for them.
    pub(super) fn applies(self, table: &RuleTable) -> bool {
        match self {
            Section::Kings => has_kings(table),
            Section::Choice => table.obligation == Obligation::Compulsory,
            _ => true,
        }
    }
}

/// Whether kings ever move in this game.
pub(super) fn has_kings(table: &RuleTable) -> bool {
    table.passing != Passing::NoPromotion && table.goal != Goal::Promote
}

/// How many men each side has at the start.
pub(super) fn men_at_start(table: &RuleTable) -> usize {
    match table.start {
        Start::Rows { full, .. } => {
            let board = table.board;
            let first_row = board
                .squares()
                .filter(|&square| board.row_and_column(square).0 == 0);
            usize::from(full) * first_row.count()
        }
        Start::Squares { white, .. } => white.len(),
    }
}

/// A rule table, with the facts that have to be computed on its board for the sentences.
pub(super) struct Facts {
    pub(super) variant: Variant,
    pub(super) table: &'static RuleTable,
    /// Men of each side at the start.
    pub(super) men: usize,
    /// The squares without a piece at the start.
    pub(super) empty: Vec<Square>,
    /// A quiet move and a capture as the game writes them.
    pub(super) examples: Option<(String, String)>,
}

impl Facts {
    pub(super) fn of(variant: Variant) -> Facts {
        let table = variant.table();
        let start = Position::start(variant);
        let is_empty = |square: &Square| start.piece_at(*square).is_none();
        Facts {
            variant,
            table,
            men: men_at_start(table),
            empty: table.board.squares().filter(is_empty).collect(),
            examples: examples(start),
        }
    }
}

/// A quiet move and a capture as examples: the first ones in a game that is played until a capture
/// is possible.
fn examples(start: Position) -> Option<(String, String)> {
    const ENOUGH: usize = 40;
    let mut position = start;
    let mut quiet = None;
    for _ in 0..ENOUGH {
        let moves = position.legal_moves();
        if let Some(capture) = moves.iter().find(|played| played.is_capture()) {
            return Some((quiet?, move_text::text(&position, capture)));
        }
        // The move in the middle of the list is played, so that a capture becomes possible soon.
        let middle: &Move = moves.get(moves.len() / 2)?;
        quiet.get_or_insert_with(|| move_text::text(&position, middle));
        position = position.play(middle).ok()?;
    }
    None
}
