//! The players' knowledge of a game, and its comparison with the journal.

use std::collections::{BTreeMap, HashMap};

use damier_people::live::Journal;
use damier_session::{Act, CommandId, Event, GameId, Session, Side};

/// The most events of a game.
const MAX_EVENTS: u32 = 100_000;

/// How many violations are described; all are counted.
const MAX_DESCRIBED: usize = 20;

/// The players' knowledge of a game.
#[derive(Debug, Default)]
pub(crate) struct GameLog {
    /// The acknowledged commands, with their event numbers.
    acknowledged: BTreeMap<CommandId, u32>,
    /// The commands that a player was entitled to, with the side. The journal may hold no other.
    intended: HashMap<CommandId, Side>,
    /// Each side's copy of the game at its end, White's first.
    copies: [Option<Vec<Act>>; 2],
}

/// The result of the comparison.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    pub(crate) events: u64,
    pub(crate) acknowledged: u64,
    /// Acknowledged acts that are not stored under their number.
    pub(crate) lost: u64,
    /// Acts that are stored more than once.
    pub(crate) doubled: u64,
    /// Acts that no player was entitled to, and games that do not replay.
    pub(crate) wrong: u64,
    /// Players' copies that differ from the journal.
    pub(crate) differing: u64,
    /// Games that are not over, or whose end a player has not received.
    pub(crate) unfinished: u64,
    /// Descriptions of violations, the first ones only.
    pub(crate) described: Vec<String>,
}

impl Verdict {
    fn describe(&mut self, game: GameId, what: &str) {
        if self.described.len() < MAX_DESCRIBED {
            self.described.push(format!("game {game}: {what}"));
        }
    }
}

impl GameLog {
    /// Records a command that the player is entitled to.
    pub(crate) fn intend(&mut self, id: CommandId, side: Side) {
        self.intended.insert(id, side);
    }

    /// Records an acknowledgement. Returns false if it contradicts an earlier one.
    pub(crate) fn acknowledge(&mut self, id: CommandId, number: u32) -> bool {
        *self.acknowledged.entry(id).or_insert(number) == number
    }

    /// Records a side's copy of the game at its end.
    pub(crate) fn record_copy(&mut self, side: Side, acts: Vec<Act>) {
        self.copies[side.index()] = Some(acts);
    }

    /// Compares the log with the journal.
    pub(crate) async fn compare(
        &self,
        journal: &dyn Journal,
        game: GameId,
        verdict: &mut Verdict,
    ) -> anyhow::Result<()> {
        let Some(stored) = journal.find(game).await? else {
            verdict.lost += self.acknowledged.len().max(1) as u64;
            verdict.describe(game, "it is not in the journal");
            return Ok(());
        };
        let events = journal.since(game, 0, MAX_EVENTS).await?;
        self.judge(game, &events, verdict);
        match Session::replay(&stored.setup.record) {
            Ok(mut session) => {
                for event in &events {
                    if let Err(error) = session.apply(event) {
                        verdict.wrong += 1;
                        verdict.describe(game, &format!("it does not replay: {error}"));
                        return Ok(());
                    }
                }
                if session.ending() != stored.ending {
                    verdict.wrong += 1;
                    verdict.describe(game, "the stored ending differs");
                }
            }
            Err(error) => {
                verdict.wrong += 1;
                verdict.describe(game, &format!("its setup cannot be replayed: {error}"));
            }
        }
        if stored.ending.is_none() || self.copies.iter().any(Option::is_none) {
            verdict.unfinished += 1;
        }
        Ok(())
    }

    /// Compares the log with the events of the game.
    fn judge(&self, game: GameId, events: &[Event], verdict: &mut Verdict) {
        verdict.events += events.len() as u64;
        verdict.acknowledged += self.acknowledged.len() as u64;
        for (command, number) in &self.acknowledged {
            let place = (*number as usize).checked_sub(1);
            let event = place.and_then(|place| events.get(place));
            if event.is_none_or(|event| event.command != Some(*command)) {
                verdict.lost += 1;
                let what = format!("act {number} was acknowledged but is missing");
                verdict.describe(game, &what);
            }
        }
        let mut stand: HashMap<CommandId, u64> = HashMap::new();
        for event in events {
            let times = event.command.map_or(0, |command| {
                let times = stand.entry(command).or_default();
                *times += 1;
                *times
            });
            if times > 1 {
                verdict.doubled += 1;
                let what = format!("act {} repeats an earlier command", event.number);
                verdict.describe(game, &what);
            }
            let by = match event.act {
                Act::Move { side, .. } | Act::Resign { side, .. } => Some(side),
                // The server returns the time of an outage.
                Act::Resume {
                    lost_ms: Some(_), ..
                } => continue,
                _ => None,
            };
            let intended = event.command.and_then(|id| self.intended.get(&id)).copied();
            if by.is_none() || intended != by {
                verdict.wrong += 1;
                let what = format!("no player was entitled to act {}", event.number);
                verdict.describe(game, &what);
            }
        }
        for side in Side::ALL {
            let Some(copy) = &self.copies[side.index()] else {
                continue;
            };
            if !copy.iter().eq(events.iter().map(|event| &event.act)) {
                verdict.differing += 1;
                let what = format!("the copy of {} differs from the journal", side.code());
                verdict.describe(game, &what);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: GameId = GameId::from_bits(1);

    fn id(bits: u128) -> CommandId {
        CommandId::from_bits(bits)
    }

    fn moved(number: u32, command: u128, side: Side) -> Event {
        Event {
            number,
            command: Some(id(command)),
            act: Act::Move {
                side,
                text: "32-28".to_owned(),
                at_ms: 1_000,
                lag_ms: 0,
            },
        }
    }

    /// A log in which White and Black have made one move each.
    fn log() -> GameLog {
        let mut log = GameLog::default();
        for (number, side) in (1..).zip(Side::ALL) {
            log.intend(id(number), side);
            assert!(log.acknowledge(id(number), number as u32));
        }
        for side in Side::ALL {
            let acts = events().into_iter().map(|event| event.act);
            log.record_copy(side, acts.collect());
        }
        log
    }

    fn events() -> Vec<Event> {
        vec![moved(1, 1, Side::White), moved(2, 2, Side::Black)]
    }

    fn judged(log: &GameLog, events: &[Event]) -> [u64; 4] {
        let mut verdict = Verdict::default();
        log.judge(GAME, events, &mut verdict);
        [
            verdict.lost,
            verdict.doubled,
            verdict.wrong,
            verdict.differing,
        ]
    }

    #[test]
    fn lost_duplicate_wrong_and_differing_acts_are_counted() {
        let log = log();
        assert_eq!(judged(&log, &events()), [0, 0, 0, 0]);
        assert_eq!(judged(&log, &events()[..1]), [1, 0, 0, 2]);
        let doubled = [events(), vec![moved(3, 1, Side::White)]].concat();
        assert_eq!(judged(&log, &doubled), [0, 1, 0, 2]);
        let unasked = [events(), vec![moved(3, 9, Side::White)]].concat();
        assert_eq!(judged(&log, &unasked), [0, 0, 1, 2]);
        let other_side = [moved(1, 1, Side::Black), moved(2, 2, Side::Black)];
        assert_eq!(judged(&log, &other_side), [0, 0, 1, 2]);
    }

    #[test]
    fn a_second_event_number_for_one_command_is_detected() {
        let mut log = log();
        assert!(log.acknowledge(id(1), 1));
        assert!(!log.acknowledge(id(1), 3));
    }
}
