//! The values in a table: who wins a position, and in how many plies.

/// How a position ends with best play, seen by the side to move. Draw rules that count moves are
/// ignored: see the crate's documentation.
///
/// ```
/// use damier_endgame::Wdl;
/// assert!(Wdl::Loss < Wdl::Draw && Wdl::Draw < Wdl::Win);
/// assert_eq!((Wdl::Win.opposite(), Wdl::Win.code()), (Wdl::Loss, "win"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Neither side can win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// The three values, worst first.
    pub const ALL: [Wdl; 3] = [Wdl::Loss, Wdl::Draw, Wdl::Win];

    /// Returns the stable code in messages.
    pub const fn code(self) -> &'static str {
        match self {
            Wdl::Loss => "loss",
            Wdl::Draw => "draw",
            Wdl::Win => "win",
        }
    }

    /// Returns the value of the same position, seen by the other side.
    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }

    /// Returns 0, 1 or 2, worst first.
    #[inline]
    pub(crate) const fn index(self) -> u8 {
        self as u8
    }

    /// Returns the value with this index. Anything above 2 is a win, so that every number is in
    /// range.
    #[inline]
    pub(crate) const fn from_index(index: u8) -> Wdl {
        match index {
            0 => Wdl::Loss,
            1 => Wdl::Draw,
            _ => Wdl::Win,
        }
    }
}

/// Who wins and in how many plies, in one byte: 0 for a draw, otherwise `plies + 1`. A loss takes
/// an even number of plies (a side to move that cannot move has lost in 0 plies), a win an odd
/// number.
///
/// ```
/// use damier_endgame::{Distance, Wdl};
/// assert_eq!((Distance::DRAW.plies(), Distance::DRAW.wdl()), (None, Wdl::Draw));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Distance(u8);

impl Distance {
    /// Neither side can win.
    pub const DRAW: Distance = Distance(0);
    /// The most plies that a distance can hold.
    pub const MAX_PLIES: u8 = 249;

    /// Makes a distance from plies: odd for a win, even for a loss.
    #[inline]
    pub(crate) const fn plies_of(plies: u8) -> Distance {
        Distance(plies + 1)
    }

    /// Returns the shortest distance with this outcome.
    #[inline]
    pub(crate) const fn shortest(wdl: Wdl) -> Distance {
        match wdl {
            Wdl::Loss => Distance::plies_of(0),
            Wdl::Draw => Distance::DRAW,
            Wdl::Win => Distance::plies_of(1),
        }
    }

    /// Makes a distance from the byte of a table; `None` if the byte cannot be a distance.
    #[inline]
    pub(crate) const fn from_code(code: u8) -> Option<Distance> {
        if code <= Distance::MAX_PLIES + 1 {
            Some(Distance(code))
        } else {
            None
        }
    }

    /// Returns the byte of a table.
    #[inline]
    pub(crate) const fn code(self) -> u8 {
        self.0
    }

    /// Returns the number of plies until the end; `None` for a draw.
    #[inline]
    pub const fn plies(self) -> Option<u8> {
        self.0.checked_sub(1)
    }

    /// Returns who wins.
    #[inline]
    pub const fn wdl(self) -> Wdl {
        if self.0 == 0 {
            Wdl::Draw
        } else if self.0 % 2 == 1 {
            Wdl::Loss
        } else {
            Wdl::Win
        }
    }

    /// Returns the value one ply earlier, for the side that has just moved into the position: a
    /// loss of the opponent is a win that takes one ply more.
    #[must_use]
    #[inline]
    pub const fn one_earlier(self) -> Distance {
        if self.0 == 0 {
            self
        } else {
            Distance(self.0 + 1)
        }
    }

    /// Returns the better of two distances for the side to move: it prefers the shorter win, then a
    /// draw, then the longer loss.
    #[must_use]
    #[inline]
    pub fn better(self, other: Distance) -> Distance {
        let key = |distance: Distance| match (distance.wdl(), i16::from(distance.0)) {
            (Wdl::Loss, code) => code - 1000,
            (Wdl::Draw, _) => 0,
            (Wdl::Win, code) => 1000 - code,
        };
        if key(other) > key(self) { other } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sooner_wins_and_later_losses_are_better() {
        let [loss0, win1, loss2, win3] = [0, 1, 2, 3].map(Distance::plies_of);
        let worst_first = [loss0, loss2, Distance::DRAW, win3, win1];
        for (index, &worse) in worst_first.iter().enumerate() {
            for &better in &worst_first[index..] {
                assert_eq!(worse.better(better), better);
                assert_eq!(better.better(worse), better);
            }
        }
        assert_eq!(loss0.one_earlier(), win1);
        assert_eq!(win1.one_earlier(), loss2);
        assert_eq!(Distance::DRAW.one_earlier(), Distance::DRAW);
        assert_eq!(loss2.wdl(), Wdl::Loss);
        assert_eq!(win3.plies(), Some(3));
    }
}
