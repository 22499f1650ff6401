//! How somebody comes to a gathering by a link, and what everybody with a secret of it is told.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use damier_people::teams::{Arrived, GatheringRole, MOST_IN_A_TEAM, NewAttendee, Part, Plan};
use damier_session::{LiveSeat, SeatRole};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::body::JsonBody;
use crate::challenges::refusals::{no_game, secret};
use crate::live::seats::{BearerSeat, key_of};
use crate::problem::{Document, Problem};
use crate::teams::state::TeamsState;
use crate::teams::views::{Gathered, GatheringShown, no_gathering, shown};

/// Somebody who comes.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Coming {
    /// The secret of the link.
    link: String,
    /// A first name, at most 20 characters.
    name: String,
}

/// A gathering, as whoever has the secret sees it: its host, a member, or somebody with a link.
#[utoipa::path(
    get,
    path = "/gathering",
    tag = "gatherings",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The gathering", body = GatheringShown),
        (status = 401, description = "The secret is missing", body = Document, content_type = "application/problem+json"),
        (status = 404, description = "There is no such gathering", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn find(
    State(state): State<TeamsState>,
    gathered: Gathered,
) -> Result<Json<GatheringShown>, Problem> {
    shown(&state, &gathered).await.map(Json)
}

/// Comes to a gathering by a link. The secret in the header, made by the client, becomes the member's, and that of the seat once the game has begun.
/// Sending it again changes nothing.
#[utoipa::path(
    post,
    path = "/gathering/join",
    tag = "gatherings",
    request_body = Coming,
    security(("seat" = [])),
    responses(
        (status = 200, description = "The gathering", body = GatheringShown),
        (status = 401, description = "The secret is missing", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "By this link one only looks on", body = Document,
         content_type = "application/problem+json"),
        (status = 404, description = "There is no such gathering", body = Document,
         content_type = "application/problem+json"),
        (status = 409, description = "`reason` says why not: `name-taken`, `gathering-full`, `gathering-closed`; or the secret is taken",
         body = Document, content_type = "application/problem+json"),
        (status = 422, description = "The name is none", body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn join(
    State(state): State<TeamsState>,
    BearerSeat(key): BearerSeat,
    JsonBody(Coming { link, name }): JsonBody<Coming>,
) -> Result<Json<GatheringShown>, Problem> {
    let (store, now_ms) = (&state.store, state.clock.now_ms());
    let link = secret(&link)?;
    let found = store.gathering(&key_of(&link), now_ms).await?;
    let (gathering, GatheringRole::Link(part)) = found.ok_or_else(no_gathering)? else {
        return Err(no_gathering());
    };
    let Part::Side(side) = part else {
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            "not-entitled",
            "by this link one looks on",
            "whoever comes by this link looks on, and plays no part",
        ));
    };
    let Plan::Teams(plan) = &gathering.plan;
    if plan.computer_level(side).is_some() {
        return Err(not_now(
            "gathering-full",
            "the computer plays this side, and nobody with it",
        ));
    }
    let name = name
        .parse()
        .map_err(|error: damier_people::teams::FirstNameError| no_game(error.code(), error))?;
    let seat = store.seat(&key).await?;
    if seat.is_some_and(|(game, _)| game != gathering.id) {
        return Err(Problem::taken("another seat has this secret"));
    }
    let new = NewAttendee { key, part, name };
    let arrived = store.arrive(gathering.id, &new, MOST_IN_A_TEAM, now_ms);
    let attendee = match arrived.await? {
        Arrived::Stored(attendee) => attendee,
        Arrived::NameTaken => {
            return Err(not_now(
                "name-taken",
                "somebody else has this name, or one that looks the same",
            ));
        }
        Arrived::Full => {
            return Err(not_now(
                "gathering-full",
                "all places of this side are taken",
            ));
        }
        Arrived::Closed => {
            return Err(not_now(
                "gathering-closed",
                "the host lets nobody come any more",
            ));
        }
        Arrived::KeyTaken => return Err(Problem::taken("the secret is that of somebody else")),
        Arrived::NotFound => return Err(no_gathering()),
    };
    // Whoever comes to a game that goes on sits down at once.
    if store.find(gathering.id).await?.is_some() {
        let role = SeatRole::Player(side);
        if !store
            .add_seat(gathering.id, &LiveSeat { key, role })
            .await?
        {
            return Err(Problem::taken("another seat has this secret"));
        }
    }
    let found = store.gathering(&attendee.key, now_ms).await?;
    let (gathering, role) = found.ok_or_else(no_gathering)?;
    let gathered = Gathered {
        secret: link,
        gathering,
        role,
    };
    shown(&state, &gathered).await.map(Json)
}

fn not_now(reason: &'static str, detail: &str) -> Problem {
    Problem::new(
        StatusCode::CONFLICT,
        "not-joined",
        "nobody can come like that",
        detail,
    )
    .because(reason, None)
}
