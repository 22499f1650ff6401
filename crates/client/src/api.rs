//! HTTP requests to a Damier server. Each request opens its own connection, so a restarted server
//! needs no special handling.

use std::time::Duration;

use damier_wire::bots::BotRefusal;
use damier_wire::problem::Document;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::{Method, Request, Response, StatusCode, header};
use hyper_util::rt::TokioIo;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::time::timeout;

use crate::address::{Scheme, ServerAddress};
use crate::connection::Connector;

/// Time limit for a request and its response.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// The longest response body that is read, in bytes.
const MAX_BODY_BYTES: usize = 8 * 1024 * 1024;

/// The longest line of a stream, in bytes.
const MAX_LINE_BYTES: usize = 4 * 1024 * 1024;

/// How long a stream may be silent. Servers send an empty line as a heartbeat.
const IDLE_TIMEOUT: Duration = Duration::from_mins(1);

/// Error code of a 500 response that retries cannot resolve: the server cannot read the stored
/// game. Other internal errors may be transient.
const GAME_UNREADABLE: &str = "game-unreadable";

/// The media type of a body, and the body.
type Content = (&'static str, Vec<u8>);

/// Sends requests to a server.
#[derive(Clone, Debug)]
pub struct ApiClient {
    connector: Connector,
}

/// A response of any status.
#[derive(Clone, PartialEq, Debug)]
pub struct ApiResponse {
    /// The HTTP status.
    pub status: u16,
    /// The body; null if it is not JSON.
    pub body: Value,
    /// The `Retry-After` header, in seconds.
    pub retry_after_s: Option<u64>,
}

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// The server cannot be reached, or the connection was lost.
    #[error("cannot reach {server}: {reason}")]
    Unreachable {
        /// The server's address.
        server: String,
        /// The error of the operating system or the protocol.
        reason: String,
    },
    /// The server rejected the request.
    #[error("{detail}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// The error code.
        code: String,
        /// The reason, as text for a person.
        detail: String,
        /// The `Retry-After` header, in seconds.
        retry_after_s: Option<u64>,
    },
    /// The response is not one of a Damier server.
    #[error("unexpected response from {server}: {reason}")]
    InvalidResponse {
        /// The server's address.
        server: String,
        /// What is wrong with the response.
        reason: String,
    },
}

impl ApiError {
    /// Whether a retry may succeed.
    pub fn is_transient(&self) -> bool {
        match self {
            ApiError::Unreachable { .. } => true,
            ApiError::Refused { status, code, .. } => {
                *status == 429 || (*status >= 500 && code != GAME_UNREADABLE)
            }
            ApiError::InvalidResponse { .. } => false,
        }
    }

    /// The error code, if the server rejected the request.
    pub fn code(&self) -> Option<&str> {
        match self {
            ApiError::Refused { code, .. } => Some(code),
            _ => None,
        }
    }
}

impl ApiClient {
    /// Creates a client of this server.
    pub fn new(server: ServerAddress) -> Self {
        Self {
            connector: Connector::to(server),
        }
    }

    /// The server's address.
    pub fn server(&self) -> &ServerAddress {
        self.connector.server()
    }

    /// Sends a request, authenticated by a secret or a token, and returns the response whatever its
    /// status.
    ///
    /// # Errors
    /// [`ApiError::Unreachable`].
    pub async fn request(
        &self,
        method: &str,
        path: &str,
        bearer: &str,
        body: Option<&(impl Serialize + Sync)>,
    ) -> Result<ApiResponse, ApiError> {
        let body = self.json(body)?;
        self.exchange(method, path, bearer, body).await
    }

