//! A bot's game: its stream and its commands.

use axum::body::Bytes;
use axum::extract::{Extension, Path, Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use damier_notation::move_text;
use damier_people::ratings::RatingPool;
use damier_rules::Square;
use damier_session::{GameId, SeatRole, Session, Side, Want};
use damier_wire::bots::{BotDone, BotGameLine};
use damier_wire::live::{ChatMessage, Phrase};
use serde::Deserialize;

use crate::bots::handlers::answers::{
    BotAccount, BotAnswer, BotError, BotStreaming, act, done, opened, own_game,
};
use crate::bots::state::BotsState;
use crate::bots::{HopMatch, LinesOfAGame, PlayerInfo, game_lines, match_hops, squares_of};
use crate::client::Client;
use crate::connection_permit::ConnectionPermit;
use crate::live::actor::ActorMessage;
use crate::live::seats::SeatHolder;
use crate::problem::Problem;
use crate::ratings::views::account_rating;

/// The maximum length of a chat text in bytes; the rest is ignored.
const LONGEST_CHAT: usize = 2_000;

/// The game, and its state after each event, one a line.
#[utoipa::path(
    get,
    path = "/bot/game/stream/{id}",
    security(("token" = [])),
    responses(
        (status = 200, description = "The game and its events, one a line", body = BotGameLine, content_type = "application/x-ndjson"),
    )
)]
pub(crate) async fn stream(
    State(state): State<BotsState>,
    Extension(Client(client)): Extension<Client>,
    Extension(connection): Extension<ConnectionPermit>,
    BotStreaming(account, token): BotStreaming,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, BotError> {
    let (game, side) = own_game(&state, &account, &id).await?;
    let place = state.sockets.take(client.ip());
    let place = place.ok_or_else(|| BotError::from(Problem::too_many_sockets()))?;
    let mut players = [PlayerInfo::default(); 2];
    let owners = state.owned_seats.players_of(game).await?;
    let game_now = opened(&state, game).await?;
    let pool = RatingPool::shown_in(game_now.session().variant(), game_now.session().settings());
    for (info, owner) in players.iter_mut().zip(owners) {
        if let Some(owner) = owner {
            *info = PlayerInfo {
                is_bot: state.bots.is_connected(owner.id, state.clock.now_ms()),
                rating: account_rating(&*state.ratings, owner.id, pool, state.clock.now_ms())
                    .await?,
            };
        }
    }
    let about = LinesOfAGame {
        game,
        side,
        players,
        token,
        stopping: state.stopping.clone(),
        connection: connection.clone(),
        _place: place,
    };
    let body = game_lines(&state.games.actors, about).await;
    let body = body.map_err(Problem::from)?;
    connection.give_up();
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CONNECTION, "close"),
    ];
    Ok((headers, body))
}

/// Options of a move.
#[derive(Deserialize)]
pub(crate) struct MoveQuery {
    /// Whether to offer a draw with it, or accept the opponent's offer.
    #[serde(default, rename = "offeringDraw")]
    offering_draw: Option<String>,
}

