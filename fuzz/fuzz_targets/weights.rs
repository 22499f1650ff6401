//! Arbitrary bytes as a file of weights: they are rejected with an error, or give weights that are
//! written back unchanged. With arbitrary numbers in a complete file, the engine still plays a
//! legal move.
#![no_main]

use std::sync::atomic::AtomicBool;

use damier_engine::trained::{HIDDEN, Model, STAGES, WIDTH, Weights};
use damier_engine::{Engine, Limits};
use damier_rules::{DrawSettings, Game, Position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, Vec<u8>, &[u8])| {
    let (game, moves, bytes) = input;
    let _ = Weights::from_bytes(bytes);
    // Arbitrary bytes between a valid header and a valid checksum.
    let variant = damier_fuzz::variant(game);
    let head = [
        &beginning(variant.id(), 0)[..16 + variant.id().len()],
        bytes,
    ]
    .concat();
    if let Ok(weights) = Weights::from_bytes(&with_sum(head.clone())) {
        assert_eq!(weights.to_bytes(), with_sum(head));
    }
    // As many numbers as the model of the game has.
    let Some(model) = Model::new(variant) else {
        return;
    };
    let mut numbers = bytes.iter().copied().chain([0x7F]).cycle();
    let pairs = model.tall().start;
    let network = 2 * WIDTH * (model.inputs().count() + 1) + STAGES * HIDDEN * (4 * WIDTH + 6);
    let mut file = beginning(variant.id(), pairs as u32);
    file.extend(numbers.by_ref().take(4 * pairs));
    file.extend((network as u32).to_le_bytes());
    file.extend(numbers.take(network));
    let weights = Weights::from_bytes(&with_sum(file)).expect("a whole file");
    let engine = Engine::with_weights(1, &weights).expect("they fit the game");
    let mut game = Game::new(Position::start(variant), DrawSettings::default());
    for choice in moves.iter().take(100) {
        let legal = game.position().legal_moves();
        let chosen = legal.get(usize::from(*choice) % legal.len().max(1));
        if chosen.is_none_or(|chosen| game.play(chosen).is_err()) {
            break;
        }
    }
    if game.outcome().is_none() {
        let never = AtomicBool::new(false);
        let answer = engine.analyse(&game, &Limits::nodes(300), &|| 0, &never, |_| {});
        let best = answer.best.expect("the game goes on");
        assert!(game.position().legal_moves().contains(&best));
    }
});

/// The file up to its pairs.
fn beginning(id: &str, pairs: u32) -> Vec<u8> {
    // Without pairs and network the file ends with two numbers and the checksum.
    let mut file = Weights::new(id, Vec::new()).to_bytes();
    file.truncate(file.len() - 12);
    file.extend(pairs.to_le_bytes());
    file
}

fn with_sum(mut file: Vec<u8>) -> Vec<u8> {
    file.extend(crc32fast::hash(&file).to_le_bytes());
    file
}
