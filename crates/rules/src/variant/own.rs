//! Games that a program defines: the table is checked, compiled and kept until the program ends.
//! Tables that could make the generator panic or run without end are rejected here.

use std::fmt;

use super::games::TABLES;
use super::rule_table::{Balance, DrawRule, Landing, Obligation, Passing, Start};
use super::{Compiled, Entry, Home, OwnGame, RuleTable, Variant};
use crate::board::{Cells, Vector};
use crate::generate::precedence::Standing;
use crate::geometry::Geometry;
use crate::{Past, Position, SetupFaults, Square};

/// The longest id of a game, in bytes.
const LONGEST_ID: usize = 40;

/// The longest side of a board, in cells.
const LONGEST_SIDE: u8 = 14;

/// The most moves of each side that a draw rule can count.
const MOST_MOVES: u8 = 127;

/// The highest limit that a table can set for quiet moves in a row with one king.
const MOST_KING_RUN: u8 = 9;

/// One reason why a rule table is not playable.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TableFault {
    /// The id is not made of lower-case letters, digits and single hyphens, or is longer than 40
    /// characters.
    Id,
    /// The id is that of a game of the family.
    IdTaken,
    /// The corrected table of a game has a different id from the game.
    OtherId,
    /// The board has a side of fewer than 2 or more than 14 cells, more squares than 128 bits can
    /// hold, or dark squares in rows of an odd number of cells.
    Board,
    /// The rows or squares of the start lie outside the board, or the two sides share a square.
    Start,
    /// The start position cannot be played.
    StartPosition(SetupFaults),
    /// A direction that boards of this kind do not have, or that is listed twice. Valid directions
    /// are one step to a neighbour, and on boards of dark squares also two steps along a row or
    /// column.
    Vector(Vector),
    /// A direction of kings without its opposite: kings move both ways along a line.
    OneWay(Vector),
    /// More than 5 rules of precedence.
    TooManyGrounds(usize),
    /// More draw rules than [`DrawRule::MAX_RULES`].
    TooManyDraws(usize),
    /// A draw rule whose numbers make no sense: fewer than 2 occurrences, not between 1 and 127
    /// moves, or a smallest number of pieces above the largest.
    Draw(DrawRule),
    /// The limit of quiet moves in a row with one king is not between 1 and 9, or the game also has
    /// huffing.
    KingRun,
    /// Huffing together with precedence among captures, with men that are promoted during a
    /// capture, or with forbidden half-turns: the board alone does not show then which piece has
    /// captured less than it should. Or huffing with more than 56 pieces a side, the most that a
    /// position can remember for huffing.
    Huffing,
    /// Kings that must stop right behind a king captured last, together with men that are promoted
    /// during a capture: no published rules define whether a man that captures a king and becomes
    /// one must stop there too.
    Landing,
    /// The sign of captures is neither `x` nor `:`.
    CaptureSign(char),
    /// A `GameType` number: those belong to the games that the PDN standard has numbered.
    GameType,
}

/// All reasons why a rule table is not playable; at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableFaults(Vec<TableFault>);

impl TableFaults {
    pub(super) fn one(fault: TableFault) -> TableFaults {
        TableFaults(vec![fault])
    }

    /// Returns the reasons, at least one.
    pub fn faults(&self) -> &[TableFault] {
        &self.0
    }
}

