//! Draws by rule in the international game: third occurrence, 25, 16 and 5 moves, and their
//! combinations (Annex 1 art. 6). Each test plays a real game from a small setup.

use std::collections::HashMap;

use damier_rules::Kind::{self, King, Man};
use damier_rules::{
    DrawSettings, EndReason, FewPieces, Game, Move, Outcome, Piece, Position, Setup, Side, Square,
    Variant,
};

fn square(number: u8) -> Square {
    Square::new(number).expect("a square")
}

/// A game from pieces given as (square, kind) for each side.
fn game(side: Side, white: &[(u8, Kind)], black: &[(u8, Kind)], few_pieces: FewPieces) -> Game {
    let mut setup = Setup::new();
    setup.side = Some(side);
    for (pieces, side) in [(white, Side::White), (black, Side::Black)] {
        for &(number, kind) in pieces {
            setup.put(square(number), Piece::new(side, kind));
        }
    }
    let position = Position::from_setup(Variant::INTERNATIONAL, &setup).expect("playable");
    Game::new(position, DrawSettings { few_pieces })
}

fn find(game: &Game, from: u8, to: u8) -> Move {
    game.position()
        .legal_moves()
        .into_iter()
        .find(|m| m.from == square(from) && m.to == square(to))
        .unwrap_or_else(|| panic!("{from} to {to} is not legal in\n{:?}", game.position()))
}

fn play(game: &mut Game, moves: &[(u8, u8)]) {
    for &(from, to) in moves {
        let next = find(game, from, to);
        game.play(&next).expect("the game goes on");
    }
}

/// Moves kings without captures, always to the least visited position, until the game ends;
/// `allowed` filters the moves. Returns the number of plies.
fn wander(game: &mut Game, allowed: impl Fn(&Move) -> bool) -> usize {
    let mut visits = HashMap::<Position, u32>::new();
    let before = game.len();
    while game.outcome().is_none() {
        let position = *game.position();
        *visits.entry(position).or_default() += 1;
        let next = position
            .legal_moves()
            .into_iter()
            .filter(|m| !m.is_capture() && allowed(m))
            .filter(|m| {
                position
                    .piece_at(m.from)
                    .is_some_and(|piece| piece.kind == King)
            })
            .map(|m| (position.play(&m).expect("legal"), m))
            .filter(|(after, _)| !after.must_capture())
            .min_by_key(|(after, _)| visits.get(after).copied().unwrap_or(0));
        let (_, next) = next.unwrap_or_else(|| panic!("no move left in\n{position:?}"));
        game.play(&next).expect("the game goes on");
    }
    game.len() - before
}

fn anywhere(_: &Move) -> bool {
    true
}

const FOUR_BLACK: &[(u8, Kind)] = &[(1, King), (2, Man), (3, Man), (4, Man)];
const FOUR_WHITE: &[(u8, Kind)] = &[(46, King), (50, Man), (49, Man), (48, Man)];

#[test]
fn the_third_occurrence_draws_and_the_second_does_not() {
    let mut game = game(Side::White, FOUR_WHITE, FOUR_BLACK, FewPieces::Fresh);
    play(&mut game, &[(46, 41), (1, 6), (41, 46), (6, 1)]);
    assert_eq!((game.occurrences(), game.outcome()), (2, None));
    play(&mut game, &[(46, 41), (1, 6), (41, 46)]);
    assert_eq!(
        game.outcome(),
        None,
        "with the other side to move it is another position"
    );
    play(&mut game, &[(6, 1)]);
    assert_eq!(
        game.outcome(),
        Some(Outcome::draw(EndReason::Occurrence(3)))
    );
    let more = find(&game, 46, 41);
    assert!(game.play(&more).is_err(), "nothing is played after the end");
    game.take_back();
    assert_eq!(game.outcome(), None, "taking back reopens the game");
}

#[test]
fn a_move_of_a_man_makes_earlier_positions_impossible() {
    let mut game = game(Side::White, FOUR_WHITE, FOUR_BLACK, FewPieces::Fresh);
    play(
        &mut game,
        &[
            (46, 41),
            (1, 6),
            (41, 46),
            (6, 1),
            (50, 45),
            (1, 6),
            (46, 41),
            (6, 1),
        ],
    );
    play(&mut game, &[(41, 46)]);
    assert_eq!(game.occurrences(), 2, "the count starts again after 50-45");
}

#[test]
fn twenty_five_moves_of_each_side_by_kings_only_draw() {
    let white = [(46, King), (47, King), (36, Man)];
    let black = [(5, King), (4, King), (15, Man)];
    let mut game = game(Side::White, &white, &black, FewPieces::Fresh);
    assert_eq!(wander(&mut game, anywhere), 50);
    assert_eq!(
        game.outcome(),
        Some(Outcome::draw(EndReason::KingMoves(25)))
    );
}

#[test]
fn a_lone_king_against_men_only_has_only_the_count_of_twenty_five() {
    let game = game(
        Side::White,
        &[(46, King)],
        &[(1, Man), (2, Man)],
        FewPieces::Fresh,
    );
    assert_eq!(game.few_pieces_left(), None);
}

#[test]
fn sixteen_moves_for_three_pieces_with_a_king_against_a_lone_king() {
    for kinds in [[King, King, King], [King, King, Man], [King, Man, Man]] {
        // Men on the edge cannot be taken.
        let white = [(46, kinds[0]), (36, kinds[1]), (35, kinds[2])];
        let mut game = game(Side::Black, &white, &[(4, King)], FewPieces::Fresh);
        assert_eq!(game.few_pieces_left(), Some(32));
        assert_eq!(wander(&mut game, anywhere), 32, "{kinds:?}");
        assert_eq!(game.outcome(), Some(Outcome::draw(EndReason::LoneKing(16))));
    }
}

