//! Handlers for joining a team match by a link, and for its state.

use axum::extract::State;
use damier_people::teams::{
    FirstName, JoinOutcome, MAX_IN_A_TEAM, NewAttendee, Part, Plan, TeamMatchRole,
};
use damier_session::{LiveSeat, SeatRole};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::body::Json;
use crate::challenges::refusals::{no_game, secret};
use crate::live::seats::{BearerSeat, key_of};
use crate::problem::Problem;
use crate::teams::state::TeamsState;
use crate::teams::views::{TeamMatchAccess, TeamMatchView, no_team_match, to_view};

/// A member who joins.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct JoinTeamMatch {
    /// The secret of the link.
    link: String,
    /// A first name, at most 20 characters.
    name: String,
}

/// A team match as seen by its host, a member, or the holder of a link.
#[utoipa::path(
    get,
    path = "/teams",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The team match", body = TeamMatchView),
        (status = 404, description = "No such team match"),
    )
)]
pub(crate) async fn find(
    State(state): State<TeamsState>,
    access: TeamMatchAccess,
) -> Result<Json<TeamMatchView>, Problem> {
    to_view(&state, &access).await.map(Json)
}

/// Joins a team match by a link.
///
/// The secret in the header, made by the client, becomes the member's, and that of the seat once
/// the game has begun. Idempotent.
#[utoipa::path(
    post,
    path = "/teams/join",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The team match", body = TeamMatchView),
        (status = 403, description = "The link is for spectators"),
        (status = 404, description = "No such team match"),
        (status = 409, description = "`reason` says why not: `name-taken`, `team-full`, `registration-closed`; or the secret is taken"),
        (status = 422, description = "Invalid name"),
    )
)]
pub(crate) async fn join(
    State(state): State<TeamsState>,
    BearerSeat(key): BearerSeat,
    Json(JoinTeamMatch { link, name }): Json<JoinTeamMatch>,
) -> Result<Json<TeamMatchView>, Problem> {
    let now_ms = state.clock.now_ms();
    let link = secret(&link)?;
    let found = state
        .team_matches
        .team_match(&key_of(&link), now_ms)
        .await?;
    let (team_match, TeamMatchRole::Link(part)) = found.ok_or_else(no_team_match)? else {
        return Err(no_team_match());
    };
    let Part::Side(side) = part else {
        return Err(Problem::forbidden(
            "not-entitled",
            "this link is for spectators",
            "this link is for spectators",
        ));
    };
    let Plan::Teams(plan) = &team_match.plan;
    if plan.computer_level(side).is_some() {
        return Err(not_now("team-full", "the engine plays this side alone"));
    }
    let name = FirstName::required(&name).map_err(|error| no_game(error.code("name"), error))?;
    let seat = state.journal.seat(&key).await?;
    if seat.is_some_and(|(game, _)| game != team_match.id) {
        return Err(Problem::taken("another seat has this secret"));
    }
    let new = NewAttendee { key, part, name };
    let arrived = state
        .team_matches
        .join(team_match.id, &new, MAX_IN_A_TEAM, now_ms);
    let attendee = match arrived.await? {
        JoinOutcome::Stored(attendee) => attendee,
        JoinOutcome::NameTaken => {
            return Err(not_now(
                "name-taken",
                "another member has this name, or one that looks the same",
            ));
        }
        JoinOutcome::Full => {
            return Err(not_now("team-full", "all places of this side are taken"));
        }
        JoinOutcome::Closed => {
            return Err(not_now(
                "registration-closed",
                "the host has closed registration",
            ));
        }
        JoinOutcome::KeyTaken => {
            return Err(Problem::taken("the secret belongs to another member"));
        }
        JoinOutcome::NotFound => return Err(no_team_match()),
    };
    // A member who joins a running game gets a seat at once.
    if state.journal.find(team_match.id).await?.is_some() {
        let role = SeatRole::Player(side);
        if !state
            .journal
            .add_seat(team_match.id, &LiveSeat { key, role })
            .await?
        {
            return Err(Problem::taken("another seat has this secret"));
        }
    }
    let found = state.team_matches.team_match(&attendee.key, now_ms).await?;
    let (team_match, role) = found.ok_or_else(no_team_match)?;
    let access = TeamMatchAccess {
        secret: link,
        team_match,
        role,
    };
    to_view(&state, &access).await.map(Json)
}

fn not_now(reason: &'static str, detail: &str) -> Problem {
    Problem::conflict("not-joined", "you cannot join", detail).because(reason, None)
}
