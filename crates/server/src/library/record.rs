//! Checks a record: `session` replays it from the first act to the last, so that only valid games
//! are stored. Called by the handler that stores a game. This file contains no rules.

use std::sync::Arc;

use damier_people::library::GameFacts;
use damier_session::{GameRecord, ReplayBudget, ReplayError, Session};

use crate::guard::load::Permit;
use crate::guard::work::{WorkQueues, WorkSlot};
use crate::problem::Problem;

/// Replays a record. Returns the game's facts for lists, and the record as text to store.
///
/// Games between people take milliseconds. A record that takes more work is replayed in the queue
/// for long work, one at a time; if that is busy, the request is rejected at once, so that no other
/// request waits for such records.
pub(crate) async fn judge(
    work_queues: &WorkQueues,
    record: GameRecord,
    permit: Permit,
) -> Result<(GameFacts, String), Problem> {
    let record = Arc::new(record);
    let quick = work_queues.quick().await?;
    let judged = replay(quick, &record, permit.clone(), ReplayBudget::USUAL).await?;
    let judged = match judged {
        Err(ReplayError::TooMuchWork { .. }) => {
            let long = work_queues.long_now().ok_or_else(busy)?;
            replay(long, &record, permit, ReplayBudget::STRANGER).await?
        }
        judged => judged,
    };
    let facts = judged.map_err(|error| refusal(&error))?;
    Ok((facts, text_of(&record)?))
}

/// Replays several records, one after the other, and returns the same for each. A record that takes
/// more work than games between people is refused with `too-much-work`: it is to be sent alone.
pub(crate) async fn judge_all(
    work_queues: &WorkQueues,
    records: Vec<GameRecord>,
    permit: Permit,
) -> Result<Vec<Result<(GameFacts, String), Problem>>, Problem> {
    let slot = work_queues.quick().await?;
    slot.work(permit, move |waiting| {
        let records = records.iter();
        let judged = records.map(|record| {
            let budget = ReplayBudget::USUAL;
            let session = Session::replay_within(record, budget, || waiting.is_wanted());
            let session = session.map_err(|error| refusal(&error))?;
            Ok((GameFacts::from(&session), text_of(record)?))
        });
        judged.collect()
    })
    .await
}

/// A record as it is stored.
fn text_of(record: &GameRecord) -> Result<String, Problem> {
    serde_json::to_string(record).map_err(|error| {
        tracing::error!(%error, "cannot serialize a record");
        Problem::internal()
    })
}

async fn replay(
    slot: WorkSlot,
    record: &Arc<GameRecord>,
    permit: Permit,
    budget: ReplayBudget,
) -> Result<Result<GameFacts, ReplayError>, Problem> {
    let record = Arc::clone(record);
    slot.work(permit, move |waiting| {
        let session = Session::replay_within(&record, budget, || waiting.is_wanted())?;
        Ok(GameFacts::from(&session))
    })
    .await
}

/// Another long record is being replayed.
fn busy() -> Problem {
    Problem::unavailable(
        "too-busy",
        "the server is busy with another long record",
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
        // A cancelled replay also ends here, but then no client waits for the response.
        _ => ("record-does-not-replay", "the record is not a valid game"),
    };
    Problem::unprocessable(code, title, error.to_string()).because(error.code(), error.act_index())
}
