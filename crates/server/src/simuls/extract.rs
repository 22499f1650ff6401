//! Extractors of simuls, and how a simul is changed.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use damier_people::documents::Tries;
use damier_people::simuls::{KeptSimul, Simul, SimulId, SimulRefusal};
use damier_session::SeatKey;
use serde::Deserialize;

use crate::live::seats::{BearerSeat, key_of};
use crate::problem::Problem;
use crate::secret::Secret;
use crate::simuls::state::SimulsState;

/// The simul in the path.
pub(crate) struct SimulPath(pub(crate) SimulId);

#[derive(Deserialize)]
struct Address {
    simul: String,
}

impl<S: Send + Sync> FromRequestParts<S> for SimulPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let address = Path::<Address>::from_request_parts(parts, state).await;
        let id = address.ok().and_then(|Path(it)| it.simul.parse().ok());
        id.map(Self).ok_or_else(no_simul)
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

/// The current state of a simul.
pub(crate) async fn find(state: &SimulsState, id: SimulId) -> Result<KeptSimul, Problem> {
    let found = state.simuls.simul(id).await?;
    found.ok_or_else(no_simul)
}

/// Changes a simul. `act` may run several times, each time on the current state. Returns the new
/// state.
pub(crate) async fn change(
    state: &SimulsState,
    id: SimulId,
    mut act: impl FnMut(&mut Simul) -> Result<(), Problem>,
) -> Result<Simul, Problem> {
    let _turn = state.boards.turn.lock().await;
    let mut tries = Tries::default();
    loop {
        tries.begin()?;
        let KeptSimul { simul, version } = find(state, id).await?;
        let mut changed = simul.clone();
        act(&mut changed)?;
        let now_ms = state.clock.now_ms();
        if changed == simul || state.simuls.store_simul(&changed, version, now_ms).await? {
            return Ok(changed);
        }
    }
}

/// Another simul has the id, or another seat the secret.
pub(crate) fn exists(detail: &str) -> Problem {
    Problem::new(
        StatusCode::CONFLICT,
        "simul-exists",
        "the id or the secret is taken",
        detail,
    )
}

/// No simul has this id.
pub(crate) fn no_simul() -> Problem {
    Problem::new(
        StatusCode::NOT_FOUND,
        "simul-not-found",
        "no such simul",
        "no simul has this id, or it was removed",
    )
}

/// The simul rejects the operation.
pub(crate) fn refused(refusal: SimulRefusal) -> Problem {
    let status = match refusal {
        SimulRefusal::NotHost | SimulRefusal::Refused | SimulRefusal::AccountNeeded => {
            StatusCode::FORBIDDEN
        }
        SimulRefusal::NobodyThere => StatusCode::NOT_FOUND,
        SimulRefusal::NoSuchLevel => StatusCode::UNPROCESSABLE_ENTITY,
        _ => StatusCode::CONFLICT,
    };
    Problem::new(
        status,
        "simul-refuses",
        "not possible in this simul",
        refusal.to_string(),
    )
    .because(refusal.code(), None)
}

/// The body is well-formed but its content is not allowed.
pub(crate) fn unfit(reason: &'static str, error: impl std::fmt::Display) -> Problem {
    Problem::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "not-for-a-simul",
        "not possible for a simul",
        error.to_string(),
    )
    .because(reason, None)
}
