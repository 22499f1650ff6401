//! The port for push subscriptions of seats, used by players without an account. See the parent
//! module for its rules.

use async_trait::async_trait;
use damier_rules::Side;
use damier_session::{GameId, SeatKey};

use crate::StoreError;
use crate::push::endpoint::PushEndpoint;
use crate::push::port::PushSubscription;

/// The maximum number of devices notified for one seat.
pub const DEVICES_OF_A_SEAT: u32 = 4;

/// The maximum number of devices notified for one side, which has several seats in a team game or
/// for a player with several devices.
pub const DEVICES_OF_A_SIDE: u32 = 32;

/// How long after its last event a finished game keeps its subscriptions, in milliseconds: two
/// days, in which a rematch may be offered.
pub const SEAT_PUSHES_KEPT_MS: u64 = 2 * 24 * 60 * 60 * 1_000;

/// Push subscriptions of players' seats. See the module for the rules that every backend obeys.
#[async_trait]
pub trait SeatPushes: Send + Sync + 'static {
    /// Stores a subscription of a seat, replacing the one at the same address. Beyond
    /// [`DEVICES_OF_A_SEAT`] the oldest are removed. Returns whether a player's seat has this key.
    async fn store_seat_push(
        &self,
        seat: &SeatKey,
        subscription: &PushSubscription,
        now_ms: u64,
    ) -> Result<bool, StoreError>;

    /// Removes the subscription of a seat at an address. Returns whether there was one.
    async fn drop_seat_push(
        &self,
        seat: &SeatKey,
        endpoint: &PushEndpoint,
    ) -> Result<bool, StoreError>;

    /// Records whether a message of a seat's subscription was accepted by its service, like
    /// [`Pushes::note_push`](crate::push::Pushes::note_push). Returns whether it was removed.
    async fn note_seat_push(
        &self,
        seat: &SeatKey,
        endpoint: &PushEndpoint,
        is_taken: bool,
        now_ms: u64,
    ) -> Result<bool, StoreError>;

    /// The subscriptions of a side's seats, most recent first: at most [`DEVICES_OF_A_SIDE`].
    async fn seat_pushes_of(
        &self,
        game: GameId,
        side: Side,
    ) -> Result<Vec<(SeatKey, PushSubscription)>, StoreError>;

    /// Removes subscriptions stored before this time, of finished games whose last event was before
    /// it. Returns their number.
    async fn sweep_seat_pushes(&self, before_ms: u64) -> Result<u64, StoreError>;
}
