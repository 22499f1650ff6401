//! Who is in an actor: the connections that are open here, those on other nodes as far as they tell, and since when a player has none. From this
//! follows whether a player may claim that the other one has left.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use damier_people::live::{Absence, Attendance, Elsewhere, NodeId};
use damier_session::{SeatRole, Session, Side};

use crate::live::frames::{Absent, Presence};
use crate::live::queue::Queue;

/// The number that the next connection gets, in whichever actor: whoever leaves an actor that has ended leaves nobody's place in the one after it.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// The number of a connection in an actor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct MemberId(u64);

/// Everybody in an actor.
#[derive(Debug)]
pub(crate) struct Members {
    here: HashMap<MemberId, (SeatRole, Queue)>,
    /// What other nodes have told.
    elsewhere: Elsewhere,
    /// Since when each side has no connection anywhere; White first.
    gone_since_ms: [Option<u64>; 2],
    /// Since when nobody at all has a connection anywhere.
    empty_since_ms: Option<u64>,
    /// Until when each side counts as connected without a connection to this actor: the host of a simultaneous display is at all boards.
    attends_until_ms: [Option<u64>; 2],
}

impl Members {
    /// Nobody yet. What was before this moment is not known, so both sides count as gone from now on.
    pub(crate) fn none(now_ms: u64) -> Self {
        Self {
            here: HashMap::new(),
            elsewhere: Elsewhere::default(),
            gone_since_ms: [Some(now_ms); 2],
            empty_since_ms: Some(now_ms),
            attends_until_ms: [None; 2],
        }
    }

    /// A side counts as connected here until a moment. Answers whether that changes anything.
    pub(crate) fn attends(&mut self, side: Side, until_ms: u64) -> bool {
        let before = self.has(side);
        self.attends_until_ms[side.index()] = Some(until_ms);
        self.gone_since_ms[side.index()] = None;
        self.empty_since_ms = None;
        !before
    }

    /// Whether a side counts as connected without a connection.
    pub(crate) fn has_attendants(&self) -> bool {
        self.attends_until_ms.iter().any(Option::is_some)
    }

    /// The time has gone on. Answers whether a side that counted as connected does no longer.
    pub(crate) fn pass_time(&mut self, now_ms: u64) -> bool {
        let before = Side::ALL.map(|side| self.has(side));
        for until_ms in &mut self.attends_until_ms {
            *until_ms = until_ms.filter(|until_ms| *until_ms > now_ms);
        }
        self.note_who_is_gone(now_ms);
        Side::ALL.map(|side| self.has(side)) != before
    }

    /// Somebody comes.
    pub(crate) fn enter(&mut self, role: SeatRole, queue: Queue) -> MemberId {
        let id = MemberId(NEXT.fetch_add(1, Ordering::Relaxed));
        self.here.insert(id, (role, queue));
        self.empty_since_ms = None;
        if let SeatRole::Player(side) = role {
            self.gone_since_ms[side.index()] = None;
        }
        id
    }

    /// Somebody goes.
    pub(crate) fn leave(&mut self, id: MemberId, now_ms: u64) {
        self.here.remove(&id);
        self.note_who_is_gone(now_ms);
    }

    fn note_who_is_gone(&mut self, now_ms: u64) {
        for side in Side::ALL {
            let since_ms = if self.has(side) {
                None
            } else {
                self.gone_since_ms[side.index()].or(Some(now_ms))
            };
            self.gone_since_ms[side.index()] = since_ms;
        }
        let plays = Side::ALL.into_iter().any(|side| self.has(side));
        let is_somebody_there = plays || !self.here.is_empty() || self.watching() > 0;
        self.empty_since_ms = if is_somebody_there {
            None
        } else {
            self.empty_since_ms.or(Some(now_ms))
        };
    }

    /// Since when nobody has been connected here or, as far as they tell, on other nodes: neither a player nor anybody who looks on.
    pub(crate) fn empty_since_ms(&self) -> Option<u64> {
        self.empty_since_ms
    }

    /// Another node tells who is connected there. Answers whether that changes anything.
    pub(crate) fn hear(
        &mut self,
        node: NodeId,
        number: u64,
        attendance: Attendance,
        now_ms: u64,
    ) -> bool {
        self.changed(now_ms, |elsewhere| {
            elsewhere.hear(node, number, attendance, now_ms);
        })
    }

    /// Forgets what was told by nodes that are gone or have been silent for long. Answers whether that changes anything.
    pub(crate) fn forget(&mut self, now_ms: u64, is_gone: impl Fn(NodeId) -> bool) -> bool {
        self.changed(now_ms, |elsewhere| elsewhere.forget(now_ms, is_gone))
    }