/// Plays a move, or one hop of a capture.
///
/// Idempotent.
#[utoipa::path(
    post,
    path = "/bot/game/{id}/move/{played}",
    params(
        ("played" = String, Path, description = "Four digits, a hop of a capture or the whole of it"),
        ("offeringDraw" = Option<String>, Query, description = "`true` to offer a draw with it"),
    ),
    security(("token" = [])),
    responses(
        (status = 200, description = "The move or hop was accepted", body = BotDone),
        (status = 400, description = "Not possible now; `error` says why"),
    )
)]
pub(crate) async fn play(
    State(state): State<BotsState>,
    BotAccount(account): BotAccount,
    Path((id, played)): Path<(String, String)>,
    Query(query): Query<MoveQuery>,
) -> BotAnswer {
    let (game, side) = own_game(&state, &account, &id).await?;
    let Some(hop) = squares_of(&played) else {
        return Err(BotError::refused(format!(
            "Invalid move: {played:.40}: expected four digits, such as 3228, one hop of a capture at a time"
        )));
    };
    let game_now = opened(&state, game).await?;
    let session = game_now.session();
    let version = session.version();
    let is_to_move = session.ending().is_none() && session.position().side() == side;
    if !is_to_move {
        // This may be a retry of a request whose response was lost.
        if was_played(session, side, &hop) {
            return done();
        }
        return Err(BotError::refused("Not your turn, or game already over"));
    }
    let begun = state.bots.begun(game, side, version);
    // A retry of the last hop, whose response was lost.
    if begun.len() > hop.len() && begun.ends_with(&hop) {
        return done();
    }
    let squares = match begun.split_last() {
        Some((last, _)) if *last == hop[0] => [&begun[..], &hop[1..]].concat(),
        _ => hop.clone(),
    };
    let position = session.position();
    match match_hops(position, &squares) {
        HopMatch::Begun => {
            state.bots.go_on(game, side, version, squares);
            done()
        }
        HopMatch::Whole(chosen) => {
            if query.offering_draw.as_deref() == Some("true")
                && offer_draw(&state, game, side, session).await?
            {
                return done();
            }
            let text = move_text::text(position, &chosen);
            let name = format!("move {text}");
            let ply = Some(session.ply());
            act(
                &state,
                (game, side),
                version,
                &name,
                Want::Move { text, ply },
            )
            .await?;
            state.bots.go_on(game, side, version, Vec::new());
            done()
        }
        HopMatch::No => {
            state.bots.go_on(game, side, version, Vec::new());
            // The response was lost, and the opponent has replied since.
            if was_played(session, side, &hop) {
                return done();
            }
            Err(BotError::refused(format!(
                "Invalid move: {played:.40} is not legal here"
            )))
        }
    }
}

/// Whether the last move of this side was this one, or ended with these squares.
fn was_played(session: &Session, side: Side, squares: &[Square]) -> bool {
    let game = session.game();
    // If the side is to move again, the opponent has replied since.
    let back = if session.position().side() == side {
        2
    } else {
        1
    };
    let Some(ply) = game.len().checked_sub(back) else {
        return false;
    };
    let (before, last) = (game.position_after(ply), game.moves().nth(ply));
    before.zip(last).is_some_and(|(before, last)| {
        let path = before.path(&last);
        before.side() == side && path.is_some_and(|path| path.squares.ends_with(squares))
    })
}

/// Offers a draw, or accepts the opponent's offer; returns whether that ended the game. A rejected
/// offer does not affect the move.
async fn offer_draw(
    state: &BotsState,
    game: GameId,
    side: Side,
    session: &Session,
) -> Result<bool, BotError> {
    let is_offered = session.offer() == Some(side.opponent());
    let want = match session.offer() {
        Some(_) if is_offered => Want::AcceptDraw,
        Some(_) => return Ok(false),
        None => Want::OfferDraw,
    };
    match act(state, (game, side), session.version(), "draw", want).await {
        Ok(()) => Ok(is_offered),
        Err(error) if error.may_pass() => Err(error),
        Err(_) => Ok(false),
    }
}

/// Answers a draw offer, or makes one.
#[utoipa::path(
    post,
    path = "/bot/game/{id}/draw/{answer}",
    params(
        ("answer" = String, Path, description = "`yes` or `no`"),
    ),
    security(("token" = [])),
    responses(
        (status = 200, description = "The draw offer was answered or made", body = BotDone),
        (status = 400, description = "Not possible now; `error` says why"),
    )
)]
pub(crate) async fn draw(
    State(state): State<BotsState>,
    BotAccount(account): BotAccount,
    Path((id, answer)): Path<(String, String)>,
) -> BotAnswer {
    let (game, side) = own_game(&state, &account, &id).await?;
    let game_now = opened(&state, game).await?;
    let session = game_now.session();
    let is_offered = session.offer() == Some(side.opponent());
    let want = match (answer.as_str(), is_offered) {
        ("yes" | "true", true) => Want::AcceptDraw,
        ("yes" | "true", false) => Want::OfferDraw,
        ("no" | "false", true) => Want::DeclineDraw,
        ("no" | "false", false) => return Err(BotError::refused("No draw is offered")),
        _ => return Err(BotError::refused("Expected draw/yes or draw/no")),
    };
    act(&state, (game, side), session.version(), "draw", want).await?;
    done()
}

