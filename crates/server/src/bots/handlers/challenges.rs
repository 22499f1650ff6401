//! Challenges to a bot: the stream by which it learns of them, and its answers.

use std::sync::Arc;

use axum::extract::{Extension, Path, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use damier_people::accounts::{AccountId, Attached};
use damier_people::challenges::{Beginning, OpenChallenge};
use damier_people::live::StoreError;
use damier_session::{GameId, SeatRole};
use serde_json::Value;

use crate::bots::handlers::account::open_games;
use crate::bots::handlers::answers::{BotAccount, BotAnswer, BotError, BotStreaming, done};
use crate::bots::shapes::{BotDone, BotEventLine, BotRefusal};
use crate::bots::{
    BotEvent, ConnectedProgram, Told, ToldChallenger, bot_seat, bots_invitation, challenge_told,
    event_lines, game_start_told,
};
use crate::challenges::handlers::{Guest, begin_unless_taken};
use crate::client::Client;
use crate::connection_permit::ConnectionPlace;
use crate::friends::are_kept_apart;
use crate::live::cluster_message::News;
use crate::live::handlers::games::too_many_sockets;
use crate::ratings::handlers::of_account;
use crate::state::App;

/// What happens to a bot, one event a line: challenges that wait and games that go on first, then as they come. While it is open, the bot
/// is connected, and people see it.
#[utoipa::path(
    get,
    path = "/stream/event",
    tag = "bots",
    security(("token" = [])),
    responses(
        (status = 200, description = "What happens, one event a line", body = BotEventLine, content_type = "application/x-ndjson"),
        (status = 401, description = "There is no token, or it is no good", body = BotRefusal),
        (status = 403, description = "The token is not good for programs", body = BotRefusal),
    )
)]
pub(crate) async fn events(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    Extension(connection): Extension<ConnectionPlace>,
    BotStreaming(account, token): BotStreaming,
) -> Result<impl IntoResponse, BotError> {
    let place = app.sockets.take(client.ip());
    let place = place.ok_or_else(|| BotError::from(too_many_sockets()))?;
    // It is connected before it is asked what waits, so that nothing falls between.
    let bot = app.bots.connect(&account);
    let waits = app.bots.addressed(account.id, app.clock.now_ms());
    let waits = waits.into_iter().map(BotEvent::Challenged);
    let go_on = open_games(&app, account.id).await?.into_iter();
    // One that has begun since it is connected may be told already.
    let go_on = bot.not_told_yet(go_on.map(|(game, _)| game).collect());
    let go_on = go_on.into_iter().map(BotEvent::GameStart);
    let first = waits.chain(go_on).collect();
    let (stopping, token) = (app.stopping.clone(), token.shown_as(account.name.clone()));
    let told = in_words(app, ConnectedProgram::from(&account));
    let body = event_lines(bot, first, told, token, stopping, connection.clone(), place);
    connection.give_up();
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        // The connection has no place among those for requests any more.
        (header::CONNECTION, "close"),
    ];
    Ok((headers, body))
}

/// How what happens to a program is told to it. A challenge that does not wait any more, or cannot be read now, is not told.
fn in_words(app: Arc<App>, program: ConnectedProgram) -> Told {
    Box::new(move |event| {
        let (app, program) = (app.clone(), program.clone());
        Box::pin(async move {
            let id = match event {
                BotEvent::GameStart(game) => return Some(game_start_told(game)),
                BotEvent::Challenged(id) => id,
            };
            let open = waiting_for(&app, program.id, id).await.ok().flatten()?;
            let are_apart = are_kept_apart(&app, open.account, Some(program.id)).await;
            if are_apart.unwrap_or(true) {
                return None;
            }
            addressed_told(&app, &open, &program).await.ok()
        })
    })
}

/// The challenge with this id, if it waits for this program.
async fn waiting_for(
    app: &App,
    program: AccountId,
    id: GameId,
) -> Result<Option<OpenChallenge>, StoreError> {
    let key = bots_invitation(program, id);
    app.rooms.store.challenge(&key, app.clock.now_ms()).await
}

