//! Resolves a secret: to a seat at a game, or to a host's open challenge.

use damier_people::StoreError;
use damier_people::challenges::Challenges;
use damier_people::live::Journal;
use damier_session::{GameId, SeatKey, SeatRole};

/// What a secret belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SeatOrChallenge {
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
pub(crate) async fn find_seat_or_challenge(
    challenges: &dyn Challenges,
    journal: &dyn Journal,
    key: SeatKey,
    now_ms: u64,
) -> Result<SeatOrChallenge, StoreError> {
    if let Some((game, role)) = journal.seat(&key).await? {
        return Ok(SeatOrChallenge::Seat(game, role));
    }
    let open = challenges.challenge(&key, now_ms).await?;
    Ok(match open {
        Some(open) if open.host == key => SeatOrChallenge::Waiting {
            id: open.id,
            until_ms: open.until_ms,
        },
        _ => SeatOrChallenge::Unknown,
    })
}
