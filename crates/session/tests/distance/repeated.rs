//! A repeated command is distinguished from another one with its id, as far as the event says what
//! was requested and by which actor.

use damier_rules::Side;
use damier_session::{Actor, Command, CommandId, Conduct, Event, GameSettings, Request, Want};

use super::{BLACK, Table, WHITE, apart, ask, take_back};

fn moves(text: &str, ply: Option<u32>) -> Want {
    Want::Move {
        text: text.into(),
        ply,
    }
}

fn agree(request: Option<Request>) -> Want {
    Want::Agree { request }
}

/// The events at a table.
struct Done {
    table: Table,
    all: Vec<(Actor, Want, Event)>,
}

impl Done {
    fn at(table: Table) -> Done {
        Done {
            table,
            all: Vec::new(),
        }
    }

    #[track_caller]
    fn does(&mut self, actor: Actor, want: Want, now_ms: u64) {
        let done = self.table.try_to(actor, want.clone(), now_ms);
        let event = done.unwrap_or_else(|code| panic!("{want:?}: {code}"));
        self.all.push((actor, want, event));
    }

    /// Whether the event of this number can be the answer to a request.
    fn is_answer_to(&self, number: usize, actor: Actor, want: Want) -> bool {
        let event = &self.all[number - 1].2;
        let id = event.command.expect("it was a command");
        let command = Command { id, actor, want };
        self.table.session.is_answer_to(event, &command)
    }

    /// Every command gets its own event as its answer after further moves, also for events read
    /// from a journal.
    fn all_are_answers_to_themselves(&self) {
        let mut again = super::open(self.table.session.settings().clone());
        for (_, _, event) in &self.all {
            assert_eq!(again.apply(event), Ok(true));
        }
        let events: Vec<Event> = self.all.iter().map(|(_, _, event)| event.clone()).collect();
        for version in 0..=self.all.len() {
            let since = again.events_since(u32::try_from(version).expect("a few"));
            assert_eq!(since, events[version..]);
        }
        assert!(again.events_since(u32::MAX).is_empty());
        for (actor, want, event) in &self.all {
            let id = event.command.expect("it was a command");
            let command = Command {
                id,
                actor: *actor,
                want: want.clone(),
            };
            for session in [&self.table.session, &again] {
                assert_eq!(session.answer_to(id).as_ref(), Some(event));
                assert!(session.is_answer_to(event, &command), "{command:?}");
            }
        }
    }
}

#[test]
fn another_move_or_player_is_distinguished_from_the_same_command() {
    let mut done = Done::at(Table::new(apart()));
    done.does(WHITE, moves("32-28", Some(0)), 1_000);
    done.does(BLACK, moves("19x23", None), 2_000);
    done.does(WHITE, ask(Request::TakeBack { plies: 2 }), 2_500);
    done.does(BLACK, agree(Some(Request::TakeBack { plies: 2 })), 2_600);
    done.does(WHITE, moves("31-27", Some(0)), 3_000);
    done.does(BLACK, Want::Resign, 4_000);
    done.all_are_answers_to_themselves();

    for (text, ply, is_it) in [
        ("32-28", None, true),
        ("32x28", Some(0), true),
        ("32-28", Some(2), false),
        ("31-27", Some(0), false),
        ("no move", None, false),
        ("", None, false),
    ] {
        let want = moves(text, ply);
        assert_eq!(done.is_answer_to(1, WHITE, want), is_it, "{text} {ply:?}");
    }
    // In the position of that time, which was taken back.
    assert!(done.is_answer_to(2, BLACK, moves("19-23", Some(1))));
    assert!(!done.is_answer_to(2, BLACK, moves("20-25", None)));
    assert!(!done.is_answer_to(1, BLACK, moves("32-28", Some(0))));
    assert!(!done.is_answer_to(1, WHITE, Want::Resign));
    assert!(!done.is_answer_to(6, WHITE, Want::Resign));
    assert!(!done.is_answer_to(6, BLACK, moves("19-23", None)));
}

#[test]
fn requests_and_answers_are_distinguished_by_the_request() {
    let mut done = Done::at(Table::new(apart()));
    let [some, more] = [60_000, 90_000].map(|ms| Request::MoreTime { ms });
    done.does(WHITE, moves("32-28", None), 1_000);
    done.does(BLACK, ask(some), 1_100);
    done.does(WHITE, Want::Decline, 1_200);
    done.does(BLACK, moves("19-23", None), 2_000);
    done.does(BLACK, ask(more), 2_100);
    done.does(WHITE, agree(Some(more)), 2_200);
    done.does(WHITE, ask(some), 2_300);
    done.does(BLACK, agree(None), 2_400);
    done.all_are_answers_to_themselves();

    assert!(!done.is_answer_to(2, BLACK, ask(more)));
    assert!(!done.is_answer_to(2, BLACK, take_back(1)));
    assert!(!done.is_answer_to(3, WHITE, agree(None)));
    assert!(done.is_answer_to(6, WHITE, agree(None)));
    assert!(
        !done.is_answer_to(6, WHITE, agree(Some(some))),
        "declined before"
    );
    assert!(!done.is_answer_to(6, BLACK, agree(Some(more))));
    assert!(done.is_answer_to(8, BLACK, agree(Some(some))));
    assert!(!done.is_answer_to(8, BLACK, agree(Some(more))));
}

#[test]
fn acts_without_a_player_answer_the_same_request_of_any_actor() {
    let flag = |side| Want::Flag { side };
    let mut done = Done::at(Table::new(apart()));
    done.does(BLACK, flag(Side::White), 300_001);
    done.all_are_answers_to_themselves();
    assert!(done.is_answer_to(1, WHITE, flag(Side::White)));
    assert!(!done.is_answer_to(1, BLACK, flag(Side::Black)));
    assert!(!done.is_answer_to(1, BLACK, Want::Resign));
    // A claim that the opponent has left is decided by the server.
    let mut done = Done::at(Table::new(apart()));
    let gone = |side| Want::Abandon { side };
    done.does(Actor::Server, gone(Side::White), 1_000);
    done.all_are_answers_to_themselves();
    assert!(!done.is_answer_to(1, Actor::Server, gone(Side::Black)));
    assert!(!done.is_answer_to(1, BLACK, Want::Resign));
}

#[test]
fn acts_of_conduct_are_distinguished_by_their_squares() {
    let mut done = Done::at(Table::new(GameSettings {
        conduct: Conduct {
            touched_is_played: true,
            irregular_moves: true,
            ..Conduct::default()
        },
        ..apart()
    }));
    let touch = |square: &str| Want::Touch {
        square: square.into(),
    };
    let irregular = |removed: &[&str]| Want::Irregular {
        from: "20".into(),
        to: "30".into(),
        removed: removed.iter().map(|&square| square.to_owned()).collect(),
    };
    done.does(WHITE, touch("32"), 1_000);
    done.does(WHITE, moves("32-28", None), 2_000);
    done.does(BLACK, irregular(&[]), 3_000);
    done.does(WHITE, Want::Correct, 4_000);
    done.all_are_answers_to_themselves();
    assert!(!done.is_answer_to(1, WHITE, touch("31")));
    assert!(!done.is_answer_to(1, BLACK, touch("32")));
    assert!(!done.is_answer_to(3, BLACK, irregular(&["28"])));
    assert!(!done.is_answer_to(4, WHITE, Want::LetStand));
    assert_eq!(done.table.session.answer_to(CommandId::from_bits(9)), None);
}
