//! Extractors of clubs, and how a club is changed.

use std::collections::BTreeMap;

use axum::extract::FromRef;
use axum::extract::{FromRequestParts, Path};
use axum::http::StatusCode;
use axum::http::request::Parts;
use damier_people::accounts::{AccountId, AccountName, Scope};
use damier_people::clubs::{Club, ClubGame, ClubKey, ClubRefusal, KeptClub};
use damier_people::documents::Tries;
use serde::Deserialize;

use crate::accounts::SignedIn;
use crate::clubs::state::ClubsState;
use crate::problem::Problem;

/// The club in the path, by its key or name.
pub(crate) struct ClubPath(pub(crate) ClubKey);

/// The parameters of a path below a club.
#[derive(Deserialize)]
struct Address {
    club: String,
}

impl<S: Send + Sync> FromRequestParts<S> for ClubPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let address = Path::<Address>::from_request_parts(parts, state).await;
        let key = address
            .ok()
            .and_then(|Path(address)| ClubKey::of(&address.club));
        key.map(Self).ok_or_else(no_club)
    }
}

/// A number at the end of a path: of a challenge or a timetable entry.
pub(crate) struct NumberPath(pub(crate) u32);

#[derive(Deserialize)]
struct NumberedAddress {
    number: u32,
}

impl<S: Send + Sync> FromRequestParts<S> for NumberPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let address = Path::<NumberedAddress>::from_request_parts(parts, state).await;
        let number = address.map(|Path(address)| Self(address.number));
        number.map_err(|_| Problem::no_such_address(parts.uri.path()))
    }
}

/// A club and its visitor.
pub(crate) struct VisitedClub {
    pub(crate) kept: KeptClub,
    /// The visitor's account, by a session or by a token that may read.
    pub(crate) visitor: Option<AccountId>,
    /// Whether the visitor has a session: a token does not see join codes.
    pub(crate) is_here: bool,
}

impl<S: Send + Sync> FromRequestParts<S> for VisitedClub
where
    ClubsState: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let state = &ClubsState::from_ref(state);
        let ClubPath(key) = ClubPath::from_request_parts(parts, state).await?;
        let visitor =
            SignedIn::of(&*state.account_keys, state.clock.now_ms(), &parts.headers).await?;
        // A token without the scope is treated as an anonymous visitor.
        let visitor = visitor.filter(|it| it.may(Scope::PlayRead));
        let is_here = visitor.as_ref().is_some_and(SignedIn::is_here);
        let kept = find(state, &key).await?;
        Ok(Self {
            kept,
            visitor: visitor.map(|it| it.account.id),
            is_here,
        })
    }
}

impl VisitedClub {
    /// Whether the visitor may see members, ladder and games.
    pub(crate) fn sees_people(&self) -> bool {
        let club = &self.kept.club;
        let is_member = |visitor| club.role(visitor).is_some();
        club.profile().is_public || self.visitor.is_some_and(is_member)
    }

    /// Requires it.
    pub(crate) fn require_people(&self) -> Result<(), Problem> {
        if self.sees_people() {
            return Ok(());
        }
        Err(Problem::new(
            StatusCode::FORBIDDEN,
            "members-only",
            "for members only",
            "members, ladder and games of this club are visible to its members only",
        ))
    }
}

/// The current state of a club.
pub(crate) async fn find(state: &ClubsState, key: &ClubKey) -> Result<KeptClub, Problem> {
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
    pub(crate) fn named(&self, name: &str) -> Result<AccountId, Problem> {
        named(self.names, name)
    }
}

/// Changes a club. `act` may run several times, each time on the current state.
pub(crate) async fn change<T>(
    state: &ClubsState,
    key: &ClubKey,
    mut act: impl FnMut(&mut Changing<'_>) -> Result<T, Problem>,
) -> Result<T, Problem> {
    // Serialised on this node, so that concurrent changes need no retry.
    let _turn = state.turn.lock().await;
    let mut tries = Tries::default();
    loop {
        tries.begin()?;
        let KeptClub {
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
pub(crate) fn named(names: &BTreeMap<AccountId, String>, name: &str) -> Result<AccountId, Problem> {
    let folded = |name: &str| Some(name.parse::<AccountName>().ok()?.folded().to_owned());
    let wanted = folded(name);
    let mut names = names.iter();
    let found = names.find(|(_, there)| wanted.is_some() && folded(there) == wanted);
    found
        .map(|(account, _)| *account)
        .ok_or_else(|| refused(ClubRefusal::NobodyThere))
}

/// No club has this name.
pub(crate) fn no_club() -> Problem {
    Problem::new(
        StatusCode::NOT_FOUND,
        "club-not-found",
        "no such club",
        "no club has this name, or it was dissolved",
    )
}

/// The club rejects the operation.
pub(crate) fn refused(refusal: ClubRefusal) -> Problem {
    let status = match refusal {
        ClubRefusal::NotAMember | ClubRefusal::NotAllowed | ClubRefusal::WrongCode => {
            StatusCode::FORBIDDEN
        }
        ClubRefusal::NobodyThere | ClubRefusal::NoSuchMatch | ClubRefusal::NoSuchEntry => {
            StatusCode::NOT_FOUND
        }
        _ => StatusCode::CONFLICT,
    };
    Problem::new(
        status,
        "club-refuses",
        "not possible in this club",
        refusal.to_string(),
    )
    .because(refusal.code(), None)
}

/// The body is well-formed but its content is not allowed.
pub(crate) fn unfit(reason: &'static str, error: impl std::fmt::Display) -> Problem {
    Problem::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "not-for-a-club",
        "not possible for a club",
        error.to_string(),
    )
    .because(reason, None)
}
