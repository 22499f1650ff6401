//! Challenges to a bot: its event stream, and its answers.

use axum::extract::{Extension, Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use damier_people::StoreError;
use damier_people::accounts::{AccountId, AttachOutcome};
use damier_people::challenges::{OpenChallenge, StartMode};
use damier_session::{GameId, SeatRole};
use damier_wire::bots::{BotDone, BotEventLine};

use crate::bots::handlers::account::open_games;
use crate::bots::handlers::answers::{BotAccount, BotAnswer, BotError, BotStreaming, done};
use crate::bots::state::BotsState;
use crate::bots::{
    BotEvent, ChallengerInfo, ConnectedProgram, ToLine, bot_seat, bots_invitation, challenge_line,
    event_lines, game_start_line,
};
use crate::challenges::start::{Guest, start_game};
use crate::client::Client;
use crate::connection_permit::ConnectionPermit;
use crate::friends::is_blocked_pair;
use crate::live::cluster_message::ClusterMessage;
use crate::problem::Problem;
use crate::ratings::ranges::matching_ranges;
use crate::ratings::views::account_rating;

/// The bot's events, one a line: open challenges and running games first, then new ones.
///
/// While it is open, the bot counts as connected and can be challenged.
#[utoipa::path(
    get,
    path = "/stream/event",
    security(("token" = [])),
    responses(
        (status = 200, description = "Events, one a line", body = BotEventLine, content_type = "application/x-ndjson"),
    )
)]
pub(crate) async fn events(
    State(state): State<BotsState>,
    Extension(Client(client)): Extension<Client>,
    Extension(connection): Extension<ConnectionPermit>,
    BotStreaming(account, token): BotStreaming,
) -> Result<impl IntoResponse, BotError> {
    let place = state.sockets.take(client.ip());
    let place = place.ok_or_else(|| BotError::from(Problem::too_many_sockets()))?;
    // Connected before the waiting challenges are read, so that none is missed.
    let bot = state.bots.connect(&account);
    let waits = state.bots.addressed(account.id, state.clock.now_ms());
    let waits = waits.into_iter().map(BotEvent::Challenged);
    let go_on = open_games(&state, account.id).await?.into_iter();
    // A game that has begun since the connection may have been reported.
    let go_on = bot.take_unreported(go_on.map(|(game, _)| game).collect());
    let go_on = go_on.into_iter().map(BotEvent::GameStart);
    let first = waits.chain(go_on).collect();
    let (stopping, token) = (state.stopping.clone(), token.shown_as(account.name.clone()));
    let to_line = to_line(state, ConnectedProgram::from(&account));
    let body = event_lines(
        bot,
        first,
        to_line,
        token,
        stopping,
        connection.clone(),
        place,
    );
    connection.give_up();
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        // The connection has given up its slot among those for requests.
        (header::CONNECTION, "close"),
    ];
    Ok((headers, body))
}

/// Converts a bot's event to a line; `None` for a challenge that is closed or cannot be read.
fn to_line(state: BotsState, program: ConnectedProgram) -> ToLine {
    Box::new(move |event| {
        let (state, program) = (state.clone(), program.clone());
        Box::pin(async move {
            let id = match event {
                BotEvent::GameStart(game) => return Some(game_start_line(game)),
                BotEvent::Challenged(id) => id,
            };
            let open = waiting_for(&state, program.id, id).await.ok().flatten()?;
            let are_apart = is_blocked_pair(&state.friends, open.account, Some(program.id)).await;
            if are_apart.unwrap_or(true) {
                return None;
            }
            addressed_line(&state, &open, &program).await.ok()
        })
    })
}

/// The open challenge with this id, if it is addressed to this bot.
async fn waiting_for(
    state: &BotsState,
    program: AccountId,
    id: GameId,
) -> Result<Option<OpenChallenge>, StoreError> {
    let key = bots_invitation(program, id);
    state.challenges.challenge(&key, state.clock.now_ms()).await
}

