//! Where the devices of an account may be called by Web Push: a browser asks the service of its maker for an address, and hands it over together
//! with keys. The server encrypts for these keys, so the service learns nothing but that something came.
//!
//! Rules of the port [`Pushes`], the same for every backend and proven by one contract suite (`damier-storage`, `tests/all/pushes.rs`):
//! - a session has one subscription, which goes with it, however the session ends;
//! - an address belongs to one session: whoever hands it over last has it, so a browser in which somebody else signs in calls nobody for the one before;
//! - a subscription that the service does not know any more is removed, but not one that has taken its place;
//! - one that the service has refused again and again for two weeks, or that could not be handed over, is removed too.

mod endpoint;
mod in_memory;
mod port;

pub use endpoint::{MAX_ENDPOINT, PushEndpoint, PushEndpointError};
pub(crate) use in_memory::PushBook;
pub use port::{LEAST_REFUSALS, PushKeys, PushLanguage, PushSubscription, Pushes, REFUSED_MS};
