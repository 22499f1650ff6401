//! The settings of a game, agreed before it begins: the players, the start position, the clock, the
//! rule set. They are stored in the record, checked once when a session starts, and do not change
//! during the game.

use damier_rules::{DrawSettings, FewPieces, Position, Side, Variant};
use serde::{Deserialize, Serialize};

use crate::conduct::{Conduct, MAX_OFFERS_FROM};
use crate::line;
use crate::time_control::{ClockSettings, TimeControlError};

/// The longest name of a player, in characters.
pub const MAX_NAME: usize = 100;
/// The longest text of a start position, in characters; a full board needs far fewer.
pub const MAX_FEN: usize = 1_000;
/// The longest time for a first move, in milliseconds: a week.
pub const MAX_FIRST_MOVE_MS: u64 = 7 * 24 * 60 * 60 * 1_000;
/// The levels of the computer.
pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=10;

/// The player of a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Player {
    /// A person, by the name they gave, which may be empty.
    Person {
        /// The name, at most [`MAX_NAME`] characters on one plain line; see
        /// [`line::forbidden_char`].
        name: String,
    },
    /// The engine.
    Computer {
        /// Its level, 1 (weakest) to 10.
        level: u8,
    },
}

/// Whether the players sit together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Seating {
    /// At one board or device. Each sees what the other does and can object, so takebacks and
    /// resuming need no consent.
    #[default]
    Together,
    /// Over a network: takebacks, pauses and resuming need both players' consent.
    Apart,
}

impl Seating {
    /// Whether the players sit together.
    pub fn is_together(&self) -> bool {
        *self == Seating::Together
    }
}

