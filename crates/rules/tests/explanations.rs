//! Whatever somebody wants to play, the answer is right: a wish is legal where a generator written from
//! the text of the rules says so, and every reason given for a refusal is true of the position.

mod common;

use std::collections::BTreeSet;

use common::naive::{self, Identity, Way};
use common::{position, positions};
use damier_rules::{
    Explanation, Kind, Move, Position, Refusal, Side, Square, SquareSet, Variant, Wish, explain,
    must_play, why_not,
};
use proptest::prelude::*;

fn square(number: u8) -> Square {
    Square::new(number).unwrap()
}

fn wish(squares: &[u8]) -> Wish {
    let squares: Vec<Square> = squares.iter().copied().map(square).collect();
    let (from, to) = (squares[0], squares[squares.len() - 1]);
    Wish::through(from, squares[1..squares.len() - 1].to_vec(), to)
}

fn numbers(set: SquareSet) -> BTreeSet<u8> {
    set.iter().map(Square::number).collect()
}

fn identity(played: &Move) -> Identity {
    (
        played.from.number(),
        played.to.number(),
        numbers(played.captured),
        played.promotes,
        played.huff.map(Square::number),
    )
}

/// Row and column of a square, after Annex 1 art. 2.6.
fn cell(number: u8) -> (i32, i32) {
    let index = i32::from(number) - 1;
    let row = index / 5;
    (row, index % 5 * 2 + (row + 1) % 2)
}

/// How far two squares of one diagonal are from one another.
fn distance(one: u8, other: u8) -> Option<i32> {
    let ((a, b), (c, d)) = (cell(one), cell(other));
    ((a - c).abs() == (b - d).abs()).then(|| (a - c).abs())
}

/// The squares strictly between two squares of one diagonal.
fn between(one: u8, other: u8) -> Vec<u8> {
    let ((a, b), (c, d)) = (cell(one), cell(other));
    let number = |(row, column): (i32, i32)| (row * 5 + column / 2 + 1) as u8;
    (1..(a - c).abs())
        .map(|step| number((a + step * (c - a).signum(), b + step * (d - b).signum())))
        .collect()
}

/// Everything that a way touches between its start and its end.
fn touched(way: &Way) -> Vec<u8> {
    let mut touched = Vec::new();
    for leg in way.squares.windows(2) {
        touched.extend(between(leg[0], leg[1]));
        touched.push(leg[1]);
    }
    touched.pop();
    touched
}

/// Whether a wish, as far as it says, describes a way.
fn describes(wish: &[u8], way: &Way) -> bool {
    let mut named = wish.to_vec();
    named.dedup();
    let (from, to) = (wish[0], wish[wish.len() - 1]);
    let mut via = wish[1..wish.len() - 1].to_vec();
    via.dedup();
    via.retain({
        let mut first = true;
        move |&square| !(std::mem::take(&mut first) && square == from)
    });
    if via.last() == Some(&to) {
        via.pop();
    }
    let mut rest = via.iter().peekable();
    for square in touched(way) {
        if rest.peek() == Some(&&square) {
            rest.next();
        }
    }
    way.squares[0] == from && way.squares.last() == Some(&to) && rest.peek().is_none()
}

/// One wish and what must be true of its answer.
fn judge(position: &Position, ways: &[Way], squares: &[u8]) -> Result<(), TestCaseError> {
    let wish = wish(squares);
    let meant: BTreeSet<Identity> = ways
        .iter()
        .filter(|way| describes(squares, way))
        .map(Way::identity)
        .collect();
    match explain(position, &wish) {
        Explanation::Legal(played) => {
            prop_assert!(meant.contains(&identity(&played)));
            prop_assert!(position.play(&played).is_ok());
            if wish.via.is_empty() {
                prop_assert_eq!(meant.len(), 1);
            }
        }
        Explanation::Ambiguous(moves) => {
            let found: BTreeSet<Identity> = moves.iter().map(identity).collect();
            prop_assert!(found.len() == moves.len() && found.len() >= 2);
            prop_assert!(found.is_subset(&meant));
            if wish.via.is_empty() {
                prop_assert_eq!(found, meant);
            }
        }
        Explanation::Refused(refusal) => {
            prop_assert!(meant.is_empty(), "{:?} but {:?}", refusal, meant);
            holds(position, ways, squares, &refusal)?;
        }
    }
    Ok(())
}

