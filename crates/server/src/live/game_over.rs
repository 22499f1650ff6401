//! What features do with the result of a live game.

use damier_people::Ports;
use damier_people::StoreError;
use damier_session::GameId;
use futures_util::future::BoxFuture;

/// Records the result of a finished game, if the game belongs to the feature. The last argument is
/// the time in Unix milliseconds. Several nodes may call it, and it is repeated after a failure, so
/// it must be idempotent.
pub(crate) type OnGameOver =
    for<'a> fn(&'a Ports, GameId, u64) -> BoxFuture<'a, Result<(), StoreError>>;
