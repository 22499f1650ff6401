//! Measures the speed of the page's engine when compiled natively, with the same calls and the same
//! positions as in the browser. Run it through `speed.mjs`, which compares it with the compiled
//! wasm in one run.

#![expect(clippy::print_stdout, reason = "a command-line program")]

use damier_wasm::Thinker;

/// Positions from the start to an ending; `speed.mjs` uses the same ones.
const POSITIONS: [&str; 3] = [
    "W:W31-50:B1-20",
    "W:W26,27,28,32,33,34,37,38,42,43,48:B7,8,9,12,13,16,17,18,19,23,24",
    "W:WK48,33,38,42:BK5,12,18,23",
];

/// The weights that the page fetches.
const WEIGHTS: &[u8] = include_bytes!("../../engine/weights/international.dw");

/// Prints one line of JSON: the nodes, and the milliseconds that they took. With `--by-hand` as the
/// second argument, the engine does not use its trained weights.
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let nodes: u64 = std::env::args()
        .nth(1)
        .map_or(Ok(1_000_000), |text| text.parse())?;
    let limits = serde_json::json!({ "nodes": nodes }).to_string();
    let mut thinker = Thinker::new(32);
    if std::env::args().nth(2).as_deref() != Some("--by-hand") {
        thinker.learn(WEIGHTS)?;
    }
    let (mut visited, mut took_ms) = (0.0, 0.0);
    for fen in POSITIONS {
        thinker.forget();
        let mut search = thinker.start("international", fen, "[]", &limits)?;
        let thought = loop {
            let thought: Thought = serde_json::from_str(&search.step(100.0)?)?;
            if thought.done {
                break thought;
            }
        };
        visited += thought.nodes;
        took_ms += 1_000.0 * thought.nodes / thought.nps.max(1.0);
    }
    println!("{}", serde_json::json!({ "nodes": visited, "ms": took_ms }));
    Ok(())
}

/// The fields of an answer that are needed here.
#[derive(serde::Deserialize)]
struct Thought {
    done: bool,
    nodes: f64,
    nps: f64,
}
