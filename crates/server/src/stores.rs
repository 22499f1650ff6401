//! What is stored, as the terminal hands it to the server.

use std::sync::Arc;

use damier_people::Ports;
use damier_people::library::GameLibrary;

/// The stores of a server, mostly two views of one database.
#[derive(Clone)]
pub struct Stores {
    /// The games that devices keep.
    pub library: Arc<dyn GameLibrary>,
    /// The games that are played here.
    pub live: Ports,
}