/// A challenge as a line for the bot, with the ratings of both players.
async fn addressed_line(
    state: &BotsState,
    open: &OpenChallenge,
    to: &ConnectedProgram,
) -> Result<BotEventLine, StoreError> {
    let (pool, now_ms) = (open.challenge.pool(), state.clock.now_ms());
    let challenger = match open.account {
        Some(account) => ChallengerInfo {
            is_account: true,
            is_bot: state.bots.is_connected(account, now_ms),
            rating: account_rating(&*state.ratings, account, pool, now_ms).await?,
        },
        None => ChallengerInfo::default(),
    };
    let own = account_rating(&*state.ratings, to.id, pool, now_ms).await?;
    Ok(challenge_line(
        open.id,
        &open.challenge,
        challenger,
        to,
        own,
    ))
}

/// Accepts a challenge: the game begins and belongs to the bot's account.
#[utoipa::path(
    post,
    path = "/challenge/{id}/accept",
    security(("token" = [])),
    responses(
        (status = 200, description = "The challenge was accepted", body = BotDone),
        (status = 404, description = "No such challenge"),
    )
)]
pub(crate) async fn accept(
    State(state): State<BotsState>,
    BotAccount(account): BotAccount,
    Path(id): Path<String>,
) -> BotAnswer {
    let id: GameId = id.parse().map_err(|_| not_found())?;
    let key = bot_seat(account.id, id);
    // This may be a retry of a request whose response was lost.
    if let Some((game, SeatRole::Player(side))) = state.journal.seat(&key).await? {
        attach(&state, &account, game, side).await?;
        return done();
    }
    let open = addressed(&state, &account, id).await?;
    // One of the two may have blocked the other meanwhile.
    if is_blocked_pair(&state.friends, open.account, Some(account.id)).await? {
        state.bots.forget(id);
        return Err(not_found());
    }
    let guest = Guest {
        key,
        name: &account.name,
        account: Some(account.id),
    };
    let fits = matching_ranges(&*state.ratings, &[&open.challenge], account.id).await?;
    if fits == [Some(false)] {
        state.bots.forget(id); // outside the permitted ratings
    }
    let begun = start_game(&state.games, &open, guest, StartMode::Awaited).await?;
    if begun.is_none() {
        state.bots.forget(id);
        return Err(not_found());
    }
    if let Some((game, SeatRole::Player(side))) = state.journal.seat(&key).await? {
        attach(&state, &account, game, side).await?;
    }
    state.bots.forget(id); // the start of the game is announced as for every game
    done()
}

async fn attach(
    state: &BotsState,
    account: &damier_people::accounts::Account,
    game: GameId,
    side: damier_session::Side,
) -> Result<(), BotError> {
    match state.owned_seats.attach(account.id, game, side).await? {
        AttachOutcome::Stored => Ok(()),
        AttachOutcome::Taken | AttachOutcome::NotFound => {
            Err(BotError::refused("The side belongs to another account"))
        }
    }
}

/// Declines a challenge, which closes it.
///
/// The reason is ignored.
#[utoipa::path(
    post,
    path = "/challenge/{id}/decline",
    security(("token" = [])),
    responses(
        (status = 200, description = "The challenge was declined", body = BotDone),
        (status = 404, description = "No such challenge"),
    )
)]
pub(crate) async fn decline(
    State(state): State<BotsState>,
    BotAccount(account): BotAccount,
    Path(id): Path<String>,
) -> BotAnswer {
    let id: GameId = id.parse().map_err(|_| not_found())?;
    let open = addressed(&state, &account, id).await?;
    state.bots.forget(id);
    let news = ClusterMessage::challenge_to(account.id, id, false);
    state.games.actors.cluster.publish(news);
    if state.challenges.close(open.id).await? {
        done()
    } else {
        Err(not_found())
    }
}

/// An open challenge addressed to this bot.
async fn addressed(
    state: &BotsState,
    account: &damier_people::accounts::Account,
    id: GameId,
) -> Result<OpenChallenge, BotError> {
    let open = waiting_for(state, account.id, id).await?;
    open.ok_or_else(not_found)
}

fn not_found() -> BotError {
    BotError::not_found("No such open challenge: it was accepted, withdrawn or has expired")
}
