//! Where a secret leads: to a seat at a game, or to a challenge that its host waits for.

use damier_people::challenges::Challenges;
use damier_people::live::{Journal, StoreError};
use damier_session::{GameId, SeatKey, SeatRole};

/// Where a secret leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// A seat at a game.
    Seat(GameId, SeatRole),
    /// The host's secret before the game: no opponent has accepted yet.
    Waiting {
        /// The id of the challenge, and of the game that it becomes.
        id: GameId,
        /// How long it waits, in Unix milliseconds.
        until_ms: u64,
    },
    /// Nowhere.
    Unknown,
}

/// Where the secret with this key leads now.
pub(crate) async fn place_of(
    challenges: &dyn Challenges,
    journal: &dyn Journal,
    key: SeatKey,
    now_ms: u64,
) -> Result<Place, StoreError> {
    if let Some((game, role)) = journal.seat(&key).await? {
        return Ok(Place::Seat(game, role));
    }
    let open = challenges.challenge(&key, now_ms).await?;
    Ok(match open {
        Some(open) if open.host == key => Place::Waiting {
            id: open.id,
            until_ms: open.until_ms,
        },
        _ => Place::Unknown,
    })
}
