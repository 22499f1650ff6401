//! Recording results of problems, and reading the ratings that follow from them.

use std::num::NonZeroU32;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use damier_people::problems::ProblemTry;
use damier_rules::Variant;

use crate::api::body::Json;
use crate::api::path_part::Part;
use crate::client::ClientNetwork;
use crate::entity_tag::matches_if_none_match;
use crate::problem::Problem;
use crate::problems::extract::Device;
use crate::problems::state::ProblemsState;
use crate::problems::views::{RatedProblemList, SentTries};

/// The maximum number of tries in a request.
const MAX_TRIES: usize = 100;

/// How long browsers use the ratings without asking again.
const TEN_MINUTES: HeaderValue = HeaderValue::from_static("public, max-age=600");

/// Records first tries of problems, which change the ratings of the problems.
///
/// The secret only serves to count a repeated request once; neither it nor a name is stored. Tries
/// of problems that the page of this server does not have are ignored.
#[utoipa::path(
    post,
    path = "/problems/{variant}/results",
    security(("device" = [])),
    responses(
        (status = 204, description = "The tries were recorded, now or by an earlier request"),
        (status = 404, description = "No problems of this game (`no-problems`)"),
        (status = 422, description = "More than 100 tries (`too-many-results`), or a number out of range"),
        (status = 429, description = "Too many results from this address"),
    )
)]
pub(crate) async fn record(
    State(state): State<ProblemsState>,
    network: ClientNetwork,
    device: Device,
    Part(game): Part<Variant>,
    Json(sent): Json<SentTries>,
) -> Result<StatusCode, Problem> {
    let shipped = state.shipped.of_game(game).await?;
    if sent.tries.len() > MAX_TRIES {
        return Err(Problem::unprocessable(
            "too-many-results",
            "too many results in one request",
            format!("at most {MAX_TRIES} tries, found {}", sent.tries.len()),
        ));
    }
    let known = sent.tries.into_iter().filter_map(|sent| {
        let tried = ProblemTry {
            problem: sent.problem,
            outcome: sent.outcome,
            rating: sent.rating,
            deviation: sent.deviation,
            device: device.digest(sent.problem),
        };
        Some((tried, *shipped.get(&sent.problem)?))
    });
    let known: Vec<_> = known.collect();
    if let Some(count) = u32::try_from(known.len()).ok().and_then(NonZeroU32::new) {
        let limit = &state.limits.by_address.problem_results;
        limit.take_many(network, count)?;
        let now_ms = state.clock.now_ms();
        state.ratings.record(game, &known, now_ms).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The problems of a game whose rating by results replaces the one in the files of the page.
///
/// A rating counts after five results. Results appear here some minutes later.
#[utoipa::path(
    get,
    path = "/problems/{variant}/ratings",
    security(()),
    responses(
        (status = 200, description = "The ratings", body = RatedProblemList),
        (status = 304, description = "The ratings are those that the header `If-None-Match` names"),
        (status = 404, description = "No problems of this game (`no-problems`)"),
    )
)]
pub(crate) async fn ratings(
    State(state): State<ProblemsState>,
    Part(game): Part<Variant>,
    asked: HeaderMap,
) -> Result<Response, Problem> {
    let shipped = state.shipped.of_game(game).await?;
    let now_ms = state.clock.now_ms();
    let found = state.rated.of_game(&state.ratings, game, &shipped, now_ms);
    let snapshot = found.await?;
    let mut response = if matches_if_none_match(&asked, &snapshot.tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let json = [(header::CONTENT_TYPE, "application/json")];
        (json, snapshot.body).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, TEN_MINUTES);
    if let Ok(tag) = HeaderValue::from_str(&snapshot.tag) {
        headers.insert(header::ETAG, tag);
    }
    Ok(response)
}
