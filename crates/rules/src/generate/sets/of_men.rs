//! The generator for boards without kings, compiled for the form of a game and the side to move.
//!
//! Without kings the rules of precedence among kings fall away, and the shifts of the commonest
//! boards are constants. A game finds its functions once, when its table is converted.

use super::facts::{Facts, Places};
use super::shape::{DARK_8, DARK_10, DARK_12, Fixed, Form, Read, SQUARES_8, Shape};
use super::{View, count, men};
use crate::Side;
use crate::bits::Bits;
use crate::pieces::{Pieces, RawMove};

/// The functions for the men of one side.
#[derive(Clone, Copy, Debug)]
pub(in crate::generate) struct OfMen<B> {
    /// Returns the number of legal moves.
    pub(in crate::generate) count: fn(&Facts<B>, &Pieces<B>) -> u64,
    /// Appends the legal moves. Returns the same number as [`Facts::captures`].
    pub(in crate::generate) moves: fn(&Facts<B>, &Pieces<B>, &mut Vec<RawMove<B>>) -> u64,
    /// Returns whether a man can capture.
    pub(in crate::generate) can_capture: fn(&Facts<B>, &Pieces<B>) -> bool,
}

/// Calls a macro with the shape and the number of places that a form needs.
macro_rules! by_form {
    ($form:expr, $side:expr, $call:ident) => {{
        macro_rules! fixed {
            ($shifts:ident, $places:literal) => {
                match $side {
                    Side::White => $call!(Fixed<$shifts, false>, $places),
                    Side::Black => $call!(Fixed<$shifts, true>, $places),
                }
            };
        }
        match $form {
            Form::Dark8Forward => fixed!(DARK_8, 2),
            Form::Dark8 => fixed!(DARK_8, 4),
            Form::Dark10 => fixed!(DARK_10, 4),
            Form::Dark10Eight => fixed!(DARK_10, 8),
            Form::Dark12 => fixed!(DARK_12, 4),
            Form::Squares8 => fixed!(SQUARES_8, 4),
            Form::Read(Places::Two) => $call!(Read, 2),
            Form::Read(Places::Four) => $call!(Read, 4),
            Form::Read(Places::Eight) => $call!(Read, 8),
        }
    }};
}

impl<B: Bits> OfMen<B> {
    /// Returns the functions for a form and a side.
    pub(super) fn new(form: Form, side: Side) -> OfMen<B> {
        macro_rules! compiled {
            ($shape:ty, $places:literal) => {
                OfMen {
                    count: count::of_men::<B, $shape, $places>,
                    moves: moves::<B, $shape, $places>,
                    can_capture: can_capture::<B, $shape, $places>,
                }
            };
        }
        by_form!(form, side, compiled)
    }
}

fn moves<B: Bits, S: Shape, const N: usize>(
    facts: &Facts<B>,
    pieces: &Pieces<B>,
    list: &mut Vec<RawMove<B>>,
) -> u64 {
    View::<B, S>::of_men(facts, pieces).list_moves::<N>(list)
}

fn can_capture<B: Bits, S: Shape, const N: usize>(facts: &Facts<B>, pieces: &Pieces<B>) -> bool {
    men::can_capture::<B, S, N>(&View::of_men(facts, pieces))
}

/// Visits the positions after quiet moves of men, if no other moves are legal. Returns whether that
/// was the case.
#[inline]
pub(super) fn each_after_steps<B: Bits>(
    facts: &Facts<B>,
    pieces: &Pieces<B>,
    mut visit: impl FnMut(&Pieces<B>),
) -> bool {
    macro_rules! call {
        ($shape:ty, $places:literal) => {{
            let view = View::<B, $shape>::of_men(facts, pieces);
            let only_steps = !men::can_capture::<B, $shape, $places>(&view);
            if only_steps {
                view.each_after_step(&mut visit);
            }
            only_steps
        }};
    }
    by_form!(facts.form, pieces.side, call)
}
