//! The value of a position: as an integer inside the search, and as the [`Score`] that callers see.
//!
//! Inside the search a value is one integer, from the side to move. Near its ends it counts plies:
//! `WON - n` is a win in n plies, `KNOWN_WON - n` a position n plies away that endgame tables know
//! to be won. A [`Score`] has a variant for each of these cases.

/// A value inside the search, in hundredths of a man, from the side to move.
pub(crate) type Value = i32;

/// A won game, before plies are subtracted.
pub(crate) const WON: Value = 10_000;

/// A position that endgame tables know to be won, before plies are subtracted. Smaller than any win
/// in a counted number of plies, so that those are preferred.
pub(crate) const KNOWN_WON: Value = 9_500;

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

/// The value of a position that tables know to be lost for the side to move, this many plies from
/// the root.
#[inline]
pub(crate) const fn known_lost_at(ply: usize) -> Value {
    ply as Value - KNOWN_WON
}

/// Whether a value is an evaluation rather than a win or loss in a number of plies or by tables.
#[inline]
pub(crate) const fn is_ordinary(value: Value) -> bool {
    -ORDINARY < value && value < ORDINARY
}

/// The number of plies that a value encodes, to the end of the game or to the table position.
pub(crate) const fn counted_plies(value: Value) -> Option<Value> {
    let size = value.abs();
    if size < ORDINARY {
        None
    } else if size <= KNOWN_WON {
        Some(KNOWN_WON - size)
    } else {
        Some(WON - size)
    }
}

/// The value of a position for the side to move.
///
/// ```
/// use damier_engine::Score;
/// assert!(Score::Win(3).rank() > Score::Win(9).rank()); // sooner is better
/// assert!(Score::KnownWin(4).rank() > Score::Hundredths(900).rank());
/// assert_eq!(Score::Win(3).opposite(), Score::Loss(3));
/// assert_eq!(Score::Hundredths(-120).in_men(), -1.2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// An estimate in hundredths of a man; positive is good for the side to move.
    Hundredths(i32),
    /// A win, and the plies until the other side has no move left: 1 = the next move wins.
    Win(u16),
    /// A loss, and the plies until the side to move has no move left: 0 = lost already.
    Loss(u16),
    /// A win by endgame tables, without the distance to the end: with best play, a position that
    /// the tables know to be won is this many plies away.
    KnownWin(u16),
    /// A loss by endgame tables: a position that the tables know to be lost is this many plies
    /// away.
    KnownLoss(u16),
}

impl Score {
    pub(crate) fn of(value: Value) -> Score {
        let Some(plies) = counted_plies(value) else {
            return Score::Hundredths(value);
        };
        let plies = plies.max(0) as u16;
        match (value > 0, value.abs() > KNOWN_WON) {
            (true, true) => Score::Win(plies),
            (false, true) => Score::Loss(plies),
            (true, false) => Score::KnownWin(plies),
            (false, false) => Score::KnownLoss(plies),
        }
    }

    /// One number to compare scores by: a quicker win is larger, a quicker loss smaller.
    pub const fn rank(self) -> i32 {
        match self {
            Score::Hundredths(hundredths) => hundredths,
            Score::Win(plies) => WON - plies as i32,
            Score::Loss(plies) => plies as i32 - WON,
            Score::KnownWin(plies) => KNOWN_WON - plies as i32,
            Score::KnownLoss(plies) => plies as i32 - KNOWN_WON,
        }
    }

    /// The same score from the other side's point of view.
    #[must_use]
    pub const fn opposite(self) -> Score {
        match self {
            Score::Hundredths(hundredths) => Score::Hundredths(hundredths.saturating_neg()),
            Score::Win(plies) => Score::Loss(plies),
            Score::Loss(plies) => Score::Win(plies),
            Score::KnownWin(plies) => Score::KnownLoss(plies),
            Score::KnownLoss(plies) => Score::KnownWin(plies),
        }
    }

    /// The value in men, as the Hub protocol and other programs count: a win is about a hundred,
    /// quicker ones more, and a table win about ninety-five.
    pub fn in_men(self) -> f64 {
        f64::from(self.rank()) / 100.0
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

    #[test]
    fn what_tables_know_lies_between_estimates_and_counted_wins() {
        assert_eq!(Score::of(-known_lost_at(3)), Score::KnownWin(3));
        assert_eq!(Score::of(known_lost_at(240)), Score::KnownLoss(240));
        assert_eq!(Score::of(lost_at(300)), Score::Loss(300));
        assert_eq!(counted_plies(known_lost_at(7)), Some(7));
        assert_eq!(counted_plies(-lost_at(7)), Some(7));
        assert_eq!(counted_plies(8_000), None);
        let best_first = [
            Score::Win(3),
            Score::Win(241),
            Score::KnownWin(2),
            Score::KnownWin(240),
            Score::Hundredths(8_000),
            Score::Hundredths(0),
        ];
        for pair in best_first.windows(2) {
            assert!(pair[0].rank() > pair[1].rank());
            assert!(pair[0].opposite().rank() < pair[1].opposite().rank());
            assert_eq!(pair[0].rank(), -pair[0].opposite().rank());
        }
        assert_eq!(format!("{:.2}", Score::Loss(4).in_men()), "-99.96");
    }
}
