//! All that is kept of an account, for its owner to take along: as one JSON document, and its games as PDN. Both are written while they are
//! sent, a game at a time.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use damier_club::account::{AccountId, GrantKind, ProgressPart};
use damier_club::library::GameId;
use damier_club::live::{LiveGame, LiveStore};
use damier_club::{Side, pdn};
use futures_util::stream;
use serde_json::{Value, json};

use super::super::ratings::{counted, shown_of};
use super::keys::{session_shown, token_shown};
use crate::accounts::{SignedIn, SignedInHere};
use crate::app::App;
use crate::problem::{Document, Problem};

/// How many games are asked for at once.
const PORTION: u32 = 50;

/// The most events of a game that are asked for at once.
const EVENTS: u32 = 10_000;

/// All that is kept of the account, as JSON: name, sessions and tokens without their secrets, ratings, what its owner has learnt and trained, and
/// every game with its acts and what it did to the rating.
#[utoipa::path(
    get,
    path = "/account/export.json",
    tag = "accounts",
    security(("session" = [])),
    responses(
        (status = 200, description = "The document", body = String, content_type = "application/json"),
        (status = 401, description = "Nobody is signed in", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "A token may not do that", body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn json(
    State(app): State<Arc<App>>,
    SignedInHere(here): SignedInHere,
) -> Result<impl IntoResponse, Problem> {
    let head = facts(&app, &here).await?.to_string();
    // What was learnt and the games go into the object of the facts, which ends behind them.
    let head = format!("{},\n\"progress\": {{", head.trim_end_matches('}'));
    let mut walk = Walk::of(&app, here.account.id, Form::Json);
    let parts = app.rooms.store.progress_parts(here.account.id).await?;
    walk.parts = Some(parts.into_iter().map(|facts| facts.part).rev().collect());
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (
            CONTENT_DISPOSITION,
            "attachment; filename=\"damier-account.json\"",
        ),
    ];
    Ok((headers, body(head, walk, "\n]}\n")))
}

/// The games of the account as one PDN file.
#[utoipa::path(
    get,
    path = "/account/export.pdn",
    tag = "accounts",
    security(("session" = [])),
    responses(
        (status = 200, description = "The file", body = String,
         content_type = "application/x-draughts-pdn; charset=utf-8"),
        (status = 401, description = "Nobody is signed in", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "A token may not do that", body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn pdn(
    State(app): State<Arc<App>>,
    SignedInHere(here): SignedInHere,
) -> Result<impl IntoResponse, Problem> {
    let walk = Walk::of(&app, here.account.id, Form::Pdn);
    let headers = [
        (CONTENT_TYPE, "application/x-draughts-pdn; charset=utf-8"),
        (
            CONTENT_DISPOSITION,
            "attachment; filename=\"damier-account.pdn\"",
        ),
    ];
    Ok((headers, body(String::new(), walk, "")))
}

/// What is kept besides games.
async fn facts(app: &App, here: &SignedIn) -> Result<Value, Problem> {
    let (store, account) = (&app.rooms.store, &here.account);
    let keys = store.keys_of(account.id).await?;
    let sessions = keys
        .iter()
        .filter(|(_, grant)| grant.kind == GrantKind::Session)
        .map(|(key, grant)| session_shown(key, grant, *key == here.key));
    let tokens = keys
        .iter()
        .filter_map(|(key, grant)| token_shown(key, grant));
    Ok(json!({
        "name": account.name,
        "created_ms": account.created_ms,
        "ratings": shown_of(&**store, account, app.clock.now_ms()).await?,
        "recovery_codes_left": store.recovery_left(account.id).await?,
        "sessions": sessions.collect::<Vec<_>>(),
        "tokens": tokens.collect::<Vec<_>>(),
    }))
}

/// How games are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Json,
    Pdn,
}

/// How far an export has come.
struct Walk {
    store: Arc<dyn LiveStore>,
    account: AccountId,
    form: Form,
    /// Parts of what was learnt that are not written yet, the next one last; `None` once they are behind.
    parts: Option<Vec<ProgressPart>>,
    /// Games that are not written yet, the next one last.
    games: Vec<(GameId, Side)>,
    last: Option<GameId>,
    is_first: bool,
}

/// The export cannot go on. The connection is cut, so that nobody takes the part that was sent for the whole.
#[derive(Debug, thiserror::Error)]
#[error("the export cannot go on")]
struct Interrupted;

/// The head, the games and the tail, one after the other.
fn body(head: String, walk: Walk, tail: &'static str) -> Body {
    let games = stream::try_unfold(Some((head, walk)), async move |left| {
        let Some((text, mut walk)) = left else {
            return Ok::<_, Interrupted>(None);
        };
        let next = walk.next().await?;
        let goes_on = next.is_some();
        let text = text + next.as_deref().unwrap_or(tail);
        Ok(Some((
            Bytes::from(text),
            goes_on.then_some((String::new(), walk)),
        )))
    });
    Body::from_stream(games)
}

impl Walk {
    fn of(app: &App, account: AccountId, form: Form) -> Self {
        Self {
            store: app.rooms.store.clone(),
            account,
            form,
            parts: None,
            games: Vec::new(),
            last: None,
            is_first: true,
        }
    }

    /// The text of what comes next; `None` at the end.
    async fn next(&mut self) -> Result<Option<String>, Interrupted> {
        match self.parts.as_mut().map(Vec::pop) {
            None => self.next_game().await,
            Some(Some(part)) => self.next_part(&part).await.map(Some),
            Some(None) => {
                self.parts = None;
                self.is_first = true;
                Ok(Some("\n},\n\"games\": [".to_owned()))
            }
        }
    }

    /// A part of what was learnt, as the page has written it; nothing if it was forgotten since the export began.
    async fn next_part(&mut self, part: &ProgressPart) -> Result<String, Interrupted> {
        let found = self.store.progress(self.account, part).await;
        let Some(found) = found.map_err(interrupted)? else {
            return Ok(String::new());
        };
        Ok(format!("{}\"{part}\": {}", self.separator(), found.text))
    }

    /// What stands before a member of a list.
    fn separator(&mut self) -> &'static str {
        if std::mem::replace(&mut self.is_first, false) {
            "\n"
        } else {
            ",\n"
        }
    }

    /// The text of the next game; `None` at the end.
    async fn next_game(&mut self) -> Result<Option<String>, Interrupted> {
        if self.games.is_empty() {
            let page = self.store.games_of(self.account, self.last, PORTION).await;
            self.games = page.map_err(interrupted)?;
            self.games.reverse();
        }
        let Some((game, side)) = self.games.pop() else {
            return Ok(None);
        };
        self.last = Some(game);
        let text = match self.form {
            Form::Json => {
                let record = self.record(game, side).await?.to_string();
                self.separator().to_owned() + &record
            }
            Form::Pdn => match LiveGame::open(&*self.store, game).await {
                Ok(Some(game)) => pdn::write(game.session()) + "\n",
                Ok(None) => String::new(),
                Err(error) => format!("; the game {game} cannot be written: {error}\n\n"),
            },
        };
        Ok(Some(text))
    }

    /// A game as the journal has it: what was agreed, with its acts.
    async fn record(&self, id: GameId, side: Side) -> Result<Value, Interrupted> {
        let Some(game) = self.store.find(id).await.map_err(interrupted)? else {
            return Err(Interrupted);
        };
        let mut record = game.setup.record;
        loop {
            let version = record.acts.len() as u32;
            let page = self.store.since(id, version, EVENTS).await;
            let page = page.map_err(interrupted)?;
            if page.is_empty() {
                break;
            }
            record.acts.extend(page.into_iter().map(|event| event.act));
        }
        record.ending = game.ending;
        let [white, black] = self.store.changes_in(id).await.map_err(interrupted)?;
        let change = match side {
            Side::White => white,
            Side::Black => black,
        };
        Ok(json!({
            "id": id.to_string(),
            "side": side.code(),
            "rating": change.map(counted),
            "record": record,
        }))
    }
}

fn interrupted(error: impl std::fmt::Display) -> Interrupted {
    tracing::error!(%error, "the store failed in the middle of an export");
    Interrupted
}
