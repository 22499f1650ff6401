//! What a table says of a position: who wins, and in how many plies.

/// How a position ends with best play, as the side to move sees it. Draw rules that count moves are not
/// part of it: see the crate's first page.
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

    /// The stable word in messages.
    pub const fn code(self) -> &'static str {
        match self {
            Wdl::Loss => "loss",
            Wdl::Draw => "draw",
            Wdl::Win => "win",
        }
    }

    /// The same position as the other side sees it.
    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }

    /// 0, 1 and 2, worst first.
    #[inline]
    pub(crate) const fn index(self) -> u8 {
        self as u8
    }

    /// The value of an index; whatever is above 2 is a win, so that no number is out of range.
    #[inline]
    pub(crate) const fn from_index(index: u8) -> Wdl {
        match index {
            0 => Wdl::Loss,
            1 => Wdl::Draw,
            _ => Wdl::Win,
        }
    }
}

/// Who wins and in how many plies, in one byte: 0 for a draw, `plies + 1` else. A loss takes an even
/// number of plies (the side to move has lost when it cannot move, after 0 plies), a win an odd one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Distance(u8);

impl Distance {
    /// Neither side can win.
    pub const DRAW: Distance = Distance(0);
    /// The most plies that a distance can hold.
    pub const MOST: u8 = 249;

    /// So many plies: odd for a win, even for a loss.
    #[inline]
    pub(crate) const fn plies_of(plies: u8) -> Distance {
        Distance(plies + 1)
    }

    /// The shortest distance with this outcome.
    #[inline]
    pub(crate) const fn shortest(wdl: Wdl) -> Distance {
        match wdl {
            Wdl::Loss => Distance::plies_of(0),
            Wdl::Draw => Distance::DRAW,
            Wdl::Win => Distance::plies_of(1),
        }
    }

    /// The byte of a table. `None` where it can be no distance.
    #[inline]
    pub(crate) const fn from_code(code: u8) -> Option<Distance> {
        if code <= Distance::MOST + 1 {
            Some(Distance(code))
        } else {
            None
        }
    }

    /// The byte of a table.
    #[inline]
    pub(crate) const fn code(self) -> u8 {
        self.0
    }

    /// The plies until the end; `None` for a draw.
    #[inline]
    pub const fn plies(self) -> Option<u8> {
        self.0.checked_sub(1)
    }

    /// Who wins.
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

    /// The value of a position for the side that has just moved into it, one ply earlier: a loss of
    /// the opponent is a win one ply longer.
    #[must_use]
    #[inline]
    pub const fn one_earlier(self) -> Distance {
        if self.0 == 0 {
            self
        } else {
            Distance(self.0 + 1)
        }
    }

    /// The better of two for the side to move: the sooner win, a draw, the later loss.
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