/// A challenge as the program is told of it, with the ratings of both.
async fn addressed_told(
    app: &App,
    open: &OpenChallenge,
    to: &ConnectedProgram,
) -> Result<Value, StoreError> {
    let pool = open.challenge.pool();
    let challenger = match open.account {
        Some(account) => ToldChallenger {
            is_account: true,
            is_bot: app.bots.is_connected(account, app.clock.now_ms()),
            rating: of_account(app, account, pool).await?,
        },
        None => ToldChallenger::default(),
    };
    let own = of_account(app, to.id, pool).await?;
    Ok(challenge_told(
        open.id,
        &open.challenge,
        challenger,
        to,
        own,
    ))
}

/// Takes a challenge up: the game begins, and belongs to the bot's account.
#[utoipa::path(
    post,
    path = "/challenge/{id}/accept",
    tag = "bots",
    params(
        ("id" = String, Path, description = "The id of the challenge"),
    ),
    security(("token" = [])),
    responses(
        (status = 200, description = "It is done", body = BotDone),
        (status = 401, description = "There is no token, or it is no good", body = BotRefusal),
        (status = 403, description = "The token is not good for programs", body = BotRefusal),
        (status = 404, description = "No such challenge waits", body = BotRefusal),
    )
)]
pub(crate) async fn accept(
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
    // One of the two may have blocked the other since.
    if are_kept_apart(&app, open.account, Some(account.id)).await? {
        app.bots.forget(id);
        return Err(not_found());
    }
    let guest = Guest {
        key,
        name: &account.name,
        account: Some(account.id),
    };
    let begun = begin_unless_taken(&app, &open, guest, Beginning::Awaited).await;
    if begun
        .as_ref()
        .is_err_and(|problem| problem.status() == StatusCode::FORBIDDEN)
    {
        app.bots.forget(id); // it asks for a rating that this program does not have
    }
    if begun?.is_none() {
        app.bots.forget(id);
        return Err(not_found());
    }
    if let Some((game, SeatRole::Player(side))) = store.seat(&key).await? {
        attach(&app, &account, game, side).await?;
    }
    app.bots.forget(id); // that the game begins is told as of every game
    done()
}

async fn attach(
    app: &App,
    account: &damier_people::accounts::Account,
    game: GameId,
    side: damier_session::Side,
) -> Result<(), BotError> {
    match app.rooms.store.attach(account.id, game, side).await? {
        Attached::Stored => Ok(()),
        Attached::Taken | Attached::NotFound => {
            Err(BotError::refused("The side belongs to another account"))
        }
    }
}

/// Declines a challenge: it does not wait any more. The reason is not told on.
#[utoipa::path(
    post,
    path = "/challenge/{id}/decline",
    tag = "bots",
    params(
        ("id" = String, Path, description = "The id of the challenge"),
    ),
    security(("token" = [])),
    responses(
        (status = 200, description = "It is done", body = BotDone),
        (status = 401, description = "There is no token, or it is no good", body = BotRefusal),
        (status = 403, description = "The token is not good for programs", body = BotRefusal),
        (status = 404, description = "No such challenge waits", body = BotRefusal),
    )
)]
pub(crate) async fn decline(
    State(app): State<Arc<App>>,
    BotAccount(account): BotAccount,
    Path(id): Path<String>,
) -> BotAnswer {
    let id: GameId = id.parse().map_err(|_| not_found())?;
    let open = addressed(&app, &account, id).await?;
    app.bots.forget(id);
    let news = News::challenge_to(account.id, id, false);
    app.rooms.neighbours.tell(news);
    if app.rooms.store.close(open.id).await? {
        done()
    } else {
        Err(not_found())
    }
}

/// A challenge that waits for this bot.
async fn addressed(
    app: &App,
    account: &damier_people::accounts::Account,
    id: GameId,
) -> Result<OpenChallenge, BotError> {
    let open = waiting_for(app, account.id, id).await?;
    open.ok_or_else(not_found)
}

fn not_found() -> BotError {
    BotError::not_found("No such challenge waits: it was taken up, withdrawn or too old")
}
