//! The gatherings of a journal in memory, as its lock protects them. The rules are those of the port.

use std::collections::BTreeMap;

use damier_session::{GameId, SeatKey};

use crate::teams::attendee::{Attendee, NewAttendee};
use crate::teams::naming::{Named, Naming};
use crate::teams::port::{
    Arrived, Gathering, GatheringLink, GatheringMade, GatheringRole, NewGathering,
};
use crate::teams::{Matter, Voice};

#[derive(Debug)]
struct Circle {
    host: SeatKey,
    links: Vec<GatheringLink>,
    gathering: Gathering,
    numbers: u16,
    people: BTreeMap<u16, Attendee>,
    voices: BTreeMap<(u16, Matter), Voice>,
}

impl Circle {
    fn role(&self, key: &SeatKey) -> Option<GatheringRole> {
        if self.host == *key {
            return Some(GatheringRole::Host);
        }
        if let Some(link) = self.links.iter().find(|link| link.key == *key) {
            return Some(GatheringRole::Link(link.part));
        }
        let mut people = self.people.values();
        let member = people.find(|attendee| attendee.key == *key)?;
        Some(GatheringRole::Member(member.clone()))
    }

    fn waits(&self, now_ms: u64) -> bool {
        self.gathering.begun_ms.is_some() || self.gathering.until_ms > now_ms
    }
}

/// Every gathering.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    circles: BTreeMap<GameId, Circle>,
}

impl Gathered {
    pub(crate) fn make(&mut self, new: &NewGathering) -> GatheringMade {
        if let Some(circle) = self.circles.get(&new.id) {
            let is_same = circle.host == new.host
                && circle.links == new.links
                && circle.gathering.plan == new.plan;
            return if is_same {
                GatheringMade::Stored
            } else {
                GatheringMade::Taken
            };
        }
        let mut keys: Vec<SeatKey> = new.links.iter().map(|link| link.key).collect();
        keys.push(new.host);
        if keys.iter().any(|key| self.role(key).is_some()) {
            return GatheringMade::Taken;
        }
        let circle = Circle {
            host: new.host,
            links: new.links.clone(),
            gathering: Gathering {
                id: new.id,
                plan: new.plan.clone(),
                until_ms: new.until_ms,
                is_open: true,
                begun_ms: None,
                captains: [None; 2],
            },
            numbers: 0,
            people: BTreeMap::new(),
            voices: BTreeMap::new(),
        };
        self.circles.insert(new.id, circle);
        GatheringMade::Stored
    }

    fn role(&self, key: &SeatKey) -> Option<(GameId, GatheringRole)> {
        self.circles
            .iter()
            .find_map(|(id, circle)| Some((*id, circle.role(key)?)))
    }

    pub(crate) fn by_key(&self, key: &SeatKey, now_ms: u64) -> Option<(Gathering, GatheringRole)> {
        let (id, role) = self.role(key)?;
        let circle = self.circles.get(&id).filter(|it| it.waits(now_ms))?;
        Some((circle.gathering.clone(), role))
    }

    pub(crate) fn by_id(&self, id: GameId) -> Option<Gathering> {
        Some(self.circles.get(&id)?.gathering.clone())
    }

    pub(crate) fn arrive(
        &mut self,
        id: GameId,
        new: &NewAttendee,
        most: u16,
        now_ms: u64,
    ) -> Arrived {
        let known = self.role(&new.key);
        let circle = self.circles.get_mut(&id).filter(|it| it.waits(now_ms));
        let Some(circle) = circle else {
            return Arrived::NotFound;
        };
        match known {
            Some((at, GatheringRole::Member(member))) if at == id && member.part == new.part => {
                return Arrived::Stored(member);
            }
            Some(_) => return Arrived::KeyTaken,
            None => {}
        }
        if !circle.gathering.is_open {
            return Arrived::Closed;
        }
        let (mut people, folded) = (circle.people.values(), new.name.folded());
        if people.any(|attendee| attendee.name.folded() == folded) {
            return Arrived::NameTaken;
        }
        let people = circle.people.values();
        let there = people.filter(|attendee| attendee.part == new.part).count();
        if there >= usize::from(most) {
            return Arrived::Full;
        }
        circle.numbers += 1;
        let attendee = Attendee {
            number: circle.numbers,
            part: new.part,
            name: new.name.clone(),
            key: new.key,
        };
        circle.people.insert(circle.numbers, attendee.clone());
        Arrived::Stored(attendee)
    }

