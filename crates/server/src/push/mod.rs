//! Web Push: notifications to devices of an account, or to devices that hold a seat without one,
//! while no page is open (`called.rs`), if the operator of the server has set a key. A message is
//! encrypted for the device (`message.rs`, RFC 8291), signed by the server (`vapid.rs`, RFC 8292)
//! and sent to the browser's push service (`delivery.rs`, RFC 8030), only in the public network
//! (`public_network.rs`) and only to listed services, if the operator has listed some; otherwise
//! seats may use only the services of common browsers (`services.rs`). Delivery runs in a bounded
//! queue of its own (`pusher.rs`, `slots.rs`): the act is stored and acknowledged before, and a
//! node that crashes loses notifications, never an act. Only the node that stored the act sends, so
//! no notification is sent twice.

pub(crate) mod export;
pub(crate) mod handlers;
pub(crate) mod subscription;

pub(crate) mod config;
pub(crate) mod delivery;
pub(crate) mod message;
pub(crate) mod notification;
pub(crate) mod public_network;
pub(crate) mod pusher;
pub(crate) mod services;
pub(crate) mod slots;
pub(crate) mod state;
pub(crate) mod vapid;

use axum::extract::FromRef;
pub use config::PushConfig;
pub use delivery::{PushNetwork, PushNetworkError};
pub(crate) use message::is_key;
pub(crate) use notification::{PushNotice, Recipient, asked};
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
        .routes(routes!(handlers::seats::save))
        .routes(routes!(handlers::seats::forget))
        .routes(routes!(handlers::accounts::key))
        .routes(routes!(handlers::accounts::save))
        .routes(routes!(handlers::accounts::forget))
}
