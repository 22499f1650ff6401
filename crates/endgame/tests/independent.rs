//! Every position of two and of three pieces, solved a second time by a solver that shares nothing with the
//! first: positions by their squares, moves by `Position`, values by going round until nothing
//! changes.

use std::collections::HashMap;

use damier_endgame::{Ground, Solutions};
use damier_rules::{AnyPieces, International, Kind, Piece, Position, Setup, Side, Square, Variant};

/// Plies to the end: even for a loss, odd for a win; `None` for a draw.
type Value = Option<u32>;

/// Every position of so many pieces, both sides having one, either side to move.
fn positions(pieces: usize) -> Vec<Position> {
    fn fill(setup: &Setup, left: usize, first: u8, all: &mut Vec<Position>) {
        if left == 0 {
            for side in Side::ALL {
                let mut setup = setup.clone();
                setup.side = Some(side);
                let both = Side::ALL.iter().all(|&side| {
                    [Kind::Man, Kind::King].iter().any(|&kind| !setup.squares(Piece { side, kind }).is_empty())
                });
                if both && let Ok(position) = Position::from_setup(Variant::INTERNATIONAL, &setup) {
                    all.push(position);
                }
            }
            return;
        }
        for number in first..=50 {
            for side in Side::ALL {
                for kind in [Kind::Man, Kind::King] {
                    let mut setup = setup.clone();
                    setup.put(Square::new(number).unwrap(), Piece { side, kind });
                    fill(&setup, left - 1, number + 1, all);
                }
            }
        }
    }
    let mut all = Vec::new();
    fill(&Setup::new(), pieces, 1, &mut all);
    all
}

/// Solves positions whose captures lead to `smaller` ones, by going round.
fn solve(positions: &[Position], smaller: &HashMap<Position, Value>) -> HashMap<Position, Value> {
    let mut values: HashMap<Position, Value> = HashMap::new();
    let numbers: HashMap<&Position, usize> = positions.iter().enumerate().map(|(n, p)| (p, n)).collect();
    /// Where a move leads: to a position of the same list, or to a value.
    enum After { Here(usize), There(Value) }
    let after: Vec<Vec<After>> = positions
        .iter()
        .map(|position| {
            let lead = |played| {
                let next = position.play(&played).unwrap();
                match numbers.get(&next) {
                    Some(&number) => After::Here(number),
                    // The last piece is gone: lost at once.
                    None => After::There(smaller.get(&next).copied().unwrap_or(Some(0))),
                }
            };
            position.legal_moves().into_iter().map(lead).collect()
        })
        .collect();
    let mut known: Vec<Value> = vec![None; positions.len()];
    // In round n everything that ends in n plies is found.
    let mut idle = 0;
    let mut round = 0;
    while idle < 40 {
        let mut found = Vec::new();
        for (number, after) in after.iter().enumerate() {
            if known[number].is_some() {
                continue;
            }
            let value = |after: &After| match *after {
                After::Here(number) => known[number],
                After::There(value) => value,
            };
            let won = after.iter().any(|a| value(a).is_some_and(|plies| plies % 2 == 0 && plies + 1 == round));
            let lost = after.iter().all(|a| value(a).is_some_and(|plies| plies % 2 == 1 && plies < round))
                && round % 2 == 0;
            if won || lost {
                found.push(number);
            }
        }
        idle = if found.is_empty() { idle + 1 } else { 0 };
        for number in found {
            known[number] = Some(round);
        }
        round += 1;
    }
    for (position, value) in positions.iter().zip(known) {
        values.insert(*position, value);
    }
    values
}

fn compare(pieces: usize, smaller: &HashMap<Position, Value>) -> HashMap<Position, Value> {
    let ground = Ground::new(&International).unwrap();
    let ours = Solutions::solve(&International, &ground, pieces as u8, 2).unwrap();
    let all = positions(pieces);
    let theirs = solve(&all, smaller);
    let mut decided = 0;
    for (position, value) in &theirs {
        let AnyPieces::Narrow(raw) = position.raw() else { unreachable!() };
        let distance = ours.get(&ground.placed(&raw)).unwrap();
        assert_eq!(distance.plies().map(u32::from), *value, "{raw:?}");
        decided += usize::from(value.is_some());
    }
    eprintln!("{pieces} pieces: {} positions, {decided} decided, longest {:?}", all.len(), theirs.values().max());
    assert!(decided > all.len() / 10);
    theirs
}

#[test]
fn two_pieces() {
    let two = compare(2, &HashMap::new());
    assert_eq!(two.len(), 17_690);
    let three = compare(3, &two);
    assert_eq!(three.len(), 1_612_600);
}