    fn changed(&mut self, now_ms: u64, change: impl FnOnce(&mut Elsewhere)) -> bool {
        let all = |members: &Self| {
            let players = Side::ALL.map(|side| members.has(side));
            (players, members.watching())
        };
        let before = all(self);
        change(&mut self.elsewhere);
        self.note_who_is_gone(now_ms);
        all(self) != before
    }

    /// Who is connected to this node.
    pub(crate) fn attendance(&self) -> Attendance {
        Attendance {
            players: Side::ALL.map(|side| self.has_here(side)),
            watching: u32::try_from(self.watching_here()).unwrap_or(u32::MAX),
        }
    }

    /// The sides whose players are connected to this node.
    pub(crate) fn sides_here(&self) -> Vec<Side> {
        let here = Side::ALL.into_iter();
        here.filter(|side| self.has_here(*side)).collect()
    }

    /// The role and the queue of somebody who is here.
    pub(crate) fn get(&self, id: MemberId) -> Option<(SeatRole, &Queue)> {
        self.here.get(&id).map(|(role, queue)| (*role, queue))
    }

    /// Tells one connection.
    pub(crate) fn tell_one(&self, id: MemberId, frame: Utf8Bytes) {
        if let Some((_, queue)) = self.here.get(&id) {
            queue.put(frame);
        }
    }

    /// Whether nobody is here.
    pub(crate) fn is_empty(&self) -> bool {
        self.here.is_empty()
    }

    /// Tells everybody.
    pub(crate) fn tell(&self, frame: &Utf8Bytes) {
        self.tell_those(frame, |_| true);
    }

    /// Tells those who only look on.
    pub(crate) fn tell_watchers(&self, frame: &Utf8Bytes) {
        self.tell_those(frame, |role| role == SeatRole::Watcher);
    }

    /// Tells everybody but those who only look on.
    pub(crate) fn tell_players(&self, frame: &Utf8Bytes) {
        self.tell_those(frame, |role| role != SeatRole::Watcher);
    }

    /// Tells the players, but not those of a side, if one is named; and those who look on, if they are to be told now.
    pub(crate) fn tell_but(&self, frame: &Utf8Bytes, deaf: Option<Side>, watchers: bool) {
        self.tell_those(frame, |role| match role {
            SeatRole::Player(side) => Some(side) != deaf,
            SeatRole::Watcher => watchers,
            SeatRole::Arbiter => true,
        });
    }

    fn tell_those(&self, frame: &Utf8Bytes, are_told: impl Fn(SeatRole) -> bool) {
        for (role, queue) in self.here.values() {
            if are_told(*role) {
                queue.put(frame.clone());
            }
        }
    }

    /// How many look on from this node.
    pub(crate) fn watching_here(&self) -> usize {
        let watch = |(role, _): &&(SeatRole, Queue)| *role == SeatRole::Watcher;
        self.here.values().filter(watch).count()
    }

    /// How many look on in all.
    pub(crate) fn watching(&self) -> usize {
        self.watching_here() + self.elsewhere.watching() as usize
    }

    /// Who is there, as it is told. What other nodes tell is heard since a moment; `None` where that is not sure.
    pub(crate) fn presence(&self, session: &Session, hears_since_ms: Option<u64>) -> Presence {
        let side = session.position().side();
        let absent = self
            .claim_at_ms(session, side, hears_since_ms)
            .map(|claim_at_ms| Absent { side, claim_at_ms });
        let is_there = |side| self.has(side) || session.computer_level(side).is_some();
        Presence {
            white: is_there(Side::White),
            black: is_there(Side::Black),
            watching: self.watching(),
            absent,
        }
    }

    /// What is known here of a side that may have left. Of what other nodes have stored, nothing. Nobody has to be there in a pause, nor while
    /// the other one thinks: it is the side to move that is missed, and not before its turn, or what was done last in it.
    pub(crate) fn absence(
        &self,
        session: &Session,
        side: Side,
        hears_since_ms: Option<u64>,
    ) -> Absence {
        let is_awaited = session.position().side() == side && session.paused_until_ms().is_none();
        let gone_since_ms = self.gone_since_ms[side.index()].filter(|_| is_awaited);
        Absence {
            gone_since_ms: gone_since_ms.map(|since_ms| since_ms.max(session.last_ms())),
            hears_since_ms,
            last_sign_ms: None,
        }
    }

    /// From when on it may be claimed that a side has left; `None` while it is there or may be, and in games whose clock decides alone.
    pub(crate) fn claim_at_ms(
        &self,
        session: &Session,
        side: Side,
        hears_since_ms: Option<u64>,
    ) -> Option<u64> {
        if session.ending().is_some() || !may_be_claimed(session, side) {
            return None;
        }
        let since_ms = self.absence(session, side, hears_since_ms).since_ms()?;
        let gone_ms = since_ms.saturating_add(patience_ms(session, side)?);
        Some(gone_ms.max(claimable_from_ms(session)))
    }

