//! Every port in memory, for tests: the slow, obvious twin of the databases.

mod administration;
mod broadcasts;
mod classes;
mod clubs;
mod friends;
mod gatherings;
mod passkeys;
mod people;
mod pushes;
mod ratings;
mod seat_pushes;
mod simuls;
mod store;

pub use store::InMemoryStore;
