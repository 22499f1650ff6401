//! Properties of any legal line: the classifier does not panic, and Black's shots are White's
//! turned by half a turn.

use damier_coach::shot;
use damier_rules::{Move, Piece, Position, Setup, Side, Square, Variant};
use proptest::prelude::*;

/// A line from pieces on the board of a game and choices among the legal moves.
fn line(variant: Variant, pieces: &[(u8, u8)], choices: &[u16]) -> Option<(Position, Vec<Move>)> {
    let board = &variant.table().board;
    let mut setup = Setup::new();
    setup.side = Some(Side::White);
    for &(square, kind) in pieces {
        let number = square % board.square_count() + 1;
        // Men are three times as likely as kings. A man on its last row would be invalid, so it
        // becomes a king.
        let (row, _) = board.row_and_column(Square::new(number)?);
        let side = if kind & 1 == 0 {
            Side::White
        } else {
            Side::Black
        };
        let last = match side {
            Side::White => row == 0,
            Side::Black => row + 1 == board.height,
        };
        let kind = if last || kind % 16 < 2 {
            damier_rules::Kind::King
        } else {
            damier_rules::Kind::Man
        };
        setup.put(Square::new(number)?, Piece::new(side, kind));
    }
    let start = Position::from_setup(variant, &setup).ok()?;
    let mut position = start;
    let mut moves = Vec::new();
    for &choice in choices {
        let mut legal = position.legal_moves();
        // Random moves are seldom offers, so moves after which the other side must capture are
        // preferred.
        let offers = |played: &Move| {
            position
                .play(played)
                .is_ok_and(|after| after.must_capture())
        };
        if choice % 4 != 0 && legal.iter().any(offers) {
            legal.retain(offers);
        }
        let Some(played) = legal.get(usize::from(choice) % legal.len().max(1)) else {
            break;
        };
        moves.push(*played);
        position = position.play(played).ok()?;
    }
    Some((start, moves))
}

fn across(variant: Variant, square: Square) -> Square {
    let sum = variant.table().board.square_count() + 1;
    Square::new(sum - square.number()).expect("a square of the board")
}

fn turned(position: &Position, moves: &[Move]) -> (Position, Vec<Move>) {
    let variant = position.variant();
    let mut setup = Setup::new();
    setup.side = Some(position.side().opponent());
    for (square, piece) in position.to_setup().iter() {
        let piece = Piece::new(piece.side.opponent(), piece.kind);
        setup.put(across(variant, square), piece);
    }
    let turn = |played: &Move| Move {
        from: across(variant, played.from),
        to: across(variant, played.to),
        captured: played
            .captured
            .iter()
            .map(|square| across(variant, square))
            .collect(),
        promotes: played.promotes,
        huff: played.huff.map(|square| across(variant, square)),
    };
    let position = Position::from_setup(variant, &setup).expect("it was one before the turn");
    (position, moves.iter().map(turn).collect())
}

fn turned_shot(variant: Variant, mut shot: shot::Shot) -> shot::Shot {
    let all = |squares: &mut Vec<Square>| {
        for square in squares {
            *square = across(variant, *square);
        }
    };
    all(&mut shot.given);
    all(&mut shot.taken);
    all(&mut shot.striker.path);
    shot.striker.origin = across(variant, shot.striker.origin);
    shot.striker.landing = across(variant, shot.striker.landing);
    shot
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_turned_line_is_the_turned_shot(
        pieces in prop::collection::vec((0u8..50, any::<u8>()), 4..28),
        choices in prop::collection::vec(any::<u16>(), 1..14),
    ) {
        if let Some((position, moves)) = line(Variant::INTERNATIONAL, &pieces, &choices) {
            let white = shot::classify(&position, &moves).expect("a legal line");
            let (position, moves) = turned(&position, &moves);
            let black = shot::classify(&position, &moves).expect("a legal line");
            prop_assert_eq!(white.map(|shot| turned_shot(position.variant(), shot)), black);
        }
    }

    #[test]
    fn a_shot_has_the_evidence_of_its_line(
        pieces in prop::collection::vec((0u8..50, any::<u8>()), 4..28),
        choices in prop::collection::vec(any::<u16>(), 1..14),
    ) {
        if let Some((position, moves)) = line(Variant::INTERNATIONAL, &pieces, &choices)
            && let Some(shot) = shot::classify(&position, &moves).expect("a legal line")
        {
            let part = &moves[..shot.plies];
            let count = |ours: usize| -> usize {
                part.iter().skip(ours).step_by(2).map(|played| played.captured.len()).sum()
            };
            prop_assert!(!shot.given.is_empty());
            prop_assert_eq!((shot.taken.len(), shot.given.len()), (count(0), count(1)));
            prop_assert!(shot.plies % 2 == 1 && part[shot.plies - 1].is_capture());
            let own = || part.iter().step_by(2);
            let most = own().map(|played| played.captured.len()).max();
            let is_main = |played: &Move| {
                played.from == shot.striker.from()
                    && played.to == shot.striker.landing
                    && Some(played.captured.len()) == most
            };
            prop_assert!(own().any(is_main));
        }
    }

    #[test]
    fn every_variant_has_a_complete_report(
        game in any::<prop::sample::Index>(),
        pieces in prop::collection::vec((0u8..144, any::<u8>()), 4..20),
        choices in prop::collection::vec(any::<u16>(), 1..12),
    ) {
        let variant = Variant::ALL[game.index(Variant::ALL.len())];
        if let Some((position, moves)) = line(variant, &pieces, &choices) {
            let found = shot::classify(&position, &moves).expect("a legal line");
            let devices = shot::devices(&position, &moves).expect("a legal line");
            prop_assert!(devices.iter().all(|at| at.ply < moves.len()));
            prop_assert!(found.is_none_or(|shot| shot.name.is_none() || variant.game() == Variant::INTERNATIONAL));
        }
    }
}
