//! Tests of DXP through the public API: recorded conversations, whole games between two sides, and
//! random input.

mod anything;
mod opponents;
mod transcripts;
mod whole_games;
