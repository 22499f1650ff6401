//! Stores challenges: in the lobby, behind a link, for a friend or for a bot.

use std::net::IpAddr;

use damier_people::StoreError;
use damier_people::accounts::{Accounts, are_alike};
use damier_people::challenges::{Challenges, Offered, OpenChallenge};

use crate::challenges::refusals::no_game;
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

/// Requires that no account has the name of a guest who meets strangers, or one that looks like it.
pub(crate) async fn require_name_of_no_account(
    accounts: &dyn Accounts,
    name: &str,
) -> Result<(), Problem> {
    if accounts.is_name_of_an_account(name).await? {
        return Err(name_taken(
            "an account has this name, or one that looks like it",
        ));
    }
    Ok(())
}

/// Requires that the names of two players, if both have one, cannot be mistaken for each other.
pub(crate) fn require_other_name(name: &str, opponent: &str) -> Result<(), Problem> {
    if !name.is_empty() && are_alike(name, opponent) {
        return Err(name_taken(
            "the opponent has this name, or one that looks like it",
        ));
    }
    Ok(())
}

fn name_taken(detail: &str) -> Problem {
    no_game("name-taken", detail)
}

/// Stores a new challenge, which counts for the client's network.
pub(crate) async fn store_offer(
    games: &GameServices,
    open: &OpenChallenge,
    from: IpAddr,
) -> Result<(), Problem> {
    if games.journal.find(open.id).await?.is_some() {
        return Err(Problem::taken("a game has this id already"));
    }
    games.quota.take_one(from)?;
    match games.challenges.offer(open).await? {
        Offered::Stored | Offered::Same => Ok(()),
        Offered::Taken => Err(Problem::taken(
            "another challenge has this id or one of these secrets",
        )),
    }
}
