//! The functions of the whole-set generator, compiled for the form of a game.
//!
//! A game finds its functions once, when its table is converted: those that read every shift and
//! serve any board, and those with constants, which serve one side on boards without kings.

#[cfg(not(target_family = "wasm"))]
use super::count::{count, count_two};
use super::facts::Facts;
use super::fan::Places;
use super::shape::{DARK_8, DARK_10, DARK_10_EIGHT, DARK_12, Fixed, Form, Read, SQUARES_8, Shape};
use super::{View, men};
use crate::Side;
use crate::bits::Bits;
use crate::geometry::Geometry;
use crate::pieces::{Pieces, RawMove};
use crate::variant::RuleTable;

/// A function that uses a list, for its moves or as working memory.
type WithList<B> = fn(&Facts<B>, &Pieces<B>, &mut Vec<RawMove<B>>) -> u64;

/// The functions that generate moves.
#[derive(Clone, Copy, Debug)]
pub(in crate::generate) struct Compiled<B> {
    /// Returns the number of legal moves.
    pub(in crate::generate) count: fn(&Facts<B>, &Pieces<B>) -> u64,
    /// Returns the number of lines of play of two moves, on a board without kings.
    #[cfg(not(target_family = "wasm"))]
    pub(in crate::generate) count_two: WithList<B>,
    /// Appends the legal moves. Returns the same number as `captures`.
    pub(in crate::generate) moves: WithList<B>,
    /// Appends the legal captures. Returns how many nodes were visited for it: 0 if there is no
    /// capture, 1 if no walk was needed.
    pub(in crate::generate) captures: WithList<B>,
    /// Returns whether the side to move can capture.
    pub(in crate::generate) can_capture: fn(&Facts<B>, &Pieces<B>) -> bool,
}

/// Returns whether forms with constants are compiled for this integer if they need this width. A
/// browser reads all shifts, since it would have to fetch every form.
const fn compiles<B: Bits>(width: u32) -> bool {
    B::WIDTH == width && !cfg!(target_family = "wasm")
}

impl<B: Bits> Compiled<B> {
    /// Returns the functions of a form for boards without kings; those of [`Form::Read`] serve any
    /// board. Forms that do not fit the width of the integer are not compiled.
    pub(super) fn new(form: Form, places: Places, side: Side) -> Compiled<B> {
        match (form, places) {
            (Form::Dark8Forward, _) if compiles::<B>(64) => Compiled::fixed::<DARK_8, 2>(side),
            (Form::Dark8, _) if compiles::<B>(64) => Compiled::fixed::<DARK_8, 4>(side),
            (Form::Dark10, _) if compiles::<B>(64) => Compiled::fixed::<DARK_10, 4>(side),
            (Form::Dark10Eight, _) if compiles::<B>(64) => {
                Compiled::fixed::<DARK_10_EIGHT, 8>(side)
            }
            (Form::Squares8, _) if compiles::<B>(64) => Compiled::fixed::<SQUARES_8, 4>(side),
            (Form::Dark12, _) if compiles::<B>(128) => Compiled::fixed::<DARK_12, 4>(side),
            (_, Places::Two) => Compiled::of::<Read, Read, 2>(),
            (_, Places::Four) => Compiled::of::<Read, Read, 4>(),
            (_, Places::Eight) => Compiled::of::<Read, Read, 8>(),
        }
    }

    /// Returns the functions with constant shifts for one side.
    fn fixed<const SHIFTS: usize, const N: usize>(side: Side) -> Compiled<B> {
        match side {
            Side::White => Compiled::of::<Fixed<SHIFTS, false>, Fixed<SHIFTS, true>, N>(),
            Side::Black => Compiled::of::<Fixed<SHIFTS, true>, Fixed<SHIFTS, false>, N>(),
        }
    }

    /// Returns the functions for the shape of the side to move and that of the other side.
    fn of<S: Shape, O: Shape, const N: usize>() -> Compiled<B> {
        Compiled {
            count: count::<B, S, N>,
            #[cfg(not(target_family = "wasm"))]
            count_two: count_two::<B, S, O, N>,
            moves: moves::<B, S, N>,
            captures: captures::<B, S, N>,
            can_capture: can_capture::<B, S, N>,
        }
    }
}

/// Counts by a list, which takes less code: a function in a table is never left out of a module
/// that does not need it, and the page counts moves only to see whether there is one.
#[cfg(target_family = "wasm")]
fn count<B: Bits, S: Shape, const N: usize>(facts: &Facts<B>, pieces: &Pieces<B>) -> u64 {
    let mut list = Vec::new();
    moves::<B, S, N>(facts, pieces, &mut list);
    list.len() as u64
}

fn moves<B: Bits, S: Shape, const N: usize>(
    facts: &Facts<B>,
    pieces: &Pieces<B>,
    list: &mut Vec<RawMove<B>>,
) -> u64 {
    View::<B, S>::of(facts, pieces).list_moves::<N>(list)
}

fn captures<B: Bits, S: Shape, const N: usize>(
    facts: &Facts<B>,
    pieces: &Pieces<B>,
    list: &mut Vec<RawMove<B>>,
) -> u64 {
    View::<B, S>::of(facts, pieces).list_captures::<N>(list)
}

fn can_capture<B: Bits, S: Shape, const N: usize>(facts: &Facts<B>, pieces: &Pieces<B>) -> bool {
    let view = View::<B, S>::of(facts, pieces);
    men::can_capture::<B, S, N>(&view) || !view.kings.is_empty() && view.kings_can_capture()
}

/// The facts of a game, and the functions compiled for its form.
#[derive(Clone, Debug)]
pub(crate) struct Sets<B> {
    pub(in crate::generate) facts: Facts<B>,
    /// The functions for boards without kings, by side.
    of_men: [Compiled<B>; 2],
    /// The functions for all other boards.
    of_all: Compiled<B>,
}

impl<B: Bits> Sets<B> {
    pub(crate) fn new(table: &RuleTable, geometry: &Geometry<B>, far_rows: [B; 2]) -> Sets<B> {
        let facts = Facts::new(table, geometry, far_rows);
        let places = facts.places;
        let form = Form::of(&facts.men, places, facts.all);
        Sets {
            facts,
            of_men: Side::ALL.map(|side| Compiled::new(form, places, side)),
            of_all: Compiled::new(Form::Read, places, Side::White),
        }
    }

    /// Returns the functions that decide what is legal here; `None` where the whole-set generator
    /// cannot.
    #[inline]
    pub(in crate::generate) fn compiled(&self, pieces: &Pieces<B>) -> Option<&Compiled<B>> {
        let known = self.facts.compulsory && !pieces.kings.meets(self.facts.ending);
        known.then(|| self.of_men(pieces).unwrap_or(&self.of_all))
    }

    /// Returns the same on a board without kings; `None` on other boards.
    #[inline]
    pub(in crate::generate) fn of_men(&self, pieces: &Pieces<B>) -> Option<&Compiled<B>> {
        let only_men = self.facts.compulsory && pieces.kings.is_empty();
        only_men.then(|| &self.of_men[pieces.side.index()])
    }
}
