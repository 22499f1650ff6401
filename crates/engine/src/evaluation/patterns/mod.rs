//! Pattern evaluation with trained weights: each small part of the board (a shape) has a weight for
//! each way to fill it with men, and the value of a position is the sum of these weights and some
//! other terms.
//!
//! The shapes are in [`shapes`], the numbers of their configurations in [`digits`], all other terms
//! in [`terms`]. Two weights for each term apply at the start of a game and at its end; in between
//! they are interpolated by the number of rows that the men still have to go. The weights come from
//! a file (`../trained/weights.rs`). The workshop fits the weights to self-play games. It uses
//! [`Model::active`], which visits the same terms in the same order as the evaluation does.

mod digits;
mod shapes;
mod terms;

#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

use damier_rules::{AnyRules, Pieces, Side, Variant};

use super::network::Inputs;
use super::trained::weights::{Pair, STEPS, Weights, WeightsError};
use super::{Evaluation, MAX_VALUE};
use crate::score::Value;
use digits::Digits;
use shapes::{Shape, Shapes};
use terms::Terms;

/// The layout of a game's weights: which index belongs to each shape and term, and which of them
/// are active in a position.
#[derive(Debug)]
pub struct Model {
    variant: Variant,
    inputs: Inputs,
    digits: Digits,
    terms: Terms,
    /// Where the weights of each small shape begin, then those of each tall one.
    small: Vec<u32>,
    tall: Vec<u32>,
    /// Where the terms begin.
    first_term: usize,
    len: usize,
    /// Rows that all men have to go at the start.
    rows_at_start: i32,
}

/// The active weights of a position: their indices, how often each counts, and the phase of the
/// game.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Active {
    /// Indices into the list of weights, with factors. An index may occur more than once.
    pub terms: Vec<(u32, i32)>,
    /// 1 at the start of a game, 0 when no man is left.
    pub ahead: f32,
}

impl Model {
    /// Builds the model of a game. `None` if there are no shapes for its board.
    pub fn new(variant: Variant) -> Option<Model> {
        let AnyRules::Narrow(rules) = variant.rules() else {
            return None;
        };
        let geometry = rules.geometry();
        let shapes = Shapes::of(*geometry.board())?;
        let mut len = 0;
        let small = places(&shapes.small, &mut len);
        let terms = Terms::new(geometry);
        let first_term = len;
        len += terms.count();
        let tall = places(&shapes.tall, &mut len);
        let digits = Digits::new(geometry, &shapes);
        let start = rules.start();
        let at_start = digits.seen(start.men(Side::White), start.men(Side::Black));
        Some(Model {
            variant,
            inputs: Inputs::new(geometry),
            rows_at_start: at_start.rows_to_go.max(1),
            digits,
            small,
            first_term,
            terms,
            tall,
            len,
        })
    }

    /// The game.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// How many weights there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no weights, which is never the case.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The indices of the tall shapes, which come after all others. They correct the small shapes,
    /// and can be left out.
    pub fn tall(&self) -> Range<usize> {
        self.terms().end..self.len
    }

    /// The indices of the terms that are not shapes. The first of them counts men.
    pub fn terms(&self) -> Range<usize> {
        self.first_term..self.first_term + self.terms.count()
    }

    /// The network inputs of the same board.
    pub fn inputs(&self) -> Inputs {
        self.inputs.clone()
    }

    /// Collects the active weights of a position, counted for White, with or without the tall
    /// shapes.
    pub fn active(&self, pieces: &Pieces<u64>, tall: bool, active: &mut Active) {
        active.terms.clear();
        let ahead = self.visit(pieces, tall, |place, factor| {
            if factor != 0 {
                active.terms.push((place as u32, factor));
            }
        });
        // At most a few hundred rows, so the conversion is exact.
        active.ahead = f32::from(ahead as u16) / f32::from(self.rows_at_start as u16);
    }

    /// Calls `tell` with the index and the factor of every active weight. Returns the rows that men
    /// still have to advance, capped at the number at the start.
    #[inline]
    fn visit(&self, pieces: &Pieces<u64>, tall: bool, mut tell: impl FnMut(usize, i32)) -> Value {
        let (white, black) = (pieces.men(Side::White), pieces.men(Side::Black));
        let seen = self.digits.seen(white, black);
        let small = self
            .small
            .iter()
            .zip(&seen.small.shapes)
            .zip(&seen.small.images);
        for ((&first, &number), &image) in small {
            tell(first as usize + usize::from(number), 1);
            tell(first as usize + usize::from(image), -1);
        }
        if tall {
            let numbers = self.digits.tall(white, black);
            let tall = self.tall.iter();
            let tall = tall.zip(&numbers.shapes).zip(&numbers.images);
            for ((&first, &number), &image) in tall {
                tell((first + number) as usize, 1);
                tell((first + image) as usize, -1);
            }
        }
        self.terms.visit(pieces, &seen, |term, factor| {
            tell(self.first_term + term, factor);
        });
        seen.rows_to_go.min(self.rows_at_start)
    }
}

/// The offset of each shape's weights, starting at `end`, which is advanced past them.
fn places(shapes: &[Shape], end: &mut usize) -> Vec<u32> {
    let place = |shape: &Shape| {
        let first = *end;
        *end += shape.configurations();
        first as u32
    };
    shapes.iter().map(place).collect()
}

/// A model together with its weights, as the search uses it.
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    model: Arc<Model>,
    weights: Arc<[Pair]>,
    tall: bool,
}

impl Patterns {
    /// # Errors
    /// If the number of weights does not match the game's model, or they belong to another game.
    pub(crate) fn new(weights: &Weights) -> Result<Patterns, WeightsError> {
        let wrong = || WeightsError::NotOfThisGame(weights.variant().to_owned());
        let variant = Variant::from_id(weights.variant()).ok_or_else(wrong)?;
        let model = Model::new(variant).ok_or_else(wrong)?;
        let tall = weights.pairs().len() == model.len();
        if !tall && weights.pairs().len() != model.tall().start {
            return Err(wrong());
        }
        Ok(Patterns {
            tall,
            model: Arc::new(model),
            weights: weights.pairs().into(),
        })
    }

    pub(crate) fn variant(&self) -> Variant {
        self.model.variant
    }
}

impl Evaluation<u64> for Patterns {
    #[inline]
    fn value(&self, pieces: &Pieces<u64>) -> Value {
        let (mut early, mut late) = (0, 0);
        let ahead = self.model.visit(pieces, self.tall, |place, factor| {
            let [first, last] = self.weights[place];
            early += factor * Value::from(first);
            late += factor * Value::from(last);
        });
        let whole = self.model.rows_at_start;
        let sum = early * ahead + late * (whole - ahead);
        let value = sum / (whole * STEPS);
        let value = value.clamp(-MAX_VALUE, MAX_VALUE);
        match pieces.side {
            Side::White => value,
            Side::Black => -value,
        }
    }
}
