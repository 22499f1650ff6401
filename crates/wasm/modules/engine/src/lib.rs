//! The module `engine` of the page: the part of `damier_wasm` that belongs to the feature of the
//! same name, as one file for the browser. `cargo xtask wasm` builds it.

pub use damier_wasm::*;
