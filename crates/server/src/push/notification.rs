//! Content and recipient of a push notification.

use damier_people::accounts::AccountId;
use damier_session::{GameId, Request, Side};
use serde::Serialize;

/// Recipient of a push notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Recipient {
    /// An account, at all devices on which its owner is signed in.
    Account(AccountId),
    /// The holders of a side's seats, if the side belongs to no account.
    Side(GameId, Side),
    /// The player of a side. The queue's task reads whether the side belongs to an account.
    Player(GameId, Side),
}

impl Recipient {
    /// The player of a side, which may belong to an account. A device gets it either for the
    /// account or for the seat, never for both.
    pub(crate) fn plays(game: GameId, side: Side, owner: Option<AccountId>) -> Self {
        owner.map_or(Self::Side(game, side), Self::Account)
    }

    /// Whether it is a side, without an account.
    pub(crate) const fn is_a_side(self) -> bool {
        matches!(self, Self::Side(..))
    }
}

impl From<AccountId> for Recipient {
    fn from(account: AccountId) -> Self {
        Self::Account(account)
    }
}

/// Content of a push notification. The device supplies the text. It contains no secret: a game is
/// named by its id, and the device knows its seat there, or requests one by its account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum PushNotice {
    Friend {
        name: String,
    },
    Challenge {
        name: String,
    },
    Turn {
        name: String,
        game: String,
    },
    /// The opponent makes an offer or request: `draw`, `take-back`, `pause`, `resume` or
    /// `more-time`.
    Offer {
        name: String,
        game: String,
        what: &'static str,
    },
    Over {
        name: String,
        game: String,
    },
    Ladder {
        name: String,
        club: String,
    },
    Rematch {
        name: String,
        game: String,
    },
}

/// The code of a request.
pub(crate) const fn asked(request: &Request) -> &'static str {
    match request {
        Request::TakeBack { .. } => "take-back",
        Request::Pause { .. } => "pause",
        Request::Resume => "resume",
        Request::MoreTime { .. } => "more-time",
    }
}

/// The plain text that is encrypted for a device.
#[derive(Serialize)]
pub(crate) struct PushText<'a> {
    pub(crate) language: &'static str,
    #[serde(flatten)]
    pub(crate) notice: &'a PushNotice,
}
