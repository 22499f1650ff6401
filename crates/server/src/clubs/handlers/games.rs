//! The games of a club: ladder games, and games between members that one of the two has added. A
//! list, and PDN of finished games.

use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use damier_people::accounts::AccountId;
use damier_people::clubs::{ClubGame, ClubKey, ClubRefusal, ClubRole, Clubs};
use damier_people::live::{Journal, LiveGame};
use damier_session::{GameId, Player, Side, pdn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::SignedInHere;
use crate::api::body::{Json, QueryOf};
use crate::api::chunked_body::{Chunks, Interrupted, chunked_body};
use crate::api::pages::{AfterQuery, TimeCursor, page_of, start_of};
use crate::api::path_part::Part;
use crate::api::pdn_file::{PDN, attachment, game_text};
use crate::challenges::refusals::bad_id;
use crate::clubs::changes::find;
use crate::clubs::extract::VisitedClub;
use crate::clubs::state::ClubsState;
use crate::guard::load::Permits;
use crate::problem::Problem;

/// Games on a page.
const PAGE: u32 = 20;

/// The maximum number of games in a file: the latest.
const MAX_IN_A_FILE: usize = 500;

/// How many of the caller's own games are searched for candidates.
const OWN: u32 = 60;

/// How old candidates may be, in milliseconds: sixty days.
const MAX_AGE_MS: u64 = 60 * 24 * 60 * 60 * 1_000;

/// A game of a club.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubGameView {
    /// The id of the game.
    game: String,
    /// The stable name of the variant.
    variant: String,
    white: String,
    black: String,
    /// Whether it is a ladder game.
    ladder: bool,
    /// Whether it is rated.
    rated: bool,
    /// When it was added to the club, in Unix milliseconds.
    at_ms: u64,
    /// Whether it is over.
    over: bool,
    /// The winner: `white` or `black`; null for a draw, for a game without a result, and for an
    /// unfinished one.
    winner: Option<Side>,
    /// The reason of its ending, as a stable code.
    reason: Option<String>,
}

/// A page of games of a club.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubGames {
    /// The latest first.
    games: Vec<ClubGameView>,
    /// The cursor of the next page; null on the last one.
    next: Option<String>,
}

/// A game to add to the club.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MarkedGame {
    /// The id of the game.
    game: String,
}

/// The games of a club.
#[utoipa::path(
    get,
    path = "/clubs/{club}/games",
    params(AfterQuery),
    security((), ("session" = [])),
    responses(
        (status = 200, description = "A page of games", body = ClubGames),
        (status = 400, description = "Invalid query"),
        (status = 403, description = "Only members see them"),
    )
)]
pub(crate) async fn list(
    State(state): State<ClubsState>,
    visit: VisitedClub,
    QueryOf(AfterQuery { after }): QueryOf<AfterQuery>,
) -> Result<Json<ClubGames>, Problem> {
    visit.require_people()?;
    let after = start_of(after.as_deref())?;
    let after = after.map(|TimeCursor(at_ms, game)| (at_ms, game));
    let key = visit.kept.club.name().key();
    let found = state.clubs.club_games(key, after, PAGE + 1).await?;
    let (page, next) = page_of(found, PAGE, |it| TimeCursor(it.at_ms, it.game));
    let mut games = Vec::new();
    for game in &page {
        games.extend(to_view(&*state.journal, game).await?);
    }
    Ok(Json(ClubGames { games, next }))
}

