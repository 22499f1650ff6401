//! The displays of a journal in memory.

use std::collections::BTreeMap;

use super::id::SimulId;
use super::port::{KeptSimul, Opened};
use super::value::Simul;
use crate::library::GameId;

/// All displays, with the time of their last change.
#[derive(Debug, Default)]
pub(crate) struct SimulBook {
    simuls: BTreeMap<SimulId, (KeptSimul, u64)>,
    games: BTreeMap<GameId, SimulId>,
}

impl SimulBook {
    pub(crate) fn open(&mut self, simul: &Simul, now_ms: u64) -> Opened {
        if self.simuls.contains_key(&simul.id()) {
            return Opened::Taken;
        }
        let kept = KeptSimul {
            simul: simul.clone(),
            version: 1,
        };
        self.simuls.insert(simul.id(), (kept, now_ms));
        Opened::Stored
    }

    pub(crate) fn simul(&self, id: SimulId) -> Option<KeptSimul> {
        self.simuls.get(&id).map(|(kept, _)| kept.clone())
    }

    pub(crate) fn store(&mut self, simul: &Simul, seen: u64, now_ms: u64) -> bool {
        match self.simuls.get_mut(&simul.id()) {
            Some((kept, changed_ms)) if kept.version == seen => {
                kept.simul = simul.clone();
                kept.version += 1;
                *changed_ms = now_ms;
            }
            _ => return false,
        }
        for board in simul.boards() {
            self.games.entry(board.game).or_insert_with(|| simul.id());
        }
        true
    }

    pub(crate) fn due(&self, now_ms: u64, after: Option<SimulId>, most: u32) -> Vec<SimulId> {
        let is_due = |simul: &Simul| simul.due_ms().is_some_and(|due_ms| due_ms <= now_ms);
        let due = self.simuls.iter().filter(|(id, (kept, _))| {
            after.is_none_or(|after| **id > after) && is_due(&kept.simul)
        });
        due.map(|(id, _)| *id).take(most as usize).collect()
    }

    pub(crate) fn of_game(&self, game: GameId) -> Option<SimulId> {
        self.games.get(&game).copied()
    }

    pub(crate) fn sweep(&mut self, before_ms: u64) -> u64 {
        let before = self.simuls.len();
        self.simuls
            .retain(|_, (_, changed_ms)| *changed_ms >= before_ms);
        let simuls = &self.simuls;
        self.games.retain(|_, of| simuls.contains_key(of));
        (before - self.simuls.len()) as u64
    }
}
