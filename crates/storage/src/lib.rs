//! What is remembered: games kept in SQLite