    pub(crate) fn people(&self, id: GameId) -> Vec<Attendee> {
        let people = self.circles.get(&id).map(|circle| circle.people.values());
        people.into_iter().flatten().cloned().collect()
    }

    /// One that has not begun.
    fn waiting(&mut self, id: GameId) -> Option<&mut Circle> {
        let circle = self.circles.get_mut(&id)?;
        circle.gathering.begun_ms.is_none().then_some(circle)
    }

    pub(crate) fn send_away(&mut self, id: GameId, number: u16) -> bool {
        let Some(circle) = self.waiting(id) else {
            return false;
        };
        circle.voices.retain(|(member, _), _| *member != number);
        circle.people.remove(&number).is_some()
    }

    pub(crate) fn name_captain(&mut self, id: GameId, naming: Naming) -> Named {
        let people = self.people(id);
        let Some(circle) = self.circles.get_mut(&id) else {
            return Named::NotFound;
        };
        if let Some(answer) = circle.gathering.answer_to(naming, &people) {
            return answer;
        }
        circle.gathering.captains[naming.side.index()] = Some(naming.number);
        Named::Done
    }

    pub(crate) fn open(&mut self, id: GameId, is_open: bool) -> bool {
        let circle = self.circles.get_mut(&id);
        circle
            .map(|circle| circle.gathering.is_open = is_open)
            .is_some()
    }

    pub(crate) fn begin(&mut self, id: GameId, now_ms: u64) -> Option<u64> {
        let circle = self.circles.get_mut(&id)?;
        Some(*circle.gathering.begun_ms.get_or_insert(now_ms))
    }

    pub(crate) fn dismiss(&mut self, id: GameId) -> bool {
        self.waiting(id).is_some() && self.circles.remove(&id).is_some()
    }

    /// The game of a gathering is removed, and so is the gathering.
    pub(crate) fn forget(&mut self, id: GameId) {
        self.circles.remove(&id);
    }

    pub(crate) fn sweep(&mut self, now_ms: u64) -> u64 {
        let before = self.circles.len();
        self.circles.retain(|_, circle| circle.waits(now_ms));
        (before - self.circles.len()) as u64
    }

    pub(crate) fn keep_voice(&mut self, id: GameId, voice: &Voice) -> bool {
        let circle = self.circles.get_mut(&id);
        let circle = circle.filter(|circle| circle.people.contains_key(&voice.member));
        let Some(circle) = circle else {
            return false;
        };
        let key = (voice.member, voice.matter);
        let before = circle.voices.get(&key);
        if before.is_none_or(|before| before.at_ms <= voice.at_ms) {
            circle.voices.insert(key, voice.clone());
        }
        true
    }

    /// The gatherings in which a member has said since a moment which move he wants.
    pub(crate) fn wanting_a_move(&self, since_ms: u64) -> impl Iterator<Item = GameId> {
        self.circles.iter().filter_map(move |(id, circle)| {
            let mut voices = circle.voices.values();
            let is_one = |voice: &Voice| voice.matter == Matter::Move && voice.at_ms >= since_ms;
            voices.any(is_one).then_some(*id)
        })
    }

    pub(crate) fn voices(&self, id: GameId) -> Vec<Voice> {
        let voices = self.circles.get(&id).map(|circle| circle.voices.values());
        voices.into_iter().flatten().cloned().collect()
    }
}
