//! Conditional moves: which trees are accepted, and how they follow a game.

use damier_notation::move_text;
use damier_rules::{Position, Variant};
use damier_session::conditional::{MAX_CONDITIONAL_LINES, MAX_CONDITIONAL_PLIES, checked, follow};
use damier_session::{
    Act, ClockSettings, Conduct, FollowOutcome, GameSettings, IfThen, Request, Seating, Session,
    Side,
};
use proptest::prelude::*;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

fn by_days() -> GameSettings {
    GameSettings {
        seating: Seating::Apart,
        clock: Some(ClockSettings::each_move(3 * DAY_MS, DAY_MS)),
        ..GameSettings::friendly("Awa", "Piet")
    }
}

fn open(settings: GameSettings) -> Session {
    Session::new(Variant::INTERNATIONAL, settings, Some(0)).expect("good settings")
}

fn if_then(played: &str, answer: &str, then: &[IfThen]) -> IfThen {
    IfThen {
        played: played.into(),
        answer: answer.into(),
        then: then.to_vec(),
    }
}

/// Black's replies to White's first moves.
fn tree() -> Vec<IfThen> {
    vec![
        if_then("32-28", "19-23", &[if_then("28x19", "14x23", &[])]),
        if_then("31-26", "20-24", &[]),
    ]
}

fn act(session: &mut Session, act: &Act) {
    session.perform(act).expect("possible");
}

fn play(session: &mut Session, text: &str) {
    let side = session.position().side();
    let (text, lag_ms, at_ms) = (text.to_owned(), 0, session.last_ms() + 1_000);
    act(
        session,
        &Act::Move {
            side,
            text,
            at_ms,
            lag_ms,
        },
    );
}

fn followed(session: &Session) -> FollowOutcome {
    follow(session, Side::Black, 0, &tree())
}

#[test]
fn a_tree_is_followed_move_by_move_to_its_end() {
    let mut session = open(by_days());
    assert_eq!(checked(&session, Side::Black, &tree()), Ok(tree()));
    assert_eq!(followed(&session), FollowOutcome::Wait(tree()));
    for (played, answer, number, rest) in [
        (
            "32-28",
            "19-23",
            1,
            FollowOutcome::Wait(tree()[0].then.clone()),
        ),
        ("28x19", "14x23", 3, FollowOutcome::Dropped),
    ] {
        play(&mut session, played);
        let (text, after) = (answer.to_owned(), number);
        assert_eq!(followed(&session), FollowOutcome::Answer { text, after });
        play(&mut session, answer);
        assert_eq!(followed(&session), rest);
    }
}

#[test]
fn an_unexpected_move_drops_the_tree() {
    let mut other = open(by_days());
    play(&mut other, "33-28");
    assert_eq!(followed(&other), FollowOutcome::Dropped);

    let mut own = open(by_days());
    play(&mut own, "32-28");
    play(&mut own, "20-24");
    assert_eq!(followed(&own), FollowOutcome::Dropped);

    let mut offered = open(by_days());
    let (side, at_ms) = (Side::White, 500);
    act(&mut offered, &Act::OfferDraw { side, at_ms });
    play(&mut offered, "32-28");
    assert_eq!(
        followed(&offered),
        FollowOutcome::Dropped,
        "Black is to decide"
    );

    let mut over = open(by_days());
    play(&mut over, "32-28");
    act(&mut over, &Act::Resign { side, at_ms: 9_000 });
    assert_eq!(followed(&over), FollowOutcome::Dropped);

    // Taken back, and the same moves played again.
    let mut back = open(by_days());
    play(&mut back, "32-28");
    let request = Request::TakeBack { plies: 1 };
    act(
        &mut back,
        &Act::Ask {
            side,
            request,
            at_ms: 2_000,
        },
    );
    let side = Side::Black;
    act(&mut back, &Act::Agree { side, at_ms: 3_000 });
    play(&mut back, "32-28");
    assert_eq!(followed(&back), FollowOutcome::Dropped);

    let mut irregular = open(GameSettings {
        conduct: Conduct {
            irregular_moves: true,
            ..Conduct::default()
        },
        ..by_days()
    });
    let (from, to, removed) = ("32".into(), "23".into(), Vec::new());
    act(
        &mut irregular,
        &Act::Irregular {
            side: Side::White,
            from,
            to,
            removed,
            at_ms: 1_000,
        },
    );
    assert_eq!(followed(&irregular), FollowOutcome::Dropped);
}

#[test]
fn acts_other_than_moves_keep_the_tree() {
    let mut session = open(by_days());
    let request = Request::MoreTime { ms: 1_000 };
    let (white, black) = (Side::White, Side::Black);
    for step in [
        Act::Ask {
            side: white,
            request,
            at_ms: 1_000,
        },
        Act::Agree {
            side: black,
            at_ms: 2_000,
        },
        Act::Resume {
            at_ms: 3_000,
            lost_ms: Some(500),
        },
    ] {
        act(&mut session, &step);
    }
    assert_eq!(followed(&session), FollowOutcome::Wait(tree()));
    play(&mut session, "31-26");
    assert!(matches!(
        followed(&session),
        FollowOutcome::Answer { after: 4, .. }
    ));
}

