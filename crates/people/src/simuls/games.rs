//! Maintains a simul: begins its games, records finished ones, and reports which games the host's
//! decision at the end still concerns. Called by the server when the host begins, when a live game
//! ends, and by any node to complete what a crash interrupted. Ids of games are stored before the
//! first one begins, so repeating it is safe.

use damier_rules::Side;
use damier_session::GameId;
use damier_session::seat::{LiveSeat, SeatRole};
use damier_session::settings::Player;

use crate::StoreError;
use crate::challenges::StartMode;
use crate::documents::RetryCounter;
use crate::live::{BeginOutcome, Journal, Owners};
use crate::simuls::{Board, Guest, GuestKind, Simul, SimulId, SimulStage, Simuls, Unfinished};

/// The results of maintaining a simul.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SimulMaintenance {
    /// Games begun by this call.
    pub begun: Vec<GameId>,
    /// Unfinished games to which the host's decision must be applied, with the host's side.
    pub ending: Vec<(GameId, Side, Unfinished)>,
    /// Unfinished games against the engine.
    pub computers: Vec<GameId>,
    /// Games without clocks that were idle for weeks, with the host's side: they do not count.
    pub given_up: Vec<(GameId, Side)>,
    /// The version at which there was nothing to do, and the time until which the next call may be
    /// postponed, in Unix milliseconds.
    pub put_off: Option<(u64, u64)>,
}

/// The outcome of beginning a game.
enum Start {
    New,
    /// It has begun, here or on another node.
    There,
    /// It cannot begin.
    Never,
    /// A player's account was deleted, so the simul must be read again.
    Changed,
}

/// Maintains a simul.
///
/// # Errors
/// [`StoreError`] when the store is unavailable, or after too many conflicts; retrying is safe.
pub async fn maintain_simul(
    simuls: &Simuls,
    journal: &dyn Journal,
    id: SimulId,
    now_ms: u64,
) -> Result<SimulMaintenance, StoreError> {
    let mut looked = SimulMaintenance::default();
    let mut tries = RetryCounter::default();
    'tries: loop {
        tries.begin()?;
        let Some(kept) = simuls.simul(id).await? else {
            return Ok(looked);
        };
        let mut simul = kept.simul.clone();
        looked.ending.clear();
        looked.computers.clear();
        looked.given_up.clear();
        let standings = simuls.simul_standings(id).await?;
        let mut open = Vec::new();
        for board in kept.simul.boards().iter().filter(|board| !board.is_over()) {
            let standing = standings.iter().find(|it| it.game == board.game);
            let Some(standing) = standing else {
                match begin(simuls, journal, &kept.simul, board).await? {
                    Start::New => looked.begun.push(board.game),
                    Start::There => {}
                    Start::Never => simul.mark_not_started(board.game),
                    Start::Changed => continue 'tries,
                }
                note(&mut looked, &kept.simul, board, now_ms);
                continue;
            };
            match standing.ending {
                Some(ending) => simul.count(board.game, ending),
                None if simul.is_given_up(standing, now_ms) => {
                    simul.mark_not_started(board.game);
                    looked.given_up.push((board.game, board.host));
                }
                None => {
                    open.push(*standing);
                    note(&mut looked, &kept.simul, board, now_ms);
                }
            }
        }
        simul.pass_time(now_ms);
        if simul == kept.simul {
            if looked.begun.is_empty() && looked.ending.is_empty() {
                let until_ms = simul.puts_off_until_ms(&open, now_ms);
                looked.put_off = until_ms.map(|until_ms| (kept.version, until_ms));
            }
            return Ok(looked);
        }
        if simuls.store_simul(&simul, kept.version, now_ms).await? {
            return Ok(looked);
        }
    }
}

/// Collects the work that an unfinished game requires.
fn note(looked: &mut SimulMaintenance, simul: &Simul, board: &Board, now_ms: u64) {
    if let Some((unfinished, at_ms)) = simul.ended()
        && now_ms < at_ms.saturating_add(unfinished.announced_for_ms())
    {
        looked.ending.push((board.game, board.host, unfinished));
    }
    let guest = simul.guest_at(board).map(|guest| &guest.kind);
    if matches!(guest, Some(GuestKind::Computer { .. })) {
        looked.computers.push(board.game);
    }
}

/// Begins the game of a board.
async fn begin(
    simuls: &Simuls,
    journal: &dyn Journal,
    simul: &Simul,
    board: &Board,
) -> Result<Start, StoreError> {
    let (SimulStage::Begun { begun_ms, .. }, Some(guest)) = (simul.stage(), simul.guest_at(board))
    else {
        return Ok(Start::Never);
    };
    let guests = u32::try_from(simul.boards().len()).unwrap_or(u32::MAX);
    let host = simul.host();
    let challenge = simul.terms().game(host.name.as_str(), board.host, guests);
    let player = match &guest.kind {
        GuestKind::Person { name, .. } => Player::Person {
            name: name.as_str().to_owned(),
        },
        GuestKind::Computer { level } => Player::Computer { level: *level },
    };
    // The host visits one board after the other, so first moves have no time limit.
    let start_mode = StartMode::AtOnce;
    let taken = challenge.accepted_by(board.game, player, board.host, *begun_ms, start_mode);
    // The terms were validated when the simul was opened, and names when guests joined.
    let Ok(taken) = taken else {
        return Ok(Start::Never);
    };
    let mut seats = vec![
        LiveSeat {
            key: board.host_key,
            role: SeatRole::Player(board.host),
        },
        LiveSeat {
            key: board.watch_key,
            role: SeatRole::Watcher,
        },
    ];
    seats.extend(guest.key().map(|key| LiveSeat {
        key,
        role: SeatRole::Player(board.host.opponent()),
    }));
    let mut accounts = [None; 2];
    accounts[board.host.index()] = host.account;
    accounts[board.host.opponent().index()] = guest.account();
    let owners = match (taken.rated, accounts) {
        (Some(pool), [Some(white), Some(black)]) => {
            let Some(owners) = Owners::rated([white, black], pool) else {
                return Ok(Start::Never);
            };
            owners
        }
        (Some(_), _) => return Ok(Start::Never),
        (None, accounts) => Owners::casual(accounts),
    };
    let begun = journal
        .begin_owned(&taken.setup, &seats, &owners, taken.deadline_ms)
        .await?;
    match begun {
        BeginOutcome::Stored => return Ok(Start::New),
        BeginOutcome::Same => return Ok(Start::There),
        BeginOutcome::Taken => {}
    }
    // Another node may have begun it concurrently.
    if journal.find(board.game).await?.is_some() {
        return Ok(Start::There);
    }
    // A guest with a deleted account still has the seat's secret, so an unrated game begins without
    // the account, under its replacement name.
    let now = simuls.simul(simul.id()).await?.map(|kept| kept.simul);
    let is_same = now.is_some_and(|now| {
        now.host().account == host.account
            && now.guest_at(board).and_then(Guest::account) == guest.account()
    });
    Ok(if is_same {
        Start::Never
    } else {
        Start::Changed
    })
}
