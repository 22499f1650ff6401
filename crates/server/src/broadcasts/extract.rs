//! Extractors of broadcast requests: the caller, and the broadcast, round and board in the path.

use std::collections::HashMap;
use std::fmt::Display;
use std::str::FromStr;

use axum::extract::FromRef;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use damier_people::accounts::Scope;
use damier_people::broadcasts::{
    BroadcastId, BroadcastKey, MAX_BOARDS, MAX_ROUNDS, StoredBroadcast,
};

use crate::accounts::SignedIn;
use crate::broadcasts::state::BroadcastsState;
use crate::problem::Problem;
use crate::secret::Secret;

/// Hashed before the secret of a broadcaster.
const SECRET: &[u8] = b"damier broadcast secret 1\n";

/// A broadcaster: authenticated by a secret in the header `Authorization: Bearer SECRET`, or by an
/// account.
pub(crate) struct Runner(pub(crate) BroadcastKey);

impl<S: Send + Sync> FromRequestParts<S> for Runner
where
    BroadcastsState: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let state = &BroadcastsState::from_ref(state);
        let secret = Secret::of(&parts.headers);
        if let Ok(secret) = &secret {
            return Ok(Self(BroadcastKey::from_bytes(secret.digest(SECRET))));
        }
        let Some(signed_in) =
            SignedIn::of(&*state.account_keys, state.clock.now_ms(), &parts.headers).await?
        else {
            return Err(secret.err().unwrap_or_else(Problem::internal));
        };
        signed_in.require(Scope::PlayWrite)?;
        Ok(Self(BroadcastKey::of_account(signed_in.account.id)))
    }
}

impl Runner {
    /// The broadcast, which must be the runner's.
    pub(crate) async fn own(
        &self,
        state: &BroadcastsState,
        id: &BroadcastId,
    ) -> Result<StoredBroadcast, Problem> {
        let kept = found(state, id).await?;
        if kept.owner == self.0 {
            Ok(kept)
        } else {
            Err(Problem::forbidden(
                "not-your-broadcast",
                "the broadcast belongs to another account",
                "only the broadcaster may change it",
            ))
        }
    }
}

/// The broadcast with this id.
pub(crate) async fn found(
    state: &BroadcastsState,
    id: &BroadcastId,
) -> Result<StoredBroadcast, Problem> {
    let kept = state.broadcasts.broadcast(id, state.clock.now_ms()).await?;
    kept.ok_or_else(|| {
        Problem::not_found(
            "broadcast-not-found",
            "no such broadcast",
            format!("no broadcast has the address {id}, or it was removed"),
        )
    })
}

/// The broadcast in the path.
pub(crate) struct BroadcastPath(pub(crate) BroadcastId);

/// The round in the path.
pub(crate) struct RoundPath {
    pub(crate) id: BroadcastId,
    pub(crate) round: u8,
}

/// The board in the path.
pub(crate) struct BoardPath {
    pub(crate) id: BroadcastId,
    pub(crate) round: u8,
    pub(crate) board: u16,
}

impl RoundPath {
    /// Requires that the broadcast has the round.
    pub(crate) fn require(&self, kept: &StoredBroadcast) -> Result<(), Problem> {
        require_round(self.round, kept)
    }
}

impl BoardPath {
    /// Requires that the broadcast has the round.
    pub(crate) fn require(&self, kept: &StoredBroadcast) -> Result<(), Problem> {
        require_round(self.round, kept)
    }
}

fn require_round(round: u8, kept: &StoredBroadcast) -> Result<(), Problem> {
    let rounds = kept.settings.rounds;
    if round <= rounds {
        Ok(())
    } else {
        let detail = format!("the broadcast has {rounds} rounds, and no round {round}");
        Err(Problem::not_found(
            "no-such-round",
            "the broadcast has no such round",
            detail,
        ))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for BroadcastPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        Names::of(parts, state).await?.id().map(Self)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for RoundPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let names = Names::of(parts, state).await?;
        Ok(Self {
            id: names.id()?,
            round: names.number("round", MAX_ROUNDS)?,
        })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for BoardPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let names = Names::of(parts, state).await?;
        Ok(Self {
            id: names.id()?,
            round: names.number("round", MAX_ROUNDS)?,
            board: names.number("board", MAX_BOARDS)?,
        })
    }
}

/// The parameters of a path, by name.
struct Names(HashMap<String, String>);

impl Names {
    async fn of(parts: &mut Parts, state: &(impl Send + Sync)) -> Result<Self, Problem> {
        let names = Path::<HashMap<String, String>>::from_request_parts(parts, state).await;
        let Path(names) = names.map_err(|rejection| bad_address(rejection.body_text()))?;
        Ok(Self(names))
    }

    fn text(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    fn id(&self) -> Result<BroadcastId, Problem> {
        self.text("id").parse().map_err(bad_address)
    }

    fn number<N>(&self, name: &str, most: N) -> Result<N, Problem>
    where
        N: FromStr + PartialOrd + From<u8> + Display + Copy,
    {
        let number = self.text(name).parse::<N>().ok();
        let number = number.filter(|number| (N::from(1)..=most).contains(number));
        number.ok_or_else(|| bad_address(format!("a {name} has a number from 1 to {most}")))
    }
}

fn bad_address(detail: impl Display) -> Problem {
    Problem::bad_request(
        "bad-broadcast",
        "invalid address of a broadcast",
        detail.to_string(),
    )
}
