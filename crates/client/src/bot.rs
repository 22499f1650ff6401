//! Client of the Bot API (`docs/bot-api.md`): a bot account receives challenges, answers them and
//! takes seats at its games. The games are played through ordinary seats.

use std::fmt;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::address::ServerAddress;
use crate::api::{ApiClient, ApiError, Lines};
use crate::random::SeatSecret;

/// The token of an account. Its `Debug` output hides the value.
#[derive(Clone, PartialEq, Eq)]
pub struct AccountToken(String);

impl AccountToken {
    /// Parses a token; `None` if the text cannot be one.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let fits = |letter: char| letter.is_ascii_alphanumeric() || "_-".contains(letter);
        let is_one = text.starts_with("dmr_") && text.len() <= 200 && text.chars().all(fits);
        is_one.then(|| Self(text.to_owned()))
    }
}

impl fmt::Debug for AccountToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccountToken(…)")
    }
}

/// Client of a bot account.
#[derive(Clone, Debug)]
pub struct BotClient {
    api: ApiClient,
    token: AccountToken,
}

/// An event of the account's stream.
#[derive(Clone, PartialEq, Debug)]
pub enum BotEvent {
    /// The account received a challenge.
    Challenge(ReceivedChallenge),
    /// A game of the account has started or is in progress; its id.
    GameStart(String),
}

/// A challenge received by the account.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct ReceivedChallenge {
    /// The challenge's id.
    pub id: String,
    /// The challenger; `None` if anonymous.
    pub challenger: Option<Challenger>,
    /// The game's variant.
    variant: VariantKey,
    /// Whether the game is rated.
    pub rated: bool,
    /// The speed in the Bot API's words: `ultraBullet`, `bullet`, `blitz`, `rapid`, `classical` or
    /// `correspondence`.
    pub speed: String,
    /// The clock.
    #[serde(rename = "timeControl")]
    pub clock: ChallengeClock,
    /// The starting position as FEN; `None` for the variant's own.
    #[serde(default, rename = "initialFen")]
    pub start: Option<String>,
}

/// The player who sent a challenge.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Challenger {
    /// The name.
    pub name: String,
    /// The challenger's rating in this variant at this speed.
    pub rating: i64,
    /// Whether the rating is provisional.
    #[serde(default)]
    pub provisional: bool,
    /// `BOT` for a bot that is connected to the server.
    #[serde(default)]
    title: Option<String>,
    /// Whether the name belongs to an account. A player without an account chooses any name.
    #[serde(default)]
    pub account: bool,
}

/// A clock as the Bot API sends it; without `limit`, the game has no clock or days per move.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
pub struct ChallengeClock {
    /// Initial time in seconds.
    pub limit: Option<u64>,
    /// Increment per move in seconds.
    pub increment: Option<u64>,
    /// The number of moves that the initial time covers, if not the whole game.
    pub moves: Option<u16>,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
struct VariantKey {
    key: String,
}

impl Challenger {
    /// Whether the challenger is a bot.
    pub fn is_bot(&self) -> bool {
        self.title.as_deref() == Some("BOT")
    }
}

impl ReceivedChallenge {
    /// The variant's code in this project.
    pub fn variant(&self) -> &str {
        match self.variant.key.as_str() {
            "standard" | "fromPosition" => "international",
            other => other,
        }
    }
}

impl BotEvent {
    /// Parses a line of the stream; `None` for a heartbeat or an event that a bot does not need.
    pub fn read(line: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(line).ok()?;
        match value["type"].as_str()? {
            "challenge" => ReceivedChallenge::deserialize(&value["challenge"])
                .ok()
                .map(Self::Challenge),
            "gameStart" => Some(Self::GameStart(value["game"]["id"].as_str()?.to_owned())),
            _ => None,
        }
    }
}

impl BotClient {
    /// Creates a client of this server with the account's token.
    pub fn new(server: ServerAddress, token: AccountToken) -> Self {
        Self {
            api: ApiClient::new(server),
            token,
        }
    }

    /// Returns the name of the account.
    ///
    /// # Errors
    /// [`ApiError`]: also if the token is invalid or lacks the scope `bot`.
    pub async fn name(&self) -> Result<String, ApiError> {
        #[derive(Deserialize)]
        struct Profile {
            username: String,
        }
        let profile: Profile = self.get("GET", "/api/account", None).await?;
        Ok(profile.username)
    }