impl fmt::Display for TableFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableFault::Id => write!(
                f,
                "an id has lower-case letters, digits and single hyphens, at most {LONGEST_ID}"
            ),
            TableFault::IdTaken => f.write_str("the id is that of a game of the family"),
            TableFault::OtherId => f.write_str("a corrected table has the id of its game"),
            TableFault::Board => write!(
                f,
                "a board has sides of 2 to {LONGEST_SIDE} cells (an even width for dark squares) and \
                 fits 128 bits"
            ),
            TableFault::Start => {
                f.write_str(
                "the men of the start must be on the board, and the sides must not share squares",
            )
            }
            TableFault::StartPosition(faults) => write!(f, "the start cannot be played: {faults}"),
            TableFault::Vector(vector) => write!(
                f,
                "a direction that the board does not have, or that is listed twice: {} rows, \
                 {} columns",
                vector.rows, vector.cols
            ),
            TableFault::OneWay(vector) => write!(
                f,
                "a king's direction without its opposite: {} rows, {} columns",
                vector.rows, vector.cols
            ),
            TableFault::TooManyGrounds(count) => {
                write!(f, "{count} rules of precedence, expected at most {}", Standing::GROUNDS)
            }
            TableFault::TooManyDraws(count) => {
                write!(f, "{count} draw rules, expected at most {}", DrawRule::MAX_RULES)
            }
            TableFault::Draw(rule) => write!(f, "the numbers of a draw rule are not valid: {rule:?}"),
            TableFault::KingRun => write!(
                f,
                "the limit of moves in a row with one king is between 1 and {MOST_KING_RUN}, and \
                 excludes huffing"
            ),
            TableFault::Huffing => f.write_str(
                "huffing requires that half-turns are allowed and that a side has at most 56 pieces, \
                 and excludes precedence among captures and promotion during a capture",
            ),
            TableFault::Landing => f.write_str(
                "kings that stop right behind a king captured last exclude promotion during a \
                 capture",
            ),
            TableFault::CaptureSign(sign) => write!(f, "captures are written with x or :, not {sign:?}"),
            TableFault::GameType => f.write_str("a GameType number belongs to a game of the standard"),
        }
    }
}

