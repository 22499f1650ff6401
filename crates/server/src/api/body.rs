//! Extractors for the contents of a request: a JSON body, the query of a list.
//! Invalid input becomes a problem that names its position.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::problem::Problem;

/// A body that is a JSON document of this shape, in a request or a response.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        require_json(request.headers())?;
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|rejection| unread(&rejection))?;
        refuse_list(&bytes)?;
        serde_json::from_slice(&bytes)
            .map(Self)
            .map_err(|error| unreadable(&error))
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

/// Requires the content type `application/json`. HTML forms cannot send it, so this also keeps out
/// forms of other sites.
fn require_json(headers: &HeaderMap) -> Result<(), Problem> {
    let found = headers
        .get(header::CONTENT_TYPE)
        .map(|kind| kind.to_str().unwrap_or("?"));
    let kind = found
        .and_then(|found| found.split(';').next())
        .map(str::trim);
    if kind.is_some_and(|kind| kind.eq_ignore_ascii_case("application/json")) {
        return Ok(());
    }
    Err(Problem::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "unsupported-media-type",
        "the body must be JSON",
        format!(
            "expected a body of type application/json, found {}",
            found.unwrap_or("none")
        ),
    ))
}

/// Rejects JSON arrays. The deserializer would accept an array as a struct by field order, and an
/// empty one as defaults.
fn refuse_list(body: &[u8]) -> Result<(), Problem> {
    let Some(begins) = body.iter().position(|byte| !byte.is_ascii_whitespace()) else {
        return Ok(());
    };
    if body.get(begins) != Some(&b'[') {
        return Ok(());
    }
    let before = body.get(..begins).unwrap_or_default();
    let line = before.split(|byte| *byte == b'\n').count();
    let column = before.rsplit(|byte| *byte == b'\n').next();
    let column = column.map_or(0, <[u8]>::len) + 1;
    Err(Problem::unprocessable(
        "unexpected-shape",
        "unexpected content of the body",
        "expected an object, found a list",
    )
    .at(line, column))
}

/// Cannot happen: a middleware has already read the whole body before the handler runs.
fn unread(rejection: &BytesRejection) -> Problem {
    tracing::error!(%rejection, "cannot read a received body");
    Problem::internal()
}

fn unreadable(error: &serde_json::Error) -> Problem {
    let shape = error.is_data();
    let (status, code, title) = if shape {
        (
            StatusCode::UNPROCESSABLE_ENTITY,
            "unexpected-shape",
            "unexpected content of the body",
        )
    } else {
        (StatusCode::BAD_REQUEST, "bad-json", "the body is not JSON")
    };
    Problem::new(status, code, title, error_text(error)).at(error.line(), error.column())
}

/// What is wrong with a JSON text, without the names of Rust types: the deserializer names the type
/// that it expected where there is no better word.
pub(crate) fn error_text(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let Some((found, expected)) = text.split_once(", expected ") else {
        return text;
    };
    let (kind, name) = match expected.split_once("enum ") {
        Some(("internally tagged ", name)) => ("an object", name),
        Some((_, name)) => ("one of its values", name),
        None => match expected.split_once("struct ") {
            Some((_, name)) => ("an object", name),
            None => return text,
        },
    };
    // The name of a type ends where the place in the text begins.
    let rest = name.find(' ').map_or("", |at| &name[at..]);
    format!("{found}, expected {kind}{rest}")
}

/// A text that is not the id of a game.
pub(crate) fn bad_game_id(detail: impl Into<String>) -> Problem {
    Problem::bad_request("bad-game-id", "invalid id of a game", detail)
}

/// A query of this shape.
pub(crate) struct QueryOf<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryOf<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Query(query) = Query::from_request_parts(parts, state)
            .await
            .map_err(|rejection| bad_query(rejection.body_text()))?;
        Ok(Self(query))
    }
}

/// A query that makes no sense.
pub(crate) fn bad_query(detail: impl Into<String>) -> Problem {
    Problem::bad_request("bad-query", "invalid query", detail)
}

#[cfg(test)]
mod tests {
    use damier_wire::live::ClientFrame;
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize, Debug)]
    struct Inner {
        #[expect(dead_code, reason = "only its type counts")]
        number: u8,
    }

    #[derive(Deserialize, Debug)]
    struct Outer {
        #[expect(dead_code, reason = "only its type counts")]
        inner: Inner,
    }

    /// Finding V12.
    #[test]
    fn no_rust_type_is_named() {
        let of_frame = |text| error_text(&serde_json::from_str::<ClientFrame>(text).unwrap_err());
        let of_body = |text| error_text(&serde_json::from_str::<Outer>(text).unwrap_err());
        for (text, expected) in [
            (
                of_frame("7"),
                "invalid type: integer `7`, expected an object at line 1 column 1",
            ),
            (
                of_body("7"),
                "invalid type: integer `7`, expected an object at line 1 column 1",
            ),
            (
                of_body("{\"inner\": {\"number\": true}}"),
                "invalid type: boolean `true`, expected u8 at line 1 column 25",
            ),
        ] {
            assert!(
                !text.contains("ClientFrame") && !text.contains("Outer"),
                "{text}"
            );
            assert_eq!(text, expected);
        }
    }
}
