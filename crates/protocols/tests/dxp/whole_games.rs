//! Two sides talk to each other: whole games of random moves, with chat and take-backs in between.

use std::time::Duration;

use damier_protocols::dxp::{
    DxpConversation, DxpEvent, DxpResult, Finished, Frame, Frames, GameTime, Message, Name, Reason,
    Role, Terms, send,
};
use damier_rules::{Position, Side, Variant};

/// Reproducible random numbers (a linear congruential generator, after Knuth).
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }
}

/// Two sides, the games that each of them has finished, and how often a side has gone back.
struct Wire {
    sides: [DxpConversation; 2],
    finished: [Vec<Finished>; 2],
    wishes: usize,
}

impl Wire {
    fn new() -> Wire {
        Wire {
            sides: [
                DxpConversation::new(Role::Initiator, Name::new("Marco")),
                DxpConversation::new(Role::Follower, Name::new("Polo")),
            ],
            finished: [Vec::new(), Vec::new()],
            wishes: 0,
        }
    }

    /// Delivers a message to the other side as bytes, and its replies in return.
    fn deliver(&mut self, from: usize, message: &Message) {
        let to = 1 - from;
        let mut bytes = Vec::new();
        send(&mut bytes, message).unwrap();
        let mut frames = Frames::new(&bytes[..]);
        let frame = frames.next_frame().unwrap().expect("a message");
        assert!(matches!(frame, Frame::Whole(_)), "{message}");
        let heard = self.sides[to].receive(&frame);
        for event in heard.events {
            match event {
                DxpEvent::Asked(_) => {
                    let yes = self.sides[to].accept().unwrap();
                    self.deliver(to, &yes);
                }
                DxpEvent::Ended(finished) => self.finished[to].push(*finished),
                DxpEvent::WentBack(_) => self.wishes += 1,
                DxpEvent::Fault { .. } | DxpEvent::BadMove { .. } | DxpEvent::PlayedOn { .. } => {
                    panic!("{message}: {event:?}")
                }
                _ => {}
            }
        }
        for reply in heard.replies {
            self.deliver(to, &reply);
        }
    }

    /// The next action of the side to move.
    fn act(&mut self, dice: &mut Dice) {
        let who = usize::from(!self.sides[0].is_our_turn());
        let side = &mut self.sides[who];
        assert!(side.is_our_turn(), "one of the sides must be to move");
        let (game, terms) = (side.game().unwrap(), side.terms().unwrap());
        let (plies, legal) = (game.len(), game.position().legal_moves());
        let message = if let Some(outcome) = game.outcome() {
            side.end(Reason::of_winner(outcome.winner, terms.ours), false)
        } else if terms.moves > 0 && plies >= 2 * usize::from(terms.moves) {
            side.end(Reason::Unknown, false)
        } else if plies > 6 && dice.below(40) == 0 {
            side.ask_back(plies - 1 - dice.below(5))
        } else {
            side.play(&legal[dice.below(legal.len())], 1)
        };
        let message = message.unwrap();
        self.deliver(who, &message);
    }
}

#[test]
fn both_sides_of_random_games_agree_about_everything() {
    let mut dice = Dice(27_531);
    let mut wire = Wire::new();
    let mut verdicts = [0; 3];
    for number in 0..60 {
        let terms = Terms {
            ours: if number % 2 == 0 {
                Side::White
            } else {
                Side::Black
            },
            time: GameTime::of(Duration::from_mins(1)),
            moves: if number % 3 == 0 { 20 } else { 0 },
            start: Position::start(Variant::INTERNATIONAL),
        };
        let request = wire.sides[0].request(terms).unwrap();
        wire.deliver(0, &request);
        let mut acts = 0;
        while !wire.sides[0].is_between_games() {
            wire.act(&mut dice);
            acts += 1;
            assert!(acts < 2_000, "a game that does not end");
        }
        let [Some(mine), Some(yours)] = wire.finished.each_mut().map(Vec::pop) else {
            panic!("both sides know that the game is over");
        };
        assert!(mine.game.moves().eq(yours.game.moves()));
        assert_eq!(mine.verdict(), yours.verdict());
        assert_eq!(mine.game.position(), yours.game.position());
        assert!(!mine.is_disputed() && !yours.is_disputed());
        assert_eq!(mine.seconds.len(), mine.game.len());
        let kind = match mine.verdict() {
            DxpResult::Won(_) => 0,
            DxpResult::Drawn => 1,
            DxpResult::Unknown => 2,
        };
        verdicts[kind] += 1;
    }
    assert!(verdicts[0] > 10 && verdicts[2] >= 15, "{verdicts:?}");
    assert!(wire.wishes > 20, "{} wishes to go back", wire.wishes);
    assert_eq!((wire.sides[0].faults(), wire.sides[1].faults()), (0, 0));
}
