//! The ledger of what the server has acknowledged, and its comparison with the journal.

use std::collections::{HashMap, HashSet};

use anyhow::Context;
use damier_club::library::GameId;
use damier_club::live::Journal;
use damier_club::{Act, CommandId, Session};
use damier_storage::Store;

/// The most events of a game.
const MOST: u32 = 100_000;

/// Acts that the server has acknowledged: game, number of the event, command.
#[derive(Debug, Default, Clone)]
pub(crate) struct Ledger(HashMap<GameId, Vec<(u32, CommandId)>>);

/// What the journal holds, after it was compared.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Compared {
    pub(crate) games: u64,
    pub(crate) events: u64,
    pub(crate) acknowledged: u64,
    /// Events by which the time of an outage was given back.
    pub(crate) given_back: u64,
}

impl Ledger {
    pub(crate) fn note(&mut self, game: GameId, number: u32, command: CommandId) {
        self.0.entry(game).or_default().push((number, command));
    }

    /// How many acts stand in it.
    pub(crate) fn count(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }

    /// Compares the ledger with the journal in a database: each acknowledged act stands there under its number, no command stands there
    /// twice, no flag has fallen, and every game can be played again from its events. Returns also what is wrong, one sentence each.
    pub(crate) async fn compare(
        &self,
        games: &[GameId],
        database: &str,
    ) -> anyhow::Result<(Compared, Vec<String>)> {
        let store = Store::open(&database.parse()?)
            .await
            .context("the database cannot be opened to compare it with the ledger")?;
        let mut compared = Compared::default();
        let mut wrong = Vec::new();
        for game in games {
            let acknowledged = self.0.get(game).map_or(&[][..], Vec::as_slice);
            let journal: &dyn Journal = &*store.live;
            if let Err(what) = compare_game(journal, *game, acknowledged, &mut compared).await? {
                wrong.push(format!("game {game}: {what}"));
            }
        }
        store.close().await;
        Ok((compared, wrong))
    }
}

async fn compare_game(
    journal: &dyn Journal,
    game: GameId,
    acknowledged: &[(u32, CommandId)],
    compared: &mut Compared,
) -> anyhow::Result<Result<(), String>> {
    let Some(stored) = journal.find(game).await? else {
        return Ok(Err("it is not in the journal".to_owned()));
    };
    let events = journal.since(game, 0, MOST).await?;
    compared.games += 1;
    compared.events += events.len() as u64;
    compared.acknowledged += acknowledged.len() as u64;
    for (number, command) in acknowledged {
        let event = events.get(*number as usize - 1);
        if event.and_then(|event| event.command) != Some(*command) {
            return Ok(Err(format!("act {number} was acknowledged and is lost")));
        }
    }
    let commands: HashSet<_> = events.iter().filter_map(|event| event.command).collect();
    if commands.len() != events.len() {
        return Ok(Err("a command stands in the journal twice".to_owned()));
    }
    let mut session = match Session::replay(&stored.setup.record) {
        Ok(session) => session,
        Err(error) => return Ok(Err(error.to_string())),
    };
    for event in &events {
        if let Err(error) = session.apply(event) {
            return Ok(Err(error.to_string()));
        }
        match event.act {
            Act::Flag { side, .. } => return Ok(Err(format!("the flag of {side:?} fell"))),
            Act::Resume {
                lost_ms: Some(_), ..
            } => compared.given_back += 1,
            _ => {}
        }
    }
    if session.ending() != stored.ending {
        return Ok(Err("the stored ending is another".to_owned()));
    }
    Ok(Ok(()))
}
