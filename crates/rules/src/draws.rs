//! Draw rules that count moves: moves by kings only, and moves with few pieces against a lone king.
//!
//! Annex 1 art. 6 gives the international rules. The counts are a small value that belongs to a
//! position, both in a game and inside a search. Repetition needs the whole history, so
//! [`Game`](crate::Game) checks it.

use crate::bits::Bits;
use crate::geometry::Geometry;
use crate::pieces::{Pieces, RawMove};
use crate::variant::RuleTable;
use crate::variant::rule_table::{Balance, DrawRule};
use crate::{EndReason, Side};

/// What happens when one ending of few pieces turns into another, where readings of the rules
/// differ.
///
/// ```
/// use damier_rules::FewPieces;
/// assert_eq!(FewPieces::from_code("continued"), Some(FewPieces::Continued));
/// assert_eq!(FewPieces::default().code(), "fresh");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(rename_all = "kebab-case"))]
pub enum FewPieces {
    /// A capture that leaves one or two pieces against a lone king starts a new count of five
    /// moves. Online games are counted like this.
    #[default]
    Fresh,
    /// The sixteen moves continue beside the new five, and whichever ends first makes the draw.
    /// Also, while the lone king stays on the long diagonal, three pieces have only five moves.
    /// This follows a text quoted from the FMJD.
    Continued,
}

impl FewPieces {
    /// Returns the stable code in records: `fresh` or `continued`.
    pub const fn code(self) -> &'static str {
        match self {
            FewPieces::Fresh => "fresh",
            FewPieces::Continued => "continued",
        }
    }

    /// Returns the reading with this code.
    pub fn from_code(code: &str) -> Option<FewPieces> {
        [FewPieces::Fresh, FewPieces::Continued]
            .into_iter()
            .find(|reading| reading.code() == code)
    }
}

/// Settings for draw rules that have several readings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct DrawSettings {
    /// The reading for endings of few pieces.
    pub few_pieces: FewPieces,
}

/// The draw counts of a position. All counts are in plies (one move of one side).
///
/// ```
/// use damier_rules::{DrawSettings, Game, Position, Variant};
/// let game = Game::new(Position::start(Variant::INTERNATIONAL), DrawSettings::default());
/// assert_eq!(game.counts().kings_only_plies(), 0);
/// assert_eq!(game.counts().reversible_plies(), 0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct DrawCounts {
    /// Plies in a row that later moves can undo.
    reversible: u16,
    /// Plies in a row by kings only, without a capture.
    kings_only: u16,
    /// For each draw rule of the table: 0 while the pieces do not fit the rule, else one more than
    /// the number of plies since they do.
    standing: [u8; DrawRule::MAX_RULES],
    /// The plies that an earlier rule of few pieces still allows and its reason, where that rule
    /// stays in force.
    left_of_earlier: Option<(u16, EndReason)>,
    /// Plies during which the lone king has stayed on the long diagonal.
    on_long_diagonal: u16,
}

impl DrawCounts {
    /// Returns the number of plies in a row by kings only, without a capture.
    pub fn kings_only_plies(&self) -> u16 {
        self.kings_only
    }

    /// Returns the number of plies in a row that can be undone. Only positions within this span can
    /// repeat.
    pub fn reversible_plies(&self) -> u16 {
        self.reversible
    }
}

/// Five moves of each side, the number that three pieces have while the lone king stays on the long
/// diagonal.
const LONG_DIAGONAL_PLIES: u16 = DrawRule::plies(5);

/// The draw rules of one game that count moves, prepared for one layout.
///
/// ```
/// use damier_rules::{AnyRules, DrawSettings, Draws, Variant};
/// let AnyRules::Narrow(rules) = Variant::INTERNATIONAL.rules() else { panic!("a board of 64 bits") };
/// let draws = Draws::new(rules.table(), rules.geometry(), DrawSettings::default());
/// let counts = draws.start(&rules.start());
/// assert_eq!(draws.reason(&counts, || false), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Draws<B> {
    table: &'static RuleTable,
    settings: DrawSettings,
    /// The long diagonal from White's left corner: the main road.
    long_diagonal: B,
    /// With more pieces than this on the board, no rule of few pieces applies.
    most_pieces: u32,
    /// Whether men can return to squares that they have left (Turkish, alquerque).
    men_return: bool,
}

