//! Adapters of the bus between nodes. The port and its guarantees are in
//! `damier_people::live::Bus`, the messages in `live/cluster_message.rs`. Nothing here reads a
//! message.

pub(crate) mod in_process;
pub(crate) mod nats;

pub use in_process::InProcessBus;
pub use nats::{NatsAddress, NatsAddressError, NatsBus, NatsLogin};
