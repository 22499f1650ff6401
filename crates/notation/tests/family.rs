//! Properties of all games of the family, in all readings: positions, moves and games that are
//! written and read again are the same, with the squares and signs of each game.

use damier_notation::pdn::{
    Game, GameKind, GameResult, Reader, ResultStyle, game_kind, normalised, replay, write,
};
use damier_notation::{fen, move_text};
use damier_rules::variant::rule_table::{Obligation, Passing};
use damier_rules::{
    DrawSettings, Explanation, Game as Played, Kind, KingRun, Move, Piece, Position, Setup, Side,
    Square, Variant, explain,
};
use proptest::prelude::*;

fn variant() -> impl Strategy<Value = Variant> {
    proptest::sample::select(Variant::READINGS.to_vec())
}

/// A setup of a game: pieces on its squares, and the past of its positions.
fn setup() -> impl Strategy<Value = (Variant, Setup)> {
    let piece = (any::<u8>(), any::<bool>(), 0..10u8);
    let pieces = proptest::collection::vec(piece, 1..26);
    let past = proptest::collection::vec(any::<u8>(), 6);
    (variant(), any::<bool>(), 0..10u8, pieces, past).prop_map(
        |(variant, white, kings, pieces, past)| {
            let table = variant.table();
            let mut setup = Setup::new();
            setup.side = Some(if white { Side::White } else { Side::Black });
            for (place, white, share) in pieces {
                let number = 1 + place % table.board.square_count();
                let Some(square) = Square::new(number) else {
                    continue;
                };
                let side = if white { Side::White } else { Side::Black };
                let (row, _) = table.board.row_and_column(square);
                let far_row = match side {
                    Side::White => row == 0,
                    Side::Black => row + 1 == table.board.height,
                };
                let crowned = table.passing != Passing::NoPromotion && (far_row || share < kings);
                let kind = if crowned { Kind::King } else { Kind::Man };
                setup.put(square, Piece::new(side, kind));
            }
            add_past(variant, &mut setup, &past);
            (variant, setup)
        },
    )
}

/// Some pieces that may be huffed, or kings that have moved, chosen by the bytes.
fn add_past(variant: Variant, setup: &mut Setup, bytes: &[u8]) {
    let table = variant.table();
    let just_moved = setup.side.unwrap_or(table.first).opponent();
    if table.obligation != Obligation::Compulsory {
        let theirs: Vec<Square> = setup
            .iter()
            .filter(|(_, piece)| piece.side == just_moved)
            .map(|(square, _)| square)
            .collect();
        for &byte in bytes.iter().filter(|_| !theirs.is_empty()) {
            if byte < 128 {
                setup
                    .huffable
                    .insert(theirs[usize::from(byte) % theirs.len()]);
            }
        }
    }
    if let Some(most) = table.king_run {
        for (side, byte) in Side::ALL.into_iter().zip(bytes) {
            let kings = setup.squares(Piece::new(side, Kind::King));
            let moves = byte % (most + 1);
            let square = kings.iter().nth(usize::from(byte / 16));
            setup.king_runs[side.index()] = square
                .filter(|_| moves > 0)
                .map(|square| KingRun { square, moves });
        }
    }
}

/// A game from the start or from a position, with moves chosen by numbers, until it ends.
fn played(start: Position, choices: &[u8]) -> Vec<Move> {
    let mut game = Played::new(start, DrawSettings::default());
    for &choice in choices {
        let legal = game.position().legal_moves();
        if game.outcome().is_some() || legal.is_empty() {
            break;
        }
        let chosen = legal[usize::from(choice) * legal.len() / 256];
        game.play(&chosen).expect("a legal move");
    }
    game.moves().collect()
}

fn choices() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..120)
}

/// Every legal move is read correctly from both its forms, as a move and as a move input.
fn moves_read_back(position: &Position) -> Result<(), TestCaseError> {
    for played in position.legal_moves() {
        for text in [
            move_text::text(position, &played),
            move_text::long(position, &played),
        ] {
            let place = fen::write(position);
            let read = move_text::read(position, &text);
            prop_assert_eq!(
                read,
                Ok(played),
                "{} {} {}",
                position.variant(),
                place,
                text
            );
            if position.outcome().is_none() {
                let input =
                    move_text::read_move_input(position.variant(), &text).expect("a move input");
                // A move input of two squares may be ambiguous where a text is not: the caller then
                // shows a choice.
                let meant = match explain(position, &input) {
                    Explanation::Legal(meant) => meant == played,
                    Explanation::Ambiguous(meant) => meant.contains(&played),
                    Explanation::Refused(_) => false,
                };
                prop_assert!(meant, "{} {} {}", position.variant(), place, text);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn setups_read_back((variant, setup) in setup()) {
        let text = fen::write_setup(variant, &setup);
        prop_assert_eq!(fen::read(variant, &text), Ok(setup), "{} {}", variant, text);
    }

    #[test]
    fn moves_of_any_position_read_back((variant, setup) in setup()) {
        if let Ok(position) = Position::from_setup(variant, &setup) {
            moves_read_back(&position)?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn moves_along_a_game_read_back(variant in variant(), choices in choices()) {
        let mut position = Position::start(variant);
        for played in played(position, &choices) {
            moves_read_back(&position)?;
            position = position.play(&played).expect("a legal move");
            let text = fen::write(&position);
            prop_assert_eq!(fen::read_position(variant, &text), Ok(position), "{} {}", variant, text);
        }
    }

    #[test]
    fn games_read_back(
        (variant, setup) in setup(),
        from_the_start in any::<bool>(),
        choices in choices(),
        winner in prop_oneof![Just(None), Just(Some(Side::White)), Just(Some(Side::Black))],
    ) {
        let start = match Position::from_setup(variant, &setup) {
            Ok(position) if !from_the_start => position,
            _ => Position::start(variant),
        };
        let moves = played(start, &choices);
        let mut game = Game::of_moves(&start, &moves).expect("legal moves");
        game.set_result(&GameResult::of_winner(winner), ResultStyle::of(variant));
        game.tags.rotate_right(1); // the writer puts the result first
        let text = write(&game);
        let parsed = Reader::new(text.as_bytes()).next().expect("a game").expect("bytes");
        prop_assert_eq!(&parsed.faults, &[], "{}", text);
        prop_assert_eq!(&parsed.game, &game, "{}", text);
        prop_assert_eq!(game_kind(&parsed.game, Variant::INTERNATIONAL), GameKind::Known(variant), "{}", text);
        let replayed = replay(&parsed, Variant::INTERNATIONAL).expect("a game to play");
        prop_assert_eq!(&replayed.faults, &[], "{}", text);
        prop_assert_eq!(&replayed.moves, &moves, "{}", text);
        prop_assert_eq!(replayed.start, start, "{}", text);
        prop_assert_eq!(parsed.game.result(), GameResult::of_winner(winner), "{}", text);
        prop_assert_eq!(write(&normalised(&parsed, Variant::INTERNATIONAL).0), text);
    }
}
