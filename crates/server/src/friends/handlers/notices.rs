//! What calls an account, in one list: requests and challenges of friends, its turn in games of
//! days and without a clock, the ladders of its clubs, and who wants to play once more. The page
//! asks for it now and then, also over plain HTTP.

use axum::Json;
use axum::extract::State;
use damier_people::accounts::{AccountId, Scope};
use damier_people::friends::Standing;
use damier_people::live::{LiveGame, StoreError};
use damier_session::Player;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::SignedIn;
use crate::challenges::pace::may_be_left;
use crate::clubs::memberships::wanting;
use crate::friends::extract::challenges_for;
use crate::friends::state::FriendsState;
use crate::problem::{Document, Problem};

/// Games that go on, of which it is looked at whose turn it is.
const MOST_GAMES: u32 = 50;

/// One thing that calls.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Notice {
    /// A friend request.
    Friend { name: String, since_ms: u64 },
    /// A friend challenges.
    Challenge {
        id: String,
        name: String,
        variant: String,
        until_ms: u64,
    },
    /// It is the turn of the account in a game of days, or without a clock. The number grows with
    /// each act, so that another turn is another notice.
    Turn {
        game: String,
        name: String,
        variant: &'static str,
        version: u32,
    },
    /// The ladder of a club wants an `answer` to a challenge, that the two `play`, or that the
    /// account goes to its `game`.
    Ladder {
        club: String,
        name: String,
        #[schema(pattern = "^(answer|play|game)$")]
        wants: &'static str,
    },
    /// The other player of a game that is over wants to play once more.
    Rematch {
        game: String,
        name: String,
        variant: String,
    },
}

/// What calls.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Notices {
    notices: Vec<Notice>,
}

/// What calls the account now.
///
/// A notice lasts as long as its reason, for example while it is the account's turn in a game; a
/// notice that is missing is done.
#[utoipa::path(
    get,
    path = "/account/notices",
    tag = "friends",
    security(("session" = []), ("token" = ["play:read"])),
    responses(
        (status = 200, description = "All of it", body = Notices),
        (status = 401, description = "Not signed in", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "The token lacks the scope", body = Document, content_type = "application/problem+json"),
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
        kept.bond.pass_time(now_ms);
        if kept.bond.seen_by(own) == Standing::IsAsked {
            notices.push(Notice::Friend {
                name: kept.other.name,
                since_ms: kept.bond.since_ms(own),
            });
        }
    }
    Ok(notices)
}

/// The games whose board may be left in which it is the turn of an account. One that cannot be
/// opened is left out.
async fn turns(state: &FriendsState, own: AccountId) -> Result<Vec<Notice>, Problem> {
    let mut notices = Vec::new();
    for (game, side) in state.owned_seats.open_games_of(own, MOST_GAMES).await? {
        let stored = match state.journal.find(game).await {
            Err(StoreError::Damaged { .. }) => continue,
            stored => stored?,
        };
        // Only what is looked at is replayed.
        if !stored.is_some_and(|stored| may_be_left(&stored.setup.record.settings)) {
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
