//! The displays of a journal in memory.

use std::collections::BTreeMap;

use damier_session::GameId;

use crate::accounts::AccountId;
use crate::simuls::id::SimulId;
use crate::simuls::port::Opened;
use crate::simuls::value::Simul;

/// A display as it stands in the book.
#[derive(Debug)]
struct Entry {
    simul: Simul,
    version: u64,
    changed_ms: u64,
    due_ms: Option<u64>,
}

/// All displays, without the names of accounts.
#[derive(Debug, Default)]
pub(crate) struct SimulBook {
    simuls: BTreeMap<SimulId, Entry>,
    games: BTreeMap<GameId, SimulId>,
}

impl SimulBook {
    pub(crate) fn open(&mut self, simul: &Simul, now_ms: u64) -> Opened {
        if self.simuls.contains_key(&simul.id()) {
            return Opened::Taken;
        }
        let entry = Entry {
            simul: simul.clone().without_account_names(),
            version: 1,
            changed_ms: now_ms,
            due_ms: simul.due_ms(),
        };
        self.simuls.insert(simul.id(), entry);
        Opened::Stored
    }

    /// A display with its version.
    pub(crate) fn simul(&self, id: SimulId) -> Option<(&Simul, u64)> {
        let entry = self.simuls.get(&id)?;
        Some((&entry.simul, entry.version))
    }

    pub(crate) fn store(&mut self, simul: &Simul, seen: u64, now_ms: u64) -> bool {
        match self.simuls.get_mut(&simul.id()) {
            Some(entry) if entry.version == seen => {
                *entry = Entry {
                    simul: simul.clone().without_account_names(),
                    version: seen + 1,
                    changed_ms: now_ms,
                    due_ms: simul.due_ms(),
                };
            }
            _ => return false,
        }
        for board in simul.boards() {
            self.games.entry(board.game).or_insert_with(|| simul.id());
        }
        true
    }

    pub(crate) fn put_off(&mut self, id: SimulId, seen: u64, until_ms: u64) -> bool {
        match self.simuls.get_mut(&id) {
            Some(entry) if entry.version == seen && entry.due_ms.is_some() => {
                entry.due_ms = Some(until_ms);
                true
            }
            _ => false,
        }
    }

    pub(crate) fn due(&self, now_ms: u64, after: Option<SimulId>, most: u32) -> Vec<SimulId> {
        let due = self.simuls.iter().filter(|(id, entry)| {
            let is_due = entry.due_ms.is_some_and(|due_ms| due_ms <= now_ms);
            is_due && after.is_none_or(|after| **id > after)
        });
        due.map(|(id, _)| *id).take(most as usize).collect()
    }

    pub(crate) fn of_account(
        &self,
        account: AccountId,
        after: Option<SimulId>,
        most: u32,
    ) -> Vec<SimulId> {
        let own = self.simuls.iter().filter(|(id, entry)| {
            after.is_none_or(|after| **id > after) && entry.simul.accounts().contains(&account)
        });
        own.map(|(id, _)| *id).take(most as usize).collect()
    }

    pub(crate) fn of_game(&self, game: GameId) -> Option<SimulId> {
        self.games.get(&game).copied()
    }

    pub(crate) fn games_of(&self, id: SimulId) -> impl Iterator<Item = GameId> {
        let own = self.games.iter().filter(move |(_, of)| **of == id);
        own.map(|(game, _)| *game)
    }

    pub(crate) fn sweep(&mut self, before_ms: u64) -> u64 {
        let before = self.simuls.len();
        self.simuls
            .retain(|_, entry| entry.changed_ms >= before_ms || entry.due_ms.is_some());
        let simuls = &self.simuls;
        self.games.retain(|_, of| simuls.contains_key(of));
        (before - self.simuls.len()) as u64
    }
}
