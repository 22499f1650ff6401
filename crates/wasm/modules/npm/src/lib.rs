//! The module of the npm package `damier`: the part of `damier_wasm` that belongs to the feature
//! `npm`, as one file. `cargo xtask npm` builds it.

pub use damier_wasm::*;
