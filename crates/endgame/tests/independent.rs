//! Solves every position of two and three pieces a second time with an independent solver: it
//! stores positions by their squares, takes moves from `Position`, and repeats passes over all
//! positions until nothing changes.

use std::collections::HashMap;

use damier_endgame::{Ground, Solutions};
use damier_rules::{AnyPieces, International, Kind, Piece, Position, Setup, Side, Square, Variant};

/// Plies to the end: even for a loss, odd for a win; `None` for a draw.
type Value = Option<u32>;

/// Every position of this many pieces, with at least one per side and either side to move.
fn positions(pieces: usize) -> Vec<Position> {
    fn fill(setup: &Setup, left: usize, first: u8, all: &mut Vec<Position>) {
        if left == 0 {
            for side in Side::ALL {
                let mut setup = setup.clone();
                setup.side = Some(side);
                let has = |side| setup.iter().any(|(_, piece)| piece.side == side);
                if Side::ALL.into_iter().all(has) {
                    all.extend(Position::from_setup(Variant::INTERNATIONAL, &setup));
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

/// The result of a move: a position of the same list, or a value.
enum After {
    Here(usize),
    There(Value),
}

/// Solves positions whose captures lead to `smaller` ones. Pass n finds all positions that end in n
/// plies. The solver stops after forty passes without a result.
fn solve(positions: &[Position], smaller: &HashMap<Position, Value>) -> HashMap<Position, Value> {
    let numbers: HashMap<_, _> = positions.iter().zip(0..).collect();
    let lead = |position: &Position| -> Vec<After> {
        let after = |played| {
            let next = position.play(&played).unwrap();
            match numbers.get(&next) {
                Some(&number) => After::Here(number),
                // A side without pieces has lost at once.
                None => After::There(smaller.get(&next).copied().unwrap_or(Some(0))),
            }
        };
        position.legal_moves().into_iter().map(after).collect()
    };
    let leads: Vec<Vec<After>> = positions.iter().map(lead).collect();
    let mut known: Vec<Value> = vec![None; positions.len()];
    let (mut round, mut idle) = (0, 0);
    while idle < 40 {
        let value = |after: &After| match *after {
            After::Here(number) => known[number],
            After::There(value) => value,
        };
        let ends_now = |after: &Vec<After>| {
            if round % 2 == 1 {
                after.iter().any(|after| value(after) == Some(round - 1))
            } else {
                let sooner_won = |plies| plies % 2 == 1 && plies < round;
                after
                    .iter()
                    .all(|after| value(after).is_some_and(sooner_won))
            }
        };
        let found: Vec<usize> = (0..positions.len())
            .filter(|&number| known[number].is_none() && ends_now(&leads[number]))
            .collect();
        idle = if found.is_empty() { idle + 1 } else { 0 };
        for number in found {
            known[number] = Some(round);
        }
        round += 1;
    }
    positions.iter().copied().zip(known).collect()
}

/// Compares both solvers and returns the values of the second one.
fn compare(pieces: u8, smaller: &HashMap<Position, Value>) -> HashMap<Position, Value> {
    let ground = Ground::new(&International).unwrap();
    let ours = Solutions::solve(&International, &ground, pieces, 2).unwrap();
    let theirs = solve(&positions(pieces.into()), smaller);
    for (position, value) in &theirs {
        let AnyPieces::Narrow(raw) = position.raw() else {
            panic!("64 bits are enough")
        };
        let distance = ours.get(&ground.placed(&raw)).unwrap();
        assert_eq!(distance.plies().map(u32::from), *value, "{raw:?}");
    }
    theirs
}

#[test]
fn two_pieces() {
    let two = compare(2, &HashMap::new());
    assert_eq!(two.len(), 17_690);
    assert_eq!(two.values().max(), Some(&Some(17)));
}

#[test]
#[ignore = "long: 1.6 million positions by an obvious solver, a minute at full speed"]
fn three_pieces() {
    let three = compare(3, &compare(2, &HashMap::new()));
    assert_eq!(three.len(), 1_612_600);
    assert_eq!(three.values().max(), Some(&Some(33)));
}

/// Every 31st position of three pieces has the value that follows from its moves, generated through
/// the rules' public interface.
#[test]
fn three_pieces_by_one_move() {
    let ground = Ground::new(&International).unwrap();
    let ours = Solutions::solve(&International, &ground, 3, 2).unwrap();
    let value = |position: &Position| -> Value {
        let AnyPieces::Narrow(raw) = position.raw() else {
            panic!("64 bits are enough")
        };
        let plies = |distance: damier_endgame::Distance| distance.plies().map(u32::from);
        // A position whose last piece of one side was captured is in no table.
        ours.get(&ground.placed(&raw)).map_or(Some(0), plies)
    };
    let mut decided = 0;
    for position in positions(3).iter().step_by(31) {
        let after: Vec<Value> = position
            .legal_moves()
            .iter()
            .map(|played| value(&position.play(played).unwrap()))
            .collect();
        let losses = after.iter().flatten().filter(|plies| *plies % 2 == 0);
        let expected = match losses.min() {
            Some(soonest) => Some(soonest + 1),
            None if after.contains(&None) => None,
            None => Some(
                after
                    .iter()
                    .flatten()
                    .max()
                    .map_or(0, |longest| longest + 1),
            ),
        };
        assert_eq!(value(position), expected, "{:?}", position.raw());
        decided += u32::from(expected.is_some());
    }
    assert!(decided > 10_000);
}
