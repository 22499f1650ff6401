//! DXP from outside: recorded conversations, whole games between two sides, and whatever a machine can
//! think of.

mod anything;
mod opponents;
mod transcripts;
mod whole_games;
