//! The members of a live game: connections of this node, attendance of other nodes, and since when
//! a player has no connection, which decides whether the opponent may claim the game.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use damier_people::live::{Absence, ConnectionCounts, NodeId, RemoteConnections};
use damier_session::{SeatRole, Session, Side};
use damier_wire::live::{Absent, Presence};

use crate::live::queue::Queue;
use crate::live::shared_frame::SharedFrame;

/// The number of the next connection, across all games: leaving an actor that has ended must not
/// remove a connection of the next one.
static NEXT_CONNECTION: AtomicU64 = AtomicU64::new(0);

/// The number of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct MemberId(u64);

impl MemberId {
    /// A fresh number.
    pub(crate) fn new() -> Self {
        Self(NEXT_CONNECTION.fetch_add(1, Ordering::Relaxed))
    }
}

/// All members of a game.
#[derive(Debug)]
pub(crate) struct Members {
    here: HashMap<MemberId, (SeatRole, Queue)>,
    /// The attendance of other nodes.
    elsewhere: RemoteConnections,
    /// Since when each side has no connection anywhere; White first.
    gone_since_ms: [Option<u64>; 2],
    /// Until when each side counts as connected without a connection, such as the host of a simul
    /// at all boards.
    attends_until_ms: [Option<u64>; 2],
}

impl Members {
    /// No members. Earlier connections are unknown, so both sides count as gone from now on.
    pub(crate) fn none(now_ms: u64) -> Self {
        Self {
            here: HashMap::new(),
            elsewhere: RemoteConnections::default(),
            gone_since_ms: [Some(now_ms); 2],
            attends_until_ms: [None; 2],
        }
    }

    /// Counts a side as connected until this time. Returns whether anything changed.
    pub(crate) fn attend(&mut self, side: Side, until_ms: u64) -> bool {
        let before = self.has(side);
        self.attends_until_ms[side.index()] = Some(until_ms);
        self.gone_since_ms[side.index()] = None;
        !before
    }

    /// Whether a side counts as connected without a connection.
    pub(crate) fn has_attendants(&self) -> bool {
        self.attends_until_ms.iter().any(Option::is_some)
    }

    /// Ends expired attendance. Returns whether a side no longer counts as connected.
    pub(crate) fn pass_time(&mut self, now_ms: u64) -> bool {
        let before = Side::ALL.map(|side| self.has(side));
        for until_ms in &mut self.attends_until_ms {
            *until_ms = until_ms.filter(|until_ms| *until_ms > now_ms);
        }
        self.note_departures(now_ms);
        Side::ALL.map(|side| self.has(side)) != before
    }

    /// Adds a connection.
    pub(crate) fn enter(&mut self, id: MemberId, role: SeatRole, queue: Queue) {
        self.here.insert(id, (role, queue));
        if let SeatRole::Player(side) = role {
            self.gone_since_ms[side.index()] = None;
        }
    }

    /// Removes a connection.
    pub(crate) fn leave(&mut self, id: MemberId, now_ms: u64) {
        self.here.remove(&id);
        self.note_departures(now_ms);
    }

    fn note_departures(&mut self, now_ms: u64) {
        for side in Side::ALL {
            let since_ms = if self.has(side) {
                None
            } else {
                self.gone_since_ms[side.index()].or(Some(now_ms))
            };
            self.gone_since_ms[side.index()] = since_ms;
        }
    }

    /// Records the attendance of another node. Returns whether anything changed.
    pub(crate) fn note_attendance(
        &mut self,
        node: NodeId,
        number: u64,
        attendance: ConnectionCounts,
        now_ms: u64,
    ) -> bool {
        self.changed(now_ms, |elsewhere| {
            elsewhere.record(node, number, attendance, now_ms);
        })
    }

    /// Removes nodes that are gone or have been silent for long. Returns whether anything changed.
    pub(crate) fn forget(&mut self, now_ms: u64, is_gone: impl Fn(NodeId) -> bool) -> bool {
        self.changed(now_ms, |elsewhere| elsewhere.forget(now_ms, is_gone))
    }

    fn changed(&mut self, now_ms: u64, change: impl FnOnce(&mut RemoteConnections)) -> bool {
        let all = |members: &Self| {
            let players = Side::ALL.map(|side| members.has(side));
            (players, members.watching())
        };
        let before = all(self);
        change(&mut self.elsewhere);
        self.note_departures(now_ms);
        all(self) != before
    }

    /// This node's attendance.
    pub(crate) fn attendance(&self) -> ConnectionCounts {
        ConnectionCounts {
            players: Side::ALL.map(|side| self.is_side_connected(side)),
            watching: u32::try_from(self.spectator_count()).unwrap_or(u32::MAX),
        }
    }

    /// The sides with players connected to this node.
    pub(crate) fn connected_sides(&self) -> Vec<Side> {
        let here = Side::ALL.into_iter();
        here.filter(|side| self.is_side_connected(*side)).collect()
    }

    /// The role and the queue of a connection of this node.
    pub(crate) fn get(&self, id: MemberId) -> Option<(SeatRole, &Queue)> {
        self.here.get(&id).map(|(role, queue)| (*role, queue))
    }

