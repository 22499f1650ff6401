//! Every port in memory, for tests; compared with the databases by the contract suites.

mod administration;
mod books;
mod broadcasts;
mod documents;
mod friends;
mod passkeys;
mod people;
mod pupils;
mod pushes;
mod ratings;
mod seat_pushes;
mod store;
mod votes;

pub use store::InMemoryStore;
