//! A bot's own account, its games, and the status of others.

use axum::extract::{Path, Query, State};
use damier_people::accounts::AccountName;
use damier_people::live::LiveGame;
use damier_session::{GameId, Side};
use damier_wire::bots::{BOT_TITLE, BotDone, BotGames, BotStatus, BotUser};
use serde::Deserialize;

use crate::api::body::Json;
use crate::bots::handlers::answers::{BotAccount, BotAnswer, BotError, done};
use crate::bots::state::BotsState;
use crate::bots::{MAX_OPEN, own_game_view, user_view};
use crate::problem::Problem;

/// The maximum number of names in one request.
const NAMES: usize = 50;

/// The bot's own account.
///
/// Any caller with a token for bots.
#[utoipa::path(
    get,
    path = "/account",
    security(("token" = [])),
    responses(
        (status = 200, description = "The account", body = BotUser),
    )
)]
pub(crate) async fn profile(
    State(state): State<BotsState>,
    BotAccount(account): BotAccount,
) -> Json<BotUser> {
    let online = state.bots.is_connected(account.id, state.clock.now_ms());
    Json(user_view(&account, true, online))
}

/// Does nothing: a token with the scope `bot` is enough.
#[utoipa::path(
    post,
    path = "/bot/account/upgrade",
    security(("token" = [])),
    responses(
        (status = 200, description = "Always succeeds", body = BotDone),
    )
)]
pub(crate) async fn upgrade(_: BotAccount) -> BotAnswer {
    done()
}

/// The running games.
#[utoipa::path(
    get,
    path = "/account/playing",
    security(("token" = [])),
    responses(
        (status = 200, description = "`nowPlaying`: the games", body = BotGames),
    )
)]
pub(crate) async fn playing(
    State(state): State<BotsState>,
    BotAccount(account): BotAccount,
) -> BotAnswer<BotGames> {
    let mut now_playing = Vec::new();
    for (game, side) in open_games(&state, account.id).await? {
        let game_now = match LiveGame::open(&*state.journal, game).await {
            Ok(Some(game_now)) => game_now,
            Ok(None) => continue,
            // Retrying does not help; the other games are returned.
            Err(error) if error.is_of_this_game() => {
                tracing::warn!(%game, error = &error as &dyn std::error::Error, "cannot open a game of a bot");
                continue;
            }
            Err(error) => return Err(Problem::from(error).into()),
        };
        now_playing.push(own_game_view(game, game_now.session(), side));
    }
    Ok(Json(BotGames { now_playing }))
}

/// The games of an account that are not over.
pub(crate) async fn open_games(
    state: &BotsState,
    account: damier_people::accounts::AccountId,
) -> Result<Vec<(GameId, Side)>, BotError> {
    let open = state.owned_seats.open_games_of(account, MAX_OPEN);
    Ok(open.await?)
}

/// Names, separated by commas.
#[derive(Deserialize)]
pub(crate) struct Ids {
    #[serde(default)]
    ids: String,
}

/// Which of these users are online.
///
/// Known for bots only.
#[utoipa::path(
    get,
    path = "/users/status",
    params(
        ("ids" = Option<String>, Query, description = "Names, separated by commas; at most the first 50 are used"),
    ),
    responses(
        (status = 200, description = "For each existing user: `id`, `name`, `online`, and `title` if it is a connected bot", body = Vec<BotStatus>),
    )
)]
pub(crate) async fn statuses(
    State(state): State<BotsState>,
    Query(Ids { ids }): Query<Ids>,
) -> BotAnswer<Vec<BotStatus>> {
    let mut statuses = Vec::new();
    for name in ids.split(',').take(NAMES) {
        let Ok(name) = name.trim().parse::<AccountName>() else {
            continue;
        };
        let Some((account, _)) = state.accounts.account_named(&name).await? else {
            continue;
        };
        let online = state.bots.is_connected(account.id, state.clock.now_ms());
        statuses.push(BotStatus {
            id: account.name.to_lowercase(),
            name: account.name,
            online,
            title: online.then(|| BOT_TITLE.to_owned()),
        });
    }
    Ok(Json(statuses))
}

/// A person or a bot by name.
#[utoipa::path(
    get,
    path = "/user/{name}",
    params(
        ("name" = String, Path, description = "The name"),
    ),
    responses(
        (status = 200, description = "The user", body = BotUser),
        (status = 404, description = "There is no account of that name"),
    )
)]
pub(crate) async fn user(
    State(state): State<BotsState>,
    Path(name): Path<String>,
) -> BotAnswer<BotUser> {
    let none = || BotError::not_found("No such user");
    let name: AccountName = name.parse().map_err(|_| none())?;
    let found = state.accounts.account_named(&name).await;
    let (account, _) = found.map_err(Problem::from)?.ok_or_else(none)?;
    let online = state.bots.is_connected(account.id, state.clock.now_ms());
    Ok(Json(user_view(&account, online, online)))
}
