//! Commands that come again: which event has the id of a command, and whether that event is what came of it. Whoever sends the same again must never
//! hear that it was something else. So where the event does not say enough, it counts as the answer.

use std::collections::BTreeMap;

use damier_rules::Side;

use super::{Session, read_move};
use crate::act::Act;
use crate::command::{Actor, Arrival, Command, CommandId, Want};
use crate::event::Event;
use crate::record::GameRecord;
use crate::request::Request;

impl Session {
    /// The event that has the id of a command; `None` where no event has it so far.
    pub fn answer_to(&self, id: CommandId) -> Option<Event> {
        let number = self.commands.get(&id)?.number;
        let act = self.act(number)?.clone();
        Some(Event {
            number,
            command: Some(id),
            act,
        })
    }

    /// The events after a version, in order. Each has the id of its command, where the game was not rebuilt from a record, which keeps none.
    pub fn events_since(&self, version: u32) -> Vec<Event> {
        let later = self
            .commands
            .iter()
            .filter(|(_, answered)| answered.number > version);
        let commands: BTreeMap<u32, CommandId> =
            later.map(|(id, answered)| (answered.number, *id)).collect();
        let acts = self.acts.iter().skip(version as usize);
        let numbered = acts.zip(version.saturating_add(1)..);
        numbered
            .map(|(act, number)| Event {
                number,
                command: commands.get(&number).copied(),
                act: act.clone(),
            })
            .collect()
    }

    /// Whether an event of this game that has the id of a command can be what came of it, as far as the event tells: always for the same command by the same
    /// actor. Acts that do not say who has done them (a flag, going on) count as everybody's who wants the same.
    ///
    /// ```
    /// use damier_club::{Actor, Command, CommandId, GameSettings, Seating, Session, Want};
    /// use damier_rules::{Side, Variant};
    ///
    /// let settings = GameSettings { seating: Seating::Apart, ..GameSettings::friendly("Awa", "Piet") };
    /// let mut session = Session::new(Variant::INTERNATIONAL, settings, Some(0))?;
    /// let want = |text: &str| Command {
    ///     id: CommandId::from_bits(1),
    ///     actor: Actor::Player(Side::White),
    ///     want: Want::Move { text: text.into(), ply: None },
    /// };
    /// let event = session.decide(&want("32-28"), 1_000)?;
    /// session.apply(&event)?;
    /// assert!(session.came_of(&event, &want("32-28")));
    /// assert!(session.came_of(&event, &want("32x28")), "the same move");
    /// assert!(!session.came_of(&event, &want("31-27")));
    /// assert!(!session.came_of(&event, &Command { actor: Actor::Player(Side::Black), ..want("32-28") }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn came_of(&self, event: &Event, command: &Command) -> bool {
        let Command { id, actor, want } = command;
        let act = &event.act;
        let at = Arrival {
            at_ms: act.at_ms(),
            lag_ms: act.lag_ms(),
        };
        let Actor::Player(side) = *actor else {
            return want.by_arbiter(at.at_ms).as_ref() == Some(act);
        };
        match want {
            Want::Move { text, ply } => {
                let Act::Move {
                    side: mover,
                    text: played,
                    ..
                } = act
                else {
                    return false;
                };
                let before = self.commands.get(id).map(|answered| answered.ply);
                let is_elsewhere = ply.zip(before).is_some_and(|(meant, ply)| meant != ply);
                *mover == side
                    && !is_elsewhere
                    && (text == played || self.is_spelling_of(text, played, event.number))
            }
            Want::Agree { request } => {
                let agreed = || self.asked_before(event.number, side.opponent());
                *act == Act::Agree {
                    side,
                    at_ms: at.at_ms,
                } && request.is_none_or(|meant| agreed().is_none_or(|it| it == meant))
            }
            other => other.clone().by_player(side, at).as_ref() == Some(act),
        }
    }

    /// Whether a text means the move that was played as an event. The position of that moment is rebuilt, which happens only where the text is another
    /// one than the one that is kept; where it cannot be rebuilt, nothing can be said against the text.
    fn is_spelling_of(&self, text: &str, played: &str, number: u32) -> bool {
        let Some(before) = self.before(number) else {
            return true;
        };
        let mut unbounded = u64::MAX;
        let read = read_move(before.position(), text, &mut unbounded);
        read.is_ok_and(|chosen| chosen.text == played)
    }

    /// The game as it was before an event.
    fn before(&self, number: u32) -> Option<Session> {
        let setup = GameRecord {
            acts: Vec::new(),
            ending: None,
            ..self.record()
        };
        let mut session = Session::replay(&setup).ok()?;
        for (number, act) in (1..number).zip(&self.acts) {
            let event = Event {
                number,
                command: None,
                act: act.clone(),
            };
            session.apply(&event).ok()?;
        }
        Some(session)
    }

    /// What a side had asked last before an event. A side asks again only once that is answered or void, so whoever agrees agrees to this.
    fn asked_before(&self, number: u32, by: Side) -> Option<Request> {
        let before = self.acts.get(..(number as usize).checked_sub(1)?)?;
        before.iter().rev().find_map(|act| match *act {
            Act::Ask { side, request, .. } if side == by => Some(request),
            _ => None,
        })
    }

    /// The act of an event.
    fn act(&self, number: u32) -> Option<&Act> {
        self.acts.get((number as usize).checked_sub(1)?)
    }
}
