//! How the engine is made: games against itself, the fitting of its evaluation, matches and what
//! they prove.
#![expect(
    clippy::cast_precision_loss,
    reason = "counts of games and nodes become rates for people"
)]

pub mod fit;
pub mod matches;
pub mod selfplay;
