//! What a position is worth: the value that the search computes with, and the score that is shown.
//!
//! Inside the search a value is one integer, from the side to move. Near its ends the integer
//! counts plies: `WON - n` is a win in n plies. The doors see a [`Score`], which says so in words.

/// A value inside the search, in hundredths of a man, from the side to move.
pub(crate) type Value = i32;

/// A won game, before plies are subtracted.
pub(crate) const WON: Value = 10_000;

/// Values beyond this count plies; no evaluation reaches it.
pub(crate) const ORDINARY: Value = 9_000;

/// A draw.
pub(crate) const DRAWN: Value = 0;

/// Larger than any value: the open end of a window.
pub(crate) const INFINITE: Value = 20_000;

/// The value of a game that the side to move has lost, this many plies from the root.
#[inline]
pub(crate) const fn lost_at(ply: usize) -> Value {
    ply as Value - WON
}

/// Whether a value is an evaluation, not a counted win or loss.
#[inline]
pub(crate) const fn is_ordinary(value: Value) -> bool {
    -ORDINARY < value && value < ORDINARY
}

/// What a position is worth for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// An estimate in hundredths of a man; positive is good for the side to move.
    Hundredths(i32),
    /// A win, and the plies until the other side has no move left: 1 = the next move wins.
    Win(u16),
    /// A loss, and the plies until the side to move has no move left: 0 = lost already.
    Loss(u16),
}

impl Score {
    pub(crate) fn of(value: Value) -> Score {
        if is_ordinary(value) {
            Score::Hundredths(value)
        } else if value > 0 {
            Score::Win((WON - value).max(0) as u16)
        } else {
            Score::Loss((WON + value).max(0) as u16)
        }
    }

    /// One number to compare scores by: a quicker win is larger, a quicker loss smaller.
    pub const fn rank(self) -> i32 {
        match self {
            Score::Hundredths(hundredths) => hundredths,
            Score::Win(plies) => WON - plies as i32,
            Score::Loss(plies) => plies as i32 - WON,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_and_losses_count_plies() {
        assert_eq!(Score::of(-lost_at(3)), Score::Win(3));
        assert_eq!(Score::of(lost_at(4)), Score::Loss(4));
        assert_eq!(Score::of(-120), Score::Hundredths(-120));
        assert!(Score::Win(3).rank() > Score::Win(5).rank());
        assert!(Score::Loss(2).rank() < Score::Loss(8).rank());
        assert!(Score::Win(900).rank() > Score::Hundredths(8_000).rank());
    }
}
