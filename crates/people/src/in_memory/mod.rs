//! Every port in memory, for tests; compared with the databases by the contract suites.

mod accounts;
mod administration;
mod broadcasts;
mod documents;
mod friends;
mod indexes;
mod passkeys;
mod pupils;
mod pushes;
mod ratings;
mod seat_pushes;
mod store;
mod votes;

pub use store::{InMemoryStore, WriteFailure};
