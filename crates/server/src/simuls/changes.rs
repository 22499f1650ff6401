//! How a simul is found and changed, and why it refuses.

use std::borrow::Cow;

use damier_people::documents::RetryCounter;
use damier_people::simuls::{Simul, SimulId, SimulRefusal, StoredSimul};

use crate::problem::Problem;
use crate::simuls::state::SimulsState;

/// The current state of a simul.
pub(crate) async fn find(state: &SimulsState, id: SimulId) -> Result<StoredSimul, Problem> {
    let found = state.simuls.simul(id).await?;
    found.ok_or_else(no_simul)
}

/// Changes a simul. `act` may run several times, each time on the current state. Returns the new
/// state.
pub(crate) async fn change<E>(
    state: &SimulsState,
    id: SimulId,
    mut act: impl FnMut(&mut Simul) -> Result<(), E>,
) -> Result<Simul, Problem>
where
    Problem: From<E>,
{
    let _turn = state.boards.turn.lock().await;
    let mut tries = RetryCounter::default();
    loop {
        tries.begin()?;
        let StoredSimul { simul, version } = find(state, id).await?;
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
    Problem::conflict("simul-exists", "the id or the secret is taken", detail)
}

/// No simul has this id.
pub(crate) fn no_simul() -> Problem {
    Problem::not_found(
        "simul-not-found",
        "no such simul",
        "no simul has this id, or it was removed",
    )
}

impl From<SimulRefusal> for Problem {
    fn from(refusal: SimulRefusal) -> Self {
        let problem = match refusal {
            SimulRefusal::NotHost | SimulRefusal::Refused | SimulRefusal::AccountNeeded => {
                Self::forbidden
            }
            SimulRefusal::NoSuchGuest => Self::not_found,
            SimulRefusal::NoSuchLevel => Self::unprocessable,
            _ => Self::conflict,
        };
        problem(
            "simul-refuses",
            "not possible in this simul",
            refusal.to_string(),
        )
        .because(refusal.code(), None)
    }
}

/// The body is well-formed but its content is not allowed.
pub(crate) fn unfit(
    reason: impl Into<Cow<'static, str>>,
    error: impl std::fmt::Display,
) -> Problem {
    Problem::unprocessable(
        "not-for-a-simul",
        "not possible for a simul",
        error.to_string(),
    )
    .because(reason, None)
}
