//! What the host of a gathering does: makes it, lets people come or not, sends somebody away, begins it, ends it.

use crate::teams::start::{begin_with_game, reserve_for_the_computer};

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use damier_people::teams::{GatheringLink, GatheringMade, NewGathering, Part, Plan, PlanError};
use damier_session::Side;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::body::JsonBody;
use crate::challenges::refusals::no_game;
use crate::client::{Client, ClientNetwork};
use crate::guard::load::Permit;
use crate::guard::to_its_end::to_its_end;
use crate::live::seats::{key_of, team_game_id};
use crate::problem::{Document, Problem};
use crate::secret::Secret;
use crate::teams::state::TeamsState;
use crate::teams::views::{
    Gathered, GatheringShown, Hosting, has_begun, link, no_gathering, shown,
};

/// How long a gathering waits until it begins, in milliseconds: a week.
const WAITS_MS: u64 = 7 * 24 * 60 * 60 * 1_000;

/// A gathering that is to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GatheringWanted {
    /// What people come for.
    plan: Plan,
}

/// Whether people can come.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Doors {
    /// Whether they can.
    open: bool,
}

/// Somebody who is to go.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SentAway {
    /// The number of the member.
    number: u16,
}

/// Whoever has the secret of the host.
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

/// Makes a gathering. The secret in the header, made by the client, becomes the host's; making the same again changes nothing.
#[utoipa::path(
    post,
    path = "/gathering",
    tag = "gatherings",
    request_body = GatheringWanted,
    security(("seat" = [])),
    responses(
        (status = 200, description = "The gathering", body = GatheringShown),
        (status = 401, description = "The secret is missing", body = Document, content_type = "application/problem+json"),
        (status = 409, description = "The secret is that of another gathering", body = Document,
         content_type = "application/problem+json"),
        (status = 422, description = "People cannot come together for that", body = Document,
         content_type = "application/problem+json"),
        (status = 429, description = "Too many gatherings were made from this address today", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn make(
    State(state): State<TeamsState>,
    Extension(Client(client)): Extension<Client>,
    Extension(permit): Extension<Permit>,
    HostSecret(secret): HostSecret,
    JsonBody(GatheringWanted { plan }): JsonBody<GatheringWanted>,
) -> Result<Json<GatheringShown>, Problem> {
    plan.check()
        .map_err(|error: PlanError| no_game(error.code(), error))?;
    let (store, now_ms, host) = (&state.store, state.clock.now_ms(), key_of(&secret));
    let links = Part::ALL.map(|part| {
        let key = key_of(&link(&secret, part)?);
        Ok::<_, Problem>(GatheringLink { key, part })
    });
    let new = NewGathering {
        id: team_game_id(host),
        host,
        links: links.into_iter().collect::<Result<_, _>>()?,
        plan,
        until_ms: now_ms.saturating_add(WAITS_MS),
    };
    // Whoever has a seat with it would be taken for two. And whoever comes to a gathering gets a seat at the game with its id, so no other game has that.
    let known = store.gathering_of(new.id).await?;
    let is_taken = store.seat(&host).await?.is_some()
        || (known.is_none() && store.find(new.id).await?.is_some());
    let of_another = || Problem::taken("the secret is that of another gathering or of a seat");
    if is_taken {
        return Err(of_another());
    }
    let made = if store.gathering(&host, now_ms).await?.is_some() {
        store.make_gathering(&new).await?
    } else {
        let network = ClientNetwork::of(client.ip());
        state
            .attempts
            .gathering(network, now_ms)
            .map_err(|denied| {
                Problem::new(
                    StatusCode::TOO_MANY_REQUESTS,
                    "too-many-gatherings",
                    "too many gatherings from one address",
                    "too many gatherings were made from this address within a day",
                )
                .retry_after(denied.wait_s)
            })?;
        to_its_end(permit, store_counted(state.clone(), network, new)).await?
    };
    if made == GatheringMade::Taken {
        return Err(of_another());
    }
    let found = store.gathering(&host, now_ms).await?;
    let (gathering, role) = found.ok_or_else(no_gathering)?;
    let gathered = Gathered {
        secret,
        gathering,
        role,
    };
    shown(&state, &gathered).await.map(Json)
}

/// Stores a gathering that is counted already; one that is not there then does not count.
async fn store_counted(
    state: TeamsState,
    network: ClientNetwork,
    new: NewGathering,
) -> Result<GatheringMade, Problem> {
    let made = state.store.make_gathering(&new).await;
    if !matches!(made, Ok(GatheringMade::Stored)) {
        state.attempts.no_gathering(network);
    }
    Ok(made?)
}

/// Lets people come, or nobody any more.
#[utoipa::path(
    post,
    path = "/gathering/doors",
    tag = "gatherings",
    request_body = Doors,
    security(("seat" = [])),
    responses(
        (status = 200, description = "The gathering", body = GatheringShown),
        (status = 401, description = "The secret is missing", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "That is for the host", body = Document, content_type = "application/problem+json"),
        (status = 404, description = "There is no such gathering", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn doors(
    State(state): State<TeamsState>,
    Hosting(gathered): Hosting,
    JsonBody(Doors { open }): JsonBody<Doors>,
) -> Result<Json<GatheringShown>, Problem> {
    let store = &state.store;
    store.open_gathering(gathered.gathering.id, open).await?;
    shown(&state, &gathered).await.map(Json)
}

/// Sends somebody away, before the gathering has begun.
#[utoipa::path(
    post,
    path = "/gathering/removal",
    tag = "gatherings",
    request_body = SentAway,
    security(("seat" = [])),
    responses(
        (status = 200, description = "The gathering, without that member", body = GatheringShown),
        (status = 401, description = "The secret is missing", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "That is for the host", body = Document, content_type = "application/problem+json"),
        (status = 404, description = "There is no such gathering", body = Document,
         content_type = "application/problem+json"),
        (status = 409, description = "It has begun", body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn send_away(
    State(state): State<TeamsState>,
    Hosting(gathered): Hosting,
    JsonBody(SentAway { number }): JsonBody<SentAway>,
) -> Result<Json<GatheringShown>, Problem> {
    let (store, id) = (&state.store, gathered.gathering.id);
    let is_gone = store.send_away(id, number).await?;
    let begun = store.gathering_of(id).await?;
    if !is_gone && begun.is_some_and(|gathering| gathering.begun_ms.is_some()) {
        return Err(has_begun());
    }
    shown(&state, &gathered).await.map(Json)
}

/// Begins the gathering: whoever has come plays, against the computer where it has the other side. Beginning it again changes nothing.
#[utoipa::path(
    post,
    path = "/gathering/begin",
    tag = "gatherings",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The gathering, with its game", body = GatheringShown),
        (status = 401, description = "The secret is missing", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "That is for the host", body = Document, content_type = "application/problem+json"),
        (status = 404, description = "There is no such gathering", body = Document,
         content_type = "application/problem+json"),
        (status = 409, description = "A side has nobody yet", body = Document, content_type = "application/problem+json"),
        (status = 429, description = "This address has begun too many games against the computer", body = Document,
         content_type = "application/problem+json"),
        (status = 503, description = "The computer, which has a side, plays at as many boards as it can (`computer-busy`)", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn begin(
    State(state): State<TeamsState>,
    Extension(Client(client)): Extension<Client>,
    Extension(permit): Extension<Permit>,
    Hosting(gathered): Hosting,
) -> Result<Json<GatheringShown>, Problem> {
    let gathering = &gathered.gathering;
    let Plan::Teams(plan) = &gathering.plan;
    let people = state.store.attendees(gathering.id).await?;
    let has = |side| {
        let mut people = people.iter();
        plan.computer_level(side).is_some() || people.any(|it| it.part.side() == Some(side))
    };
    if !Side::ALL.into_iter().all(has) {
        return Err(Problem::new(
            StatusCode::CONFLICT,
            "side-empty",
            "a side has nobody yet",
            "each side needs somebody before the game begins",
        ));
    }
    let watchers = key_of(&link(&gathered.secret, Part::Watcher)?);
    let board = reserve_for_the_computer(&state.games, gathering, client.ip()).await?;
    let by = (client.ip(), board);
    let work = begin_with_game(state.games.clone(), gathering.clone(), Some(watchers), by);
    to_its_end(permit, work).await?;
    shown(&state, &gathered).await.map(Json)
}

/// Ends a gathering that has not begun. Nothing of it is kept.
#[utoipa::path(
    delete,
    path = "/gathering",
    tag = "gatherings",
    security(("seat" = [])),
    responses(
        (status = 204, description = "It is gone"),
        (status = 401, description = "The secret is missing", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "That is for the host", body = Document, content_type = "application/problem+json"),
        (status = 404, description = "There is no such gathering", body = Document,
         content_type = "application/problem+json"),
        (status = 409, description = "It has begun", body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn dismiss(
    State(state): State<TeamsState>,
    Hosting(gathered): Hosting,
) -> Result<StatusCode, Problem> {
    if state.store.dismiss(gathered.gathering.id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(has_begun())
    }
}
