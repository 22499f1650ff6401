//! Random positions, from sparse to crowded, with few or many kings.

use damier_rules::variant::rule_table::{Obligation, Passing};
use damier_rules::{Kind, KingRun, Piece, Position, Setup, Side, Square, Variant};
use proptest::prelude::*;

/// Any playable position of the international game with at least one piece of the side to move.
pub(crate) fn international() -> impl Strategy<Value = Position> {
    of(Variant::INTERNATIONAL)
}

/// Any playable position of a game with at least one piece of the side to move.
pub(crate) fn of(variant: Variant) -> impl Strategy<Value = Position> {
    let table = variant.table();
    let most = usize::from(table.pieces_per_side);
    let pieces = prop_oneof![1..=8usize, 2..=most, most / 2..=2 * most];
    let kings = match table.passing {
        Passing::NoPromotion => Just(0).boxed(),
        _ => prop_oneof![Just(0u8), Just(10), Just(40), Just(100)].boxed(),
    };
    let last = table.board.square_count();
    (pieces, kings, any::<bool>(), any::<[u8; 3]>()).prop_flat_map(
        move |(pieces, kings, white, past)| {
            let piece = (1..=last, any::<bool>(), 0..100u8);
            proptest::collection::vec(piece, pieces).prop_map(move |pieces| {
                let to_move = if white { Side::White } else { Side::Black };
                position(variant, &pieces, kings, to_move, past)
            })
        },
    )
}

fn position(
    variant: Variant,
    pieces: &[(u8, bool, u8)],
    kings: u8,
    to_move: Side,
    past: [u8; 3],
) -> Position {
    let table = variant.table();
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
        let square = Square::new(number).unwrap();
        let far = match side {
            Side::White => 0,
            Side::Black => table.board.height - 1,
        };
        let on_far_row =
            table.passing != Passing::NoPromotion && table.board.row_and_column(square).0 == far;
        let kind = if roll < kings || on_far_row {
            Kind::King
        } else {
            Kind::Man
        };
        if setup.at(square).is_none() && count[side.index()] < table.pieces_per_side {
            setup.put(square, Piece::new(side, kind));
            count[side.index()] += 1;
        }
    }
    let standing: Vec<(Square, Piece)> = setup.iter().collect();
    let of = |side: Side, chosen: &dyn Fn(&Piece) -> bool, place: u8| {
        let mut standing = standing.iter();
        let chosen = standing
            .by_ref()
            .filter(|(_, piece)| piece.side == side && chosen(piece));
        chosen.map(|(square, _)| *square).nth(usize::from(place))
    };
    if table.obligation != Obligation::Compulsory {
        let huffable = past.map(|place| of(to_move.opponent(), &|_| true, place % 16));
        setup.huffable = huffable.into_iter().flatten().collect();
    }
    if table.king_run.is_some() {
        setup.king_runs = Side::ALL.map(|side| {
            let square = of(
                side,
                &|piece| piece.kind == Kind::King,
                past[side.index()] % 4,
            )?;
            let moves = 1 + past[2] % 3;
            Some(KingRun { square, moves })
        });
    }
    Position::from_setup(variant, &setup).unwrap()
}
