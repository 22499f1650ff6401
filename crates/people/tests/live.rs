//! A live game on several nodes, as a state machine: nodes whose clocks differ, messages that are
//! lost, duplicated and late, a journal that fails before or after storing, nodes that restart. In
//! every case an acknowledged event is in the journal once, and all nodes reach the same game.

mod counted_once;
mod faulty_bus;

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::pin;
use std::sync::Mutex;
use std::task::{Context, Poll, Waker};

use async_trait::async_trait;
use damier_people::StoreError;
use damier_people::in_memory::InMemoryStore;
use damier_people::live::{
    AppendOutcome, BeginOutcome, Bus, CommandAnswer, DueGame, GameStanding, Journal, JournalEntry,
    LiveError, LiveGame, LiveSetup, Owners, StoredGame, Topic,
};
use damier_rules::Variant;
use damier_session::request::Request;
use damier_session::{
    ActError, Actor, Arrival, ClockSettings, Command, CommandId, Conduct, Event, GameId,
    GameSettings, LiveSeat, SeatKey, SeatRole, Seating, Session, Side, Want,
};
use faulty_bus::{FaultyBus, FaultyListener};
use proptest::prelude::*;

/// The value of a future that is ready at once, as those of the in-memory journal.
fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("a journal in memory answers at once"),
    }
}

/// Whether the next event is not stored, or stored without a response.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Failure {
    Before,
    After,
}

/// A journal that can fail.
#[derive(Default)]
struct FailingJournal {
    journal: InMemoryStore,
    next: Mutex<Option<Failure>>,
}

fn failed() -> StoreError {
    StoreError::Unavailable("as the test wants it".into())
}

#[async_trait]
impl Journal for FailingJournal {
    async fn begin_owned(
        &self,
        setup: &LiveSetup,
        seats: &[LiveSeat],
        owners: &Owners,
        deadline_ms: Option<u64>,
    ) -> Result<BeginOutcome, StoreError> {
        self.journal
            .begin_owned(setup, seats, owners, deadline_ms)
            .await
    }

    async fn add_seat(&self, game: GameId, seat: &LiveSeat) -> Result<bool, StoreError> {
        self.journal.add_seat(game, seat).await
    }

    async fn seat(&self, key: &SeatKey) -> Result<Option<(GameId, SeatRole)>, StoreError> {
        self.journal.seat(key).await
    }

    async fn append(&self, entry: &JournalEntry) -> Result<AppendOutcome, StoreError> {
        let failure = self.next.lock().unwrap().take();
        if failure == Some(Failure::Before) {
            return Err(failed());
        }
        let appended = self.journal.append(entry).await?;
        match failure {
            Some(Failure::After) => Err(failed()),
            _ => Ok(appended),
        }
    }

    async fn find(&self, game: GameId) -> Result<Option<StoredGame>, StoreError> {
        self.journal.find(game).await
    }

    async fn since(&self, game: GameId, version: u32, most: u32) -> Result<Vec<Event>, StoreError> {
        self.journal.since(game, version, most).await
    }

    async fn due(
        &self,
        by_ms: u64,
        after: Option<DueGame>,
        most: u32,
    ) -> Result<Vec<DueGame>, StoreError> {
        self.journal.due(by_ms, after, most).await
    }

    async fn standings_of(&self, games: &[GameId]) -> Result<Vec<GameStanding>, StoreError> {
        self.journal.standings_of(games).await
    }