    /// Whether a player is nowhere: then each act may change who is missed.
    pub(crate) fn miss_somebody(&self) -> bool {
        self.gone_since_ms.iter().any(Option::is_some)
    }

    fn has_here(&self, side: Side) -> bool {
        let player = SeatRole::Player(side);
        if self.attends_until_ms[side.index()].is_some() {
            return true;
        }
        self.here.values().any(|(role, _)| *role == player)
    }

    /// Whether a player is connected, here or on another node.
    pub(crate) fn has(&self, side: Side) -> bool {
        self.has_here(side) || self.elsewhere.has(side)
    }
}

/// Whether a game can be won since this side has left. The computer never leaves. While first moves are waited for, and in a game without a clock until
/// both have moved, there is nothing to claim: whoever waits may abort, and whoever goes loses nothing.
pub(crate) fn may_be_claimed(session: &Session, side: Side) -> bool {
    let waits = session.awaits_first_moves()
        || (session.settings().clock.is_none() && session.may_be_aborted());
    session.computer_level(side).is_none() && !waits
}

/// How long a player may be gone before the other one may claim the game, in milliseconds: some time to connect again, more where more
/// time was agreed for this side. `None` where it has days, so that nobody has to be there.
pub(crate) fn patience_ms(session: &Session, side: Side) -> Option<u64> {
    const MINUTE: u64 = 60_000;
    let Some(clocks) = session.settings().clocks() else {
        return Some(10 * MINUTE);
    };
    Some(match clocks[side.index()].minutes_at_the_board()? {
        0..=3 => MINUTE * 2 / 3,
        4..=10 => MINUTE,
        _ => 2 * MINUTE,
    })
}

