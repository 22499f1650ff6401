//! The common evaluation is symmetric in the colours and prefers the better position in every game.

use damier_rules::bits::Bits;
use damier_rules::{
    AnyPieces, AnyRules, Kind, Piece, Pieces, Position, Rulebook, Rules, Setup, Side, Square,
    Variant,
};

use super::Common;
use crate::dice::Dice;
use crate::evaluation::Evaluation;

/// Runs a check with the compiled rules of a game.
macro_rules! with_rules {
    ($variant:expr, $check:ident) => {
        match $variant.rules() {
            AnyRules::Narrow(rules) => $check(rules),
            AnyRules::Wide(rules) => $check(rules),
        }
    };
}

/// Positions of a game played with random moves.
fn positions<B: Bits>(rules: &Rules<B>, seed: u64) -> Vec<Pieces<B>> {
    let mut dice = Dice::new(seed);
    let mut here = rules.start();
    let mut seen = vec![here];
    for _ in 0..80 {
        let mut moves = Vec::new();
        rules.playable(&here, &mut moves);
        if moves.is_empty() {
            break;
        }
        here = rules.after(&here, &moves[dice.below(moves.len() as u32) as usize]);
        seen.push(here);
    }
    seen
}

/// The board turned by half, with colours exchanged. State left by earlier moves is dropped.
fn turned<B: Bits>(rules: &Rules<B>, pieces: &Pieces<B>) -> Pieces<B> {
    let geometry = rules.geometry();
    let mut turned = Pieces::empty(pieces.side.opponent());
    let count = geometry.board().square_count();
    for square in geometry.board().squares() {
        if let Some(piece) = pieces.at(geometry.bit(square)) {
            let opposite = Square::new(count + 1 - square.number()).expect("a square");
            let piece = Piece::new(piece.side.opponent(), piece.kind);
            turned.put(geometry.bit(opposite), piece);
        }
    }
    turned
}

#[test]
fn a_turned_board_is_worth_the_same_in_every_game() {
    fn check<B: Bits>(rules: &'static Rules<B>) {
        let common = Common::new(rules);
        for seed in 0..6 {
            for pieces in positions(rules, seed) {
                let bare = pieces.passed().passed();
                let value = common.value(&bare);
                assert_eq!(value, common.value(&turned(rules, &bare)), "{bare:?}");
                assert!(value.abs() <= super::MAX_VALUE);
            }
        }
    }
    for variant in Variant::READINGS {
        with_rules!(variant, check);
    }
}

/// The value of a position with these pieces for White; kings are negative.
fn score(variant: Variant, white: &[i8], black: &[i8]) -> i32 {
    let mut setup = Setup::new();
    setup.side = Some(Side::White);
    for (of, squares) in [(Side::White, white), (Side::Black, black)] {
        for &number in squares {
            let square = Square::new(number.unsigned_abs()).expect("a square");
            let kind = if number < 0 { Kind::King } else { Kind::Man };
            setup.put(square, Piece::new(of, kind));
        }
    }
    let position = Position::from_setup(variant, &setup).expect("playable");
    match (variant.rules(), position.raw()) {
        (AnyRules::Narrow(rules), AnyPieces::Narrow(pieces)) => Common::new(rules).value(&pieces),
        (AnyRules::Wide(rules), AnyPieces::Wide(pieces)) => Common::new(rules).value(&pieces),
        _ => panic!("a position holds the integer of its game"),
    }
}

#[test]
fn more_is_better_except_where_the_goal_is_to_lose() {
    for variant in [Variant::RUSSIAN, Variant::ENGLISH, Variant::GERMAN] {
        let equal = score(variant, &[21, 22, 26], &[6, 7, 11]);
        let ahead = score(variant, &[21, 22, 26, 30], &[6, 7, 11]);
        let king = score(variant, &[21, 22, 26, -30], &[6, 7, 11]);
        assert!(ahead > equal + 70, "{variant}");
        assert!(king > ahead + 15, "{variant}");
    }
    let equal = score(Variant::PODDAVKI, &[21, 22, 26], &[6, 7, 11]);
    assert!(score(Variant::PODDAVKI, &[21, 22, 26, 30], &[6, 7, 11]) < equal - 30);
}

#[test]
fn king_value_follows_its_moves() {
    let gain = |variant| score(variant, &[27, -32], &[6, 5]) - score(variant, &[27, 32], &[6, 5]);
    let (short, flying) = (gain(Variant::ENGLISH), gain(Variant::RUSSIAN));
    assert!(short + 80 < flying, "{short}, {flying}");
    let gain = |variant| score(variant, &[43, -48], &[6, 9]) - score(variant, &[43, 48], &[6, 9]);
    let (diagonal, eight_ways) = (gain(Variant::KILLER), gain(Variant::FRISIAN));
    assert!(diagonal + 80 < eight_ways, "{diagonal}, {eight_ways}");
}

#[test]
fn a_race_to_the_first_king_is_seen() {
    let ahead = score(Variant::BREAKTHROUGH, &[17, 46], &[35, 9]);
    let stopped = score(Variant::BREAKTHROUGH, &[17, 46], &[35, 2]);
    assert!(ahead > stopped + 300, "{ahead}, {stopped}");
}

#[test]
fn lone_king_draws_where_its_game_allows_it() {
    let pieces = (&[-1i8, -2][..], &[-26i8][..]);
    assert!(score(Variant::RUSSIAN, pieces.0, pieces.1) < 60);
    assert!(score(Variant::ENGLISH, pieces.0, pieces.1) > 80);
    assert!(score(Variant::FRISIAN, pieces.0, pieces.1) > 200);
}
