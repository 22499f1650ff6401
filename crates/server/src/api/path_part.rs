//! The extractor for a part of a path.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use damier_people::library::ShareId;
use damier_session::{GameId, GameIdError};

use crate::api::body::bad_game_id;
use crate::problem::Problem;

/// A value in a path.
pub(crate) trait PathPart: Sized {
    /// The names of its parameter.
    const NAMES: &'static [&'static str];

    /// Parses the parameter; the error is why the path has none. `path` is the whole of it.
    fn read(text: Result<&str, String>, path: &str) -> Result<Self, Problem>;
}

/// The value of this type that the path names.
pub(crate) struct Part<T>(pub(crate) T);

impl<T: PathPart, S: Send + Sync> FromRequestParts<S> for Part<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let all = RawPathParams::from_request_parts(parts, state).await;
        let text = match &all {
            Ok(all) => all
                .iter()
                .find(|(name, _)| T::NAMES.contains(name))
                .map(|(_, text)| text)
                .ok_or_else(|| format!("expected {}", T::NAMES.join(" or "))),
            Err(rejection) => Err(rejection.body_text()),
        };
        T::read(text, parts.uri.path()).map(Self)
    }
}

impl PathPart for GameId {
    const NAMES: &'static [&'static str] = &["id", "game"];

    fn read(text: Result<&str, String>, _path: &str) -> Result<Self, Problem> {
        let parsed = text.map_err(bad_game_id)?.parse();
        parsed.map_err(|error: GameIdError| bad_game_id(error.to_string()))
    }
}

impl PathPart for ShareId {
    const NAMES: &'static [&'static str] = &["share"];

    fn read(text: Result<&str, String>, _path: &str) -> Result<Self, Problem> {
        let parsed = text.map_err(bad_game_id)?.parse();
        parsed.map_err(|error: GameIdError| bad_game_id(error.to_string()))
    }
}