/// From when on a game may be claimed at the earliest, in Unix milliseconds, however long the side to move has been gone: in a game without a clock a day
/// after what was done last, since nothing was agreed about time.
pub(crate) fn claimable_from_ms(session: &Session) -> u64 {
    const DAY: u64 = 24 * 60 * 60 * 1_000;
    match session.settings().clock {
        Some(_) => 0,
        None => session.last_ms().saturating_add(DAY),
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::Variant;
    use damier_session::{
        Actor, ClockSettings, Command, CommandId, GameSettings, Request, Seating, Want,
    };

    use super::*;
    use crate::live::queue::queue;

    /// There are no other nodes.
    const ALONE: Option<u64> = Some(0);

    fn session(clock: Option<ClockSettings>) -> Session {
        let settings = GameSettings {
            clock,
            seating: Seating::Apart,
            ..GameSettings::friendly("Awa", "Piet")
        };
        Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap()
    }

    #[test]
    fn a_side_is_gone_when_its_last_connection_is() {
        let session = session(Some(ClockSettings::fischer(180_000, 2_000)));
        let white = SeatRole::Player(Side::White);
        let mut members = Members::none(1_000);
        assert_eq!(
            members.claim_at_ms(&session, Side::White, ALONE),
            Some(61_000)
        );
        let [phone, laptop] = [1, 2].map(|_| members.enter(white, queue().0));
        members.enter(SeatRole::Watcher, queue().0);
        members.leave(phone, 2_000);
        assert_eq!(members.claim_at_ms(&session, Side::White, ALONE), None);
        let expected = Presence {
            white: true,
            black: false,
            watching: 1,
            absent: None,
        };
        assert_eq!(members.presence(&session, ALONE), expected);
        members.leave(laptop, 3_000);
        members.leave(laptop, 9_000);
        let not_sure = members.claim_at_ms(&session, Side::White, None);
        assert_eq!(not_sure, None, "she may be on another node");
        assert_eq!(
            members.claim_at_ms(&session, Side::White, ALONE),
            Some(63_000)
        );
        assert!(!members.is_empty());
    }

    #[test]
    fn each_side_is_missed_by_its_own_clock() {
        let [blitz, days] = [
            ClockSettings::fischer(180_000, 2_000),
            ClockSettings::each_move(3 * 86_400_000, 0),
        ];
        for (white, black, claimed) in [
            (blitz.clone(), days.clone(), Some(61_000)),
            (days, blitz, None),
        ] {
            let settings = GameSettings {
                clock: Some(white),
                black_clock: Some(black),
                seating: Seating::Apart,
                ..GameSettings::friendly("Awa", "Piet")
            };
            let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap();
            let members = Members::none(1_000);
            let claim_at_ms = members.claim_at_ms(&session, Side::White, ALONE);
            assert_eq!(claim_at_ms, claimed);
        }
    }

    #[test]
    fn whoever_is_on_another_node_is_there() {
        let session = session(Some(ClockSettings::fischer(180_000, 2_000)));
        let [one, other] = [1, 2].map(NodeId::from_bits);
        let there = Attendance {
            players: [true, false],
            watching: 3,
        };
        let mut members = Members::none(1_000);
        members.enter(SeatRole::Watcher, queue().0);
        assert!(members.hear(one, 1, there, 2_000));
        assert!(!members.hear(one, 2, there, 3_000), "nothing new");
        let presence = members.presence(&session, ALONE);
        assert_eq!((presence.white, presence.watching), (true, 4));
        assert_eq!(members.attendance().watching, 1);
        assert_eq!(members.claim_at_ms(&session, Side::White, ALONE), None);
        assert!(members.hear(other, 1, there, 4_000), "more look on");
        assert!(members.forget(5_000, |node| node == one));
        assert!(members.presence(&session, ALONE).white);
        assert!(members.forget(6_000, |_| true));
        let claim_at_ms = members.claim_at_ms(&session, Side::White, Some(10_000));
        assert_eq!(claim_at_ms, Some(70_000), "before, nobody could be sure");
    }

    #[test]
    fn it_is_known_since_when_nobody_at_all_is_there() {
        let mut members = Members::none(1_000);
        assert_eq!(members.empty_since_ms(), Some(1_000));
        let watcher = members.enter(SeatRole::Watcher, queue().0);
        let player = members.enter(SeatRole::Player(Side::White), queue().0);
        members.leave(player, 2_000);
        assert_eq!(members.empty_since_ms(), None);
        members.leave(watcher, 3_000);
        members.leave(watcher, 4_000);
        assert_eq!(members.empty_since_ms(), Some(3_000));
        // Whoever looks on elsewhere is there, too.
        let watched = Attendance {
            players: [false; 2],
            watching: 1,
        };
        members.hear(NodeId::from_bits(1), 1, watched, 5_000);
        assert_eq!(members.empty_since_ms(), None);
        members.forget(6_000, |_| true);
        assert_eq!(members.empty_since_ms(), Some(6_000));
    }

    #[test]
    fn only_who_is_to_move_is_missed_and_not_before_the_turn() {
        let mut session = session(Some(ClockSettings::fischer(180_000, 2_000)));
        let members = Members::none(1_000);
        let claim = |session: &Session, side| members.claim_at_ms(session, side, ALONE);
        assert_eq!(claim(&session, Side::White), Some(61_000));
        assert_eq!(claim(&session, Side::Black), None);
        let mut number = 0;
        let mut act = |session: &mut Session, side, want, now_ms| {
            number += 1;
            let command = Command {
                id: CommandId::from_bits(number),
                actor: Actor::Player(side),
                want,
            };
            let event = session.decide(&command, now_ms).unwrap();
            session.apply(&event).unwrap();
        };
        let (text, ply) = ("32-28".to_owned(), None);
        act(&mut session, Side::White, Want::Move { text, ply }, 90_000);
        assert_eq!(claim(&session, Side::White), None);
        assert_eq!(claim(&session, Side::Black), Some(150_000));
        // Both go and have tea, as they have agreed.
        let request = Request::Pause {
            at_most_ms: 600_000,
        };
        act(&mut session, Side::White, Want::Ask { request }, 91_000);
        let request = Some(request);
        act(&mut session, Side::Black, Want::Agree { request }, 92_000);
        assert_eq!(claim(&session, Side::Black), None);
        act(&mut session, Side::White, Want::Resume, 692_000);
        assert_eq!(claim(&session, Side::Black), Some(752_000));
    }

    #[test]
    fn the_longer_a_game_the_longer_one_may_be_gone() {
        let claim = |clock| Members::none(0).claim_at_ms(&session(clock), Side::White, ALONE);
        assert_eq!(claim(Some(ClockSettings::fischer(60_000, 0))), Some(40_000));
        assert_eq!(
            claim(Some(ClockSettings::fischer(5_400_000, 30_000))),
            Some(120_000)
        );
        assert_eq!(claim(None), None, "nobody has moved");
        let mut begun = session(None);
        for (number, text) in [(1, "32-28"), (2, "19-23")] {
            let command = Command {
                id: CommandId::from_bits(number),
                actor: Actor::Player(begun.position().side()),
                want: Want::Move {
                    text: text.to_owned(),
                    ply: None,
                },
            };
            let event = begun.decide(&command, 1_000).unwrap();
            begun.apply(&event).unwrap();
        }
        let late = Members::none(0).claim_at_ms(&begun, Side::White, ALONE);
        assert_eq!(late, Some(86_401_000));
        // An actor that was opened later knows that he has been gone since then only.
        let opened = Members::none(200_000_000);
        let late = opened.claim_at_ms(&begun, Side::White, ALONE);
        assert_eq!(late, Some(200_600_000));
        let days = ClockSettings::each_move(3 * 86_400_000, 86_400_000);
        assert_eq!(claim(Some(days)), None);
    }
}
