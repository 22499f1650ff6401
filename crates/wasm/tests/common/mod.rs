//! What several tests do with a thinker.

use damier_wasm::Thinker;
use serde_json::Value;

/// Steps it to its end, and tells the last thought.
pub(crate) fn finish(thinker: &mut Thinker) -> Value {
    for _ in 0..10_000 {
        let answer = thinker.step(5.0).expect("an answer");
        let thought: Value = serde_json::from_str(&answer).expect("JSON");
        if thought["done"] == true {
            return thought;
        }
    }
    panic!("the engine does not come to an end");
}
