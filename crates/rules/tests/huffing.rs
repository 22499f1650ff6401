//! Huffing: which pieces may be huffed after a move, and what a huff does (the Encyclopédie's
//! *souffler n'est pas jouer*). Squares are numbers from the top left, or letters for alquerque.

mod common;

use common::{position, square};
use damier_rules::{DrawSettings, EndReason, Game, Move, Outcome, Position, Side, Square, Variant};

const FRENCH: Variant = Variant::FRENCH_1754;

/// The move from one square to another that captures this many pieces, without a huff.
fn find(position: &Position, from: &str, to: &str, captures: usize) -> Move {
    let at = |name| square(position.variant(), name);
    let (from, to) = (at(from), at(to));
    let fits = |m: &&Move| (m.from, m.to, m.captured.len(), m.huff) == (from, to, captures, None);
    *position
        .legal_moves()
        .iter()
        .find(fits)
        .unwrap_or_else(|| panic!("{from}-{to} is not legal in\n{position:?}"))
}

/// The pieces that may be huffed after a move, by square numbers.
fn huffable_after(position: &Position, played: &Move) -> Vec<u8> {
    let after = position.play(played).unwrap();
    after.huffable().iter().map(Square::number).collect()
}

/// The men on 22 and 23 can each capture, the one on 32 cannot.
///
/// ```text
///     .   .   .   .
///   x   .   .   .        5
///     .   x   .   .      10
///   .   .   .   .
///     .   x   x   .      18 19
///   .   o   o   .        22 23
///     .   .   .   .
///   .   .   .   o        32
/// ```
const TWO_CAN_CAPTURE: &str = "W:W22,23,32:B18,10,19,5";

#[test]
fn after_a_quiet_move_every_piece_that_could_capture_may_be_huffed() {
    let position = position(FRENCH, TWO_CAN_CAPTURE);
    assert!(position.can_capture() && !position.must_capture());
    let waits = find(&position, "32", "28", 0);
    assert_eq!(huffable_after(&position, &waits), [22, 23]);
    // A piece that could capture but steps away is huffed on its new square.
    let steps = find(&position, "22", "17", 0);
    assert_eq!(huffable_after(&position, &steps), [17, 23]);
}

#[test]
fn only_an_incomplete_capture_may_be_huffed() {
    // 23x14 over 19 can continue over 10 to 7.
    let position = position(FRENCH, "W:W23:B18,10,5");
    let part = find(&position, "23", "14", 1);
    assert_eq!(huffable_after(&position, &part), [14]);
    let whole = find(&position, "23", "7", 2);
    assert!(huffable_after(&position, &whole).is_empty());
    // After a quiet move without a possible capture, nothing may be huffed.
    let quiet = common::position(FRENCH, "W:W32:B1");
    assert!(huffable_after(&quiet, &find(&quiet, "32", "28", 0)).is_empty());
}

/// A whole capture along the shorter of two ways is safe, except in the strict reading.
#[test]
fn the_shorter_way_is_safe_in_one_reading_and_huffable_in_the_other() {
    // 23x16 over 19 is complete with one piece; 23x14 over 18 continues over 10 to 7.
    let fen = "W:W23:B18,10,19,5";
    let usual = position(FRENCH, fen);
    let short = find(&usual, "23", "16", 1);
    assert!(huffable_after(&usual, &short).is_empty());
    let strict = Variant::from_id("french-1754:shorter-route-huffed").unwrap();
    let strict = position(strict, fen);
    assert_eq!(huffable_after(&strict, &short), [16]);
    let long = find(&strict, "23", "7", 2);
    assert!(huffable_after(&strict, &long).is_empty());
}

#[test]
fn a_huff_does_not_replace_the_move() {
    let position = position(FRENCH, TWO_CAN_CAPTURE);
    let after = position.play(&find(&position, "32", "28", 0)).unwrap();
    let moves = after.legal_moves();
    for huffed in [22, 23] {
        let with: Vec<&Move> = moves
            .iter()
            .filter(|m| m.huff.map(Square::number) == Some(huffed))
            .collect();
        assert!(!with.is_empty());
        for played in with {
            let next = after.play(played).unwrap();
            let there = next.piece_at(Square::new(huffed).unwrap());
            assert!(there.is_none_or(|piece| piece.side == Side::Black));
            assert_ne!(
                next.piece_at(played.to),
                None,
                "the side that huffs has moved as well"
            );
            assert_eq!(next.side(), Side::White);
        }
    }
    assert!(moves.iter().any(|m| m.huff.is_none()), "a huff is a choice");
    // The right to huff expires after one move.
    let forgone = moves
        .iter()
        .find(|m| m.huff.is_none() && !m.is_capture())
        .unwrap();
    let left = after.play(forgone).unwrap();
    assert!(
        left.huffable()
            .iter()
            .all(|at| left.piece_at(at).unwrap().side == Side::Black)
    );
}

#[test]
fn huffing_the_last_piece_wins() {
    let start = position(FRENCH, "W:W22:B18,1");
    let mut game = Game::new(start, DrawSettings::default());
    game.play(&find(&start, "22", "17", 0)).unwrap();
    let huff = game
        .position()
        .legal_moves()
        .into_iter()
        .find(|m| m.huff.is_some())
        .unwrap();
    game.play(&huff).unwrap();
    let won = Outcome::win(Side::Black, EndReason::NoPieces);
    assert_eq!(game.outcome(), Some(won));
}

/// In games with huffing a side has at most 56 pieces, since `Past` has 56 bits for the pieces that
/// may be huffed.
#[test]
fn huffable_pieces_fit_into_the_past() {
    use damier_rules::variant::rule_table::{Obligation, Passing};
    for &variant in Variant::READINGS {
        let table = variant.table();
        if table.obligation != Obligation::Compulsory {
            assert!(table.pieces_per_side <= 56, "{variant}");
            assert!(table.king_run.is_none(), "{variant} would keep two pasts");
            // The end of a capture must determine whether it can continue; `Walk::end_of` relies on
            // this.
            assert!(
                table.half_turn && table.passing != Passing::Promotes,
                "{variant}"
            );
        }
    }
}