    async fn running(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError> {
        self.journal.running(after, most).await
    }
}

const GAME: GameId = GameId::from_bits(7);

/// The error of each node's clock, in milliseconds.
const SKEW_MS: [i64; 3] = [0, 5_000, -5_000];

/// A node: its copy, and its queued messages.
struct Node {
    copy: LiveGame,
    listener: FaultyListener,
}

/// The whole simulation: nodes, journal, and the state of clients.
struct World {
    journal: FailingJournal,
    bus: FaultyBus,
    nodes: Vec<Node>,
    now_ms: u64,
    sent: Vec<Command>,
    /// The event returned for each executed command.
    answered: BTreeMap<CommandId, Event>,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    /// A client sends a new command to a node.
    Send {
        node: usize,
        actor: usize,
        want: usize,
        choice: usize,
    },
    /// A command is repeated, perhaps at another node.
    Again { node: usize, which: usize },
    /// A node receives one of its queued messages, not always the first.
    Hear {
        node: usize,
        which: usize,
        keep: bool,
    },
    /// The queued messages of a node are lost.
    Lose { node: usize },
    /// A node restarts with only the journal.
    Restart { node: usize },
    /// The journal fails at the next event.
    Fail(Failure),
    /// Time passes.
    Wait { ms: u64 },
}

fn step() -> impl Strategy<Value = Step> {
    let node = 0..SKEW_MS.len();
    prop_oneof![
        12 => (node.clone(), 0..4_usize, 0..24_usize, any::<usize>())
            .prop_map(|(node, actor, want, choice)| Step::Send { node, actor, want, choice }),
        4 => (node.clone(), any::<usize>()).prop_map(|(node, which)| Step::Again { node, which }),
        6 => (node.clone(), any::<usize>(), any::<bool>())
            .prop_map(|(node, which, keep)| Step::Hear { node, which, keep }),
        1 => node.clone().prop_map(|node| Step::Lose { node }),
        1 => node.prop_map(|node| Step::Restart { node }),
        1 => prop_oneof![Just(Failure::Before), Just(Failure::After)].prop_map(Step::Fail),
        3 => (0..4_000_u64).prop_map(|ms| Step::Wait { ms }),
    ]
}

impl World {
    fn new(variant: Variant) -> World {
        let settings = GameSettings {
            seating: Seating::Apart,
            clock: Some(ClockSettings::fischer(60_000, 1_000)),
            ..GameSettings::friendly("Awa", "Piet")
        };
        World::begun(
            variant,
            settings,
            FailingJournal::default(),
            &Owners::NO_OWNERS,
        )
    }

    /// A game with these settings and players, stored in a journal.
    fn begun(
        variant: Variant,
        settings: GameSettings,
        journal: FailingJournal,
        owners: &Owners,
    ) -> World {
        let session = Session::new(variant, settings, Some(10_000)).expect("a game");
        let setup = LiveSetup {
            id: GAME,
            record: session.record(),
        };
        let begun = now(journal.begin_owned(&setup, &[], owners, session.deadline_ms()));
        assert_eq!(begun.expect("it answers"), BeginOutcome::Stored);
        let bus = FaultyBus::default();
        let node = || Node {
            copy: LiveGame::begin(&setup).expect("a game"),
            listener: bus.join(),
        };
        World {
            nodes: SKEW_MS.iter().map(|_| node()).collect(),
            journal,
            bus,
            now_ms: 10_000,
            sent: Vec::new(),
            answered: BTreeMap::new(),
        }
    }

    fn want(&self, node: usize, number: usize, choice: usize) -> Want {
        let session = self.nodes[node].copy.session();
        let side = if choice.is_multiple_of(2) {
            Side::White
        } else {
            Side::Black
        };
        let request = match choice % 4 {
            0 => Request::TakeBack { plies: 1 },
            1 => Request::Pause { at_most_ms: 1_500 },
            2 => Request::MoreTime { ms: 15_000 },
            _ => Request::Resume,
        };
        match number {
            0 => Want::OfferDraw,
            1 if choice.is_multiple_of(9) => Want::AcceptDraw,
            2 => Want::DeclineDraw,
            3 if choice.is_multiple_of(9) => Want::Resign,
            4 => Want::Flag { side },
            5 => Want::Ask { request },
            6 => Want::Agree { request: None },
            7 => Want::Decline,
            8 => Want::Resume,
            9 if choice.is_multiple_of(9) => Want::Abandon { side },
            10 => Want::Outage {
                lost_ms: choice as u64 % 3_000,
            },
            _ => {
                let legal = session.position().legal_moves();
                let text = match legal.get(choice % legal.len().max(1)) {
                    Some(played) => damier_notation::move_text::text(session.position(), played),
                    None => "1-2".to_owned(),
                };
                Want::Move { text, ply: None }
            }
        }
    }

    /// Sends a recorded command to a node.
    fn send(&mut self, node: usize, which: usize) {
        let command = self.sent[which].clone();
        let arrival = Arrival {
            at_ms: self.now_ms.saturating_add_signed(SKEW_MS[node]),
            lag_ms: self.now_ms % 400,
        };
        let copy = &mut self.nodes[node].copy;
        match now(copy.act(&self.journal, &command, arrival)) {
            Ok(CommandAnswer::Done { event, is_new }) => {
                assert_eq!(event.command, Some(command.id));
                let before = self.answered.insert(command.id, event.clone());
                assert!(
                    before.is_none_or(|before| !is_new && before == event),
                    "one answer"
                );
                if is_new {
                    let version = event.number.to_be_bytes().to_vec();
                    self.bus.publish(Topic::Game(GAME), version);
                }
            }
            Ok(CommandAnswer::Refused { version, .. }) => {
                assert!(
                    !self.answered.contains_key(&command.id),
                    "it was done before"
                );
                assert_eq!(version, copy.session().version());
            }
            Err(LiveError::Journal(_) | LiveError::Busy) => {}
            Err(other) => panic!("{other}"),
        }
    }