impl fmt::Display for TableFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, fault) in self.0.iter().enumerate() {
            if place > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for TableFault {}
impl std::error::Error for TableFaults {}

impl Variant {
    /// Defines a game by a table of its own. Everything that takes a [`Variant`] can play it:
    /// positions, explanations, perft, notation and the engine. Some things exist only for the
    /// games of the family: other readings, a name in Hub or PDN, and records that other programs
    /// can read.
    ///
    /// The table and its compiled form, some tens of kilobytes, stay in memory until the program
    /// ends, so define each game only once.
    ///
    /// ```
    /// use damier_rules::{Position, RuleTable, Variant};
    ///
    /// let quick = Variant::of_table(RuleTable {
    ///     id: "quick-draughts",
    ///     start: damier_rules::variant::rule_table::Start::Rows { full: 2, behind: 0 },
    ///     game_type: None,
    ///     ..*Variant::INTERNATIONAL.table()
    /// })?;
    /// assert_eq!(Position::start(quick).legal_moves().len(), 9);
    /// # Ok::<(), damier_rules::variant::TableFaults>(())
    /// ```
    ///
    /// # Errors
    /// Returns every reason why the table is not playable.
    pub fn of_table(table: RuleTable) -> Result<Variant, TableFaults> {
        enter(&table, None)
    }
}

/// Checks a table, compiles it and keeps it, as the next version of the game `before` if one is
/// given.
pub(super) fn enter(table: &RuleTable, before: Option<Variant>) -> Result<Variant, TableFaults> {
    let faults = faults(table);
    if !faults.is_empty() {
        return Err(TableFaults(faults));
    }
    let table: &'static RuleTable = Box::leak(Box::new(*table));
    let Some(compiled) = Compiled::of(table) else {
        return Err(TableFaults::one(TableFault::Board));
    };
    let own = Box::leak(Box::new(OwnGame { compiled, before }));
    let variant = Variant(Box::leak(Box::new(Entry {
        table,
        home: Home::Own(own),
    })));
    let start = Position::start(variant).to_setup();
    match Position::from_setup(variant, &start) {
        Ok(_) => Ok(variant),
        Err(faults) => Err(TableFaults::one(TableFault::StartPosition(faults))),
    }
}

fn faults(table: &RuleTable) -> Vec<TableFault> {
    let mut faults = Vec::new();
    if !is_id(table.id) {
        faults.push(TableFault::Id);
    }
    if TABLES.iter().any(|known| known.id == table.id) {
        faults.push(TableFault::IdTaken);
    }
    if !is_board(table) {
        // The other checks need a valid board.
        faults.push(TableFault::Board);
        return faults;
    }
    if !starts_on_board(table) {
        faults.push(TableFault::Start);
    }
    faults.extend(wrong_vectors(table).map(TableFault::Vector));
    for list in [table.king.steps, table.king.captures] {
        let one_way = list.iter().filter(|way| !list.contains(&way.mirrored()));
        faults.extend(one_way.map(|way| TableFault::OneWay(*way)));
    }
    if table.precedence.len() > Standing::GROUNDS {
        faults.push(TableFault::TooManyGrounds(table.precedence.len()));
    }
    if table.draws.len() > DrawRule::MAX_RULES {
        faults.push(TableFault::TooManyDraws(table.draws.len()));
    }
    let senseless = table.draws.iter().filter(|rule| !makes_sense(**rule));
    faults.extend(senseless.map(|rule| TableFault::Draw(*rule)));
    let huffs = table.obligation != Obligation::Compulsory;
    if table
        .king_run
        .is_some_and(|most| huffs || !(1..=MOST_KING_RUN).contains(&most))
    {
        faults.push(TableFault::KingRun);
    }
    let ranks = !table.precedence.is_empty();
    let too_many = table.pieces_per_side > Past::PIECES;
    if huffs && (table.passing == Passing::Promotes || !table.half_turn || ranks || too_many) {
        faults.push(TableFault::Huffing);
    }
    if table.passing == Passing::Promotes && table.king.landing == Landing::BehindLastKing {
        faults.push(TableFault::Landing);
    }
    if !['x', ':'].contains(&table.capture_sign) {
        faults.push(TableFault::CaptureSign(table.capture_sign));
    }
    if table.game_type.is_some() {
        faults.push(TableFault::GameType);
    }
    faults
}

fn is_id(id: &str) -> bool {
    id.len() <= LONGEST_ID
        && id.split('-').all(|word| {
            !word.is_empty()
                && word
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        })
}

fn is_board(table: &RuleTable) -> bool {
    let board = table.board;
    let sides = 2..=LONGEST_SIDE;
    let even = !matches!(board.cells, Cells::Dark { .. }) || board.width.is_multiple_of(2);
    sides.contains(&board.width)
        && sides.contains(&board.height)
        && even
        && board.square_count() <= Square::MAX
        && Geometry::<u128>::new(board).is_some()
}

fn starts_on_board(table: &RuleTable) -> bool {
    match table.start {
        Start::Rows { full, behind } => full
            .checked_add(behind)
            .is_some_and(|rows| rows <= table.board.height / 2),
        Start::Squares { white, black } => {
            let mut all = [white, black].concat();
            all.sort_unstable();
            let apart = all.windows(2).all(|pair| pair[0] != pair[1]);
            apart
                && all
                    .iter()
                    .all(|&number| table.board.square(number).is_some())
        }
    }
}

/// Returns the directions that the board does not have, and those that occur twice in one list.
fn wrong_vectors(table: &RuleTable) -> impl Iterator<Item = Vector> {
    let lists = [
        table.man.steps,
        table.man.first_capture,
        table.man.later_capture,
        table.king.steps,
        table.king.captures,
    ];
    let is_dark = matches!(table.board.cells, Cells::Dark { .. });
    lists.into_iter().flat_map(move |list| {
        list.iter().enumerate().filter_map(move |(place, vector)| {
            let size = (vector.rows.unsigned_abs(), vector.cols.unsigned_abs());
            let exists = match size {
                (1, 1) => true,
                (0, 1) | (1, 0) => !is_dark,
                (0, 2) | (2, 0) => is_dark,
                _ => false,
            };
            let twice = list[..place].contains(vector);
            (!exists || twice).then_some(*vector)
        })
    })
}

fn makes_sense(rule: DrawRule) -> bool {
    let moves_fit = |moves: u8| (1..=MOST_MOVES).contains(&moves);
    match rule {
        DrawRule::Occurrences { times } => times >= 2,
        DrawRule::KingMoves { moves } => moves_fit(moves),
        DrawRule::Standing { balance, moves } => {
            let pieces_fit = match balance {
                Balance::LoneKing {
                    at_least, at_most, ..
                }
                | Balance::KingsOnBothSides { at_least, at_most } => at_least <= at_most,
                Balance::SingleKings => true,
            };
            moves_fit(moves) && pieces_fit
        }
    }
}
