//! The games of a simul as one PDN file.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::HOST;
use axum::response::IntoResponse;
use damier_people::simuls::SimulId;

use crate::api::chunked_body::Interrupted;
use crate::api::path_part::Part;
use crate::api::pdn_file::{PDN, attachment, game_text};
use crate::problem::Problem;
use crate::simuls::changes::find;
use crate::simuls::state::SimulsState;

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
    Part(id): Part<SimulId>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let simul = find(&state, id).await?.simul;
    let title = simul.terms().title.as_str();
    let event = if title.is_empty() { EVENT } else { title };
    let site = headers.get(HOST).and_then(|host| host.to_str().ok());
    let mut games = String::new();
    for (board, number) in simul.boards().iter().zip(1..) {
        // A void board has no game, and old games may have been removed.
        let text = game_text(&*state.journal, board.game, |written, _| {
            written.set_tag("Event", event);
            written.set_tag("Site", site.unwrap_or("?"));
            written.set_tag("Round", number.to_string());
            Some(())
        });
        let text = text
            .await
            .map_err(|Interrupted| Problem::live_unavailable())?;
        games += &text.unwrap_or_default();
    }
    Ok((attachment(PDN, "damier-simul.pdn"), games))
}
