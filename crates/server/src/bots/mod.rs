//! The Bot API in the shape of lidraughts-bot (`docs/bot-api.md`): connected programs, their
//! events, and games as JSON of that API.

pub(crate) mod handlers;

pub(crate) mod cluster;
pub(crate) mod connected;
pub(crate) mod description;
pub(crate) mod event_lines;
pub(crate) mod game_lines;
pub(crate) mod game_starts;
pub(crate) mod keys;
pub(crate) mod move_text;
pub(crate) mod open_stream;
pub(crate) mod state;
pub(crate) mod token;
pub(crate) mod views;

use axum::extract::FromRef;
pub(crate) use connected::{AddressedTo, Bots, Challenger, ConnectedProgram, WAITS_MS};
pub(crate) use event_lines::{ToLine, event_lines};
pub(crate) use game_lines::{LinesOfAGame, game_lines};
pub(crate) use game_starts::{MAX_OPEN, announce_game_starts};
pub(crate) use keys::{bot_command, bot_seat, bots_invitation};
pub(crate) use open_stream::BotEvent;
pub(crate) use token::StreamToken;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use crate::bots::cluster::announce_bots;
pub(crate) use crate::bots::move_text::{HopMatch, match_hops, squares_of};
use crate::bots::state::BotsState;
pub(crate) use crate::bots::views::{
    ChallengerInfo, PlayerInfo, challenge_line, game_start_line, own_game_view, user_view,
};

/// The routes of this feature.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    BotsState: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(handlers::people::list))
        .routes(routes!(handlers::people::challenge))
}
