//! Handlers for the host of a team match: create, open and close registration, remove a member,
//! begin, delete.

use axum::extract::{Extension, State};
use axum::http::StatusCode;
use damier_people::teams::{NewTeamMatch, Part, Plan, PlanError, TeamMatchCreated, TeamMatchLink};
use damier_session::Side;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::body::Json;
use crate::challenges::refusals::no_game;
use crate::client::{Client, ClientNetwork};
use crate::guard::load::Permit;
use crate::guard::run_to_completion::run_to_completion;
use crate::live::seats::{key_of, team_game_id};
use crate::problem::Problem;
use crate::secret::Secret;
use crate::teams::start::{reserve_engine_board, start_team_game};
use crate::teams::state::TeamsState;
use crate::teams::views::{
    TeamMatchAccess, TeamMatchHost, TeamMatchView, has_begun, link, no_team_match, to_view,
};

/// How long a team match stays open before it begins, in milliseconds: a week.
const WAITS_MS: u64 = 7 * 24 * 60 * 60 * 1_000;

/// A team match to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TeamMatchRequest {
    /// The plan.
    plan: Plan,
}

/// Whether people can join.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Registration {
    /// Whether they can.
    open: bool,
}

/// The member to remove.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RemovedMember {
    /// The number of the member.
    number: u16,
}

/// Caller authenticated by the host's secret.
pub(crate) struct HostSecret(Secret);

impl<S: Send + Sync> axum::extract::FromRequestParts<S> for HostSecret {
    type Rejection = Problem;

    async fn from_request_parts(
        parts: &mut axum::http::request::Parts,
        _state: &S,
    ) -> Result<Self, Problem> {
        Secret::of(&parts.headers).map(Self)
    }
}

/// Creates a team match.
///
/// The secret in the header, made by the client, becomes the host's. Idempotent.
#[utoipa::path(
    post,
    path = "/teams",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The team match", body = TeamMatchView),
        (status = 409, description = "The secret is that of another team match"),
        (status = 422, description = "Invalid plan"),
        (status = 429, description = "Too many team matches were made from this address today"),
    )
)]
pub(crate) async fn make(
    State(state): State<TeamsState>,
    network: ClientNetwork,
    Extension(permit): Extension<Permit>,
    HostSecret(secret): HostSecret,
    Json(TeamMatchRequest { plan }): Json<TeamMatchRequest>,
) -> Result<Json<TeamMatchView>, Problem> {
    plan.check()
        .map_err(|error: PlanError| no_game(error.code(), error))?;
    let (now_ms, host) = (state.clock.now_ms(), key_of(&secret));
    let links = Part::ALL.map(|part| TeamMatchLink {
        key: key_of(&link(&secret, part)),
        part,
    });
    let new = NewTeamMatch {
        id: team_game_id(host),
        host,
        links: links.into(),
        plan,
        until_ms: now_ms.saturating_add(WAITS_MS),
    };
    // A seat holder with this secret would have two roles. And members get seats at the game with
    // this id, so no other game may have it.
    let known = state.team_matches.team_match_of(new.id).await?;
    let is_taken = state.journal.seat(&host).await?.is_some()
        || (known.is_none() && state.journal.find(new.id).await?.is_some());
    let of_another = || Problem::taken("the secret is that of another team match or of a seat");
    if is_taken {
        return Err(of_another());
    }
    let made = if state
        .team_matches
        .team_match(&host, now_ms)
        .await?
        .is_some()
    {
        state.team_matches.create_team_match(&new).await?
    } else {
        let kept = state.clone();
        let work = async move {
            let stored = kept.team_matches.create_team_match(&new);
            let is_new = |made: &TeamMatchCreated| *made == TeamMatchCreated::Stored;
            kept.limits
                .by_address
                .team_matches
                .counted(network, stored, is_new)
                .await
        };
        run_to_completion(permit, work).await?
    };
    if made == TeamMatchCreated::Taken {
        return Err(of_another());
    }
    let found = state.team_matches.team_match(&host, now_ms).await?;
    let (team_match, role) = found.ok_or_else(no_team_match)?;
    let access = TeamMatchAccess {
        secret,
        team_match,
        role,
    };
    to_view(&state, &access).await.map(Json)
}

