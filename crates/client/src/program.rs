//! A program under an account: it is challenged by name, takes up what it wants, and sits down at its games. The Bot API tells it what
//! happens (`docs/bot-api.md`); its games are played at seats, as everybody's are.

use std::fmt;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::address::ServerAddress;
use crate::asker::{AskError, Asker, Lines};
use crate::dice::SeatSecret;

/// The token of an account. It is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct AccountToken(String);

impl AccountToken {
    /// The token that a text is; `None` where it cannot be one.
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

/// A program under its account.
#[derive(Clone, Debug)]
pub struct Program {
    asker: Asker,
    token: AccountToken,
}

/// Something that happens to a program.
#[derive(Clone, PartialEq, Debug)]
pub enum ProgramEvent {
    /// Somebody challenges it.
    Called(Called),
    /// A game of it has begun or goes on; its id.
    Plays(String),
}

/// A challenge to a program.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Called {
    /// Its id.
    pub id: String,
    /// Who it is; `None` for somebody without a name.
    pub challenger: Option<Challenger>,
    /// The game.
    variant: VariantTold,
    /// Whether it counts.
    pub rated: bool,
    /// How fast it is, as the Bot API calls it: `ultraBullet`, `bullet`, `blitz`, `rapid`, `classical`, `correspondence`.
    pub speed: String,
    /// Its clock.
    #[serde(rename = "timeControl")]
    pub clock: ClockTold,
    /// The position from which it is played, as FEN; `None` for the usual one.
    #[serde(default, rename = "initialFen")]
    pub start: Option<String>,
}

/// Who challenges.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Challenger {
    /// The name.
    pub name: String,
    /// The rating in that game at that speed.
    pub rating: i64,
    /// Whether that says little yet.
    #[serde(default)]
    pub provisional: bool,
    /// `BOT` for a program that is connected to the server.
    #[serde(default)]
    title: Option<String>,
    /// Whether the name is that of an account; anybody else may call himself as he likes.
    #[serde(default)]
    pub account: bool,
}

/// A clock as the Bot API tells it; without `limit` there is none, or it goes by days.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
pub struct ClockTold {
    /// Seconds at the beginning.
    pub limit: Option<u64>,
    /// Seconds that each move brings.
    pub increment: Option<u64>,
    /// For how many moves the seconds at the beginning are, where it is not for all of them.
    pub moves: Option<u16>,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
struct VariantTold {
    key: String,
}

impl Challenger {
    /// Whether a program challenges.
    pub fn is_program(&self) -> bool {
        self.title.as_deref() == Some("BOT")
    }
}

impl Called {
    /// The game by the name that it has here.
    pub fn variant(&self) -> &str {
        match self.variant.key.as_str() {
            "standard" | "fromPosition" => "international",
            other => other,
        }
    }
}

impl ProgramEvent {
    /// What a line of the stream tells; `None` for one that is empty or that no program has to know.
    pub fn read(line: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(line).ok()?;
        match value["type"].as_str()? {
            "challenge" => Called::deserialize(&value["challenge"])
                .ok()
                .map(Self::Called),
            "gameStart" => Some(Self::Plays(value["game"]["id"].as_str()?.to_owned())),
            _ => None,
        }
    }
}

impl Program {
    /// On this server, under the account of this token.
    pub fn on(server: ServerAddress, token: AccountToken) -> Self {
        Self {
            asker: Asker::new(server),
            token,
        }
    }

    /// The name of its account.
    ///
    /// # Errors
    /// [`AskError`]: also where the token is good for nothing, or not for the scope `bot`.
    pub async fn name(&self) -> Result<String, AskError> {
        #[derive(Deserialize)]
        struct Profile {
            username: String,
        }
        let profile: Profile = self.get("GET", "/api/account", None).await?;
        Ok(profile.username)
    }

    /// What happens to it from now on, after what waits and the games that go on. While it is read, the program is listed and may be
    /// challenged.
    ///
    /// # Errors
    /// [`AskError`]: it cannot be opened.
    pub async fn events(&self) -> Result<Lines, AskError> {
        self.asker.lines("/api/stream/event", &self.token.0).await
    }

    /// Takes a challenge up. Answers false where it does not wait any more.
    ///
    /// # Errors
    /// [`AskError`].
    pub async fn accept(&self, id: &str) -> Result<bool, AskError> {
        self.say(id, "accept").await
    }

    /// Declines a challenge. Answers false where it does not wait any more.
    ///
    /// # Errors
    /// [`AskError`].
    pub async fn decline(&self, id: &str) -> Result<bool, AskError> {
        self.say(id, "decline").await
    }

    async fn say(&self, id: &str, word: &str) -> Result<bool, AskError> {
        let path = format!("/api/challenge/{id}/{word}");
        match self.get::<Value>("POST", &path, None).await {
            Ok(_) => Ok(true),
            Err(AskError::Refused { status: 404, .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Makes a seat with this secret at a game of the account.
    ///
    /// # Errors
    /// [`AskError`]: also where the token is not good for the scope `play:write`.
    pub async fn take_seat(&self, game: &str, seat: &SeatSecret) -> Result<(), AskError> {
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
    ) -> Result<T, AskError> {
        self.asker.get(method, path, &self.token.0, body).await
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
        let Some(ProgramEvent::Called(called)) = ProgramEvent::read(line) else {
            panic!("a challenge");
        };
        assert_eq!((called.variant(), called.rated), ("international", true));
        let told = called.challenger.map(|who| (who.rating, who.is_program()));
        assert_eq!(told, Some((1_612, false)));
        assert_eq!(
            (called.clock.limit, called.clock.increment),
            (Some(300), Some(3))
        );
        let line = r#"{"type":"challenge","challenge":{"id":"9","challenger":{"name":"Scan","title":"BOT","rating":2100,"account":true},
            "variant":{"key":"fromPosition"},"rated":false,"speed":"rapid","initialFen":"W:WK28:B5",
            "timeControl":{"type":"clock","limit":600,"increment":0,"moves":40}}}"#;
        let Some(ProgramEvent::Called(called)) = ProgramEvent::read(line) else {
            panic!("a challenge");
        };
        assert!(
            called
                .challenger
                .as_ref()
                .is_some_and(Challenger::is_program)
        );
        assert_eq!(called.variant(), "international");
        assert_eq!(called.clock.moves, Some(40));
        assert_eq!(called.start.as_deref(), Some("W:WK28:B5"));
        let line = r#"{"type":"challenge","challenge":{"id":"8","challenger":null,"variant":{"key":"turkish"},"rated":false,
            "speed":"correspondence","timeControl":{"type":"unlimited"}}}"#;
        let Some(ProgramEvent::Called(called)) = ProgramEvent::read(line) else {
            panic!("a challenge");
        };
        assert_eq!(
            (called.variant(), &called.clock),
            ("turkish", &ClockTold::default())
        );
        let begun = ProgramEvent::read(r#"{"type":"gameStart","game":{"id":"9"}}"#);
        assert_eq!(begun, Some(ProgramEvent::Plays("9".to_owned())));
        for other in [
            "",
            "{",
            "[]",
            r#"{"type":"gameStart"}"#,
            r#"{"type":"challenge","challenge":7}"#,
        ] {
            assert_eq!(ProgramEvent::read(other), None, "{other}");
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
