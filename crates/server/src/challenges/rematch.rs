//! Another game of the same players, once one is over. Everybody who has a seat at the game comes along: the players, each with all of his devices, and
//! those who look on. Teams decide about it together (`gatherings/again.rs`). See `docs/live-protocol.md`.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use damier_people::accounts::AccountId;
use damier_people::challenges::{Challenge, Offered, OpenChallenge};
use damier_people::live::LiveGame;
use damier_session::{Delayed, GameId, LiveSeat, Player, SeatKey, SeatRole, Session, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::body::JsonBody;
use crate::challenges::engine_games::{HouseGuest, begin_with_the_house};
use crate::challenges::handlers::{
    Guest, account_needed, begin_next, mark, no_game, secret, taken,
};
use crate::client::Client;
use crate::guard::load::Permit;
use crate::live::actor::wish_for_another;
use crate::live::handlers::games::{require_player, sitting_at};
use crate::live::seats::{
    BearerSeat, BearerSecret, key_of, next_game_id, next_game_key, next_secret, rematch_offer_key,
};
use crate::problem::{Document, Problem};
use crate::push::{Called, Whom};
use crate::state::App;
use crate::teams::handlers::rematch::{Played, again};

/// How long a wish for another game waits, in milliseconds: an hour.
const WISH_MS: u64 = 60 * 60 * 1_000;

/// How often it is looked who was faster, where several ask at one moment.
const TRIES: u32 = 3;

/// Another game is wanted, or one's seat at it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NextSeat {
    /// 256 random bits as 43 characters of URL-safe Base64, made by the client, for the seat at the next game. Without it the secret follows from
    /// that of the seat in the header, so that all devices at one seat come to one seat again, and the answer has it.
    secret: Option<String>,
}

/// Another game between the same players.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NextGame {
    /// Its id.
    game: String,
    /// Whether it has begun, and whoever asks has a seat there; if not, the other side has not agreed yet.
    begun: bool,
    /// The secret of that seat, where the request had none.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

/// Somebody with a seat at a game that may be over.
struct Asked<'a> {
    app: &'a Arc<App>,
    from: IpAddr,
    permit: Permit,
    game: GameId,
    next: GameId,
    /// The key of the seat at the game.
    own: SeatKey,
    /// The key of the seat at the next one.
    key: SeatKey,
    /// Whether that follows from the seat, and is not the client's own choice.
    follows: bool,
}

