//! Games of the computer of the house: against whoever asks, in the free seat of a game that waits, or against itself. They begin at once, since it is
//! always there. It thinks in the room of the game, as in a simultaneous display; a game that a node leaves behind is due at the next look of any
//! other. See `docs/live-protocol.md`.

use std::net::IpAddr;

use damier_people::accounts::AccountId;
use damier_people::challenges::{OpenChallenge, TakenUp};
use damier_people::live::{Begun, LiveSetup, Owners};
use damier_session::{GameId, GameSettings, LiveSeat, SeatKey, SeatRole};
use tokio::sync::oneshot;

use crate::challenges::start::StartError;
use crate::guard::load::Permit;
use crate::guard::to_its_end::to_its_end;
use crate::live::actor::ActorMessage;
use crate::live::engine::{EngineDemand, ReservedBoards};
use crate::live::services::GameServices;
use crate::live::views::{SeatAt, seat_at};

/// Whoever gets a seat at a game of the computer that begins.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HouseGuest {
    /// The key of the seat.
    pub(crate) key: SeatKey,
    /// A player; or somebody who looks on, where the computer plays both sides.
    pub(crate) role: SeatRole,
    /// The account that plays.
    pub(crate) account: Option<AccountId>,
}

/// Begins a game of the computer, for whoever has this seat. Beginning the same again changes nothing. `mark` is the seat by which the next game of the
/// same two is known as that.
pub(crate) async fn begin_with_the_house(
    games: &GameServices,
    (from, permit): (IpAddr, Permit),
    guest: HouseGuest,
    begun: &TakenUp,
    mark: Option<LiveSeat>,
) -> Result<SeatAt, StartError> {
    let HouseGuest {
        key: host,
        role,
        account,
    } = guest;
    let id = begun.setup.id;
    let (store, now_ms) = (&games.store, games.clock.now_ms());
    // The answer may have been lost on its way.
    match store.seat(&host).await? {
        Some((game, role)) if game == id => return Ok(seat_at(game, role)),
        Some(_) => {
            return Err(StartError::Taken(
                "the secret is that of a seat at another game",
            ));
        }
        None => {}
    }
    let waits = store.challenge(&host, now_ms).await?.is_some();
    // Whoever comes to a gathering gets a seat at the game with its id.
    let is_for_others = store.gathering_of(id).await?.is_some();
    if waits || is_for_others || store.find(id).await?.is_some() {
        return Err(StartError::Taken(
            "a game has this id, or the secret waits for another",
        ));
    }
    let settings = &begun.setup.record.settings;
    let count = || {
        games.quota.take_one(from)?;
        games.quota.take_engine_game(from)
    };
    // For a game in which it plays itself another one may make way: not for a request that is refused then. What is refused for want of a board counts
    // for nothing else.
    let may_end_another = settings.computer_plays_itself();
    if may_end_another {
        count()?;
    }
    let board = reserve_a_board(games, from, id, settings).await?;
    if !may_end_another {
        count()?;
    }
    let mut accounts = [None; 2];
    if let SeatRole::Player(side) = role {
        accounts[side.index()] = account;
    }
    let own = LiveSeat { key: host, role };
    let new = HouseGame {
        setup: begun.setup.clone(),
        seats: std::iter::once(own).chain(mark).collect(),
        owners: Owners::casual(accounts),
        deadline_ms: begun.deadline_ms,
    };
    let outcome = to_its_end(permit, begin_and_open(games.clone(), from, new, board)).await?;
    if outcome == Begun::Taken && store.seat(&host).await? != Some((id, role)) {
        return Err(StartError::Taken("another game has this id or this secret"));
    }
    Ok(seat_at(id, role))
}

/// Stores a game for which nobody has waited, tells the programs whose game it is, and opens its room, for which this board is kept.
async fn begin_and_open(
    games: GameServices,
    from: IpAddr,
    new: HouseGame,
    board: ReservedBoards,
) -> Result<Begun, StartError> {
    let id = new.setup.id;
    let begun = begin_counted(games.clone(), from, new).await?;
    if begun != Begun::Taken {
        games.actors.notify_started(id);
        open_the_rooms(&games, &[id], Some(board)).await;
    }
    Ok(begun)
}

