//! The profile of a club and the rules of its ladder, both edited by its founder.

use damier_rules::Variant;
use damier_session::settings::GameSettings;
use damier_session::time_control::ClockSettings;
use serde::{Deserialize, Serialize};

use crate::challenges::{Challenge, ChallengeError, ColourChoice};
use crate::clubs::{ClubLine, ClubText};
use crate::plain_text::PlainTextError;

/// The maximum number of variants that a club names.
pub const MAX_CLUB_GAMES: usize = 12;

/// For how many days after declining a member cannot be challenged by the same member again.
pub const REST_DAYS: u64 = 7;

/// The profile of a club.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClubProfile {
    /// Its town; may be empty.
    pub town: ClubLine,
    /// Its description; may be empty.
    pub text: ClubText,
    /// Its language, as an ISO 639 code of two or three letters.
    pub language: String,
    /// The stable names of the variants played there.
    pub games: Vec<String>,
    /// Whether members, ladder and games are public; otherwise only members see them.
    pub is_public: bool,
}

/// Why a profile is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProfileError {
    /// The town is not a plain line.
    #[error("the town: {0}")]
    Town(#[source] PlainTextError),
    /// The description is not plain text.
    #[error("the text: {0}")]
    Text(#[source] PlainTextError),
    /// The language is not a code.
    #[error("a language is a code of two or three lowercase letters")]
    Language,
    /// The variants are too few, too many, repeated or unknown.
    #[error("a club plays 1 to {MAX_CLUB_GAMES} variants, each listed once")]
    Games,
}

impl ProfileError {
    /// The stable code in messages.
    pub const fn code(self) -> &'static str {
        match self {
            ProfileError::Town(_) => "club-town",
            ProfileError::Text(_) => "club-text",
            ProfileError::Language => "club-language",
            ProfileError::Games => "club-games",
        }
    }
}

impl ClubProfile {
    /// Checks a profile as typed.
    ///
    /// # Errors
    /// The first error found.
    pub fn read(
        town: &str,
        text: &str,
        language: &str,
        games: &[String],
        is_public: bool,
    ) -> Result<ClubProfile, ProfileError> {
        let is_code =
            matches!(language.len(), 2 | 3) && language.bytes().all(|it| it.is_ascii_lowercase());
        if !is_code {
            return Err(ProfileError::Language);
        }
        let are_games = (1..=MAX_CLUB_GAMES).contains(&games.len())
            && games.iter().enumerate().all(|(number, game)| {
                Variant::from_id(game).is_some() && !games[..number].contains(game)
            });
        if !are_games {
            return Err(ProfileError::Games);
        }
        Ok(ClubProfile {
            town: town.parse().map_err(ProfileError::Town)?,
            text: text.parse().map_err(ProfileError::Text)?,
            language: language.to_owned(),
            games: games.to_vec(),
            is_public,
        })
    }
}

/// The rules of a club's ladder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LadderRules {
    /// The stable name of the variant.
    pub variant: String,
    /// The time of each side.
    pub clock: ClockSettings,
    /// Whether its games are rated.
    pub rated: bool,
    /// How many rungs above one may challenge, 1 to 20.
    pub reach: u8,
    /// In how many days a challenge must be answered, 1 to 30.
    pub answer_days: u8,
    /// In how many days after that the game must begin, 1 to 60.
    pub play_days: u8,
    /// After how many weeks of inactivity a member leaves the ladder, 2 to 52; 0 for never.
    pub idle_weeks: u8,
}

/// Why rules of a ladder are invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LadderRulesError {
    /// A number is out of its range.
    #[error(
        "places 1 to 20, days to answer 1 to 30, days to play 1 to 60, weeks 2 to 52 or 0 for never"
    )]
    Range,
    /// The game's settings are invalid.
    #[error(transparent)]
    Game(#[from] ChallengeError),
}

impl LadderRulesError {
    /// The stable code in messages.
    pub const fn code(&self) -> &'static str {
        match self {
            LadderRulesError::Range => "ladder-range",
            LadderRulesError::Game(error) => error.code(),
        }
    }
}

impl LadderRules {
    /// Default rules for a variant: reach of three, three days to answer, two weeks to play, ten
    /// minutes and five seconds a move.
    pub fn usual(variant: &str) -> LadderRules {
        LadderRules {
            variant: variant.to_owned(),
            clock: ClockSettings::fischer(600_000, 5_000),
            rated: false,
            reach: 3,
            answer_days: 3,
            play_days: 14,
            idle_weeks: 12,
        }
    }

    /// Validates the rules.
    ///
    /// # Errors
    /// The first error found.
    pub fn check(&self) -> Result<(), LadderRulesError> {
        let is_within = (1..=20).contains(&self.reach)
            && (1..=30).contains(&self.answer_days)
            && (1..=60).contains(&self.play_days)
            && (self.idle_weeks == 0 || (2..=52).contains(&self.idle_weeks));
        if !is_within {
            return Err(LadderRulesError::Range);
        }
        Ok(self.challenge("").check()?)
    }

    /// The challenge of a ladder game, offered by White.
    pub fn challenge(&self, white: &str) -> Challenge {
        Challenge {
            variant: self.variant.clone(),
            settings: GameSettings {
                clock: Some(self.clock.clone()),
                rated: self.rated,
                ..GameSettings::friendly("", "")
            },
            host: white.to_owned(),
            colour: ColourChoice::White,
            ratings: None,
            clocks_by_player: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_is_bounded() {
        let games = |names: &[&str]| names.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let read = |town, language, names: &[&str]| {
            ClubProfile::read(town, "We meet.", language, &games(names), false)
                .map_err(ProfileError::code)
        };
        assert!(read("Lyon", "fr", &["international", "frisian"]).is_ok());
        assert_eq!(read("a\nb", "fr", &["frisian"]), Err("club-town"));
        for language in ["", "f", "FR", "fran", "f1"] {
            assert_eq!(read("", language, &["frisian"]), Err("club-language"));
        }
        for wrong in [&[][..], &["go"], &["frisian", "frisian"]] {
            assert_eq!(read("", "fr", wrong), Err("club-games"));
        }
        let text = ClubProfile::read("", &"x".repeat(2_000), "fr", &games(&["frisian"]), true);
        assert_eq!(text.map_err(ProfileError::code), Err("club-text"));
    }

    #[test]
    fn valid_rules_of_a_ladder_are_accepted() {
        let usual = LadderRules::usual("international");
        assert_eq!(usual.check(), Ok(()));
        let code = |rules: LadderRules| rules.check().map_err(|error| error.code());
        let wrong = [
            (
                LadderRules {
                    reach: 0,
                    ..usual.clone()
                },
                "ladder-range",
            ),
            (
                LadderRules {
                    idle_weeks: 1,
                    ..usual.clone()
                },
                "ladder-range",
            ),
            (
                LadderRules {
                    play_days: 61,
                    ..usual.clone()
                },
                "ladder-range",
            ),
            (LadderRules::usual("go"), "unknown-variant"),
            (
                LadderRules {
                    clock: ClockSettings::fischer(0, 0),
                    ..usual
                },
                "clock-out-of-range",
            ),
        ];
        for (rules, expected) in wrong {
            assert_eq!(code(rules), Err(expected));
        }
    }
}
