//! Adjudication: a game ends early when the scores of both players agree.

use std::fmt;
use std::str::FromStr;

use damier_rules::Side;

/// When scores adjudicate a game; by default never.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Adjudication {
    /// A game is won if both players' scores say that one side is this far ahead.
    pub win: Option<Rule>,
    /// A game is drawn if both players' scores are near zero.
    pub draw: Option<Rule>,
}

/// A bound for scores, and how long it must hold.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rule {
    /// The bound in men: for a win, a side must be at least this far ahead; for a draw, at most
    /// this far.
    pub men: f64,
    /// How many plies in a row it must hold, each by the score of the side that moved.
    pub plies: u32,
    /// The rule does not apply before this many plies of the game.
    pub from_ply: u32,
}

/// The scores of a game in progress.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Scores {
    adjudication: Adjudication,
    plies: u32,
    ahead: Option<Side>,
    ahead_for: u32,
    level_for: u32,
}

/// The decision of the scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Decision {
    /// This side wins.
    Won(Side),
    /// It is a draw.
    Drawn,
}

impl Scores {
    pub(super) fn new(adjudication: Adjudication) -> Scores {
        Scores {
            adjudication,
            plies: 0,
            ahead: None,
            ahead_for: 0,
            level_for: 0,
        }
    }

    /// Records a move, with the score in men that its player reported from its own point of view.
    pub(super) fn record(&mut self, mover: Side, score: Option<f64>) {
        self.plies += 1;
        let leader = match (self.adjudication.win, score) {
            (Some(rule), Some(score)) if score >= rule.men => Some(mover),
            (Some(rule), Some(score)) if score <= -rule.men => Some(mover.opponent()),
            _ => None,
        };
        self.ahead_for = match leader {
            Some(_) if leader == self.ahead => self.ahead_for + 1,
            Some(_) => 1,
            None => 0,
        };
        self.ahead = leader;
        let level = matches!(
            (self.adjudication.draw, score),
            (Some(rule), Some(score)) if score.abs() <= rule.men
        );
        self.level_for = if level { self.level_for + 1 } else { 0 };
    }

    /// The decision, if the game is decided.
    pub(super) fn decide(&self) -> Option<Decision> {
        let holds = |rule: Option<Rule>, plies: u32| {
            rule.is_some_and(|rule| plies >= rule.plies && self.plies >= rule.from_ply)
        };
        match self.ahead {
            Some(side) if holds(self.adjudication.win, self.ahead_for) => Some(Decision::Won(side)),
            _ => holds(self.adjudication.draw, self.level_for).then_some(Decision::Drawn),
        }
    }
}

/// The text is not an adjudication rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected MEN,PLIES or MEN,PLIES,FROM-PLY, such as 3,6 or 0.1,20,80")]
pub struct RuleError;

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Rule, RuleError> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let (men, plies, from_ply) = match parts[..] {
            [men, plies] => (men, plies, "0"),
            [men, plies, from_ply] => (men, plies, from_ply),
            _ => return Err(RuleError),
        };
        let rule = Rule {
            men: men.parse().map_err(|_| RuleError)?,
            plies: plies.parse().map_err(|_| RuleError)?,
            from_ply: from_ply.parse().map_err(|_| RuleError)?,
        };
        let sane = (0.0..=1000.0).contains(&rule.men) && (1..=10_000).contains(&rule.plies);
        if sane { Ok(rule) } else { Err(RuleError) }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.men, self.plies, self.from_ply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(adjudication: Adjudication, scores: &[Option<f64>]) -> Option<Decision> {
        let mut tally = Scores::new(adjudication);
        let mut mover = Side::White;
        for &score in scores {
            tally.record(mover, score);
            mover = mover.opponent();
        }
        tally.decide()
    }

    fn rule(text: &str) -> Rule {
        text.parse().expect("a rule")
    }

    #[test]
    fn a_win_needs_the_scores_of_both_players() {
        let win = Adjudication {
            win: Some(rule("3,4")),
            draw: None,
        };
        let agreed = [3.0, -4.0, 3.5, -9.0].map(Some);
        assert_eq!(decision(win, &agreed), Some(Decision::Won(Side::White)));
        assert_eq!(decision(win, &agreed[..3]), None, "not for long enough");
        let against = agreed.map(|score| score.map(|score| -score));
        assert_eq!(decision(win, &against), Some(Decision::Won(Side::Black)));
        let each_sees_itself_ahead = [Some(5.0); 8];
        assert_eq!(decision(win, &each_sees_itself_ahead), None);
        assert_eq!(
            decision(win, &[Some(3.0), Some(-2.9), Some(3.0), Some(-5.0)]),
            None
        );
        assert_eq!(
            decision(win, &[Some(3.0), None, Some(3.0), None, Some(3.0)]),
            None
        );
    }

    #[test]
    fn a_draw_needs_its_time() {
        let draw = Adjudication {
            win: None,
            draw: Some(rule("0.1,3,6")),
        };
        let level = [
            Some(0.1),
            Some(-0.1),
            Some(0.0),
            Some(0.0),
            Some(0.05),
            Some(0.0),
        ];
        assert_eq!(decision(draw, &level), Some(Decision::Drawn));
        assert_eq!(decision(draw, &level[..5]), None, "too early in the game");
        let mut once_ahead = level;
        once_ahead[4] = Some(0.2);
        assert_eq!(decision(draw, &once_ahead), None);
    }

    #[test]
    fn without_rules_nothing_is_decided() {
        assert_eq!(decision(Adjudication::default(), &[Some(0.0); 500]), None);
        for text in ["", "3", "3,0", "x,3", "-1,3", "3,4,5,6", "NaN,4"] {
            assert_eq!(text.parse::<Rule>(), Err(RuleError), "{text}");
        }
    }
}
