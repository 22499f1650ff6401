//! Trained weights: which games have them, and what loading weights changes.

use std::sync::atomic::AtomicBool;

use damier_engine::trained::{Model, Weights};
use damier_engine::{Answer, Engine, Knowledge, Limits, bench};
use damier_rules::{DrawSettings, Game, Position, Variant};

const MB: usize = 2;

/// The games for which the program has weights.
const TRAINED: [Variant; 5] = [
    Variant::INTERNATIONAL,
    Variant::FRISIAN,
    Variant::RUSSIAN,
    Variant::BRAZILIAN,
    Variant::ENGLISH,
];

fn start(variant: Variant) -> Game {
    Game::new(Position::start(variant), DrawSettings::default())
}

fn ask(engine: &Engine, game: &Game) -> Answer {
    let limits = Limits::nodes(20_000);
    engine.analyse(game, &limits, &|| 0, &AtomicBool::new(false), |_| {})
}

#[test]
fn the_program_has_weights_of_exactly_these_games() {
    let knows = Engine::new(MB);
    let by_hand = Engine::with_knowledge(MB, Knowledge::Hand);
    for &variant in Variant::READINGS {
        let trained = cfg!(feature = "weights") && TRAINED.contains(&variant);
        assert_eq!(knows.is_trained(variant), trained, "{variant}");
        assert!(!by_hand.is_trained(variant), "{variant}");
    }
}

#[cfg(feature = "weights")]
#[test]
fn trained_values_differ_from_hand_written_ones() {
    for variant in TRAINED {
        let game = start(variant);
        let learned = ask(&Engine::new(MB), &game);
        let by_hand = ask(&Engine::with_knowledge(MB, Knowledge::Hand), &game);
        assert_ne!(learned.progress, by_hand.progress, "{variant}");
    }
}

/// Weights of a game that count only men, the first of its terms.
fn only_men(variant: Variant) -> Weights {
    let model = Model::new(variant).expect("a board with shapes");
    let mut pairs = vec![[0; 2]; model.tall().start];
    pairs[model.terms().start] = [1_000, 1_000];
    Weights::new(variant.id(), pairs)
}

#[test]
fn learn_changes_one_game_only() {
    let knew = Engine::new(MB);
    let mut engine = Engine::new(MB);
    let russian = only_men(Variant::RUSSIAN);
    engine.learn(&russian).expect("they fit");
    engine.learn(&only_men(Variant::POOL)).expect("they fit");
    for variant in [Variant::POOL, Variant::RUSSIAN] {
        assert!(engine.is_trained(variant));
        let game = start(variant);
        assert_ne!(ask(&engine, &game), ask(&knew, &game), "{variant}");
    }
    let taught = Engine::with_weights(MB, &russian).expect("they fit");
    let game = start(Variant::RUSSIAN);
    engine.forget();
    assert_eq!(ask(&engine, &game), ask(&taught, &game));
    for variant in [Variant::INTERNATIONAL, Variant::ENGLISH, Variant::TURKISH] {
        let game = start(variant);
        for engine in [&engine, &knew, &taught] {
            engine.forget();
        }
        let answer = ask(&knew, &game);
        assert_eq!(ask(&engine, &game), answer, "{variant}");
        assert_eq!(ask(&taught, &game), answer, "{variant}");
    }
}

#[test]
fn learned_weights_replace_earlier_ones() {
    let mut engine = Engine::new(MB);
    let lost = Weights::new(
        "russian",
        vec![[0; 2]; only_men(Variant::RUSSIAN).pairs().len()],
    );
    for weights in [&lost, &only_men(Variant::RUSSIAN)] {
        engine.learn(weights).expect("they fit");
        let taught = Engine::with_weights(MB, weights).expect("they fit");
        let game = start(Variant::RUSSIAN);
        assert_eq!(ask(&engine, &game), ask(&taught, &game));
    }
}

#[test]
fn learn_equals_weights_at_construction() {
    let bytes = include_bytes!("../weights/international.dw");
    let weights = Weights::from_bytes(bytes).expect("the weights of this program");
    for game in bench::games().step_by(3) {
        let mut engine = Engine::with_knowledge(MB, Knowledge::Hand);
        let by_hand = ask(&engine, &game); // leaves values in the table that must not be met again
        engine.learn(&weights).expect("they fit");
        let knew = Engine::with_weights(MB, &weights).expect("they fit");
        let learned = ask(&engine, &game);
        assert_eq!(learned, ask(&knew, &game));
        assert_ne!(learned, by_hand);
        assert!(engine.is_trained(Variant::INTERNATIONAL) && !engine.is_trained(Variant::FRISIAN));
    }
}

#[test]
fn weights_that_do_not_fit_change_nothing() {
    let mut engine = Engine::with_knowledge(MB, Knowledge::Hand);
    let short = Weights::new("international", vec![[1, 1]; 3]);
    assert!(engine.learn(&short).is_err());
    assert!(!engine.is_trained(Variant::INTERNATIONAL));
}
