//! Problem documents (RFC 9457): every error response of the server, readable for people and
//! programs. They contain no details of the machine; those are logged.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use damier_people::StoreError;
use damier_people::accounts::{Ban, moment_text};
use damier_people::library::LibraryError;
use damier_people::live::LiveError;
pub(crate) use damier_wire::problem::Document;

/// The media type of these documents.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// Constructors for the usual statuses, so that use cases need no HTTP.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident: $status:ident,)+) => {$(
        $(#[$doc])*
        pub(crate) fn $name(
            code: &'static str,
            title: &'static str,
            detail: impl Into<String>,
        ) -> Self {
            Self::new(StatusCode::$status, code, title, detail)
        }
    )+};
}

/// One error. Boxed, since the result of every handler has space for one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem(Box<Document>);

impl Problem {
    /// A problem without any of the optional members.
    pub fn new(
        status: StatusCode,
        code: &'static str,
        title: &'static str,
        detail: impl Into<String>,
    ) -> Self {
        Self(Box::new(Document {
            code: code.into(),
            title: title.into(),
            status: status.as_u16(),
            detail: detail.into(),
            line: None,
            column: None,
            stored_version: None,
            reason: None,
            act: None,
            retry_after_s: None,
            banned_until_ms: None,
            ban_reason: None,
        }))
    }

    kinds! {
        /// The request is malformed.
        bad_request: BAD_REQUEST,
        /// The client must sign in first.
        unauthorized: UNAUTHORIZED,
        /// This client may not do this.
        forbidden: FORBIDDEN,
        /// There is no such thing, or this client may not know of it.
        not_found: NOT_FOUND,
        /// The present state does not permit this.
        conflict: CONFLICT,
        /// There was such a thing.
        gone: GONE,
        /// The request is well-formed, but its content is not permitted.
        unprocessable: UNPROCESSABLE_ENTITY,
        /// Not now; a retry may succeed.
        unavailable: SERVICE_UNAVAILABLE,
        /// A quota is used up.
        no_space: INSUFFICIENT_STORAGE,
    }

    /// This address does not exist.
    pub fn no_such_address(path: &str) -> Self {
        Self::not_found(
            "no-such-address",
            "this address does not exist",
            format!("no resource at {path:?}"),
        )
    }