#[test]
fn five_moves_for_one_or_two_pieces_against_a_lone_king() {
    let cases: [&[(u8, Kind)]; 3] = [
        &[(46, King), (41, King)],
        &[(46, King), (36, Man)],
        &[(46, King)],
    ];
    for white in cases {
        let mut game = game(Side::White, white, &[(4, King)], FewPieces::Fresh);
        assert_eq!(game.few_pieces_left(), Some(10));
        assert_eq!(wander(&mut game, anywhere), 10, "{white:?}");
        assert_eq!(game.outcome(), Some(Outcome::draw(EndReason::LoneKing(5))));
    }
}

#[test]
fn moves_and_promotions_of_men_do_not_restart_the_sixteen() {
    let white = [(50, King), (36, Man), (6, Man)];
    let mut game = game(Side::White, &white, &[(25, King)], FewPieces::Fresh);
    play(&mut game, &[(36, 31), (25, 3), (6, 1), (3, 25)]);
    assert_eq!(game.few_pieces_left(), Some(32 - 4));
}

#[test]
fn the_last_move_of_a_count_may_still_win() {
    // Black begins: the tenth ply is White's. Black's last move walks into a capture.
    let white = [(46, King), (50, King)];
    let mut game = game(Side::Black, &white, &[(4, King)], FewPieces::Fresh);
    play(&mut game, &[(4, 15), (46, 41), (15, 4), (41, 36)]);
    play(&mut game, &[(4, 15), (36, 41), (15, 4), (41, 46)]);
    assert_eq!((game.few_pieces_left(), game.outcome()), (Some(2), None));
    play(&mut game, &[(4, 22), (50, 6)]);
    assert_eq!(
        game.outcome(),
        Some(Outcome::win(Side::White, EndReason::NoPieces))
    );
}

/// Three kings against one, for at least `at_least` plies; then White offers a king and Black must
/// take it.
fn three_become_two(few_pieces: FewPieces, at_least: usize) -> Game {
    let white = [(46, King), (47, King), (50, King)];
    let mut game = game(Side::White, &white, &[(26, King)], few_pieces);
    let mut visits = HashMap::<Position, u32>::new();
    loop {
        let position = *game.position();
        *visits.entry(position).or_default() += 1;
        let quiet: Vec<(Position, Move)> = position
            .legal_moves()
            .into_iter()
            .filter(|m| !m.is_capture())
            .map(|m| (position.play(&m).expect("legal"), m))
            .collect();
        let offer = quiet.iter().find(|(after, _)| {
            let replies = after.legal_moves();
            replies.iter().all(|reply| reply.captured.len() == 1)
        });
        if let Some((_, offer)) =
            offer.filter(|_| game.len() >= at_least && position.side() == Side::White)
        {
            game.play(offer).expect("the game goes on");
            let capture = game.position().legal_moves()[0];
            game.play(&capture).expect("the game goes on");
            return game;
        }
        let (_, next) = quiet
            .iter()
            .filter(|(after, _)| !after.must_capture())
            .min_by_key(|(after, _)| visits.get(after).copied().unwrap_or(0))
            .expect("a legal move");
        game.play(next).expect("the game goes on");
    }
}

#[test]
fn a_capture_during_the_sixteen_starts_a_count_of_five() {
    for at_least in [0, 10, 26] {
        let game = three_become_two(FewPieces::Fresh, at_least);
        assert_eq!(
            game.few_pieces_left(),
            Some(10),
            "after {} plies",
            game.len()
        );
    }
}

#[test]
fn with_continued_counts_the_sixteen_stay_in_force_beside_the_five() {
    for at_least in [0, 10, 26] {
        let mut game = three_become_two(FewPieces::Continued, at_least);
        let left = 10.min(32 - game.len());
        assert_eq!(
            game.few_pieces_left(),
            Some(left as u16),
            "after {} plies",
            game.len()
        );
        if game.position().must_capture() {
            continue;
        }
        assert_eq!(wander(&mut game, anywhere), left);
        let reason = if left < 10 {
            EndReason::LoneKing(16)
        } else {
            EndReason::LoneKing(5)
        };
        assert_eq!(game.outcome(), Some(Outcome::draw(reason)));
    }
}

#[test]
fn with_continued_counts_the_long_diagonal_limits_three_pieces_to_five_moves() {
    let white = [(6, King), (16, King), (26, King)];
    let stays = |m: &Move| m.from != square(46) && m.from != square(5) || on_long_diagonal(m.to);
    for (few_pieces, plies, reason) in [
        (FewPieces::Continued, 10, EndReason::LoneKing(5)),
        (FewPieces::Fresh, 32, EndReason::LoneKing(16)),
    ] {
        let mut game = game(Side::Black, &white, &[(46, King)], few_pieces);
        let lone_king_stays = |m: &Move| !on_long_diagonal(m.from) || on_long_diagonal(m.to);
        assert_eq!(wander(&mut game, |m| stays(m) && lone_king_stays(m)), plies);
        assert_eq!(game.outcome(), Some(Outcome::draw(reason)));
    }
}

fn on_long_diagonal(square: Square) -> bool {
    [5, 10, 14, 19, 23, 28, 32, 37, 41, 46].contains(&square.number())
}

#[test]
fn taking_back_restores_the_counts() {
    let mut game = three_become_two(FewPieces::Fresh, 8);
    game.take_back();
    assert_eq!(game.few_pieces_left(), Some(32 - game.len() as u16));
}
