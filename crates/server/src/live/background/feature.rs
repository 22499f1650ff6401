//! What a feature adds to live play. `crate::state::LIVE_FEATURES` lists all features that add
//! something.

use std::sync::Arc;

use damier_people::Ports;
use damier_people::StoreError;
use futures_util::future::BoxFuture;

use crate::live::actors::GameActors;
use crate::live::game_over::OnGameOver;

/// The part of a feature in live play.
pub(crate) struct LiveFeature {
    /// Its name in the log.
    pub(crate) name: &'static str,
    pub(crate) on_game_over: Option<OnGameOver>,
    pub(crate) run: Option<Run>,
    pub(crate) sweep: Option<Sweep>,
}

/// Background work. It is a task of its own, which never ends and is restarted after a panic.
pub(crate) type Run = fn(Arc<GameActors>) -> BoxFuture<'static, ()>;

/// Removes expired data other than documents; the time is in Unix milliseconds. Called every
/// minute.
pub(crate) type Sweep = for<'a> fn(&'a Ports, u64) -> BoxFuture<'a, Result<(), StoreError>>;

impl LiveFeature {
    /// A feature that adds nothing yet.
    pub(crate) const fn named(name: &'static str) -> Self {
        Self {
            name,
            on_game_over: None,
            run: None,
            sweep: None,
        }
    }
}
