//! Precedence among captures: each capture gets a key, and the keys are compared.

use crate::Kind;
use crate::variant::rule_table::Precedence;

/// The pieces captured so far in one move, as far as any rule of precedence needs to know them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) men: u16,
    pub(crate) kings: u16,
    /// One bit for each capture, the first one in the highest bit; set if a king was captured.
    pub(crate) order: u64,
}

impl Tally {
    /// Returns the tally with one more piece.
    pub(crate) fn with(self, kind: Kind) -> Tally {
        match kind {
            Kind::Man => Tally {
                men: self.men + 1,
                ..self
            },
            Kind::King => Tally {
                kings: self.kings + 1,
                order: self.order | Tally::king_after(u32::from(self.men + self.kings)),
                ..self
            },
        }
    }

    /// Returns the bit of the order for a king that is captured after this many other pieces.
    #[inline]
    pub(crate) fn king_after(captured: u32) -> u64 {
        1 << (63 - captured.min(63))
    }

    /// Returns the tally without its order, for games in which the order does not count.
    pub(crate) fn unordered(self) -> Tally {
        Tally { order: 0, ..self }
    }
}

/// The rank of a capture under its game's precedence: a capture with the greatest rank must be
/// chosen. It holds one key for each rule of precedence, in the order of the table, so that
/// comparing the arrays compares by the first rule first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Standing([u64; Standing::GROUNDS]);

impl Standing {
    /// The largest number of rules of precedence that a table may have.
    pub(crate) const GROUNDS: usize = 5;

    /// Returns the rank of a finished capture. `by` says whether the piece was a man or a king when
    /// it started.
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

    /// Returns a rank among captures of men by men, which differ only in how many they take. It
    /// cannot be compared with the rank of any other capture.
    #[inline]
    pub(crate) fn among_men(taken: u32) -> Standing {
        let mut keys = [0; Standing::GROUNDS];
        keys[0] = u64::from(taken);
        Standing(keys)
    }

    /// Returns the index of the first rule of precedence by which two ranks differ.
    pub(crate) fn first_difference(&self, other: &Standing) -> Option<usize> {
        self.0
            .iter()
            .zip(&other.0)
            .position(|(one, other)| one != other)
    }

    /// Returns the key for the rule of precedence with this index in the table.
    pub(crate) fn on(&self, place: usize) -> u64 {
        self.0.get(place).copied().unwrap_or(0)
    }
}
