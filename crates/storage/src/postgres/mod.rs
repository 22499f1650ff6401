//! The PostgreSQL backend: how a database is reached, what it contains, and the ports as queries. Several nodes share one database.
//!
//! Every operation of a port is one statement, or a statement that writes and one that tells why it did not. No operation begins a
//! transaction: a request may be given up at any moment, and then nothing is left open on the server.

mod account_keys;
mod accounts;
pub(crate) mod address;
mod administration;
mod broadcasts;
mod challenges;
mod classes;
mod clubs;
mod conditionals;
mod connections;
pub(crate) mod fault;
mod friends;
pub(crate) mod games;
mod gatherings;
mod heartbeat;
pub(crate) mod journal;
mod name_keys;
mod old_games;
mod owned_seats;
mod passkeys;
mod progress;
mod pushes;
mod ratings;
mod schema;
mod seat_pushes;
mod simuls;
