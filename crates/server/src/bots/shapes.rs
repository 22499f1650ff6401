//! Shapes of the Bot API for its OpenAPI document. Another server defines them: responses are built
//! as JSON by `views.rs`, and described here as far as programs read them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something was done.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct BotDone {
    /// Always true.
    ok: bool,
}

/// Why something was not done.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct BotRefusal {
    /// The reason in words.
    error: String,
}

/// A person or a program.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct BotUser {
    /// The name in small letters.
    id: String,
    /// The name.
    username: String,
    /// `BOT` for a program that is connected.
    title: Option<String>,
    /// Whether it is a program that is connected.
    online: bool,
}

/// A line of the stream of events; an empty line is a heartbeat.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
#[expect(
    clippy::large_enum_variant,
    reason = "a shape that is described, and seldom a value"
)]
pub(crate) enum BotEventLine {
    /// A challenge waits for its answer.
    Challenge {
        /// The challenge.
        challenge: BotChallenge,
    },
    /// A game begins, or goes on.
    GameStart {
        /// The game.
        game: BotGame,
    },
}

/// A challenge.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BotChallenge {
    /// Its id, and that of its game.
    id: String,
    /// The challenger; null without a name.
    challenger: Option<BotChallenger>,
    /// Whether it counts.
    rated: bool,
    /// `ultraBullet`, `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
    speed: String,
    /// The challenger's colour: `white`, `black` or `random`.
    color: String,
    /// The start position, where it is not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    initial_fen: Option<String>,
    /// The game of the family.
    variant: BotVariant,
    /// The clock.
    time_control: BotClock,
}

/// Who challenges.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct BotChallenger {
    /// The name.
    name: String,
    /// `BOT` for a program that is connected.
    title: Option<String>,
    /// The rating in that game at that speed.
    rating: u32,
    /// Whether the rating is provisional.
    provisional: bool,
    /// Whether the name is that of an account.
    account: bool,
}

/// A game of the family.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct BotVariant {
    /// Its key, such as `standard`.
    key: String,
    /// Its name.
    name: String,
}

/// A clock.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct BotClock {
    /// `clock`, `correspondence` or `unlimited`.
    r#type: String,
    /// Seconds at the beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<u64>,
    /// Seconds that each move brings.
    #[serde(skip_serializing_if = "Option::is_none")]
    increment: Option<u64>,
    /// For how many moves the seconds at the beginning are, where it is not for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u16>,
}

/// A game.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct BotGame {
    /// Its id.
    id: String,
}

/// A line of the stream of a game: `gameFull` first, then `gameState` after everything that
/// happens, and `chatLine`.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum BotGameLine {
    /// The whole game.
    GameFull {
        /// Its id.
        id: String,
        /// How it stands.
        state: BotGameState,
    },
    /// How it stands.
    GameState(BotGameState),
    /// A chat line.
    ChatLine {
        /// Who.
        username: String,
        /// What.
        text: String,
    },
}

/// How a game stands. Times are milliseconds.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct BotGameState {
    /// All moves, hop by hop.
    moves: String,
    /// White's time.
    wtime: u64,
    /// Black's.
    btime: u64,
    /// White's increment.
    winc: u64,
    /// Black's.
    binc: u64,
    /// Whether White offers a draw.
    wdraw: bool,
    /// Whether Black does.
    bdraw: bool,
    /// `started`, or how it ended: `mate`, `resign`, `outoftime`, `timeout`, `draw`, `aborted`,
    /// `noStart`.
    status: String,
    /// Who won.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
}