    /// Whether no client is connected to this game on this node.
    pub(crate) fn is_empty(&self) -> bool {
        self.here.is_empty()
    }

    /// Sends a frame to one connection.
    pub(crate) fn send_to(&self, id: MemberId, frame: SharedFrame) {
        if let Some((_, queue)) = self.here.get(&id) {
            queue.put(frame);
        }
    }

    /// Sends a frame to all.
    pub(crate) fn send(&self, frame: &SharedFrame) {
        self.send_to_roles(frame, |_| true);
    }

    /// Sends a frame to spectators.
    pub(crate) fn send_to_spectators(&self, frame: &SharedFrame) {
        self.send_to_roles(frame, |role| role == SeatRole::Watcher);
    }

    /// Sends a frame to all but spectators.
    pub(crate) fn send_to_players(&self, frame: &SharedFrame) {
        self.send_to_roles(frame, |role| role != SeatRole::Watcher);
    }

    /// Sends a frame to all but the player of a side, if one is named, and to spectators only if
    /// they are included.
    pub(crate) fn send_except(&self, frame: &SharedFrame, except: Option<Side>, spectators: bool) {
        self.send_to_roles(frame, |role| match role {
            SeatRole::Player(side) => Some(side) != except,
            SeatRole::Watcher => spectators,
            SeatRole::Arbiter => true,
        });
    }

    fn send_to_roles(&self, frame: &SharedFrame, is_sent_to: impl Fn(SeatRole) -> bool) {
        for (role, queue) in self.here.values() {
            if is_sent_to(*role) {
                queue.put(frame.clone());
            }
        }
    }

    /// How many spectators this node has.
    pub(crate) fn spectator_count(&self) -> usize {
        let watch = |(role, _): &&(SeatRole, Queue)| *role == SeatRole::Watcher;
        self.here.values().filter(watch).count()
    }

    /// How many spectators there are in all.
    pub(crate) fn watching(&self) -> usize {
        self.spectator_count() + self.elsewhere.watching() as usize
    }

    /// The presence sent to members. `known_since_ms`: since when this node receives all attendance
    /// messages; `None` if it may miss some.
    pub(crate) fn presence(&self, session: &Session, known_since_ms: Option<u64>) -> Presence {
        let side = session.position().side();
        let absent = self
            .claim_at_ms(session, side, known_since_ms)
            .map(|claim_at_ms| Absent { side, claim_at_ms });
        let is_there = |side| self.has(side) || session.computer_level(side).is_some();
        Presence {
            white: is_there(Side::White),
            black: is_there(Side::Black),
            watching: self.watching(),
            absent,
        }
    }

    /// What this node knows of the absence of a side, without the last-seen times of the store. A
    /// player counts as absent only while to move and not in a pause, counted from the turn or the
    /// last act in it.
    pub(crate) fn absence(
        &self,
        session: &Session,
        side: Side,
        known_since_ms: Option<u64>,
    ) -> Absence {
        let is_awaited = session.position().side() == side && session.paused_until_ms().is_none();
        let gone_since_ms = self.gone_since_ms[side.index()].filter(|_| is_awaited);
        Absence {
            gone_since_ms: gone_since_ms.map(|since_ms| since_ms.max(session.last_ms())),
            hears_since_ms: known_since_ms,
            last_seen_ms: None,
        }
    }

    /// When the opponent may claim that a side has left; `None` while it is or may be connected,
    /// and in games that only the clock decides.
    pub(crate) fn claim_at_ms(
        &self,
        session: &Session,
        side: Side,
        known_since_ms: Option<u64>,
    ) -> Option<u64> {
        if session.ending().is_some() || !may_be_claimed(session, side) {
            return None;
        }
        let since_ms = self.absence(session, side, known_since_ms).since_ms()?;
        let gone_ms = since_ms.saturating_add(claim_timeout_ms(session, side)?);
        Some(gone_ms.max(claimable_from_ms(session)))
    }

    /// Whether a player has no connection: then each act may change when the game may be claimed.
    pub(crate) fn miss_a_player(&self) -> bool {
        self.gone_since_ms.iter().any(Option::is_some)
    }

    fn is_side_connected(&self, side: Side) -> bool {
        let player = SeatRole::Player(side);
        if self.attends_until_ms[side.index()].is_some() {
            return true;
        }
        self.here.values().any(|(role, _)| *role == player)
    }

    /// Whether a player is connected, here or on another node.
    pub(crate) fn has(&self, side: Side) -> bool {
        self.is_side_connected(side) || self.elsewhere.has(side)
    }
}

/// Whether a game can be won because this side has left. The engine never leaves. While first moves
/// are awaited, and in a game without a clock until both have moved, the other player may abort
/// instead.
pub(crate) fn may_be_claimed(session: &Session, side: Side) -> bool {
    let waits = session.awaits_first_moves()
        || (session.settings().clock.is_none() && session.may_be_aborted());
    session.computer_level(side).is_none() && !waits
}

