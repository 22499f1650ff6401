//! Client of a Damier server: HTTP requests, and a seat at a live game that reconnects by itself
//! (`docs/live-protocol.md`). Used by `damier client`, `damier bot` and `damier broadcast`. It
//! makes no decision in the game and depends on neither the terminal nor the engine.
//!
//! | task | see |
//! |---|---|
//! | parse an address or a link | [`ServerAddress`], [`GameLink`] |
//! | create, accept or pair a challenge | [`ChallengeClient`] |
//! | play | [`SeatConnection`] reconnects and resends; [`LiveBoard`] follows the game |
//! | receive challenges under a bot account | [`BotClient`], [`BotEvent`] |
//! | upload the games of a broadcast | [`BroadcastLink`], [`ApiClient::put_text`] |
//! | send any other request | [`ApiClient`] |

// A client reads the system's clock, and draws secrets from the system's random numbers.
#![expect(
    clippy::disallowed_methods,
    reason = "a client waits, and generates secrets"
)]

mod address;
mod api;
mod board;
mod bot;
mod broadcast_link;
mod challenges;
mod connection;
#[doc(hidden)]
pub mod fuzzing;
mod random;
mod seat;
mod socket;

pub use address::{AddressError, GameLink, Scheme, ServerAddress};
pub use api::{ApiClient, ApiError, ApiResponse, Lines};
pub use board::LiveBoard;
pub use bot::{AccountToken, BotClient, BotEvent};
pub use broadcast_link::BroadcastLink;
pub use challenges::ChallengeClient;
pub use damier_wire::bots::BotChallenge;
pub use damier_wire::broadcasts::RoundTaken;
pub use damier_wire::challenges::WaitingChallenge;
pub use damier_wire::live::{
    Absent, ClockState, OpenRequest, Phrase, Presence, RematchOffers, State,
};
pub use random::{NoRandomness, SeatSecret, random_id};
pub use seat::{SeatConnection, Update, Welcome};
