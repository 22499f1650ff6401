//! Why a simul does not let somebody do something. The server tells it with its code.

use crate::challenges::HOUSE_LEVELS;
use crate::simuls::terms::MOST_STRONGEST;

/// Why something is not done. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SimulRefusal {
    /// Whoever wants it is not the host.
    #[error("only the host does that")]
    NotHost,
    /// The host wants to sit at a board of the guests.
    #[error("the host does not play against himself")]
    OwnSimul,
    /// It has begun, or is over.
    #[error("the simul has begun or is over")]
    Begun,
    /// It has not begun, or is over.
    #[error("the simul has not begun, or is over")]
    NotPlaying,
    /// Every board is taken.
    #[error("all boards are taken")]
    Full,
    /// Too many ask.
    #[error("too many ask for a board: the host is to answer first")]
    TooManyAsk,
    /// The host has refused the guest.
    #[error("the host has refused this guest")]
    Refused,
    /// The account sits at a board, or asks for one.
    #[error("this account sits at a board already, or asks for one")]
    SitsAlready,
    /// Only accounts may sit.
    #[error("only players with an account may sit here")]
    AccountNeeded,
    /// Nobody has this number, or whoever asks is no guest.
    #[error("no guest has this number")]
    NobodyThere,
    /// Nobody sits.
    #[error("nobody sits at a board")]
    NobodySits,
    /// The computer has no such level here.
    #[error("on a server the computer plays at levels {} to {}", HOUSE_LEVELS.start(), HOUSE_LEVELS.end())]
    NoSuchLevel,
    /// The strongest level has as many boards of the simul as it takes.
    #[error(
        "the computer plays at {MOST_STRONGEST} boards of a simul at full strength, not at more"
    )]
    StrongestFull,
    /// The games are rated.
    #[error("the computer plays no rated games")]
    ComputerRated,
}

impl SimulRefusal {
    /// The stable code in messages.
    pub const fn code(self) -> &'static str {
        match self {
            SimulRefusal::NotHost => "not-host",
            SimulRefusal::OwnSimul => "own-simul",
            SimulRefusal::Begun => "simul-begun",
            SimulRefusal::NotPlaying => "simul-not-playing",
            SimulRefusal::Full => "simul-full",
            SimulRefusal::TooManyAsk => "too-many-ask",
            SimulRefusal::Refused => "guest-refused",
            SimulRefusal::SitsAlready => "sits-already",
            SimulRefusal::AccountNeeded => "account-needed",
            SimulRefusal::NobodyThere => "nobody-there",
            SimulRefusal::NobodySits => "nobody-sits",
            SimulRefusal::NoSuchLevel => "no-such-level",
            SimulRefusal::StrongestFull => "strongest-full",
            SimulRefusal::ComputerRated => "computer-rated",
        }
    }
}