/// How long a player may be absent before the opponent may claim the game, in milliseconds: time to
/// reconnect, longer for slower time controls. `None` in a correspondence game, in which players
/// need not be connected.
pub(crate) fn claim_timeout_ms(session: &Session, side: Side) -> Option<u64> {
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

/// The earliest time at which a game may be claimed, in Unix milliseconds: in a game without a
/// clock a day after its last act, since no time was agreed.
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

    fn enter(members: &mut Members, role: SeatRole) -> MemberId {
        let id = MemberId::new();
        members.enter(id, role, queue().0);
        id
    }

    /// There are no other nodes.
    const NO_OTHER_NODES: Option<u64> = Some(0);

    fn session(clock: Option<ClockSettings>) -> Session {
        let settings = GameSettings {
            clock,
            seating: Seating::Apart,
            ..GameSettings::friendly("Awa", "Piet")
        };
        Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap()
    }

    #[test]
    fn a_side_is_absent_after_its_last_connection_closes() {
        let session = session(Some(ClockSettings::fischer(180_000, 2_000)));
        let white = SeatRole::Player(Side::White);
        let mut members = Members::none(1_000);
        assert_eq!(
            members.claim_at_ms(&session, Side::White, NO_OTHER_NODES),
            Some(61_000)
        );
        let [phone, laptop] = [1, 2].map(|_| enter(&mut members, white));
        enter(&mut members, SeatRole::Watcher);
        members.leave(phone, 2_000);
        assert_eq!(
            members.claim_at_ms(&session, Side::White, NO_OTHER_NODES),
            None
        );
        let expected = Presence {
            white: true,
            black: false,
            watching: 1,
            absent: None,
        };
        assert_eq!(members.presence(&session, NO_OTHER_NODES), expected);
        members.leave(laptop, 3_000);
        members.leave(laptop, 9_000);
        let not_sure = members.claim_at_ms(&session, Side::White, None);
        assert_eq!(not_sure, None, "she may be on another node");
        assert_eq!(
            members.claim_at_ms(&session, Side::White, NO_OTHER_NODES),
            Some(63_000)
        );
        assert!(!members.is_empty());
    }

    #[test]
    fn the_claim_timeout_depends_on_the_clock_of_the_side() {
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
            let claim_at_ms = members.claim_at_ms(&session, Side::White, NO_OTHER_NODES);
            assert_eq!(claim_at_ms, claimed);
        }
    }

    #[test]
    fn a_player_on_another_node_is_connected() {
        let session = session(Some(ClockSettings::fischer(180_000, 2_000)));
        let [one, other] = [1, 2].map(NodeId::from_bits);
        let there = ConnectionCounts {
            players: [true, false],
            watching: 3,
        };
        let mut members = Members::none(1_000);
        enter(&mut members, SeatRole::Watcher);
        assert!(members.note_attendance(one, 1, there, 2_000));
        assert!(
            !members.note_attendance(one, 2, there, 3_000),
            "nothing new"
        );
        let presence = members.presence(&session, NO_OTHER_NODES);
        assert_eq!((presence.white, presence.watching), (true, 4));
        assert_eq!(members.attendance().watching, 1);
        assert_eq!(
            members.claim_at_ms(&session, Side::White, NO_OTHER_NODES),
            None
        );
        assert!(
            members.note_attendance(other, 1, there, 4_000),
            "more look on"
        );
        assert!(members.forget(5_000, |node| node == one));
        assert!(members.presence(&session, NO_OTHER_NODES).white);
        assert!(members.forget(6_000, |_| true));
        let claim_at_ms = members.claim_at_ms(&session, Side::White, Some(10_000));
        assert_eq!(claim_at_ms, Some(70_000), "before, it was not known");
    }

    #[test]
    fn only_the_side_to_move_may_be_claimed_and_not_before_its_turn() {
        let mut session = session(Some(ClockSettings::fischer(180_000, 2_000)));
        let members = Members::none(1_000);
        let claim = |session: &Session, side| members.claim_at_ms(session, side, NO_OTHER_NODES);
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
        // Both are absent during an agreed pause.
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
    fn longer_games_have_a_longer_claim_timeout() {
        let claim =
            |clock| Members::none(0).claim_at_ms(&session(clock), Side::White, NO_OTHER_NODES);
        assert_eq!(claim(Some(ClockSettings::fischer(60_000, 0))), Some(40_000));
        assert_eq!(
            claim(Some(ClockSettings::fischer(5_400_000, 30_000))),
            Some(120_000)
        );
        assert_eq!(claim(None), None, "no player has moved");
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
        let late = Members::none(0).claim_at_ms(&begun, Side::White, NO_OTHER_NODES);
        assert_eq!(late, Some(86_401_000));
        // An actor opened later knows of the absence only since then.
        let opened = Members::none(200_000_000);
        let late = opened.claim_at_ms(&begun, Side::White, NO_OTHER_NODES);
        assert_eq!(late, Some(200_600_000));
        let days = ClockSettings::each_move(3 * 86_400_000, 86_400_000);
        assert_eq!(claim(Some(days)), None);
    }
}