/// Whether what a refusal says is true.
fn holds(
    position: &Position,
    ways: &[Way],
    wish: &[u8],
    refusal: &Refusal,
) -> Result<(), TestCaseError> {
    let (from, to) = (wish[0], wish[wish.len() - 1]);
    let own = position.side();
    let at = |square: Square| position.piece_at(square);
    let is_own = |square: Square| at(square).is_some_and(|piece| piece.side == own);
    let is_enemy = |square: Square| at(square).is_some_and(|piece| piece.side != own);
    let adjacent = |one: Square, other: Square| distance(one.number(), other.number()) == Some(1);
    let last_row = |square: Square| {
        cell(square.number()).0
            == match own {
                Side::White => 0,
                Side::Black => 9,
            }
    };
    let of_piece = || ways.iter().filter(|way| way.squares[0] == from);
    let ends: BTreeSet<u8> = of_piece()
        .filter_map(|w| w.squares.last().copied())
        .collect();
    let movers: BTreeSet<u8> = ways.iter().map(|way| way.squares[0]).collect();
    let most_possible = ways.iter().map(|way| way.victims.len()).max().unwrap_or(0);
    let kind = Square::new(from).and_then(at).map(|piece| piece.kind);
    let true_of_it = match *refusal {
        Refusal::NoSuchSquare { square, last } => {
            square.number() > 50 && last.number() == 50 && wish.contains(&square.number())
        }
        Refusal::GameOver { outcome } => ways.is_empty() && outcome.winner == Some(own.opponent()),
        Refusal::NoHuffing { .. } | Refusal::NotHuffable { .. } => false,
        Refusal::EmptyStart { square } => square.number() == from && at(square).is_none(),
        Refusal::NotYourPiece { square, to_move } => {
            square.number() == from && is_enemy(square) && to_move == own
        }
        Refusal::SameSquare { square } => {
            square.number() == from && !of_piece().any(|w| w.squares.last() == Some(&from))
        }
        Refusal::OwnPieceThere { square, .. } => is_own(square) && square.number() != from,
        Refusal::EnemyPieceThere { square, .. } => {
            is_enemy(square) && !of_piece().any(|way| way.victims.contains(&square.number()))
        }
        Refusal::LandBehind {
            target, landings, ..
        } => {
            let landing = of_piece().filter(|way| way.victims.contains(&target.number()));
            let real: BTreeSet<u8> = landing.filter_map(|w| w.squares.last().copied()).collect();
            is_enemy(target) && numbers(landings) == real && !real.is_empty()
        }
        Refusal::NotOnDiagonal { from, to, .. } => distance(from.number(), to.number()).is_none(),
        Refusal::ManStepsBack { from: start, to } => {
            let back = cell(to.number()).0 - cell(start.number()).0;
            let back = if own == Side::White { back } else { -back };
            kind == Some(Kind::Man) && adjacent(start, to) && back == 1
        }
        Refusal::ManStepsOne { from, to } => kind == Some(Kind::Man) && !adjacent(from, to),
        Refusal::ManCapturesNextToIt { from, target } => {
            kind == Some(Kind::Man) && is_enemy(target) && !adjacent(from, target)
        }
        Refusal::ManLandsRightBehind { target, behind } => {
            kind == Some(Kind::Man) && is_enemy(target) && adjacent(target, behind)
        }
        Refusal::StepEndsTheMove { at: end } => {
            kind == Some(Kind::Man) && wish.contains(&end.number()) && most_possible == 0
        }
        Refusal::TurnsWithoutCapturing { at: turn } => {
            kind == Some(Kind::King) && wish.contains(&turn.number())
        }
        Refusal::OwnPieceInTheWay { by } => {
            kind == Some(Kind::King) && is_own(by) && by.number() != from
        }
        Refusal::TwoInARow { first, second } => {
            kind == Some(Kind::King)
                && is_enemy(first)
                && at(second).is_some()
                && adjacent(first, second)
        }
        Refusal::OwnPieceNotCaptured { square } => {
            kind == Some(Kind::Man) && is_own(square) && square.number() != from
        }
        Refusal::NothingToCapture { over, .. } => {
            kind == Some(Kind::Man) && (at(over).is_none() || over.number() == from)
        }
        Refusal::NoRoomBehind { target, behind, .. } => {
            let (row, column) = cell(target.number());
            let edge = [0, 9].contains(&row) || [0, 9].contains(&column);
            is_enemy(target)
                && match behind {
                    Some(behind) => adjacent(target, behind) && at(behind).is_some(),
                    None => edge,
                }
        }
        Refusal::AlreadyCaptured { square } | Refusal::CapturedPieceThere { square } => {
            is_enemy(square)
        }
        Refusal::CapturedPieceBehind { target, captured } => {
            is_enemy(target) && is_enemy(captured) && adjacent(target, captured)
        }
        Refusal::MustCapture { movers: said, most } => {
            most_possible > 0 && usize::from(most) == most_possible && numbers(said) == movers
        }
        Refusal::CapturesTooFew {
            captures,
            most,
            movers: said,
            ..
        } => {
            (1..most).contains(&captures)
                && usize::from(most) == most_possible
                && numbers(said) == movers
        }
        Refusal::CaptureGoesOn { at, next, .. } => {
            let stops = of_piece().flat_map(|way| way.squares[1..].iter().zip(&way.victims[1..]));
            let onwards: BTreeSet<u8> = stops
                .filter(|&(&stop, _)| stop == at.number())
                .map(|(_, &victim)| victim)
                .collect();
            !next.is_empty() && numbers(next).is_subset(&onwards)
        }
        Refusal::LandWhereCaptureGoesOn { at, landings } => {
            let stops: BTreeSet<u8> = of_piece()
                .flat_map(|way| way.squares[1..way.squares.len() - 1].iter().copied())
                .collect();
            kind == Some(Kind::King)
                && !landings.is_empty()
                && !landings.contains(at)
                && numbers(landings).is_subset(&stops)
        }
        Refusal::GoesOnWithoutCapturing { at } => at.number() != from || wish.contains(&from),
        Refusal::StaysAMan { square } | Refusal::PromotionEndsTheMove { square } => {
            kind == Some(Kind::Man) && last_row(square)
        }
        Refusal::NotThrough {
            square,
            from: start,
            to: end,
        } => {
            (start.number(), end.number()) == (from, to)
                && wish.contains(&square.number())
                && ends.contains(&to)
        }
        Refusal::EndsElsewhere { landings, .. } => {
            !ends.is_empty() && numbers(landings) == ends && !ends.contains(&to)
        }
        Refusal::PieceBlocked { square, by, .. } => {
            square.number() == from
                && most_possible == 0
                && ends.is_empty()
                && !by.is_empty()
                && by.iter().all(|by| adjacent(square, by) && at(by).is_some())
        }
    };
    prop_assert!(true_of_it, "{wish:?}: {refusal:?}\n{position:?}");
    prop_assert!(Refusal::CODES.contains(&refusal.code()));
    let concerned = refusal.squares();
    let named = concerned.must_move.union(concerned.targets);
    prop_assert!(named.iter().all(|square| at(square).is_some()));
    prop_assert!(
        concerned
            .blocked_by
            .iter()
            .all(|square| at(square).is_some())
    );
    prop_assert!(concerned.captured.iter().all(is_enemy));
    Ok(())
}

