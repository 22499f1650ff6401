//! Requests to a server: one connection for each, so that a server that was restarted is no special case.

use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::{Method, Request, Response, StatusCode, header};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::timeout;

use crate::address::{Scheme, ServerAddress};
use crate::connection::Connector;

/// How long a request and its answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// The longest answer that is read, in bytes.
const MOST: usize = 8 * 1024 * 1024;

/// The longest line of a stream, in bytes.
const LONGEST_LINE: usize = 4 * 1024 * 1024;

/// How long a stream may be silent: servers send an empty line now and then.
const SILENT: Duration = Duration::from_mins(1);

/// The code of the refusal that the same request would meet again, though it is the server that is at fault: it cannot read what it keeps of a game. A
/// mistake of the server may not come again.
const FOR_GOOD: &str = "game-unreadable";

/// The media type of a body, and the body.
type Content = (&'static str, Vec<u8>);

/// Sends requests to a server.
#[derive(Clone, Debug)]
pub struct Asker {
    connector: Connector,
}

/// An answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Asked {
    /// The status of HTTP.
    pub status: u16,
    /// The body; null where it is no JSON.
    pub body: Value,
    /// After how many seconds the server wants to be asked again.
    pub retry_after_s: Option<u64>,
}

/// Why there is no answer, or not the one that was hoped for.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The server cannot be reached, or the connection was lost.
    #[error("no connection to {server}: {reason}")]
    Unreachable {
        /// Which server.
        server: String,
        /// What the system says.
        reason: String,
    },
    /// The server says no.
    #[error("{detail}")]
    Refused {
        /// The status of HTTP.
        status: u16,
        /// The code of the reason.
        code: String,
        /// The reason in words.
        detail: String,
        /// After how many seconds the server wants to be asked again.
        retry_after_s: Option<u64>,
    },
    /// The answer is none that a Damier server gives.
    #[error("{server} does not answer as a Damier server: {reason}")]
    Nonsense {
        /// Which server.
        server: String,
        /// What is odd about it.
        reason: String,
    },
}

impl AskError {
    /// Whether the same may work a little later.
    pub fn may_pass(&self) -> bool {
        match self {
            AskError::Unreachable { .. } => true,
            AskError::Refused { status, code, .. } => {
                *status == 429 || (*status >= 500 && code != FOR_GOOD)
            }
            AskError::Nonsense { .. } => false,
        }
    }

    /// The code of a refusal.
    pub fn code(&self) -> Option<&str> {
        match self {
            AskError::Refused { code, .. } => Some(code),
            _ => None,
        }
    }
}

impl Asker {
    /// For this server.
    pub fn new(server: ServerAddress) -> Self {
        Self {
            connector: Connector::to(server),
        }
    }

    /// The server.
    pub fn server(&self) -> &ServerAddress {
        self.connector.server()
    }

    /// Sends a request with a secret or a token, and reads the answer, whatever its status.
    ///
    /// # Errors
    /// [`AskError::Unreachable`].
    pub async fn ask(
        &self,
        method: &str,
        path: &str,
        bearer: &str,
        body: Option<&(impl Serialize + Sync)>,
    ) -> Result<Asked, AskError> {
        let body = self.json(body)?;
        self.talk(method, path, bearer, body).await
    }

    /// Puts a text, with an answer of this kind.
    ///
    /// # Errors
    /// [`AskError`].
    pub async fn put_text<T: DeserializeOwned>(
        &self,
        path: &str,
        bearer: &str,
        kind: &'static str,
        text: Vec<u8>,
    ) -> Result<T, AskError> {
        let asked = self.talk("PUT", path, bearer, Some((kind, text))).await?;
        self.read(Self::accepted(asked)?)
    }

    async fn talk(
        &self,
        method: &str,
        path: &str,
        bearer: &str,
        body: Option<Content>,
    ) -> Result<Asked, AskError> {
        let talk = async {
            let response = self.send(method, path, bearer, body).await?;
            let status = response.status();
            let retry_after_s = response.headers().get(header::RETRY_AFTER);
            let retry_after_s = retry_after_s.and_then(|value| value.to_str().ok()?.parse().ok());
            let body = Limited::new(response.into_body(), MOST).collect().await;
            let body = body.map_err(|error| self.lost(error))?.to_bytes();
            Ok(Asked {
                status: status.as_u16(),
                body: serde_json::from_slice(&body).unwrap_or(Value::Null),
                retry_after_s,
            })
        };
        timeout(PATIENCE, talk)
            .await
            .unwrap_or_else(|_| Err(self.lost("no answer in time")))
    }

