//! Rematches of finished games. Every seat holder gets a seat: the players, each with all devices,
//! and spectators. Teams decide about it as one player (`teams/rematch.rs`). See
//! `docs/live-protocol.md`.

use std::net::IpAddr;

use damier_people::accounts::AccountId;
use damier_people::challenges::{Challenge, Offered, OpenChallenge};
use damier_people::live::LiveGame;
use damier_session::{Delayed, GameId, LiveSeat, Player, SeatKey, SeatRole, Session, Side};

use crate::challenges::engine_games::{EngineOpponent, start_engine_game};
use crate::challenges::refusals::{account_needed, for_players, game_goes_on};
use crate::challenges::start::{Guest, rematch_mark, start_rematch};
use crate::guard::load::Permit;
use crate::live::rematch::rematch_offer;
use crate::live::seats::{next_game_key, rematch_offer_key};
use crate::live::services::GameServices;
use crate::problem::Problem;
use crate::push::{PushNotice, Recipient};
use crate::teams::rematch::{TeamGame, team_rematch};

/// How long a rematch offer stays open, in milliseconds: an hour.
const OFFER_OPEN_MS: u64 = 60 * 60 * 1_000;

/// How often a request is retried after a conflict.
const TRIES: u32 = 3;

/// A request for a rematch from a seat at a game that may be over.
pub(crate) struct RematchRequest<'a> {
    pub(crate) games: &'a GameServices,
    pub(crate) from: IpAddr,
    pub(crate) permit: Permit,
    pub(crate) game: GameId,
    pub(crate) next: GameId,
    /// The key of the seat at the finished game.
    pub(crate) own: SeatKey,
    /// The key of the seat at the next game.
    pub(crate) key: SeatKey,
    /// Whether that key is derived from the seat instead of chosen by the client.
    pub(crate) follows: bool,
}

