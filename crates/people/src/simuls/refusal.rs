//! Why a simul rejects an operation. The server returns the code.

use crate::challenges::ENGINE_LEVELS;
use crate::simuls::terms::MAX_STRONGEST;

/// Why an operation is rejected. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SimulRefusal {
    /// Only the host may do this.
    #[error("only the host may do that")]
    NotHost,
    /// The host cannot be a guest.
    #[error("the host cannot be a guest")]
    OwnSimul,
    /// The simul has begun, or is over.
    #[error("the simul has begun or is over")]
    Begun,
    /// The simul has not begun, or is over.
    #[error("the simul has not begun, or is over")]
    NotPlaying,
    /// Every board is taken.
    #[error("all boards are taken")]
    Full,
    /// There are too many applicants.
    #[error("there are too many requests; the host must answer some first")]
    TooManyRequests,
    /// The host has rejected the guest.
    #[error("the host has refused this guest")]
    Refused,
    /// The account already has a board, or has applied.
    #[error("this account already has a board or a request")]
    AlreadySeated,
    /// Only accounts may take part.
    #[error("only players with an account may take part")]
    AccountNeeded,
    /// There is no guest with this number or key.
    #[error("no guest has this number")]
    NoSuchGuest,
    /// No guest is seated.
    #[error("no guest has a board")]
    NoBoardTaken,
    /// The engine has no such level on a server.
    #[error("the engine plays at levels {} to {}", ENGINE_LEVELS.start(), ENGINE_LEVELS.end())]
    NoSuchLevel,
    /// The simul has the maximum number of boards with the strongest level.
    #[error("the engine plays at most {MAX_STRONGEST} boards of a simul at full strength")]
    StrongestFull,
    /// The engine takes no part in rated games.
    #[error("the engine plays no rated games")]
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
            SimulRefusal::TooManyRequests => "too-many-pending",
            SimulRefusal::Refused => "guest-refused",
            SimulRefusal::AlreadySeated => "already-seated",
            SimulRefusal::AccountNeeded => "account-needed",
            SimulRefusal::NoSuchGuest => "no-such-guest",
            SimulRefusal::NoBoardTaken => "no-board-taken",
            SimulRefusal::NoSuchLevel => "no-such-level",
            SimulRefusal::StrongestFull => "strongest-full",
            SimulRefusal::ComputerRated => "computer-rated",
        }
    }
}
