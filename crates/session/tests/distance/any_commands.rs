//! Whatever commands are tried, every node that reads the events, and every reader of the record,
//! gets the same game.

use damier_rules::Side;
use damier_session::{
    Actor, Command, CommandId, Conduct, Event, GameSettings, Request, Seating, Session, Want,
};
use proptest::prelude::*;

use super::{BLACK, WHITE, apart, open};

/// A command to try. Moves are chosen by number from the legal ones.
#[derive(Clone, Debug)]
enum Try {
    Play(usize),
    Want(Want),
}

fn request() -> impl Strategy<Value = Request> {
    prop_oneof![
        (0_u32..5).prop_map(|plies| Request::TakeBack { plies }),
        (0_u64..50_000).prop_map(|at_most_ms| Request::Pause { at_most_ms }),
        Just(Request::Resume),
    ]
}

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::White), Just(Side::Black)]
}

fn attempt() -> impl Strategy<Value = Try> {
    let square = || prop::sample::select(vec!["28", "32", "33", "19", "23", "99", ""]);
    prop_oneof![
        30 => any::<usize>().prop_map(Try::Play),
        1 => "[0-9x-]{0,7}".prop_map(|text| Try::Want(Want::Move { text, ply: None })),
        3 => Just(Try::Want(Want::OfferDraw)),
        1 => Just(Try::Want(Want::AcceptDraw)),
        2 => Just(Try::Want(Want::DeclineDraw)),
        2 => (0_u32..4).prop_map(|plies| Try::Want(Want::TakeBack { plies })),
        6 => request().prop_map(|request| Try::Want(Want::Ask { request })),
        6 => Just(Try::Want(Want::Agree { request: None })),
        2 => Just(Try::Want(Want::Decline)),
        2 => Just(Try::Want(Want::Resume)),
        1 => Just(Try::Want(Want::Resign)),
        1 => side().prop_map(|side| Try::Want(Want::Flag { side })),
        1 => side().prop_map(|side| Try::Want(Want::Forfeit { side })),
        1 => side().prop_map(|side| Try::Want(Want::Abandon { side })),
        1 => prop::option::of(side()).prop_map(|winner| Try::Want(Want::Arbiter { winner })),
        2 => square().prop_map(|square| Try::Want(Want::Touch { square: square.into() })),
        1 => Just(Try::Want(Want::Adoube)),
        2 => (square(), square()).prop_map(|(from, to)| Try::Want(Want::Irregular {
            from: from.into(),
            to: to.into(),
            removed: vec![],
        })),
        2 => Just(Try::Want(Want::Correct)),
        1 => Just(Try::Want(Want::LetStand)),
    ]
}

fn actor() -> impl Strategy<Value = Actor> {
    prop_oneof![10 => Just(WHITE), 10 => Just(BLACK), 1 => Just(Actor::Server), 1 => Just(Actor::Arbiter)]
}

fn settings() -> impl Strategy<Value = GameSettings> {
    (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(together, rated, clock, conduct_rules)| {
            let usual = apart();
            GameSettings {
                seating: if together {
                    Seating::Together
                } else {
                    Seating::Apart
                },
                rated,
                clock: usual.clock.filter(|_| clock),
                conduct: Conduct {
                    touched_is_played: conduct_rules,
                    irregular_moves: conduct_rules,
                    ..Conduct::default()
                },
                ..usual
            }
        },
    )
}

/// The invariants of a session.
fn consistent(session: &Session, now_ms: u64) -> Result<(), TestCaseError> {
    let over = session.ending().is_some();
    let requests = Side::ALL.map(|side| session.request(side));
    if session.settings().seating == Seating::Together {
        prop_assert_eq!(requests, [None; 2]);
        prop_assert_eq!(session.paused_until_ms(), None);
    }
    prop_assert_eq!(session.played_ms().len(), session.game().len());
    if let Some(clock) = session.clock() {
        let stands = over || session.paused_until_ms().is_some();
        prop_assert_eq!(clock.running().is_none(), stands);
        if !stands && session.fault().is_none() {
            prop_assert_eq!(clock.running(), Some(session.position().side()));
        }
        for side in Side::ALL {
            prop_assert!(clock.left_ms(side, now_ms) <= 300_000 + 3_000 * 200);
        }
    } else {
        prop_assert_eq!(session.paused_until_ms(), None);
    }
    if over {
        prop_assert_eq!(session.offer(), None);
        prop_assert_eq!(session.paused_until_ms(), None);
        let mut asked = requests.iter().flatten();
        let only_to_reopen = asked.all(|request| matches!(request, Request::TakeBack { .. }));
        prop_assert!(only_to_reopen);
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_commands_leave_all_nodes_with_the_same_game(
        settings in settings(),
        tries in prop::collection::vec((actor(), attempt(), 0_u64..9_000, any::<bool>()), 0..120),
    ) {
        let beginning = open(settings);
        let mut session = beginning.clone();
        let mut journal: Vec<(Command, Event)> = Vec::new();
        let mut now_ms = 0;
        let mut finished_rated = None;
        for (index, (actor, attempt, pause, twice)) in tries.into_iter().enumerate() {
            now_ms += pause;
            let (actor, want) = match attempt {
                Try::Want(want) => (actor, want),
                Try::Play(number) => {
                    let position = session.position();
                    let moves = position.legal_moves();
                    let Some(chosen) = moves.get(number % moves.len().max(1)) else { continue };
                    let text = damier_notation::move_text::long(position, chosen);
                    (Actor::Player(position.side()), Want::Move { text, ply: None })
                }
            };
            let id = CommandId::from_bits(index as u128);
            let command = Command { id, actor, want };
            let before = session.clone();
            let decided = session.decide(&command, now_ms);
            prop_assert_eq!(&session, &before, "deciding changes nothing");
            prop_assert_eq!(&session.decide(&command, now_ms), &decided, "the same answer");
            if let Ok(event) = decided {
                prop_assert_eq!(session.apply(&event), Ok(true));
                prop_assert_eq!(session.acts().last(), Some(&event.act), "applied as decided");
                prop_assert_eq!(session.version(), event.number);
                if twice {
                    prop_assert_eq!(session.apply(&event), Ok(false));
                    prop_assert_eq!(session.decide(&command, now_ms + 99), Ok(event.clone()));
                }
                journal.push((command, event));
            }
            consistent(&session, now_ms)?;
            if session.settings().rated {
                if let Some(ending) = finished_rated {
                    prop_assert_eq!(session.ending(), Some(ending), "it stays finished");
                }
                finished_rated = finished_rated.or(session.ending());
            }
        }
        // A node that reads the journal, and a replay of the record, get the same game.
        let mut node = beginning;
        for (_, event) in &journal {
            prop_assert_eq!(node.apply(event), Ok(true));
        }
        prop_assert_eq!(&node, &session);
        for (command, event) in &journal {
            let answer = node.decide(command, 0);
            prop_assert_eq!(answer.as_ref(), Ok(event), "any node gives the answer");
        }
        let json = serde_json::to_string(&session.record()).expect("a record is JSON");
        let record = serde_json::from_str(&json).expect("the JSON is a record");
        prop_assert_eq!(Session::replay(&record), Ok(session));
    }
}
