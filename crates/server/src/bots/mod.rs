//! Programs that play by the Bot API in lidraughts-bot's shape (`docs/bot-api.md`): which are connected, what they are asked, and how a game
//! of ours is told in their words. The handlers in `api/bots` use it.

pub(crate) mod handlers;
pub(crate) mod shapes;

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
pub(crate) use event_lines::{Told, event_lines};
pub(crate) use game_lines::{LinesOfAGame, game_lines};
pub(crate) use game_starts::{MOST_OPEN, tell_game_starts};
pub(crate) use keys::{bot_command, bot_seat, bots_invitation};
pub(crate) use open_stream::BotEvent;
pub(crate) use token::StreamToken;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::accounts::state::Sessions;
pub(crate) use crate::bots::cluster::tell_others;
pub(crate) use crate::bots::move_text::{Hopped, hopped, squares_of};
use crate::bots::state::BotsState;
pub(crate) use crate::bots::views::{
    ToldChallenger, ToldPlayer, challenge_told, game_start_told, playing_told, user_told,
};

/// The routes of this feature.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    BotsState: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(handlers::people::list))
        .routes(routes!(handlers::people::challenge))
}
