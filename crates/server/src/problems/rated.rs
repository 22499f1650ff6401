//! The ratings that count, as the bytes of a response. Reading them takes up to 256 documents, so
//! each node caches them for some minutes.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Bytes;
use damier_people::problems::ProblemRatings;
use damier_rules::Variant;
use data_encoding::HEXLOWER;
use parking_lot::Mutex;

use crate::derived::{first_half, hash};
use crate::problem::Problem;
use crate::problems::shipped::Shipped;
use crate::problems::views::{RatedProblemList, to_view};

/// How long a response is cached, in milliseconds.
const CACHED_MS: u64 = 5 * 60 * 1_000;

/// Hashed before the body of a response.
const PURPOSE: &[u8] = b"damier problem ratings 1\n";

/// The ratings of a game, as sent.
#[derive(Clone)]
pub(crate) struct Snapshot {
    pub(crate) body: Bytes,
    /// A weak entity tag of the body, as it stands in the header.
    pub(crate) tag: String,
    read_ms: u64,
}

/// The cached response for a game. It is locked while the documents are read, so that requests at
/// the same time read them once.
type Cached = Arc<tokio::sync::Mutex<Option<Snapshot>>>;

/// The cached responses by game.
#[derive(Default)]
pub(crate) struct RatedProblems(Mutex<HashMap<Variant, Cached>>);

impl RatedProblems {
    /// The ratings of a game that count.
    pub(crate) async fn of_game(
        &self,
        ratings: &ProblemRatings,
        game: Variant,
        shipped: &Shipped,
        now_ms: u64,
    ) -> Result<Snapshot, Problem> {
        let cached = self.0.lock().entry(game).or_default().clone();
        let mut cached = cached.lock().await;
        if let Some(snapshot) = &*cached
            && now_ms.abs_diff(snapshot.read_ms) < CACHED_MS
        {
            return Ok(snapshot.clone());
        }
        let stored = ratings.list(game).await?.into_iter();
        let counting = stored.filter(|(id, rating)| {
            let shipped = shipped.get(id);
            shipped.is_some_and(|shipped| rating.replaces(*shipped))
        });
        let list = RatedProblemList {
            problems: counting.map(|(id, rating)| to_view(id, &rating)).collect(),
        };
        let body = serde_json::to_vec(&list).map_err(|error| {
            tracing::error!(%error, "ratings of problems cannot be written");
            Problem::internal()
        })?;
        let bits = first_half(&hash(PURPOSE, &[&body]));
        let tag = format!("W/\"{}\"", HEXLOWER.encode(&bits.to_be_bytes()));
        let snapshot = Snapshot {
            body: body.into(),
            tag,
            read_ms: now_ms,
        };
        *cached = Some(snapshot.clone());
        Ok(snapshot)
    }
}
