//! The module `study` of the page: what `damier_wasm` has behind the feature of that name, as one file for
//! the browser. `cargo xtask wasm` builds it; there is nothing else here.

pub use damier_wasm::*;
