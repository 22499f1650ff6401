//! What a club says of itself, and how its ladder is played. Written by its founder.

use damier_rules::Variant;
use damier_session::settings::GameSettings;
use damier_session::time_control::ClockSettings;
use serde::{Deserialize, Serialize};

use crate::challenges::{Challenge, ChallengeError, ColourChoice};
use crate::clubs::words::{ClubLine, ClubText, WordsError};

/// Games of the family that a club names at most.
pub const MOST_CLUB_GAMES: usize = 12;

/// For how many days nobody challenges again whoever has declined.
pub const REST_DAYS: u64 = 7;

/// What a club says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClubProfile {
    /// Where it is; may be empty.
    pub town: ClubLine,
    /// What it is; may be empty.
    pub text: ClubText,
    /// The language that is spoken there, by its code of two or three letters (ISO 639).
    pub language: String,
    /// The stable names of the games of the family that are played there.
    pub games: Vec<String>,
    /// Whether everybody sees who the members are, the ladder and the games; otherwise only members do.
    pub is_public: bool,
}

/// Why that is nothing a club can say of itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProfileError {
    /// Its town is no line.
    #[error("the town: {0}")]
    Town(#[source] WordsError),
    /// Its text is none.
    #[error("the text: {0}")]
    Text(#[source] WordsError),
    /// Its language is no code.
    #[error("a language is a code of two or three small letters")]
    Language,
    /// Its games are too few, too many, twice there, or none of the family.
    #[error("a club plays 1 to {MOST_CLUB_GAMES} games of the family, each named once")]
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
    /// What somebody has written, checked.
    ///
    /// # Errors
    /// The first thing that cannot be said.
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
        let are_games = (1..=MOST_CLUB_GAMES).contains(&games.len())
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

/// How the ladder of a club is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LadderRules {
    /// The stable name of the game.
    pub variant: String,
    /// The time of each side.
    pub clock: ClockSettings,
    /// Whether its games count for the ratings, too.
    pub rated: bool,
    /// How many places above one may challenge, 1 to 20.
    pub reach: u8,
    /// Within how many days a challenge is to be answered, 1 to 30.
    pub answer_days: u8,
    /// Within how many days after that the game is to be begun, 1 to 60.
    pub play_days: u8,
    /// After how many weeks without any challenge or game somebody goes off the ladder, 2 to 52; 0 for never.
    pub idle_weeks: u8,
}

/// Why a ladder cannot be played like that.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LadderRulesError {
    /// A number is out of its range.
    #[error(
        "places 1 to 20, days to answer 1 to 30, days to play 1 to 60, weeks 2 to 52 or 0 for never"
    )]
    Range,
    /// It is no game that can be played.
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
    /// The usual ones for a game: three places, three days to answer, two weeks to play, ten minutes and five seconds a move.
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

    /// Checks that a ladder can be played like that.
    ///
    /// # Errors
    /// The first thing that is not right.
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

    /// A game of the ladder, offered by whoever plays White.
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
    fn a_club_says_what_it_is_within_bounds() {
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
    fn a_ladder_can_be_played() {
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
