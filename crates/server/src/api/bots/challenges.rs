//! Challenges to a bot: the stream by which it learns of them, and its answers.

use std::sync::Arc;

use axum::extract::{Extension, Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use damier_club::account::Attached;
use damier_club::library::GameId;
use damier_club::live::{JournalError, OpenChallenge, SeatRole};
use serde_json::Value;

use super::super::challenges::{Guest, begin_unless_taken};
use super::super::live::too_many_sockets;
use super::super::ratings::of_account;
use super::account::open_games;
use super::answers::{BotAccount, BotAnswer, BotError, BotStreaming, done};
use crate::app::App;
use crate::bots::{bot_seat, bots_invitation, challenge_told, event_lines, game_start_told};
use crate::client::Client;
use crate::connection_place::ConnectionPlace;

/// What happens to a bot, one event a line: challenges that wait and games that go on first, then as they come. While it is open, the bot
/// is connected, and people see it.
pub(super) async fn events(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    Extension(connection): Extension<ConnectionPlace>,
    BotStreaming(account, token): BotStreaming,
) -> Result<impl IntoResponse, BotError> {
    let place = app.sockets.take(client.ip());
    let place = place.ok_or_else(|| BotError::from(too_many_sockets()))?;
    let go_on = open_games(&app, account.id).await?;
    let first = async || {
        let now_ms = app.clock.now_ms();
        let mut first = Vec::new();
        for id in app.bots.addressed(account.id, now_ms) {
            let open = app
                .rooms
                .store
                .challenge(&bots_invitation(id), now_ms)
                .await;
            if let Ok(Some(open)) = open
                && let Ok(told) = addressed_told(&app, &open, &account).await
            {
                first.push(told);
            }
        }
        first.extend(go_on.iter().map(|(game, _)| game_start_told(*game)));
        first
    };
    let stopping = app.stopping.clone();
    let body = event_lines(
        &app.bots,
        &account,
        first,
        token,
        stopping,
        connection.clone(),
        place,
    )
    .await;
    connection.give_up();
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        // The connection has no place among those for requests any more.
        (header::CONNECTION, "close"),
    ];
    Ok((headers, body))
}

/// A challenge as the program is told of it, with the ratings of both.
pub(super) async fn addressed_told(
    app: &App,
    open: &OpenChallenge,
    to: &damier_club::account::Account,
) -> Result<Value, JournalError> {
    let pool = open.challenge.pool();
    let challenger = match open.account {
        Some(account) => of_account(app, account, pool).await?,
        None => None,
    };
    let own = of_account(app, to.id, pool).await?;
    Ok(challenge_told(
        open.id,
        &open.challenge,
        challenger,
        open.account.is_some(),
        to,
        own,
    ))
}

/// Takes a challenge up: the game begins, and belongs to the bot's account.
pub(super) async fn accept(
    State(app): State<Arc<App>>,
    BotAccount(account): BotAccount,
    Path(id): Path<String>,
) -> BotAnswer {
    let id: GameId = id.parse().map_err(|_| not_found())?;
    let store = &app.rooms.store;
    let key = bot_seat(account.id, id);
    // The answer may have been lost on its way.
    if let Some((game, SeatRole::Player(side))) = store.seat(&key).await? {
        attach(&app, &account, game, side).await?;
        return done();
    }
    let open = addressed(&app, &account, id).await?;
    let guest = Guest {
        key,
        name: &account.name,
        account: Some(account.id),
    };
    let seat = begin_unless_taken(&app, &open, guest).await?;
    app.bots.forget(id);
    if seat.is_none() {
        return Err(not_found());
    }
    if let Some((game, SeatRole::Player(side))) = store.seat(&key).await? {
        attach(&app, &account, game, side).await?;
    }
    app.bots.tell(account.id, &game_start_told(id).to_string());
    done()
}

async fn attach(
    app: &App,
    account: &damier_club::account::Account,
    game: GameId,
    side: damier_club::Side,
) -> Result<(), BotError> {
    match app.rooms.store.attach(account.id, game, side).await? {
        Attached::Stored => Ok(()),
        Attached::Taken | Attached::NotFound => {
            Err(BotError::refused("The side belongs to another account"))
        }
    }
}

/// Declines a challenge: it does not wait any more. The reason is not told on.
pub(super) async fn decline(
    State(app): State<Arc<App>>,
    BotAccount(account): BotAccount,
    Path(id): Path<String>,
) -> BotAnswer {
    let id: GameId = id.parse().map_err(|_| not_found())?;
    let open = addressed(&app, &account, id).await?;
    app.bots.forget(id);
    if app.rooms.store.close(open.id).await? {
        done()
    } else {
        Err(not_found())
    }
}

/// A challenge that waits for this bot.
async fn addressed(
    app: &App,
    account: &damier_club::account::Account,
    id: GameId,
) -> Result<OpenChallenge, BotError> {
    let now_ms = app.clock.now_ms();
    if !app.bots.addressed(account.id, now_ms).contains(&id) {
        return Err(not_found());
    }
    let open = app
        .rooms
        .store
        .challenge(&bots_invitation(id), now_ms)
        .await?;
    open.ok_or_else(not_found)
}

fn not_found() -> BotError {
    BotError::not_found("No such challenge waits: it was taken up, withdrawn or too old")
}
