//! The id of a problem: a number computed from its game and position, so that two runs that find
//! the same problem give it the same id.

use std::fmt;
use std::str::FromStr;

use damier_notation::fen;
use damier_rules::Position;

/// The id of a problem: 40 bits, written as ten hexadecimal digits.
///
/// It is the upper part of the 64-bit FNV-1a hash of the game's id, a space and the FEN. The
/// probability that two of ten thousand problems share an id is one in twenty thousand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ProblemId(u64);

const BITS: u32 = 40;

impl ProblemId {
    /// The id of the problem with this position.
    pub fn of(position: &Position) -> ProblemId {
        let text = format!("{} {}", position.variant().id(), fen::write(position));
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        ProblemId(hash >> (u64::BITS - BITS))
    }

    /// The id as a number below 2^40.
    pub fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for ProblemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:010x}", self.0)
    }
}

/// The error for a text that is not a problem id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoProblemId;

impl fmt::Display for NoProblemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected ten hexadecimal digits")
    }
}

impl std::error::Error for NoProblemId {}

impl FromStr for ProblemId {
    type Err = NoProblemId;

    fn from_str(text: &str) -> Result<ProblemId, NoProblemId> {
        let digits = text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if text.len() != (BITS / 4) as usize || !digits {
            return Err(NoProblemId);
        }
        u64::from_str_radix(text, 16)
            .map(ProblemId)
            .map_err(|_| NoProblemId)
    }
}