/// Wants another game with the colours changed. It begins when both players want it, or both teams, each as it decides about a draw. Once it has begun,
/// the same request gives a seat there to whoever has one here: a player's other devices play the same side, whoever looks on looks on there too.
/// Sending it again changes nothing; a member of a team does while he waits.
#[utoipa::path(
    post,
    path = "/live/rematch",
    tag = "live",
    request_body = NextSeat,
    security(("seat" = [])),
    responses(
        (status = 200, description = "It has begun, or waits for the other player", body = NextGame),
        (status = 401, description = "The secret is missing, or the game was rated and an account is gone", body = Document,
         content_type = "application/problem+json"),
        (status = 403, description = "Whoever looks on begins no game, and looks on at the next one only once that has begun; not where a friend is looked on at", body = Document,
         content_type = "application/problem+json"),
        (status = 404, description = "No seat has this secret", body = Document,
         content_type = "application/problem+json"),
        (status = 409, description = "The game is not over, or not seen to be over yet where it is shown with a delay; the new secret is taken; or the seat is that of no member of a team", body = Document,
         content_type = "application/problem+json"),
        (status = 429, description = "This address has offered and begun too many games", body = Document,
         content_type = "application/problem+json"),
        (status = 500, description = "What is kept of the game cannot be read (`game-unreadable`)", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn rematch(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    Extension(permit): Extension<Permit>,
    BearerSecret(presented): BearerSecret,
    JsonBody(NextSeat { secret: chosen }): JsonBody<NextSeat>,
) -> Result<Json<NextGame>, Problem> {
    let own = key_of(&presented);
    let (game, role) = sitting_at(&app, BearerSeat(own)).await?;
    let (new, follows) = match chosen {
        Some(text) => (secret(&text)?, false),
        None => (next_secret(&presented), true),
    };
    let asked = Asked {
        app: &app,
        from: client.ip(),
        permit,
        game,
        next: next_game_id(game),
        own,
        key: key_of(&new),
        follows,
    };
    let begun = asked.has_a_seat().await?
        || match role {
            SeatRole::Watcher => Box::pin(asked.look_on()).await?,
            SeatRole::Player(_) | SeatRole::Arbiter => {
                Box::pin(asked.play(require_player(role)?)).await?
            }
        };
    Ok(Json(NextGame {
        game: asked.next.to_string(),
        begun,
        secret: follows.then(|| new.as_str().to_owned()),
    }))
}

impl Asked<'_> {
    /// Whether the seat at the next game is there: the answer may have been lost on its way, or another device was faster.
    async fn has_a_seat(&self) -> Result<bool, Problem> {
        let seat = self.app.actors.store.seat(&self.key).await?;
        Ok(seat.is_some_and(|(at, _)| at == self.next))
    }

    /// Gives whoever asks a seat at the next game, where the players of this one have begun it. Answers whether they have.
    async fn sit_down(&self, role: SeatRole) -> Result<bool, Problem> {
        let store = &self.app.actors.store;
        let mark = store.seat(&next_game_key(self.next)).await?;
        if mark.is_none_or(|(at, _)| at != self.next) {
            return Ok(false);
        }
        self.app.beginnings.one(self.from)?;
        let seat = LiveSeat {
            key: self.key,
            role,
        };
        if store.add_seat(self.next, &seat).await? {
            Ok(true)
        } else {
            Err(taken("another seat has the new secret"))
        }
    }

    /// Whoever looks on does so at the next game too. Where a friend is looked on at, that is for the friend to allow anew.
    async fn look_on(&self) -> Result<bool, Problem> {
        let store = &self.app.actors.store;
        if store.is_friend_seat(&self.own).await? {
            return Err(not_for_watchers(
                "whoever looks on at what a friend plays comes to the next game by the list of friends",
            ));
        }
        let game = LiveGame::open(&**store, self.game).await?;
        let session = game.as_ref().map(LiveGame::session);
        let is_over = session.is_some_and(|session| is_seen_to_be_over(session, self.now_ms()));
        if !is_over {
            return Err(goes_on());
        }
        if self.sit_down(SeatRole::Watcher).await? {
            return Ok(true);
        }
        Err(not_for_watchers(
            "only a player wants another game; whoever looks on comes along once it has begun",
        ))
    }

    /// A player, or a member of a team, wants another game. Answers whether it has begun, with a seat for whoever asks.
    async fn play(&self, side: Side) -> Result<bool, Problem> {
        let Self { app, game, .. } = *self;
        let (store, now_ms) = (&app.actors.store, self.now_ms());
        let played = LiveGame::open(&**store, game).await?;
        let session = played.as_ref().map(LiveGame::session);
        let Some(session) = session.filter(|session| session.ending().is_some()) else {
            return Err(goes_on());
        };
        if let Some(gathering) = store.gathering_of(game).await? {
            let played = Played {
                game,
                session,
                gathering,
            };
            let asked = (self.from, self.permit.clone());
            return again(app, asked, &played, self.own, self.key).await;
        }
        let there = SeatRole::Player(side.opponent());
        if self.sit_down(there).await? {
            return Ok(true);
        }
        // Whoever has played under an account goes on under it.
        let owners = store.players_of(game).await?;
        let owners = owners.map(|owner| owner.filter(|account| !account.is_deleted));
        if session.settings().rated && owners.iter().any(Option::is_none) {
            return Err(account_needed());
        }
        let [account, other] = [side, side.opponent()]
            .map(|side| owners[side.index()].as_ref().map(|account| account.id));
        // Whoever keeps the other one away is not asked; the other one waits.
        if let (Some(own), Some(other)) = (account, other)
            && let Some((bond, _)) = store.bond(own, other).await?
            && bond.blocks(other)
        {
            return Ok(false);
        }
        let challenge = Challenge::rematch(session, side);
        let with_the_house = challenge.against_the_house(self.next, side, now_ms);
        if let Some(begun) = with_the_house.map_err(|error| no_game(error.code(), error))? {
            let mark = Some(mark(self.next));
            let asked = (self.from, self.permit.clone());
            let guest = HouseGuest {
                key: self.key,
                role: SeatRole::Player(begun.host),
                account,
            };
            begin_with_the_house(app, asked, guest, &begun, mark).await?;
            app.actors.notify_rematch(game, side, Some(self.next)).await;
            return Ok(true);
        }
        let wish = OpenChallenge {
            id: self.next,
            challenge,
            host: self.key,
            account,
            invitation: rematch_offer_key(game, side),
            is_public: false,
            until_ms: now_ms.saturating_add(WISH_MS),
        };
        let name = match session.settings().player(side) {
            Player::Person { name } => name.as_str(),
            Player::Computer { .. } => "",
        };
        let guest = Guest {
            key: self.key,
            name,
            account,
        };
        self.agree_or_wish(side, guest, &wish, other).await
    }

    /// Whoever comes second takes up the wish of the first; where both come at once, the store lets one of them be the first.
    async fn agree_or_wish(
        &self,
        side: Side,
        guest: Guest<'_>,
        wish: &OpenChallenge,
        other: Option<AccountId>,
    ) -> Result<bool, Problem> {
        let Self { app, game, .. } = *self;
        let (store, now_ms) = (&app.actors.store, self.now_ms());
        let wished = async |by| wish_for_another(&**store, game, by, now_ms).await;
        for _ in 0..TRIES {
            if let Some(open) = wished(side.opponent()).await? {
                if begin_next(app, &open, guest).await?.is_some() {
                    app.actors.notify_rematch(game, side, Some(self.next)).await;
                    return Ok(true);
                }
                // Another device of this player was faster.
                if self.sit_down(SeatRole::Player(side.opponent())).await? {
                    return Ok(true);
                }
            }
            // It was begun before such games were marked, or somebody has given its id to another game.
            if store.find(self.next).await?.is_some() {
                break;
            }
            // The same wish, sent again, or by another device at the same side, which gets its seat once the game has begun.
            if let Some(own) = wished(side).await? {
                if own.host == self.key || self.follows {
                    return Ok(false);
                }
                break;
            }
            app.beginnings.one(self.from)?;
            let offered = store.offer(wish).await?;
            if offered == Offered::Taken {
                continue;
            }
            if let Some(other) = other {
                // So that the other one hears of it who looks elsewhere.
                store.address(self.next, other, Some(game)).await?;
            }
            if offered == Offered::Stored {
                app.actors.notify_rematch(game, side, None).await;
                let notice = Called::Rematch {
                    name: wish.challenge.host.clone(),
                    game: game.to_string(),
                };
                let whom = Whom::plays(game, side.opponent(), other);
                app.actors.pusher.call(whom, notice);
            }
            return Ok(false);
        }
        Err(taken("the new secret is taken, or the next game has begun"))
    }

    fn now_ms(&self) -> u64 {
        self.app.clock.now_ms()
    }
}

/// Whether those who look on have seen the end of a game. One that cannot be shown as it was has not been seen.
fn is_seen_to_be_over(session: &Session, now_ms: u64) -> bool {
    let delay_ms = session.settings().watchers_delay_ms();
    if delay_ms == 0 || session.ending().is_none() {
        return session.ending().is_some();
    }
    let seen = Delayed::of(session, delay_ms, now_ms);
    seen.is_ok_and(|seen| seen.session().ending().is_some())
}

fn goes_on() -> Problem {
    Problem::new(
        StatusCode::CONFLICT,
        "game-goes-on",
        "the game is not over",
        "another game begins when this one is over",
    )
}

fn not_for_watchers(detail: &str) -> Problem {
    Problem::new(
        StatusCode::FORBIDDEN,
        "not-entitled",
        "that is for the players",
        detail,
    )
}
