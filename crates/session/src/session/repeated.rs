//! Repeated commands: finds the event of a command's id, and whether it is the answer to that
//! command. A retry must never be rejected as another command, so an ambiguous event counts as the
//! answer.

use std::collections::BTreeMap;

use damier_notation::move_text::Written;
use damier_notation::square_names::Names;
use damier_rules::{Position, Side, Square};

use crate::act::{Act, MAX_MOVE_TEXT};
use crate::command::{Actor, Arrival, Command, CommandId, Want};
use crate::event::Event;
use crate::request::Request;
use crate::session::{Session, read_move};

impl Session {
    /// The event with the id of a command; `None` if there is none.
    pub fn answer_to(&self, id: CommandId) -> Option<Event> {
        let number = self.commands.get(&id)?.number;
        let act = self.act(number)?.clone();
        Some(Event {
            number,
            command: Some(id),
            act,
        })
    }

    /// The events after a version, in order, with the ids of their commands unless the game was
    /// rebuilt from a record, which stores none.
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

    /// Whether an event of this game with a command's id can be the answer to the command. Always
    /// true for the same command by the same actor. Acts that do not name their player (a loss on
    /// time, resuming) match the same request of any actor.
    ///
    /// ```
    /// use damier_session::{Actor, Command, CommandId, GameSettings, Seating, Session, Want};
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
    /// assert!(session.is_answer_to(&event, &want("32-28")));
    /// assert!(session.is_answer_to(&event, &want("32x28")), "the same move");
    /// assert!(!session.is_answer_to(&event, &want("31-27")));
    /// let other_side = Command { actor: Actor::Player(Side::Black), ..want("32-28") };
    /// assert!(!session.is_answer_to(&event, &other_side));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_answer_to(&self, event: &Event, command: &Command) -> bool {
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
                let agreed = || self.last_request(event.number, side.opponent());
                *act == Act::Agree {
                    side,
                    at_ms: at.at_ms,
                } && request.is_none_or(|meant| agreed().is_none_or(|it| it == meant))
            }
            other => other.clone().by_player(side, at).as_ref() == Some(act),
        }
    }

    /// Whether a text means the move that was played as an event. A client may repeat any text
    /// under the same id, so a text with other squares is rejected without a position. For a move
    /// that was taken back this is the only check, since its position is gone and a replay would
    /// take long.
    fn is_spelling_of(&self, text: &str, played: &str, number: u32) -> bool {
        let meant = self.squares_of(text);
        if meant.is_none() || meant != self.squares_of(played) {
            return false;
        }
        let Some(before) = self.position_before(number) else {
            return true;
        };
        let mut unbounded = u64::MAX;
        let read = read_move(before, text, &mut unbounded);
        read.is_ok_and(|chosen| chosen.text == played)
    }

    /// The first and the last square that a text names as a move of this game, and that of a piece
    /// huffed before it; `None` where it is no move in any position.
    fn squares_of(&self, text: &str) -> Option<([Square; 2], Option<Square>)> {
        if text.chars().count() > MAX_MOVE_TEXT {
            return None;
        }
        let written = text.parse::<Written>().ok()?;
        let names = Names::of(self.variant());
        let huff = match written.huff {
            Some(huffed) => Some(names.square(huffed)?),
            None => None,
        };
        let ends = [names.square(written.from)?, names.square(written.to)?];
        Some((ends, huff))
    }

    /// The position before an event, if it is a move that was not taken back.
    fn position_before(&self, number: u32) -> Option<&Position> {
        let turns = &self.turns;
        let ply = turns.binary_search_by_key(&number, |turn| turn.number);
        self.game.position_after(ply.ok()?)
    }

    /// A side's last request before an event. A side asks again only once that is answered or void,
    /// so an agreement refers to this one.
    fn last_request(&self, number: u32, by: Side) -> Option<Request> {
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

#[cfg(test)]
mod tests {
    use damier_rules::Variant;
    use proptest::prelude::*;

    use super::*;
    use crate::record::GameRecord;
    use crate::settings::GameSettings;

    /// A game of two people at one device, with moves, takebacks and play after the end.
    fn grown(variant: Variant, steps: &[u32]) -> Session {
        let settings = GameSettings::friendly("Awa", "Piet");
        let mut session = Session::new(variant, settings, Some(0)).expect("good settings");
        for (&step, at_ms) in steps.iter().zip(1..) {
            let moves = session.position().legal_moves();
            let played = moves.get(step as usize % moves.len().max(1)).copied();
            let plies = step % 5;
            if plies > 0 && step % 4 == 0 && session.ply() >= plies {
                session.take_back(plies, at_ms).expect("they were played");
            } else if let Some(played) = played
                && session.ending().is_none()
            {
                session.play(&played, at_ms).expect("it is legal");
            } else if session.ply() > 0 {
                session.take_back(1, at_ms).expect("it was played");
            }
        }
        session
    }

    /// The game before an event, replayed from its beginning.
    fn before(session: &Session, number: u32) -> Session {
        let setup = GameRecord {
            acts: Vec::new(),
            ending: None,
            ..session.record()
        };
        let mut before = Session::replay(&setup).expect("it was begun");
        for (number, act) in (1..number).zip(session.acts()) {
            let event = Event {
                number,
                command: None,
                act: act.clone(),
            };
            before.apply(&event).expect("it was done");
        }
        before
    }

    #[test]
    fn a_move_taken_back_is_compared_by_its_squares() {
        let settings = GameSettings::friendly("Awa", "Piet");
        let mut session =
            Session::new(Variant::INTERNATIONAL, settings, Some(0)).expect("good settings");
        let mut unbounded = u64::MAX;
        let chosen = read_move(session.position(), "32-28", &mut unbounded).expect("it is legal");
        session.play(&chosen.played, 1).expect("it is legal");
        let no_such_way = "32x23x28";
        assert!(session.is_spelling_of("32x28", "32-28", 1));
        assert!(!session.is_spelling_of(no_such_way, "32-28", 1));
        session.take_back(1, 2).expect("it was played");
        assert_eq!(session.position_before(1), None);
        assert!(session.is_spelling_of("32x28", "32-28", 1));
        assert!(session.is_spelling_of(no_such_way, "32-28", 1));
        assert!(!session.is_spelling_of("31-27", "32-28", 1));
        assert!(!session.is_spelling_of("no move", "32-28", 1));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// The direct check agrees with a full replay for every text, if the move was not taken
        /// back. If it was, the direct check never rejects the same move.
        #[test]
        fn the_fast_comparison_agrees_with_the_full_one(
            variant in prop::sample::select(vec![Variant::INTERNATIONAL, Variant::FRISIAN, Variant::RUSSIAN]),
            steps in prop::collection::vec(any::<u32>(), 1..30),
        ) {
            let session = grown(variant, &steps);
            let mut texts: Vec<String> = vec![String::new(), "no move".to_owned(), "32".to_owned(), "99-98".to_owned(), "1".repeat(200)];
            for act in session.acts() {
                if let Act::Move { text, .. } = act {
                    texts.push(text.clone());
                    texts.push(text.replace(['-', 'x'], ":"));
                    texts.push(format!(" {} ", text.replace('-', " x ")));
                }
            }
            let stands: Vec<u32> = session.turns.iter().map(|turn| turn.number).collect();
            for (number, act) in (1..).zip(session.acts()) {
                let before = before(&session, number);
                let known = stands.contains(&number).then_some(before.position());
                prop_assert_eq!(session.position_before(number), known);
                let Act::Move { text: played, .. } = act else { continue };
                for text in &texts {
                    let mut unbounded = u64::MAX;
                    let read = read_move(before.position(), text, &mut unbounded);
                    let is_it = read.is_ok_and(|chosen| chosen.text == *played);
                    let expected = if known.is_some() {
                        is_it
                    } else {
                        let meant = session.squares_of(text);
                        let is_between_them = meant.is_some() && meant == session.squares_of(played);
                        prop_assert!(is_between_them || !is_it, "{} for {}", text, played);
                        is_between_them
                    };
                    prop_assert_eq!(session.is_spelling_of(text, played, number), expected, "{} for {}", text, played);
                }
            }
        }
    }
}
