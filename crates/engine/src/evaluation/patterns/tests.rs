//! The vectorised numbers equal numbers computed square by square, and turning the board does not
//! change the value.

use damier_rules::{AnyPieces, Kind, Position, Setup, Variant};

use super::shapes::{Shape, Shapes};
use super::*;
use crate::dice::Dice;

/// Positions along games of random moves.
fn positions(variant: Variant, games: u64) -> Vec<Position> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut dice = Dice::new(seed);
        let mut position = Position::start(variant);
        for _ in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let played = moves[dice.below(moves.len() as u32) as usize];
            position = position.play(&played).unwrap();
            positions.push(position);
        }
    }
    positions
}

#[test]
fn men_lean_to_the_side_where_they_stand() {
    let model = Model::new(Variant::INTERNATIONAL).unwrap();
    let mut setup = Setup::new();
    setup.side = Some(Side::White);
    for (number, side) in [
        (46, Side::White),
        (36, Side::White),
        (5, Side::Black),
        (47, Side::White),
    ] {
        let square = damier_rules::Square::new(number).unwrap();
        setup.put(square, damier_rules::Piece::new(side, Kind::Man));
    }
    let pieces = raw(&Position::from_setup(Variant::INTERNATIONAL, &setup).unwrap());
    let mut active = Active::default();
    model.active(&pieces, false, &mut active);
    // Columns 0, 0 and 2 against column 9. In halves, 9 + 9 + 5 from the middle, minus 9.
    let lean = active
        .terms
        .iter()
        .find(|(place, _)| *place as usize == model.terms().start + 2);
    assert_eq!(lean.map(|(_, factor)| *factor), Some(14));
}

fn raw(position: &Position) -> Pieces<u64> {
    match position.raw() {
        AnyPieces::Narrow(pieces) => pieces,
        AnyPieces::Wide(_) => panic!("64 bits"),
    }
}

/// The number of a shape for a side, square by square.
fn number(position: &Position, shape: &Shape, side: Side) -> u32 {
    let board = position.variant().table().board;
    let digit = |&(row, column): &(u8, u8)| match position
        .piece_at(board.square_at(row, column).unwrap())
    {
        Some(piece) if piece.kind == Kind::Man && piece.side == side => 1,
        Some(piece) if piece.kind == Kind::Man => 2,
        _ => 0,
    };
    shape
        .squares
        .iter()
        .rev()
        .fold(0, |number, square| 3 * number + digit(square))
}

/// Rows that all men still have to advance, counted man by man.
fn rows_to_go(position: &Position) -> i32 {
    let board = position.variant().table().board;
    let rows_of = |side: Side| {
        let men = position.squares(side, Kind::Man);
        let rows = men.iter().map(|square| board.row_and_column(square).0);
        rows.map(|row| match side {
            Side::White => i32::from(row),
            Side::Black => i32::from(board.height - 1 - row),
        })
        .sum::<i32>()
    };
    Side::ALL.into_iter().map(rows_of).sum()
}

#[test]
fn numbers_are_those_of_the_squares() {
    for variant in [Variant::INTERNATIONAL, Variant::RUSSIAN, Variant::ITALIAN] {
        let model = Model::new(variant).unwrap();
        let board = variant.table().board;
        let shapes = Shapes::of(board).unwrap();
        for position in positions(variant, 20) {
            let pieces = raw(&position);
            let (white, black) = (pieces.men(Side::White), pieces.men(Side::Black));
            let found = model.digits.seen(white, black);
            let tall = model.digits.tall(white, black);
            assert_eq!(found.rows_to_go, rows_to_go(&position));
            for (lane, shape) in shapes.small.iter().enumerate() {
                let images = shape.image(board);
                assert_eq!(
                    u32::from(found.small.shapes[lane]),
                    number(&position, shape, Side::White)
                );
                assert_eq!(
                    u32::from(found.small.images[lane]),
                    number(&position, &images, Side::Black)
                );
            }
            for (lane, shape) in shapes.tall.iter().enumerate() {
                let images = shape.image(board);
                assert_eq!(tall.shapes[lane], number(&position, shape, Side::White));
                assert_eq!(tall.images[lane], number(&position, &images, Side::Black));
            }
        }
    }
}

/// Weights that all differ, so that a wrong index shows.
fn distinct(model: &Model) -> Weights {
    let mut dice = Dice::new(11);
    let mut small = || dice.below(400) as i16 - 200;
    let pairs = (0..model.len()).map(|_| [small(), small()]).collect();
    Weights::new(model.variant().id(), pairs)
}

/// Half a turn of the board with colours exchanged.
fn turned(position: &Position) -> Position {
    let board = position.variant().table().board;
    let mut setup = Setup::new();
    setup.side = Some(position.side().opponent());
    for square in board.squares() {
        if let Some(mut piece) = position.piece_at(square) {
            piece.side = piece.side.opponent();
            let number = board.square_count() + 1 - square.number();
            setup.put(board.square(number).unwrap(), piece);
        }
    }
    Position::from_setup(position.variant(), &setup).unwrap()
}

#[test]
fn the_other_side_sees_the_same_after_half_a_turn() {
    for variant in [Variant::INTERNATIONAL, Variant::BRAZILIAN] {
        let model = Model::new(variant).unwrap();
        let patterns = Patterns::new(&distinct(&model)).unwrap();
        for position in positions(variant, 20) {
            let (here, there) = (raw(&position), raw(&turned(&position)));
            assert_eq!(
                patterns.value(&here),
                patterns.value(&there),
                "{position:?}"
            );
        }
    }
}

#[test]
fn active_terms_sum_to_the_evaluation() {
    let model = Model::new(Variant::INTERNATIONAL).unwrap();
    let weights = distinct(&model);
    let patterns = Patterns::new(&weights).unwrap();
    let mut active = Active::default();
    let mut with_kings = 0;
    for position in positions(Variant::INTERNATIONAL, 30) {
        let pieces = raw(&position);
        with_kings += usize::from(pieces.kings != 0);
        model.active(&pieces, true, &mut active);
        let sum: f64 = active
            .terms
            .iter()
            .map(|&(place, factor)| {
                let [early, late] = weights.pairs()[place as usize].map(f64::from);
                let ahead = f64::from(active.ahead);
                f64::from(factor) * (early * ahead + late * (1.0 - ahead))
            })
            .sum();
        let value = f64::from(patterns.value(&pieces));
        let value = if pieces.side == Side::White {
            value
        } else {
            -value
        };
        assert!(
            (sum / f64::from(STEPS) - value).abs() < 1.01,
            "{sum} {value}"
        );
    }
    assert!(with_kings > 100);
}

#[test]
fn weights_of_another_game_are_refused() {
    let model = Model::new(Variant::RUSSIAN).unwrap();
    let without_tall = Weights::new("russian", vec![[0; 2]; model.tall().start]);
    assert!(Patterns::new(&without_tall).is_ok());
    let short = Weights::new("russian", vec![[0; 2]; model.len() - 1]);
    let unknown = Weights::new("chess", vec![[0; 2]; model.len()]);
    let shapeless = Weights::new("turkish", vec![[0; 2]; model.len()]);
    for weights in [short, unknown, shapeless] {
        assert!(matches!(
            Patterns::new(&weights),
            Err(WeightsError::NotOfThisGame(_))
        ));
    }
}