impl<B: Bits> Draws<B> {
    /// Prepares the draw rules of a table for a layout, with these settings.
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
            DrawRule::Standing { balance, .. } => match balance {
                Balance::LoneKing { at_most, .. } => u32::from(at_most) + 1,
                Balance::SingleKings => 2,
                Balance::KingsOnBothSides { at_most, .. } => u32::from(at_most),
            },
            DrawRule::Occurrences { .. } | DrawRule::KingMoves { .. } => 0,
        };
        let most_pieces = table.draws.iter().map(most).max().unwrap_or(0);
        Draws {
            table,
            settings,
            long_diagonal,
            most_pieces,
            men_return: table.man.steps.iter().any(|step| step.rows >= 0),
        }
    }

    /// Returns the counts of a position with which a game starts.
    pub fn start(&self, pieces: &Pieces<B>) -> DrawCounts {
        let mut counts = DrawCounts::default();
        for (standing, rule) in counts.standing.iter_mut().zip(self.table.draws) {
            *standing = u8::from(self.stands(*rule, pieces));
        }
        counts
    }

    /// Returns the counts after a legal move.
    #[inline]
    pub fn after(
        &self,
        counts: DrawCounts,
        before: &Pieces<B>,
        played: &RawMove<B>,
        after: &Pieces<B>,
    ) -> DrawCounts {
        let by_king = before.kings.meets(B::single(played.from));
        let takes = played.is_capture() || played.huff.bit().is_some();
        let more = |goes_on: bool, count: u16| if goes_on { count.saturating_add(1) } else { 0 };
        let kings_only = more(by_king && !takes, counts.kings_only);
        let reversible = more(!takes && (by_king || self.men_return), counts.reversible);
        if after.occupied().count() > self.most_pieces {
            return DrawCounts {
                reversible,
                kings_only,
                ..DrawCounts::default()
            };
        }
        let counts = DrawCounts {
            reversible,
            kings_only,
            ..counts
        };
        self.after_with_few(counts, takes || played.promotes, after)
    }

    /// Updates the counts of the rules of few pieces after a move. `changes` says whether it
    /// captured or promoted.
    fn after_with_few(&self, counts: DrawCounts, changes: bool, after: &Pieces<B>) -> DrawCounts {
        let mut standing = [0; DrawRule::MAX_RULES];
        for (place, rule) in self.table.draws.iter().enumerate() {
            let anew = counts.standing[place] == 0 || changes && counts_anew(*rule);
            standing[place] = match self.stands(*rule, after) {
                false => 0,
                true if anew => 1,
                true => counts.standing[place].saturating_add(1),
            };
        }
        let fresh = DrawCounts {
            standing,
            left_of_earlier: None,
            on_long_diagonal: 0,
            ..counts
        };
        match self.settings.few_pieces {
            FewPieces::Fresh => fresh,
            FewPieces::Continued => self.continued(counts, fresh, after),
        }
    }

    /// Adds what the reading [`FewPieces::Continued`] requires. `before` are the counts before the
    /// move.
    fn continued(&self, before: DrawCounts, fresh: DrawCounts, after: &Pieces<B>) -> DrawCounts {
        let (was, stands) = (few_pieces(&before), few_pieces(&fresh));
        if stands.is_none() {
            return fresh;
        }
        let earlier = before
            .left_of_earlier
            .map(|(left, why)| (left.saturating_sub(1), why));
        if was == stands {
            let keeps = self.keeps_long_diagonal(after);
            return DrawCounts {
                left_of_earlier: earlier,
                on_long_diagonal: if keeps {
                    before.on_long_diagonal.saturating_add(1)
                } else {
                    0
                },
                ..fresh
            };
        }
        // The move that brings a rule into force is not counted for it, but is counted for the rule
        // before.
        let of_old = was.and_then(|place| {
            let moves_since = u16::from(before.standing[place]);
            match self.table.draws[place] {
                rule @ DrawRule::Standing { moves, .. } => {
                    let left = DrawRule::plies(moves).saturating_sub(moves_since);
                    Some((left, rule.reason()))
                }
                _ => None,
            }
        });
        DrawCounts {
            left_of_earlier: earlier.or(of_old),
            ..fresh
        }
    }

    /// Returns the reason if a rule makes a draw at these counts. `can_capture` is called only
    /// where a possible capture prevents the draw.
    #[inline]
    pub fn reason(&self, counts: &DrawCounts, can_capture: impl Fn() -> bool) -> Option<EndReason> {
        if counts.kings_only == 0 && counts.standing == [0; DrawRule::MAX_RULES] {
            return None;
        }
        let rules = self.table.draws.iter().zip(counts.standing);
        rules.into_iter().find_map(|(rule, standing)| match *rule {
            DrawRule::Occurrences { .. } => None,
            DrawRule::KingMoves { moves } => {
                (counts.kings_only >= DrawRule::plies(moves)).then_some(rule.reason())
            }
            DrawRule::Standing { .. } if standing == 0 => None,
            DrawRule::Standing { balance, moves } => {
                if u16::from(standing - 1) >= DrawRule::plies(moves) {
                    let spared = balance == Balance::SingleKings && can_capture();
                    (!spared).then_some(rule.reason())
                } else if counts.on_long_diagonal >= LONG_DIAGONAL_PLIES {
                    Some(EndReason::LoneKing(5))
                } else {
                    match counts.left_of_earlier {
                        Some((0, earlier)) => Some(earlier),
                        _ => None,
                    }
                }
            }
        })
    }

    /// Returns how many plies are left until a count of few pieces makes a draw; `None` while no
    /// such count runs.
    pub fn few_pieces_left(&self, counts: &DrawCounts) -> Option<u16> {
        let rules = self.table.draws.iter().zip(counts.standing);
        let left = rules.filter_map(|(rule, standing)| match *rule {
            DrawRule::Standing { moves, .. } if standing > 0 => {
                Some(DrawRule::plies(moves).saturating_sub(u16::from(standing - 1)))
            }
            _ => None,
        });
        let earlier = counts.left_of_earlier.map(|(left, _)| left);
        let diagonal = (counts.on_long_diagonal > 0)
            .then(|| LONG_DIAGONAL_PLIES.saturating_sub(counts.on_long_diagonal));
        left.min().map(|left| {
            let others = earlier.into_iter().chain(diagonal);
            others.fold(left, u16::min)
        })
    }

    /// Returns whether the pieces on the board fit a rule of few pieces.
    fn stands(&self, rule: DrawRule, pieces: &Pieces<B>) -> bool {
        let DrawRule::Standing { balance, .. } = rule else {
            return false;
        };
        match balance {
            Balance::LoneKing {
                at_least,
                at_most,
                kings_only,
                on_main_road,
            } => Side::ALL.iter().any(|&side| {
                let stronger = pieces.of(side.opponent());
                is_lone_king(pieces, side)
                    && stronger.meets(pieces.kings)
                    && (u32::from(at_least)..=u32::from(at_most)).contains(&stronger.count())
                    && !(kings_only && stronger.meets(!pieces.kings))
                    && !(on_main_road
                        && (pieces.occupied() & self.long_diagonal) != pieces.of(side))
            }),
            Balance::SingleKings => Side::ALL.iter().all(|&side| is_lone_king(pieces, side)),
            Balance::KingsOnBothSides { at_least, at_most } => {
                let count = pieces.occupied().count();
                (u32::from(at_least)..=u32::from(at_most)).contains(&count)
                    && Side::ALL
                        .iter()
                        .all(|&side| pieces.of(side).meets(pieces.kings))
            }
        }
    }

    fn keeps_long_diagonal(&self, pieces: &Pieces<B>) -> bool {
        Side::ALL
            .iter()
            .any(|&side| is_lone_king(pieces, side) && pieces.of(side).meets(self.long_diagonal))
    }
}

/// Returns whether a capture or a promotion starts the count of a rule again while the pieces still
/// fit it.
fn counts_anew(rule: DrawRule) -> bool {
    let standing = |balance: Balance| matches!(balance, Balance::KingsOnBothSides { .. });
    matches!(rule, DrawRule::Standing { balance, .. } if standing(balance))
}

/// Returns the index of the rule of few pieces that applies at these counts.
fn few_pieces(counts: &DrawCounts) -> Option<usize> {
    counts.standing.iter().position(|&standing| standing > 0)
}

fn is_lone_king<B: Bits>(pieces: &Pieces<B>, side: Side) -> bool {
    pieces.of(side).count() == 1 && pieces.of(side).meets(pieces.kings)
}
