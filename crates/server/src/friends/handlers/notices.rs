//! Notices of an account in one list: requests and challenges of friends, its turn in games that
//! may be left, ladder matches of its clubs, and rematch offers. The page polls it, also over plain
//! HTTP.

use axum::extract::State;
use damier_people::StoreError;
use damier_people::accounts::{AccountId, Scope};
use damier_people::friends::Relation;
use damier_people::live::LiveGame;
use damier_session::Player;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::SignedIn;
use crate::api::body::Json;
use crate::challenges::pace::players_may_leave;
use crate::clubs::memberships::wanting;
use crate::friends::changes::challenges_for;
use crate::friends::state::FriendsState;
use crate::problem::Problem;

/// How many running games are checked for the account's turn.
const MAX_GAMES: u32 = 50;

/// A notice.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Notice {
    /// A friend request.
    Friend { name: String, since_ms: u64 },
    /// A challenge of a friend.
    Challenge {
        id: String,
        name: String,
        variant: String,
        until_ms: u64,
    },
    /// It is the account's turn in a correspondence game, or in one without a clock. The number
    /// grows with each act, so that another turn is another notice.
    Turn {
        game: String,
        name: String,
        variant: &'static str,
        version: u32,
    },
    /// A club's ladder expects an `answer` to a challenge, both players to `play`, or the account
    /// to join its running `game`.
    Ladder {
        club: String,
        name: String,
        #[schema(pattern = "^(answer|play|game)$")]
        wants: &'static str,
    },
    /// The opponent of a finished game offers a rematch.
    Rematch {
        game: String,
        name: String,
        variant: String,
    },
}

/// The notices.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Notices {
    notices: Vec<Notice>,
}

/// The account's current notices.
///
/// A notice is returned as long as its reason holds, for example while it is the account's turn.
#[utoipa::path(
    get,
    path = "/account/notices",
    security(("session" = []), ("token" = ["play:read"])),
    responses(
        (status = 200, description = "The current notices", body = Notices),
    )
)]
pub(crate) async fn list(
    State(state): State<FriendsState>,
    signed_in: SignedIn,
) -> Result<Json<Notices>, Problem> {
    signed_in.require(Scope::PlayRead)?;
    let own = signed_in.account.id;
    let mut notices = requests(&state, own).await?;
    for addressed in challenges_for(&state, own).await? {
        let (open, after) = (addressed.open, addressed.rematch_of);
        let (name, variant) = (open.challenge.host, open.challenge.variant);
        notices.push(match after {
            None => Notice::Challenge {
                id: open.id.to_string(),
                name,
                variant,
                until_ms: open.until_ms,
            },
            Some(game) => Notice::Rematch {
                game: game.to_string(),
                name,
                variant,
            },
        });
    }
    for (club, name, wants) in wanting(&state.clubs, state.clock.now_ms(), own).await? {
        notices.push(Notice::Ladder { club, name, wants });
    }
    notices.extend(turns(&state, own).await?);
    Ok(Json(Notices { notices }))
}

async fn requests(state: &FriendsState, own: AccountId) -> Result<Vec<Notice>, Problem> {
    let now_ms = state.clock.now_ms();
    if !state.friends.friend_choices(own).await?.takes_requests {
        return Ok(Vec::new());
    }
    let mut notices = Vec::new();
    for mut kept in state.friends.bonds_of(own).await? {
        kept.relationship.expire(now_ms);
        if kept.relationship.seen_by(own) == Relation::IsAsked {
            notices.push(Notice::Friend {
                name: kept.other.name,
                since_ms: kept.relationship.since_ms(own),
            });
        }
    }
    Ok(notices)
}

/// Games that may be left in which it is the account's turn. One that cannot be opened is left out.
async fn turns(state: &FriendsState, own: AccountId) -> Result<Vec<Notice>, Problem> {
    let mut notices = Vec::new();
    for (game, side) in state.owned_seats.open_games_of(own, MAX_GAMES).await? {
        let stored = match state.journal.find(game).await {
            Err(StoreError::Damaged { .. }) => continue,
            stored => stored?,
        };
        // Only these games are replayed.
        if !stored.is_some_and(|stored| players_may_leave(&stored.setup.record.settings)) {
            continue;
        }
        let Ok(Some(opened)) = LiveGame::open(&*state.journal, game).await else {
            continue;
        };
        let session = opened.session();
        if session.ending().is_some() || session.position().side() != side {
            continue;
        }
        let name = match session.settings().player(side.opponent()) {
            Player::Person { name } => name.clone(),
            Player::Computer { .. } => String::new(),
        };
        notices.push(Notice::Turn {
            game: game.to_string(),
            name,
            variant: session.variant().id(),
            version: session.version(),
        });
    }
    Ok(notices)
}
