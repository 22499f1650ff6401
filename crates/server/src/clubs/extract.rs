//! Extractors of clubs.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use damier_people::accounts::{AccountId, Scope};
use damier_people::clubs::{ClubKey, StoredClub};

use crate::accounts::SignedIn;
use crate::api::path_part::{Part, PathPart};
use crate::clubs::changes::{find, no_club};
use crate::clubs::state::ClubsState;
use crate::problem::Problem;

impl PathPart for ClubKey {
    const NAMES: &'static [&'static str] = &["club"];

    /// By its key or name.
    fn read(text: Result<&str, String>, _path: &str) -> Result<Self, Problem> {
        text.ok().and_then(Self::of).ok_or_else(no_club)
    }
}

/// The number of a challenge or a timetable entry.
impl PathPart for u32 {
    const NAMES: &'static [&'static str] = &["number"];

    fn read(text: Result<&str, String>, path: &str) -> Result<Self, Problem> {
        let number = text.ok().and_then(|text| text.parse().ok());
        number.ok_or_else(|| Problem::no_such_address(path))
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
        let Part(key) = Part::<ClubKey>::from_request_parts(parts, state).await?;
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
