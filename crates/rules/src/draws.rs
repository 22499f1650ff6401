//! Draws by rule that count moves: kings only, and few pieces against a lone king.
//!
//! Annex 1 art. 6 gives the international rules. The counts are a small value that goes along with a
//! position, in a game and inside a search alike; repetition needs the history itself and is
//! [`Game`](crate::Game)'s.

use crate::bits::Bits;
use crate::geometry::Geometry;
use crate::pieces::{Pieces, RawMove};
use crate::variant::RuleTable;
use crate::variant::rule_table::DrawRule;
use crate::{EndReason, Side};

/// How two endings of few pieces follow each other, where readings of the rules differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FewPieces {
    /// A capture that leaves one or two pieces against a lone king starts a fresh count of five
    /// moves. This is how games are counted online.
    #[default]
    Fresh,
    /// The sixteen moves stay in force beside the new five, and whichever ends first draws; and
    /// while the lone king keeps the long diagonal, three pieces have five moves only. This is a
    /// text quoted from the FMJD.
    Continued,
}

impl FewPieces {
    /// The stable word in records: `fresh` or `continued`.
    pub const fn code(self) -> &'static str {
        match self {
            FewPieces::Fresh => "fresh",
            FewPieces::Continued => "continued",
        }
    }

    /// The reading of a stable word.
    pub fn from_code(code: &str) -> Option<FewPieces> {
        [FewPieces::Fresh, FewPieces::Continued]
            .into_iter()
            .find(|reading| reading.code() == code)
    }
}

/// Choices that a game makes where the rules leave one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct DrawSettings {
    /// The reading for endings of few pieces.
    pub few_pieces: FewPieces,
}

/// How far the counts of a position have gone. All counts are plies: one move of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct DrawCounts {
    /// Moves by kings without a capture, without interruption.
    kings_only: u16,
    /// The rule whose balance of few pieces stands, by its place in the table.
    balance: Option<u8>,
    /// Moves since that balance stands.
    standing: u16,
    /// Moves that an earlier balance still allows, where it stays in force.
    left_of_earlier: Option<(u16, EndReason)>,
    /// Moves during which the lone king has kept the long diagonal.
    on_long_diagonal: u16,
}

impl DrawCounts {
    /// Plies in a row by kings only, without a capture: as long as positions can repeat.
    pub fn kings_only_plies(&self) -> u16 {
        self.kings_only
    }
}

/// Five moves of each side: what the long diagonal leaves to three pieces.
const LONG_DIAGONAL_PLIES: u16 = DrawRule::plies(5);

/// The counting rules of one game, ready for one layout.
#[derive(Clone, Copy, Debug)]
pub struct Draws<B> {
    table: &'static RuleTable,
    settings: DrawSettings,
    /// The long diagonal from White's left hand.
    long_diagonal: B,
    /// Above so many pieces no balance can stand.
    most_pieces: u32,
}

impl<B: Bits> Draws<B> {
    /// The rules of a table, on its layout, under some settings.
    pub fn new(
        table: &'static RuleTable,
        geometry: &Geometry<B>,
        settings: DrawSettings,
    ) -> Draws<B> {
        let board = geometry.board();
        let on_diagonal = |square: &crate::Square| {
            let (row, column) = board.row_and_column(*square);
            row + column == board.height - 1
        };
        let long_diagonal = board
            .squares()
            .filter(on_diagonal)
            .fold(B::EMPTY, |set, square| set | geometry.single(square));
        let most = |rule: &DrawRule| match *rule {
            DrawRule::LoneKing { at_most, .. } => u32::from(at_most) + 1,
            _ => 0,
        };
        let most_pieces = table.draws.iter().map(most).max().unwrap_or(0);
        Draws {
            table,
            settings,
            long_diagonal,
            most_pieces,
        }
    }

    /// The counts of a position without a past.
    pub fn start(&self, pieces: &Pieces<B>) -> DrawCounts {
        DrawCounts {
            balance: self.balance(pieces),
            ..DrawCounts::default()
        }
    }

    /// The counts after a legal move.
    #[inline]
    pub fn after(
        &self,
        counts: DrawCounts,
        before: &Pieces<B>,
        played: &RawMove<B>,
        after: &Pieces<B>,
    ) -> DrawCounts {
        let by_king = before.kings.meets(B::single(played.from));
        let kings_only = if by_king && !played.is_capture() {
            counts.kings_only.saturating_add(1)
        } else {
            0
        };
        if after.occupied().count() > self.most_pieces {
            return DrawCounts {
                kings_only,
                ..DrawCounts::default()
            };
        }
        self.after_with_few(
            DrawCounts {
                kings_only,
                ..counts
            },
            after,
        )
    }

