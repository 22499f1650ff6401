//! The looked-up sums equal sums over single inputs, and turning the board does not change the
//! value.

use super::*;
use crate::dice::Dice;
use damier_rules::{AnyPieces, AnyRules, Kind, Piece, Position, Setup, Variant};

/// Positions from games of random moves, with a few extra kings.
fn positions(variant: Variant, games: u64) -> Vec<Pieces<u64>> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut dice = Dice::new(seed);
        let mut position = Position::start(variant);
        for _ in 0..150 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let played = moves[dice.below(moves.len() as u32) as usize];
            position = position.play(&played).unwrap();
            let AnyPieces::Narrow(mut pieces) = position.raw() else {
                panic!("64 bits")
            };
            positions.push(pieces);
            pieces.kings |= pieces.occupied() & (1 << dice.below(64));
            positions.push(pieces);
        }
    }
    positions
}

fn geometry(variant: Variant) -> &'static Geometry<u64> {
    match variant.rules() {
        AnyRules::Narrow(rules) => rules.geometry(),
        AnyRules::Wide(_) => panic!("64 bits"),
    }
}

/// Weights that all differ, large enough that some activations are clipped on both sides.
fn numbers(inputs: &Inputs) -> QuantisedWeights {
    let mut dice = Dice::new(5);
    let mut below = |most: u32| dice.below(2 * most + 1) as i32 - most as i32;
    QuantisedWeights {
        inputs: (0..=inputs.count())
            .map(|_| std::array::from_fn(|_| below(60) as i16))
            .collect(),
        heads: Box::new(std::array::from_fn(|_| Head {
            hidden_weights: std::array::from_fn(|_| std::array::from_fn(|_| below(40) as i16)),
            hidden_biases: std::array::from_fn(|_| below(20_000)),
            output_weights: std::array::from_fn(|_| below(9_000) as i16),
        })),
    }
}

/// The network computed naively, number by number.
fn obvious(
    inputs: &Inputs,
    numbers: &QuantisedWeights,
    pieces: &Pieces<u64>,
) -> (Value, [usize; 3]) {
    let mut cut_off = [0; 3];
    let mut cut = |value: i32, most: i32| {
        cut_off[usize::from(value > 0) + usize::from(value >= most)] += 1;
        value.clamp(0, most)
    };
    let mut seen = Vec::new();
    for view in [pieces.side, pieces.side.opponent()] {
        let mut sums = numbers.inputs[inputs.count()].map(i32::from);
        inputs.visit(pieces, view, |input| {
            for (sum, number) in sums.iter_mut().zip(numbers.inputs[input]) {
                *sum += i32::from(number);
            }
        });
        seen.extend(sums.map(|sum| cut(sum, i32::from(ONE))));
    }
    let whole = i32::from(ONE) * i32::from(HIDDEN_WEIGHT_ONE);
    let head = &numbers.heads[inputs.stage(pieces)];
    let mut value = 0;
    for hidden in 0..HIDDEN {
        let hidden_weights = head.hidden_weights[hidden].iter().zip(&seen);
        let sum: i32 = hidden_weights
            .map(|(&link, &seen)| i32::from(link) * seen)
            .sum();
        let sum = cut(sum + head.hidden_biases[hidden], whole);
        value += (sum >> SPARED) * i32::from(head.output_weights[hidden]);
    }
    (
        value / ((whole >> SPARED) * i32::from(OUTPUT_WEIGHT_ONE)),
        cut_off,
    )
}

#[test]
fn sums_looked_up_are_those_of_the_inputs() {
    for variant in [Variant::INTERNATIONAL, Variant::RUSSIAN, Variant::ITALIAN] {
        let inputs = Inputs::new(geometry(variant));
        let numbers = numbers(&inputs);
        let network = Network::new(geometry(variant), &numbers).unwrap();
        let mut met = [0; 3];
        for pieces in positions(variant, 12) {
            let (value, cut_off) = obvious(&inputs, &numbers, &pieces);
            assert_eq!(network.value(&pieces), value, "{pieces:?}");
            for (met, new) in met.iter_mut().zip(cut_off) {
                *met += new;
            }
        }
        assert!(met.iter().all(|&times| times > 1_000), "{met:?}");
    }
}

#[test]
fn a_game_goes_through_all_stages() {
    for variant in [Variant::INTERNATIONAL, Variant::RUSSIAN] {
        let inputs = Inputs::new(geometry(variant));
        let AnyPieces::Narrow(mut pieces) = Position::start(variant).raw() else {
            panic!("64 bits")
        };
        let mut stage = inputs.stage(&pieces);
        assert_eq!(stage, STAGES - 1, "at the start");
        while pieces.white != 0 {
            let (white, black) = (pieces.white, pieces.black);
            (pieces.white, pieces.black) = (black & (black - 1), white);
            let next = inputs.stage(&pieces);
            assert!(next == stage || next + 1 == stage, "{pieces:?}");
            stage = next;
        }
        assert_eq!(stage, 0, "at the end");
    }
}

#[test]
fn both_sides_see_the_same_after_half_a_turn() {
    let variant = Variant::INTERNATIONAL;
    let geometry = geometry(variant);
    let inputs = Inputs::new(geometry);
    let network = Network::new(geometry, &numbers(&inputs)).unwrap();
    let board = *geometry.board();
    for pieces in positions(variant, 5) {
        let mut setup = Setup::new();
        setup.side = Some(pieces.side.opponent());
        for square in board.squares() {
            let bit = 1 << geometry.bit(square);
            for side in Side::ALL {
                for (kind, set) in [
                    (Kind::Man, pieces.men(side)),
                    (Kind::King, pieces.kings_of(side)),
                ] {
                    if set & bit != 0 {
                        let number = board.square_count() + 1 - square.number();
                        let turned = board.square(number).unwrap();
                        setup.put(turned, Piece::new(side.opponent(), kind));
                    }
                }
            }
        }
        let turned = Position::from_setup(variant, &setup).unwrap();
        let AnyPieces::Narrow(turned) = turned.raw() else {
            panic!("64 bits")
        };
        assert_eq!(network.value(&turned), network.value(&pieces));
    }
}

#[test]
fn numbers_of_another_board_are_refused() {
    let numbers = numbers(&Inputs::new(geometry(Variant::RUSSIAN)));
    assert!(Network::new(geometry(Variant::INTERNATIONAL), &numbers).is_none());
}
