//! Where the devices of an account may be called by Web Push: a browser asks the service of its maker for an address, and hands it over together
//! with keys. The server encrypts for these keys, so the service learns nothing but that something came.
//!
//! Rules of the port [`Pushes`], the same for every backend and proven by one contract suite (`damier-storage`, `tests/all/pushes.rs`):
//! - a session has one subscription, which goes with it, however the session ends;
//! - a subscription that the service does not know any more is removed, but not one that has taken its place.

mod endpoint;
mod in_memory;
mod port;

pub use endpoint::{MAX_ENDPOINT, PushEndpoint, PushEndpointError};
pub(crate) use in_memory::PushBook;
pub use port::{PushKeys, PushLanguage, PushSubscription, Pushes};
