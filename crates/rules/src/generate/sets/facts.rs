//! A rule table in the form that the whole-set generator reads: masks for questions that would
//! otherwise need branches, and directions in their places.

use arrayvec::ArrayVec;

use super::fan::{Fan, PLACES, Places};
use crate::Side;
use crate::bits::Bits;
use crate::board::Vector;
use crate::geometry::Geometry;
use crate::variant::RuleTable;
use crate::variant::rule_table::{Goal, Landing, Obligation, Passing, Precedence, Range, Removal};

/// How the men of one side step and capture.
#[derive(Clone, Debug)]
pub(super) struct MenFacts<B> {
    /// Steps without a capture. They are in the first `step_count` places, whatever their
    /// directions.
    pub(super) steps: Fan<B>,
    pub(super) step_count: usize,
    /// From a captured piece to the square behind it.
    pub(super) behind: Fan<B>,
    /// The first capture of a move, as two steps at once.
    pub(super) first: Fan<B>,
    /// The later captures. From a promotion row that ends the move there are none.
    pub(super) later: Fan<B>,
    /// The squares over which the later captures lead, for each bit.
    pub(super) later_over: Vec<B>,
    /// The promotion row.
    pub(super) far_row: B,
    /// The squares where a man becomes a king during a capture.
    pub(super) crowning: B,
}

/// How kings move and capture.
#[derive(Clone, Debug)]
pub(super) struct KingFacts<B> {
    /// One step in each place.
    pub(super) step: Fan<B>,
    /// The places of quiet moves.
    pub(super) quiet: ArrayVec<u8, PLACES>,
    /// The places of captures.
    pub(super) capture: ArrayVec<u8, PLACES>,
    /// Whether kings fly.
    pub(super) flies: bool,
    /// Where a king may stop behind the piece that it has captured.
    pub(super) landing: Landing,
    /// The squares from each bit to the edge of the board, for each place.
    rays: Vec<B>,
    ascends: [bool; PLACES],
}

/// A rule table in the form that the whole-set generator reads.
#[derive(Clone, Debug)]
pub(in crate::generate) struct Facts<B> {
    /// Whether captures are compulsory; the whole-set generator does not handle huffing.
    pub(super) compulsory: bool,
    /// All squares if a king ends the game, else none.
    pub(super) ending: B,
    pub(super) places: Places,
    pub(super) all: B,
    pub(super) men: [MenFacts<B>; 2],
    pub(super) king: KingFacts<B>,
    /// All squares if men may not capture kings, else none.
    pub(super) safe_from_men: B,
    /// All squares if the number or order of captured kings affects precedence, else none.
    pub(super) ranked: B,
    /// Whether, if men capture only men, only the longest captures are legal.
    pub(super) most_pieces: bool,
    /// All squares if captured pieces leave the board at once, so that their squares are free
    /// during the capture, else none.
    pub(super) vacated: B,
    /// Whether a king may turn by 180 degrees and cross the square of the piece that it has just
    /// captured.
    pub(super) turns_back: bool,
    /// The rules of precedence, for the walk.
    pub(super) precedence: &'static [Precedence],
}