/// Resigns.
#[utoipa::path(
    post,
    path = "/bot/game/{id}/resign",
    security(("token" = [])),
    responses(
        (status = 200, description = "The side has resigned", body = BotDone),
        (status = 400, description = "Not possible now; `error` says why"),
    )
)]
pub(crate) async fn resign(
    State(state): State<BotsState>,
    BotAccount(account): BotAccount,
    Path(id): Path<String>,
) -> BotAnswer {
    let (game, side) = own_game(&state, &account, &id).await?;
    let version = opened(&state, game).await?.session().version();
    act(&state, (game, side), version, "resign", Want::Resign).await?;
    done()
}

/// Aborts the game, possible until each side has moved.
#[utoipa::path(
    post,
    path = "/bot/game/{id}/abort",
    security(("token" = [])),
    responses(
        (status = 200, description = "The game was aborted", body = BotDone),
        (status = 400, description = "Not possible now; `error` says why"),
    )
)]
pub(crate) async fn abort(
    State(state): State<BotsState>,
    BotAccount(account): BotAccount,
    Path(id): Path<String>,
) -> BotAnswer {
    let (game, side) = own_game(&state, &account, &id).await?;
    let version = opened(&state, game).await?.session().version();
    act(&state, (game, side), version, "abort", Want::Abort).await?;
    done()
}

/// Sends a chat message.
///
/// Only the phrases of the chat are sent; any other text is accepted and dropped.
#[utoipa::path(
    post,
    path = "/bot/game/{id}/chat",
    request_body(content = String, content_type = "application/x-www-form-urlencoded", description = "`room` and `text`"),
    security(("token" = [])),
    responses(
        (status = 200, description = "The message was sent", body = BotDone),
        (status = 400, description = "Not possible now; `error` says why"),
    )
)]
pub(crate) async fn chat(
    State(state): State<BotsState>,
    BotAccount(account): BotAccount,
    Path(id): Path<String>,
    body: Bytes,
) -> BotAnswer {
    let (game, side) = own_game(&state, &account, &id).await?;
    if body.len() > LONGEST_CHAT {
        return Err(BotError::refused("The text is too long"));
    }
    let text = String::from_utf8_lossy(&body).to_lowercase();
    let is_to_the_player = !text.contains("room=spectator");
    let value = text.split('&').find_map(|pair| pair.strip_prefix("text="));
    let phrase = value.and_then(|value| phrase_in(&value.replace(['+', '%'], " ")));
    if let Some(phrase) = phrase
        && is_to_the_player
    {
        // The response does not depend on the result, so it is sent in the background.
        let say = ActorMessage::Chat {
            holder: SeatHolder {
                role: SeatRole::Player(side),
                key: None,
            },
            saying: ChatMessage::Say { phrase },
            answer: None,
        };
        state.games.actors.send_if_open(game, say).await;
    }
    done()
}

/// The phrase that a text begins with.
fn phrase_in(text: &str) -> Option<Phrase> {
    let begins = |words: &[&str]| words.iter().any(|word| text.starts_with(word));
    if begins(&["good luck", "glhf"]) {
        Some(Phrase::GoodLuck)
    } else if begins(&["hello", "hi ", "hi!", "hey"]) || text == "hi" {
        Some(Phrase::Hello)
    } else if begins(&["good game", "gg"]) {
        Some(Phrase::GoodGame)
    } else if begins(&["well played", "wp"]) {
        Some(Phrase::WellPlayed)
    } else if begins(&["thank"]) {
        Some(Phrase::Thanks)
    } else if begins(&["sorry"]) {
        Some(Phrase::Sorry)
    } else if begins(&["bye", "goodbye"]) {
        Some(Phrase::Goodbye)
    } else {
        None
    }
}
