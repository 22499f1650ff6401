//! Finished games of an account, for its owner: latest first, filtered.

use axum::extract::State;
use damier_people::accounts::{
    AccountName, FinishedCursor, FinishedFilter, FinishedGame, OwnResult, Scope,
};
use damier_rules::Variant;
use damier_session::{Ending, Player, Side};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::SignedIn;
use crate::accounts::state::AccountsState;
use crate::api::body::{Json, QueryOf, bad_query};
use crate::api::pages::{TimeCursor, page_of, start_of};
use crate::problem::Problem;

/// Games on a page.
const PAGE: u32 = 25;

/// A finished game as one of its players sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OverGame {
    /// The id of the game.
    game: String,
    /// The stable name of the variant.
    #[schema(example = "international")]
    variant: String,
    /// The side of the account.
    side: Side,
    /// The name of the other player; may be empty.
    against: String,
    /// The level of the other player, if that is the server's engine.
    level: Option<u8>,
    /// The result: `win`, `draw`, `loss`, or `none` for a game without one.
    #[schema(example = "win", pattern = "^(win|draw|loss|none)$")]
    result: &'static str,
    /// How it ended.
    ending: Ending,
    /// Whether the game is rated.
    rated: bool,
    /// When it began, in Unix milliseconds; null if unknown.
    started_ms: Option<u64>,
    /// When it ended, in Unix milliseconds.
    ended_ms: u64,
}

/// A page of an account's finished games.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OverGames {
    /// Latest first.
    games: Vec<OverGame>,
    /// How many games of this page are left out because this server cannot read their data.
    missing: usize,
    /// The cursor of the next page; null on the last one.
    next: Option<String>,
}

/// The filter, and the start of the page.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct OverQuery {
    /// The stable name of a variant.
    variant: Option<String>,
    /// The result: `win`, `draw`, `loss` or `none`.
    result: Option<String>,
    /// The name of the opponent: an account's in any spelling, or exactly the name that a guest
    /// gave.
    against: Option<String>,
    /// `next` of the previous page.
    after: Option<String>,
}

/// The account's finished games, latest first.
#[utoipa::path(
    get,
    path = "/account/games/finished",
    params(OverQuery),
    security(("session" = []), ("token" = ["play:read"])),
    responses(
        (status = 200, description = "A page of finished games", body = OverGames),
        (status = 400, description = "Invalid query"),
    )
)]
pub(crate) async fn list(
    State(state): State<AccountsState>,
    signed_in: SignedIn,
    QueryOf(query): QueryOf<OverQuery>,
) -> Result<Json<OverGames>, Problem> {
    signed_in.require(Scope::PlayRead)?;
    let filter = filter(&state, &query).await?;
    let after = start_of(query.after.as_deref())?;
    let after = after.map(|TimeCursor(ended_ms, game)| FinishedCursor { ended_ms, game });
    let account = signed_in.account.id;
    let found = state
        .ports
        .owned_seats
        .finished_games_of(account, &filter, after, PAGE + 1);
    let (page, next) = page_of(found.await?, PAGE, |last| {
        TimeCursor(last.ended_ms, last.id)
    });
    let found = page.len();
    let games: Vec<_> = page.into_iter().filter_map(to_view).collect();
    Ok(Json(OverGames {
        missing: found - games.len(),
        games,
        next,
    }))
}

async fn filter(state: &AccountsState, query: &OverQuery) -> Result<FinishedFilter, Problem> {
    let head = |text: &str| text.chars().take(40).collect::<String>();
    let variant = query.variant.as_deref().map(|text| {
        Variant::from_id(text)
            .ok_or_else(|| bad_query(format!("variant: there is no game named {:?}", head(text))))
    });
    let result = query.result.as_deref().map(|text| {
        OwnResult::from_code(text).ok_or_else(|| {
            let words = OwnResult::ALL.map(OwnResult::code).join(", ");
            bad_query(format!(
                "result: expected one of {words}, found {:?}",
                head(text)
            ))
        })
    });
    Ok(FinishedFilter {
        variant: variant.transpose()?,
        result: result.transpose()?,
        against: match query.against.as_deref().map(str::trim) {
            None | Some("") => Vec::new(),
            Some(text) => named(state, text).await?,
        },
    })
}

/// The names that may be stored in games: as written, and the name of the account. A guest may have
/// used the same name.
async fn named(state: &AccountsState, text: &str) -> Result<Vec<String>, Problem> {
    // Names contain no control characters, and PostgreSQL rejects NUL.
    if text.chars().any(char::is_control) {
        return Err(bad_query("against: a name has no control characters"));
    }
    let mut names = vec![text.to_owned()];
    if let Ok(name) = text.parse::<AccountName>() {
        let found = state.ports.accounts.account_named(&name).await?;
        let found = found.map(|(account, _)| account.name);
        names.extend(found.filter(|name| name != text));
    }
    Ok(names)
}

/// `None` if it cannot be read.
fn to_view(finished: FinishedGame) -> Option<OverGame> {
    let FinishedGame {
        id,
        game,
        side,
        ended_ms,
    } = finished;
    let game = game?;
    let ending = game.ending?;
    let record = game.setup.record;
    let (against, level) = match record.settings.player(side.opponent()) {
        Player::Person { name } => (name.clone(), None),
        Player::Computer { level } => (String::new(), Some(*level)),
    };
    Some(OverGame {
        game: id.to_string(),
        variant: record.variant,
        side,
        against,
        level,
        result: OwnResult::of(&ending, side).code(),
        ending,
        rated: record.settings.rated,
        started_ms: record.started_ms,
        ended_ms,
    })
}
