//! Stores challenges: in the lobby, behind a link, for a friend or for a bot.

use std::net::IpAddr;

use damier_people::StoreError;
use damier_people::challenges::{Challenges, Offered, OpenChallenge};

use crate::challenges::refusals::no_game;
use crate::challenges::start::StartError;
use crate::live::services::GameServices;
use crate::problem::Problem;

/// The stored challenge if this one is a retry. It keeps its expiry.
pub(crate) async fn stored_offer(
    challenges: &dyn Challenges,
    open: &OpenChallenge,
    now_ms: u64,
) -> Result<Option<OpenChallenge>, StoreError> {
    let stored = challenges.challenge(&open.host, now_ms).await?;
    Ok(stored.filter(|stored| {
        *stored
            == OpenChallenge {
                until_ms: stored.until_ms,
                ..open.clone()
            }
    }))
}

/// The maximum length of a guest's name in the lobby, in characters. A name is public there, and
/// no account stands behind it.
const MAX_GUEST_NAME: usize = 30;

/// Requires that a guest's name is short enough for the lobby.
pub(crate) fn require_short_name(name: &str) -> Result<(), Problem> {
    let found = name.chars().count();
    if found <= MAX_GUEST_NAME {
        return Ok(());
    }
    Err(no_game(
        "name-too-long",
        format!(
            "a guest's name in the lobby has at most {MAX_GUEST_NAME} characters, found {found}"
        ),
    ))
}

/// Stores a new challenge, which counts for the client's network.
pub(crate) async fn store_offer(
    games: &GameServices,
    open: &OpenChallenge,
    from: IpAddr,
) -> Result<(), StartError> {
    if games.journal.find(open.id).await?.is_some() {
        return Err(StartError::Taken("a game has this id already"));
    }
    games.quota.take_one(from)?;
    match games.challenges.offer(open).await? {
        Offered::Stored | Offered::Same => Ok(()),
        Offered::Taken => Err(StartError::Taken(
            "another challenge has this id or one of these secrets",
        )),
    }
}
