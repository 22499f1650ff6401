//! The addresses for programs: those of the Bot API in lidraughts-bot's shape, under `/api`, and those by which people find and challenge
//! a program, under `/api/v1`. What is answered and what is not: `docs/bot-api.md`.

mod account;
mod answers;
mod challenges;
mod games;
pub(super) mod people;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use crate::app::App;

/// The routes of the Bot API, to be mounted under `/api`.
pub(crate) fn bot_routes() -> Router<Arc<App>> {
    Router::new()
        .route("/account", get(account::profile))
        .route("/account/playing", get(account::playing))
        .route("/bot/account/upgrade", post(account::upgrade))
        .route("/users/status", get(account::statuses))
        .route("/user/{name}", get(account::user))
        .route("/stream/event", get(challenges::events))
        .route("/challenge/{id}/accept", post(challenges::accept))
        .route("/challenge/{id}/decline", post(challenges::decline))
        .route("/bot/game/stream/{id}", get(games::stream))
        .route("/bot/game/{id}/move/{played}", post(games::play))
        .route("/bot/game/{id}/chat", post(games::chat))
        .route("/bot/game/{id}/abort", post(games::abort))
        .route("/bot/game/{id}/resign", post(games::resign))
        .route("/bot/game/{id}/draw/{answer}", post(games::draw))
}
