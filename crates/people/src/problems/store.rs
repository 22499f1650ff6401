//! Ratings of problems as documents. They are listed together, so a document contains many: the
//! problems of a game whose ids begin with the same two digits.

use std::collections::BTreeMap;
use std::sync::Arc;

use damier_rules::Variant;
use serde::{Deserialize, Serialize};

use crate::Ports;
use crate::StoreError;
use crate::documents::{AfterChange, DocumentValue, Documents, Link, RetryCounter, To};
use crate::problems::id::ProblemId;
use crate::problems::rating::{ProblemRating, ProblemTry, ShippedRating};

/// The link to the game.
const GAME: &str = "game";

/// The number of documents of a game.
const BUCKETS: u32 = 256;

/// The ratings of the problems whose ids begin with the same two digits.
#[derive(Serialize, Deserialize)]
struct Bucket {
    game: String,
    number: u8,
    problems: BTreeMap<ProblemId, ProblemRating>,
}

impl Bucket {
    fn new(game: Variant, number: u8) -> Bucket {
        Bucket {
            game: game.id().to_owned(),
            number,
            problems: BTreeMap::new(),
        }
    }

    /// Adds tries. Returns how many of them had not been counted before.
    fn add(&mut self, tries: &[(ProblemTry, ShippedRating)]) -> u32 {
        let mut counted = 0;
        for (tried, shipped) in tries {
            let before = self.problems.get(&tried.problem);
            let after = match before {
                Some(before) => before.after(tried, *shipped),
                None => ProblemRating::new(*shipped).after(tried, *shipped),
            };
            if let Some(after) = after {
                self.problems.insert(tried.problem, after);
                counted += 1;
            }
        }
        counted
    }
}

/// The id of a document.
fn id_of(game: &str, number: u8) -> String {
    format!("{game}-{number:02x}")
}

impl DocumentValue for Bucket {
    const KIND: &'static str = "problem-ratings";

    fn id(&self) -> String {
        id_of(&self.game, self.number)
    }

    fn links(&self) -> Vec<Link> {
        vec![Link {
            name: GAME,
            to: To::Text(self.game.clone()),
        }]
    }
}

/// The ratings of problems by results.
#[derive(Clone)]
pub struct ProblemRatings {
    documents: Arc<dyn Documents>,
}

impl ProblemRatings {
    /// A store over these ports.
    pub fn of(ports: &Ports) -> ProblemRatings {
        ProblemRatings {
            documents: ports.documents.clone(),
        }
    }

    /// Counts tries of a game's problems, each with the shipped rating of its problem. Tries that
    /// were counted before change nothing, so the call may be repeated. Returns how many counted.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; then a part of the tries may be counted.
    pub async fn record(
        &self,
        game: Variant,
        tries: &[(ProblemTry, ShippedRating)],
        now_ms: u64,
    ) -> Result<u32, StoreError> {
        let mut buckets: BTreeMap<u8, Vec<(ProblemTry, ShippedRating)>> = BTreeMap::new();
        for one in tries {
            buckets
                .entry(one.0.problem.bucket())
                .or_default()
                .push(*one);
        }
        let mut counted = 0;
        for (number, tries) in buckets {
            counted += self.record_in(game, number, &tries, now_ms).await?;
        }
        Ok(counted)
    }

    /// Counts tries of the problems in one document, which is created if it does not exist.
    async fn record_in(
        &self,
        game: Variant,
        number: u8,
        tries: &[(ProblemTry, ShippedRating)],
        now_ms: u64,
    ) -> Result<u32, StoreError> {
        let all = self.documents.of::<Bucket>();
        let id = id_of(game.id(), number);
        let mut attempts = RetryCounter::default();
        loop {
            attempts.begin()?;
            let change = all.change(&id, now_ms, |bucket| match bucket.add(tries) {
                0 => AfterChange::Leave(0),
                counted => AfterChange::Store(counted),
            });
            if let Some(counted) = change.await? {
                return Ok(counted);
            }
            let mut bucket = Bucket::new(game, number);
            let counted = bucket.add(tries);
            if all.create(&bucket, now_ms).await? {
                return Ok(counted);
            }
        }
    }

    /// The rated problems of a game, in the order of their ids.
    pub async fn list(&self, game: Variant) -> Result<Vec<(ProblemId, ProblemRating)>, StoreError> {
        let all = self.documents.of::<Bucket>();
        let found = all.linked(GAME, game.id(), None, BUCKETS).await?;
        let problems = found.into_iter().flat_map(|found| found.value.problems);
        Ok(problems.collect())
    }
}
