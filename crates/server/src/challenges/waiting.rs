//! Resolves a secret: to a seat at a game, or to a host's open challenge.

use damier_people::StoreError;
use damier_people::challenges::Challenges;
use damier_people::live::Journal;
use damier_session::{GameId, SeatKey, SeatRole};

/// What a secret belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// A seat at a game.
    Seat(GameId, SeatRole),
    /// An open challenge of this host.
    Waiting {
        /// The id of the challenge, and of the game that it becomes.
        id: GameId,
        /// When it expires, in Unix milliseconds.
        until_ms: u64,
    },
    /// Neither.
    Unknown,
}

/// What the secret with this key belongs to.
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
