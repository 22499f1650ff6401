//! Positions and their bits: there and back in every reading, and bits that are no position.

mod common;

use common::{in_every_reading, position};
use damier_rules::{AnyPieces, Pieces, Position, Variant};

/// With what the past left behind: runs of kings, pieces to huff.
#[test]
fn the_bits_of_every_position_are_that_position() {
    in_every_reading(|variant| {
        let mut position = Position::start(variant);
        for step in 0..120_usize {
            assert_eq!(Position::from_raw(variant, position.raw()), Some(position));
            let moves = position.legal_moves();
            let Some(played) = moves.get(step * 7 % moves.len().max(1)) else {
                break;
            };
            position = position.play(played).expect("a legal move");
        }
    });
}

#[test]
fn bits_that_stand_nowhere_or_twice_are_no_position() {
    let variant = Variant::INTERNATIONAL;
    let AnyPieces::Narrow(sound) = position(variant, "W:WK28,33:B4,9").raw() else {
        panic!("64 bits")
    };
    let refused = |change: fn(&mut Pieces<u64>)| {
        let mut pieces = sound;
        change(&mut pieces);
        assert_eq!(
            Position::from_raw(variant, pieces.into()),
            None,
            "{pieces:?}"
        );
    };
    refused(|pieces| pieces.white |= pieces.black);
    refused(|pieces| pieces.kings |= 1 << 63);
    refused(|pieces| pieces.white |= 1 << 63);
    refused(|pieces| pieces.kings |= !(pieces.white | pieces.black));
    refused(|pieces| (pieces.white, pieces.black, pieces.kings) = (0, 0, 0));
    let elsewhere = Position::from_raw(Variant::CANADIAN, sound.into());
    assert_eq!(elsewhere, None, "a board of another width");
}