/// Begins the game of a challenge that waits, with the computer in the free seat. Where somebody has been faster, the host has the seat against him.
pub(crate) async fn take_the_free_seat(
    games: &GameServices,
    (from, permit): (IpAddr, Permit),
    open: &OpenChallenge,
    begun: &TakenUp,
) -> Result<SeatAt, StartError> {
    let store = &games.store;
    // Whoever comes to a gathering gets a seat at the game with its id.
    if store.gathering_of(open.id).await?.is_some() {
        return Err(StartError::Taken("a game has this id"));
    }
    let board = reserve_a_board(games, from, open.id, &begun.setup.record.settings).await?;
    games.quota.take_engine_game(from)?;
    let mut accounts = [None; 2];
    accounts[begun.host.index()] = open.account;
    let own = LiveSeat {
        key: open.host,
        role: SeatRole::Player(begun.host),
    };
    let new = HouseGame {
        setup: begun.setup.clone(),
        seats: vec![own],
        owners: Owners::casual(accounts),
        deadline_ms: begun.deadline_ms,
    };
    to_its_end(permit, begin_and_close(games.clone(), from, new, board)).await?;
    match store.seat(&open.host).await? {
        Some((game, role)) if game == open.id => Ok(seat_at(game, role)),
        _ => Err(StartError::Taken("another game has this id or this secret")),
    }
}

/// Stores the game of a challenge that waits no longer, opens its room, and tells whoever waits for it. What has begun is not lost where whoever asks
/// hangs up; a challenge that is left open by a crash begins no second game.
async fn begin_and_close(
    games: GameServices,
    from: IpAddr,
    new: HouseGame,
    board: ReservedBoards,
) -> Result<(), StartError> {
    let id = new.setup.id;
    if begin_counted(games.clone(), from, new).await? == Begun::Taken {
        return Ok(());
    }
    games.store.close(id).await?;
    games.actors.notify_started(id);
    open_the_rooms(&games, &[id], Some(board)).await;
    Ok(())
}

/// Does what is left to be done of that where a node broke down within it, once whoever has the seat asks again: what waits with the id of a game that
/// has begun waits for nobody.
pub(crate) async fn finish(
    games: &GameServices,
    game: GameId,
    host: SeatKey,
) -> Result<(), StartError> {
    let store = &games.store;
    let waits = store.challenge(&host, games.clock.now_ms()).await?;
    if waits.is_some_and(|open| open.id == game && open.host == host) {
        store.close(game).await?;
        games.actors.notify_started(game);
        open_the_rooms(games, &[game], None).await;
    }
    Ok(())
}

/// Opens the actors of games, in which the computer thinks, and holds the boards that are kept for them until they are there. Where that does not
/// happen, the house of any node looks soon.
pub(crate) async fn open_the_rooms(
    games: &GameServices,
    ids: &[GameId],
    boards: Option<ReservedBoards>,
) {
    let mut answers = Vec::with_capacity(ids.len());
    for game in ids {
        let (answer, answered) = oneshot::channel();
        let _ = games
            .actors
            .send(*game, ActorMessage::Look { answer })
            .await;
        answers.push(answered);
    }
    let Some(boards) = boards else {
        return;
    };
    // Nobody waits for that: a room answers once it is open, and what it cannot answer it lets go.
    tokio::spawn(async move {
        for answered in answers {
            let _ = answered.await;
        }
        drop(boards);
    });
}

/// A game against the computer that is to begin.
pub(crate) struct HouseGame {
    pub(crate) setup: LiveSetup,
    pub(crate) seats: Vec<LiveSeat>,
    pub(crate) owners: Owners,
    pub(crate) deadline_ms: Option<u64>,
}

/// Stores a game that is counted already, and notes from where it is played. What is to be done to its end, also where whoever asks hangs up: a game that
/// is counted is there, and its board counts for where it is played.
pub(crate) async fn begin_counted(
    games: GameServices,
    from: IpAddr,
    new: HouseGame,
) -> Result<Begun, StartError> {
    let store = &games.store;
    let begun = store.begin_owned(&new.setup, &new.seats, &new.owners, new.deadline_ms);
    let begun = begun.await?;
    if begun != Begun::Taken {
        games.actors.note_started_from(new.setup.id, from);
    }
    Ok(begun)
}

/// Keeps a board for a game with these settings that is to begin from there, as long as this is held. Refused where the computer takes no other one from
/// there.
pub(crate) async fn reserve_a_board(
    games: &GameServices,
    from: IpAddr,
    game: GameId,
    settings: &GameSettings,
) -> Result<ReservedBoards, StartError> {
    let demand = EngineDemand::of(settings);
    let reserved = games.actors.reserve_engine(from, game, demand).await;
    reserved.map_err(StartError::EngineBusy)
}

/// The same for games of a display at the strongest level: for all of them, or for none.
pub(crate) fn reserve_boards_of_the_strongest(
    games: &GameServices,
    from: IpAddr,
    ids: &[GameId],
) -> Result<ReservedBoards, StartError> {
    let each = EngineDemand::of_the_strongest(1);
    let ids: Vec<_> = ids.iter().map(|game| (*game, each)).collect();
    games
        .actors
        .reserve(from, &ids)
        .map_err(StartError::EngineBusy)
}
