//! Web Push: devices of an account, or at the seat of somebody without one, are called while no page is open (`called.rs`), where whoever runs the server has set a key. A message is encrypted for the
//! device (`message.rs`, RFC 8291), signed by the server (`vapid.rs`, RFC 8292) and handed to the service of the browser's maker (`delivery.rs`, RFC 8030),
//! which is reached only in the public network (`public_network.rs`)
//! and, where whoever runs the server has listed some, only if it is one of those; for a seat only if it is one of those or, where none is listed, of the common browsers (`services.rs`). All that happens in a queue of its own (`pusher.rs`) with bounds (`places.rs`): an act is stored and answered before,
//! and a node that dies loses a call, never an act. The node that has stored an act calls, so two nodes do not call twice.

pub(crate) mod handlers;
pub(crate) mod subscription;

pub(crate) mod called;
pub(crate) mod config;
pub(crate) mod delivery;
pub(crate) mod message;
pub(crate) mod places;
pub(crate) mod public_network;
pub(crate) mod pusher;
pub(crate) mod services;
pub(crate) mod state;
pub(crate) mod vapid;

use axum::extract::FromRef;
pub(crate) use called::{Called, Whom, asked};
pub use config::PushConfig;
pub use delivery::{PushReach, PushReachError};
pub(crate) use message::is_key;
pub(crate) use pusher::Pusher;
pub use services::{PushService, PushServiceError, PushServices};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
pub use vapid::{PushKey, PushKeyError};

use crate::accounts::state::Sessions;
use crate::push::state::PushState;

/// The routes of this feature.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    PushState: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(handlers::seats::keep))
        .routes(routes!(handlers::seats::forget))
        .routes(routes!(handlers::accounts::key))
        .routes(routes!(handlers::accounts::keep))
        .routes(routes!(handlers::accounts::forget))
}
