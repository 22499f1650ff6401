//! The ledger of acts that the server acknowledged, and its comparison with the journal.

use std::collections::{HashMap, HashSet};

use anyhow::Context;
use damier_people::live::Journal;
use damier_session::{Act, CommandId, GameId, Session};
use damier_storage::Store;

/// The most events of a game.
const MAX_EVENTS: u32 = 100_000;

/// Tolerated error of an act's time, in milliseconds: a node's clock uncertainty plus rounding.
const TIME_TOLERANCE_MS: u64 = 55;

/// An acknowledged act.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Acknowledged {
    /// The number of its event.
    pub(crate) number: u32,
    pub(crate) command: CommandId,
    /// When it was first sent and when it was acknowledged, in Unix milliseconds.
    pub(crate) between_ms: (u64, u64),
}

/// The acknowledged acts of each game.
#[derive(Debug, Default, Clone)]
pub(crate) struct Ledger(HashMap<GameId, Vec<Acknowledged>>);

/// The result of comparing the ledger with the journal.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Comparison {
    pub(crate) games: u64,
    pub(crate) events: u64,
    pub(crate) acknowledged: u64,
    /// Events that return the time of an outage to the players.
    pub(crate) given_back: u64,
}

impl Ledger {
    pub(crate) fn note(&mut self, game: GameId, act: Acknowledged) {
        self.0.entry(game).or_default().push(act);
    }

    /// The number of acts in the ledger.
    pub(crate) fn count(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }

    /// Compares the ledger with the journal in a database. Each acknowledged act must be stored
    /// under its number with a time between sending and acknowledgement; no command may be stored
    /// twice, no player may lose on time, and each game must replay. Also returns one sentence for
    /// each violation.
    pub(crate) async fn compare(
        &self,
        games: &[GameId],
        database: &str,
    ) -> anyhow::Result<(Comparison, Vec<String>)> {
        let store = Store::open(&database.parse()?)
            .await
            .context("cannot open the database to compare it with the ledger")?;
        let mut compared = Comparison::default();
        let mut wrong = Vec::new();
        for game in games {
            let acknowledged = self.0.get(game).map_or(&[][..], Vec::as_slice);
            let journal: &dyn Journal = &*store.live.journal;
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
    acknowledged: &[Acknowledged],
    compared: &mut Comparison,
) -> anyhow::Result<Result<(), String>> {
    let Some(stored) = journal.find(game).await? else {
        return Ok(Err("it is not in the journal".to_owned()));
    };
    let events = journal.since(game, 0, MAX_EVENTS).await?;
    compared.games += 1;
    compared.events += events.len() as u64;
    compared.acknowledged += acknowledged.len() as u64;
    for act in acknowledged {
        let (number, (sent_ms, answered_ms)) = (act.number, act.between_ms);
        let event = events.get(number as usize - 1);
        let Some(event) = event.filter(|event| event.command == Some(act.command)) else {
            return Ok(Err(format!("act {number} was acknowledged but is missing")));
        };
        let at_ms = event.act.at_ms();
        if !(sent_ms..=answered_ms + 2 * TIME_TOLERANCE_MS).contains(&(at_ms + TIME_TOLERANCE_MS)) {
            return Ok(Err(format!(
                "act {number} has the time {at_ms}, but was sent at {sent_ms} and answered at \
                 {answered_ms}"
            )));
        }
    }
    let commands: HashSet<_> = events.iter().filter_map(|event| event.command).collect();
    if commands.len() != events.len() {
        return Ok(Err("a command is stored twice".to_owned()));
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
            Act::Flag { side, .. } => return Ok(Err(format!("{side:?} lost on time"))),
            Act::Resume {
                lost_ms: Some(_), ..
            } => compared.given_back += 1,
            _ => {}
        }
    }
    if session.ending() != stored.ending {
        return Ok(Err("the stored ending differs".to_owned()));
    }
    Ok(Ok(()))
}
