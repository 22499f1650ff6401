//! Settings of a broadcast: texts, number of rounds and spectator delay.

use damier_rules::Variant;
use damier_session::line;
use serde::{Deserialize, Serialize};

/// The maximum number of rounds of a broadcast.
pub const MAX_ROUNDS: u8 = 20;

/// The maximum number of boards of a round.
pub const MAX_BOARDS: u16 = 200;

/// The longest delay, in minutes.
pub const MAX_DELAY_MIN: u8 = 60;

/// The maximum length of a title, place or date in characters.
const MAX_WORDS: usize = 100;

/// The settings of a broadcast.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BroadcastSettings {
    /// Its title.
    #[cfg_attr(feature = "openapi", schema(example = "Open de Salou"))]
    pub title: String,
    /// The place; empty if not given.
    #[serde(default)]
    pub place: String,
    /// The date as free text; empty if not given.
    #[serde(default)]
    pub date: String,
    /// The number of rounds, 1 to 20.
    pub rounds: u8,
    /// The spectator delay in minutes, 0 to 60.
    pub delay_min: u8,
    /// The stable name of the variant for files that name none.
    pub variant: String,
}

impl BroadcastSettings {
    /// Checks the settings.
    ///
    /// # Errors
    /// [`BroadcastSettingsError`]: the first invalid setting.
    pub fn check(&self) -> Result<(), BroadcastSettingsError> {
        use BroadcastSettingsError as Wrong;
        if !line::is_visible(&self.title) {
            return Err(Wrong::NoTitle);
        }
        for words in [&self.title, &self.place, &self.date] {
            if words.chars().count() > MAX_WORDS || line::forbidden_char(words).is_some() {
                return Err(Wrong::Words);
            }
        }
        if !(1..=MAX_ROUNDS).contains(&self.rounds) {
            return Err(Wrong::Rounds { found: self.rounds });
        }
        if self.delay_min > MAX_DELAY_MIN {
            return Err(Wrong::Delay {
                found: self.delay_min,
            });
        }
        self.game().map(|_| ())
    }

    /// The variant for files that name none.
    ///
    /// # Errors
    /// [`BroadcastSettingsError::Variant`].
    pub fn game(&self) -> Result<Variant, BroadcastSettingsError> {
        Variant::from_id(&self.variant).ok_or(BroadcastSettingsError::Variant)
    }

    /// The delay in milliseconds.
    pub fn delay_ms(&self) -> u64 {
        u64::from(self.delay_min) * 60_000
    }
}

/// Why settings of a broadcast are invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BroadcastSettingsError {
    /// The title is empty or invisible.
    #[error("a title is required")]
    NoTitle,
    /// A text is too long or not one plain line.
    #[error("title, place and date are plain lines of {MAX_WORDS} characters at most")]
    Words,
    /// There are too many rounds, or none.
    #[error("a broadcast has 1 to {MAX_ROUNDS} rounds, found {found}")]
    Rounds {
        /// The number found.
        found: u8,
    },
    /// The delay is too long.
    #[error("the delay is {MAX_DELAY_MIN} minutes at most, found {found}")]
    Delay {
        /// The minutes found.
        found: u8,
    },
    /// There is no such variant.
    #[error("unknown game")]
    Variant,
}

impl BroadcastSettingsError {
    /// Its stable code in messages.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NoTitle => "no-title",
            Self::Words => "bad-words",
            Self::Rounds { .. } => "bad-rounds",
            Self::Delay { .. } => "bad-delay",
            Self::Variant => "unknown-variant",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_checked() {
        let good = BroadcastSettings {
            title: "Open de Salou".to_owned(),
            place: "Salou".to_owned(),
            date: "21–28 November 2026".to_owned(),
            rounds: 9,
            delay_min: 15,
            variant: "international".to_owned(),
        };
        assert_eq!(good.check(), Ok(()));
        assert_eq!(good.delay_ms(), 900_000);
        let with = |change: fn(&mut BroadcastSettings)| {
            let mut changed = good.clone();
            change(&mut changed);
            changed.check().map_err(BroadcastSettingsError::code)
        };
        assert_eq!(
            with(|it| it.title = "\u{200b} ".to_owned()),
            Err("no-title")
        );
        assert_eq!(with(|it| it.title = "x".repeat(101)), Err("bad-words"));
        assert_eq!(
            with(|it| it.place = "two\nlines".to_owned()),
            Err("bad-words")
        );
        assert_eq!(with(|it| it.rounds = 0), Err("bad-rounds"));
        assert_eq!(with(|it| it.rounds = 21), Err("bad-rounds"));
        assert_eq!(with(|it| it.delay_min = 61), Err("bad-delay"));
        assert_eq!(
            with(|it| it.variant = "chess".to_owned()),
            Err("unknown-variant")
        );
    }
}
