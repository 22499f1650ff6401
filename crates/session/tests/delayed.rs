//! Spectating with a delay: no act is shown too early, and all acts are shown in the end.

use damier_notation::move_text;
use damier_rules::Variant;
use damier_session::{Act, ClockSettings, Delayed, GameSettings, Request, Seating, Session, Side};
use proptest::prelude::*;

/// The next act to try.
#[derive(Clone, Copy, Debug)]
enum Next {
    Move(usize),
    OfferAndDecline,
    TakeBack,
    Resume,
    Resign,
}

fn next() -> impl Strategy<Value = Next> {
    prop_oneof![
        8 => (0_usize..20).prop_map(Next::Move),
        1 => Just(Next::OfferAndDecline),
        1 => Just(Next::TakeBack),
        1 => Just(Next::Resume),
        1 => Just(Next::Resign),
    ]
}

/// Performs it, if it is possible.
fn happen(session: &mut Session, next: Next, at_ms: u64) {
    let side = session.position().side();
    let other = side.opponent();
    let acts = match next {
        Next::Move(number) => {
            let moves = session.position().legal_moves();
            let Some(played) = moves.get(number % moves.len().max(1)) else {
                return;
            };
            let text = move_text::text(session.position(), played);
            vec![Act::Move {
                side,
                text,
                at_ms,
                lag_ms: 0,
            }]
        }
        Next::OfferAndDecline => vec![
            Act::OfferDraw { side, at_ms },
            Act::DeclineDraw { side: other, at_ms },
        ],
        Next::TakeBack => {
            let request = Request::TakeBack { plies: 1 };
            vec![
                Act::Ask {
                    side,
                    request,
                    at_ms,
                },
                Act::Agree { side: other, at_ms },
            ]
        }
        Next::Resume => vec![Act::Resume {
            at_ms,
            lost_ms: Some(1),
        }],
        Next::Resign => vec![Act::Resign { side, at_ms }],
    };
    for act in &acts {
        let _ = session.perform(act); // not everything is possible at any time
    }
}

proptest! {
    #[test]
    fn nothing_newer_than_the_delay_is_visible(
        delay_ms in 0_u64..20_000,
        steps in prop::collection::vec((next(), 0_u64..6_000), 1..40),
        comes_at in 0_usize..40,
    ) {
        let settings = GameSettings {
            seating: Seating::Apart,
            clock: Some(ClockSettings::fischer(3_600_000, 0)),
            ..GameSettings::friendly("Awa", "Piet")
        };
        let mut session = Session::new(Variant::INTERNATIONAL, settings, Some(1_000)).unwrap();
        let (mut now_ms, mut seen) = (1_000, None::<Delayed>);
        for (number, (next, ms)) in steps.into_iter().enumerate() {
            now_ms += ms;
            happen(&mut session, next, now_ms);
            if number == comes_at {
                seen = Some(Delayed::of(&session, delay_ms, now_ms).unwrap());
            }
            let Some(seen) = &mut seen else { continue };
            let mut before = seen.session().version();
            while let Some(event) = seen.next(&session, now_ms).unwrap() {
                prop_assert_eq!(event.number, before + 1, "in order, each once");
                before = event.number;
            }
            let acts = seen.session().acts();
            prop_assert_eq!(acts, &session.acts()[..acts.len()]);
            prop_assert!(acts.iter().all(|act| act.at_ms() + delay_ms <= now_ms));
            // Everything old enough is shown, and a new spectator sees the same.
            let waits = session.acts().get(acts.len());
            prop_assert!(waits.is_none_or(|act| act.at_ms() + delay_ms > now_ms));
            let anew = Delayed::of(&session, delay_ms, now_ms).unwrap();
            prop_assert_eq!(anew.session(), seen.session());
            let clock = |session: &Session, at_ms| session.clock().map(|clock| clock.left_ms(Side::White, at_ms));
            let moment_ms = seen.delayed_ms(now_ms).max(seen.session().last_ms());
            prop_assert!(clock(seen.session(), moment_ms).is_some());
        }
        let open = Delayed::of(&session, delay_ms, now_ms + delay_ms).unwrap();
        prop_assert_eq!(open.session(), &session);
    }
}
