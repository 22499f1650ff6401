//! The number of a game in a match: its pair, and whether it is the first or the second game of
//! that pair.

use std::fmt;

use damier_rules::Side;

/// The two players of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Contestant {
    /// The first player; all results are given from its side.
    A,
    /// The second player.
    B,
}

impl Contestant {
    /// Both.
    pub const ALL: [Contestant; 2] = [Contestant::A, Contestant::B];

    /// 0 or 1: an index into arrays of two.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter that names it in reports.
    pub const fn letter(self) -> &'static str {
        match self {
            Contestant::A => "A",
            Contestant::B => "B",
        }
    }
}

/// A game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MatchGame {
    /// The number of the pair, from 0. Both games of a pair begin with the same ballot.
    pub pair: usize,
    /// Whether it is the second game of the pair, in which B plays White.
    pub swapped: bool,
}

impl MatchGame {
    /// The game with this number, from 0; the two games of a pair follow each other.
    pub const fn of_number(number: usize) -> MatchGame {
        MatchGame {
            pair: number / 2,
            swapped: number % 2 == 1,
        }
    }

    /// The player of this side.
    pub fn at(self, side: Side) -> Contestant {
        if (side == Side::White) == self.swapped {
            Contestant::B
        } else {
            Contestant::A
        }
    }

    /// The half points of A if this side wins; `None` for a draw.
    pub fn half_points(self, winner: Option<Side>) -> u8 {
        match winner.map(|side| self.at(side)) {
            Some(Contestant::A) => 2,
            None => 1,
            Some(Contestant::B) => 0,
        }
    }

    /// Reads the text that [`Display`](fmt::Display) writes, such as `17.2`.
    pub fn read(text: &str) -> Option<MatchGame> {
        let (pair, game) = text.split_once('.')?;
        let pair = pair.parse::<usize>().ok()?.checked_sub(1)?;
        let swapped = match game {
            "1" => false,
            "2" => true,
            _ => return None,
        };
        Some(MatchGame { pair, swapped })
    }
}

impl fmt::Display for MatchGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.pair + 1, 1 + u8::from(self.swapped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_swapped_within_a_pair() {
        let [first, second] = [6, 7].map(MatchGame::of_number);
        assert_eq!(
            (first.to_string(), second.to_string()),
            ("4.1".into(), "4.2".into())
        );
        assert_eq!(first.at(Side::White), Contestant::A);
        assert_eq!(first.at(Side::Black), Contestant::B);
        assert_eq!(second.at(Side::White), Contestant::B);
        assert_eq!(first.half_points(Some(Side::White)), 2);
        assert_eq!(second.half_points(Some(Side::White)), 0);
        assert_eq!(second.half_points(None), 1);
    }

    #[test]
    fn places_are_read() {
        for number in 0..30 {
            let place = MatchGame::of_number(number);
            assert_eq!(MatchGame::read(&place.to_string()), Some(place));
        }
        for text in ["", "3", "0.1", "1.3", "1.", "-1.1", "1.1.1"] {
            assert_eq!(MatchGame::read(text), None, "{text}");
        }
    }
}
