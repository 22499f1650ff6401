//! The stores of clubs, simuls, friends, problems, team matches and classes, over the in-memory
//! ports: what they add to [`damier_people::documents::Documents`]. That port, and those with
//! tables of their own, are tested on every backend (`damier-storage`, `tests/all/*_contract`).

mod class_games;
mod classes;
mod clubs;
mod common;
mod friends;
mod ladders;
mod moderation;
mod problems;
mod simul_games;
mod simuls;
mod team_captains;
mod teams;
