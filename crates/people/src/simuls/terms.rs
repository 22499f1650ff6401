//! What is agreed for all boards of a simul before anybody sits.

use damier_rules::{FewPieces, Side};
use damier_session::conduct::Conduct;
use damier_session::settings::{GameSettings, Player, Seating};
use damier_session::time_control::ClockSettings;
use serde::{Deserialize, Serialize};

use crate::challenges::{Challenge, ChallengeError, ColourChoice};
use crate::clubs::{ClubKey, ClubLine};

/// The most boards of one simul.
pub const MOST_BOARDS: u8 = 40;

/// The most time that the host gets for each guest besides, in milliseconds: an hour.
pub const MAX_EXTRA_MS: u64 = 60 * 60 * 1_000;

/// How far ahead a simul may be said to begin, in milliseconds: a year.
pub const MOST_AHEAD_MS: u64 = 366 * 24 * 60 * 60 * 1_000;

/// The most boards of one simul at which the computer plays at the strongest level. It thinks for seconds, and the clocks of all its boards run at the
/// same moment when the host comes round.
pub const MOST_STRONGEST: usize = 4;

/// Which colour the host has.
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
    /// The lot decides at each board.
    Lot,
}

/// Who may sit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum WhoMaySit {
    /// Anybody who has the link.
    Anybody,
    /// Whoever has an account.
    Accounts,
    /// Members of a club.
    Club {
        /// Which.
        club: ClubKey,
    },
}

/// What is agreed for all boards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SimulTerms {
    /// What it is called; may be empty.
    pub title: ClubLine,
    /// The stable name of the game of the family.
    pub variant: String,
    /// The customs that are kept.
    #[serde(default)]
    pub conduct: Conduct,
    /// Which colour the host has.
    pub colour: HostColour,
    /// The time of the host at each board; none for games without a clock.
    pub host_clock: Option<ClockSettings>,
    /// The time of a guest; none for games without a clock.
    pub guest_clock: Option<ClockSettings>,
    /// What the host gets at each board besides, for each guest who sits when it begins; in milliseconds.
    #[serde(default)]
    pub extra_ms: u64,
    /// How many boards there are.
    pub boards: u8,
    /// Who may sit.
    pub who: WhoMaySit,
    /// Whether whoever comes sits down without being asked in by the host.
    #[serde(default)]
    pub at_once: bool,
    /// Whether the games count for the ratings.
    #[serde(default)]
    pub rated: bool,
    /// When it is to begin, in Unix milliseconds; the host begins it.
    #[serde(default)]
    pub starts_ms: Option<u64>,
}

/// Why nothing can be played on these terms.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TermsError {
    /// There are no boards, or too many.
    #[error("a simul has 1 to {MOST_BOARDS} boards, but found {found}")]
    Boards {
        /// How many.
        found: u8,
    },
    /// One side has a clock, and the other has none.
    #[error("the host and the guests both have a clock, or nobody has one")]
    OneClock,
    /// The time for each guest is too long, or there is no clock to add it to.
    #[error(
        "the host gets an hour for each guest at most, and only where there are clocks; found {found_ms} ms"
    )]
    Extra {
        /// What was found, in milliseconds.
        found_ms: u64,
    },
    /// It is to begin too far ahead.
    #[error("a simul begins within a year, but found {found_ms} ms")]
    Start {
        /// When, in Unix milliseconds.
        found_ms: u64,
    },
    /// The games are to be rated, and anybody may sit.
    #[error("rated games are for players with an account")]
    RatedForAnybody,
    /// No game can be played like that.
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
    /// Checks everything that is known before somebody sits, of a simul that is opened at this moment.
    ///
    /// # Errors
    /// The first thing that is not valid.
    pub fn check(&self, now_ms: u64) -> Result<(), TermsError> {
        if let Some(found_ms) = self.starts_ms
            && found_ms > now_ms.saturating_add(MOST_AHEAD_MS)
        {
            return Err(TermsError::Start { found_ms });
        }
        if self.boards == 0 || self.boards > MOST_BOARDS {
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
        if self.rated && self.who == WhoMaySit::Anybody {
            return Err(TermsError::RatedForAnybody);
        }
        for guests in [1, u32::from(self.boards)] {
            for host in Side::ALL {
                self.game("", host, guests).check()?;
            }
        }
        Ok(())
    }

    /// The game of a board, offered by the host. `guests` is how many sit.
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
