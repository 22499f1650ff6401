//! Which capture comes before which: a key for each, to be compared.

use crate::Kind;
use crate::variant::rule_table::Precedence;

/// What was captured so far in one move, as far as any precedence asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) men: u16,
    pub(crate) kings: u16,
    /// One bit a capture, the first one highest, set for a king.
    pub(crate) order: u64,
}

impl Tally {
    /// Returns the tally with one more piece.
    pub(crate) fn with(self, kind: Kind) -> Tally {
        let place = 63 - u32::from(self.men + self.kings).min(63);
        match kind {
            Kind::Man => Tally {
                men: self.men + 1,
                ..self
            },
            Kind::King => Tally {
                kings: self.kings + 1,
                order: self.order | 1 << place,
                ..self
            },
        }
    }

    /// Returns the tally without its order, for games that never ask for it.
    pub(crate) fn unordered(self) -> Tally {
        Tally { order: 0, ..self }
    }
}

/// The standing of a capture under its game's precedence: the greatest must be chosen. Keys stand in
/// the order of the table, so that comparing arrays compares the first ground first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Standing([u64; Standing::GROUNDS]);

impl Standing {
    /// The most grounds that a table may have.
    pub(crate) const GROUNDS: usize = 5;

    /// Returns the standing of a finished capture made by a piece that started as this kind.
    pub(crate) fn of(precedence: &[Precedence], by: Kind, tally: Tally) -> Standing {
        let mut keys = [0; Standing::GROUNDS];
        for (key, ground) in keys.iter_mut().zip(precedence) {
            *key = match *ground {
                Precedence::MostPieces => u64::from(tally.men + tally.kings),
                Precedence::GreatestValue { man, king } => {
                    u64::from(man) * u64::from(tally.men) + u64::from(king) * u64::from(tally.kings)
                }
                Precedence::ByKing => u64::from(by == Kind::King),
                Precedence::MostKings => u64::from(tally.kings),
                Precedence::KingsEarliest => tally.order,
            };
        }
        Standing(keys)
    }

    /// Returns the place of the first ground on which two standings differ.
    pub(crate) fn first_difference(&self, other: &Standing) -> Option<usize> {
        self.0
            .iter()
            .zip(&other.0)
            .position(|(one, other)| one != other)
    }

    /// Returns what counts on the ground at this place of the table.
    pub(crate) fn on(&self, place: usize) -> u64 {
        self.0.get(place).copied().unwrap_or(0)
    }
}
