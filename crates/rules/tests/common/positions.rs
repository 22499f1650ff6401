//! Positions drawn by chance, sparse and crowded, with few kings and many.

use damier_rules::{Kind, Piece, Position, Setup, Side, Square, Variant};
use proptest::prelude::*;

/// Any playable position of the international game with at least one piece of the side to move.
pub(crate) fn international() -> impl Strategy<Value = Position> {
    let pieces = prop_oneof![1..=8usize, 2..=20usize, 10..=40usize];
    let kings = prop_oneof![Just(0u8), Just(10), Just(40), Just(100)];
    (pieces, kings, any::<bool>())
        .prop_flat_map(|(pieces, kings, white)| {
            let piece = (1..=50u8, any::<bool>(), 0..100u8);
            (
                proptest::collection::vec(piece, pieces),
                Just(kings),
                Just(white),
            )
        })
        .prop_map(|(pieces, kings, white)| {
            let to_move = if white { Side::White } else { Side::Black };
            position(&pieces, kings, to_move)
        })
}

fn position(pieces: &[(u8, bool, u8)], kings: u8, to_move: Side) -> Position {
    let mut setup = Setup::new();
    setup.side = Some(to_move);
    let mut count = [0; 2];
    for (index, &(number, white, roll)) in pieces.iter().enumerate() {
        // The first piece belongs to the side to move, so that there is one.
        let side = if index == 0 {
            to_move
        } else if white {
            Side::White
        } else {
            Side::Black
        };
        let far = match side {
            Side::White => 1..=5,
            Side::Black => 46..=50,
        };
        let kind = if roll < kings || far.contains(&number) {
            Kind::King
        } else {
            Kind::Man
        };
        let square = Square::new(number).unwrap();
        if setup.at(square).is_none() && count[side.index()] < 20 {
            setup.put(square, Piece::new(side, kind));
            count[side.index()] += 1;
        }
    }
    Position::from_setup(Variant::INTERNATIONAL, &setup).unwrap()
}
