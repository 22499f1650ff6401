//! Resolves a secret to a seat in a game or to a host's open challenge, and reports whether the
//! host of a challenge is present.

use damier_people::StoreError;
use damier_people::challenges::{Challenges, OpenChallenge};
use damier_people::live::Journal;
use damier_session::{GameId, SeatKey, SeatRole};

use crate::live::seats::lobby_invitation_key;

/// How long a pairing request stays open unless repeated, in milliseconds, so that no player is
/// paired with a closed browser.
pub(crate) const AT_THE_BOARD_MS: u64 = 20 * 1_000;

/// Whether the host of a challenge is certainly present: its client has repeated a pairing request
/// within seconds. Of a challenge that was offered once, the server does not know.
pub(crate) fn is_present(open: &OpenChallenge, now_ms: u64) -> bool {
    let is_repeated = open.invitation == lobby_invitation_key(open.host);
    is_repeated && open.until_ms <= now_ms.saturating_add(AT_THE_BOARD_MS)
}

/// The owner of a secret.
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

/// The owner of the secret with this key.
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
