//! Games of an account. The secret of a seat stays on the device; the owner attaches its game to
//! the account, which then provides seats to the owner's other devices.

use axum::extract::{Extension, State};
use damier_people::accounts::{AccountId, AttachOutcome, Scope};
use damier_people::live::LiveGame;
use damier_people::teams::TeamMatches;
use damier_session::{GameId, LiveSeat, Player, SeatRole};
use damier_wire::seats::{NewSeat, SeatAt};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::SignedIn;
use crate::accounts::state::AccountsState;
use crate::api::body::{Json, QueryOf};
use crate::api::pages::{page_of, start_of};
use crate::api::path_part::Part;
use crate::challenges::refusals::secret;
use crate::client::Client;
use crate::live::seats::key_of;
use crate::live::views::seat_at;
use crate::problem::Problem;

/// Games on a page.
const PAGE: u32 = 100;

/// The maximum number of unfinished games in one response.
const MAX_OPEN: u32 = 50;

/// A seat to attach to the account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OwnSeat {
    /// The secret of the seat, of a player.
    seat: String,
}

/// A game of an account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnGame {
    /// The game, and the side of the account.
    #[serde(flatten)]
    at: SeatAt,
    /// Its state, if only unfinished games are requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    now: Option<GameNow>,
}

/// State of a game for another device.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameNow {
    /// The stable name of the variant.
    #[schema(example = "international")]
    variant: &'static str,
    /// The name of the other player; may be empty.
    against: String,
    /// Whether it is the turn of the account.
    turn: bool,
}

/// A page of the games of an account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnGames {
    /// Each with the side of the account.
    games: Vec<OwnGame>,
    /// The cursor of the next page; null on the last one.
    next: Option<String>,
}

/// The start of a page.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct GamesQuery {
    /// `next` of the previous page.
    after: Option<String>,
    /// Only unfinished games, the first fifty, each with its state.
    #[serde(default)]
    open: bool,
}

/// The live games of the account.
#[utoipa::path(
    get,
    path = "/account/games",
    params(GamesQuery),
    security(("session" = []), ("token" = ["play:read"])),
    responses(
        (status = 200, description = "A page of live games", body = OwnGames),
        (status = 400, description = "Invalid query"),
    )
)]
pub(crate) async fn list(
    State(state): State<AccountsState>,
    signed_in: SignedIn,
    QueryOf(GamesQuery { after, open }): QueryOf<GamesQuery>,
) -> Result<Json<OwnGames>, Problem> {
    signed_in.require(Scope::PlayRead)?;
    if open {
        return open_games(&state, signed_in.account.id).await.map(Json);
    }
    let after = start_of(after.as_deref())?;
    let account = signed_in.account.id;
    let found = state.ports.owned_seats.games_of(account, after, PAGE + 1);
    let (page, next) = page_of(found.await?, PAGE, |(game, _)| *game);
    let games = page
        .into_iter()
        .map(|(game, side)| OwnGame {
            at: seat_at(game, SeatRole::Player(side)),
            now: None,
        })
        .collect();
    Ok(Json(OwnGames { games, next }))
}

/// Unfinished games of the account. A game that cannot be opened is left out.
async fn open_games(state: &AccountsState, account: AccountId) -> Result<OwnGames, Problem> {
    let mut games = Vec::new();
    for (game, side) in state
        .ports
        .owned_seats
        .open_games_of(account, MAX_OPEN)
        .await?
    {
        let Ok(Some(opened)) = LiveGame::open(&*state.ports.journal, game).await else {
            continue;
        };
        let session = opened.session();
        let against = match session.settings().player(side.opponent()) {
            Player::Person { name } => name.clone(),
            Player::Computer { .. } => String::new(),
        };
        games.push(OwnGame {
            at: seat_at(game, SeatRole::Player(side)),
            now: Some(GameNow {
                variant: session.variant().id(),
                against,
                turn: session.ending().is_none() && session.position().side() == side,
            }),
        });
    }
    Ok(OwnGames { games, next: None })
}

/// Attaches the game of a seat to the account.
///
/// Signing in alone attaches nothing. Idempotent.
#[utoipa::path(
    post,
    path = "/account/games",
    security(("session" = []), ("token" = ["play:write"])),
    responses(
        (status = 200, description = "The side belongs to the account", body = SeatAt),
        (status = 403, description = "The token lacks the scope, or the seat is not a player's"),
        (status = 404, description = "No seat has this secret"),
        (status = 409, description = "The side belongs to another account, or this one has the other side"),
    )
)]
pub(crate) async fn attach(
    State(state): State<AccountsState>,
    signed_in: SignedIn,
    Json(OwnSeat { seat }): Json<OwnSeat>,
) -> Result<Json<SeatAt>, Problem> {
    signed_in.require(Scope::PlayWrite)?;
    let found = state.ports.journal.seat(&key_of(&secret(&seat)?)).await?;
    let (game, role) = found.ok_or_else(no_game)?;
    let SeatRole::Player(side) = role else {
        return Err(Problem::forbidden(
            "not-a-player",
            "this is not the seat of a player",
            "only the seat of a player belongs to an account",
        ));
    };
    if TeamMatches::of(&state.ports)
        .team_match_of(game)
        .await?
        .is_some()
    {
        return Err(Problem::forbidden(
            "not-for-teams",
            "a team plays this side",
            "a side played by a team cannot be attached to an account",
        ));
    }
    match state
        .ports
        .owned_seats
        .attach(signed_in.account.id, game, side)
        .await?
    {
        AttachOutcome::Stored => {
            // A bot of the account plays it from now on, as if it had just begun.
            state.games.actors.notify_started(game);
            Ok(Json(seat_at(game, role)))
        }
        AttachOutcome::Taken => Err(Problem::conflict(
            "side-taken",
            "the side belongs to another account",
            "this side belongs to another account, or your account plays the other side",
        )),
        AttachOutcome::NotFound => Err(no_game()),
    }
}

/// Creates a seat for another device of the account: with the new secret it plays the account's
/// side.
#[utoipa::path(
    post,
    path = "/account/games/{id}/seat",
    security(("session" = []), ("token" = ["play:write"])),
    responses(
        (status = 200, description = "The seat, created now or by an earlier request", body = SeatAt),
        (status = 400, description = "Invalid id"),
        (status = 404, description = "The account plays no such game"),
        (status = 409, description = "The new secret is taken"),
    )
)]
pub(crate) async fn take_seat(
    State(state): State<AccountsState>,
    Extension(Client(client)): Extension<Client>,
    signed_in: SignedIn,
    Part(game): Part<GameId>,
    Json(NewSeat { secret: new }): Json<NewSeat>,
) -> Result<Json<SeatAt>, Problem> {
    signed_in.require(Scope::PlayWrite)?;
    let side = state
        .ports
        .owned_seats
        .side_of(signed_in.account.id, game)
        .await?;
    let role = SeatRole::Player(side.ok_or_else(no_game)?);
    let seat = LiveSeat {
        key: key_of(&secret(&new)?),
        role,
    };
    state.games.quota.take_one(client.ip())?;
    if state.ports.journal.add_seat(game, &seat).await? {
        Ok(Json(seat_at(game, role)))
    } else {
        Err(Problem::taken("another seat has this secret"))
    }
}

fn no_game() -> Problem {
    Problem::not_found(
        "seat-not-found",
        "no such seat",
        "no seat has this secret, or the account plays no such game",
    )
}
