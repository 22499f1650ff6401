//! Handlers of rematches; see `docs/live-protocol.md`.

use axum::extract::{Extension, State};
use damier_session::SeatRole;
use damier_wire::challenges::{NextGame, NextSeat};

use crate::api::body::Json;
use crate::challenges::refusals::secret;
use crate::challenges::rematch::RematchRequest;
use crate::challenges::state::ChallengesState;
use crate::client::Client;
use crate::guard::load::Permit;
use crate::live::extract::{find_seat, require_player};
use crate::live::seats::{BearerSeat, BearerSecret, key_of, next_game_id, next_secret};
use crate::problem::Problem;

/// Offers or accepts a rematch with swapped colours.
///
/// It begins when both players want it, or both teams, each as it decides about a draw. Afterwards
/// the same request returns a seat to every seat holder of the old game: further devices of a
/// player get the same side, spectators stay spectators. Idempotent; members of a team repeat it
/// while they wait.
#[utoipa::path(
    post,
    path = "/live/rematch",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The rematch has begun, or the offer waits for the other player", body = NextGame),
        (status = 401, description = "The secret is missing, or the game was rated and an account is gone"),
        (status = 403, description = "Spectators cannot offer a rematch, and can follow one only once it has begun; spectators of a friend cannot follow"),
        (status = 404, description = "No seat has this secret"),
        (status = 409, description = "The game is not over, or not seen to be over yet where it is shown with a delay; the new secret is taken; or the seat is that of no member of a team"),
        (status = 429, description = "Too many games from this address"),
        (status = 500, description = "The stored data of the game cannot be read (`game-unreadable`)"),
    )
)]
pub(crate) async fn rematch(
    State(state): State<ChallengesState>,
    Extension(Client(client)): Extension<Client>,
    Extension(permit): Extension<Permit>,
    BearerSecret(presented): BearerSecret,
    Json(NextSeat { secret: chosen }): Json<NextSeat>,
) -> Result<Json<NextGame>, Problem> {
    let own = key_of(&presented);
    let (game, role) = find_seat(&*state.journal, BearerSeat(own)).await?;
    let (new, follows) = match chosen {
        Some(text) => (secret(&text)?, false),
        None => (next_secret(&presented), true),
    };
    let asked = RematchRequest {
        games: &state.games,
        from: client.ip(),
        permit,
        game,
        next: next_game_id(game),
        own,
        key: key_of(&new),
        follows,
    };
    let begun = asked.has_seat().await?
        || match role {
            SeatRole::Watcher => Box::pin(asked.spectate()).await?,
            SeatRole::Player(_) | SeatRole::Arbiter => {
                Box::pin(asked.play(require_player(role)?)).await?
            }
        };
    Ok(Json(NextGame {
        game: asked.next.to_string(),
        begun,
        secret: follows.then(|| new.as_str().to_owned()),
    }))
}
