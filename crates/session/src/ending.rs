//! How a game between people ended: by a rule, or by what people did. The session sets it, the
//! record stores it, and [`Ending::worded`] puts it into a sentence.

use std::borrow::Cow;

pub use damier_notation::wording::ByPeople;
use damier_notation::wording::{self, Language};
use damier_rules::{Outcome, Side, Variant};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EndReason {
    /// A rule of the game.
    Rule(damier_rules::EndReason),
    /// An action of a player or an official: resignation, agreement, a flag, a claim.
    People(ByPeople),
}

impl EndReason {
    /// Every reason for which a game can end, each once; the rules come first.
    pub fn known() -> Vec<EndReason> {
        let rules = damier_rules::EndReason::known()
            .into_iter()
            .map(EndReason::Rule);
        rules.chain(ByPeople::ALL.map(EndReason::People)).collect()
    }

    /// The stable code in messages and records.
    pub fn code(self) -> Cow<'static, str> {
        match self {
            EndReason::Rule(rule) => rule.code(),
            EndReason::People(by) => Cow::Borrowed(by.code()),
        }
    }

    /// The word of the PGN standard for how a game ended, as the tag `Termination` has it (section
    /// 9.8.1 of the standard). Several reasons share a word.
    ///
    /// ```
    /// use damier_session::EndReason;
    /// use damier_session::ending::ByPeople;
    /// assert_eq!(EndReason::from(ByPeople::Time).pgn_termination(), "time forfeit");
    /// assert_eq!(EndReason::from(ByPeople::Agreement).pgn_termination(), "normal");
    /// ```
    pub fn pgn_termination(self) -> &'static str {
        match self {
            EndReason::People(ByPeople::Time) => "time forfeit",
            EndReason::People(ByPeople::Abandonment | ByPeople::Aborted) => "abandoned",
            EndReason::People(ByPeople::Forfeit) => "rules infraction",
            EndReason::People(ByPeople::Arbiter) => "adjudication",
            EndReason::Rule(_) | EndReason::People(_) => "normal",
        }
    }

    /// The reason of a code.
    ///
    /// ```
    /// use damier_session::EndReason;
    /// use damier_session::ending::ByPeople;
    /// assert_eq!(EndReason::from_code("forfeit"), Some(EndReason::People(ByPeople::Forfeit)));
    /// assert!(matches!(EndReason::from_code("third-occurrence"), Some(EndReason::Rule(_))));
    /// ```
    pub fn from_code(code: &str) -> Option<EndReason> {
        let by = ByPeople::from_code(code).map(EndReason::People);
        by.or_else(|| damier_rules::EndReason::from_code(code).map(EndReason::Rule))
    }
}

impl From<damier_rules::EndReason> for EndReason {
    fn from(rule: damier_rules::EndReason) -> EndReason {
        EndReason::Rule(rule)
    }
}

impl From<ByPeople> for EndReason {
    fn from(by: ByPeople) -> EndReason {
        EndReason::People(by)
    }
}

impl Serialize for EndReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.code())
    }
}

impl<'de> Deserialize<'de> for EndReason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<EndReason, D::Error> {
        let code = Cow::<'de, str>::deserialize(deserializer)?;
        EndReason::from_code(&code).ok_or_else(|| {
            // The text may be arbitrarily long; its beginning is enough.
            let head: String = code.chars().take(40).collect();
            de::Error::custom(format_args!(
                "expected a reason for the end of a game, found {head:?}"
            ))
        })
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Ending {
    /// The side that won; null in a draw and in a game without a result
    /// ([`Ending::is_aborted`]).
    #[cfg_attr(feature = "ts", ts(type = "Side | null"))]
    pub winner: Option<Side>,
    /// The stable code of the rule that ended it, or of what people did.
    #[cfg_attr(feature = "ts", ts(type = "EndReason"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, example = "third-occurrence"))]
    pub reason: EndReason,
}

impl Ending {
    /// A win.
    pub fn win(winner: Side, reason: impl Into<EndReason>) -> Ending {
        Ending {
            winner: Some(winner),
            reason: reason.into(),
        }
    }

    /// A draw.
    pub fn draw(reason: impl Into<EndReason>) -> Ending {
        Ending {
            winner: None,
            reason: reason.into(),
        }
    }

    /// The ending of a game that was given up before each side had made its first move.
    pub fn aborted() -> Ending {
        Ending {
            winner: None,
            reason: ByPeople::Aborted.into(),
        }
    }

    /// Whether the game was aborted before each side had made its first move: it has no result and
    /// does not count.
    pub fn is_aborted(&self) -> bool {
        self.reason == ByPeople::Aborted.into()
    }

    /// The points, White's first: two for a win, one for a draw (Annex 3, 5.6). `None` if the game
    /// has no result; count games by this, not by the winner.
    ///
    /// ```
    /// use damier_session::Ending;
    /// use damier_session::ending::ByPeople;
    /// use damier_rules::Side;
    /// assert_eq!(Ending::win(Side::Black, ByPeople::Time).points(), Some([0, 2]));
    /// assert_eq!(Ending::draw(ByPeople::Agreement).points(), Some([1, 1]));
    /// assert_eq!(Ending::aborted().points(), None);
    /// ```
    pub fn points(&self) -> Option<[u8; 2]> {
        match self.winner {
            _ if self.is_aborted() => None,
            Some(Side::White) => Some([2, 0]),
            Some(Side::Black) => Some([0, 2]),
            None => Some([1, 1]),
        }
    }

    /// The same in one sentence.
    ///
    /// ```
    /// use damier_session::Ending;
    /// use damier_session::ending::ByPeople;
    /// use damier_notation::wording::Language;
    /// use damier_rules::{Side, Variant};
    ///
    /// let ending = Ending::win(Side::White, ByPeople::Forfeit);
    /// let sentence = ending.worded(Language::English, Variant::INTERNATIONAL);
    /// assert_eq!(sentence, "White wins: Black forfeited the game.");
    /// ```
    pub fn worded(&self, language: Language, variant: Variant) -> String {
        match self.reason {
            EndReason::Rule(reason) => {
                let winner = self.winner;
                wording::outcome(language, variant, &Outcome { winner, reason })
            }
            EndReason::People(by) => wording::outcome_by_people(language, self.winner, by),
        }
    }
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        Ending {
            winner: outcome.winner,
            reason: outcome.reason.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_is_read_by_its_code_and_no_two_share_one() {
        let mut codes = std::collections::HashSet::new();
        for reason in EndReason::known() {
            assert_eq!(EndReason::from_code(&reason.code()), Some(reason));
            assert!(codes.insert(reason.code()), "{reason:?}");
        }
    }
}
