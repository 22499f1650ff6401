//! What the handlers share: ports, limits and the parts of each feature. No route is named here.

use std::sync::Arc;

use damier_people::library::GameLibrary;
use tokio::sync::{Mutex, watch};
use tokio::time::Instant;

use crate::accounts::events::Refusals;
use crate::accounts::{Attempts, Passwords};
use crate::bots::Bots;
use crate::broadcasts::{OpenHalls, RecentBoards};
use crate::clock::WallClock;
use crate::creation_quota::Beginnings;
use crate::guard::work::Lanes;
use crate::library::quota::Quota;
use crate::live::actors::GameActors;
use crate::simuls::Halls;
use crate::sockets::Sockets;
use crate::tables::Tables;
use crate::take_over::TakeOver;

/// The state that the handlers share.
pub(crate) struct App {
    pub(crate) library: Arc<dyn GameLibrary>,
    pub(crate) clock: Arc<dyn WallClock>,
    /// When this server started, by the steady clock.
    pub(crate) started: Instant,
    pub(crate) quota: Quota,
    pub(crate) tables: Tables,
    pub(crate) lanes: Lanes,
    pub(crate) take_over: TakeOver,
    pub(crate) passwords: Passwords,
    pub(crate) attempts: Attempts,
    /// What the log says of those who were not let in.
    pub(crate) refusals: Refusals,
    /// The domain that passkeys are bound to, where one is set.
    pub(crate) passkey_domain: Option<String>,
    pub(crate) beginnings: Beginnings,
    pub(crate) actors: Arc<GameActors>,
    pub(crate) sockets: Sockets,
    pub(crate) bots: Bots,
    pub(crate) halls: Arc<OpenHalls>,
    pub(crate) recent_boards: RecentBoards,
    /// Held while two people are paired in the lobby, so that two who press at one moment find each other.
    pub(crate) pairing: Mutex<()>,
    /// Held while a club is changed on this node, so that many who come at one moment need no second try.
    pub(crate) clubs: Mutex<()>,
    /// Held while two accounts become something else to each other, so that nobody passes a bound by asking twice at one moment.
    pub(crate) friends: Mutex<()>,
    pub(crate) simuls: Halls,
    /// Becomes true when the server stops.
    pub(crate) stopping: watch::Receiver<bool>,
}

/// What the handlers of live play need besides.
pub(crate) struct LiveParts {
    pub(crate) actors: Arc<GameActors>,
    pub(crate) bots: Bots,
    pub(crate) sockets: Sockets,
    pub(crate) stopping: watch::Receiver<bool>,
}
