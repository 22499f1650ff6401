//! A rated game on several nodes: it counts once for both sides or for neither, whichever nodes
//! count it, when, and how often. The nodes, the bus and the journal are those of the test of live
//! games, with the same failures.

use damier_people::accounts::{AccountId, Accounts, Created, NewAccount, PasswordHash};
use damier_people::live::{Journal, Owners};
use damier_people::ratings::{RatingPool, Ratings, scores, settle};
use damier_rules::Variant;
use damier_session::ending::ByPeople;
use damier_session::{Actor, ClockSettings, Ending, GameSettings, Seating, Side, Want};
use proptest::prelude::*;

use super::{FailingJournal, GAME, SKEW_MS, Step, World, now, step};

const AWA: AccountId = AccountId::from_bits(1);
const PIET: AccountId = AccountId::from_bits(2);

/// A generated step.
#[derive(Clone, Copy, Debug)]
enum RatedStep {
    /// A step of a live game.
    Game(Step),
    /// A player resigns through a node, whose copy of the game may be outdated.
    Resign { node: usize, side: Side },
    /// A node checks whether the game is to be counted.
    Count,
}

fn rated_step() -> impl Strategy<Value = RatedStep> {
    prop_oneof![
        12 => step().prop_map(RatedStep::Game),
        1 => (0..SKEW_MS.len(), prop::sample::select(Side::ALL.to_vec()))
            .prop_map(|(node, side)| RatedStep::Resign { node, side }),
        3 => Just(RatedStep::Count),
    ]
}

/// A rated game between two accounts, and its rating pool.
fn rated(variant: Variant) -> (World, RatingPool) {
    let settings = GameSettings {
        seating: Seating::Apart,
        clock: Some(ClockSettings::fischer(60_000, 1_000)),
        rated: true,
        ..GameSettings::friendly("Awa", "Piet")
    };
    let pool = RatingPool::of(variant, &settings).expect("it can be rated");
    let journal = FailingJournal::default();
    for (id, name) in [(AWA, "Awa"), (PIET, "Piet")] {
        let new = NewAccount {
            id,
            name: name.parse().expect("a name"),
            password: PasswordHash::new("none"),
            recovery: Vec::new(),
            created_ms: 5,
        };
        let created = now(journal.journal.create_account(&new)).expect("it answers");
        assert_eq!(created, Created::Stored);
    }
    let owners = Owners::rated([AWA, PIET], pool).expect("two people");
    (World::begun(variant, settings, journal, &owners), pool)
}

impl World {
    /// A player resigns at a node.
    fn resign(&mut self, node: usize, side: Side) {
        self.send_new(node, Actor::Player(side), Want::Resign);
    }

    /// Counts the game like a node that has seen its end or searches for uncounted games. Returns
    /// whether this call counted it.
    fn count(&self) -> bool {
        let is_over = self.ending().is_some();
        let journal = &self.journal.journal;
        let is_counted = now(settle(journal, journal, journal, GAME)).expect("it answers");
        assert!(
            is_over || !is_counted,
            "a game that goes on counts for nobody"
        );
        is_counted
    }

    fn ending(&self) -> Option<Ending> {
        let stored = now(self.journal.find(GAME)).expect("it answers");
        stored.expect("it is there").ending
    }
}

#[test]
fn a_resignation_ends_the_game_and_counts() {
    for side in Side::ALL {
        let (mut world, _) = rated(Variant::INTERNATIONAL);
        world.resign(1, side);
        let resigned = Ending::win(side.opponent(), ByPeople::Resignation);
        assert_eq!(world.ending(), Some(resigned));
        assert!(world.count());
        assert!(!world.count(), "it counts once");
        let changes = now(world.journal.journal.changes_in(GAME)).expect("it answers");
        assert!(changes.iter().all(Option::is_some));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn a_rated_game_is_counted_once_by_any_nodes(
        variant in 0..Variant::ALL.len(),
        steps in prop::collection::vec(rated_step(), 1..120),
    ) {
        let (mut world, pool) = rated(Variant::ALL[variant]);
        let mut counted = 0;
        let mut ended = None;
        for step in steps {
            match step {
                RatedStep::Game(step) => world.take(step),
                RatedStep::Resign { node, side } => world.resign(node, side),
                RatedStep::Count => counted += usize::from(world.count()),
            }
            let ending = world.ending();
            prop_assert!(ended.is_none() || ending == ended, "what was counted stays as it ended");
            ended = ending;
        }
        world.check();
        // Other nodes count it later, once.
        for _ in 0..3 {
            counted += usize::from(world.count());
        }
        prop_assert_eq!(counted, usize::from(ended.is_some()));

        let worth = ended.as_ref().and_then(scores);
        let changes = now(world.journal.journal.changes_in(GAME)).expect("it answers");
        let actual = changes.map(|change| change.map(|it| (it.number, it.score)));
        let expected = match worth {
            Some(worth) => worth.map(|score| Some((1_u32, score))),
            None => [None, None],
        };
        prop_assert_eq!(actual, expected);
        let asked = [AWA, PIET].map(|account| (account, pool));
        let standings = now(world.journal.journal.rating_states(&asked)).expect("it answers");
        for standing in standings {
            prop_assert_eq!(standing.tally.games(), u32::from(worth.is_some()));
        }
    }
}
