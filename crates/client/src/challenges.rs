//! Requests that create, accept and pair challenges.

use damier_people::challenges::Challenge;
use damier_wire::challenges::{
    Acceptance, NextGame, NextSeat, Offer, Paired, PairingRequest, WaitingChallenge,
};
use damier_wire::seats::SeatAt;
use serde_json::Value;

use crate::address::ServerAddress;
use crate::api::{ApiClient, ApiError};
use crate::random::{NoRandomness, SeatSecret, random_id};

/// Client of the challenge and lobby endpoints.
#[derive(Clone, Debug)]
pub struct ChallengeClient(ApiClient);

impl ChallengeClient {
    /// Creates a client of this server.
    pub fn new(server: ServerAddress) -> Self {
        Self(ApiClient::new(server))
    }

    /// The server's address.
    pub fn server(&self) -> &ServerAddress {
        self.0.server()
    }

    /// Creates a challenge. It can be accepted through the invitation, and by anyone in the lobby
    /// if it is public.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn offer(
        &self,
        host: &SeatSecret,
        invitation: &SeatSecret,
        id: &str,
        challenge: &Challenge,
        public: bool,
    ) -> Result<WaitingChallenge, ApiError> {
        let body = Offer {
            id: id.to_owned(),
            challenge: challenge.clone(),
            invitation: invitation.as_str().to_owned(),
            public,
            account: false,
        };
        self.0
            .request_as("POST", "/api/v1/challenges", host.as_str(), Some(&body))
            .await
    }

    /// Returns the challenge of an invitation or of a host's secret.
    ///
    /// # Errors
    /// [`ApiError`]; the code is `challenge-not-found` if the challenge is not waiting.
    pub async fn find(&self, secret: &SeatSecret) -> Result<WaitingChallenge, ApiError> {
        let none = None::<&Value>;
        self.0
            .request_as("GET", "/api/v1/challenge", secret.as_str(), none)
            .await
    }

    /// Accepts an invitation.
    ///
    /// # Errors
    /// [`ApiError`]; the code is `challenge-taken` if another player accepted it first.
    pub async fn accept(
        &self,
        guest: &SeatSecret,
        invitation: &SeatSecret,
        name: &str,
    ) -> Result<SeatAt, ApiError> {
        let body = Acceptance {
            invitation: Some(invitation.as_str().to_owned()),
            name: name.to_owned(),
            ..Acceptance::default()
        };
        self.0
            .request_as(
                "POST",
                "/api/v1/challenge/accept",
                guest.as_str(),
                Some(&body),
            )
            .await
    }

    /// Withdraws a challenge or a pairing request. Returns false if it was not waiting.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn withdraw(&self, host: &SeatSecret) -> Result<bool, ApiError> {
        let none = None::<&Value>;
        let answer = self
            .0
            .request("DELETE", "/api/v1/challenge", host.as_str(), none)
            .await?;
        Ok(answer.status == 204)
    }

    /// Asks to be paired with any opponent. Callers repeat the request every three seconds until it
    /// returns a seat.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn pair(
        &self,
        secret: &SeatSecret,
        id: &str,
        challenge: &Challenge,
    ) -> Result<Option<SeatAt>, ApiError> {
        let body = PairingRequest {
            id: id.to_owned(),
            challenge: challenge.clone(),
            account: false,
        };
        let paired: Paired = self
            .0
            .request_as("POST", "/api/v1/lobby/pair", secret.as_str(), Some(&body))
            .await?;
        Ok(paired.seat)
    }

    /// Offers a rematch to the same opponent, with the secret of the new seat. Returns whether the
    /// new game has started.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn rematch(&self, seat: &SeatSecret, new: &SeatSecret) -> Result<bool, ApiError> {
        let body = NextSeat {
            secret: Some(new.as_str().to_owned()),
        };
        let next: NextGame = self
            .0
            .request_as("POST", "/api/v1/live/rematch", seat.as_str(), Some(&body))
            .await?;
        Ok(next.begun)
    }

    /// Generates an id for a challenge.
    ///
    /// # Errors
    /// [`NoRandomness`].
    pub fn new_id() -> Result<String, NoRandomness> {
        let id = serde_json::to_value(random_id()?).ok();
        Ok(id
            .and_then(|id| id.as_str().map(str::to_owned))
            .unwrap_or_default())
    }
}
