//! From a score to a chance of winning, and from a lost chance to how serious a move was. Used by every file of this folder.
//!
//! A chance runs from -1 (lost) by 0 (level) to 1 (won), for one side. A man means much in a level game and little in
//! one that is decided, so moves are judged by what they do to the chance and not by hundredths of a man.

use damier_engine::Score;

/// How fast the chance grows with the score: 2 / (1 + e^(-K cp)) - 1 with hundredths of a man as cp. A man up in a level game is
/// then a chance of 0.20, three men 0.54. The same constant is used by lidraughts, where it was fitted to games between people.
const GROWTH: f64 = 0.004;

/// A side that has no more than this chance with its best move stands badly: a man behind.
pub(super) const BAD: Chance = -0.2;

/// A chance for one side, from -1 (lost) to 1 (won).
pub type Chance = f64;

/// The chance of the side for which a score is meant.
///
/// ```
/// use damier_coach::report::chance;
/// use damier_engine::Score;
/// assert_eq!(chance(Score::Win(9)), 1.0);
/// assert!((chance(Score::Hundredths(100)) - 0.197).abs() < 0.001);
/// ```
pub fn chance(score: Score) -> Chance {
    match score {
        Score::Win(_) | Score::KnownWin(_) => 1.0,
        Score::Loss(_) | Score::KnownLoss(_) => -1.0,
        Score::Hundredths(hundredths) => {
            2.0 / (1.0 + (-GROWTH * f64::from(hundredths)).exp()) - 1.0
        }
    }
}

/// A score of the position after a move, as one of the position before it, for the side that moved.
pub(crate) fn one_earlier(after: Score) -> Score {
    match after.opposite() {
        Score::Win(plies) => Score::Win(plies.saturating_add(1)),
        Score::Loss(plies) => Score::Loss(plies.saturating_add(1)),
        Score::KnownWin(plies) => Score::KnownWin(plies.saturating_add(1)),
        Score::KnownLoss(plies) => Score::KnownLoss(plies.saturating_add(1)),
        estimate @ Score::Hundredths(_) => estimate,
    }
}

/// How serious a move was, by the chance that it gave away.
///
/// The bounds are half, three quarters and one and a half of a man in a level game, and in each case more where the game is decided
/// already. They are reasoned and not yet fitted to games
/// (`docs/decisions/0040-game-reports-from-proved-lines.md`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Nothing that counts: advice only.
    Advice,
    /// A better move was there.
    Inaccuracy,
    /// Most of a man, or as much.
    Mistake,
    /// More than a man, or the game.
    Blunder,
}

impl Severity {
    /// The chance from which a move is worth a word.
    pub const INACCURACY: Chance = 0.10;
    /// The chance from which it is a mistake.
    pub const MISTAKE: Chance = 0.15;
    /// The chance from which it is a blunder.
    pub const BLUNDER: Chance = 0.30;

    /// What a lost chance amounts to.
    pub fn of(lost: Chance) -> Severity {
        if lost >= Severity::BLUNDER {
            Severity::Blunder
        } else if lost >= Severity::MISTAKE {
            Severity::Mistake
        } else if lost >= Severity::INACCURACY {
            Severity::Inaccuracy
        } else {
            Severity::Advice
        }
    }

    /// The stable code in messages.
    pub const fn code(self) -> &'static str {
        match self {
            Severity::Advice => "advice",
            Severity::Inaccuracy => "inaccuracy",
            Severity::Mistake => "mistake",
            Severity::Blunder => "blunder",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_man_counts_less_where_the_game_is_decided() {
        let lost =
            |before, after| chance(Score::Hundredths(before)) - chance(Score::Hundredths(after));
        assert_eq!(Severity::of(lost(0, -100)), Severity::Mistake);
        assert_eq!(Severity::of(lost(0, -160)), Severity::Blunder);
        assert_eq!(Severity::of(lost(700, 600)), Severity::Advice);
        assert_eq!(Severity::of(lost(0, -20)), Severity::Advice);
    }

    #[test]
    fn a_chance_is_the_same_for_both_sides() {
        for hundredths in [-3_000, -120, 0, 80, 900] {
            let (one, other) = (
                chance(Score::Hundredths(hundredths)),
                chance(Score::Hundredths(-hundredths)),
            );
            assert!((one + other).abs() < 1e-12, "{hundredths}");
        }
    }

    #[test]
    fn an_end_is_one_ply_farther_from_the_position_before() {
        assert_eq!(one_earlier(Score::Loss(0)), Score::Win(1));
        assert_eq!(one_earlier(Score::Win(4)), Score::Loss(5));
        assert_eq!(one_earlier(Score::KnownLoss(2)), Score::KnownWin(3));
        assert_eq!(one_earlier(Score::Hundredths(30)), Score::Hundredths(-30));
    }
}
