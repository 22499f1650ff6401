//! Endgame tables for the engine in the page, sent unchanged.

use axum::extract::{Path, State};
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;

use crate::problem::Problem;
use crate::tables::{Content, Tables};

/// A table never changes, so browsers may cache it for a year.
const FOR_A_YEAR: HeaderValue = HeaderValue::from_static("public, max-age=31536000");

/// Winners of endings with few pieces, or plies to win: all tables of a variant for browsers.
#[utoipa::path(
    get,
    path = "/tables/{game}/{content}",
    params(
        ("game" = String, Path, description = "The id of the game", example = "international"),
        ("content" = Content, Path, description = "The kind of tables"),
    ),
    responses(
        (status = 200, description = "The concatenated tables",
         content_type = "application/octet-stream"),
        (status = 404, description = "The variant has no tables, or some of them are missing"),
    )
)]
pub(crate) async fn tables(
    State(tables): State<Tables>,
    Path((game, content)): Path<(String, String)>,
) -> Result<impl IntoResponse, Problem> {
    let content = match content.as_str() {
        "outcomes" => Content::Outcomes,
        "distances" => Content::Distances,
        _ => return Err(no_tables(&game)),
    };
    let (asked, from) = (game.clone(), tables);
    let read = tokio::task::spawn_blocking(move || from.read(&asked, content));
    let read = read.await.map_err(|error| {
        tracing::error!(%error, "the task that reads tables panicked");
        Problem::internal()
    })?;
    let bytes = read.map_err(|error| {
        tracing::error!(%error, game, "tables cannot be read");
        Problem::internal()
    })?;
    let bytes = bytes.ok_or_else(|| no_tables(&game))?;
    let headers = [
        (
            CONTENT_TYPE,
            HeaderValue::from_static("application/octet-stream"),
        ),
        (CACHE_CONTROL, FOR_A_YEAR),
    ];
    Ok((headers, bytes))
}

fn no_tables(game: &str) -> Problem {
    Problem::not_found(
        "no-tables",
        "no such tables",
        format!("this server has no complete tables of {game:?} of this kind"),
    )
}