/// Numbers that become a wish: squares of the board and a few beyond it.
fn any_squares() -> impl Strategy<Value = Vec<u8>> {
    let number = prop_oneof![40 => 1..=50u8, 1 => 51..=128u8];
    prop_oneof![
        4 => proptest::collection::vec(number.clone(), 2..=2),
        2 => proptest::collection::vec(number.clone(), 3..=6),
        1 => proptest::collection::vec(number, 7..=300),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_pair_of_squares_is_answered_truly(position in positions::international()) {
        let Some(ways) = naive::Board::of(&position).ways() else { return Ok(()) };
        for from in 1..=50 {
            for to in 1..=50 {
                judge(&position, &ways, &[from, to])?;
            }
        }
    }

    #[test]
    fn any_row_of_squares_is_answered_truly(
        position in positions::international(),
        wishes in proptest::collection::vec(any_squares(), 20),
    ) {
        let Some(ways) = naive::Board::of(&position).ways() else { return Ok(()) };
        for squares in wishes {
            judge(&position, &ways, &squares)?;
        }
    }

    /// People name landings, and make one mistake: these wishes go deep into captures.
    #[test]
    fn legal_ways_and_their_neighbours_are_answered_truly(
        position in positions::international(),
        choices in proptest::collection::vec((any::<prop::sample::Index>(), 0..4u8, 1..=50u8), 30),
    ) {
        let Some(ways) = naive::Board::of(&position).ways() else { return Ok(()) };
        if ways.is_empty() {
            return Ok(());
        }
        for (index, mistake, other) in choices {
            let way = index.get(&ways);
            let mut squares = way.squares.clone();
            let place = usize::from(other) % squares.len();
            match mistake {
                0 => {
                    // Every landing named: there is exactly one move that does just that.
                    let played = explain(&position, &wish(&squares));
                    let Explanation::Legal(played) = played else {
                        return Err(TestCaseError::fail(format!("{way:?}: {played:?}")));
                    };
                    prop_assert_eq!(identity(&played), way.identity());
                }
                1 => squares.push(other),
                2 => squares[place] = other,
                _ => squares.truncate(place.max(2)),
            }
            judge(&position, &ways, &squares)?;
        }
    }

    #[test]
    fn a_touched_piece_moves_or_is_told_why_not(position in positions::international()) {
        let moves = position.legal_moves();
        for number in 1..=60 {
            let touched = square(number);
            let refusal = why_not(&position, touched);
            let can_move = moves.iter().any(|played| played.from == touched);
            prop_assert_eq!(refusal.is_none(), can_move);
            if let (Some(refusal), Some(ways)) = (refusal, naive::Board::of(&position).ways()) {
                holds(&position, &ways, &[number, number], &refusal)?;
            }
        }
    }

    #[test]
    fn what_must_be_played_is_what_may_be_played(position in positions::international()) {
        let moves = position.legal_moves();
        match must_play(&position) {
            None => prop_assert!(moves.iter().all(|played| !played.is_capture())),
            Some(must) => {
                for played in &moves {
                    prop_assert!(must.movers.contains(played.from));
                    prop_assert_eq!(played.captured.len(), usize::from(must.pieces));
                }
                prop_assert_eq!(must.moves, moves);
            }
        }
    }
}

/// A hall of men through which a king can wander in very many orders: the answer still comes at once.
#[test]
fn a_crowded_board_is_explained_in_bounded_time() {
    for fen in [
        "W:WK46:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40,12,14,32,34",
        "W:WK5:BK7,K9,K17,K19,K21,K23,K30,K32,K34,K39,K41,K43,K8,K12,K14,K22,K24,K31,K33,K42",
    ] {
        let position = position(Variant::INTERNATIONAL, fen);
        let from = position.legal_moves()[0].from;
        let via: Vec<Square> = (0..100_000u32)
            .map(|n| square((n % 50 + 1) as u8))
            .collect();
        for to in 1..=50 {
            explain(&position, &Wish::through(from, via.clone(), square(to)));
            explain(&position, &Wish::new(from, square(to)));
        }
    }
}