impl RematchRequest<'_> {
    /// Whether the seat at the next game exists: a response was lost, or another device was faster.
    pub(crate) async fn has_seat(&self) -> Result<bool, Problem> {
        let seat = self.games.journal.seat(&self.key).await?;
        Ok(seat.is_some_and(|(at, _)| at == self.next))
    }

    /// Gives the caller a seat at the next game if it has begun. Returns whether it has.
    async fn take_seat(&self, role: SeatRole) -> Result<bool, Problem> {
        let mark = self.games.journal.seat(&next_game_key(self.next)).await?;
        if mark.is_none_or(|(at, _)| at != self.next) {
            return Ok(false);
        }
        self.games.quota.take_one(self.from)?;
        let seat = LiveSeat {
            key: self.key,
            role,
        };
        if self.games.journal.add_seat(self.next, &seat).await? {
            Ok(true)
        } else {
            Err(Problem::taken("another seat has the new secret"))
        }
    }

    /// Gives a spectator a seat at the next game. Friends who watch follow by the list of friends,
    /// since the player may have stopped letting them watch.
    pub(crate) async fn spectate(&self) -> Result<bool, Problem> {
        if self.games.addressees.is_friend_seat(&self.own).await? {
            return Err(for_players(
                "to watch the next game of a friend, use the list of friends",
            ));
        }
        let game = LiveGame::open(&*self.games.journal, self.game).await?;
        let session = game.as_ref().map(LiveGame::session);
        let is_over = session.is_some_and(|session| is_over_for_spectators(session, self.now_ms()));
        if !is_over {
            return Err(game_goes_on());
        }
        if self.take_seat(SeatRole::Watcher).await? {
            return Ok(true);
        }
        Err(for_players(
            "only a player can offer a rematch; spectators can follow once it has begun",
        ))
    }

    /// Offers or accepts a rematch for a player or a team member. Returns whether it has begun,
    /// with a seat for the caller.
    pub(crate) async fn play(&self, side: Side) -> Result<bool, Problem> {
        let Self { games, game, .. } = *self;
        let now_ms = self.now_ms();
        let played = LiveGame::open(&*games.journal, game).await?;
        let session = played.as_ref().map(LiveGame::session);
        let Some(session) = session.filter(|session| session.ending().is_some()) else {
            return Err(game_goes_on());
        };
        if let Some(team_match) = games.team_matches.team_match_of(game).await? {
            let played = TeamGame {
                game,
                session,
                team_match,
            };
            let asked = (self.from, self.permit.clone());
            return team_rematch(games, asked, &played, self.own, self.key).await;
        }
        let there = SeatRole::Player(side.opponent());
        if self.take_seat(there).await? {
            return Ok(true);
        }
        // A player with an account keeps playing under it.
        let owners = games.owned_seats.players_of(game).await?;
        let owners = owners.map(|owner| owner.filter(|account| !account.is_deleted));
        if session.settings().rated && owners.iter().any(Option::is_none) {
            return Err(account_needed());
        }
        let [account, other] = [side, side.opponent()]
            .map(|side| owners[side.index()].as_ref().map(|account| account.id));
        // A player who blocks the other gets no offer; the other one waits.
        if let (Some(own), Some(other)) = (account, other)
            && let Some((relationship, _)) = games.friends.relationship(own, other).await?
            && relationship.blocks(other)
        {
            return Ok(false);
        }
        let challenge = Challenge::rematch(session, side);
        let engine_game = challenge.against_the_engine(self.next, side, now_ms);
        if let Some(begun) = engine_game? {
            let mark = Some(rematch_mark(self.next));
            let asked = (self.from, self.permit.clone());
            let guest = EngineOpponent {
                key: self.key,
                side: begun.host,
                account,
            };
            start_engine_game(games, asked, guest, &begun, mark).await?;
            games
                .actors
                .notify_rematch(game, side, Some(self.next))
                .await;
            return Ok(true);
        }
        let offer = OpenChallenge {
            id: self.next,
            challenge,
            host: self.key,
            account,
            invitation: rematch_offer_key(game, side),
            is_public: false,
            until_ms: now_ms.saturating_add(OFFER_OPEN_MS),
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
        self.accept_or_offer(side, guest, &offer, other).await
    }

    /// Accepts the other player's offer, or makes one; if both offer at once, the store accepts one
    /// of the offers.
    async fn accept_or_offer(
        &self,
        side: Side,
        guest: Guest<'_>,
        offer: &OpenChallenge,
        other: Option<AccountId>,
    ) -> Result<bool, Problem> {
        let Self { games, game, .. } = *self;
        let now_ms = self.now_ms();
        let wished = async |by| rematch_offer(&*games.challenges, game, by, now_ms).await;
        for _ in 0..TRIES {
            if let Some(open) = wished(side.opponent()).await? {
                if start_rematch(games, &open, guest).await?.is_some() {
                    games
                        .actors
                        .notify_rematch(game, side, Some(self.next))
                        .await;
                    return Ok(true);
                }
                // Another device of this player was faster.
                if self.take_seat(SeatRole::Player(side.opponent())).await? {
                    return Ok(true);
                }
            }
            // Another game has the id of the rematch.
            if games.journal.find(self.next).await?.is_some() {
                break;
            }
            // A retry, or another device of the same side, which gets its seat once the game has
            // begun.
            if let Some(own) = wished(side).await? {
                if own.host == self.key || self.follows {
                    return Ok(false);
                }
                break;
            }
            games.quota.take_one(self.from)?;
            let offered = games.challenges.offer(offer).await?;
            if offered == Offered::Taken {
                continue;
            }
            if let Some(other) = other {
                // Notifies the other player, who may be on another page.
                games
                    .addressees
                    .address(self.next, other, Some(game))
                    .await?;
            }
            if offered == Offered::Stored {
                games.actors.notify_rematch(game, side, None).await;
                let notice = PushNotice::Rematch {
                    name: offer.challenge.host.clone(),
                    game: game.to_string(),
                };
                let whom = Recipient::plays(game, side.opponent(), other);
                games.actors.pusher.notify(whom, notice);
            }
            return Ok(false);
        }
        Err(Problem::taken(
            "the new secret is taken, or the next game has begun",
        ))
    }

    fn now_ms(&self) -> u64 {
        self.games.clock.now_ms()
    }
}

/// Whether spectators have seen the end of a game; false if the delayed state cannot be computed.
fn is_over_for_spectators(session: &Session, now_ms: u64) -> bool {
    let delay_ms = session.settings().watchers_delay_ms();
    if delay_ms == 0 || session.ending().is_none() {
        return session.ending().is_some();
    }
    let seen = Delayed::of(session, delay_ms, now_ms);
    seen.is_ok_and(|seen| seen.session().ending().is_some())
}
