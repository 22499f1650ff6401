//! What several tests do with a search.

use damier_wasm::Search;
use serde_json::Value;

/// Steps it to its end, and tells the last thought.
pub(crate) fn finish(search: &mut Search) -> Value {
    for _ in 0..10_000 {
        let answer = search.step(5.0).expect("an answer");
        let thought: Value = serde_json::from_str(&answer).expect("JSON");
        if thought["done"] == true {
            return thought;
        }
    }
    panic!("the engine does not come to an end");
}
