//! The functions of the whole-set generator, compiled for the form of a game.
//!
//! A game finds its functions once, when its table is converted: those that read every shift and
//! serve any board, and those with constants, which serve one side on boards without kings.

#[cfg(not(target_family = "wasm"))]
use super::count::count;
use super::facts::Facts;
use super::fan::Places;
use super::shape::{DARK_8, DARK_10, DARK_10_EIGHT, DARK_12, Fixed, Form, Read, SQUARES_8, Shape};
use super::{View, men};
use crate::Side;
use crate::bits::Bits;
use crate::geometry::Geometry;
use crate::pieces::{Pieces, RawMove};
use crate::variant::RuleTable;

/// A function that appends moves to a list.
type Lister<B> = fn(&Facts<B>, &Pieces<B>, &mut Vec<RawMove<B>>) -> u64;

/// The functions that generate moves.
#[derive(Clone, Copy, Debug)]
pub(in crate::generate) struct Compiled<B> {
    /// Returns the number of legal moves.
    pub(in crate::generate) count: fn(&Facts<B>, &Pieces<B>) -> u64,
    /// Appends the legal moves. Returns the same number as `captures`.
    pub(in crate::generate) moves: Lister<B>,
    /// Appends the legal captures. Returns how many nodes were visited for it: 0 if there is no
    /// capture, 1 if no walk was needed.
    pub(in crate::generate) captures: Lister<B>,
    /// Returns whether the side to move can capture.
    pub(in crate::generate) can_capture: fn(&Facts<B>, &Pieces<B>) -> bool,
}

/// Calls a macro with the shape and the number of places of a form. Forms that do not fit the width
/// of the integer are not compiled.
macro_rules! by_form {
    ($form:expr, $places:expr, $side:expr, $call:ident) => {{
        use Side::{Black, White};
        match ($form, $side) {
            (Form::Dark8Forward, White) if compiles::<B>(64) => $call!(Fixed<DARK_8, false>, 2),
            (Form::Dark8Forward, Black) if compiles::<B>(64) => $call!(Fixed<DARK_8, true>, 2),
            (Form::Dark8, White) if compiles::<B>(64) => $call!(Fixed<DARK_8, false>, 4),
            (Form::Dark8, Black) if compiles::<B>(64) => $call!(Fixed<DARK_8, true>, 4),
            (Form::Dark10, White) if compiles::<B>(64) => $call!(Fixed<DARK_10, false>, 4),
            (Form::Dark10, Black) if compiles::<B>(64) => $call!(Fixed<DARK_10, true>, 4),
            (Form::Dark10Eight, White) if compiles::<B>(64) => $call!(Fixed<DARK_10_EIGHT, false>, 8),
            (Form::Dark10Eight, Black) if compiles::<B>(64) => $call!(Fixed<DARK_10_EIGHT, true>, 8),
            (Form::Squares8, White) if compiles::<B>(64) => $call!(Fixed<SQUARES_8, false>, 4),
            (Form::Squares8, Black) if compiles::<B>(64) => $call!(Fixed<SQUARES_8, true>, 4),
            (Form::Dark12, White) if compiles::<B>(128) => $call!(Fixed<DARK_12, false>, 4),
            (Form::Dark12, Black) if compiles::<B>(128) => $call!(Fixed<DARK_12, true>, 4),
            _ => match $places {
                Places::Two => $call!(Read, 2),
                Places::Four => $call!(Read, 4),
                Places::Eight => $call!(Read, 8),
            },
        }
    }};
}

/// Returns whether forms with constants are compiled for this integer if they need this width. A
/// browser reads all shifts, since it would have to fetch every form.
const fn compiles<B: Bits>(width: u32) -> bool {
    B::WIDTH == width && !cfg!(target_family = "wasm")
}

impl<B: Bits> Compiled<B> {
    /// Returns the functions of a form for boards without kings; those of [`Form::Read`] serve any
    /// board.
    pub(super) fn new(form: Form, places: Places, side: Side) -> Compiled<B> {
        macro_rules! compiled {
            ($shape:ty, $places:literal) => {
                Compiled {
                    count: count::<B, $shape, $places>,
                    moves: moves::<B, $shape, $places>,
                    captures: captures::<B, $shape, $places>,
                    can_capture: can_capture::<B, $shape, $places>,
                }
            };
        }
        by_form!(form, places, side, compiled)
    }
}

/// Counts by a list. The page never counts moves, and a function in a table is never left out of a
/// module that does not need it.
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
    pub(super) form: Form,
    /// The functions for boards without kings, by side.
    of_men: [Compiled<B>; 2],
    /// The functions for all other boards.
    of_all: Compiled<B>,
}

impl<B: Bits> Sets<B> {
    pub(crate) fn new(table: &RuleTable, geometry: &Geometry<B>, far_rows: [B; 2]) -> Sets<B> {
        let facts = Facts::new(table, geometry, far_rows);
        let (form, places) = (Form::of(&facts.men, facts.places), facts.places);
        Sets {
            facts,
            form,
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

    /// Visits the positions after all legal moves, if no capture takes more than one piece. Returns
    /// whether that was the case. There must be no king on the board.
    #[inline]
    pub(in crate::generate) fn each_after_short_moves(
        &self,
        pieces: &Pieces<B>,
        mut visit: impl FnMut(&Pieces<B>),
    ) -> bool {
        macro_rules! call {
            ($shape:ty, $places:literal) => {{
                let view = View::<B, $shape>::of(&self.facts, pieces);
                let once = men::short_captures::<B, $shape, $places>(&view);
                match once {
                    Some(once) if men::none(&once) => view.each_after_step(&mut visit),
                    Some(once) => view.each_after_single(&once, &mut visit),
                    None => {}
                }
                once.is_some()
            }};
        }
        by_form!(self.form, self.facts.places, pieces.side, call)
    }
}
