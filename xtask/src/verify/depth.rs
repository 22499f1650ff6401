//! How much `cargo verify` checks, as chosen on its command line.

/// How much is checked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// What every change must pass.
    Usual,
    /// Also the deep counts, the large comparisons, the fuzzers, a trial of publishing and the
    /// other targets.
    Long,
}
