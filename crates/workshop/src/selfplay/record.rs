//! A self-play game, and how it is stored in bytes.

use damier_rules::Side;

/// The bytes of a record without its moves: game number, result, length of the opening, number of
/// moves.
pub(super) const LEAST: usize = 13;

/// One move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The index of the move in the sorted list of legal moves.
    pub choice: u8,
    /// The engine's score of the position before the move, in hundredths of a man for the side to
    /// move. It is 0 in the opening, which is random.
    pub score: i16,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlayGame {
    /// Its number in the run that played it.
    pub index: u64,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// How many random moves there were before the engine began.
    pub opening: u16,
    /// All moves, those of the opening first.
    pub plies: Vec<Ply>,
}

impl SelfPlayGame {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(LEAST + 3 * self.plies.len());
        bytes.extend(self.index.to_le_bytes());
        bytes.push(match self.winner {
            Some(Side::Black) => 0,
            None => 1,
            Some(Side::White) => 2,
        });
        bytes.extend(self.opening.to_le_bytes());
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        for (place, ply) in self.plies.iter().enumerate() {
            bytes.push(ply.choice);
            if place >= usize::from(self.opening) {
                bytes.extend(ply.score.to_le_bytes());
            }
        }
        bytes
    }

    /// Whether the bytes have the length that they themselves announce. This is cheaper than a
    /// checksum, so it is checked first.
    pub(super) fn has_length_of_its_own(bytes: &[u8]) -> bool {
        let Some((&[.., open_low, open_high, low, high], _)) = bytes.split_first_chunk::<LEAST>()
        else {
            return false;
        };
        let opening = u16::from_le_bytes([open_low, open_high]);
        let count = u16::from_le_bytes([low, high]);
        let judged = count.saturating_sub(opening);
        bytes.len() == LEAST + usize::from(count) + 2 * usize::from(judged)
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<SelfPlayGame> {
        let (index, rest) = bytes.split_first_chunk()?;
        let (&[result], rest) = rest.split_first_chunk()?;
        let winner = match result {
            0 => Some(Side::Black),
            1 => None,
            2 => Some(Side::White),
            _ => return None,
        };
        let (opening, rest) = rest.split_first_chunk()?;
        let opening = u16::from_le_bytes(*opening);
        let (count, mut rest) = rest.split_first_chunk()?;
        let mut plies = Vec::new();
        for place in 0..u16::from_le_bytes(*count) {
            let (&[choice], after) = rest.split_first_chunk()?;
            rest = after;
            let mut score = 0;
            if place >= opening {
                let (bytes, after) = rest.split_first_chunk()?;
                score = i16::from_le_bytes(*bytes);
                rest = after;
            }
            plies.push(Ply { choice, score });
        }
        let record = SelfPlayGame {
            index: u64::from_le_bytes(*index),
            winner,
            opening,
            plies,
        };
        rest.is_empty().then_some(record)
    }
}
