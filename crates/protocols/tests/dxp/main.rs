//! Tests of DXP from outside: recorded conversations, whole games between two sides, and random
//! input.

mod anything;
mod opponents;
mod transcripts;
mod whole_games;
