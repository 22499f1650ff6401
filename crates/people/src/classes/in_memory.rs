//! The classes of a journal in memory, as its lock protects them. The rules are those of the port.

use std::collections::BTreeMap;

use damier_rules::Side;
use damier_session::GameId;

use crate::classes::code::ClassCode;
use crate::classes::key::ClassKey;
use crate::classes::lesson::{LessonName, LessonNews, PupilLesson};
use crate::classes::nickname::Nickname;
use crate::classes::player::ClassPlayer;
use crate::classes::port::{
    Class, ClassChange, ClassMade, Joined, MOST_CLASS_GAMES, MOST_LESSONS, MOST_PUPILS, NewClass,
    NewPupil, Pupil, PupilGame,
};

#[derive(Debug)]
struct Child {
    key: ClassKey,
    pupil: Pupil,
    lessons: BTreeMap<LessonName, PupilLesson>,
}

#[derive(Debug)]
struct Room {
    teacher: ClassKey,
    class: Class,
    children: Vec<Child>,
    /// The games of the class with their players and when they began, in that order.
    games: Vec<(GameId, [ClassPlayer; 2], u64)>,
}

impl Room {
    fn child(&mut self, nickname: Nickname) -> Option<&mut Child> {
        self.children
            .iter_mut()
            .find(|child| child.pupil.nickname == nickname)
    }
}

/// Every class.
#[derive(Debug, Default)]
pub(crate) struct School {
    rooms: BTreeMap<ClassCode, Room>,
}

impl School {
    pub(crate) fn make(&mut self, new: &NewClass) -> ClassMade {
        self.rooms.retain(|code, room| {
            let is_meant = *code == new.code || room.teacher == new.teacher;
            !is_meant || room.class.until_ms > new.made_ms
        });
        let mut own = self.rooms.values();
        if let Some(own) = own.find(|room| room.teacher == new.teacher) {
            return ClassMade::Stored(own.class.clone());
        }
        if self.rooms.contains_key(&new.code) {
            return ClassMade::CodeTaken;
        }
        let class = Class {
            code: new.code,
            made_ms: new.made_ms,
            until_ms: new.until_ms,
            is_open: true,
            frozen_until_ms: 0,
            assigned: None,
        };
        let room = Room {
            teacher: new.teacher,
            class: class.clone(),
            children: Vec::new(),
            games: Vec::new(),
        };
        self.rooms.insert(new.code, room);
        ClassMade::Stored(class)
    }

    pub(crate) fn of_teacher(&self, key: &ClassKey, now_ms: u64) -> Option<Class> {
        let mut rooms = self.rooms.values();
        let room = rooms.find(|room| room.teacher == *key)?;
        (room.class.until_ms > now_ms).then(|| room.class.clone())
    }

    pub(crate) fn with_code(&self, code: ClassCode, now_ms: u64) -> Option<Class> {
        let class = &self.rooms.get(&code)?.class;
        (class.until_ms > now_ms).then(|| class.clone())
    }

    pub(crate) fn change(&mut self, code: ClassCode, change: &ClassChange) -> bool {
        let Some(room) = self.rooms.get_mut(&code) else {
            return false;
        };
        match change {
            ClassChange::Open(is_open) => room.class.is_open = *is_open,
            ClassChange::FrozenUntil(until_ms) => room.class.frozen_until_ms = *until_ms,
            ClassChange::Until(until_ms) => room.class.until_ms = *until_ms,
            ClassChange::Assigned(lesson) => {
                room.class.assigned.clone_from(lesson);
                for child in &mut room.children {
                    child.pupil.assigned = None;
                }
            }
        }
        true
    }

    pub(crate) fn end(&mut self, code: ClassCode) -> bool {
        self.rooms.remove(&code).is_some()
    }

    pub(crate) fn sweep(&mut self, now_ms: u64) -> u64 {
        let before = self.rooms.len();
        self.rooms.retain(|_, room| room.class.until_ms > now_ms);
        (before - self.rooms.len()) as u64
    }

    pub(crate) fn join(&mut self, code: ClassCode, new: &NewPupil, now_ms: u64) -> Joined {
        let mut rooms = self.rooms.values();
        let known = rooms.find_map(|room| {
            let mut children = room.children.iter();
            let child = children.find(|child| child.key == new.key)?;
            Some((room.class.code, child.pupil.nickname))
        });
        let Some(room) = self.rooms.get_mut(&code) else {
            return Joined::NotFound;
        };
        if room.class.until_ms <= now_ms {
            return Joined::NotFound;
        }
        match known {
            Some(known) if known == (code, new.nickname) => return Joined::Stored,
            Some(_) => return Joined::KeyTaken,
            None => {}
        }
        if !room.class.is_open {
            return Joined::Closed;
        }
        if room.child(new.nickname).is_some() {
            return Joined::NicknameTaken;
        }
        if room.children.len() >= MOST_PUPILS as usize {
            return Joined::Full;
        }
        room.children.push(Child {
            key: new.key,
            pupil: Pupil {
                nickname: new.nickname,
                joined_ms: now_ms,
                seen_ms: now_ms,
                assigned: None,
                game: None,
            },
            lessons: BTreeMap::new(),
        });
        Joined::Stored
    }