    fn json(&self, body: Option<&(impl Serialize + Sync)>) -> Result<Option<Content>, AskError> {
        let bytes = body.map(serde_json::to_vec).transpose();
        let bytes = bytes.map_err(|error| self.lost(error))?;
        Ok(bytes.map(|bytes| ("application/json", bytes)))
    }

    fn read<T: DeserializeOwned>(&self, asked: Asked) -> Result<T, AskError> {
        serde_json::from_value(asked.body).map_err(|error| AskError::Nonsense {
            server: self.server().to_string(),
            reason: error.to_string(),
        })
    }

    /// The same, with an answer of this kind.
    ///
    /// # Errors
    /// [`AskError`].
    pub async fn get<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        bearer: &str,
        body: Option<&(impl Serialize + Sync)>,
    ) -> Result<T, AskError> {
        let asked = self.ask(method, path, bearer, body).await?;
        self.read(Self::accepted(asked)?)
    }

    /// The lines of a stream.
    ///
    /// # Errors
    /// [`AskError`]: it cannot be opened.
    pub async fn lines(&self, path: &str, bearer: &str) -> Result<Lines, AskError> {
        let open = async {
            let response = self.send("GET", path, bearer, None).await?;
            if response.status() == StatusCode::OK {
                return Ok(response);
            }
            let status = response.status().as_u16();
            let body = Limited::new(response.into_body(), MOST).collect().await;
            let body = body.map_err(|error| self.lost(error))?.to_bytes();
            let asked = Asked {
                status,
                body: serde_json::from_slice(&body).unwrap_or(Value::Null),
                retry_after_s: None,
            };
            let refused = Self::accepted(asked).err();
            Err(refused.unwrap_or_else(|| self.lost("an odd answer")))
        };
        let response = timeout(PATIENCE, open)
            .await
            .unwrap_or_else(|_| Err(self.lost("no answer in time")))?;
        Ok(Lines {
            body: response.into_body(),
            read: Vec::new(),
        })
    }

    fn accepted(asked: Asked) -> Result<Asked, AskError> {
        if (200..300).contains(&asked.status) {
            return Ok(asked);
        }
        let text = |key: &str| asked.body[key].as_str().map(str::to_owned);
        let detail = text("detail").or_else(|| text("error"));
        Err(AskError::Refused {
            status: asked.status,
            code: text("code").unwrap_or_default(),
            detail: detail.unwrap_or_else(|| format!("the server answers {}", asked.status)),
            retry_after_s: asked.retry_after_s,
        })
    }

    async fn send(
        &self,
        method: &str,
        path: &str,
        bearer: &str,
        body: Option<Content>,
    ) -> Result<Response<Incoming>, AskError> {
        let stream = self.connector.open().await;
        let io = TokioIo::new(stream.map_err(|error| self.lost(error))?);
        let (mut sender, connection) = hyper::client::conn::http1::handshake(io)
            .await
            .map_err(|error| self.lost(error))?;
        // It ends with the connection, whose end the request finds out by itself.
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
                self.lost("what it answers is no HTTP; does it speak https?")
            } else {
                self.lost(error)
            }
        })
    }

    fn lost(&self, reason: impl std::fmt::Display) -> AskError {
        AskError::Unreachable {
            server: self.server().to_string(),
            reason: reason.to_string(),
        }
    }
}

/// The lines of a stream, as they come.
#[derive(Debug)]
pub struct Lines {
    body: Incoming,
    read: Vec<u8>,
}

impl Lines {
    /// The next line, which is empty where the server only shows that it is there; `None` when the stream ends, is silent for too long or
    /// sends too long a line. May be given up at any time without losing one.
    pub async fn next(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.read.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.read.drain(..=end).collect();
                return Some(String::from_utf8_lossy(&line).trim().to_owned());
            }
            if self.read.len() > LONGEST_LINE {
                return None;
            }
            let frame = timeout(SILENT, self.body.frame()).await.ok()??.ok()?;
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
    fn what_would_be_refused_again_does_not_pass() {
        for (status, code, may_pass) in [
            (429, "too-many-requests", true),
            (503, "live-unavailable", true),
            (507, "journal-full", true),
            // A server in front of it.
            (500, "", true),
            (502, "", true),
            (500, "game-unreadable", false),
            (500, "internal-error", true),
            (404, "seat-not-found", false),
        ] {
            let refused = AskError::Refused {
                status,
                code: code.to_owned(),
                detail: String::new(),
                retry_after_s: None,
            };
            assert_eq!(refused.may_pass(), may_pass, "{status} {code}");
        }
    }
}
