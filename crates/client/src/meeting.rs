//! How a program comes to a board: an offer with its link, an invitation taken up, the lobby.

use damier_people::challenges::Challenge;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::address::ServerAddress;
use crate::asker::{AskError, Asker};
use crate::dice::{NoDice, SeatSecret, random_id};

/// A challenge that waits.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Waiting {
    /// Its id, and that of the game that it becomes.
    pub id: String,
    /// What is offered.
    pub challenge: Challenge,
    /// Whether it is the asker's own.
    #[serde(default)]
    pub yours: bool,
    /// Until when it waits, in Unix milliseconds.
    pub until_ms: u64,
}

/// A seat at a game that has begun.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Sat {
    /// Which game.
    pub game: String,
    /// What the seat is for.
    pub role: String,
}

/// The requests by which games begin.
#[derive(Clone, Debug)]
pub struct Meeting(Asker);

impl Meeting {
    /// On this server.
    pub fn on(server: ServerAddress) -> Self {
        Self(Asker::new(server))
    }

    /// Which server.
    pub fn server(&self) -> &ServerAddress {
        self.0.server()
    }

    /// Offers a game: to whoever has the invitation, and where it is public to anybody in the lobby.
    ///
    /// # Errors
    /// [`AskError`].
    pub async fn offer(
        &self,
        host: &SeatSecret,
        invitation: &SeatSecret,
        id: &str,
        challenge: &Challenge,
        public: bool,
    ) -> Result<Waiting, AskError> {
        let body = json!({
            "id": id, "challenge": challenge, "invitation": invitation.as_str(), "public": public,
        });
        self.0
            .get("POST", "/api/v1/challenges", host.as_str(), Some(&body))
            .await
    }

    /// What an invitation or the secret of a host offers.
    ///
    /// # Errors
    /// [`AskError`]; the code is `challenge-not-found` where nothing waits any more.
    pub async fn find(&self, secret: &SeatSecret) -> Result<Waiting, AskError> {
        let none = None::<&Value>;
        self.0
            .get("GET", "/api/v1/challenge", secret.as_str(), none)
            .await
    }

    /// Takes up an invitation.
    ///
    /// # Errors
    /// [`AskError`]; the code is `challenge-taken` where somebody else was faster.
    pub async fn accept(
        &self,
        guest: &SeatSecret,
        invitation: &SeatSecret,
        name: &str,
    ) -> Result<Sat, AskError> {
        let body = json!({ "invitation": invitation.as_str(), "name": name });
        self.0
            .get(
                "POST",
                "/api/v1/challenge/accept",
                guest.as_str(),
                Some(&body),
            )
            .await
    }

    /// Withdraws an offer or a wish. Answers false where it did not wait any more.
    ///
    /// # Errors
    /// [`AskError`].
    pub async fn withdraw(&self, host: &SeatSecret) -> Result<bool, AskError> {
        let none = None::<&Value>;
        let answer = self
            .0
            .ask("DELETE", "/api/v1/challenge", host.as_str(), none)
            .await?;
        Ok(answer.status == 204)
    }

    /// Wants a game with anybody; to be asked again every three seconds until there is a seat.
    ///
    /// # Errors
    /// [`AskError`].
    pub async fn pair(
        &self,
        secret: &SeatSecret,
        id: &str,
        challenge: &Challenge,
    ) -> Result<Option<Sat>, AskError> {
        #[derive(Deserialize)]
        struct Paired {
            seat: Option<Sat>,
        }
        let body = json!({ "id": id, "challenge": challenge });
        let paired: Paired = self
            .0
            .get("POST", "/api/v1/lobby/pair", secret.as_str(), Some(&body))
            .await?;
        Ok(paired.seat)
    }

    /// Wants another game with the same opponent. Answers whether it has begun; the new secret is that of its seat.
    ///
    /// # Errors
    /// [`AskError`].
    pub async fn rematch(&self, seat: &SeatSecret, new: &SeatSecret) -> Result<bool, AskError> {
        #[derive(Deserialize)]
        struct Next {
            begun: bool,
        }
        let body = json!({ "secret": new.as_str() });
        let next: Next = self
            .0
            .get("POST", "/api/v1/live/rematch", seat.as_str(), Some(&body))
            .await?;
        Ok(next.begun)
    }

    /// A new id for a challenge.
    ///
    /// # Errors
    /// [`NoDice`].
    pub fn new_id() -> Result<String, NoDice> {
        let id = serde_json::to_value(random_id()?).ok();
        Ok(id
            .and_then(|id| id.as_str().map(str::to_owned))
            .unwrap_or_default())
    }
}
