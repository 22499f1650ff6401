//! What a problem is called: a number made of its game and position, so that two runs that find the same one call it alike.

use std::fmt;
use std::str::FromStr;

use damier_notation::fen;
use damier_rules::Position;

/// The name of a problem: 40 bits, written as ten hexadecimal digits.
///
/// It is the upper part of the 64-bit FNV-1a hash of the game's id, a space and the FEN. Among ten thousand problems two share a name
/// once in twenty thousand times.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ProblemId(u64);

const BITS: u32 = 40;

impl ProblemId {
    /// The name of the problem that this position poses.
    pub fn of(position: &Position) -> ProblemId {
        let text = format!("{} {}", position.variant().id(), fen::write(position));
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        ProblemId(hash >> (u64::BITS - BITS))
    }

    /// The number itself, below 2^40.
    pub fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for ProblemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:010x}", self.0)
    }
}

/// The error for a text that is no name of a problem.
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
