//! Changes of a relation by one account: request, answer, end, block.

use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::{Extension, State};
use damier_people::accounts::{Account, AccountId};
use damier_people::friends::{
    FriendRefusal, MAX_ASKING, MAX_BLOCKED, MAX_FRIENDS, MAX_SENT_REQUESTS, Relation, Relationship,
};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::SignedInHere;
use crate::accounts::account_path::AccountPath;
use crate::api::body::Json;
use crate::client::ClientNetwork;
use crate::friends::changes::{BothCounts, change, relationship};
use crate::friends::handlers::list::RelationView;
use crate::friends::state::FriendsState;
use crate::guard::load::Permit;
use crate::guard::run_to_completion::run_to_completion;
use crate::problem::Problem;
use crate::push::PushNotice;

/// A change of the relation to another account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FriendAction {
    /// Sends a friend request. If the other account has sent one, both become friends.
    Ask,
    /// Accepts a request.
    Accept,
    /// Declines a request, without notice to the other account.
    Decline,
    /// Ends the friendship, or withdraws a request.
    Part,
    /// Blocks the other account, without notice to it.
    Block,
    /// Unblocks the other account.
    Unblock,
}

/// The change.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FriendRequest {
    say: FriendAction,
}

/// Sends, accepts or declines a friend request, ends a friendship, or blocks an account.
///
/// Idempotent.
#[utoipa::path(
    post,
    path = "/account/friends/{name}",
    security(("session" = [])),
    responses(
        (status = 200, description = "The relation", body = RelationView),
        (status = 409, description = "Not possible between these accounts, or there are too many; `reason` says why"),
        (status = 429, description = "Too many requests of this account or address today; `retry_after_s` says how long to wait"),
    )
)]
pub(crate) async fn change_relation(
    State(state): State<FriendsState>,
    network: ClientNetwork,
    Extension(permit): Extension<Permit>,
    SignedInHere(here): SignedInHere,
    AccountPath(other): AccountPath,
    Json(FriendRequest { say: action }): Json<FriendRequest>,
) -> Result<Json<RelationView>, Problem> {
    let own = here.account.id;
    if action == FriendAction::Ask {
        let (relationship, _) = relationship(&state, own, other.id).await?;
        // Only a new request to a stranger counts.
        if relationship.seen_by(own) == Relation::Stranger {
            state.limits.take_friend_request(own, network)?;
        }
    }
    if matches!(action, FriendAction::Accept | FriendAction::Decline) {
        // An account that accepts no requests does not see them and cannot answer them.
        let (relationship, _) = relationship(&state, own, other.id).await?;
        let is_hidden = relationship.seen_by(own) == Relation::IsAsked
            && !state.friends.friend_choices(own).await?.takes_requests;
        if is_hidden {
            return Err(FriendRefusal::NotAsked.into());
        }
    }
    let work = carried_out(state.clone(), action, here.account, other.id);
    let changed = run_to_completion(permit, work).await?;
    Ok(Json(RelationView::new(other.name, changed.seen_by(own))))
}

/// Changes the relation and notifies both accounts. Runs to completion even if the client
/// disconnects, so that a counted request is stored.
async fn carried_out(
    state: FriendsState,
    action: FriendAction,
    by: Account,
    other: AccountId,
) -> Result<Relationship, Problem> {
    let (own, now_ms) = (by.id, state.clock.now_ms());
    let is_new = AtomicBool::new(false);
    let changed = change(&state, own, other, |relationship, counts| {
        let before = relationship.seen_by(own);
        match action {
            FriendAction::Ask => relationship.ask(own, now_ms)?,
            FriendAction::Accept => relationship.answer(own, true, now_ms)?,
            FriendAction::Decline => relationship.answer(own, false, now_ms)?,
            FriendAction::Part => relationship.part(own, now_ms),
            FriendAction::Block => relationship.block(own, now_ms),
            FriendAction::Unblock => relationship.unblock(own, now_ms),
        }
        let after = relationship.seen_by(own);
        is_new.store(after != before, Ordering::Relaxed);
        if after == before {
            return Ok(());
        }
        has_room(after, counts)
    })
    .await?;
    if matches!(action, FriendAction::Part | FriendAction::Block) {
        state.games.actors.notify_unfriended();
    }
    let is_asked = action == FriendAction::Ask && changed.seen_by(other) == Relation::IsAsked;
    if is_asked && is_new.load(Ordering::Relaxed) && state.games.actors.pusher.is_set() {
        let choices = state.friends.friend_choices(other).await?;
        if choices.takes_requests {
            let name = by.name;
            state
                .games
                .actors
                .pusher
                .notify(other, PushNotice::Friend { name });
        }
    }
    Ok(changed)
}

/// Whether both accounts may have one more relation of this kind.
fn has_room(relation: Relation, counts: &BothCounts) -> Result<(), FriendRefusal> {
    let (own, their) = (&counts.own, &counts.their);
    let refusal = match relation {
        Relation::Friend if own.friends >= MAX_FRIENDS => FriendRefusal::TooManyFriends,
        Relation::Friend if their.friends >= MAX_FRIENDS => FriendRefusal::TheirFriends,
        Relation::Asked if own.asked >= MAX_SENT_REQUESTS => FriendRefusal::TooManyAsked,
        Relation::Asked if their.asking >= MAX_ASKING => FriendRefusal::TooManyAsking,
        Relation::Blocked if own.blocked >= MAX_BLOCKED => FriendRefusal::TooManyBlocked,
        _ => return Ok(()),
    };
    Err(refusal)
}
