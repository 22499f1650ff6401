//! Converts a score to a chance of winning, and a lost chance to the severity of a move. Used by
//! every file of this folder.
//!
//! A chance ranges from -1 (lost) over 0 (level) to 1 (won), for one side. A man matters much in a
//! level game and little in a decided one, so moves are judged by the change of the chance and not
//! by hundredths of a man.

use damier_engine::Score;

/// How fast the chance grows with the score: 2 / (1 + e^(-K cp)) - 1 with hundredths of a man as
/// cp. One man ahead in a level game is then a chance of 0.20, three men 0.54. lidraughts uses the
/// same constant, fitted to games between human players.
const GROWTH: f64 = 0.004;

/// A side whose best move has at most this chance stands badly: one man behind.
pub(super) const BAD: Chance = -0.2;

/// A chance for one side, from -1 (lost) to 1 (won).
pub type Chance = f64;

/// The chance of the side to which a score belongs.
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

/// Converts a score of the position after a move to one of the position before it, for the side
/// that moved.
pub(crate) fn one_earlier(after: Score) -> Score {
    match after.opposite() {
        Score::Win(plies) => Score::Win(plies.saturating_add(1)),
        Score::Loss(plies) => Score::Loss(plies.saturating_add(1)),
        Score::KnownWin(plies) => Score::KnownWin(plies.saturating_add(1)),
        Score::KnownLoss(plies) => Score::KnownLoss(plies.saturating_add(1)),
        estimate @ Score::Hundredths(_) => estimate,
    }
}

/// The severity of a move, by the chance that it lost.
///
/// The bounds correspond to 0.5, 0.75 and 1.5 men in a level game, and to more where the game is
/// decided. They are reasoned and not fitted to games
/// (`docs/decisions/0040-game-reports-from-proved-lines.md`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// No loss that counts; advice only.
    Advice,
    /// A better move was available.
    Inaccuracy,
    /// A loss of about one man.
    Mistake,
    /// A loss of more than a man, or of the game.
    Blunder,
}

impl Severity {
    /// The lost chance from which a move is an inaccuracy.
    pub const INACCURACY: Chance = 0.10;
    /// The lost chance from which a move is a mistake.
    pub const MISTAKE: Chance = 0.15;
    /// The lost chance from which a move is a blunder.
    pub const BLUNDER: Chance = 0.30;

    /// The severity of a lost chance.
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
    fn a_man_counts_less_in_a_decided_game() {
        let lost =
            |before, after| chance(Score::Hundredths(before)) - chance(Score::Hundredths(after));
        assert_eq!(Severity::of(lost(0, -100)), Severity::Mistake);
        assert_eq!(Severity::of(lost(0, -160)), Severity::Blunder);
        assert_eq!(Severity::of(lost(700, 600)), Severity::Advice);
        assert_eq!(Severity::of(lost(0, -20)), Severity::Advice);
    }

    #[test]
    fn chance_is_symmetric_in_the_sides() {
        for hundredths in [-3_000, -120, 0, 80, 900] {
            let (one, other) = (
                chance(Score::Hundredths(hundredths)),
                chance(Score::Hundredths(-hundredths)),
            );
            assert!((one + other).abs() < 1e-12, "{hundredths}");
        }
    }

    #[test]
    fn score_before_a_move_counts_one_more_ply() {
        assert_eq!(one_earlier(Score::Loss(0)), Score::Win(1));
        assert_eq!(one_earlier(Score::Win(4)), Score::Loss(5));
        assert_eq!(one_earlier(Score::KnownLoss(2)), Score::KnownWin(3));
        assert_eq!(one_earlier(Score::Hundredths(30)), Score::Hundredths(-30));
    }
}