/// The account's finished games of the last sixty days against other members that belong to no club
/// and so can be added.
#[utoipa::path(
    get,
    path = "/clubs/{club}/own-games",
    security(("session" = [])),
    responses(
        (status = 200, description = "At most sixty games", body = ClubGames),
        (status = 403, description = "Only members may do this"),
    )
)]
pub(crate) async fn own(
    State(state): State<ClubsState>,
    Part(key): Part<ClubKey>,
    SignedInHere(here): SignedInHere,
) -> Result<Json<ClubGames>, Problem> {
    let kept = find(&state, &key).await?;
    let by = here.account.id;
    require_member(kept.club.role(by))?;
    let now_ms = state.clock.now_ms();
    // Ids of games begin with the time of their creation.
    let since = u128::from(now_ms.saturating_sub(MAX_AGE_MS)) << 80;
    let own = state
        .owned_seats
        .games_of(by, Some(GameId::from_bits(since)), OWN)
        .await?;
    let mut games = Vec::new();
    for (game, _) in own.into_iter().rev() {
        let players = state.owned_seats.players_of(game).await?;
        let are_members = players.iter().all(|player| {
            let player = player.as_ref().map(|it| it.id);
            player.is_some_and(|id| kept.club.role(id).is_some())
        });
        if !are_members || state.clubs.club_of_game(game).await?.is_some() {
            continue;
        }
        let marked = ClubGame {
            game,
            at_ms: now_ms,
            is_ladder: false,
        };
        let shown = to_view(&*state.journal, &marked).await?;
        games.extend(shown.filter(|game| game.over));
    }
    Ok(Json(ClubGames { games, next: None }))
}

/// Adds a game to the club: one of the account against another member.
///
/// Idempotent.
#[utoipa::path(
    post,
    path = "/clubs/{club}/games",
    security(("session" = [])),
    responses(
        (status = 204, description = "The game was added to the club, now or by an earlier request"),
        (status = 400, description = "Invalid id"),
        (status = 403, description = "Only members may do this"),
        (status = 404, description = "No such club, or the account has played no such game against a member"),
        (status = 409, description = "The game belongs to another club"),
    )
)]
pub(crate) async fn mark(
    State(state): State<ClubsState>,
    Part(key): Part<ClubKey>,
    SignedInHere(here): SignedInHere,
    Json(MarkedGame { game }): Json<MarkedGame>,
) -> Result<StatusCode, Problem> {
    let game: GameId = game.parse().map_err(bad_id)?;
    let kept = find(&state, &key).await?;
    let by = here.account.id;
    require_member(kept.club.role(by))?;
    let players: Vec<AccountId> = state
        .owned_seats
        .players_of(game)
        .await?
        .into_iter()
        .flatten()
        .map(|player| player.id)
        .collect();
    let are_members = players.iter().all(|id| kept.club.role(*id).is_some());
    if players.len() < 2 || !players.contains(&by) || !are_members {
        return Err(Problem::no_such_game(game));
    }
    let marked = ClubGame {
        game,
        at_ms: state.clock.now_ms(),
        is_ladder: false,
    };
    if state.clubs.mark_club_game(&key, &marked).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Problem::conflict(
        "another-clubs-game",
        "the game belongs to another club",
        "a game belongs to one club, and this one is marked for another",
    ))
}

/// Removes an added game from the list. For its players and officers.
///
/// Ladder games stay.
#[utoipa::path(
    delete,
    path = "/clubs/{club}/games/{game}",
    security(("session" = [])),
    responses(
        (status = 204, description = "Removed from the list"),
        (status = 400, description = "Invalid id"),
        (status = 403, description = "Only its players and officers may do this"),
        (status = 404, description = "No such club, or no such game that was marked"),
    )
)]
pub(crate) async fn unmark(
    State(state): State<ClubsState>,
    Part(key): Part<ClubKey>,
    Part(game): Part<GameId>,
    SignedInHere(here): SignedInHere,
) -> Result<StatusCode, Problem> {
    let kept = find(&state, &key).await?;
    let by = here.account.id;
    let is_officer = kept.club.role(by).is_some_and(|it| it <= ClubRole::Officer);
    let is_own = state.owned_seats.side_of(by, game).await?.is_some();
    if !is_officer && !is_own {
        return Err(ClubRefusal::NotAllowed.into());
    }
    if state.clubs.unmark_club_game(&key, game).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Problem::no_such_game(game))
    }
}

