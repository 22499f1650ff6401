//! The addresses for programs: those of the Bot API in lidraughts-bot's shape, under `/api`, and those by which people find and challenge
//! a program, under `/api/v1`. What is answered and what is not: `docs/bot-api.md`.

mod account;
mod answers;
mod challenges;
mod description;
mod games;
pub(super) mod people;
mod shapes;

use std::sync::Arc;

use axum::Router;

pub(super) use self::description::{bots_description, described};
use crate::app::App;

/// The routes of the Bot API, to be mounted under `/api`.
pub(super) fn bot_routes() -> Router<Arc<App>> {
    described().router
}
