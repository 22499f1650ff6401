//! Programs that play by the Bot API in lidraughts-bot's shape (`docs/bot-api.md`): which are connected, what they are asked, and how a game
//! of ours is told in their words. The handlers in `api/bots` use it.

mod connected;
mod elsewhere;
mod event_lines;
mod game_lines;
mod game_starts;
mod hops;
mod keys;
mod open_stream;
mod token;
mod told;

pub(crate) use connected::{AddressedTo, Bots, Challenger, ConnectedProgram, WAITS_MS};
pub(crate) use elsewhere::tell_others;
pub(crate) use event_lines::{Told, event_lines};
pub(crate) use game_lines::{LinesOfAGame, game_lines};
pub(crate) use game_starts::{MOST_OPEN, tell_game_starts};
pub(crate) use hops::{Hopped, hopped, squares_of};
pub(crate) use keys::{bot_command, bot_seat, bots_invitation};
pub(crate) use open_stream::BotEvent;
pub(crate) use token::StreamToken;
pub(crate) use told::{
    ToldChallenger, ToldPlayer, challenge_told, game_start_told, playing_told, user_told,
};
