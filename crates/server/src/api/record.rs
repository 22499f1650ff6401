//! Has a record judged: `club` replays it from the first act to the last, so that only real games are
//! kept. Called by the handler that keeps one. Nothing about the rules is known here.

use std::sync::Arc;

use axum::http::StatusCode;
use damier_club::library::GameFacts;
use damier_club::{GameRecord, ReplayBudget, ReplayError, Session};

use crate::guard::load::Permit;
use crate::guard::work::{Lane, Lanes};
use crate::problem::Problem;

/// What a list shows of the game, and the record as the text that is kept.
///
/// Games that people play are judged in milliseconds. What takes more work than any of them is judged by itself, and
/// not at all while another such record is: so nobody waits for it.
pub(crate) async fn judge(
    lanes: &Lanes,
    record: GameRecord,
    permit: Permit,
) -> Result<(GameFacts, String), Problem> {
    let record = Arc::new(record);
    let quick = lanes.quick().await?;
    let judged = replay(quick, &record, permit.clone(), ReplayBudget::USUAL).await?;
    let judged = match judged {
        Err(ReplayError::TooMuchWork { .. }) => {
            let long = lanes.long_now().ok_or_else(busy)?;
            replay(long, &record, permit, ReplayBudget::STRANGER).await?
        }
        judged => judged,
    };
    let facts = judged.map_err(|error| refusal(&error))?;
    let text = serde_json::to_string(&*record).map_err(|error| {
        tracing::error!(%error, "cannot write a record");
        Problem::internal()
    })?;
    Ok((facts, text))
}

async fn replay(
    lane: Lane,
    record: &Arc<GameRecord>,
    permit: Permit,
    budget: ReplayBudget,
) -> Result<Result<GameFacts, ReplayError>, Problem> {
    let record = Arc::clone(record);
    lane.work(permit, move |waiting| {
        let session = Session::replay_within(&record, budget, || waiting.still())?;
        Ok(GameFacts::from(&session))
    })
    .await
}

/// Another record that takes long is being replayed.
fn busy() -> Problem {
    Problem::new(
        StatusCode::SERVICE_UNAVAILABLE,
        "too-busy",
        "the server is busy with another such record",
        "replaying the record takes long, and one such record is replayed at a time; try again",
    )
    .retry_after(5)
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
