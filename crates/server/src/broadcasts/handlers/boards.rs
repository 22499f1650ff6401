//! Updates of a round's boards: the PDN file of the round, sent repeatedly as it grows, or the
//! moves of one board. Valid parts are stored; errors are returned.

use std::collections::BTreeMap;

use axum::body::Bytes;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use damier_people::broadcasts::{
    BoardFault, BoardLog, BoardRead, NewBoard, RoundRead, Stored, StoredBoard, StoredBroadcast,
    Taken, read_board, read_round,
};
use damier_rules::Variant;
use damier_wire::broadcasts::{BoardTaken, LineFault, RoundTaken};

use crate::api::body::Json;
use crate::broadcasts::extract::{BoardPath, RoundPath, Runner};
use crate::broadcasts::state::BroadcastsState;
use crate::broadcasts::{RoundView, round_view};
use crate::guard::load::Permit;
use crate::problem::Problem;

/// How often a change of boards is retried after a conflict.
const TRIES: u32 = 6;

/// The maximum size of a broadcast's boards in bytes.
const MAX_BYTES: u64 = 8 * 1024 * 1024;

fn fault_view(fault: BoardFault) -> LineFault {
    LineFault {
        line: fault.line,
        column: fault.column,
        code: fault.code.into(),
        detail: fault.detail,
    }
}

/// Sends the file of a round: PDN with a game for each board.
///
/// A game names its board by the tag `Board`, by a tag `Round` such as `3.12`, or by its place in
/// the file. Idempotent. Boards that the file omits are unchanged; an earlier move that differs
/// replaces the rest of the line. Moves are removed only by a game that ends with a result or `*`,
/// because any other may be truncated.
#[utoipa::path(
    put,
    path = "/broadcasts/{id}/rounds/{round}",
    request_body(content = String, content_type = "application/x-draughts-pdn"),
    security(("runner" = []), ("session" = []), ("token" = [])),
    responses(
        (status = 200, description = "The outcome for each board", body = RoundTaken),
        (status = 401, description = "The secret is missing, and the caller is not signed in"),
        (status = 403, description = "The broadcast belongs to another account"),
        (status = 413, description = "The file is too large"),
        (status = 429, description = "Too many bytes from one address"),
        (status = 507, description = "The broadcast has its maximum size"),
    )
)]
pub(crate) async fn put_round(
    State(state): State<BroadcastsState>,
    Extension(permit): Extension<Permit>,
    runner: Runner,
    at: RoundPath,
    text: Bytes,
) -> Result<Json<RoundTaken>, Problem> {
    let kept = runner.own(&state, &at.id).await?;
    at.require(&kept)?;
    let (round, variant) = (at.round, game_of(&kept)?);
    let slot = state.work_queues.quick().await?;
    let read = slot.work(permit, move |_| read_round(&text, round, variant));
    let read = read.await?;
    let (boards, mut not_sent) = store(&state, &runner, &at, &read.boards).await?;
    not_sent.retain(|number| !read.boards.iter().any(|board| board.number == *number));
    Ok(Json(RoundTaken {
        boards,
        of_other_rounds: read.of_other_rounds,
        not_sent,
    }))
}

/// Sends the moves of one board: PDN with one game, whatever round its tags name.
///
/// A tag `Board` that names another board, or a second game, is an error, and nothing is stored.
/// Omitted names are unchanged.
#[utoipa::path(
    put,
    path = "/broadcasts/{id}/rounds/{round}/boards/{board}",
    request_body(content = String, content_type = "application/x-draughts-pdn"),
    security(("runner" = []), ("session" = []), ("token" = [])),
    responses(
        (status = 200, description = "The outcome for the board", body = RoundTaken),
        (status = 401, description = "The secret is missing, and the caller is not signed in"),
        (status = 403, description = "It belongs to another account"),
        (status = 507, description = "The broadcast has its maximum size"),
    )
)]
pub(crate) async fn put_board(
    State(state): State<BroadcastsState>,
    Extension(permit): Extension<Permit>,
    runner: Runner,
    at: BoardPath,
    text: Bytes,
) -> Result<Json<RoundTaken>, Problem> {
    let kept = runner.own(&state, &at.id).await?;
    at.require(&kept)?;
    let (board, variant) = (at.board, game_of(&kept)?);
    let slot = state.work_queues.quick().await?;
    let read = slot.work(permit, move |_| read_board(&text, board, variant));
    let read = RoundRead {
        boards: vec![read.await?],
        of_other_rounds: 0,
    };
    let at = RoundPath {
        id: at.id,
        round: at.round,
    };
    let (boards, _) = store(&state, &runner, &at, &read.boards).await?;
    Ok(Json(RoundTaken {
        boards,
        of_other_rounds: 0,
        not_sent: Vec::new(),
    }))
}

