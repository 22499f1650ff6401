//! Shapes by which two players come to a board: challenges, the lobby, rematches.

use damier_people::challenges::Challenge;
use serde::{Deserialize, Serialize};

use crate::ratings::RatingView;
use crate::seats::SeatAt;

/// A challenge that waits for an opponent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WaitingChallenge {
    /// Its id, and that of the game that it becomes.
    pub id: String,
    /// What is offered.
    pub challenge: Challenge,
    /// Whether the caller has offered it.
    pub yours: bool,
    /// Until when it waits, in Unix milliseconds.
    pub until_ms: u64,
    /// Whether the host plays under an account, so that the name is unique.
    pub account: bool,
    /// The rating of that account in this game at this speed; null without an account or without a
    /// clock.
    pub rating: Option<RatingView>,
    /// In the list of the lobby, where the challenge asks for a rating: whether it means the
    /// account that is signed in. Null everywhere else.
    pub fits: Option<bool>,
}

/// A game that is offered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// The id of the challenge and of the game that it becomes: a random UUID of the client.
    #[cfg_attr(
        feature = "openapi",
        schema(example = "0190a6e0-7d2c-7c3e-8f5a-0123456789ab")
    )]
    pub id: String,
    /// What is offered.
    pub challenge: Challenge,
    /// The secret that the link carries.
    pub invitation: String,
    /// Whether it is listed in the lobby.
    #[serde(default)]
    pub public: bool,
    /// Whether the host plays under the account that is signed in, whose name takes the place of
    /// `host`. A rated game always does.
    #[serde(default)]
    pub account: bool,
}

/// What became of a game that was offered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum OfferAnswer {
    /// It waits for an opponent.
    Waits(Box<WaitingChallenge>),
    /// The engine has accepted it at once: the seat of the host.
    Begun(SeatAt),
}

/// A challenge that is taken up: by its invitation, or by its id from the lobby or from the list of
/// those that are addressed to the account.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Acceptance {
    /// The secret of the invitation.
    pub invitation: Option<String>,
    /// The id of a public challenge, or of one that is addressed to the account that is signed in.
    pub challenge: Option<String>,
    /// The name of the guest; may be empty.
    pub name: String,
    /// Whether the guest plays under the account that is signed in, whose name takes the place of
    /// `name`. A rated game, and one that asks for a rating, always does.
    #[serde(default)]
    pub account: bool,
}

/// A request to be paired with any opponent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Wish))]
#[serde(deny_unknown_fields)]
pub struct PairingRequest {
    /// The id of the game if no opponent is found at once: a random UUID of the client.
    #[cfg_attr(
        feature = "openapi",
        schema(example = "0190a6e0-7d2c-7c3e-8f5a-0123456789ab")
    )]
    pub id: String,
    /// What is wanted.
    pub challenge: Challenge,
    /// Whether the one who wants it plays under the account that is signed in. A rated game always
    /// does.
    #[serde(default)]
    pub account: bool,
}

/// What became of a request to be paired.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Paired {
    /// The seat at the game that has begun; null while no opponent is found.
    pub seat: Option<SeatAt>,
    /// Until when the request waits if it is not sent again, in Unix milliseconds; null once the
    /// game has begun.
    pub until_ms: Option<u64>,
}

/// Another game is wanted, or one's seat at it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NextSeat {
    /// 256 random bits as 43 characters of URL-safe Base64, made by the client, for the seat at the
    /// next game. Without it the secret follows from that of the seat in the header, so that all
    /// devices at one seat come to one seat again, and the answer has it.
    pub secret: Option<String>,
}

/// Another game between the same players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NextGame {
    /// Its id.
    pub game: String,
    /// Whether it has begun, and the caller has a seat there; if not, the other side has not agreed
    /// yet.
    pub begun: bool,
    /// The secret of that seat, where the request had none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}
