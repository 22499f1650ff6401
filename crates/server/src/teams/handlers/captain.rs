//! Captains of sides that decide by captain: named by the host before the game begins, and by the
//! captain at any time.

use axum::extract::{Extension, State};
use damier_people::teams::{Deciding, Named, NamedBy, Naming, Plan, TeamMatchRole};
use damier_session::{GameId, Side};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::body::Json;
use crate::guard::load::Permit;
use crate::guard::run_to_completion::run_to_completion;
use crate::problem::Problem;
use crate::teams::state::TeamsState;
use crate::teams::views::{TeamMatchAccess, TeamMatchView, has_begun, no_team_match, to_view};

/// The new captain.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CaptainWanted {
    /// The number of the member.
    number: u16,
}

/// Names the captain of a side: the host before the game begins, and the current captain at any
/// time.
///
/// Idempotent.
#[utoipa::path(
    post,
    path = "/teams/captain",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The team match, with that captain", body = TeamMatchView),
        (status = 403, description = "For the host or the captain only"),
        (status = 404, description = "No such team match"),
        (status = 409, description = "The side has no such member (`no-such-member`) or no captain (`no-captain`), or the team match has begun, for the host"),
    )
)]
pub(crate) async fn name_captain(
    State(state): State<TeamsState>,
    Extension(permit): Extension<Permit>,
    access: TeamMatchAccess,
    Json(CaptainWanted { number }): Json<CaptainWanted>,
) -> Result<Json<TeamMatchView>, Problem> {
    let team_match = &access.team_match;
    let by = match &access.role {
        TeamMatchRole::Host => NamedBy::Host,
        TeamMatchRole::Member(own) => NamedBy::Captain(own.number),
        TeamMatchRole::Link(_) => return Err(not_the_captain()),
    };
    let people = state.team_matches.attendees(team_match.id).await?;
    let member = people.iter().find(|it| it.number == number);
    let side: Side = member
        .and_then(|it| it.part.side())
        .ok_or_else(no_such_member)?;
    let Plan::Teams(plan) = &team_match.plan;
    if plan.deciding()[side.index()] != Deciding::Captain {
        return Err(Problem::conflict(
            "no-captain",
            "this side has no captain",
            "this side decides in turn or by vote",
        ));
    }
    let naming = Naming { side, number, by };
    let named = run_to_completion(permit, store_captain(state.clone(), team_match.id, naming));
    match named.await? {
        Named::Done => to_view(&state, &access).await.map(Json),
        Named::NotAMember => Err(no_such_member()),
        Named::NotTheCaptain => Err(not_the_captain()),
        Named::Begun => Err(has_begun()),
        Named::NotFound => Err(no_team_match()),
    }
}

/// Stores the captain and notifies the game's actor. Runs to completion even if the client
/// disconnects, so that the actor is notified once.
async fn store_captain(state: TeamsState, id: GameId, naming: Naming) -> Result<Named, Problem> {
    let named = state.team_matches.name_captain(id, naming).await?;
    if named == Named::Done {
        state.games.actors.notify_captain_change(id).await;
    }
    Ok(named)
}

fn not_the_captain() -> Problem {
    Problem::forbidden(
        "not-entitled",
        "for the host or the captain only",
        "the host names a captain before the game begins; after that only the captain may name another one",
    )
}

fn no_such_member() -> Problem {
    Problem::conflict(
        "no-such-member",
        "no member of this side has this number",
        "the captain must be a member of the side",
    )
}
