//! Extractors of clubs.

use axum::extract::FromRef;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use damier_people::accounts::{AccountId, Scope};
use damier_people::clubs::{ClubKey, StoredClub};
use serde::Deserialize;

use crate::accounts::SignedIn;
use crate::clubs::changes::{find, no_club};
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
    pub(crate) kept: StoredClub,
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
        Err(Problem::forbidden(
            "members-only",
            "for members only",
            "members, ladder and games of this club are visible to its members only",
        ))
    }
}
