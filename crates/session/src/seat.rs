//! Seats at a live game. A holder of a seat may act for it. A seat needs no account; it is a secret
//! in a link or a QR code. The journal stores the secret's digest; the server creates secrets and
//! digests.

use damier_rules::Side;

use crate::command::Actor;

/// The SHA-256 of a seat's secret. Read access to the database does not give access to the seat.
/// The secret has at least 128 random bits, so a plain digest is enough (OWASP ASVS 5.0, 6.5.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SeatKey([u8; 32]);

impl SeatKey {
    /// The key with these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> SeatKey {
        SeatKey(bytes)
    }

    /// Its bytes, as they are stored.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// What the holder of a seat may do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SeatRole {
    /// Play a side. A side may have several seats: two devices of one player, or a consultation
    /// team.
    Player(Side),
    /// Rule as the arbiter.
    Arbiter,
    /// Spectate only. All spectators with the same link share one seat.
    Watcher,
}

impl SeatRole {
    /// Every role.
    pub const ALL: [SeatRole; 4] = [
        SeatRole::Player(Side::White),
        SeatRole::Player(Side::Black),
        SeatRole::Arbiter,
        SeatRole::Watcher,
    ];

    /// The stable word: that of the side, `arbiter` or `watcher`.
    ///
    /// ```
    /// use damier_session::Side;
    /// use damier_session::SeatRole;
    /// assert_eq!(SeatRole::from_code("black"), Some(SeatRole::Player(Side::Black)));
    /// ```
    pub const fn code(self) -> &'static str {
        match self {
            SeatRole::Player(side) => side.code(),
            SeatRole::Arbiter => "arbiter",
            SeatRole::Watcher => "watcher",
        }
    }

    /// The role with this word.
    pub fn from_code(code: &str) -> Option<SeatRole> {
        SeatRole::ALL.into_iter().find(|role| role.code() == code)
    }

    /// The actor of this seat's commands; `None` if it may send none.
    pub const fn actor(self) -> Option<Actor> {
        match self {
            SeatRole::Player(side) => Some(Actor::Player(side)),
            SeatRole::Arbiter => Some(Actor::Arbiter),
            SeatRole::Watcher => None,
        }
    }
}

/// A seat: its key and what it may do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LiveSeat {
    /// The key under which it is stored.
    pub key: SeatKey,
    /// Its permissions.
    pub role: SeatRole,
}
