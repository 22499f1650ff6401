//! Games against the server's engine: offered as such, or in the free seat of a challenge. They
//! start at once. The engine plays in the game's actor; a game that a crashed node leaves behind is
//! resumed by the background task of another node. See `docs/live-protocol.md`.

use std::net::IpAddr;

use damier_people::accounts::AccountId;
use damier_people::challenges::{AcceptedChallenge, OpenChallenge};
use damier_people::live::{BeginOutcome, LiveSetup, Owners};
use damier_session::{GameId, GameSettings, LiveSeat, SeatKey, SeatRole, Side};
use damier_wire::seats::SeatAt;
use tokio::sync::oneshot;

use crate::challenges::refusals::engine_busy;
use crate::guard::load::Permit;
use crate::guard::run_to_completion::run_to_completion;
use crate::live::actor::BackgroundCommand;
use crate::live::engine::{EngineDemand, ReservedBoards};
use crate::live::services::GameServices;
use crate::live::views::seat_at;
use crate::problem::Problem;

/// The seat holder of a new game against the engine.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EngineOpponent {
    /// The key of the seat.
    pub(crate) key: SeatKey,
    pub(crate) side: Side,
    /// The account that plays.
    pub(crate) account: Option<AccountId>,
}

/// Starts a game against the engine with this seat holder. Idempotent. `mark` is the seat that
/// marks the game as a rematch.
pub(crate) async fn start_engine_game(
    games: &GameServices,
    (from, permit): (IpAddr, Permit),
    guest: EngineOpponent,
    begun: &AcceptedChallenge,
    mark: Option<LiveSeat>,
) -> Result<SeatAt, Problem> {
    let EngineOpponent {
        key: host,
        side,
        account,
    } = guest;
    let role = SeatRole::Player(side);
    let id = begun.setup.id;
    let now_ms = games.clock.now_ms();
    // This may be a retry of a request whose response was lost.
    match games.journal.seat(&host).await? {
        Some((game, role)) if game == id => return Ok(seat_at(game, role)),
        Some(_) => {
            return Err(Problem::taken(
                "the secret is that of a seat at another game",
            ));
        }
        None => {}
    }
    let waits = games.challenges.challenge(&host, now_ms).await?.is_some();
    // Members of a team match get seats at the game with its id.
    let is_for_others = games.team_matches.team_match_of(id).await?.is_some();
    if waits || is_for_others || games.journal.find(id).await?.is_some() {
        return Err(Problem::taken(
            "the id or the secret belongs to another game or challenge",
        ));
    }
    let settings = &begun.setup.record.settings;
    // A request rejected for lack of a board does not count.
    let board = reserve_board(games, from, id, settings)?;
    games.quota.take_one(from)?;
    games.quota.take_engine_game(from)?;
    let mut accounts = [None; 2];
    accounts[side.index()] = account;
    let own = LiveSeat { key: host, role };
    let new = EngineGame {
        setup: begun.setup.clone(),
        seats: std::iter::once(own).chain(mark).collect(),
        owners: Owners::casual(accounts),
        deadline_ms: begun.deadline_ms,
    };
    let outcome =
        run_to_completion(permit, store_and_open(games.clone(), from, new, board)).await?;
    if outcome == BeginOutcome::Taken && games.journal.seat(&host).await? != Some((id, role)) {
        return Err(Problem::taken("another game has this id or this secret"));
    }
    Ok(seat_at(id, role))
}

/// Stores a new game, notifies bots, and opens the actor for which the board is reserved.
async fn store_and_open(
    games: GameServices,
    from: IpAddr,
    new: EngineGame,
    board: ReservedBoards,
) -> Result<BeginOutcome, Problem> {
    let id = new.setup.id;
    let begun = store_counted(games.clone(), from, new).await?;
    if begun != BeginOutcome::Taken {
        games.actors.notify_started(id);
        open_actors(&games, &[id], Some(board)).await;
    }
    Ok(begun)
}

