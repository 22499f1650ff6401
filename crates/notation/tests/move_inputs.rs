//! Checks that the reader of written moves and the explanation of move inputs agree.

use damier_notation::move_text;
use damier_rules::{Explanation, Position, Square, Variant, explain};
use proptest::prelude::*;
use proptest::sample::Index;

/// The positions of a random game.
fn positions(choices: &[Index]) -> Vec<Position> {
    let mut positions = vec![Position::start(Variant::INTERNATIONAL)];
    for choice in choices {
        let position = positions[positions.len() - 1];
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        positions.push(position.play(choice.get(&moves)).unwrap());
    }
    positions
}

fn text(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
    names.join("x")
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 100,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_text_that_reads_as_a_move_is_legal_as_a_move_input(
        choices in proptest::collection::vec(any::<Index>(), 120),
        kept in any::<u16>(),
        changed in (any::<Index>(), 1..=50u8),
    ) {
        for position in positions(&choices) {
            for played in position.legal_moves() {
                let way = position.path(&played).unwrap().squares;
                // Some of the squares between start and end are left out, and one may be wrong.
                let ends = |place: usize| place == 0 || place == way.len() - 1;
                let mut squares: Vec<Square> = way
                    .iter()
                    .enumerate()
                    .filter(|&(place, _)| ends(place) || kept >> place & 1 == 1)
                    .map(|(_, &square)| square)
                    .collect();
                if kept & 1 == 1 {
                    let place = changed.0.index(squares.len());
                    squares[place] = Square::new(changed.1).unwrap();
                }
                // Tapping a square twice is allowed in a move input, but is an error in a text.
                if squares.windows(2).any(|pair| pair[0] == pair[1]) {
                    continue;
                }
                let text = text(&squares);
                let input = move_text::read_move_input(position.variant(), &text).unwrap();
                let answer = explain(&position, &input);
                match move_text::read(&position, &text) {
                    Ok(read) => prop_assert_eq!(answer, Explanation::Legal(read), "{}", text),
                    Err(error) => {
                        // A move input may name captured pieces; a written move may not.
                        let by_victims = matches!(&answer, Explanation::Legal(found)
                            if input.via.iter().any(|&square| found.captured.contains(square)));
                        prop_assert!(
                            by_victims || !matches!(answer, Explanation::Legal(_)),
                            "{}: {}, but {:?}", text, error, answer
                        );
                    }
                }
            }
        }
    }
}
