//! People and games: a game in progress, its clock, its offers and its record

pub mod in_memory;
pub mod library;