impl<B: Bits> Facts<B> {
    pub(super) fn new(table: &RuleTable, geometry: &Geometry<B>, far_rows: [B; 2]) -> Facts<B> {
        let man = &table.man;
        let king = &table.king;
        let captures = [man.first_capture, man.later_capture].concat();
        let diagonals = [&captures[..], man.steps, king.steps, king.captures]
            .concat()
            .iter()
            .any(|vector| vector.rows != 0 && vector.cols != 0);
        let places = Places::of(&captures, diagonals);
        let place = |vector: &Vector| places.place(*vector, diagonals);
        let all = geometry.all();
        let where_true = |fact: bool| if fact { all } else { B::EMPTY };
        let men = Side::ALL.map(|side| {
            let own = |vector: &Vector| match side {
                Side::White => *vector,
                Side::Black => vector.mirrored(),
            };
            let fan = |vectors: &[Vector], from, steps| {
                let mut fan = Fan::empty();
                for vector in vectors {
                    fan.put(place(vector), geometry, from, own(vector), steps);
                }
                fan
            };
            let mut steps = Fan::empty();
            for (number, vector) in man.steps.iter().enumerate() {
                steps.put(number, geometry, all, own(vector), 1);
            }
            let far_row = far_rows[side.index()];
            let going_on = all & !(far_row & where_true(table.passing == Passing::EndsMove));
            let behind = fan(&captures, all, 1);
            let later = fan(man.later_capture, going_on, 2);
            MenFacts {
                steps,
                step_count: man.steps.len().min(PLACES),
                first: fan(man.first_capture, all, 2),
                later_over: later.over(&behind, all),
                behind,
                later,
                far_row,
                crowning: far_row & where_true(table.passing == Passing::Promotes),
            }
        });
        let ranks = |ground: &Precedence| {
            matches!(
                ground,
                Precedence::GreatestValue { .. }
                    | Precedence::MostKings
                    | Precedence::KingsEarliest
            )
        };
        let counts = |ground: &Precedence| {
            matches!(
                ground,
                Precedence::MostPieces | Precedence::GreatestValue { .. }
            )
        };
        Facts {
            compulsory: table.obligation == Obligation::Compulsory,
            ending: where_true(table.goal == Goal::Promote),
            places,
            all,
            men,
            king: KingFacts::new(table, geometry, place),
            safe_from_men: where_true(!man.takes_kings),
            ranked: where_true(table.precedence.iter().any(ranks)),
            most_pieces: table.precedence.iter().any(counts),
            vacated: where_true(table.removal == Removal::AtOnce),
            turns_back: table.removal == Removal::AtOnce && table.half_turn,
            precedence: table.precedence,
        }
    }
}

impl<B: Bits> KingFacts<B> {
    fn new(
        table: &RuleTable,
        geometry: &Geometry<B>,
        place: impl Fn(&Vector) -> usize,
    ) -> KingFacts<B> {
        let king = &table.king;
        let mut step = Fan::empty();
        for vector in [king.steps, king.captures].concat() {
            step.put(place(&vector), geometry, geometry.all(), vector, 1);
        }
        let places = |vectors: &[Vector]| vectors.iter().map(|v| place(v) as u8).collect();
        let rays = (0..PLACES).flat_map(|place| {
            let step = &step;
            (0..B::WIDTH).map(move |bit| {
                let start = step.step(place, B::single(bit as u8));
                let squares = std::iter::successors(Some(start), |&at| Some(step.step(place, at)));
                squares
                    .take_while(|at| !at.is_empty())
                    .fold(B::EMPTY, |ray, at| ray | at)
            })
        });
        KingFacts {
            rays: rays.collect(),
            ascends: std::array::from_fn(|place| step.ascends(place)),
            quiet: places(king.steps),
            capture: places(king.captures),
            flies: king.range == Range::Line,
            landing: king.landing,
            step,
        }
    }

    /// Returns the squares from a bit to the edge in the direction of a place, without the start
    /// square.
    #[inline]
    fn ray(&self, place: usize, bit: u8) -> B {
        let index = place * B::WIDTH as usize + usize::from(bit);
        self.rays.get(index).copied().unwrap_or(B::EMPTY)
    }

    /// Returns the squares that a flying king passes from a bit before it meets one of the
    /// `blockers`, and that blocker (empty if there is none).
    #[inline]
    pub(super) fn sight(&self, place: usize, bit: u8, blockers: B) -> (B, B) {
        let ray = self.ray(place, bit);
        let met = if self.ascends[place] {
            (ray & blockers).lowest_bit()
        } else {
            (ray & blockers).highest_bit()
        };
        if met.is_empty() {
            (ray, met)
        } else {
            (ray & !self.ray(place, met.lowest()) & !met, met)
        }
    }
}
