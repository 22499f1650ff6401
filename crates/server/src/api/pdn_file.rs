//! Games in PDN files.

use axum::http::HeaderName;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use damier_notation::pdn::Game;
use damier_people::live::{Journal, LiveError, LiveGame};
use damier_session::{GameId, Session, pdn};

use crate::api::chunked_body::Interrupted;

/// The media type of PDN.
pub(crate) const PDN: &str = "application/x-draughts-pdn; charset=utf-8";

/// The headers of a file that the client stores.
pub(crate) fn attachment(kind: &'static str, name: &str) -> [(HeaderName, String); 2] {
    let disposition = format!("attachment; filename=\"{name}\"");
    [
        (CONTENT_TYPE, kind.to_owned()),
        (CONTENT_DISPOSITION, disposition),
    ]
}

/// A live game as PDN; `None` if it was removed. `edit` may change its tags, or leave it out by
/// returning `None`. An unreadable game does not end the file: it becomes a comment.
pub(crate) async fn game_text(
    journal: &dyn Journal,
    game: GameId,
    edit: impl FnOnce(&mut Game, &Session) -> Option<()>,
) -> Result<Option<String>, Interrupted> {
    let found = match LiveGame::open(journal, game).await {
        Ok(Some(found)) => found,
        Ok(None) | Err(LiveError::NoGame) => return Ok(None),
        Err(error) => {
            tracing::error!(%game, error = &error as &dyn std::error::Error, "a game cannot be written");
            if !error.is_of_this_game() {
                return Err(Interrupted);
            }
            let comment = format!("; the game {game} cannot be written: {error}\n\n");
            return Ok(Some(comment));
        }
    };
    let mut written = pdn::to_pdn(found.session());
    let kept = edit(&mut written, found.session());
    Ok(kept.map(|()| damier_notation::pdn::write(&written) + "\n"))
}
