//! Exports all games of an owner as one PDN file, streamed a few games at a time, so that memory
//! use does not depend on the size of the library. `session` and `notation` write each game.

use axum::body::{Body, Bytes};
use axum::extract::{Extension, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use damier_people::library::{Owner, StoredGame, TreeText};
use damier_session::{GameId, GameRecord, ReplayBudget, Session, pdn};
use futures_util::stream;

use crate::api::chunked_body::{Interrupted, in_own_task};
use crate::guard::load::Permits;
use crate::guard::work::Waiting;
use crate::library::owner::LibraryOwner;
use crate::library::state::LibraryState;
use crate::problem::Problem;

/// How many states of captures may be searched to read the tree of one game: a hundred times what
/// the largest real trees need.
const MAX_STATES: u64 = 1_000_000;

/// How many games are in memory at once.
const PORTION: u32 = 20;

/// All games of the owner in one PDN file, oldest first.
#[utoipa::path(
    get,
    path = "/games.pdn",
    security(("device" = [])),
    responses(
        (status = 200, description = "The file", body = String,
         content_type = "application/x-draughts-pdn; charset=utf-8"),
        (status = 503, description = "The library does not answer"),
    )
)]
pub(crate) async fn export(
    State(state): State<LibraryState>,
    LibraryOwner(owner): LibraryOwner,
    Extension(permits): Extension<Permits>,
) -> Result<impl IntoResponse, Problem> {
    // The first games are fetched before the response begins, since a problem can only be sent
    // until then.
    let first = state.library.walk(&owner, PORTION, None).await?;
    let portions = stream::try_unfold(
        PdnExport {
            state,
            owner,
            permits,
            ready: Some(first),
            last: None,
        },
        |walk| in_own_task(walk.next()),
    );
    let headers = [
        (CONTENT_TYPE, "application/x-draughts-pdn; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"damier.pdn\""),
        (CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, Body::from_stream(portions)))
}

/// The state of an export.
struct PdnExport {
    state: LibraryState,
    owner: Owner,
    permits: Permits,
    /// Games read but not yet written.
    ready: Option<Vec<StoredGame>>,
    /// The last game written.
    last: Option<GameId>,
}

impl PdnExport {
    /// The text of the next games; `None` at the end.
    async fn next(mut self) -> Result<Option<(Bytes, Self)>, Interrupted> {
        // One portion of each client network at a time is read and written, however many exports it
        // requests.
        let alone = self.state.work_queues.network_slot(self.permits.client());
        let _alone = alone.await.map_err(|_| Interrupted)?;
        let games = match self.ready.take() {
            Some(games) => games,
            None => self.read().await?,
        };
        let Some(last) = games.last() else {
            return Ok(None);
        };
        self.last = Some(last.summary.id);
        let text = self.pdn_of(games).await?;
        Ok(Some((text.into(), self)))
    }

    /// The next games.
    async fn read(&self) -> Result<Vec<StoredGame>, Interrupted> {
        let _place = self.permits.take().await.ok_or(Interrupted)?; // the semaphore is never closed
        let games = self.state.library.walk(&self.owner, PORTION, self.last);
        games.await.map_err(|error| {
            tracing::error!(%error, "the library failed in the middle of an export");
            Interrupted
        })
    }

    /// Games as PDN. While it waits for the work queue or a permit it holds nothing that other
    /// networks wait for.
    async fn pdn_of(&self, games: Vec<StoredGame>) -> Result<String, Interrupted> {
        let both = self.state.work_queues.long_with_permit(&self.permits).await;
        let (slot, permit) = both.map_err(|_| Interrupted)?;
        let written = slot.work(permit, move |waiting| {
            let games = games.iter().take_while(|_| waiting.is_wanted());
            games.map(|game| write(game, waiting)).collect::<String>()
        });
        written.await.map_err(|_| Interrupted)
    }
}

/// Writes a game as PDN. A game stored under other rules that cannot be replayed becomes a comment
/// with its id.
fn write(game: &StoredGame, waiting: &Waiting) -> String {
    let id = game.summary.id;
    let read = serde_json::from_str::<GameRecord>(&game.record).map_err(|error| error.to_string());
    let replayed = read.and_then(|record| {
        Session::replay_within(&record, ReplayBudget::STRANGER, || waiting.is_wanted())
            .map_err(|error| error.to_string())
    });
    match replayed {
        Ok(session) => text(&session, game.tree.as_ref()) + "\n",
        Err(_) if !waiting.is_wanted() => String::new(),
        Err(reason) => {
            tracing::warn!(%id, %reason, "a stored game cannot be replayed");
            format!("; the game {id} cannot be written: {reason}\n\n")
        }
    }
}

/// Writes a game as PDN, with variations and comments if its stored tree is readable. A tree may be
/// malicious: one that takes too much work to parse is left out.
fn text(session: &Session, tree: Option<&TreeText>) -> String {
    let annotated = tree.and_then(|tree| pdn::annotated_within(session, tree.as_str(), MAX_STATES));
    annotated.map_or_else(|| pdn::write(session), |tree| tree.write_pdn())
}