    /// Sends a new command to a node.
    fn send_new(&mut self, node: usize, actor: Actor, want: Want) {
        let id = CommandId::from_bits(self.sent.len() as u128 + 1);
        self.sent.push(Command { id, actor, want });
        self.send(node, self.sent.len() - 1);
    }

    fn take(&mut self, step: Step) {
        match step {
            Step::Send {
                node,
                actor,
                want,
                choice,
            } => {
                let want = self.want(node, want, choice);
                self.send_new(node, Actor::ALL[actor], want);
            }
            Step::Again { node, which } if !self.sent.is_empty() => {
                self.send(node, which % self.sent.len());
            }
            Step::Hear { node, which, keep } => {
                let Node { copy, listener } = &mut self.nodes[node];
                let Some(message) = listener.hear(which, keep) else {
                    return;
                };
                let announced = u32::from_be_bytes(message.try_into().expect("a version"));
                let version = copy.session().version();
                let new =
                    now(copy.catch_up_to(&self.journal, announced)).expect("the journal reads");
                assert!(
                    copy.session().version() >= announced,
                    "the announced version is there"
                );
                let numbers: Vec<u32> = new.iter().map(|event| event.number).collect();
                let expected: Vec<u32> = (version + 1..=copy.session().version()).collect();
                assert_eq!(numbers, expected, "each new event once, in order");
            }
            Step::Lose { node } => self.nodes[node].listener.lose(),
            Step::Restart { node } => {
                let opened = now(LiveGame::open(&self.journal, GAME)).expect("it opens");
                self.nodes[node].copy = opened.expect("it is there");
            }
            Step::Fail(failure) => *self.journal.next.lock().unwrap() = Some(failure),
            Step::Wait { ms } => self.now_ms += ms,
            Step::Again { .. } => {}
        }
    }