    fn after_with_few(&self, counts: DrawCounts, after: &Pieces<B>) -> DrawCounts {
        let balance = self.balance(after);
        let fresh = DrawCounts {
            kings_only: counts.kings_only,
            balance,
            ..Default::default()
        };
        if balance.is_none() {
            return fresh;
        }
        let continued = self.settings.few_pieces == FewPieces::Continued;
        let earlier = counts
            .left_of_earlier
            .map(|(left, why)| (left.saturating_sub(1), why));
        if balance == counts.balance {
            let keeps = continued && self.keeps_long_diagonal(after);
            let on_long_diagonal = if keeps {
                counts.on_long_diagonal.saturating_add(1)
            } else {
                0
            };
            let standing = counts.standing.saturating_add(1);
            return DrawCounts {
                standing,
                left_of_earlier: earlier,
                on_long_diagonal,
                ..counts
            };
        }
        // The move that makes a balance is not counted; an earlier balance may stay in force, and
        // for that one this move does count.
        let of_old = counts
            .balance
            .and_then(|index| self.lone_king(index))
            .map(|(plies, why)| (plies.saturating_sub(counts.standing.saturating_add(1)), why));
        let left_of_earlier = if continued { earlier.or(of_old) } else { None };
        DrawCounts {
            left_of_earlier,
            ..fresh
        }
    }

    /// The rule that draws at these counts, if one does.
    #[inline]
    pub fn reason(&self, counts: &DrawCounts) -> Option<EndReason> {
        if counts.balance.is_none() && counts.kings_only == 0 {
            return None;
        }
        self.table
            .draws
            .iter()
            .enumerate()
            .find_map(|(index, rule)| match *rule {
                DrawRule::Occurrences { .. } => None,
                DrawRule::KingMoves { moves, reason } => {
                    (counts.kings_only >= DrawRule::plies(moves)).then_some(reason)
                }
                DrawRule::LoneKing { moves, reason, .. } => {
                    let stands = counts.balance == Some(index as u8);
                    if stands && counts.standing >= DrawRule::plies(moves) {
                        return Some(reason);
                    }
                    if stands && counts.on_long_diagonal >= LONG_DIAGONAL_PLIES {
                        return Some(EndReason::FiveMoves);
                    }
                    match counts.left_of_earlier {
                        Some((0, earlier)) if stands => Some(earlier),
                        _ => None,
                    }
                }
            })
    }

    /// Plies until a count of few pieces draws; `None` while no such count runs.
    pub fn few_pieces_left(&self, counts: &DrawCounts) -> Option<u16> {
        let (plies, _) = self.lone_king(counts.balance?)?;
        let mut left = plies.saturating_sub(counts.standing);
        if let Some((earlier, _)) = counts.left_of_earlier {
            left = left.min(earlier);
        }
        if counts.on_long_diagonal > 0 {
            left = left.min(LONG_DIAGONAL_PLIES.saturating_sub(counts.on_long_diagonal));
        }
        Some(left)
    }

    fn lone_king(&self, index: u8) -> Option<(u16, EndReason)> {
        match *self.table.draws.get(usize::from(index))? {
            DrawRule::LoneKing { moves, reason, .. } => Some((DrawRule::plies(moves), reason)),
            _ => None,
        }
    }

    /// The rule whose balance of few pieces stands on the board.
    fn balance(&self, pieces: &Pieces<B>) -> Option<u8> {
        let index = self.table.draws.iter().position(|rule| match *rule {
            DrawRule::LoneKing {
                at_least, at_most, ..
            } => Side::ALL.iter().any(|&side| {
                let stronger = pieces.of(side.opponent());
                is_lone_king(pieces, side)
                    && stronger.meets(pieces.kings)
                    && (u32::from(at_least)..=u32::from(at_most)).contains(&stronger.count())
            }),
            _ => false,
        });
        index.map(|index| index as u8)
    }

    fn keeps_long_diagonal(&self, pieces: &Pieces<B>) -> bool {
        Side::ALL
            .iter()
            .any(|&side| is_lone_king(pieces, side) && pieces.of(side).meets(self.long_diagonal))
    }
}

fn is_lone_king<B: Bits>(pieces: &Pieces<B>, side: Side) -> bool {
    pieces.of(side).count() == 1 && pieces.of(side).meets(pieces.kings)
}
