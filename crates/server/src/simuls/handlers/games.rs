//! The games of a simul as one PDN file.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HOST};
use axum::response::IntoResponse;
use damier_people::live::LiveGame;
use damier_session::pdn;

use crate::problem::Problem;
use crate::simuls::changes::find;
use crate::simuls::extract::SimulPath;
use crate::simuls::state::SimulsState;

/// The media type of PDN.
const PDN: &str = "application/x-draughts-pdn; charset=utf-8";

/// The tag `Event` of a simul without a title.
const EVENT: &str = "Simultaneous display";

/// The games of a simul as one PDN file, in the order of the boards.
///
/// Unfinished games have no result.
#[utoipa::path(
    get,
    path = "/simuls/{simul}/games.pdn",
    security(()),
    responses(
        (status = 200, description = "The file; empty before the simul has begun", body = String,
         content_type = "application/x-draughts-pdn; charset=utf-8"),
        (status = 503, description = "The games cannot be read now"),
    )
)]
pub(crate) async fn file(
    State(state): State<SimulsState>,
    SimulPath(id): SimulPath,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let simul = find(&state, id).await?.simul;
    let title = simul.terms().title.as_str();
    let event = if title.is_empty() { EVENT } else { title };
    let site = headers.get(HOST).and_then(|host| host.to_str().ok());
    let mut games = Vec::new();
    for (board, number) in simul.boards().iter().zip(1..) {
        let game = match LiveGame::open(&*state.journal, board.game).await {
            Ok(game) => game,
            Err(error) => {
                tracing::error!(game = %board.game, error = &error as &dyn std::error::Error, "a game of a simul cannot be read");
                if !error.is_of_this_game() {
                    return Err(Problem::live_unavailable());
                }
                games.push(format!(
                    "; the game {} cannot be written: {error}\n",
                    board.game
                ));
                continue;
            }
        };
        // A void board has none, and old games may have been removed.
        let Some(game) = game else { continue };
        let mut written = pdn::to_pdn(game.session());
        written.set_tag("Event", event);
        written.set_tag("Site", site.unwrap_or("?"));
        written.set_tag("Round", number.to_string());
        games.push(damier_notation::pdn::write(&written));
    }
    let headers = [
        (CONTENT_TYPE, PDN),
        (
            CONTENT_DISPOSITION,
            "attachment; filename=\"damier-simul.pdn\"",
        ),
    ];
    Ok((headers, games.join("\n")))
}