    /// The address exists, but not for this method. The caller sets the header `allow`.
    pub fn method_not_allowed(method: &Method, path: &str) -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method-not-allowed",
            "method not allowed",
            format!("{path:?} does not support {method}"),
        )
    }

    /// No such game, or it was deleted.
    pub fn no_such_game(id: impl std::fmt::Display) -> Self {
        Self::not_found(
            "game-not-found",
            "no such game",
            format!("no game {id} is in the library"),
        )
    }

    /// An id or a secret belongs to another game, challenge or seat.
    pub(crate) fn taken(detail: &str) -> Self {
        Self::conflict("challenge-exists", "the id or a secret is taken", detail)
    }

    /// Too many sockets and streams are open, in all or from this address.
    pub(crate) fn too_many_sockets() -> Self {
        Self::unavailable(
            "too-many-sockets",
            "too many sockets",
            "this server, or this address, has too many open sockets and streams",
        )
        .retry_after(5)
    }

    /// The server has a bug. The log has the details.
    pub fn internal() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal-error",
            "internal error",
            "internal error; the log of the server has the details",
        )
    }

    /// Stored data of a game cannot be read by this version, now or later.
    pub(crate) fn game_unreadable(detail: String) -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "game-unreadable",
            "the stored data of a game cannot be read",
            detail,
        )
    }

    /// A live game cannot be reached now.
    pub fn live_unavailable() -> Self {
        Self::unavailable(
            "live-unavailable",
            "live games are unavailable",
            "live games are unavailable now; acknowledged acts are stored, send the request again",
        )
        .retry_after(2)
    }

    /// The status of the response.
    pub(crate) fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// The detail.
    pub(crate) fn detail(&self) -> &str {
        &self.0.detail
    }

    /// Seconds to wait before a retry.
    pub(crate) fn seconds_to_wait(&self) -> Option<u64> {
        self.0.retry_after_s
    }

    /// The document, to be part of another response.
    pub(crate) fn into_document(self) -> Document {
        *self.0
    }

    /// Adds the position in the body, both numbers counted from 1.
    #[must_use]
    pub fn at(mut self, line: usize, column: usize) -> Self {
        (self.0.line, self.0.column) = (Some(line), Some(column));
        self
    }

    /// Adds the stored version.
    #[must_use]
    pub fn stored_version(mut self, version: u32) -> Self {
        self.0.stored_version = Some(version);
        self
    }

    /// Adds why a record does not replay and, if a single act is the cause, its number, counted
    /// from 0.
    #[must_use]
    pub fn because(mut self, reason: impl Into<Cow<'static, str>>, act: Option<usize>) -> Self {
        (self.0.reason, self.0.act) = (Some(reason.into()), act);
        self
    }

    /// The account is banned. Returned only to a caller that is authenticated.
    pub(crate) fn banned(ban: &Ban) -> Self {
        let until = ban.until_ms.map_or_else(
            || "until the operator of this server lifts the ban".to_owned(),
            |until_ms| format!("until {} UTC", moment_text(until_ms)),
        );
        let reason = ban.reason.as_str();
        let colon = if reason.is_empty() { "" } else { ": " };
        let mut banned = Self::forbidden(
            "account-banned",
            "the account is banned",
            format!("the account is banned {until}{colon}{reason}"),
        );
        banned.0.banned_until_ms = ban.until_ms;
        banned.0.ban_reason = (!reason.is_empty()).then(|| reason.to_owned());
        banned
    }

    /// Adds seconds to wait before a retry.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.0.retry_after_s = Some(seconds);
        self
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Self(document) = self;
        // Made of numbers and texts, so serialising cannot fail. If it did, the body would be
        // empty.
        let body = serde_json::to_vec(&document).unwrap_or_default();
        let mut response = Response::new(Body::from(body));
        // The number was a valid status when the problem was made.
        *response.status_mut() =
            StatusCode::from_u16(document.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if document.status == StatusCode::UNAUTHORIZED.as_u16() {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = document.retry_after_s {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<LibraryError> for Problem {
    fn from(error: LibraryError) -> Self {
        let source: &(dyn std::error::Error + 'static) = &error;
        tracing::error!(error = source, "the library returned an error");
        match error {
            LibraryError::Unavailable(_) => Self::unavailable(
                "library-unavailable",
                "the library is unavailable",
                "the library is unavailable now; stored games are safe, try again",
            )
            .retry_after(5),
            LibraryError::Gone(_) => Self::unavailable(
                "library-gone",
                "the file of the library is missing",
                "the file of the library was deleted or replaced while the server was running; \
                 nothing is stored until the server is restarted",
            ),
            LibraryError::Full(_) => Self::no_space(
                "library-full",
                "the library is full",
                "the disk of the server is full; the game was not stored",
            ),
            LibraryError::Failed(_) => Self::internal(),
            LibraryError::Damaged { game, .. } => {
                Self::game_unreadable(format!("the stored data of the game {game} cannot be read"))
            }
        }
    }
}

impl From<LiveError> for Problem {
    fn from(error: LiveError) -> Self {
        match error {
            LiveError::Journal(error) => Self::from(error),
            LiveError::Setup(_) | LiveError::Event(_) => {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "cannot read a live game"
                );
                Self::game_unreadable("the stored data of the game cannot be read".to_owned())
            }
            LiveError::Busy | LiveError::NoGame => Self::live_unavailable(),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        let source: &(dyn std::error::Error + 'static) = &error;
        tracing::error!(error = source, "the store returned an error");
        match error {
            StoreError::Unavailable(_) => Self::live_unavailable(),
            StoreError::Full(_) => Self::no_space(
                "journal-full",
                "the disk is full",
                "the disk of the server is full; nothing was stored",
            ),
            StoreError::Failed(_) => Self::internal(),
            StoreError::Damaged { game, .. } => {
                Self::game_unreadable(format!("the stored data of the game {game} cannot be read"))
            }
        }
    }
}
