//! The friends of an account: who is here and what they play, who asks, who was asked, and who is
//! kept away.

use axum::Json;
use axum::extract::State;
use damier_people::accounts::{AccountId, Scope};
use damier_people::friends::{FriendChoices, FriendRefusal, KeptBond, Standing};
use damier_wire::challenges::WaitingChallenge;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::{SignedIn, SignedInHere, not_signed_in};
use crate::api::body::JsonBody;
use crate::challenges::views::to_views;
use crate::friends::extract::{AccountPath, bond, challenges_for, whereabouts};
use crate::friends::state::FriendsState;
use crate::problem::{Document, Problem};

/// A friend.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FriendView {
    name: String,
    /// Whether the friend looks at the lobby or sits at a live game, as far as the friend shows
    /// that.
    here: bool,
    /// What the friend plays now, or null.
    playing: Option<PlayingView>,
}

/// What a friend plays, without the opponent.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayingView {
    /// The stable name of the game of the family.
    #[schema(example = "international")]
    variant: &'static str,
    /// Whether friends may spectate.
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
    /// Whose it is.
    from: String,
    #[serde(flatten)]
    waiting: WaitingChallenge,
}

/// What the owner of an account lets friends and strangers do.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FriendChoicesView {
    /// Whether friends see that the account is here.
    here: bool,
    /// Whether friends may spectate its games.
    watch: bool,
    /// Whether any account may send a friend request. If not, requests wait without being shown.
    asked: bool,
}

/// The friends of an account, in the order of their names.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FriendList {
    friends: Vec<FriendView>,
    /// Who asks, and waits for an answer.
    asking: Vec<RequestView>,
    /// Who was asked, and has not accepted: not yet, or never.
    asked: Vec<RequestView>,
    /// Who is kept away.
    blocked: Vec<String>,
    /// The challenges of friends that wait.
    challenges: Vec<FriendChallenge>,
    choices: FriendChoicesView,
}

/// What an account is to another.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RelationView {
    /// The name of the other one.
    name: String,
    /// `stranger`; `asked` where the other one was asked; `asks` where that one asks; `friend`;
    /// `blocked` where that one is kept away; `oneself`.
    #[schema(pattern = "^(stranger|asked|asks|friend|blocked|oneself)$")]
    standing: &'static str,
}

impl RelationView {
    pub(crate) fn new(name: String, standing: Standing) -> Self {
        Self {
            name,
            standing: standing.code(),
        }
    }
}

impl From<FriendChoices> for FriendChoicesView {
    fn from(choices: FriendChoices) -> Self {
        Self {
            here: choices.shows_here,
            watch: choices.lets_watch,
            asked: choices.takes_requests,
        }
    }
}

/// The friends of the account, with who is here and what they play, requests, challenges of
/// friends, and who is kept away.
#[utoipa::path(
    get,
    path = "/account/friends",
    tag = "friends",
    security(("session" = []), ("token" = ["play:read"])),
    responses(
        (status = 200, description = "All of them", body = FriendList),
        (status = 401, description = "Not signed in", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "The token lacks the scope", body = Document, content_type = "application/problem+json"),
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
        choices: choices.into(),
    };
    for mut kept in state.friends.bonds_of(own).await? {
        kept.bond.pass_time(now_ms);
        let since_ms = kept.bond.since_ms(own);
        match kept.bond.seen_by(own) {
            Standing::Friend => list.friends.push(friend(state, kept).await?),
            Standing::Asked => list.asked.push(RequestView {
                name: kept.other.name,
                since_ms,
            }),
            Standing::IsAsked if choices.takes_requests => list.asking.push(RequestView {
                name: kept.other.name,
                since_ms,
            }),
            Standing::Stranger | Standing::IsAsked => {}
            Standing::Blocked => list.blocked.push(kept.other.name),
        }
    }
    Ok(list)
}

async fn friend(state: &FriendsState, kept: KeptBond) -> Result<FriendView, Problem> {
    let there = whereabouts(state, &kept);
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
    let told = to_views(&*state.ratings, open, false, state.clock.now_ms()).await?;
    let told = from.into_iter().zip(told);
    Ok(told
        .map(|(from, waiting)| FriendChallenge { from, waiting })
        .collect())
}

/// What the account is to another.
#[utoipa::path(
    get,
    path = "/account/friends/{name}",
    tag = "friends",
    params(("name" = String, Path, description = "The name of an account")),
    security(("session" = []), ("token" = ["play:read"])),
    responses(
        (status = 200, description = "What they are to each other", body = RelationView),
        (status = 401, description = "Not signed in", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "The token lacks the scope", body = Document, content_type = "application/problem+json"),
        (status = 404, description = "No account has this name", body = Document, content_type = "application/problem+json"),
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
    let (bond, _) = bond(&state, own, other.id).await?;
    let standing = match bond.seen_by(own) {
        Standing::IsAsked if !state.friends.friend_choices(own).await?.takes_requests => {
            Standing::Stranger
        }
        standing => standing,
    };
    Ok(Json(RelationView::new(other.name, standing)))
}

/// Chooses what friends and strangers may do.
#[utoipa::path(
    put,
    path = "/account/friend-choices",
    tag = "friends",
    request_body = FriendChoicesView,
    security(("session" = [])),
    responses(
        (status = 200, description = "That is chosen", body = FriendChoicesView),
        (status = 401, description = "Not signed in", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "A session is needed, a token is not enough", body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn choose(
    State(state): State<FriendsState>,
    SignedInHere(here): SignedInHere,
    JsonBody(wanted): JsonBody<FriendChoicesView>,
) -> Result<Json<FriendChoicesView>, Problem> {
    let choices = FriendChoices {
        shows_here: wanted.here,
        lets_watch: wanted.watch,
        takes_requests: wanted.asked,
    };
    if state.friends.choose(here.account.id, choices).await? {
        state.games.actors.notify_unfriended(); // from friends who look on, perhaps
        Ok(Json(wanted))
    } else {
        Err(not_signed_in()) // the account is gone since the session was looked up
    }
}
