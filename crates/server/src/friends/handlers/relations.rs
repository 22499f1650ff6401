//! What an account does towards another: it asks, answers, parts, keeps away.

use std::sync::atomic::{AtomicBool, Ordering};

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use damier_people::accounts::{Account, AccountId};
use damier_people::friends::{
    Bond, FriendRefusal, MOST_ASKED, MOST_ASKING, MOST_BLOCKED, MOST_FRIENDS, Standing,
};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::SignedInHere;
use crate::api::body::JsonBody;
use crate::client::{Client, ClientNetwork};
use crate::friends::extract::{Crowds, OtherPath, bond, change, refused};
use crate::friends::handlers::list::BondShown;
use crate::friends::state::FriendsState;
use crate::guard::load::Permit;
use crate::guard::to_its_end::to_its_end;
use crate::problem::{Document, Problem};
use crate::push::Called;

/// What somebody does towards another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FriendDeed {
    /// Asks to be friends. Where the other one asks too, they are.
    Ask,
    /// Accepts a request.
    Accept,
    /// Declines a request. Whoever has asked is told nothing.
    Decline,
    /// Is friends no longer, or asks no longer.
    Part,
    /// Keeps the other one away, who is told nothing.
    Block,
    /// Keeps the other one away no longer.
    Unblock,
}

/// What somebody does.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FriendSaying {
    say: FriendDeed,
}

/// Asks somebody to be friends, answers, parts, or keeps somebody away. Sending it again changes nothing.
#[utoipa::path(
    post,
    path = "/account/friends/{name}",
    tag = "friends",
    params(("name" = String, Path, description = "The name of an account")),
    request_body = FriendSaying,
    security(("session" = [])),
    responses(
        (status = 200, description = "What they are to each other now", body = BondShown),
        (status = 401, description = "Nobody is signed in", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "A token may not do that", body = Document, content_type = "application/problem+json"),
        (status = 404, description = "No account has this name", body = Document, content_type = "application/problem+json"),
        (status = 409, description = "Not between these two, or there are too many; `reason` says why", body = Document,
         content_type = "application/problem+json"),
        (status = 429, description = "The account, or this address, has asked too many today; `retry_after_s` says how long to wait",
         body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn say(
    State(state): State<FriendsState>,
    Extension(Client(client)): Extension<Client>,
    Extension(permit): Extension<Permit>,
    SignedInHere(here): SignedInHere,
    OtherPath(other): OtherPath,
    JsonBody(FriendSaying { say }): JsonBody<FriendSaying>,
) -> Result<Json<BondShown>, Problem> {
    let (own, now_ms) = (here.account.id, state.clock.now_ms());
    if say == FriendDeed::Ask {
        let (bond, _) = bond(&state, own, other.id).await?;
        // Only what is new to the other one counts.
        if bond.seen_by(own) == Standing::Stranger {
            let network = ClientNetwork::of(client.ip());
            state.attempts
                .friend_request(own, network, now_ms)
                .map_err(|denied| {
                    Problem::new(
                        StatusCode::TOO_MANY_REQUESTS,
                        "too-many-friend-requests",
                        "too many were asked today",
                        "this account, or this address, has asked too many to be friends within a day",
                    )
                    .retry_after(denied.wait_s)
                })?;
        }
    }
    if matches!(say, FriendDeed::Accept | FriendDeed::Decline) {
        // Whoever takes no requests is told of none, and answers none.
        let (bond, _) = bond(&state, own, other.id).await?;
        let is_hidden = bond.seen_by(own) == Standing::IsAsked
            && !state.store.friend_choices(own).await?.takes_requests;
        if is_hidden {
            return Err(refused(FriendRefusal::NotAsked));
        }
    }
    let work = carried_out(state.clone(), say, here.account, other.id);
    let changed = to_its_end(permit, work).await?;
    Ok(Json(BondShown::new(other.name, changed.seen_by(own))))
}

/// Does it, and tells those whom it concerns. To the end, also where whoever asks hangs up: a request that is counted is there.
async fn carried_out(
    state: FriendsState,
    say: FriendDeed,
    by: Account,
    other: AccountId,
) -> Result<Bond, Problem> {
    let (own, now_ms) = (by.id, state.clock.now_ms());
    let is_new = AtomicBool::new(false);
    let changed = change(&state, own, other, |bond, crowds| {
        let before = bond.seen_by(own);
        match say {
            FriendDeed::Ask => bond.ask(own, now_ms)?,
            FriendDeed::Accept => bond.answer(own, true, now_ms)?,
            FriendDeed::Decline => bond.answer(own, false, now_ms)?,
            FriendDeed::Part => bond.part(own, now_ms),
            FriendDeed::Block => bond.block(own, now_ms),
            FriendDeed::Unblock => bond.unblock(own, now_ms),
        }
        let after = bond.seen_by(own);
        is_new.store(after != before, Ordering::Relaxed);
        if after == before {
            return Ok(());
        }
        has_room(after, crowds)
    })
    .await?;
    if matches!(say, FriendDeed::Part | FriendDeed::Block) {
        state.games.actors.notify_unfriended();
    }
    let is_asked = say == FriendDeed::Ask && changed.seen_by(other) == Standing::IsAsked;
    if is_asked && is_new.load(Ordering::Relaxed) && state.games.actors.pusher.is_set() {
        let choices = state.store.friend_choices(other).await?;
        if choices.takes_requests {
            let name = by.name;
            state
                .games
                .actors
                .pusher
                .call(other, Called::Friend { name });
        }
    }
    Ok(changed)
}

/// Whether both accounts may have one more bond of this kind.
fn has_room(standing: Standing, crowds: &Crowds) -> Result<(), FriendRefusal> {
    let (own, their) = (&crowds.own, &crowds.their);
    let refusal = match standing {
        Standing::Friend if own.friends >= MOST_FRIENDS => FriendRefusal::TooManyFriends,
        Standing::Friend if their.friends >= MOST_FRIENDS => FriendRefusal::TheirFriends,
        Standing::Asked if own.asked >= MOST_ASKED => FriendRefusal::TooManyAsked,
        Standing::Asked if their.asking >= MOST_ASKING => FriendRefusal::TooManyAsking,
        Standing::Blocked if own.blocked >= MOST_BLOCKED => FriendRefusal::TooManyBlocked,
        _ => return Ok(()),
    };
    Err(refusal)
}
