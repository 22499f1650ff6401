//! How games other than the international one end: their counts, their goals. Each test plays a
//! real game from a small position, and `endings.csv` says which rule must end it and after how
//! many plies.

mod common;

use std::collections::HashMap;

use common::{position, rows};
use damier_rules::{
    DrawSettings, EndReason, Game, Kind, Move, Outcome, Position, Side, SquareSet, Variant,
};

/// Moves kings without captures, to the least visited position, until the game ends. Where `road`
/// holds squares, the lone king stays on them and the other pieces stay off them.
fn wander(game: &mut Game, road: Option<SquareSet>) {
    let mut visits = HashMap::<Position, u32>::new();
    while game.outcome().is_none() {
        let position = *game.position();
        *visits.entry(position).or_default() += 1;
        let keeps_road = |played: &Move, after: &Position| {
            let Some(road) = road else { return true };
            let side = position.side();
            let pieces =
                after.squares(side, Kind::Man).len() + after.squares(side, Kind::King).len();
            road.contains(played.to) == (pieces == 1)
        };
        let quiet_king = |played: &Move| {
            let piece = position.piece_at(played.from);
            !played.is_capture() && piece.is_some_and(|piece| piece.kind == Kind::King)
        };
        let next = position
            .legal_moves()
            .into_iter()
            .filter(quiet_king)
            .map(|played| (position.play(&played).unwrap(), played))
            .filter(|(after, played)| !after.can_capture() && keeps_road(played, after))
            .min_by_key(|(after, _)| visits.get(after).copied().unwrap_or(0));
        let (_, next) = next.unwrap_or_else(|| panic!("no move left in\n{position:?}"));
        game.play(&next).unwrap();
        assert!(game.len() < 400, "the game does not end: {position:?}");
    }
}

/// The long diagonal from White's left corner.
fn main_road(variant: Variant) -> SquareSet {
    let board = variant.table().board;
    let on_road = |square: &damier_rules::Square| {
        let (row, column) = board.row_and_column(*square);
        row + column == board.height - 1
    };
    board.squares().filter(on_road).collect()
}

#[test]
fn moves_by_kings_end_by_the_draw_rule_of_their_game() {
    let mut seen = 0;
    for row in rows(include_str!("endings.csv")) {
        let [variant, fen, road, plies, reason] = row[..] else {
            panic!("five fields in {row:?}");
        };
        let variant = Variant::from_id(variant).unwrap();
        let mut game = Game::new(position(variant, fen), DrawSettings::default());
        wander(&mut game, (road == "road").then(|| main_road(variant)));
        let reason = EndReason::from_code(reason).unwrap();
        assert_eq!(
            game.outcome(),
            Some(Outcome::draw(reason)),
            "{variant} {fen}"
        );
        assert_eq!(
            game.len(),
            plies.parse::<usize>().unwrap(),
            "{variant} {fen}"
        );
        seen += 1;
    }
    assert!(seen > 0);
}

/// Thirty moves with four or five pieces and kings on both sides: steps of men do not restart the
/// count, but a capture or a promotion does.
#[test]
fn an_unchanged_balance_draws_the_russian_game() {
    for (fen, plies, reason) in [
        ("W:WKe1,a3:BKd8,h6", 60, EndReason::KingsOnBothSides(30)),
        ("W:WKa1,h2:BKb8,a7,c7", 60, EndReason::KingsOnBothSides(30)),
    ] {
        let mut game = Game::new(position(Variant::RUSSIAN, fen), DrawSettings::default());
        while game.outcome().is_none() {
            let position = *game.position();
            // Men step often enough that fifteen moves by kings alone never occur.
            let men_first = game.len() % 28 >= 26;
            let fits = |played: &&Move| {
                let after = position.play(played).unwrap();
                let again = game
                    .positions()
                    .filter(|earlier| **earlier == after)
                    .count();
                !played.promotes && !after.can_capture() && again < 2
            };
            let by_man = |played: &&Move| {
                position
                    .piece_at(played.from)
                    .is_some_and(|piece| piece.kind == Kind::Man)
            };
            let moves = position.legal_moves();
            let fitting = || moves.iter().filter(fits);
            let next = fitting().find(|played| by_man(played) == men_first);
            let next = next.or_else(|| fitting().next()).copied();
            game.play(&next.unwrap_or_else(|| panic!("{position:?}")))
                .unwrap();
        }
        assert_eq!(game.outcome(), Some(Outcome::draw(reason)), "{fen}");
        assert_eq!(game.len(), plies, "{fen}");
    }
}

/// One king each is not a draw while one of them can be captured.
#[test]
fn one_king_each_is_not_a_draw_while_one_can_be_captured() {
    let variant = Variant::TURKISH;
    let mut game = Game::new(position(variant, "W:WKa1:BKh8"), DrawSettings::default());
    for (from, to) in [("a1", "h1"), ("h8", "h4")] {
        let (from, to) = (common::square(variant, from), common::square(variant, to));
        let moves = game.position().legal_moves();
        let played = moves.iter().find(|m| (m.from, m.to) == (from, to)).unwrap();
        game.play(played).unwrap();
    }
    assert_eq!(game.outcome(), None);
    let takes = game.position().legal_moves()[0];
    game.play(&takes).unwrap();
    assert_eq!(
        game.outcome(),
        Some(Outcome::win(Side::White, EndReason::NoPieces))
    );
}

/// Whether the moved piece can return with its next move: kings can, and men that went sideways.
fn may_return(position: &Position, played: &Move) -> bool {
    let row = |square| position.variant().table().board.row_and_column(square).0;
    let king = position
        .piece_at(played.from)
        .is_some_and(|piece| piece.kind == Kind::King);
    king || row(played.from) == row(played.to)
}

