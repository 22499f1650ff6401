//! The most expensive positions: a capture that can be made in very many ways passes through very
//! many states, and finding moves and paths takes time for each of them. Hill climbing looks for
//! the bound that the library documents: a position is changed at random, and a change is kept
//! unless it makes the board less crowded.

use damier_rules::{Kind, Piece, Position, Setup, Side, Square, Variant};

/// A bound on the states of any position, as far as climbing finds. The most crowded boards are
/// Frisian, where captures go in eight directions: 600 changes lead to 570,000 states there, to
/// 24,000 on the boards of 12x12, and to fewer than 20,000 in every other game.
const MAX_STATES: usize = 2_000_000;

/// SplitMix64: seeded random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % sides
    }

    fn square(&mut self, variant: Variant) -> Square {
        let count = u64::from(variant.table().board.square_count());
        Square::new(self.below(count) as u8 + 1).expect("a square of the board")
    }
}

/// Starts with a king against as many pieces of the other side as the game has, and changes the
/// position `steps` times.
fn climb(variant: Variant, seed: u64, steps: usize) -> (usize, Position) {
    let mut dice = Dice(seed);
    let mut best = loop {
        let mut setup = Setup::new();
        setup.side = Some(Side::White);
        for _ in 0..variant.table().pieces_per_side {
            let black = Piece::new(Side::Black, Kind::King);
            setup.put(dice.square(variant), black);
        }
        setup.put(dice.square(variant), Piece::new(Side::White, Kind::King));
        if let Ok(position) = Position::from_setup(variant, &setup) {
            break (position.capture_states(MAX_STATES), position);
        }
    };
    for _ in 0..steps {
        let mut setup = best.1.to_setup();
        for _ in 0..=dice.below(3) {
            let square = dice.square(variant);
            let piece = match dice.below(8) {
                0 => Some(Piece::new(Side::White, Kind::King)),
                1 => Some(Piece::new(Side::Black, Kind::Man)),
                2 | 3 => None,
                _ => Some(Piece::new(Side::Black, Kind::King)),
            };
            match piece {
                Some(piece) => setup.put(square, piece),
                None => setup.clear(square),
            };
        }
        let Ok(position) = Position::from_setup(variant, &setup) else {
            continue;
        };
        let states = position.capture_states(MAX_STATES);
        if states >= best.0 {
            best = (states, position);
        }
    }
    best
}

#[test]
#[ignore = "long: climbs for minutes"]
fn no_position_exceeds_the_documented_number_of_states() {
    for &variant in Variant::ALL {
        let (states, position) = (0..2)
            .map(|seed| climb(variant, seed, 300))
            .max_by_key(|(states, _)| *states)
            .expect("a climb");
        eprintln!("{variant}: {states}\n{position:?}");
        assert!(states < MAX_STATES, "{position:?}");
    }
}
