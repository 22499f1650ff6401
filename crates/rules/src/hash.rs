//! Zobrist keys: one number for each position, updated move by move.
//!
//! SplitMix64, written here, makes the random numbers, so that no update of a dependency changes
//! the keys.

use crate::bits::Bits;
use crate::pieces::{Pieces, RawMove};
use crate::{Kind, Past, Side};

/// The number of kinds of pieces: White's man and king, Black's man and king.
const PIECES: usize = 4;
const SQUARES: usize = 128;

static KEYS: [[u64; SQUARES]; PIECES] = keys();
const BLACK_TO_MOVE: u64 = split_mix(PIECES as u64 * SQUARES as u64);

const fn split_mix(counter: u64) -> u64 {
    let mut z = (counter + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn keys() -> [[u64; SQUARES]; PIECES] {
    let mut keys = [[0; SQUARES]; PIECES];
    let mut index = 0;
    while index < PIECES * SQUARES {
        keys[index / SQUARES][index % SQUARES] = split_mix(index as u64);
        index += 1;
    }
    keys
}

#[inline]
fn key(side: Side, kind: Kind, bit: u8) -> u64 {
    KEYS[side.index() * 2 + kind as usize][usize::from(bit)]
}

/// Computes the key of a position from all its pieces.
///
/// ```
/// use damier_rules::{AnyPieces, Position, Variant, hash};
/// let AnyPieces::Narrow(start) = Position::start(Variant::INTERNATIONAL).raw() else { panic!("64 bits") };
/// assert_ne!(hash(&start), hash(&start.passed())); // the side to move counts
/// ```
pub fn hash<B: Bits>(pieces: &Pieces<B>) -> u64 {
    let mut hash = match pieces.side {
        Side::White => 0,
        Side::Black => BLACK_TO_MOVE,
    };
    for side in Side::ALL {
        for bit in pieces.men(side).indices() {
            hash ^= key(side, Kind::Man, bit);
        }
        for bit in pieces.kings_of(side).indices() {
            hash ^= key(side, Kind::King, bit);
        }
    }
    hash ^ past_key(pieces.past)
}

/// Does the same as [`hash_after`] in a game that keeps a past. `after` is the board after the
/// move.
pub(crate) fn hash_after_with_past<B: Bits>(
    before: u64,
    pieces: &Pieces<B>,
    played: &RawMove<B>,
    after: &Pieces<B>,
) -> u64 {
    let mut hash = hash_after(before, pieces, played);
    if let Some(bit) = played.huff.bit() {
        let kind = if pieces.kings.meets(B::single(bit)) {
            Kind::King
        } else {
            Kind::Man
        };
        hash ^= key(pieces.side.opponent(), kind, bit);
    }
    hash ^ past_key(pieces.past) ^ past_key(after.past)
}

/// Returns the part of the key that stands for the past; 0 if the past is empty.
fn past_key(past: Past) -> u64 {
    if past.is_none() {
        0
    } else {
        split_mix(past.bits() | 1 << 63)
    }
}

/// Returns the key after a legal move, from the key before it. The past must be empty before and
/// after the move.
///
/// ```
/// use damier_rules::{AnyPieces, International, Position, Rulebook, Variant, hash, hash_after};
/// let AnyPieces::Narrow(start) = Position::start(Variant::INTERNATIONAL).raw() else { panic!("64 bits") };
/// let mut moves = Vec::new();
/// International.moves(&start, &mut moves);
/// let key = hash_after(hash(&start), &start, &moves[0]);
/// assert_eq!(key, hash(&start.after(&moves[0])));
/// ```
#[inline]
pub fn hash_after<B: Bits>(before: u64, pieces: &Pieces<B>, played: &RawMove<B>) -> u64 {
    let side = pieces.side;
    let kind = if pieces.kings.meets(B::single(played.from)) {
        Kind::King
    } else {
        Kind::Man
    };
    let arrives = if played.promotes { Kind::King } else { kind };
    let mut hash =
        before ^ BLACK_TO_MOVE ^ key(side, kind, played.from) ^ key(side, arrives, played.to);
    for bit in played.captured.indices() {
        let kind = if pieces.kings.meets(B::single(bit)) {
            Kind::King
        } else {
            Kind::Man
        };
        hash ^= key(side.opponent(), kind, bit);
    }
    hash
}
