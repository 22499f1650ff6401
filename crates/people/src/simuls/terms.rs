//! Terms of all boards of a simul, set before guests join.

use damier_rules::{FewPieces, Side};
use damier_session::conduct::Conduct;
use damier_session::settings::{GameSettings, Player, Seating};
use damier_session::time_control::ClockSettings;
use serde::{Deserialize, Serialize};

use crate::challenges::{Challenge, ChallengeError, ColourChoice};
use crate::clubs::{ClubKey, ClubLine};

/// The maximum number of boards.
pub const MAX_BOARDS: u8 = 40;

/// The maximum extra time of the host for each guest, in milliseconds: an hour.
pub const MAX_EXTRA_MS: u64 = 60 * 60 * 1_000;

/// How far in the future a simul may be scheduled, in milliseconds: a year.
pub const MAX_AHEAD_MS: u64 = 366 * 24 * 60 * 60 * 1_000;

/// The maximum number of boards with the engine at its strongest level, which takes seconds for a
/// move while the clocks of all its boards may run at once.
pub const MAX_STRONGEST: usize = 4;

/// The host's colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum HostColour {
    /// White at every board.
    White,
    /// Black at every board.
    Black,
    /// White at the first, Black at the second, and so on.
    Alternating,
    /// Drawn at random at each board.
    Random,
}

/// Who may take part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Eligibility {
    /// Any user who has the link.
    Everyone,
    /// Players with an account.
    Accounts,
    /// Members of a club.
    Club {
        /// The club.
        club: ClubKey,
    },
}

/// The terms of all boards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SimulTerms {
    /// The title; may be empty.
    pub title: ClubLine,
    /// The stable name of the variant.
    pub variant: String,
    /// The conduct rules.
    #[serde(default)]
    pub conduct: Conduct,
    /// The host's colours.
    pub colour: HostColour,
    /// The host's clock at each board; `None` for games without clocks.
    pub host_clock: Option<ClockSettings>,
    /// A guest's clock; `None` for games without clocks.
    pub guest_clock: Option<ClockSettings>,
    /// Extra time of the host at each board, for each guest at the start; in milliseconds.
    #[serde(default)]
    pub extra_ms: u64,
    /// The number of boards.
    pub boards: u8,
    /// Who may take part.
    pub who: Eligibility,
    /// Whether guests get a board without the host's approval.
    #[serde(default)]
    pub at_once: bool,
    /// Whether the games are rated.
    #[serde(default)]
    pub rated: bool,
    /// The scheduled time in Unix milliseconds, for information; the host begins the simul.
    #[serde(default)]
    pub starts_ms: Option<u64>,
}

/// Why the terms are invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TermsError {
    /// The number of boards is out of range.
    #[error("a simul has 1 to {MAX_BOARDS} boards, but found {found}")]
    Boards {
        /// The number found.
        found: u8,
    },
    /// Only one side has a clock.
    #[error("either both the host and the guests have a clock, or neither")]
    OneClock,
    /// The extra time is too long, or there are no clocks.
    #[error(
        "extra host time is limited to one hour per guest and requires clocks, found {found_ms} ms"
    )]
    Extra {
        /// The time found, in milliseconds.
        found_ms: u64,
    },
    /// The scheduled time is too far in the future.
    #[error("the start must be within the next year, but found {found_ms} ms")]
    Start {
        /// The time found, in Unix milliseconds.
        found_ms: u64,
    },
    /// Rated games need accounts.
    #[error("rated games require accounts")]
    RatedForAnybody,
    /// The settings of the game are invalid.
    #[error(transparent)]
    Game(#[from] ChallengeError),
}

impl TermsError {
    /// The stable code in messages.
    pub const fn code(&self) -> &'static str {
        match self {
            TermsError::Boards { .. } => "boards-out-of-range",
            TermsError::OneClock => "clock-for-one",
            TermsError::Extra { .. } => "extra-out-of-range",
            TermsError::Start { .. } => "starts-too-late",
            TermsError::RatedForAnybody => "rated-for-anybody",
            TermsError::Game(error) => error.code(),
        }
    }
}

impl SimulTerms {
    /// Validates the terms of a simul opened at this time.
    ///
    /// # Errors
    /// The first error found.
    pub fn check(&self, now_ms: u64) -> Result<(), TermsError> {
        if let Some(found_ms) = self.starts_ms
            && found_ms > now_ms.saturating_add(MAX_AHEAD_MS)
        {
            return Err(TermsError::Start { found_ms });
        }
        if self.boards == 0 || self.boards > MAX_BOARDS {
            return Err(TermsError::Boards { found: self.boards });
        }
        if self.host_clock.is_some() != self.guest_clock.is_some() {
            return Err(TermsError::OneClock);
        }
        let no_clock = self.host_clock.is_none();
        if self.extra_ms > MAX_EXTRA_MS || (self.extra_ms > 0 && no_clock) {
            let found_ms = self.extra_ms;
            return Err(TermsError::Extra { found_ms });
        }
        if self.rated && self.who == Eligibility::Everyone {
            return Err(TermsError::RatedForAnybody);
        }
        for guests in [1, u32::from(self.boards)] {
            for host in Side::ALL {
                self.game("", host, guests).check()?;
            }
        }
        Ok(())
    }

    /// The challenge of a board's game, offered by the host. `guests` is the number of seated
    /// guests.
    pub fn game(&self, name: &str, host: Side, guests: u32) -> Challenge {
        let extra_ms = self.extra_ms.saturating_mul(u64::from(guests));
        let own = self.host_clock.clone().map(|clock| ClockSettings {
            initial_ms: clock.initial_ms.saturating_add(extra_ms),
            ..clock
        });
        let (white, black) = match host {
            Side::White => (own, self.guest_clock.clone()),
            Side::Black => (self.guest_clock.clone(), own),
        };
        let nobody = || Player::Person {
            name: String::new(),
        };
        Challenge {
            variant: self.variant.clone(),
            host: name.to_owned(),
            colour: match host {
                Side::White => ColourChoice::White,
                Side::Black => ColourChoice::Black,
            },
            ratings: None,
            clocks_by_player: false,
            settings: GameSettings {
                start: None,
                black_clock: black.filter(|black| Some(black) != white.as_ref()),
                clock: white,
                white: nobody(),
                black: nobody(),
                few_pieces: FewPieces::default(),
                conduct: self.conduct,
                seating: Seating::Apart,
                rated: self.rated,
                watchers_delay_s: 0,
                first_move_ms: 0,
            },
        }
    }
}
