//! A browser's push subscription, validated alike for accounts and seats.

use damier_people::push::{
    PushEndpoint, PushEndpointError, PushKeys, PushLanguage, PushSubscription,
};
use data_encoding::BASE64URL_NOPAD;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::problem::Problem;
use crate::push::state::PushState;
use crate::push::{Pusher, is_key};

/// A push subscription as the browser reports it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPush {
    /// The address of the service: `https://`, a host name, a path.
    endpoint: String,
    /// The public key of the device, as URL-safe Base64 without padding (`p256dh`).
    public: String,
    /// The authentication secret, as URL-safe Base64 without padding (`auth`).
    auth: String,
    /// The language of the device: `en` or `fr`.
    language: String,
}

impl NewPush {
    /// The subscription of an account, if push is configured and the service permitted.
    pub(crate) fn of_an_account(&self, state: &PushState) -> Result<PushSubscription, Problem> {
        self.read(state, Pusher::serves_accounts)
    }

    /// The same for a seat.
    pub(crate) fn of_a_seat(&self, state: &PushState) -> Result<PushSubscription, Problem> {
        self.read(state, Pusher::serves_seats)
    }

    fn read(
        &self,
        state: &PushState,
        serves: fn(&Pusher, &PushEndpoint) -> bool,
    ) -> Result<PushSubscription, Problem> {
        let pusher = &state.pusher;
        if !pusher.is_set() {
            return Err(Problem::not_found(
                "no-push",
                "push is not configured",
                "the operator of this server has set no key for Web Push",
            ));
        }
        let subscription = PushSubscription {
            endpoint: endpoint(&self.endpoint)?,
            keys: self.keys().ok_or_else(|| {
                unfit(
                    "expected a key of 65 bytes and a secret of 16, as URL-safe Base64 without padding",
                )
            })?,
            language: PushLanguage::from_code(&self.language)
                .ok_or_else(|| unfit("expected the language `en` or `fr`"))?,
        };
        if !serves(pusher, &subscription.endpoint) {
            return Err(unfit(
                "this server does not use the push service at this address",
            ));
        }
        if !is_key(&subscription.keys) {
            return Err(unfit("expected a key that is a point of the curve P-256"));
        }
        Ok(subscription)
    }

    fn keys(&self) -> Option<PushKeys> {
        let decoded = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).ok();
        Some(PushKeys {
            public: decoded(&self.public)?.try_into().ok()?,
            auth: decoded(&self.auth)?.try_into().ok()?,
        })
    }
}

/// Parses the address of a service.
pub(crate) fn endpoint(text: &str) -> Result<PushEndpoint, Problem> {
    text.parse()
        .map_err(|error: PushEndpointError| unfit(error.to_string()))
}

fn unfit(detail: impl Into<String>) -> Problem {
    Problem::unprocessable(
        "no-such-subscription",
        "invalid push subscription",
        detail.into(),
    )
}
