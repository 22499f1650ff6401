//! Public view of a broadcast, with its delay: results, the boards of a round, the same as a
//! stream, and as PDN.

use axum::extract::{Extension, State};
use axum::http::header;
use axum::response::IntoResponse;
use damier_notation::pdn;
use damier_people::broadcasts::{BoardGame, StoredBroadcast};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::api::body::{Json, QueryOf};
use crate::broadcasts::extract::{BroadcastPath, RoundPath, found};
use crate::broadcasts::state::BroadcastsState;
use crate::broadcasts::{
    BroadcastLine, BroadcastView, RoundView, StreamPermits, public_view, results, round_lines,
    round_view,
};
use crate::client::Client;
use crate::connection_permit::ConnectionPermit;
use crate::guard::load::Permit;
use crate::problem::Problem;

/// A broadcast: its settings, and the visible results of all rounds.
#[utoipa::path(
    get,
    path = "/broadcasts/{id}",
    responses(
        (status = 200, description = "The broadcast", body = BroadcastView),
        (status = 404, description = "No such broadcast"),
    )
)]
pub(crate) async fn broadcast(
    State(state): State<BroadcastsState>,
    BroadcastPath(id): BroadcastPath,
) -> Result<Json<BroadcastView>, Problem> {
    let kept = found(&state, &id).await?;
    let boards = state.recent_boards.of(&state.games.actors, &kept).await?;
    Ok(Json(results(kept, &boards, state.clock.now_ms())))
}

/// The boards of a round with their moves.
#[utoipa::path(
    get,
    path = "/broadcasts/{id}/rounds/{round}",
    responses(
        (status = 200, description = "The boards", body = RoundView),
    )
)]
pub(crate) async fn round(
    State(state): State<BroadcastsState>,
    at: RoundPath,
) -> Result<Json<RoundView>, Problem> {
    let kept = found(&state, &at.id).await?;
    at.require(&kept)?;
    let boards = state.recent_boards.of(&state.games.actors, &kept).await?;
    let now_ms = state.clock.now_ms();
    let moment_ms = public_view(&kept.settings, now_ms);
    Ok(Json(round_view(
        &kept, at.round, &boards, moment_ms, now_ms,
    )))
}

/// A round as a stream of lines: `broadcast`, each `board`, `ready`; then each changed board, once
/// the delay has passed.
#[utoipa::path(
    get,
    path = "/broadcasts/{id}/rounds/{round}/events",
    responses(
        (status = 200, description = "The lines; empty lines are heartbeats", body = BroadcastLine<'static>,
         content_type = "application/x-ndjson"),
        (status = 503, description = "There are too many streams"),
    )
)]
pub(crate) async fn events(
    State(state): State<BroadcastsState>,
    Extension(Client(client)): Extension<Client>,
    Extension(connection): Extension<ConnectionPermit>,
    at: RoundPath,
) -> Result<impl IntoResponse, Problem> {
    let kept = found(&state, &at.id).await?;
    at.require(&kept)?;
    let place = state
        .sockets
        .take(client.ip())
        .ok_or_else(Problem::too_many_sockets)?;
    let held = StreamPermits {
        stopping: state.stopping.clone(),
        connection: connection.clone(),
        _place: place,
    };
    let body = round_lines(
        &state.open_rounds,
        &state.games.actors,
        &at.id,
        at.round,
        held,
    );
    let body = body.ok_or_else(Problem::too_many_sockets)?;
    connection.give_up();
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        // The connection has given up its slot among those for requests.
        (header::CONNECTION, "close"),
    ];
    Ok((headers, body))
}

/// The board; the whole round if absent.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PdnQuery {
    board: Option<u16>,
}

/// A round, or one of its boards, as PDN.
#[utoipa::path(
    get,
    path = "/broadcasts/{id}/rounds/{round}/pdn",
    params(
        PdnQuery,
    ),
    responses(
        (status = 200, description = "The file", body = String, content_type = "application/x-draughts-pdn; charset=utf-8"),
        (status = 404, description = "No such broadcast, no such round or no such board"),
    )
)]
pub(crate) async fn round_pdn(
    State(state): State<BroadcastsState>,
    Extension(permit): Extension<Permit>,
    at: RoundPath,
    QueryOf(PdnQuery { board }): QueryOf<PdnQuery>,
) -> Result<impl IntoResponse, Problem> {
    let kept = found(&state, &at.id).await?;
    at.require(&kept)?;
    let boards = state.recent_boards.of(&state.games.actors, &kept).await?;
    let moment_ms = public_view(&kept.settings, state.clock.now_ms());
    let wanted = boards
        .iter()
        .filter(|one| one.round == at.round && board.is_none_or(|board| board == one.number));
    let games: Vec<(u16, BoardGame)> = wanted
        .filter_map(|one| Some((one.number, one.log.at(moment_ms)?.game)))
        .collect();
    if board.is_some() && games.is_empty() {
        return Err(Problem::not_found(
            "no-such-board",
            "the round has no such board",
            "the round has no such board, or it is not shown yet",
        ));
    }
    let round = at.round;
    let slot = state.work_queues.quick().await?;
    let written = slot.work(permit, move |waiting| {
        let games = games.iter().take_while(|_| waiting.is_wanted());
        games
            .map(|(number, game)| text(&kept, round, *number, game))
            .collect::<String>()
    });
    let headers = [
        (
            header::CONTENT_TYPE,
            "application/x-draughts-pdn; charset=utf-8",
        ),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, written.await?))
}

fn text(kept: &StoredBroadcast, round: u8, number: u16, game: &BoardGame) -> String {
    let settings = &kept.settings;
    let tags = [
        ("Event", settings.title.clone()),
        ("Site", settings.place.clone()),
        ("Date", settings.date.clone()),
        ("Round", round.to_string()),
        ("Board", number.to_string()),
    ];
    match game.to_pdn(&tags) {
        Some(game) => pdn::write(&game) + "\n",
        None => format!("; board {number} cannot be played by the rules of this program\n\n"),
    }
}