/// Starts the game of a challenge with the engine in the free seat. If a guest was faster, returns
/// the host's seat against that guest.
pub(crate) async fn seat_engine(
    games: &GameServices,
    (from, permit): (IpAddr, Permit),
    open: &OpenChallenge,
    begun: &AcceptedChallenge,
) -> Result<SeatAt, Problem> {
    // Members of a team match get seats at the game with its id.
    if games.team_matches.team_match_of(open.id).await?.is_some() {
        return Err(Problem::taken("a game has this id"));
    }
    let board = reserve_board(games, from, open.id, &begun.setup.record.settings)?;
    games.quota.take_engine_game(from)?;
    let mut accounts = [None; 2];
    accounts[begun.host.index()] = open.account;
    let own = LiveSeat {
        key: open.host,
        role: SeatRole::Player(begun.host),
    };
    let new = EngineGame {
        setup: begun.setup.clone(),
        seats: vec![own],
        owners: Owners::casual(accounts),
        deadline_ms: begun.deadline_ms,
    };
    run_to_completion(permit, store_and_close(games.clone(), from, new, board)).await?;
    match games.journal.seat(&open.host).await? {
        Some((game, role)) if game == open.id => Ok(seat_at(game, role)),
        _ => Err(Problem::taken("another game has this id or this secret")),
    }
}

/// Stores the game, closes its challenge, opens the actor and notifies waiting requests. Runs to
/// completion even if the client disconnects; a challenge that a crash leaves open starts no second
/// game.
async fn store_and_close(
    games: GameServices,
    from: IpAddr,
    new: EngineGame,
    board: ReservedBoards,
) -> Result<(), Problem> {
    let id = new.setup.id;
    if store_counted(games.clone(), from, new).await? == BeginOutcome::Taken {
        return Ok(());
    }
    games.challenges.close(id).await?;
    games.actors.notify_started(id);
    open_actors(&games, &[id], Some(board)).await;
    Ok(())
}

/// Completes a start that a crashed node left unfinished, when the seat holder retries: closes the
/// challenge of a game that has started.
pub(crate) async fn finish(
    games: &GameServices,
    game: GameId,
    host: SeatKey,
) -> Result<(), Problem> {
    let waits = games
        .challenges
        .challenge(&host, games.clock.now_ms())
        .await?;
    if waits.is_some_and(|open| open.id == game && open.host == host) {
        games.challenges.close(game).await?;
        games.actors.notify_started(game);
        open_actors(games, &[game], None).await;
    }
    Ok(())
}

/// Opens the actors of games against the engine, and holds the reserved boards until the actors
/// have opened. A background task retries if an actor does not open.
pub(crate) async fn open_actors(
    games: &GameServices,
    ids: &[GameId],
    boards: Option<ReservedBoards>,
) {
    let mut answers = Vec::with_capacity(ids.len());
    for game in ids {
        let (answer, answered) = oneshot::channel();
        let check = BackgroundCommand::CheckDeadline { answer };
        let _ = games.actors.send(*game, check.into()).await;
        answers.push(answered);
    }
    let Some(boards) = boards else {
        return;
    };
    // The response need not wait for that. An actor that fails to open drops its answer, which
    // releases the board.
    tokio::spawn(async move {
        for answered in answers {
            let _ = answered.await;
        }
        drop(boards);
    });
}

/// A game against the engine about to begin.
pub(crate) struct EngineGame {
    pub(crate) setup: LiveSetup,
    pub(crate) seats: Vec<LiveSeat>,
    pub(crate) owners: Owners,
    pub(crate) deadline_ms: Option<u64>,
}

/// Stores a game that is already counted, and attributes it to the client's network. Must run to
/// completion even if the client disconnects, so that counts and games agree.
pub(crate) async fn store_counted(
    games: GameServices,
    from: IpAddr,
    new: EngineGame,
) -> Result<BeginOutcome, Problem> {
    let begun = games
        .journal
        .begin_owned(&new.setup, &new.seats, &new.owners, new.deadline_ms);
    let begun = begun.await?;
    if begun != BeginOutcome::Taken {
        games.actors.note_started_from(new.setup.id, from);
    }
    Ok(begun)
}

/// Reserves a board for a game with these settings, while the reservation is held. Rejected if the
/// engine plays too many games, in all or for this network.
pub(crate) fn reserve_board(
    games: &GameServices,
    from: IpAddr,
    game: GameId,
    settings: &GameSettings,
) -> Result<ReservedBoards, Problem> {
    let demand = EngineDemand::of(settings);
    let reserved = games.actors.reserve_engine(from, &[(game, demand)]);
    reserved.map_err(engine_busy)
}

/// The same for all games of a simul at the strongest level, or for none.
pub(crate) fn reserve_full_strength_boards(
    games: &GameServices,
    from: IpAddr,
    ids: &[GameId],
) -> Result<ReservedBoards, Problem> {
    let each = EngineDemand::at_full_strength(1);
    let ids: Vec<_> = ids.iter().map(|game| (*game, each)).collect();
    games.actors.reserve_engine(from, &ids).map_err(engine_busy)
}