    /// Opens the account's event stream. It starts with the waiting challenges and the games in
    /// progress. The bot is listed and can be challenged while the stream is open.
    ///
    /// # Errors
    /// [`ApiError`]: the stream cannot be opened.
    pub async fn events(&self) -> Result<Lines, ApiError> {
        self.api.lines("/api/stream/event", &self.token.0).await
    }

    /// Accepts a challenge. Returns false if it was not waiting.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn accept(&self, id: &str) -> Result<bool, ApiError> {
        self.answer(id, "accept").await
    }

    /// Declines a challenge. Returns false if it was not waiting.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn decline(&self, id: &str) -> Result<bool, ApiError> {
        self.answer(id, "decline").await
    }

    async fn answer(&self, id: &str, word: &str) -> Result<bool, ApiError> {
        let path = format!("/api/challenge/{id}/{word}");
        match self.get::<Value>("POST", &path, None).await {
            Ok(_) => Ok(true),
            Err(ApiError::Refused { status: 404, .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Creates a seat with this secret at a game of the account.
    ///
    /// # Errors
    /// [`ApiError`]: also if the token lacks the scope `play:write`.
    pub async fn take_seat(&self, game: &str, seat: &SeatSecret) -> Result<(), ApiError> {
        let path = format!("/api/v1/account/games/{game}/seat");
        let body = json!({ "secret": seat.as_str() });
        self.get::<Value>("POST", &path, Some(&body)).await?;
        Ok(())
    }

    async fn get<T: serde::de::DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Result<T, ApiError> {
        self.api.request_as(method, path, &self.token.0, body).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_stream_are_read() {
        let line = r#"{"type":"challenge","challenge":{"id":"7","url":"","challenger":{"id":"awa","name":"Awa","title":null,"rating":1612,
            "provisional":true},"variant":{"key":"standard","name":"Standard"},"rated":true,"speed":"blitz",
            "timeControl":{"type":"clock","limit":300,"increment":3,"show":"5+3"},"color":"random"}}"#;
        let Some(BotEvent::Challenge(challenge)) = BotEvent::read(line) else {
            panic!("a challenge");
        };
        assert_eq!(
            (challenge.variant(), challenge.rated),
            ("international", true)
        );
        let challenger = challenge.challenger.map(|it| (it.rating, it.is_bot()));
        assert_eq!(challenger, Some((1_612, false)));
        assert_eq!(
            (challenge.clock.limit, challenge.clock.increment),
            (Some(300), Some(3))
        );
        let line = r#"{"type":"challenge","challenge":{"id":"9","challenger":{"name":"Scan","title":"BOT","rating":2100,"account":true},
            "variant":{"key":"fromPosition"},"rated":false,"speed":"rapid","initialFen":"W:WK28:B5",
            "timeControl":{"type":"clock","limit":600,"increment":0,"moves":40}}}"#;
        let Some(BotEvent::Challenge(challenge)) = BotEvent::read(line) else {
            panic!("a challenge");
        };
        assert!(
            challenge
                .challenger
                .as_ref()
                .is_some_and(Challenger::is_bot)
        );
        assert_eq!(challenge.variant(), "international");
        assert_eq!(challenge.clock.moves, Some(40));
        assert_eq!(challenge.start.as_deref(), Some("W:WK28:B5"));
        let line = r#"{"type":"challenge","challenge":{"id":"8","challenger":null,"variant":{"key":"turkish"},"rated":false,
            "speed":"correspondence","timeControl":{"type":"unlimited"}}}"#;
        let Some(BotEvent::Challenge(challenge)) = BotEvent::read(line) else {
            panic!("a challenge");
        };
        assert_eq!(
            (challenge.variant(), &challenge.clock),
            ("turkish", &ChallengeClock::default())
        );
        let begun = BotEvent::read(r#"{"type":"gameStart","game":{"id":"9"}}"#);
        assert_eq!(begun, Some(BotEvent::GameStart("9".to_owned())));
        for other in [
            "",
            "{",
            "[]",
            r#"{"type":"gameStart"}"#,
            r#"{"type":"challenge","challenge":7}"#,
        ] {
            assert_eq!(BotEvent::read(other), None, "{other}");
        }
    }

    #[test]
    fn a_token_is_read_and_never_printed() {
        let token = AccountToken::read(" dmr_AbC-9_x\n").expect("a token");
        assert!(!format!("{token:?}").contains("AbC"));
        for other in [
            "",
            "AbC",
            "dmr_a b",
            "dmr_\u{e9}",
            &format!("dmr_{}", "x".repeat(300)),
        ] {
            assert_eq!(AccountToken::read(other), None, "{other:.40}");
        }
    }
}