/// Everything that is agreed before a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameSettings {
    /// The start position as FEN; absent for the usual start of the game.
    pub start: Option<String>,
    /// The clock; absent for a game without one.
    pub clock: Option<ClockSettings>,
    /// Black's time, where it is not the same as White's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub black_clock: Option<ClockSettings>,
    /// The player of White.
    pub white: Player,
    /// The player of Black.
    pub black: Player,
    /// How the rules for few pieces are read; see [`FewPieces`].
    #[cfg_attr(feature = "ts", ts(type = "FewPieces"))]
    pub few_pieces: FewPieces,
    /// The conduct rules; none by default.
    #[serde(default, skip_serializing_if = "Conduct::is_friendly")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Conduct>"))]
    pub conduct: Conduct,
    /// Where the players sit; together by default.
    #[serde(default, skip_serializing_if = "Seating::is_together")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Seating>"))]
    pub seating: Seating,
    /// Whether the result counts for a rating: such a game stays finished once it is over.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// The spectator delay in seconds; absent if there is none. A challenge limits it.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<u32>"))]
    pub watchers_delay_s: u32,
    /// The time limit for each side's first move, in milliseconds. Until both have moved, those
    /// moves cost no time, and an end by the players or the clock does not count. Absent if the
    /// clocks run from the beginning. Set by the server or page that starts the game.
    #[serde(default, skip_serializing_if = "is_no_time")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<u64>"))]
    pub first_move_ms: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_zero(value: &u32) -> bool {
    *value == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_no_time(value: &u64) -> bool {
    *value == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_false(value: &bool) -> bool {
    !value
}

/// Why settings are not valid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SettingsError {
    /// A name is too long.
    #[error("the name of {} has {found} characters where {MAX_NAME} are allowed", side.code())]
    NameTooLong {
        /// Whose name.
        side: Side,
        /// Its characters.
        found: usize,
    },
    /// A name is not one plain line of text.
    #[error("the name of {} must be one plain line, found {found:?} in it", side.code())]
    NameNotPlain {
        /// Whose name.
        side: Side,
        /// The first character that no plain line contains.
        found: char,
    },
    /// There is no such level of the computer.
    #[error("the engine has levels 1 to 10, found level {found} for {}", side.code())]
    Level {
        /// Which side it was to play.
        side: Side,
        /// The level found.
        found: u8,
    },
    /// A clock is not one that can be played with.
    #[error(transparent)]
    Clock(#[from] TimeControlError),
    /// Black has a clock, and White has none.
    #[error("only Black has a clock")]
    BlackClockAlone,
    /// The number of moves before a draw offer is too large.
    #[error("draw offers can be barred for at most {MAX_OFFERS_FROM} moves, found {found}")]
    OffersFrom {
        /// The value that was found.
        found: u16,
    },
    /// The time limit for first moves is too long.
    #[error("the time for the first move is at most {MAX_FIRST_MOVE_MS} ms, found {found_ms}")]
    FirstMove {
        /// The value that was found.
        found_ms: u64,
    },
    /// The text of the start position is too long to be one.
    #[error("the start position has {found} characters where {MAX_FEN} are allowed")]
    StartTooLong {
        /// Its characters.
        found: usize,
    },
    /// The start position cannot be read, or cannot be played.
    #[error("the start position cannot be used: {reason}")]
    Start {
        /// What is wrong with it, and where.
        reason: String,
    },
}

impl SettingsError {
    /// The stable code in messages.
    pub const fn code(&self) -> &'static str {
        match self {
            SettingsError::NameTooLong { .. } => "name-too-long",
            SettingsError::NameNotPlain { .. } => "name-not-plain",
            SettingsError::Level { .. } => "no-such-level",
            SettingsError::Clock(error) => error.code(),
            SettingsError::BlackClockAlone => "clock-for-one",
            SettingsError::OffersFrom { .. } => "offers-too-late",
            SettingsError::FirstMove { .. } => "first-move-out-of-range",
            SettingsError::StartTooLong { .. } | SettingsError::Start { .. } => "bad-start",
        }
    }
}

impl GameSettings {
    /// The settings of a friendly game: two people, the usual start position, no clock.
    ///
    /// ```
    /// use damier_session::settings::{GameSettings, Player};
    /// let settings = GameSettings::friendly("Awa", "Piet");
    /// assert_eq!(settings.black, Player::Person { name: "Piet".into() });
    /// assert_eq!(settings.clock, None);
    /// ```
    pub fn friendly(white: &str, black: &str) -> GameSettings {
        GameSettings {
            start: None,
            clock: None,
            black_clock: None,
            white: Player::Person { name: white.into() },
            black: Player::Person { name: black.into() },
            few_pieces: FewPieces::default(),
            conduct: Conduct::default(),
            seating: Seating::default(),
            rated: false,
            watchers_delay_s: 0,
            first_move_ms: 0,
        }
    }

    /// Who plays a side.
    pub fn player(&self, side: Side) -> &Player {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// Whether both sides are the computer's.
    pub fn computer_plays_itself(&self) -> bool {
        let is_computer = |side| matches!(self.player(side), Player::Computer { .. });
        Side::ALL.into_iter().all(is_computer)
    }

    /// White's time and Black's, in a game with a clock.
    pub fn clocks(&self) -> Option<[ClockSettings; 2]> {
        let white = self.clock.clone()?;
        let black = self.black_clock.clone().unwrap_or_else(|| white.clone());
        Some([white, black])
    }

    /// The spectator delay in milliseconds; 0 if there is none.
    pub fn watchers_delay_ms(&self) -> u64 {
        u64::from(self.watchers_delay_s) * 1_000
    }

    /// The drawing rules chosen by these settings.
    pub fn draws(&self) -> DrawSettings {
        DrawSettings {
            few_pieces: self.few_pieces,
        }
    }

    /// Checks all settings and returns the start position.
    ///
    /// # Errors
    /// The first setting that is not valid.
    pub fn start_position(&self, variant: Variant) -> Result<Position, SettingsError> {
        for side in Side::ALL {
            self.player(side).check(side)?;
        }
        for clock in self.clock.iter().chain(&self.black_clock) {
            clock.check()?;
        }
        if self.black_clock.is_some() && self.clock.is_none() {
            return Err(SettingsError::BlackClockAlone);
        }
        let from_move = self.conduct.offers_from_move;
        if from_move > MAX_OFFERS_FROM {
            return Err(SettingsError::OffersFrom { found: from_move });
        }
        if self.first_move_ms > MAX_FIRST_MOVE_MS {
            return Err(SettingsError::FirstMove {
                found_ms: self.first_move_ms,
            });
        }
        let Some(fen) = &self.start else {
            return Ok(Position::start(variant));
        };
        let found = fen.chars().count();
        if found > MAX_FEN {
            return Err(SettingsError::StartTooLong { found });
        }
        let setup =
            damier_notation::fen::read(variant, fen).map_err(|error| SettingsError::Start {
                reason: error.to_string(),
            })?;
        Position::from_setup(variant, &setup).map_err(|error| SettingsError::Start {
            reason: error.to_string(),
        })
    }
}

impl Player {
    fn check(&self, side: Side) -> Result<(), SettingsError> {
        match self {
            Player::Person { name } => match name.chars().count() {
                0..=MAX_NAME => match (line::forbidden_char(name), name.chars().next()) {
                    (Some(found), _) => Err(SettingsError::NameNotPlain { side, found }),
                    // A name of blanks would look like none at all.
                    (None, Some(found)) if !line::is_visible(name) => {
                        Err(SettingsError::NameNotPlain { side, found })
                    }
                    (None, _) => Ok(()),
                },
                found => Err(SettingsError::NameTooLong { side, found }),
            },
            Player::Computer { level } if LEVELS.contains(level) => Ok(()),
            Player::Computer { level } => Err(SettingsError::Level {
                side,
                found: *level,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(settings: &GameSettings) -> Option<&'static str> {
        settings
            .start_position(Variant::INTERNATIONAL)
            .err()
            .map(|error| error.code())
    }

    #[test]
    fn a_friendly_game_starts_as_usual() {
        let settings = GameSettings::friendly("", "");
        let start = settings.start_position(Variant::INTERNATIONAL);
        assert_eq!(start, Ok(Position::start(Variant::INTERNATIONAL)));
    }

    #[test]
    fn every_limit_is_exact() {
        let friendly = || GameSettings::friendly("a", "b");
        let named = |length| GameSettings::friendly(&"é".repeat(length), "b");
        assert_eq!(code(&named(MAX_NAME)), None);
        assert_eq!(code(&named(MAX_NAME + 1)), Some("name-too-long"));
        for odd in ["\n", "\0", "\u{85}", "\u{202e}", "\u{2028}", "\u{2066}"] {
            let settings = GameSettings::friendly("a", &format!("b{odd}c"));
            assert_eq!(code(&settings), Some("name-not-plain"), "{odd:?}");
        }
        for blank in [" ", "\u{a0}", "\u{200b}\u{feff}"] {
            let settings = GameSettings::friendly("a", blank);
            assert_eq!(code(&settings), Some("name-not-plain"), "{blank:?}");
        }
        for plain in ["N’Diaye", "Ж. Петров", "王", "علي", "a\u{a0}b"] {
            assert_eq!(code(&GameSettings::friendly(plain, "b")), None, "{plain}");
        }

        for (level, expected) in [(0, Some("no-such-level")), (1, None), (10, None)] {
            let settings = GameSettings {
                black: Player::Computer { level },
                ..friendly()
            };
            assert_eq!(code(&settings), expected, "level {level}");
        }
        let settings = GameSettings {
            black: Player::Computer { level: 11 },
            ..friendly()
        };
        assert_eq!(code(&settings), Some("no-such-level"));

        let alone = GameSettings {
            black_clock: Some(ClockSettings::fischer(60_000, 0)),
            ..friendly()
        };
        assert_eq!(code(&alone), Some("clock-for-one"));

        for (first_move_ms, expected) in [
            (MAX_FIRST_MOVE_MS, None),
            (MAX_FIRST_MOVE_MS + 1, Some("first-move-out-of-range")),
        ] {
            let settings = GameSettings {
                first_move_ms,
                ..friendly()
            };
            assert_eq!(code(&settings), expected, "{first_move_ms}");
        }
    }

    #[test]
    fn a_start_that_cannot_be_used_is_refused() {
        let from = |fen: &str| GameSettings {
            start: Some(fen.into()),
            ..GameSettings::friendly("a", "b")
        };
        assert_eq!(code(&from("W:W31-50:B1-20")), None);
        for bad in [
            "",
            "hello",
            "W:W1:B20",
            "W:W51:B20",
            &"W".repeat(MAX_FEN + 1),
        ] {
            assert_eq!(code(&from(bad)), Some("bad-start"), "{bad}");
        }
    }
}
