//! The integer that holds a set of squares in the generator: `u64` for boards up to 10x10, `u128`
//! for larger ones.
//!
//! The generator is generic over the width because `u128` halves its measured speed, while reading
//! the rules at run time costs only a few per cent.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of bits of fixed width, with one bit for each playing square (and a few ghosts, see
/// [`Geometry`](crate::geometry::Geometry)).
///
/// ```
/// use damier_rules::bits::Bits;
/// let squares = u64::single(3) | u64::single(7);
/// assert_eq!((squares.count(), squares.meets(u64::single(7))), (2, true));
/// assert_eq!(squares.indices().collect::<Vec<u8>>(), [3, 7]);
/// ```
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + Into<u128>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Shl<Output = Self>
    + Shr<Output = Self>
{
    /// The empty set.
    const EMPTY: Self;
    /// The number of bits.
    const WIDTH: u32;

    /// Converts a small number to the width of the set, for shifting by it.
    fn number(number: u8) -> Self;
    /// Returns the set of one bit. The index must be below [`Bits::WIDTH`].
    fn single(index: u8) -> Self;
    /// Returns how many bits are set.
    fn count(self) -> u32;
    /// Returns the index of the lowest set bit; [`Bits::WIDTH`] for the empty set.
    fn lowest(self) -> u8;
    /// Returns the set without its lowest bit.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// Returns the set of the lowest bit alone; the empty set for the empty set.
    #[must_use]
    fn lowest_bit(self) -> Self;
    /// Returns the set of the highest bit alone; the empty set for the empty set.
    #[must_use]
    fn highest_bit(self) -> Self;

    /// Returns whether no bit is set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Returns whether the two sets share a bit.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Returns the indices of the set bits in ascending order.
    #[inline]
    fn indices(self) -> Indices<Self> {
        Indices(self)
    }
}

/// The indices of the bits of a set, in ascending order.
#[derive(Clone, Debug)]
pub struct Indices<B>(B);

impl<B: Bits> Iterator for Indices<B> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0.is_empty() {
            return None;
        }
        let index = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(index)
    }
}

/// Returns the same indices from an iterator with an exact length, so that extending a list with it
/// reserves memory only once.
#[inline]
pub(crate) fn bits<B: Bits>(set: B) -> impl Iterator<Item = u8> {
    let mut rest = set;
    (0..set.count()).map(move |_| {
        let index = rest.lowest();
        rest = rest.without_lowest();
        index
    })
}

macro_rules! integer {
    ($integer:ty) => {
        impl Bits for $integer {
            const EMPTY: Self = 0;
            const WIDTH: u32 = <$integer>::BITS;

            #[inline]
            fn number(number: u8) -> Self {
                Self::from(number)
            }

            #[inline]
            fn single(index: u8) -> Self {
                1 << index
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> u8 {
                self.trailing_zeros() as u8
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn lowest_bit(self) -> Self {
                self & self.wrapping_neg()
            }

            #[inline]
            fn highest_bit(self) -> Self {
                self & Self::wrapping_shr(1 << (Self::BITS - 1), self.leading_zeros())
            }
        }
    };
}

integer!(u64);
integer!(u128);