    /// Checks the invariants.
    fn check(&self) {
        let journal = now(self.journal.since(GAME, 0, u32::MAX)).expect("it answers");
        let stored = now(self.journal.find(GAME))
            .expect("it answers")
            .expect("it is there");
        assert_eq!(stored.version as usize, journal.len());
        let mut commands = BTreeMap::new();
        let mut last_ms = 10_000;
        for (index, event) in journal.iter().enumerate() {
            assert_eq!(event.number as usize, index + 1, "no gap");
            assert!(event.act.at_ms() >= last_ms, "time runs forward");
            last_ms = event.act.at_ms();
            let id = event.command.expect("every event follows from a command");
            assert!(commands.insert(id, event).is_none(), "a command acts once");
        }
        for (id, event) in &self.answered {
            assert_eq!(commands.get(id), Some(&event), "what was answered is kept");
        }
        let rebuilt = now(LiveGame::open(&self.journal, GAME))
            .expect("it opens")
            .expect("there");
        assert_eq!(stored.ending, rebuilt.session().ending());
        assert_eq!(stored.deadline_ms, rebuilt.session().deadline_ms());
        for node in &self.nodes {
            let mut copy = node.copy.clone();
            now(copy.catch_up(&self.journal)).expect("the journal reads");
            assert_eq!(
                copy.session(),
                rebuilt.session(),
                "every node comes to the same game"
            );
        }
        // A replay of the record gives the same game.
        let record = rebuilt.session().record();
        assert_eq!(Session::replay(&record).as_ref(), Ok(rebuilt.session()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn commands_are_applied_exactly_once(
        variant in 0..Variant::ALL.len(),
        steps in prop::collection::vec(step(), 1..120),
    ) {
        let mut world = World::new(Variant::ALL[variant]);
        for step in steps {
            world.take(step);
        }
        world.check();
    }
}

#[test]
fn a_command_whose_answer_was_lost_is_answered_by_another_node() {
    let mut world = World::new(Variant::INTERNATIONAL);
    world.sent.push(Command {
        id: CommandId::from_bits(1),
        actor: Actor::Player(Side::White),
        want: Want::Move {
            text: "32-28".into(),
            ply: None,
        },
    });
    world.take(Step::Fail(Failure::After));
    world.send(0, 0);
    assert!(world.answered.is_empty(), "nobody was told");
    world.take(Step::Wait { ms: 3_000 });
    world.send(1, 0);
    let event = &world.answered[&CommandId::from_bits(1)];
    assert_eq!(
        (event.number, event.act.at_ms()),
        (1, 10_000),
        "as it was stored"
    );
    world.check();
}

#[test]
fn an_outdated_copy_rejects_no_valid_command() {
    let mut world = World::new(Variant::INTERNATIONAL);
    for (number, side, text) in [(1, Side::White, "32-28"), (2, Side::Black, "19-23")] {
        world.sent.push(Command {
            id: CommandId::from_bits(number),
            actor: Actor::Player(side),
            want: Want::Move {
                text: text.into(),
                ply: None,
            },
        });
    }
    world.send(0, 0);
    world.send(2, 1);
    assert_eq!(world.answered.len(), 2);
    // The clock of that node is behind: its event got the time of the previous one.
    assert_eq!(world.answered[&CommandId::from_bits(2)].act.at_ms(), 10_000);
    world.check();
}

#[test]
fn a_touch_applies_to_its_move_only() {
    let settings = GameSettings {
        seating: Seating::Apart,
        conduct: Conduct {
            touched_is_played: true,
            ..Conduct::default()
        },
        ..GameSettings::friendly("Awa", "Piet")
    };
    let journal = FailingJournal::default();
    let mut world = World::begun(
        Variant::INTERNATIONAL,
        settings,
        journal,
        &Owners::NO_OWNERS,
    );
    let command = |id, side, want| Command {
        id: CommandId::from_bits(id),
        actor: Actor::Player(side),
        want,
    };
    let played = |id, side, text: &str| {
        let (text, ply) = (text.to_owned(), None);
        command(id, side, Want::Move { text, ply })
    };
    let touch = |id| {
        let square = "31".to_owned();
        command(id, Side::White, Want::Touch { square })
    };
    let mut done = |node: usize, command: &Command, ply| {
        let copy = &mut world.nodes[node].copy;
        let acted = now(copy.act_at(&world.journal, command, Arrival::at(10_000), ply));
        match acted.expect("it answers") {
            CommandAnswer::Done { event, is_new } => Ok((event.number, is_new)),
            CommandAnswer::Refused { reason, version } => Err((reason, version)),
        }
    };
    // Another node, which was not notified, has judged the first touch for the first move.
    assert_eq!(
        done(0, &played(1, Side::White, "32-28"), None),
        Ok((1, true))
    );
    assert_eq!(
        done(0, &played(2, Side::Black, "20-25"), None),
        Ok((2, true))
    );
    let [meant, played_by_now] = [0, 2];
    let reason = ActError::AnotherPosition {
        meant,
        played: played_by_now,
    };
    assert_eq!(done(1, &touch(3), Some(meant)), Err((reason, 2)));
    // The next one was judged in the current position. A repetition returns the same, after any
    // moves and at any node.
    let touched = touch(4);
    assert_eq!(done(1, &touched, Some(played_by_now)), Ok((3, true)));
    assert_eq!(
        done(1, &played(5, Side::White, "31-27"), None),
        Ok((4, true))
    );
    for node in 0..SKEW_MS.len() {
        assert_eq!(done(node, &touched, Some(played_by_now)), Ok((3, false)));
    }
}

#[test]
fn an_outdated_copy_ends_no_finished_pause() {
    let mut world = World::new(Variant::INTERNATIONAL);
    let request = Request::Pause { at_most_ms: 1_000 };
    let (white, black) = (Actor::Player(Side::White), Actor::Player(Side::Black));
    let until_ms = 11_000;
    for (actor, want) in [
        (white, Want::Ask { request }),
        (black, Want::Agree { request: None }),
        (Actor::Server, Want::EndPause { until_ms }),
        (Actor::Server, Want::EndPause { until_ms }),
        (Actor::Server, Want::Flag { side: Side::White }),
    ] {
        let id = CommandId::from_bits(world.sent.len() as u128 + 1);
        world.sent.push(Command { id, actor, want });
    }
    world.send(0, 0);
    world.send(0, 1);
    now(world.nodes[1].copy.catch_up(&world.journal)).expect("it answers");
    world.take(Step::Wait { ms: 1_000 });
    world.send(0, 2);
    // The flag has fallen meanwhile. The other node, which was not notified of the end of the
    // pause, restores no time.
    world.take(Step::Wait { ms: 62_000 });
    assert_eq!(
        world.nodes[1].copy.session().paused_until_ms(),
        Some(until_ms)
    );
    world.send(1, 3);
    assert!(!world.answered.contains_key(&CommandId::from_bits(4)));
    world.send(1, 4);
    assert!(world.answered.contains_key(&CommandId::from_bits(5)));
    world.check();
}

#[test]
fn spectators_cannot_act() {
    assert_eq!(SeatRole::Watcher.actor(), None);
    for role in SeatRole::ALL {
        assert_eq!(SeatRole::from_code(role.code()), Some(role));
    }
    assert_eq!(
        SeatRole::from_code("server"),
        None,
        "no seat acts for the server"
    );
}