    /// Sends a `PUT` with a text body and parses the JSON response.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn put_text<T: DeserializeOwned>(
        &self,
        path: &str,
        bearer: &str,
        kind: &'static str,
        text: Vec<u8>,
    ) -> Result<T, ApiError> {
        let response = self
            .exchange("PUT", path, bearer, Some((kind, text)))
            .await?;
        self.read(Self::check_status(response)?)
    }

    async fn exchange(
        &self,
        method: &str,
        path: &str,
        bearer: &str,
        body: Option<Content>,
    ) -> Result<ApiResponse, ApiError> {
        let exchange = async {
            let response = self.send(method, path, bearer, body).await?;
            let status = response.status();
            let retry_after_s = response.headers().get(header::RETRY_AFTER);
            let retry_after_s = retry_after_s.and_then(|value| value.to_str().ok()?.parse().ok());
            let body = Limited::new(response.into_body(), MAX_BODY_BYTES)
                .collect()
                .await;
            let body = body.map_err(|error| self.lost(error))?.to_bytes();
            Ok(ApiResponse {
                status: status.as_u16(),
                body: serde_json::from_slice(&body).unwrap_or(Value::Null),
                retry_after_s,
            })
        };
        timeout(REQUEST_TIMEOUT, exchange)
            .await
            .unwrap_or_else(|_| Err(self.lost("no response in time")))
    }

    fn json(&self, body: Option<&(impl Serialize + Sync)>) -> Result<Option<Content>, ApiError> {
        let bytes = body.map(serde_json::to_vec).transpose();
        let bytes = bytes.map_err(|error| self.lost(error))?;
        Ok(bytes.map(|bytes| ("application/json", bytes)))
    }

    fn read<T: DeserializeOwned>(&self, response: ApiResponse) -> Result<T, ApiError> {
        serde_json::from_value(response.body).map_err(|error| ApiError::InvalidResponse {
            server: self.server().to_string(),
            reason: error.to_string(),
        })
    }

    /// Sends a request and parses the JSON response.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn request_as<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        bearer: &str,
        body: Option<&(impl Serialize + Sync)>,
    ) -> Result<T, ApiError> {
        let response = self.request(method, path, bearer, body).await?;
        self.read(Self::check_status(response)?)
    }

    /// Opens a stream of lines.
    ///
    /// # Errors
    /// [`ApiError`]: the stream cannot be opened.
    pub async fn lines(&self, path: &str, bearer: &str) -> Result<Lines, ApiError> {
        let open = async {
            let response = self.send("GET", path, bearer, None).await?;
            if response.status() == StatusCode::OK {
                return Ok(response);
            }
            let status = response.status().as_u16();
            let body = Limited::new(response.into_body(), MAX_BODY_BYTES)
                .collect()
                .await;
            let body = body.map_err(|error| self.lost(error))?.to_bytes();
            let response = ApiResponse {
                status,
                body: serde_json::from_slice(&body).unwrap_or(Value::Null),
                retry_after_s: None,
            };
            let refused = Self::check_status(response).err();
            Err(refused.unwrap_or_else(|| self.lost("an unexpected status")))
        };
        let response = timeout(REQUEST_TIMEOUT, open)
            .await
            .unwrap_or_else(|_| Err(self.lost("no response in time")))?;
        Ok(Lines {
            body: response.into_body(),
            read: Vec::new(),
        })
    }

    fn check_status(response: ApiResponse) -> Result<ApiResponse, ApiError> {
        if (200..300).contains(&response.status) {
            return Ok(response);
        }
        let (code, detail) = if let Ok(problem) = Document::deserialize(&response.body) {
            (problem.code.into_owned(), problem.detail)
        } else if let Ok(refusal) = BotRefusal::deserialize(&response.body) {
            (String::new(), refusal.error)
        } else {
            let detail = format!("the server responded with status {}", response.status);
            (String::new(), detail)
        };
        Err(ApiError::Refused {
            status: response.status,
            code,
            detail,
            retry_after_s: response.retry_after_s,
        })
    }

    async fn send(
        &self,
        method: &str,
        path: &str,
        bearer: &str,
        body: Option<Content>,
    ) -> Result<Response<Incoming>, ApiError> {
        let stream = self.connector.open().await;
        let io = TokioIo::new(stream.map_err(|error| self.lost(error))?);
        let (mut sender, connection) = hyper::client::conn::http1::handshake(io)
            .await
            .map_err(|error| self.lost(error))?;
        // The task ends with the connection; `send_request` reports a failure.
        tokio::spawn(connection);
        let mut request = Request::builder()
            .method(Method::from_bytes(method.as_bytes()).unwrap_or(Method::GET))
            .uri(path)
            .header(header::HOST, self.server().authority())
            .header(header::CONNECTION, "close");
        if !bearer.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {bearer}"));
        }
        let mut bytes = Vec::new();
        if let Some((kind, content)) = body {
            request = request.header(header::CONTENT_TYPE, kind);
            bytes = content;
        }
        let request = request.body(Full::new(Bytes::from(bytes)));
        let request = request.map_err(|error| self.lost(error))?;
        sender.send_request(request).await.map_err(|error| {
            if error.is_parse() && self.server().scheme() == Scheme::Http {
                self.lost("the response is not HTTP; the server may expect https")
            } else {
                self.lost(error)
            }
        })
    }

    fn lost(&self, reason: impl std::fmt::Display) -> ApiError {
        ApiError::Unreachable {
            server: self.server().to_string(),
            reason: reason.to_string(),
        }
    }
}

/// A stream of lines, read as they arrive.
#[derive(Debug)]
pub struct Lines {
    body: Incoming,
    read: Vec<u8>,
}

impl Lines {
    /// Returns the next line; an empty line is a heartbeat. Returns `None` when the stream ends, is
    /// silent for too long or sends too long a line. Cancel safe.
    pub async fn next(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.read.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.read.drain(..=end).collect();
                return Some(String::from_utf8_lossy(&line).trim().to_owned());
            }
            if self.read.len() > MAX_LINE_BYTES {
                return None;
            }
            let frame = timeout(IDLE_TIMEOUT, self.body.frame()).await.ok()??.ok()?;
            if let Ok(data) = frame.into_data() {
                self.read.extend_from_slice(&data);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_errors_that_a_retry_can_resolve_are_transient() {
        for (status, code, is_transient) in [
            (429, "too-many-requests", true),
            (503, "live-unavailable", true),
            (507, "journal-full", true),
            // A reverse proxy's answer.
            (500, "", true),
            (502, "", true),
            (500, "game-unreadable", false),
            (500, "internal-error", true),
            (404, "seat-not-found", false),
        ] {
            let refused = ApiError::Refused {
                status,
                code: code.to_owned(),
                detail: String::new(),
                retry_after_s: None,
            };
            assert_eq!(refused.is_transient(), is_transient, "{status} {code}");
        }
    }
}
