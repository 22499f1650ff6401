//! List of connected bots for people, and challenges to them.

use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use damier_people::accounts::AccountName;
use damier_people::challenges::{Challenge, OpenChallenge};
use damier_wire::challenges::WaitingChallenge;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::body::Json;
use crate::bots::state::BotsState;
use crate::bots::{AddressedTo, Challenger, WAITS_MS, bots_invitation};
use crate::challenges::extract::player;
use crate::challenges::offer::{store_offer, stored_offer};
use crate::challenges::refusals::bad_id;
use crate::challenges::views::to_view;
use crate::client::{Client, ClientNetwork};
use crate::friends::is_blocked_pair;
use crate::live::cluster_message::ClusterMessage;
use crate::live::seats::BearerSeat;
use crate::problem::Problem;

/// The bots that can be challenged.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConnectedBots {
    /// The bots connected to this server.
    bots: Vec<ConnectedBot>,
}

/// A connected bot.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConnectedBot {
    /// The name of its account.
    name: String,
}

/// A challenge addressed to a bot.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AddressedOffer {
    /// The id of the challenge and of the game that it becomes: a random UUID of the client.
    #[schema(example = "0190a6e0-7d2c-7c3e-8f5a-0123456789ab")]
    id: String,
    /// The offered game.
    challenge: Challenge,
    /// The name of the bot.
    to: String,
    /// Whether the host plays under the signed-in account.
    #[serde(default)]
    account: bool,
}

/// The connected bots, each of which can be challenged.
#[utoipa::path(
    get,
    path = "/bots",
    responses((status = 200, description = "The connected bots", body = ConnectedBots))
)]
pub(crate) async fn list(State(state): State<BotsState>) -> Json<ConnectedBots> {
    let bots = state.bots.list(state.clock.now_ms()).into_iter();
    let bots = bots.map(|program| ConnectedBot { name: program.name });
    Json(ConnectedBots {
        bots: bots.collect(),
    })
}

/// Challenges a bot by its name.
///
/// The bot answers automatically, mostly at once; the host's secret then is that of a seat. If it
/// declines, the challenge is closed. Idempotent.
#[utoipa::path(
    post,
    path = "/bots/challenge",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The challenge was sent to the bot", body = WaitingChallenge),
        (status = 401, description = "The secret of the host is missing"),
        (status = 404, description = "No bot of this name is connected"),
        (status = 409, description = "The id or the secret is taken"),
        (status = 422, description = "Invalid game"),
        (status = 429, description = "Too many games from this address"),
        (status = 503, description = "Too many open challenges for this bot"),
    )
)]
pub(crate) async fn challenge(
    State(state): State<BotsState>,
    Extension(Client(client)): Extension<Client>,
    BearerSeat(host): BearerSeat,
    headers: HeaderMap,
    Json(offer): Json<AddressedOffer>,
) -> Result<Json<WaitingChallenge>, Problem> {
    let AddressedOffer {
        id,
        mut challenge,
        to,
        account,
    } = offer;
    let account = player(
        &*state.account_keys,
        state.clock.now_ms(),
        &headers,
        account,
        challenge.settings.rated,
    )
    .await?;
    if let Some(account) = &account {
        challenge.host.clone_from(&account.name);
    }
    challenge.check()?;
    let name: Result<AccountName, _> = to.parse();
    let now_ms = state.clock.now_ms();
    let bot = name.ok().and_then(|name| state.bots.named(&name, now_ms));
    let bot = bot.ok_or_else(not_connected)?;
    let account_id = account.as_ref().map(|account| account.id);
    if is_blocked_pair(&state.friends, account_id, Some(bot.id)).await? {
        return Err(not_connected());
    }
    let id = id.parse().map_err(bad_id)?;
    let open = OpenChallenge {
        id,
        challenge,
        host,
        account: account_id,
        invitation: bots_invitation(bot.id, id),
        is_public: false,
        until_ms: now_ms.saturating_add(WAITS_MS),
    };
    let open = if let Some(stored) = stored_offer(&*state.challenges, &open, now_ms).await? {
        stored
    } else {
        store_offer(&state.games, &open, client.ip()).await?;
        open
    };
    let addressed = AddressedTo {
        program: bot.id,
        by: Some(Challenger {
            site: ClientNetwork::of(client.ip()).site(),
            account: account_id,
        }),
        until_ms: open.until_ms,
    };
    if !state.bots.challenge(id, addressed, now_ms) {
        state.challenges.close(id).await?;
        return Err(too_many(&bot.name));
    }
    let news = ClusterMessage::challenge_to(bot.id, id, true);
    state.games.actors.cluster.publish(news);
    to_view(&*state.ratings, open, true, state.clock.now_ms())
        .await
        .map(Json)
}

fn not_connected() -> Problem {
    Problem::not_found(
        "bot-not-connected",
        "no such bot is connected",
        "no bot of this name is connected to this server now",
    )
}

fn too_many(name: &str) -> Problem {
    Problem::unavailable(
        "bot-busy",
        "too many challenges to this bot",
        format!("{name} has too many open challenges; try again in a minute"),
    )
    .retry_after(60)
}
