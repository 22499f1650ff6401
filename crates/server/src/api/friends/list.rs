//! The friends of an account: who is here and what they play, who asks, who was asked, and who is kept away.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use damier_club::account::{AccountId, Scope};
use damier_club::friends::{FriendChoices, FriendRefusal, KeptBond, Standing};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::body::JsonBody;
use super::super::challenges::{WaitingChallenge, all_waiting};
use super::who::{OtherPath, bond, challenges_for, whereabouts};
use crate::accounts::{SignedIn, SignedInHere, not_signed_in};
use crate::app::App;
use crate::problem::{Document, Problem};

/// A friend.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FriendShown {
    name: String,
    /// Whether the friend looks at the lobby or sits at a live game, as far as the friend shows that.
    here: bool,
    /// What the friend plays now; null for nothing.
    playing: Option<PlayingShown>,
}

/// What a friend plays. With whom is not told.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayingShown {
    /// The stable name of the game of the family.
    #[schema(example = "international")]
    variant: &'static str,
    /// Whether friends may look on.
    watch: bool,
}

/// Somebody who asks, or was asked.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RequestShown {
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
pub(crate) struct ChoicesShown {
    /// Whether friends see that the account is here.
    here: bool,
    /// Whether friends may look on at its games.
    watch: bool,
    /// Whether anybody may ask to be a friend. Where not, whoever asks waits without being seen.
    asked: bool,
}

/// The friends of an account, in the order of their names.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FriendList {
    friends: Vec<FriendShown>,
    /// Who asks, and waits for an answer.
    asking: Vec<RequestShown>,
    /// Who was asked, and has not accepted: not yet, or never.
    asked: Vec<RequestShown>,
    /// Who is kept away.
    blocked: Vec<String>,
    /// The challenges of friends that wait.
    challenges: Vec<FriendChallenge>,
    choices: ChoicesShown,
}

/// What an account is to another.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BondShown {
    /// The name of the other one.
    name: String,
    /// `stranger`; `asked` where the other one was asked; `asks` where that one asks; `friend`; `blocked` where that one is kept away;
    /// `oneself`.
    #[schema(pattern = "^(stranger|asked|asks|friend|blocked|oneself)$")]
    standing: &'static str,
}

impl BondShown {
    pub(super) fn new(name: String, standing: Standing) -> Self {
        Self {
            name,
            standing: standing.code(),
        }
    }
}

impl From<FriendChoices> for ChoicesShown {
    fn from(choices: FriendChoices) -> Self {
        Self {
            here: choices.shows_here,
            watch: choices.lets_watch,
            asked: choices.takes_requests,
        }
    }
}

/// The friends of the account, with who is here and what they play, requests, challenges of friends, and who is kept away.
#[utoipa::path(
    get,
    path = "/account/friends",
    tag = "friends",
    security(("session" = []), ("token" = ["play:read"])),
    responses(
        (status = 200, description = "All of them", body = FriendList),
        (status = 401, description = "Nobody is signed in", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "The token may not do that", body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    signed_in: SignedIn,
) -> Result<Json<FriendList>, Problem> {
    signed_in.require(Scope::PlayRead)?;
    of(&app, signed_in.account.id).await.map(Json)
}

/// All that an account is told of its friends.
pub(super) async fn of(app: &App, own: AccountId) -> Result<FriendList, Problem> {
    let (store, now_ms) = (&app.rooms.store, app.clock.now_ms());
    let choices = store.friend_choices(own).await?;
    let mut list = FriendList {
        friends: Vec::new(),
        asking: Vec::new(),
        asked: Vec::new(),
        blocked: Vec::new(),
        challenges: challenges(app, own).await?,
        choices: choices.into(),
    };
    for mut kept in store.bonds_of(own).await? {
        kept.bond.pass_time(now_ms);
        let since_ms = kept.bond.since_ms(own);
        match kept.bond.seen_by(own) {
            Standing::Friend => list.friends.push(friend(app, kept).await?),
            Standing::Asked => list.asked.push(RequestShown {
                name: kept.other.name,
                since_ms,
            }),
            Standing::IsAsked if choices.takes_requests => list.asking.push(RequestShown {
                name: kept.other.name,
                since_ms,
            }),
            Standing::Stranger | Standing::IsAsked => {}
            Standing::Blocked => list.blocked.push(kept.other.name),
        }
    }
    Ok(list)
}

async fn friend(app: &App, kept: KeptBond) -> Result<FriendShown, Problem> {
    let there = whereabouts(app, &kept);
    let playing = match there.and_then(|there| there.game) {
        Some(game) => super::games::played(app, kept.other.id, game).await?,
        None => None,
    };
    Ok(FriendShown {
        name: kept.other.name,
        here: there.is_some(),
        playing: playing.map(|variant| PlayingShown {
            variant,
            watch: kept.choices.lets_watch,
        }),
    })
}

async fn challenges(app: &App, own: AccountId) -> Result<Vec<FriendChallenge>, Problem> {
    let waiting = challenges_for(app, own).await?.into_iter();
    let open = waiting
        .filter(|it| it.rematch_of.is_none())
        .map(|it| it.open)
        .collect::<Vec<_>>();
    let from: Vec<String> = open
        .iter()
        .map(|open| open.challenge.host.clone())
        .collect();
    let told = all_waiting(app, open, false).await?;
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
        (status = 200, description = "What they are to each other", body = BondShown),
        (status = 401, description = "Nobody is signed in", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "The token may not do that", body = Document, content_type = "application/problem+json"),
        (status = 404, description = "No account has this name", body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn find(
    State(app): State<Arc<App>>,
    signed_in: SignedIn,
    OtherPath(other): OtherPath,
) -> Result<Json<BondShown>, Problem> {
    signed_in.require(Scope::PlayRead)?;
    let own = signed_in.account.id;
    if own == other.id {
        return Ok(Json(BondShown {
            name: other.name,
            standing: FriendRefusal::Oneself.code(),
        }));
    }
    let (bond, _) = bond(&app, own, other.id).await?;
    let standing = match bond.seen_by(own) {
        Standing::IsAsked if !app.rooms.store.friend_choices(own).await?.takes_requests => {
            Standing::Stranger
        }
        standing => standing,
    };
    Ok(Json(BondShown::new(other.name, standing)))
}

/// Chooses what friends and strangers may do.
#[utoipa::path(
    put,
    path = "/account/friend-choices",
    tag = "friends",
    request_body = ChoicesShown,
    security(("session" = [])),
    responses(
        (status = 200, description = "That is chosen", body = ChoicesShown),
        (status = 401, description = "Nobody is signed in", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "A token may not do that", body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn choose(
    State(app): State<Arc<App>>,
    SignedInHere(here): SignedInHere,
    JsonBody(wanted): JsonBody<ChoicesShown>,
) -> Result<Json<ChoicesShown>, Problem> {
    let choices = FriendChoices {
        shows_here: wanted.here,
        lets_watch: wanted.watch,
        takes_requests: wanted.asked,
    };
    if app.rooms.store.choose(here.account.id, choices).await? {
        app.rooms.tell_parted(); // from friends who look on, perhaps
        Ok(Json(wanted))
    } else {
        Err(not_signed_in()) // the account is gone since the session was looked up
    }
}