/// Removes a board at once.
#[utoipa::path(
    delete,
    path = "/broadcasts/{id}/rounds/{round}/boards/{board}",
    security(("runner" = []), ("session" = []), ("token" = [])),
    responses(
        (status = 204, description = "The board was removed"),
        (status = 401, description = "The secret is missing, and the caller is not signed in"),
        (status = 403, description = "It belongs to another account"),
        (status = 404, description = "No such broadcast"),
    )
)]
pub(crate) async fn remove_board(
    State(state): State<BroadcastsState>,
    runner: Runner,
    at: BoardPath,
) -> Result<StatusCode, Problem> {
    for _ in 0..TRIES {
        let kept = runner.own(&state, &at.id).await?;
        let there = state.broadcasts.boards(&at.id, Some(at.round), 0).await?;
        let there = there.iter().find(|board| board.number == at.board);
        let Some(there) = there.filter(|board| board.log.now().is_some()) else {
            return Ok(StatusCode::NO_CONTENT);
        };
        let gone = [NewBoard {
            round: at.round,
            number: at.board,
            took: there.log.bytes(),
            log: BoardLog::default(),
        }];
        let now_ms = state.clock.now_ms();
        let stored = state
            .broadcasts
            .put_boards(&at.id, kept.revision, &gone, MAX_BYTES, now_ms);
        if matches!(stored.await?, Stored::At(_)) {
            return Ok(StatusCode::NO_CONTENT);
        }
    }
    Err(busy())
}

/// The latest boards of a round, ignoring the delay.
#[utoipa::path(
    get,
    path = "/broadcasts/{id}/rounds/{round}/desk",
    security(("runner" = []), ("session" = []), ("token" = [])),
    responses(
        (status = 200, description = "The boards", body = RoundView),
        (status = 401, description = "The secret is missing, and the caller is not signed in"),
        (status = 403, description = "It belongs to another account"),
    )
)]
pub(crate) async fn latest_boards(
    State(state): State<BroadcastsState>,
    runner: Runner,
    at: RoundPath,
) -> Result<Json<RoundView>, Problem> {
    let kept = runner.own(&state, &at.id).await?;
    at.require(&kept)?;
    let boards = state.broadcasts.boards(&at.id, Some(at.round), 0).await?;
    let now_ms = state.clock.now_ms();
    Ok(Json(round_view(&kept, at.round, &boards, u64::MAX, now_ms)))
}

fn game_of(kept: &StoredBroadcast) -> Result<Variant, Problem> {
    kept.settings.game().map_err(|error| {
        tracing::error!(%error, "a broadcast has an unknown variant");
        Problem::internal()
    })
}

/// Merges the boards that were read into the stored ones. Returns the outcome for each, and the
/// boards of the round.
async fn store(
    state: &BroadcastsState,
    runner: &Runner,
    at: &RoundPath,
    read: &[BoardRead],
) -> Result<(Vec<BoardTaken>, Vec<u16>), Problem> {
    for _ in 0..TRIES {
        let kept = runner.own(state, &at.id).await?;
        let there = state.broadcasts.boards(&at.id, Some(at.round), 0).await?;
        let now_ms = state.clock.now_ms();
        let (new, taken) = laid_upon(&there, at.round, read, now_ms);
        let known = there.iter().filter(|board| board.log.now().is_some());
        let known = known.map(|board| board.number).collect();
        if new.is_empty() {
            return Ok((taken, known));
        }
        let stored = state
            .broadcasts
            .put_boards(&at.id, kept.revision, &new, MAX_BYTES, now_ms);
        match stored.await? {
            Stored::At(_) => return Ok((taken, known)),
            Stored::Late => {}
            Stored::TooLarge => {
                return Err(Problem::no_space(
                    "broadcast-too-large",
                    "the broadcast is too large",
                    "the boards of a broadcast may take eight megabytes; nothing was stored",
                ));
            }
        }
    }
    Err(busy())
}

fn busy() -> Problem {
    Problem::unavailable(
        "too-busy",
        "the broadcast was changed concurrently",
        "other requests changed the broadcast at the same moment; send it again",
    )
    .retry_after(1)
}

/// The boards that have changed, and the outcome for each.
fn laid_upon(
    there: &[StoredBoard],
    round: u8,
    read: &[BoardRead],
    now_ms: u64,
) -> (Vec<NewBoard>, Vec<BoardTaken>) {
    let there: BTreeMap<u16, &StoredBoard> =
        there.iter().map(|board| (board.number, board)).collect();
    let mut new = Vec::new();
    let taken = read.iter().map(|board| {
        let stored = there.get(&board.number);
        let mut log = stored.map(|stored| stored.log.clone()).unwrap_or_default();
        let before = log.now().map(|shown| shown.game);
        let mut fault = board.fault.clone();
        let Some(game) = board.game.clone() else {
            return BoardTaken {
                board: board.number,
                became: "refused".into(),
                corrected_from: None,
                plies: before.map_or(0, |game| game.moves.len()),
                fault: fault.map(fault_view),
            };
        };
        let sent = game.moves.clone();
        let game = game.after(before.as_ref(), board.is_whole);
        let plies = game.moves.len();
        if game.moves != sent {
            // Tells an organiser who wants to correct the board why it stays unchanged.
            fault = fault.or_else(|| board.open_end.clone());
        }
        let (became, corrected_from) = match log.take(game, now_ms) {
            Taken::Same => ("same", None),
            Taken::Changed => ("changed", None),
            Taken::Corrected(ply) => ("corrected", Some(ply)),
        };
        if became != "same" {
            new.push(NewBoard {
                round,
                number: board.number,
                took: stored.map_or(0, |stored| stored.log.bytes()),
                log,
            });
        }
        BoardTaken {
            board: board.number,
            became: became.into(),
            corrected_from,
            plies,
            fault: fault.map(fault_view),
        }
    });
    let taken = taken.collect();
    (new, taken)
}