/// Opens or closes registration.
#[utoipa::path(
    post,
    path = "/teams/admission",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The team match", body = TeamMatchView),
        (status = 403, description = "For the host only"),
        (status = 404, description = "No such team match"),
    )
)]
pub(crate) async fn set_registration(
    State(state): State<TeamsState>,
    TeamMatchHost(access): TeamMatchHost,
    Json(Registration { open }): Json<Registration>,
) -> Result<Json<TeamMatchView>, Problem> {
    state
        .team_matches
        .set_open(access.team_match.id, open)
        .await?;
    to_view(&state, &access).await.map(Json)
}

/// Removes a member before the team match has begun.
#[utoipa::path(
    post,
    path = "/teams/removal",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The team match, without that member", body = TeamMatchView),
        (status = 403, description = "For the host only"),
        (status = 404, description = "No such team match"),
        (status = 409, description = "The team match has begun"),
    )
)]
pub(crate) async fn remove_member(
    State(state): State<TeamsState>,
    TeamMatchHost(access): TeamMatchHost,
    Json(RemovedMember { number }): Json<RemovedMember>,
) -> Result<Json<TeamMatchView>, Problem> {
    let id = access.team_match.id;
    let is_gone = state.team_matches.remove_member(id, number).await?;
    let begun = state.team_matches.team_match_of(id).await?;
    if !is_gone && begun.is_some_and(|team_match| team_match.begun_ms.is_some()) {
        return Err(has_begun());
    }
    to_view(&state, &access).await.map(Json)
}

/// Begins the game of the team match, against the engine if it plays a side.
///
/// Idempotent.
#[utoipa::path(
    post,
    path = "/teams/begin",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The team match, with its game", body = TeamMatchView),
        (status = 403, description = "For the host only"),
        (status = 404, description = "No such team match"),
        (status = 409, description = "A side has no member yet"),
        (status = 429, description = "This address has begun too many games against the engine"),
        (status = 503, description = "The engine plays one side, and has no free capacity (`computer-busy`)"),
    )
)]
pub(crate) async fn begin(
    State(state): State<TeamsState>,
    Extension(Client(client)): Extension<Client>,
    Extension(permit): Extension<Permit>,
    TeamMatchHost(access): TeamMatchHost,
) -> Result<Json<TeamMatchView>, Problem> {
    let team_match = &access.team_match;
    let Plan::Teams(plan) = &team_match.plan;
    let people = state.team_matches.attendees(team_match.id).await?;
    let has = |side| {
        let mut people = people.iter();
        plan.computer_level(side).is_some() || people.any(|it| it.part.side() == Some(side))
    };
    if !Side::ALL.into_iter().all(has) {
        return Err(Problem::conflict(
            "side-empty",
            "a side has no member yet",
            "each side needs a member before the game begins",
        ));
    }
    let watchers = key_of(&link(&access.secret, Part::Watcher));
    let board = reserve_engine_board(&state.games, team_match, client.ip()).await?;
    let by = (client.ip(), board);
    let work = start_team_game(state.games.clone(), team_match.clone(), Some(watchers), by);
    run_to_completion(permit, work).await?;
    to_view(&state, &access).await.map(Json)
}

/// Removes a team match that has not begun.
///
/// All its data is removed.
#[utoipa::path(
    delete,
    path = "/teams",
    security(("seat" = [])),
    responses(
        (status = 204, description = "The team match was removed"),
        (status = 403, description = "For the host only"),
        (status = 404, description = "No such team match"),
        (status = 409, description = "The team match has begun"),
    )
)]
pub(crate) async fn dismiss(
    State(state): State<TeamsState>,
    TeamMatchHost(access): TeamMatchHost,
) -> Result<StatusCode, Problem> {
    if state.team_matches.dismiss(access.team_match.id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(has_begun())
    }
}
