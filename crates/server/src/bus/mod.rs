//! How nodes tell each other what happens: the two buses that there are. The port, and what may be relied upon, is in
//! `damier_people::live::Bus`; what nodes tell is in `live/news.rs`. Nothing here looks into a message.

pub(crate) mod in_process;
pub(crate) mod nats;

pub use in_process::InProcessBus;
pub use nats::{NatsAddress, NatsAddressError, NatsBus, NatsLogin};