    fn child(&mut self, key: &ClassKey) -> Option<(&Class, &mut Child)> {
        self.rooms.values_mut().find_map(|room| {
            let mut children = room.children.iter_mut();
            let child = children.find(|child| child.key == *key)?;
            Some((&room.class, child))
        })
    }

    pub(crate) fn pupil(&mut self, key: &ClassKey, now_ms: u64) -> Option<(Class, Pupil)> {
        let (class, child) = self.child(key)?;
        (class.until_ms > now_ms).then(|| (class.clone(), child.pupil.clone()))
    }

    pub(crate) fn saw(&mut self, key: &ClassKey, now_ms: u64) {
        if let Some((_, child)) = self.child(key) {
            child.pupil.seen_ms = child.pupil.seen_ms.max(now_ms);
        }
    }

    pub(crate) fn pupils(&self, code: ClassCode) -> Vec<(Pupil, Vec<PupilLesson>)> {
        let children = self.rooms.get(&code).map(|room| room.children.iter());
        let mut pupils: Vec<(Pupil, Vec<PupilLesson>)> = children
            .into_iter()
            .flatten()
            .map(|child| {
                (
                    child.pupil.clone(),
                    child.lessons.values().cloned().collect(),
                )
            })
            .collect();
        pupils.sort_by_key(|(pupil, _)| (pupil.joined_ms, pupil.nickname));
        pupils
    }

    pub(crate) fn note(&mut self, key: &ClassKey, news: &LessonNews, now_ms: u64) -> bool {
        let Some((_, child)) = self.child(key) else {
            return false;
        };
        let before = child.lessons.get(&news.lesson);
        if before.is_none() && child.lessons.len() >= MOST_LESSONS as usize {
            return false;
        }
        let after = PupilLesson::after(before, news, now_ms);
        child.lessons.insert(news.lesson.clone(), after);
        true
    }

    pub(crate) fn assign(
        &mut self,
        code: ClassCode,
        nickname: Nickname,
        lesson: Option<&LessonName>,
    ) -> bool {
        let room = self.rooms.get_mut(&code);
        let Some(child) = room.and_then(|room| room.child(nickname)) else {
            return false;
        };
        child.pupil.assigned = lesson.cloned();
        true
    }

    pub(crate) fn pair(
        &mut self,
        code: ClassCode,
        game: GameId,
        players: [ClassPlayer; 2],
        now_ms: u64,
    ) -> bool {
        let Some(room) = self.rooms.get_mut(&code) else {
            return false;
        };
        let [white, black] = players;
        let mut pupils = players.iter().filter_map(|player| player.pupil());
        let is_nobodys = white.pupil() == black.pupil(); // one twice, or no pupil at all
        if is_nobodys || pupils.any(|one| room.child(one).is_none()) {
            return false;
        }
        for (one, side, against) in [(white, Side::White, black), (black, Side::Black, white)] {
            if let Some(child) = one.pupil().and_then(|one| room.child(one)) {
                child.pupil.game = Some(PupilGame {
                    game,
                    side,
                    against,
                });
            }
        }
        if room.games.iter().all(|(known, ..)| *known != game) {
            room.games.push((game, players, now_ms));
            room.games
                .sort_by_key(|(game, _, begun_ms)| (*begun_ms, *game));
        }
        let too_many = room.games.len().saturating_sub(MOST_CLASS_GAMES as usize);
        room.games.drain(..too_many);
        true
    }

    pub(crate) fn games(&self, code: ClassCode) -> Vec<(GameId, [ClassPlayer; 2], u64)> {
        let room = self.rooms.get(&code);
        room.map(|room| room.games.clone()).unwrap_or_default()
    }

    pub(crate) fn held_since(
        &self,
        since_ms: u64,
        after: Option<ClassCode>,
        most: u32,
    ) -> Vec<(ClassCode, u64)> {
        let held = self.rooms.values().filter_map(|room| {
            let Class {
                code,
                frozen_until_ms,
                ..
            } = room.class;
            let is_held = frozen_until_ms > since_ms && after.is_none_or(|after| code > after);
            is_held.then_some((code, frozen_until_ms))
        });
        held.take(most as usize).collect()
    }

    pub(crate) fn move_to(&mut self, code: ClassCode, nickname: Nickname, to: &ClassKey) -> bool {
        let holder = self.rooms.values().find_map(|room| {
            let mut children = room.children.iter();
            let child = children.find(|child| child.key == *to)?;
            Some((room.class.code, child.pupil.nickname))
        });
        if holder.is_some_and(|holder| holder != (code, nickname)) {
            return false;
        }
        let room = self.rooms.get_mut(&code);
        let Some(child) = room.and_then(|room| room.child(nickname)) else {
            return false;
        };
        child.key = *to;
        true
    }

    pub(crate) fn remove(&mut self, code: ClassCode, nickname: Nickname) -> bool {
        let Some(room) = self.rooms.get_mut(&code) else {
            return false;
        };
        let before = room.children.len();
        room.children
            .retain(|child| child.pupil.nickname != nickname);
        room.games
            .retain(|(_, players, _)| !players.contains(&nickname.into()));
        room.children.len() < before
    }
}
