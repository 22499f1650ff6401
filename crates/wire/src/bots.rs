//! Shapes of the Bot API, as defined by lidraughts.org; `docs/bot-api.md` lists the differences.
//! Some fields exist only because bots expect them.

use serde::{Deserialize, Serialize};

/// The title of a connected bot.
pub const BOT_TITLE: &str = "BOT";

/// Success.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotDone {
    /// Always true.
    pub ok: bool,
}

/// An error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotRefusal {
    /// The message.
    pub error: String,
}

/// A person or a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BotUser {
    /// The name in lower case.
    pub id: String,
    /// The name.
    pub username: String,
    /// `BOT` for a connected bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Whether it is a connected bot.
    pub online: bool,
    /// When the account was made, in Unix milliseconds.
    pub created_at: u64,
    /// Always empty.
    pub perfs: BotNothing,
    /// Always empty.
    pub url: String,
}

/// An object without fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotNothing {}

/// Whether a person or a bot is connected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotStatus {
    /// The name in lower case.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whether it is a connected bot.
    pub online: bool,
    /// `BOT` for a connected bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// A line of the stream of events; an empty line is a heartbeat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum BotEventLine {
    /// A new challenge.
    Challenge {
        /// The challenge.
        challenge: Box<BotChallenge>,
    },
    /// A game begins or continues.
    GameStart {
        /// The game.
        game: BotGame,
    },
}

/// A challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BotChallenge {
    /// Its id, and that of its game.
    pub id: String,
    /// Always empty.
    pub url: String,
    /// Always `created`.
    pub status: String,
    /// The challenger; null without a name.
    pub challenger: Option<BotChallenger>,
    /// The challenged bot.
    pub dest_user: BotPlayer,
    /// Whether the game is rated.
    pub rated: bool,
    /// `ultraBullet`, `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
    pub speed: String,
    /// The challenger's colour: `white`, `black` or `random`.
    pub color: String,
    /// The initial position, if not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial_fen: Option<String>,
    /// The variant.
    pub variant: BotVariant,
    /// The clock.
    pub time_control: BotClock,
    /// The name of the speed.
    pub perf: BotPerf,
}

impl BotChallenge {
    /// The variant's code in this project.
    pub fn variant_id(&self) -> &str {
        match self.variant.key.as_str() {
            "standard" | "fromPosition" => "international",
            other => other,
        }
    }
}

/// The player who sent a challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotChallenger {
    /// The name and the rating.
    #[serde(flatten)]
    pub player: BotPlayer,
    /// Whether the name belongs to an account. A player without an account chooses any name.
    pub account: bool,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotPlayer {
    /// The name in lower case.
    pub id: String,
    /// The name.
    pub name: String,
    /// `BOT` for a connected bot.
    pub title: Option<String>,
    /// The rating in that variant and speed.
    pub rating: u32,
    /// Whether the rating is provisional.
    pub provisional: bool,
}

impl BotPlayer {
    /// Whether it is a connected bot.
    pub fn is_bot(&self) -> bool {
        self.title.as_deref() == Some(BOT_TITLE)
    }
}

/// A variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotVariant {
    /// Its key, such as `standard`.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its name.
    pub short: String,
}

/// A speed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotPerf {
    /// Always empty.
    pub icon: String,
    /// Its name.
    pub name: String,
}

/// A clock.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BotClock {
    /// `clock`, `correspondence` or `unlimited`.
    pub r#type: String,
    /// Initial seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// Increment per move in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment: Option<u64>,
    /// The number of moves for the initial seconds, if not the whole game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<u16>,
    /// Days per move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days_per_turn: Option<u64>,
    /// Initial minutes and increment in seconds, such as `5+3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub show: Option<String>,
}

/// A game that begins or continues.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotGame {
    /// Its id.
    pub id: String,
    /// Always `friend`.
    pub source: String,
    /// The interfaces by which it can be played.
    pub compat: BotCompat,
}

/// The interfaces by which a game can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotCompat {
    /// Always true.
    pub bot: bool,
    /// Always true.
    pub board: bool,
}

/// The games that an account plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BotGames {
    /// The unfinished games.
    pub now_playing: Vec<BotOwnGame>,
}

/// A game that an account plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BotOwnGame {
    /// Its id.
    pub game_id: String,
    /// Its id.
    pub full_id: String,
    /// The side of the account.
    pub color: String,
    /// The position: each piece with its square.
    pub fen: String,
    /// Whether a move was made.
    pub has_moved: bool,
    /// Whether the account is to move.
    pub is_my_turn: bool,
    /// The opponent.
    pub opponent: BotOpponent,
    /// The name of the speed.
    pub perf: String,
    /// Whether the game is rated.
    pub rated: bool,
    /// Always `friend`.
    pub source: String,
    /// The speed, as in a challenge.
    pub speed: String,
    /// The variant.
    pub variant: BotVariant,
}

/// The opponent in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotOpponent {
    /// The name in lower case.
    pub id: String,
    /// The name.
    pub username: String,
}

/// A line of a game's stream: `gameFull` first, then `gameState` after each event, and `chatLine`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum BotGameLine {
    /// The whole game.
    GameFull(Box<BotGameFull>),
    /// The state of the game.
    GameState(BotGameState),
    /// A chat line.
    ChatLine {
        /// Always `player`.
        room: String,
        /// The sender.
        username: String,
        /// The message.
        text: String,
    },
}

/// A whole game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BotGameFull {
    /// Its id.
    pub id: String,
    /// The variant.
    pub variant: BotVariant,
    /// The clock; null without one, and in a correspondence game.
    pub clock: Option<BotGameClock>,
    /// The speed, as in a challenge.
    pub speed: String,
    /// The name of the speed.
    pub perf: BotPerf,
    /// Whether the game is rated.
    pub rated: bool,
    /// When it began, in Unix milliseconds.
    pub created_at: u64,
    /// White.
    pub white: BotPlayer,
    /// Black.
    pub black: BotPlayer,
    /// The initial position; `startpos` for the usual one.
    pub initial_fen: String,
    /// The state.
    pub state: BotStateLine,
}

/// A clock, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotGameClock {
    /// The initial time.
    pub initial: u64,
    /// The increment per move.
    pub increment: u64,
}

/// The state within a whole game, with its tag.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum BotStateLine {
    /// The state of the game.
    GameState(BotGameState),
}

/// The state of a game. Times are in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotGameState {
    /// All moves, hop by hop.
    pub moves: String,
    /// White's time.
    pub wtime: u64,
    /// Black's.
    pub btime: u64,
    /// White's increment.
    pub winc: u64,
    /// Black's.
    pub binc: u64,
    /// Whether White offers a draw.
    pub wdraw: bool,
    /// Whether Black does.
    pub bdraw: bool,
    /// `started`, or how it ended: `mate`, `resign`, `outoftime`, `timeout`, `draw`, `aborted`,
    /// `noStart`.
    pub status: String,
    /// The winner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_has_its_tag_alone_and_in_a_full_game() {
        let state = BotGameState {
            moves: "3228".to_owned(),
            wtime: 1,
            btime: 2,
            winc: 0,
            binc: 0,
            wdraw: false,
            bdraw: false,
            status: "started".to_owned(),
            winner: None,
        };
        let alone = serde_json::to_value(BotGameLine::GameState(state.clone())).unwrap();
        let within = serde_json::to_value(BotStateLine::GameState(state)).unwrap();
        assert_eq!(alone, within);
        assert_eq!(alone["type"], "gameState");
        assert!(alone.get("winner").is_none());
    }
}
