//! The relations of an account: friends with presence and current game, requests in both
//! directions, and blocked accounts.

use axum::extract::State;
use damier_people::accounts::{AccountId, Scope};
use damier_people::friends::{FriendChoices, FriendRefusal, ListedRelationship, Relation};
use damier_wire::challenges::WaitingChallenge;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::account_path::AccountPath;
use crate::accounts::{SignedIn, SignedInHere, not_signed_in};
use crate::api::body::Json;
use crate::challenges::views::to_views;
use crate::friends::changes::{challenges_for, presence_of, relationship};
use crate::friends::state::FriendsState;
use crate::problem::Problem;

/// A friend.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FriendView {
    name: String,
    /// Whether the friend is in the lobby or at a live game, as far as the friend shows it.
    here: bool,
    /// The friend's current game, or null.
    playing: Option<PlayingView>,
}

/// A friend's current game, without the opponent.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayingView {
    /// The stable name of the variant.
    #[schema(example = "international")]
    variant: &'static str,
    /// Whether friends may watch.
    watch: bool,
}

/// The other side of a friend request.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RequestView {
    name: String,
    /// Since when, in Unix milliseconds.
    since_ms: u64,
}

/// A challenge of a friend.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FriendChallenge {
    /// The friend's name.
    from: String,
    #[serde(flatten)]
    waiting: WaitingChallenge,
}

/// The relations of an account, sorted by name.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FriendList {
    friends: Vec<FriendView>,
    /// Received requests that wait for an answer.
    asking: Vec<RequestView>,
    /// Sent requests that are not accepted, whether declined or not.
    asked: Vec<RequestView>,
    /// Blocked accounts.
    blocked: Vec<String>,
    /// Open challenges of friends.
    challenges: Vec<FriendChallenge>,
    choices: FriendChoices,
}

/// The relation to another account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RelationView {
    /// The name of the other account.
    name: String,
    /// `stranger`; `asked` after sending a request; `asks` after receiving one; `friend`; `blocked`
    /// if this account blocks the other; `oneself`.
    #[schema(pattern = "^(stranger|asked|asks|friend|blocked|oneself)$")]
    standing: &'static str,
}

impl RelationView {
    pub(crate) fn new(name: String, relation: Relation) -> Self {
        Self {
            name,
            standing: relation.code(),
        }
    }
}

/// The friends of the account with presence and current game, requests, challenges of friends, and
/// blocked accounts.
#[utoipa::path(
    get,
    path = "/account/friends",
    security(("session" = []), ("token" = ["play:read"])),
    responses(
        (status = 200, description = "Friends, requests, challenges and blocked accounts", body = FriendList),
    )
)]
pub(crate) async fn list(
    State(state): State<FriendsState>,
    signed_in: SignedIn,
) -> Result<Json<FriendList>, Problem> {
    signed_in.require(Scope::PlayRead)?;
    of(&state, signed_in.account.id).await.map(Json)
}

/// All relations of an account.
pub(crate) async fn of(state: &FriendsState, own: AccountId) -> Result<FriendList, Problem> {
    let now_ms = state.clock.now_ms();
    let choices = state.friends.friend_choices(own).await?;
    let mut list = FriendList {
        friends: Vec::new(),
        asking: Vec::new(),
        asked: Vec::new(),
        blocked: Vec::new(),
        challenges: challenges(state, own).await?,
        choices,
    };
    for mut kept in state.friends.bonds_of(own).await? {
        kept.relationship.expire(now_ms);
        let since_ms = kept.relationship.since_ms(own);
        match kept.relationship.seen_by(own) {
            Relation::Friend => list.friends.push(friend(state, kept).await?),
            Relation::Asked => list.asked.push(RequestView {
                name: kept.other.name,
                since_ms,
            }),
            Relation::IsAsked if choices.takes_requests => list.asking.push(RequestView {
                name: kept.other.name,
                since_ms,
            }),
            Relation::Stranger | Relation::IsAsked => {}
            Relation::Blocked => list.blocked.push(kept.other.name),
        }
    }
    Ok(list)
}

async fn friend(state: &FriendsState, kept: ListedRelationship) -> Result<FriendView, Problem> {
    let there = presence_of(state, &kept);
    let playing = match there.and_then(|there| there.game) {
        Some(game) => crate::friends::handlers::games::played(state, kept.other.id, game).await?,
        None => None,
    };
    Ok(FriendView {
        name: kept.other.name,
        here: there.is_some(),
        playing: playing.map(|variant| PlayingView {
            variant,
            watch: kept.choices.lets_watch,
        }),
    })
}

async fn challenges(state: &FriendsState, own: AccountId) -> Result<Vec<FriendChallenge>, Problem> {
    let waiting = challenges_for(state, own).await?.into_iter();
    let open = waiting
        .filter(|it| it.rematch_of.is_none())
        .map(|it| it.open)
        .collect::<Vec<_>>();
    let from: Vec<String> = open
        .iter()
        .map(|open| open.challenge.host.clone())
        .collect();
    let views = to_views(&*state.ratings, open, false, state.clock.now_ms()).await?;
    let views = from.into_iter().zip(views);
    Ok(views
        .map(|(from, waiting)| FriendChallenge { from, waiting })
        .collect())
}

/// The account's relation to another.
#[utoipa::path(
    get,
    path = "/account/friends/{name}",
    security(("session" = []), ("token" = ["play:read"])),
    responses(
        (status = 200, description = "The relation", body = RelationView),
    )
)]
pub(crate) async fn find(
    State(state): State<FriendsState>,
    signed_in: SignedIn,
    AccountPath(other): AccountPath,
) -> Result<Json<RelationView>, Problem> {
    signed_in.require(Scope::PlayRead)?;
    let own = signed_in.account.id;
    if own == other.id {
        return Ok(Json(RelationView {
            name: other.name,
            standing: FriendRefusal::Oneself.code(),
        }));
    }
    let (relationship, _) = relationship(&state, own, other.id).await?;
    let relation = match relationship.seen_by(own) {
        Relation::IsAsked if !state.friends.friend_choices(own).await?.takes_requests => {
            Relation::Stranger
        }
        relation => relation,
    };
    Ok(Json(RelationView::new(other.name, relation)))
}

/// Changes what friends and strangers may do.
#[utoipa::path(
    put,
    path = "/account/friend-choices",
    security(("session" = [])),
    responses(
        (status = 200, description = "The choices were stored", body = FriendChoices),
    )
)]
pub(crate) async fn choose(
    State(state): State<FriendsState>,
    SignedInHere(here): SignedInHere,
    Json(choices): Json<FriendChoices>,
) -> Result<Json<FriendChoices>, Problem> {
    if state.friends.choose(here.account.id, choices).await? {
        state.games.actors.notify_unfriended(); // one of them may be a spectator
        Ok(Json(choices))
    } else {
        Err(not_signed_in()) // the account was deleted meanwhile
    }
}
