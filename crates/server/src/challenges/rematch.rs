//! Another game of the same players, once one is over. Every seat holder comes along: the players, each with all devices, and
//! spectators. Teams decide about it together (`teams/rematch.rs`). See `docs/live-protocol.md`.

use std::net::IpAddr;

use damier_people::accounts::AccountId;
use damier_people::challenges::{Challenge, Offered, OpenChallenge};
use damier_people::live::LiveGame;
use damier_session::{Delayed, GameId, LiveSeat, Player, SeatKey, SeatRole, Session, Side};

use crate::challenges::engine_games::{HouseGuest, begin_with_the_house};
use crate::challenges::start::{Guest, StartError, begin_next, mark};
use crate::guard::load::Permit;
use crate::live::actor::wish_for_another;
use crate::live::seats::{next_game_key, rematch_offer_key};
use crate::live::services::GameServices;
use crate::push::{Called, Whom};
use crate::teams::rematch::{Played, again};

/// How long a wish for another game waits, in milliseconds: an hour.
const WISH_MS: u64 = 60 * 60 * 1_000;

/// How often it is looked who was faster, where several ask at one moment.
const TRIES: u32 = 3;

/// Somebody with a seat at a game that may be over.
pub(crate) struct Asked<'a> {
    pub(crate) games: &'a GameServices,
    pub(crate) from: IpAddr,
    pub(crate) permit: Permit,
    pub(crate) game: GameId,
    pub(crate) next: GameId,
    /// The key of the seat at the game.
    pub(crate) own: SeatKey,
    /// The key of the seat at the next one.
    pub(crate) key: SeatKey,
    /// Whether that follows from the seat, and is not the client's own choice.
    pub(crate) follows: bool,
}

impl Asked<'_> {
    /// Whether the seat at the next game is there: the answer may have been lost on its way, or another device was faster.
    pub(crate) async fn has_a_seat(&self) -> Result<bool, StartError> {
        let seat = self.games.store.seat(&self.key).await?;
        Ok(seat.is_some_and(|(at, _)| at == self.next))
    }

    /// Gives whoever asks a seat at the next game, where the players of this one have begun it. Answers whether they have.
    async fn sit_down(&self, role: SeatRole) -> Result<bool, StartError> {
        let store = &self.games.store;
        let mark = store.seat(&next_game_key(self.next)).await?;
        if mark.is_none_or(|(at, _)| at != self.next) {
            return Ok(false);
        }
        self.games.quota.take_one(self.from)?;
        let seat = LiveSeat {
            key: self.key,
            role,
        };
        if store.add_seat(self.next, &seat).await? {
            Ok(true)
        } else {
            Err(StartError::Taken("another seat has the new secret"))
        }
    }

    /// Whoever looks on does so at the next game too. Where a friend is looked on at, that is for the friend to allow anew.
    pub(crate) async fn look_on(&self) -> Result<bool, StartError> {
        let store = &self.games.store;
        if store.is_friend_seat(&self.own).await? {
            return Err(StartError::NotForSpectators(
                "whoever looks on at what a friend plays comes to the next game by the list of friends",
            ));
        }
        let game = LiveGame::open(&**store, self.game).await?;
        let session = game.as_ref().map(LiveGame::session);
        let is_over = session.is_some_and(|session| is_seen_to_be_over(session, self.now_ms()));
        if !is_over {
            return Err(StartError::GameGoesOn);
        }
        if self.sit_down(SeatRole::Watcher).await? {
            return Ok(true);
        }
        Err(StartError::NotForSpectators(
            "only a player wants another game; whoever looks on comes along once it has begun",
        ))
    }

    /// A player, or a member of a team, wants another game. Answers whether it has begun, with a seat for whoever asks.
    pub(crate) async fn play(&self, side: Side) -> Result<bool, StartError> {
        let Self { games, game, .. } = *self;
        let (store, now_ms) = (&games.store, self.now_ms());
        let played = LiveGame::open(&**store, game).await?;
        let session = played.as_ref().map(LiveGame::session);
        let Some(session) = session.filter(|session| session.ending().is_some()) else {
            return Err(StartError::GameGoesOn);
        };
        if let Some(gathering) = store.gathering_of(game).await? {
            let played = Played {
                game,
                session,
                gathering,
            };
            let asked = (self.from, self.permit.clone());
            return again(games, asked, &played, self.own, self.key).await;
        }
        let there = SeatRole::Player(side.opponent());
        if self.sit_down(there).await? {
            return Ok(true);
        }
        // Whoever has played under an account goes on under it.
        let owners = store.players_of(game).await?;
        let owners = owners.map(|owner| owner.filter(|account| !account.is_deleted));
        if session.settings().rated && owners.iter().any(Option::is_none) {
            return Err(StartError::AccountNeeded);
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
        if let Some(begun) = with_the_house? {
            let mark = Some(mark(self.next));
            let asked = (self.from, self.permit.clone());
            let guest = HouseGuest {
                key: self.key,
                role: SeatRole::Player(begun.host),
                account,
            };
            begin_with_the_house(games, asked, guest, &begun, mark).await?;
            games
                .actors
                .notify_rematch(game, side, Some(self.next))
                .await;
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
    ) -> Result<bool, StartError> {
        let Self { games, game, .. } = *self;
        let (store, now_ms) = (&games.store, self.now_ms());
        let wished = async |by| wish_for_another(&**store, game, by, now_ms).await;
        for _ in 0..TRIES {
            if let Some(open) = wished(side.opponent()).await? {
                if begin_next(games, &open, guest).await?.is_some() {
                    games
                        .actors
                        .notify_rematch(game, side, Some(self.next))
                        .await;
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
            games.quota.take_one(self.from)?;
            let offered = store.offer(wish).await?;
            if offered == Offered::Taken {
                continue;
            }
            if let Some(other) = other {
                // So that the other one hears of it who looks elsewhere.
                store.address(self.next, other, Some(game)).await?;
            }
            if offered == Offered::Stored {
                games.actors.notify_rematch(game, side, None).await;
                let notice = Called::Rematch {
                    name: wish.challenge.host.clone(),
                    game: game.to_string(),
                };
                let whom = Whom::plays(game, side.opponent(), other);
                games.actors.pusher.call(whom, notice);
            }
            return Ok(false);
        }
        Err(StartError::Taken(
            "the new secret is taken, or the next game has begun",
        ))
    }

    fn now_ms(&self) -> u64 {
        self.games.clock.now_ms()
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
