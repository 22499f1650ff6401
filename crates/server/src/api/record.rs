//! Has a record judged: `club` replays it from the first act to the last, so that only real games are
//! kept. Called by the handler that keeps one. Nothing about the rules is known here.

use axum::http::StatusCode;
use damier_club::library::GameFacts;
use damier_club::{GameRecord, ReplayBudget, ReplayError, Session};

use crate::guard::load::Place;
use crate::guard::work::work;
use crate::problem::Problem;

/// What a list shows of the game, and the record as the text that is kept.
pub(crate) async fn judge(
    record: GameRecord,
    place: Place,
) -> Result<(GameFacts, String), Problem> {
    // A long game takes milliseconds and the worst record a second or two, and others should not wait for it.
    let judged: Result<_, ReplayError> = work(place, move |waiting| {
        let session = Session::replay_within(&record, ReplayBudget::STRANGER, || waiting.still())?;
        Ok((GameFacts::from(&session), record))
    })
    .await?;
    let (facts, record) = judged.map_err(|error| refusal(&error))?;
    let text = serde_json::to_string(&record).map_err(|error| {
        tracing::error!(%error, "cannot write a record");
        Problem::internal()
    })?;
    Ok((facts, text))
}

fn refusal(error: &ReplayError) -> Problem {
    let (code, title) = match error {
        ReplayError::TooMuchWork { .. } => (
            "too-much-work",
            "replaying the record takes more work than is allowed",
        ),
        // One that was stopped is told to nobody.
        _ => (
            "record-does-not-replay",
            "the record is not the record of a game",
        ),
    };
    Problem::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        code,
        title,
        error.to_string(),
    )
    .because(error.code(), error.act_index())
}