/// Plays with two pieces that move back and forth.
fn to_and_fro(variant: Variant, fen: &str) -> (Game, usize) {
    let mut game = Game::new(position(variant, fen), DrawSettings::default());
    let first: Vec<Move> = (0..4)
        .map(|ply| {
            let back = (ply >= 2).then(|| game.moves().nth(ply - 2).unwrap());
            let played = game.position().legal_moves().into_iter().find(|played| {
                let after = game.position().play(played).unwrap();
                let returns = match back {
                    Some(back) => (back.from, back.to) == (played.to, played.from),
                    None => may_return(game.position(), played),
                };
                returns && !played.is_capture() && !after.can_capture()
            });
            let played = played.unwrap();
            game.play(&played).unwrap();
            played
        })
        .collect();
    let again = first.iter().cycle();
    for played in again {
        if game.outcome().is_some() {
            break;
        }
        game.play(played).unwrap();
    }
    let plies = game.len();
    (game, plies)
}

#[test]
fn the_italian_game_is_drawn_at_the_fourth_occurrence() {
    let fen = "W:WK32,29:BK1,4";
    let (english, plies) = to_and_fro(Variant::ENGLISH, fen);
    let third = Some(Outcome::draw(EndReason::Occurrence(3)));
    assert_eq!((english.outcome(), plies), (third, 8));
    let (italian, plies) = to_and_fro(Variant::ITALIAN, fen);
    let fourth = Some(Outcome::draw(EndReason::Occurrence(4)));
    assert_eq!((italian.outcome(), plies), (fourth, 12));
}

/// Men of Turkish draughts go sideways and back, so their moves can also repeat positions.
#[test]
fn moves_of_men_repeat_positions_where_men_can_return() {
    let third = Some(Outcome::draw(EndReason::Occurrence(3)));
    for (variant, fen) in [
        (Variant::TURKISH, "W:Wa2,a3:Bh7,h6"),
        (Variant::ALQUERQUE, "W:Wa1,b1:Be5,d5"),
    ] {
        let (game, plies) = to_and_fro(variant, fen);
        assert_eq!((game.outcome(), plies), (third, 8), "{variant}");
    }
}

fn outcome(variant: Variant, fen: &str) -> Option<Outcome> {
    let found = position(variant, fen).outcome();
    let moves = position(variant, fen).legal_moves();
    assert_eq!(found.is_some(), moves.is_empty(), "{variant} {fen}");
    found
}

#[test]
fn in_giveaway_games_the_side_without_a_move_wins() {
    let blocked = "W:W46:B37,41";
    let lost = Outcome::win(Side::Black, EndReason::NoMoves);
    let won = Outcome::win(Side::White, EndReason::NoMoves);
    assert_eq!(outcome(Variant::INTERNATIONAL, blocked), Some(lost));
    assert_eq!(outcome(Variant::ANTIDRAUGHTS, blocked), Some(won));
    let empty = "W:W:Ba7";
    let bare = |winner| Some(Outcome::win(winner, EndReason::NoPieces));
    assert_eq!(outcome(Variant::PODDAVKI, empty), bare(Side::White));
    assert_eq!(outcome(Variant::RUSSIAN, empty), bare(Side::Black));
}

#[test]
fn the_first_king_wins_a_breakthrough() {
    let variant = Variant::BREAKTHROUGH;
    let mut game = Game::new(position(variant, "W:W7,50:B36,1"), DrawSettings::default());
    let promotes = |game: &Game| {
        let moves = game.position().legal_moves();
        moves.into_iter().find(|played| played.promotes).unwrap()
    };
    let played = promotes(&game);
    game.play(&played).unwrap();
    let won = Outcome::win(Side::White, EndReason::Promotion);
    assert_eq!(game.outcome(), Some(won));
    assert_eq!(
        outcome(variant, "W:W28:BK1"),
        Some(Outcome::win(Side::Black, EndReason::Promotion))
    );
    // A man that passes over the last row in a capture does not become a king (15x4x13).
    let mut game = Game::new(position(variant, "W:W15:B9,10,1"), DrawSettings::default());
    let played = game.position().legal_moves()[0];
    game.play(&played).unwrap();
    assert_eq!(game.outcome(), None);
}

/// After three moves with one king a Frisian player who has men must play something else, or
/// capture.
#[test]
fn a_frisian_king_makes_at_most_three_quiet_moves_in_a_row() {
    let start = position(Variant::FRISIAN, "W:WK46,50:BK1,6");
    let mut game = Game::new(start, DrawSettings::default());
    let quiet = |game: &Game, kind: Kind| {
        let position = *game.position();
        let moves = position.legal_moves().into_iter().filter(move |played| {
            let piece = position.piece_at(played.from).unwrap();
            piece.kind == kind && !played.is_capture()
        });
        let mut safe = moves.filter(move |m| !position.play(m).unwrap().can_capture());
        safe.next()
    };
    for _ in 0..6 {
        let played = quiet(&game, Kind::King).expect("a king may move");
        game.play(&played).unwrap();
    }
    let king = game.position().squares(Side::White, Kind::King);
    assert_eq!(game.position().tired_king(), king.iter().next());
    assert_eq!(
        quiet(&game, Kind::King),
        None,
        "the same king a fourth time"
    );
    let mut alone = game.position().to_setup();
    alone.king_runs = [None; 2];
    let without_past = Position::from_setup(Variant::FRISIAN, &alone).unwrap();
    let moves = |position: &Position| position.legal_moves().len();
    assert!(moves(&without_past) > moves(game.position()));
    for kind in [Kind::Man, Kind::Man, Kind::King, Kind::King] {
        let played = quiet(&game, kind).expect("a man may move, and then the king again");
        game.play(&played).unwrap();
    }
}
