//! Shapes of challenges, the lobby and rematches.

use damier_people::challenges::Challenge;
use serde::{Deserialize, Serialize};

use crate::ratings::RatingView;
use crate::seats::SeatAt;

/// An open challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WaitingChallenge {
    /// Its id, and that of the game that it becomes.
    pub id: String,
    /// The offered game.
    pub challenge: Challenge,
    /// Whether the caller is its host.
    pub yours: bool,
    /// When it expires, in Unix milliseconds.
    pub until_ms: u64,
    /// Whether the host plays under an account, so that the name is unique.
    pub account: bool,
    /// The account's rating in this variant and speed; null without an account or without a clock.
    pub rating: Option<RatingView>,
    /// Whether the host's client has repeated its request within the last seconds. Of a challenge
    /// that was offered once, the server does not know whether its host still waits.
    pub present: bool,
    /// In the lobby, whether the signed-in account is in the challenge's rating range; null if it
    /// has none, and everywhere else.
    pub fits: Option<bool>,
}

/// A game to offer.
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
    /// The offered game.
    pub challenge: Challenge,
    /// The secret in the invitation link.
    pub invitation: String,
    /// Whether it is listed in the lobby.
    #[serde(default)]
    pub public: bool,
    /// Whether the host plays under the signed-in account, whose name replaces `host`. Always so
    /// for a rated game.
    #[serde(default)]
    pub account: bool,
}

/// The outcome of offering a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum OfferAnswer {
    /// The challenge is open.
    Waits(Box<WaitingChallenge>),
    /// The engine has accepted it at once: the seat of the host.
    Begun(SeatAt),
}

/// Acceptance of a challenge: by its invitation, or by its id if it is public or addressed to the
/// account.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Acceptance {
    /// The secret of the invitation.
    pub invitation: Option<String>,
    /// The id of a public challenge, or of one addressed to the signed-in account.
    pub challenge: Option<String>,
    /// The name of the guest; may be empty.
    pub name: String,
    /// Whether the guest plays under the signed-in account, whose name replaces `name`. Always so
    /// for a rated game and one with a rating range.
    #[serde(default)]
    pub account: bool,
}

/// A request to be paired with any opponent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = PairingRequest))]
#[serde(deny_unknown_fields)]
pub struct PairingRequest {
    /// The id of the game if no opponent is found at once: a random UUID of the client.
    #[cfg_attr(
        feature = "openapi",
        schema(example = "0190a6e0-7d2c-7c3e-8f5a-0123456789ab")
    )]
    pub id: String,
    /// The wanted game.
    pub challenge: Challenge,
    /// Whether the caller plays under the signed-in account. Always so for a rated game.
    #[serde(default)]
    pub account: bool,
}

/// The outcome of a pairing request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Paired {
    /// The seat at the game that has begun; null while no opponent is found.
    pub seat: Option<SeatAt>,
    /// When the request expires unless repeated, in Unix milliseconds; null once the game has
    /// begun.
    pub until_ms: Option<u64>,
}

/// A rematch offer, or a request for a seat at the rematch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NextSeat {
    /// 256 random bits as 43 characters of URL-safe Base64, made by the client, for the seat at the
    /// next game. If absent, the secret is derived from that of the seat in the header, so that all
    /// devices of one seat share the next one, and is returned.
    pub secret: Option<String>,
}

/// The next game of the same players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NextGame {
    /// Its id.
    pub game: String,
    /// Whether it has begun and the caller has a seat; otherwise the other side has not agreed yet.
    pub begun: bool,
    /// The secret of that seat, if the request had none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}
