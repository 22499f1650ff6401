//! Client of the Bot API (`docs/bot-api.md`): a bot account receives challenges, answers them and
//! takes seats at its games. The games are played through ordinary seats.

use std::fmt;

use damier_wire::bots::{BotChallenge, BotDone, BotEventLine, BotUser};
use damier_wire::seats::{NewSeat, SeatAt};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::address::ServerAddress;
use crate::api::{ApiClient, ApiError, Lines};
use crate::random::SeatSecret;

/// A request without a body.
const NO_BODY: Option<&()> = None;

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
    Challenge(Box<BotChallenge>),
    /// A game of the account has started or is in progress; its id.
    GameStart(String),
}

impl BotEvent {
    /// Parses a line of the stream; `None` for a heartbeat or an event that a bot does not need.
    pub fn read(line: &str) -> Option<Self> {
        Some(match serde_json::from_str(line).ok()? {
            BotEventLine::Challenge { challenge } => Self::Challenge(challenge),
            BotEventLine::GameStart { game } => Self::GameStart(game.id),
        })
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
        let user: BotUser = self.request("GET", "/api/account", NO_BODY).await?;
        Ok(user.username)
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
        match self.request::<BotDone>("POST", &path, NO_BODY).await {
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
        let body = NewSeat {
            secret: seat.as_str().to_owned(),
        };
        self.request::<SeatAt>("POST", &path, Some(&body)).await?;
        Ok(())
    }

    async fn request<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        body: Option<&(impl Serialize + Sync)>,
    ) -> Result<T, ApiError> {
        self.api.request_as(method, path, &self.token.0, body).await
    }
}

#[cfg(test)]
mod tests {
    use damier_wire::bots::BotClock;

    use super::*;

    /// The line of a challenge with these fields.
    fn challenge_line(fields: &str) -> String {
        format!(
            r#"{{"type":"challenge","challenge":{{"url":"","status":"created","color":"random",
            "destUser":{{"id":"bot","name":"Bot","title":"BOT","rating":1500,"provisional":true}},
            "perf":{{"icon":"","name":"Blitz"}},{fields}}}}}"#
        )
    }

    fn read_challenge(fields: &str) -> BotChallenge {
        match BotEvent::read(&challenge_line(fields)) {
            Some(BotEvent::Challenge(challenge)) => *challenge,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn lines_of_the_stream_are_read() {
        let challenge = read_challenge(
            r#""id":"7","challenger":{"id":"awa","name":"Awa","title":null,"rating":1612,
            "provisional":true,"account":false},"variant":{"key":"standard","name":"Standard",
            "short":"Standard"},"rated":true,"speed":"blitz",
            "timeControl":{"type":"clock","limit":300,"increment":3,"show":"5+3"}"#,
        );
        assert_eq!(
            (challenge.variant_id(), challenge.rated),
            ("international", true)
        );
        let challenger = challenge.challenger.map(|it| it.player);
        let challenger = challenger.map(|it| (it.rating, it.is_bot()));
        assert_eq!(challenger, Some((1_612, false)));
        let clock = &challenge.time_control;
        assert_eq!((clock.limit, clock.increment), (Some(300), Some(3)));
        let challenge = read_challenge(
            r#""id":"9","challenger":{"id":"scan","name":"Scan","title":"BOT","rating":2100,
            "provisional":false,"account":true},"variant":{"key":"fromPosition",
            "name":"From Position","short":"From Position"},"rated":false,"speed":"rapid",
            "initialFen":"W:WK28:B5","timeControl":{"type":"clock","limit":600,"increment":0,
            "moves":40,"show":"10+0"}"#,
        );
        let challenger = challenge.challenger.as_ref();
        assert!(challenger.is_some_and(|it| it.player.is_bot()));
        assert_eq!(challenge.variant_id(), "international");
        assert_eq!(challenge.time_control.moves, Some(40));
        assert_eq!(challenge.initial_fen.as_deref(), Some("W:WK28:B5"));
        let challenge = read_challenge(
            r#""id":"8","challenger":null,"variant":{"key":"turkish","name":"turkish",
            "short":"turkish"},"rated":false,"speed":"correspondence",
            "timeControl":{"type":"unlimited"}"#,
        );
        let without_clock = BotClock {
            r#type: "unlimited".to_owned(),
            ..BotClock::default()
        };
        assert_eq!(
            (challenge.variant_id(), &challenge.time_control),
            ("turkish", &without_clock)
        );
        let begun = BotEvent::read(
            r#"{"type":"gameStart","game":{"id":"9","source":"friend",
            "compat":{"bot":true,"board":true}}}"#,
        );
        assert_eq!(begun, Some(BotEvent::GameStart("9".to_owned())));
        for other in [
            "",
            "{",
            "[]",
            r#"{"type":"gameStart"}"#,
            r#"{"type":"gameFinish","game":{"id":"9"}}"#,
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
