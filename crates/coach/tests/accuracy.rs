//! The accuracy of a report on two games of the engine: one against random moves, one against
//! itself.

use std::sync::atomic::AtomicBool;

use damier_coach::report::{Choice, Effort, EngineAnswer, Report, Seen};
use damier_engine::{Engine, Limits};
use damier_notation::move_text;
use damier_rules::{DrawSettings, Game, Position, Variant};

/// Random legal moves as White against level 10, which wins in 36 moves.
const RANDOM_MOVES: &str = "31-26 17-21 26x17 11x22 33-28 22x33 39x28 6-11 37-31 20-24 35-30 24x35 38-33 15-20 \
    41-37 19-23 28x19 14x23 33-29 10-15 46-41 20-24 29x20 15x24 43-38 24-29 44-39 35x33 49-44 29x49 38x29 \
    23x34 32-28 1-6 48-43 49x23 31-26 34-39 42-38 16-21 26x17 11x22 37-31 23x46 47-42 46-37 45-40 37x26 40-35 \
    26x48 50-44 39x50 38-32 22-27 32x21 48-30 35x24 13-19 24x22 50x26 36-31 26x37";

/// Level 10 against itself after four random moves: a draw.
const CAREFUL_PLAY: &str = "34-30 20-25 39-34 15-20 31-27 17-21 36-31 11-17 44-39 18-22 27x18 13x22 32-27 21x32 \
    38x18 12x23 31-27 20-24 50-44 8-13 34-29 25x34 29x18 13x31 40x20 14x25 37x26 16-21 35-30 25x34 39x30 10-14 \
    45-40 5-10 40-34 7-12 42-38 14-20 41-37 20-24 30-25 6-11 46-41 12-18 37-32 9-13 44-39 1-7 34-29 10-15 \
    29x20 15x24 39-34 4-10 41-37 11-16 37-31 19-23 47-42 13-19 33-29 24x33 38x29 7-12 34-30 23x34 30x39 18-22 \
    31-27 22x31 26x37 19-23 42-38 17-22 49-44 22-27 39-33 21-26 32x21 16x27 44-39 12-18 33-29 23x34 39x30 10-14";

/// The accuracy of White and of Black after one look at each position.
fn accuracy(text: &str) -> [f64; 2] {
    let mut game = Game::new(
        Position::start(Variant::INTERNATIONAL),
        DrawSettings::default(),
    );
    for text in text.split_whitespace() {
        let played = move_text::read(game.position(), text).expect("a legal move");
        game.play(&played).expect("a legal move");
    }
    let engine = Engine::new(8);
    let mut report = Report::new(&game);
    while let Some(question) = report.next_question() {
        if question.effort != Effort::Look {
            break;
        }
        let limits = Limits {
            lines: question.line_count(),
            ..Limits::nodes(question.effort.measure(5_000))
        };
        let asked = question.game(&game).expect("a question about this game");
        let thought = engine.analyse(&asked, &limits, &|| 0, &AtomicBool::new(false), |_| {});
        report.answer(EngineAnswer {
            lines: thought.progress.lines.iter().map(Seen::from).collect(),
            verdict: None,
        });
    }
    let found = report.finish(&Choice::default());
    found.accuracy.map(|side| side.expect("moves that count"))
}

#[test]
fn random_moves_are_far_less_accurate_than_careful_play() {
    let [random, winner] = accuracy(RANDOM_MOVES);
    assert!(random < 75.0, "{random}");
    assert!(winner > 95.0, "{winner}");
    for careful in accuracy(CAREFUL_PLAY) {
        assert!(careful > 90.0, "{careful}");
    }
}
