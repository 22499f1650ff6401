//! The port to subscriptions of seats: whoever plays without an account is called by what he has, the secret of a seat. See the module for its rules.

use async_trait::async_trait;
use damier_rules::Side;
use damier_session::{GameId, SeatKey};

use crate::live::StoreError;
use crate::push::endpoint::PushEndpoint;
use crate::push::port::PushSubscription;

/// How many devices of one seat are called: a phone, a tablet, a computer, and one more.
pub const DEVICES_OF_A_SEAT: u32 = 4;

/// How many devices of one side are called at once: a side has several seats where a team plays, or where a player has several devices.
pub const DEVICES_OF_A_SIDE: u32 = 32;

/// How long after its last event a game that is over keeps the subscriptions of its seats, in milliseconds: two days, within which another game may be wanted.
pub const SEAT_PUSHES_KEPT_MS: u64 = 2 * 24 * 60 * 60 * 1_000;

/// The subscriptions of devices at the seats of players. See the module for the rules that every backend obeys.
#[async_trait]
pub trait SeatPushes: Send + Sync + 'static {
    /// Keeps a subscription of a seat, in place of the one that the seat has at the same address. Where the seat has more than [`DEVICES_OF_A_SEAT`] then, those that
    /// were kept longest ago go. Answers whether there is such a seat of a player.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn keep_seat_push(
        &self,
        seat: &SeatKey,
        subscription: &PushSubscription,
        now_ms: u64,
    ) -> Result<bool, StoreError>;

    /// Removes the subscription of a seat at an address. Answers whether there was one.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn drop_seat_push(
        &self,
        seat: &SeatKey,
        endpoint: &PushEndpoint,
    ) -> Result<bool, StoreError>;

    /// Notes whether a message for a subscription of a seat was taken by its service, as [`Pushes::note_push`](crate::push::Pushes::note_push) does. Answers whether it was
    /// removed.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn note_seat_push(
        &self,
        seat: &SeatKey,
        endpoint: &PushEndpoint,
        is_taken: bool,
        now_ms: u64,
    ) -> Result<bool, StoreError>;

    /// The subscriptions of the seats of a side, each with its seat: those that were kept last come first, [`DEVICES_OF_A_SIDE`] at most.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or one cannot be read.
    async fn seat_pushes_of(
        &self,
        game: GameId,
        side: Side,
    ) -> Result<Vec<(SeatKey, PushSubscription)>, StoreError>;

    /// Removes the subscriptions of the seats of games that are over, whose last event was before a moment, and that were kept before it. Answers how many.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn sweep_seat_pushes(&self, before_ms: u64) -> Result<u64, StoreError>;
}
