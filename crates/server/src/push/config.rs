//! What push notifications need from the configuration.

use crate::push::delivery::PushNetwork;
use crate::push::services::PushServices;
use crate::push::vapid::PushKey;

/// How the server sends push notifications.
#[derive(Clone, Debug)]
pub struct PushConfig {
    /// The key that signs them.
    pub key: PushKey,
    /// How a push service reaches the operator of this server: `mailto:…` or `https://…`.
    pub contact: String,
    /// The networks that push services are reached in.
    pub network: PushNetwork,
    /// The push services that may be used.
    pub services: PushServices,
}
