//! Games of a class, between pupils and against the engine: a list for the teacher, a PDN file, and
//! one game with its moves for the projector.

use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::response::IntoResponse;
use damier_notation::{fen, move_text};
use damier_people::classes::{ClassPlayer, PairedGame};
use damier_people::live::{Journal, LiveGame};
use damier_session::{Ending, GameId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::body::Json;
use crate::api::chunked_body::{Chunks, Interrupted, chunked_body};
use crate::api::pdn_file::{PDN, attachment, game_text};
use crate::challenges::refusals::bad_id;
use crate::classes::extract::Teaching;
use crate::classes::state::ClassesState;
use crate::classes::views::player_code;
use crate::guard::load::Permits;
use crate::problem::Problem;

/// The tag `Event` in a class's file.
const EVENT: &str = "Class";

/// A game of two pupils, or of one against the engine.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayedGame {
    /// Its id.
    game: String,
    /// The animal that plays White; `computer` for the server's engine.
    white: &'static str,
    /// The animal that plays Black; `computer` for the server's engine.
    black: &'static str,
    /// The level of the engine; null in a game between pupils.
    level: Option<u8>,
    /// When the teacher began it, in Unix milliseconds; 0 if unknown.
    begun_ms: u64,
    /// Whether it is over.
    over: bool,
    /// How it ended; null if unfinished or removed.
    ending: Option<Ending>,
}

/// The games of a class.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayedGames {
    /// In the order in which they began: games of current pupils, at most the latest 800.
    games: Vec<PlayedGame>,
}

/// The game, in a body instead of the path, since paths are logged.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhichGame {
    /// Its id.
    game: String,
}

/// A game with its moves so far.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameMoves {
    /// The stable name of the variant.
    variant: String,
    /// The initial position, as FEN.
    start: String,
    /// The moves that were played and not taken back, in the game's own notation. They end before
    /// the first irregular move, if there is one.
    #[schema(example = json!(["32-28", "19-23", "28x19"]))]
    moves: Vec<String>,
    /// How it ended; null if unfinished.
    ending: Option<Ending>,
}

/// The games of the class with how they ended.
#[utoipa::path(
    get,
    path = "/class/games",
    security(("teacher" = [])),
    responses(
        (status = 200, description = "The games", body = PlayedGames),
        (status = 404, description = "No class has this secret, or it has ended"),
    )
)]
pub(crate) async fn list(
    State(state): State<ClassesState>,
    teaching: Teaching,
) -> Result<Json<PlayedGames>, Problem> {
    let games = state.classes.class_games(teaching.class.code).await?;
    let games = games.into_iter().map(|game| PlayedGame {
        game: game.game.to_string(),
        white: player_code(game.players[0]),
        black: player_code(game.players[1]),
        level: game.players.into_iter().find_map(ClassPlayer::level),
        begun_ms: game.begun_ms,
        over: !game.goes_on(),
        ending: game.ending,
    });
    Ok(Json(PlayedGames {
        games: games.collect(),
    }))
}

/// One game of the class with its moves so far, for the projector.
#[utoipa::path(
    post,
    path = "/class/game",
    security(("teacher" = [])),
    responses(
        (status = 200, description = "The game", body = GameMoves),
        (status = 404, description = "The class has no such game"),
        (status = 503, description = "The game cannot be read now"),
    )
)]
pub(crate) async fn one(
    State(state): State<ClassesState>,
    teaching: Teaching,
    Json(WhichGame { game }): Json<WhichGame>,
) -> Result<Json<GameMoves>, Problem> {
    let game: GameId = game.parse().map_err(bad_id)?;
    let games = state.classes.class_games(teaching.class.code).await?;
    if !games.iter().any(|known| known.game == game) {
        return Err(Problem::no_such_game(game));
    }
    let found = LiveGame::open(&*state.journal, game).await?;
    let found = found.ok_or_else(|| Problem::no_such_game(game))?;
    let session = found.session();
    let played = session.game();
    let moves = played.moves().zip(played.positions()).enumerate();
    let moves = moves.take_while(|(ply, _)| played.is_regular(*ply));
    Ok(Json(GameMoves {
        variant: session.variant().id().to_owned(),
        start: fen::write(played.start()),
        moves: moves
            .map(|(_, (done, before))| move_text::text(before, &done))
            .collect(),
        ending: session.ending(),
    }))
}

/// The games of the class as one PDN file, in the order in which they began.
///
/// Players appear as the stable names of their animals, the engine by its level; a running game has
/// no result yet. A game that this server cannot read is replaced by a comment.
#[utoipa::path(
    get,
    path = "/class/games.pdn",
    security(("teacher" = [])),
    responses(
        (status = 200, description = "The file", body = String, content_type = "application/x-draughts-pdn; charset=utf-8"),
        (status = 404, description = "No class has this secret, or it has ended"),
    )
)]
pub(crate) async fn file(
    State(state): State<ClassesState>,
    Extension(permits): Extension<Permits>,
    teaching: Teaching,
) -> Result<impl IntoResponse, Problem> {
    let games = state
        .classes
        .class_games(teaching.class.code)
        .await?
        .into_iter();
    let headers = attachment(PDN, "damier-class.pdn");
    Ok((
        headers,
        chunked_body(
            PdnExport {
                journal: state.journal.clone(),
                games,
            },
            permits,
        ),
    ))
}

/// The state of a PDN export.
struct PdnExport {
    journal: Arc<dyn Journal>,
    games: std::vec::IntoIter<PairedGame>,
}

impl Chunks for PdnExport {
    async fn next(&mut self) -> Result<Option<String>, Interrupted> {
        let Some(game) = self.games.next() else {
            return Ok(None);
        };
        let text = written(&*self.journal, game).await?;
        Ok(Some(text.unwrap_or_default()))
    }
}

/// A game as PDN; `None` if it was removed. An unreadable one does not end the file.
async fn written(journal: &dyn Journal, paired: PairedGame) -> Result<Option<String>, Interrupted> {
    game_text(journal, paired.game, |written, _| {
        for (side, player) in ["White", "Black"].into_iter().zip(paired.players) {
            // The engine already has a name and level there.
            if let ClassPlayer::Pupil(animal) = player {
                written.set_tag(side, animal.code().to_owned());
            }
        }
        written.set_tag("Event", EVENT);
        Some(())
    })
    .await
}