/// A finished game of a club as PDN.
#[utoipa::path(
    get,
    path = "/clubs/{club}/games/{game}",
    security((), ("session" = [])),
    responses(
        (status = 200, description = "The game", body = String, content_type = "application/x-draughts-pdn; charset=utf-8"),
        (status = 400, description = "Invalid id"),
        (status = 403, description = "Only members see it"),
        (status = 404, description = "No such club, or it has no such game that is over"),
    )
)]
pub(crate) async fn one(
    State(state): State<ClubsState>,
    visit: VisitedClub,
    Part(game): Part<GameId>,
) -> Result<impl IntoResponse, Problem> {
    visit.require_people()?;
    let of = state.clubs.club_of_game(game).await?;
    let is_own = of.is_some_and(|(key, _)| key == *visit.kept.club.name().key());
    let opened = if is_own {
        let opened = LiveGame::open(&*state.journal, game).await;
        opened.unwrap_or_else(|error| {
            tracing::error!(%game, %error, "a game of a club cannot be written");
            None
        })
    } else {
        None
    };
    let over = opened.filter(|game| game.session().ending().is_some());
    let over = over.ok_or_else(|| Problem::no_such_game(game))?;
    Ok(([(CONTENT_TYPE, PDN)], pdn::write(over.session())))
}

/// The finished games of a club as one PDN file, latest first: at most five hundred.
#[utoipa::path(
    get,
    path = "/clubs/{club}/games.pdn",
    security((), ("session" = [])),
    responses(
        (status = 200, description = "The file", body = String, content_type = "application/x-draughts-pdn; charset=utf-8"),
        (status = 403, description = "Only members see them"),
    )
)]
pub(crate) async fn file(
    State(state): State<ClubsState>,
    Extension(permits): Extension<Permits>,
    visit: VisitedClub,
) -> Result<impl IntoResponse, Problem> {
    visit.require_people()?;
    let key = visit.kept.club.name().key().clone();
    let walk = PdnExport {
        clubs: state.clubs.clone(),
        journal: state.journal.clone(),
        key,
        waiting: Vec::new(),
        last: None,
        left: MAX_IN_A_FILE,
    };
    let headers = attachment(PDN, "damier-club.pdn");
    Ok((headers, chunked_body(walk, permits)))
}

/// The state of a PDN export.
struct PdnExport {
    clubs: Clubs,
    journal: Arc<dyn Journal>,
    key: ClubKey,
    /// Games not yet written, the next one last.
    waiting: Vec<ClubGame>,
    last: Option<(u64, GameId)>,
    left: usize,
}

impl Chunks for PdnExport {
    async fn next(&mut self) -> Result<Option<String>, Interrupted> {
        if self.left == 0 {
            return Ok(None);
        }
        if self.waiting.is_empty() {
            let page = self.clubs.club_games(&self.key, self.last, PAGE).await;
            self.waiting = page.map_err(|error| {
                tracing::error!(%error, "the store failed in the middle of a file");
                Interrupted
            })?;
            self.waiting.reverse();
        }
        let Some(game) = self.waiting.pop() else {
            return Ok(None);
        };
        self.last = Some((game.at_ms, game.game));
        self.left -= 1;
        // Only finished games.
        let text = game_text(&*self.journal, game.game, |_, session| {
            session.ending().map(drop)
        });
        Ok(Some(text.await?.unwrap_or_default()))
    }
}

/// A game as an entry of the list; `None` if it has not begun or cannot be read.
async fn to_view(journal: &dyn Journal, game: &ClubGame) -> Result<Option<ClubGameView>, Problem> {
    let found = match journal.find(game.game).await {
        Err(error @ damier_people::StoreError::Damaged { .. }) => {
            tracing::warn!(game = %game.game, %error, "a game of a club cannot be read");
            None
        }
        found => found?,
    };
    let Some(found) = found else {
        return Ok(None);
    };
    let name = |player: &Player| match player {
        Player::Person { name } => name.clone(),
        Player::Computer { .. } => String::new(),
    };
    let record = &found.setup.record;
    Ok(Some(ClubGameView {
        game: game.game.to_string(),
        variant: record.variant.clone(),
        white: name(&record.settings.white),
        black: name(&record.settings.black),
        ladder: game.is_ladder,
        rated: record.settings.rated,
        at_ms: game.at_ms,
        over: found.ending.is_some(),
        winner: found.ending.and_then(|ending| ending.winner),
        reason: found.ending.map(|ending| ending.reason.code().to_string()),
    }))
}

fn require_member(role: Option<ClubRole>) -> Result<(), Problem> {
    match role {
        Some(_) => Ok(()),
        None => Err(ClubRefusal::NotAMember.into()),
    }
}
