//! How a club is found and changed, and why it refuses.

use std::collections::BTreeMap;

use damier_people::accounts::{AccountId, AccountName};
use damier_people::clubs::{Club, ClubGame, ClubKey, ClubRefusal, StoredClub};
use damier_people::documents::RetryCounter;

use crate::clubs::state::ClubsState;
use crate::problem::Problem;

/// The current state of a club.
pub(crate) async fn find(state: &ClubsState, key: &ClubKey) -> Result<StoredClub, Problem> {
    let found = state.clubs.club(key).await?;
    let mut kept = found.ok_or_else(no_club)?;
    kept.club.pass_time(state.clock.now_ms());
    Ok(kept)
}

/// A club that is being changed.
pub(crate) struct Changing<'a> {
    pub(crate) club: &'a mut Club,
    pub(crate) names: &'a BTreeMap<AccountId, String>,
    /// The game that this change adds to the club.
    pub(crate) game: Option<ClubGame>,
}

impl Changing<'_> {
    /// The member or applicant with this name.
    pub(crate) fn named(&self, name: &str) -> Result<AccountId, ClubRefusal> {
        named(self.names, name)
    }
}

/// Changes a club. `act` may run several times, each time on the current state.
pub(crate) async fn change<T>(
    state: &ClubsState,
    key: &ClubKey,
    mut act: impl FnMut(&mut Changing<'_>) -> Result<T, ClubRefusal>,
) -> Result<T, Problem> {
    // Serialised on this node, so that concurrent changes need no retry.
    let _turn = state.turn.lock().await;
    let mut tries = RetryCounter::default();
    loop {
        tries.begin()?;
        let StoredClub {
            mut club,
            version,
            names,
            ..
        } = find(state, key).await?;
        let mut changing = Changing {
            club: &mut club,
            names: &names,
            game: None,
        };
        let done = act(&mut changing)?;
        let game = changing.game;
        let stored = state.clubs.store_club(&club, version, game.as_ref());
        if stored.await? {
            return Ok(done);
        }
    }
}

/// The account with this name among these.
pub(crate) fn named(
    names: &BTreeMap<AccountId, String>,
    name: &str,
) -> Result<AccountId, ClubRefusal> {
    let folded = |name: &str| Some(name.parse::<AccountName>().ok()?.folded().to_owned());
    let wanted = folded(name);
    let mut names = names.iter();
    let found = names.find(|(_, there)| wanted.is_some() && folded(there) == wanted);
    found
        .map(|(account, _)| *account)
        .ok_or(ClubRefusal::NoSuchMember)
}

/// No club has this name.
pub(crate) fn no_club() -> Problem {
    Problem::not_found(
        "club-not-found",
        "no such club",
        "no club has this name, or it was dissolved",
    )
}

impl From<ClubRefusal> for Problem {
    fn from(refusal: ClubRefusal) -> Self {
        let problem = match refusal {
            ClubRefusal::NotAMember | ClubRefusal::NotAllowed | ClubRefusal::WrongCode => {
                Self::forbidden
            }
            ClubRefusal::NoSuchMember | ClubRefusal::NoSuchMatch | ClubRefusal::NoSuchEntry => {
                Self::not_found
            }
            _ => Self::conflict,
        };
        problem(
            "club-refuses",
            "the club rejected the request",
            refusal.to_string(),
        )
        .because(refusal.code(), None)
    }
}

/// The body is well-formed but its content is not allowed.
pub(crate) fn unfit(reason: &'static str, error: impl std::fmt::Display) -> Problem {
    Problem::unprocessable(
        "not-for-a-club",
        "not possible for a club",
        error.to_string(),
    )
    .because(reason, None)
}