#[test]
fn invalid_trees_are_refused_with_a_reason() {
    let code = |settings: GameSettings, side, tree: &[IfThen]| {
        checked(&open(settings), side, tree).map_err(|error| error.code())
    };
    let quick = GameSettings {
        clock: Some(ClockSettings::fischer(300_000, 3_000)),
        ..by_days()
    };
    let none = GameSettings {
        clock: None,
        ..by_days()
    };
    assert_eq!(code(quick, Side::Black, &tree()), Err("not-slow"));
    assert_eq!(code(none, Side::Black, &tree()), Ok(tree()));
    assert_eq!(code(by_days(), Side::White, &tree()), Err("own-turn"));
    for (branches, expected) in [
        (
            vec![
                if_then("32-27", "20-25", &[]),
                if_then("32x27", "20-24", &[]),
            ],
            "answered-twice",
        ),
        (vec![if_then("19-23", "32-28", &[])], "not-legal"),
        (vec![if_then("32-28", "23-19", &[])], "not-legal"),
        (vec![if_then("32-28", "", &[])], "not-legal"),
        (vec![if_then(&"9".repeat(5_000), "19-23", &[])], "not-legal"),
        (
            vec![if_then("32-28", "19-23", &[if_then("37-32", "14-19", &[])])],
            "not-legal",
        ),
        (
            vec![if_then("32-28", "19-23", &[]); MAX_CONDITIONAL_LINES + 1],
            "too-many-lines",
        ),
    ] {
        assert_eq!(
            code(by_days(), Side::Black, &branches),
            Err(expected),
            "{branches:?}"
        );
    }
    let deep = |pairs| {
        let line = |then: Vec<IfThen>, _| vec![if_then("32-28", "19-23", &then)];
        (0..pairs).fold(Vec::new(), line)
    };
    let longest = MAX_CONDITIONAL_PLIES / 2;
    assert_eq!(
        code(by_days(), Side::Black, &deep(longest + 1)),
        Err("line-too-long")
    );
    assert_eq!(
        code(by_days(), Side::Black, &deep(longest)),
        Err("not-legal")
    );
    let mut over = open(by_days());
    over.resign(Side::Black, 1_000).expect("possible");
    let error = checked(&over, Side::Black, &tree()).expect_err("over");
    assert_eq!(error.code(), "game-over");
}

/// A tree of legal moves with this many branches each, chosen by a seed.
fn grown(position: &Position, seed: u64, depth: u32) -> Vec<IfThen> {
    let step = |seed: u64| {
        seed.wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695)
    };
    let mut branches = Vec::new();
    let moves = position.legal_moves();
    for (index, played) in moves.iter().enumerate().take(2) {
        let seed = step(seed ^ index as u64);
        let after = position.play(played).expect("legal");
        let answers = after.legal_moves();
        let Some(answer) = answers.get(seed as usize % answers.len().max(1)) else {
            continue;
        };
        let then = after.play(answer).expect("legal");
        branches.push(IfThen {
            played: move_text::text(position, played),
            answer: move_text::text(&after, answer),
            then: if depth > 0 {
                grown(&then, step(seed), depth - 1)
            } else {
                Vec::new()
            },
        });
    }
    branches
}

proptest! {
    /// Whatever the opponent plays, each answer is that of the tree, and none follows after leaving
    /// it. Following after each move gives the same as following from the beginning.
    #[test]
    fn replies_come_from_the_tree_once_each(seed: u64, choices in prop::collection::vec(0_usize..3, 1..6)) {
        let mut session = open(by_days());
        let whole = grown(session.position(), seed, 3);
        prop_assert_eq!(checked(&session, Side::Black, &whole), Ok(whole.clone()));
        let (mut since, mut kept) = (0, whole.clone());
        for choice in choices {
            let foreseen = kept.get(choice).cloned();
            let moves = session.position().legal_moves();
            let Some(played) = foreseen.as_ref().map(|branch| branch.played.clone())
                .or_else(|| moves.last().map(|played| move_text::text(session.position(), played))) else { break };
            let foreseen = kept.iter().find(|branch| branch.played == played).cloned();
            play(&mut session, &played);
            let followed = follow(&session, Side::Black, since, &kept);
            prop_assert_eq!(&followed, &follow(&session, Side::Black, 0, &whole));
            match (foreseen, followed) {
                (Some(branch), FollowOutcome::Answer { text, after }) => {
                    prop_assert_eq!(&text, &branch.answer);
                    prop_assert_eq!(after, session.version());
                    play(&mut session, &text);
                    since = session.version();
                    kept = match follow(&session, Side::Black, after - 1, &kept) {
                        FollowOutcome::Wait(tree) => tree,
                        FollowOutcome::Dropped => break,
                        FollowOutcome::Answer { .. } => panic!("answered twice"),
                    };
                    prop_assert_eq!(&kept, &branch.then);
                }
                (None, FollowOutcome::Dropped) => break,
                (foreseen, followed) => prop_assert!(session.ending().is_some(), "{foreseen:?} {followed:?}"),
            }
        }
    }
}
