//! What the host of a gathering does: makes it, lets people come or not, sends somebody away, begins it, ends it.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use damier_people::live::Begun;
use damier_people::teams::{
    Gathering, GatheringLink, GatheringMade, NewGathering, Part, Plan, PlanError,
};
use damier_session::{LiveSeat, SeatKey, SeatRole, Side};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::body::JsonBody;
use crate::challenges::engine_games::{open_the_rooms, reserve_a_board};
use crate::challenges::handlers::{mark, no_game, taken};
use crate::client::{Client, ClientNetwork};
use crate::guard::load::Permit;
use crate::guard::to_its_end::to_its_end;
use crate::live::engine::ReservedBoards;
use crate::live::seats::{key_of, team_game_id};
use crate::problem::{Document, Problem};
use crate::secret::Secret;
use crate::state::App;
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
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    Extension(permit): Extension<Permit>,
    HostSecret(secret): HostSecret,
    JsonBody(GatheringWanted { plan }): JsonBody<GatheringWanted>,
) -> Result<Json<GatheringShown>, Problem> {
    plan.check()
        .map_err(|error: PlanError| no_game(error.code(), error))?;
    let (store, now_ms, host) = (&app.actors.store, app.clock.now_ms(), key_of(&secret));
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
    let of_another = || taken("the secret is that of another gathering or of a seat");
    if is_taken {
        return Err(of_another());
    }
    let made = if store.gathering(&host, now_ms).await?.is_some() {
        store.make_gathering(&new).await?
    } else {
        let network = ClientNetwork::of(client.ip());
        app.attempts.gathering(network, now_ms).map_err(|denied| {
            Problem::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too-many-gatherings",
                "too many gatherings from one address",
                "too many gatherings were made from this address within a day",
            )
            .retry_after(denied.wait_s)
        })?;
        to_its_end(permit, store_counted(app.clone(), network, new)).await?
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
    shown(&app, &gathered).await.map(Json)
}

/// Stores a gathering that is counted already; one that is not there then does not count.
async fn store_counted(
    app: Arc<App>,
    network: ClientNetwork,
    new: NewGathering,
) -> Result<GatheringMade, Problem> {
    let made = app.actors.store.make_gathering(&new).await;
    if !matches!(made, Ok(GatheringMade::Stored)) {
        app.attempts.no_gathering(network);
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
    State(app): State<Arc<App>>,
    Hosting(gathered): Hosting,
    JsonBody(Doors { open }): JsonBody<Doors>,
) -> Result<Json<GatheringShown>, Problem> {
    let store = &app.actors.store;
    store.open_gathering(gathered.gathering.id, open).await?;
    shown(&app, &gathered).await.map(Json)
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
    State(app): State<Arc<App>>,
    Hosting(gathered): Hosting,
    JsonBody(SentAway { number }): JsonBody<SentAway>,
) -> Result<Json<GatheringShown>, Problem> {
    let (store, id) = (&app.actors.store, gathered.gathering.id);
    let is_gone = store.send_away(id, number).await?;
    let begun = store.gathering_of(id).await?;
    if !is_gone && begun.is_some_and(|gathering| gathering.begun_ms.is_some()) {
        return Err(has_begun());
    }
    shown(&app, &gathered).await.map(Json)
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
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    Extension(permit): Extension<Permit>,
    Hosting(gathered): Hosting,
) -> Result<Json<GatheringShown>, Problem> {
    let gathering = &gathered.gathering;
    let Plan::Teams(plan) = &gathering.plan;
    let people = app.actors.store.attendees(gathering.id).await?;
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
    let board = reserve_for_the_computer(&app, gathering, client.ip()).await?;
    let by = (client.ip(), board);
    let work = begin_with_game(app.clone(), gathering.clone(), Some(watchers), by);
    to_its_end(permit, work).await?;
    shown(&app, &gathered).await.map(Json)
}

/// Keeps a board where the computer has a side, as long as this is held, and counts the game. Refused where it takes no other game from there. A game
/// that is there already takes no further board.
pub(crate) async fn reserve_for_the_computer(
    app: &App,
    gathering: &Gathering,
    from: IpAddr,
) -> Result<Option<ReservedBoards>, Problem> {
    let Plan::Teams(plan) = &gathering.plan;
    let is_there = app.actors.store.find(gathering.id).await?.is_some();
    if is_there || !plan.is_against_the_computer() {
        return Ok(None);
    }
    let board = reserve_a_board(app, from, gathering.id, &plan.settings).await?;
    app.beginnings.house_game(from)?;
    Ok(Some(board))
}

/// Begins a gathering and its game. To be done to its end where the request is cut, too: teams whose gathering has begun wait for its game. `watchers` is
/// the seat of those who look on, where there is one from the beginning; the next game of the same teams has none, and is marked as that. It is begun
/// from an address, for which the board counts that is kept for the computer.
pub(crate) async fn begin_with_game(
    app: Arc<App>,
    gathering: Gathering,
    watchers: Option<SeatKey>,
    by: (IpAddr, Option<ReservedBoards>),
) -> Result<(), Problem> {
    let (store, now_ms) = (&app.actors.store, app.clock.now_ms());
    let begun_ms = store.begin_gathering(gathering.id, now_ms).await?;
    let begun_ms = begun_ms.ok_or_else(no_gathering)?;
    begin_game(&app, &gathering, watchers, begun_ms, by).await
}

/// Begins the game of the teams, which has begun at this moment, or does what is left of that where it broke off before.
async fn begin_game(
    app: &App,
    gathering: &Gathering,
    watchers: Option<SeatKey>,
    begun_ms: u64,
    (from, board): (IpAddr, Option<ReservedBoards>),
) -> Result<(), Problem> {
    let (store, id) = (&app.actors.store, gathering.id);
    let Plan::Teams(plan) = &gathering.plan;
    // From now on nobody is sent away.
    let people = store.attendees(id).await?;
    if store.find(id).await?.is_none() {
        let begun = plan
            .begun(id, &people, begun_ms)
            .map_err(|error| no_game(error.code(), error))?;
        let next = watchers.is_none().then(|| mark(id));
        let outcome = store
            .begin(&begun.setup, next.as_slice(), begun.deadline_ms)
            .await?;
        // Somebody may have come between two tries, so that the names are others: the game that is there is the one.
        if outcome == Begun::Taken && store.find(id).await?.is_none() {
            return Err(Problem::live_unavailable());
        }
        if outcome != Begun::Taken && plan.is_against_the_computer() {
            app.actors.note_started_from(id, from);
        }
    }
    let members = people.iter().filter_map(|attendee| {
        let role = SeatRole::Player(attendee.part.side()?);
        let key = attendee.key;
        Some(LiveSeat { key, role })
    });
    let watchers = watchers.map(|key| LiveSeat {
        key,
        role: SeatRole::Watcher,
    });
    for seat in members.chain(watchers) {
        // Whoever has taken his secret to another game meanwhile has no seat here. The others play.
        store.add_seat(id, &seat).await?;
    }
    app.actors.notify_started(id);
    if plan.is_against_the_computer() {
        open_the_rooms(app, &[id], board).await;
    }
    Ok(())
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
    State(app): State<Arc<App>>,
    Hosting(gathered): Hosting,
) -> Result<StatusCode, Problem> {
    if app.actors.store.dismiss(gathered.gathering.id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(has_begun())
    }
}
