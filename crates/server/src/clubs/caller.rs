//! A signed-in account that acts on a club.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use damier_people::accounts::AccountId;
use damier_people::clubs::{ClubKey, ClubRefusal};

use crate::accounts::SignedInHere;
use crate::accounts::state::Sessions;
use crate::api::body::Json;
use crate::api::path_part::Part;
use crate::clubs::changes::{Changing, change, find};
use crate::clubs::extract::VisitedClub;
use crate::clubs::state::ClubsState;
use crate::clubs::views::{ClubView, to_view};
use crate::problem::Problem;

/// An account with a session, and the club in the path.
pub(crate) struct ClubCaller {
    pub(crate) state: ClubsState,
    pub(crate) key: ClubKey,
    pub(crate) by: AccountId,
}

impl<S: Send + Sync> FromRequestParts<S> for ClubCaller
where
    ClubsState: FromRef<S>,
    Sessions: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Part(key) = Part::<ClubKey>::from_request_parts(parts, state).await?;
        let SignedInHere(here) = SignedInHere::from_request_parts(parts, state).await?;
        Ok(Self {
            state: ClubsState::from_ref(state),
            key,
            by: here.account.id,
        })
    }
}

impl ClubCaller {
    /// Changes the club, and returns its new state. `act` may run several times, each time on the
    /// current state.
    pub(crate) async fn change<T>(
        &self,
        mut act: impl FnMut(&mut Changing<'_>, AccountId) -> Result<T, ClubRefusal>,
    ) -> Result<Json<ClubView>, Problem> {
        change(&self.state, &self.key, |it| act(it, self.by)).await?;
        self.view().await
    }

    /// The current state of the club as the caller sees it.
    pub(crate) async fn view(&self) -> Result<Json<ClubView>, Problem> {
        let visit = VisitedClub {
            kept: find(&self.state, &self.key).await?,
            visitor: Some(self.by),
            is_here: true,
        };
        Ok(Json(to_view(&visit, self.state.clock.now_ms())))
    }
}
