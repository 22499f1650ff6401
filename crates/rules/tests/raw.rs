//! Positions from and to bits: round trips in every reading, and bits that are not a position.

mod common;

use common::{in_every_reading, position};
use damier_rules::{AnyPieces, Pieces, Position, Variant};

/// Includes the past: runs of kings and pieces that may be huffed.
#[test]
fn bits_convert_back_to_the_same_position() {
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
fn bits_off_the_board_or_set_twice_are_rejected() {
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
