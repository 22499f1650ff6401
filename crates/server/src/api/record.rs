//! Has a record judged: `club` replays it from the first act to the last, so that only real games are
//! kept. Called by the handler that keeps one. Nothing about the rules is known here.

use axum::http::StatusCode;
use damier_club::library::GameFacts;
use damier_club::{GameRecord, ReplayError, Session};

use crate::guard::load::Place;
use crate::problem::Problem;

/// What a list shows of the game, and the record as the text that is kept. The place is held until the work has
/// ended, also where nobody waits for it any more.
pub(crate) async fn judge(
    record: GameRecord,
    place: Place,
) -> Result<(GameFacts, String), Problem> {
    // A long game takes milliseconds, and others should not wait for it.
    let judged = tokio::task::spawn_blocking(move || {
        let session = Session::replay(&record)?;
        let facts = GameFacts::from(&session);
        drop(place);
        Ok((facts, record))
    });
    let judged: Result<_, ReplayError> = judged.await.map_err(|error| {
        tracing::error!(%error, "replaying a record met a bug");
        Problem::internal()
    })?;
    let (facts, record) = judged.map_err(|error| {
        Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "record-does-not-replay",
            "the record is not the record of a game",
            error.to_string(),
        )
        .because(error.code(), error.act_index())
    })?;
    let text = serde_json::to_string(&record).map_err(|error| {
        tracing::error!(%error, "cannot write a record");
        Problem::internal()
    })?;
    Ok((facts, text))
}
