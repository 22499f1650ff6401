//! Extractors of simuls.

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use damier_people::simuls::SimulId;
use damier_session::SeatKey;

use crate::api::path_part::PathPart;
use crate::live::seats::{BearerSeat, key_of};
use crate::problem::Problem;
use crate::secret::Secret;
use crate::simuls::changes::no_simul;

impl PathPart for SimulId {
    const NAMES: &'static [&'static str] = &["simul"];

    fn read(text: Result<&str, String>, _path: &str) -> Result<Self, Problem> {
        let id = text.ok().and_then(|text| text.parse().ok());
        id.ok_or_else(no_simul)
    }
}

/// The visitor of a simul: the key of the secret in the request, if any.
pub(crate) struct SimulVisitor(pub(crate) Option<SeatKey>);

impl<S: Send + Sync> FromRequestParts<S> for SimulVisitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        if !parts.headers.contains_key(header::AUTHORIZATION) {
            return Ok(Self(None));
        }
        let BearerSeat(key) = BearerSeat::from_request_parts(parts, state).await?;
        Ok(Self(Some(key)))
    }
}

/// The host, with the secret that the seats' secrets derive from.
pub(crate) struct SimulHost {
    pub(crate) secret: Secret,
    pub(crate) key: SeatKey,
}

impl<S: Send + Sync> FromRequestParts<S> for SimulHost {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        let secret = Secret::of(&parts.headers)?;
        let key = key_of(&secret);
        Ok(Self { secret, key })
    }
}
