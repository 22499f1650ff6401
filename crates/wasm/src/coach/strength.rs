//! A player's strength after problems or games. All logic is in `damier_session::strength`.

use damier_session::strength::{Scored, Strength};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::arguments::{read, write};
use crate::error::DoorError;

/// The most results of one call: no rating period has more.
const MAX_RESULTS: usize = 1_000;

/// The result of one game, or of one attempt at a problem.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatedResult {
    /// The strength of the opponent or of the problem.
    pub against: Strength,
    /// The result.
    pub score: Scored,
}

/// The strength after `rested` rating periods without play and then one with these results: JSON of
/// `Strength`. `strength_json` is `null` for a new player; without results only the periods without
/// play count.
///
/// # Errors
/// `bad-json`, also for numbers outside their ranges; `too-long` for more than a thousand results.
#[wasm_bindgen]
pub fn strength_after(
    strength_json: &str,
    rested: u32,
    results_json: &str,
) -> Result<String, DoorError> {
    let before: Option<Strength> = read("strength", strength_json)?;
    let results: Vec<RatedResult> = read("results", results_json)?;
    if results.len() > MAX_RESULTS {
        let detail = format_args!("{} results are more than {MAX_RESULTS}", results.len());
        return Err(DoorError::new("too-long", detail));
    }
    let rested = before.unwrap_or_default().rested(rested);
    if results.is_empty() {
        return write(&rested);
    }
    let games: Vec<_> = results
        .iter()
        .map(|result| (result.against, result.score))
        .collect();
    write(&rested.after(&games))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROBLEM: &str = r#"{"rating":1400,"deviation":30,"volatility":0.06}"#;

    fn rating(text: &str) -> f64 {
        serde_json::from_str::<Strength>(text).unwrap().rating.get()
    }

    #[test]
    fn a_solved_problem_raises_the_rating_of_somebody_new() {
        let results = |score: &str| format!(r#"[{{"against":{PROBLEM},"score":"{score}"}}]"#);
        let after = |score| rating(&strength_after("null", 0, &results(score)).unwrap());
        assert!(after("win") > 1500.0);
        assert!(after("loss") < 1500.0);
        assert!(after("draw") < 1500.0, "a draw with a weaker one");
    }

    #[test]
    fn a_rest_alone_changes_no_rating() {
        let rested = strength_after(PROBLEM, 10, "[]").unwrap();
        assert!((rating(&rested) - 1400.0).abs() < 1e-9);
        assert_ne!(rested, strength_after(PROBLEM, 0, "[]").unwrap());
    }

    #[test]
    fn what_cannot_be_read_has_a_code() {
        let code = |strength, results| strength_after(strength, 0, results).unwrap_err().code;
        assert_eq!(code("{", "[]"), "bad-json");
        assert_eq!(
            code(r#"{"rating":9999,"deviation":30,"volatility":0.06}"#, "[]"),
            "bad-json"
        );
        assert_eq!(code("null", r#"[{"score":"win"}]"#), "bad-json");
        let one = format!(r#"{{"against":{PROBLEM},"score":"win"}}"#);
        let many = format!("[{one}{}]", format!(",{one}").repeat(MAX_RESULTS));
        assert_eq!(code("null", &many), "too-long");
    }
}
