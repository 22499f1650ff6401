//! The stores that the command passes to the server.

use std::sync::Arc;

use damier_people::Ports;
use damier_people::library::GameLibrary;

/// The stores of a server, usually two views of one database.
#[derive(Clone)]
pub struct Stores {
    /// Games stored by devices.
    pub library: Arc<dyn GameLibrary>,
    /// Live games and all other features.
    pub live: Ports,
}
