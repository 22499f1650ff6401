//! Looks after a simultaneous display: begins its games, counts those that are over, and says what the host's word at its end still asks for.
//! Called by the server when the host begins, when the game of a room ends, and by the house of any node for what a crash left behind. The ids
//! of the games stand in the display before the first one begins, so each is begun once, whoever does it and however often.

use damier_rules::Side;

use super::LiveStore;
use super::beginning::Beginning;
use super::journal::{Begun, JournalError};
use super::owners::Owners;
use super::seat::{LiveSeat, SeatRole};
use crate::library::GameId;
use crate::settings::Player;
use crate::simul::{Board, GuestKind, Simul, SimulId, SimulStage, Unfinished};

/// How often a display is read again, where others change it at the same moment.
const MOST_TRIES: usize = 8;

/// What was done and what is left to do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LookedAfter {
    /// Games that were begun here and now.
    pub begun: Vec<GameId>,
    /// Games that go on, with the side of the host, to whose word at the end they are still to be brought.
    pub ending: Vec<(GameId, Side, Unfinished)>,
    /// Games that go on against the computer.
    pub computers: Vec<GameId>,
}

/// Looks after a display.
///
/// # Errors
/// [`JournalError`] when the store does not answer, or others changed the display each time; doing it again is safe.
pub async fn look_after_simul(
    store: &dyn LiveStore,
    id: SimulId,
    now_ms: u64,
) -> Result<LookedAfter, JournalError> {
    let mut looked = LookedAfter::default();
    for _ in 0..MOST_TRIES {
        let Some(kept) = store.simul(id).await? else {
            return Ok(looked);
        };
        let mut simul = kept.simul.clone();
        looked.ending.clear();
        looked.computers.clear();
        for board in kept.simul.boards().iter().filter(|board| !board.is_over()) {
            let Some(found) = store.find(board.game).await? else {
                match begin(store, &kept.simul, board).await? {
                    Some(true) => looked.begun.push(board.game),
                    Some(false) => {}
                    None => simul.void(board.game),
                }
                note(&mut looked, &kept.simul, board, now_ms);
                continue;
            };
            match found.ending {
                Some(ending) => simul.count(board.game, ending),
                None => note(&mut looked, &kept.simul, board, now_ms),
            }
        }
        simul.pass_time(now_ms);
        if simul == kept.simul || store.store_simul(&simul, kept.version, now_ms).await? {
            return Ok(looked);
        }
    }
    Err(JournalError::Unavailable(
        "others changed the simultaneous display each time".into(),
    ))
}

/// Notes what a game that goes on still asks for.
fn note(looked: &mut LookedAfter, simul: &Simul, board: &Board, now_ms: u64) {
    if let Some((unfinished, at_ms)) = simul.ended()
        && now_ms < at_ms.saturating_add(unfinished.told_for_ms())
    {
        looked.ending.push((board.game, board.host, unfinished));
    }
    let guest = simul.guest_at(board).map(|guest| &guest.kind);
    if matches!(guest, Some(GuestKind::Computer { .. })) {
        looked.computers.push(board.game);
    }
}

/// Begins the game of a board. Answers whether it is new; `None` where it can never begin.
async fn begin(
    store: &dyn LiveStore,
    simul: &Simul,
    board: &Board,
) -> Result<Option<bool>, JournalError> {
    let (SimulStage::Begun { begun_ms, .. }, Some(guest)) = (simul.stage(), simul.guest_at(board))
    else {
        return Ok(None);
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
    // The host comes to one board after the other, so no first move is waited for.
    let beginning = Beginning::AtOnce;
    let taken = challenge.taken_up_by(board.game, player, board.host, *begun_ms, beginning);
    // The terms were checked when it was opened, and names when they were given.
    let Ok(taken) = taken else {
        return Ok(None);
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
                return Ok(None);
            };
            owners
        }
        (Some(_), _) => return Ok(None),
        (None, accounts) => Owners::casual(accounts),
    };
    // Whoever has deleted his account meanwhile still has the secret of his seat, so a game that is not rated begins without it.
    let without = taken.rated.is_none().then_some(Owners::NOBODY);
    for owners in [Some(owners), without].into_iter().flatten() {
        let begun = store
            .begin_owned(&taken.setup, &seats, &owners, taken.deadline_ms)
            .await?;
        match begun {
            Begun::Stored => return Ok(Some(true)),
            Begun::Same => return Ok(Some(false)),
            Begun::Taken => {}
        }
    }
    // Another node may have begun it at this moment, without an account that was just deleted.
    let there = store.find(board.game).await?;
    Ok(there.map(|_| false))
}
