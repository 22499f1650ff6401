//! Common errors about the rules, each with the right answer. Most come from printed rule sheets,
//! from other programs, and from questions of players about an unexplained "illegal move".

mod common;

use common::position;
use damier_rules::{
    DrawSettings, EndReason, Explanation, Game, Move, MoveInput, Position, Refusal, Side, Square,
    Variant, explain, must_play,
};

const GAME: Variant = Variant::INTERNATIONAL;

fn square(number: u8) -> Square {
    Square::new(number).unwrap()
}

fn ask(position: &Position, squares: &[u8]) -> Explanation {
    let named: Vec<Square> = squares.iter().copied().map(square).collect();
    let [from, via @ .., to] = &named[..] else {
        panic!("an input has at least two squares")
    };
    explain(position, &MoveInput::through(*from, via.to_vec(), *to))
}

fn legal(position: &Position, squares: &[u8]) -> Move {
    match ask(position, squares) {
        Explanation::Legal(played) => played,
        other => panic!("{squares:?}: {other:?}\n{position:?}"),
    }
}

fn refused(position: &Position, squares: &[u8]) -> Refusal {
    match ask(position, squares) {
        Explanation::Refused(refusal) => refusal,
        other => panic!("{squares:?}: {other:?}\n{position:?}"),
    }
}

/// "A first capture may only go forward." It may go either way (Annex 1 art. 4.1).
#[test]
fn a_first_capture_may_go_backward() {
    let backward = position(GAME, "W:W28:B33");
    assert_eq!(legal(&backward, &[28, 39]).captured.len(), 1);
    let refusal = refused(&backward, &[28, 22]);
    assert_eq!(refusal.code(), "must-capture");
}

/// "A king stops right behind the captured piece." It stops on any free square behind (4.3).
#[test]
fn a_king_lands_on_any_free_square_behind() {
    let king = position(GAME, "W:WK46:B23");
    for landing in [19, 14, 10, 5] {
        assert!(legal(&king, &[46, landing]).is_capture());
    }
}

/// "Black begins." White does.
#[test]
fn white_begins() {
    let start = Position::start(GAME);
    assert_eq!(
        refused(&start, &[19, 23]),
        Refusal::NotYourPiece {
            square: square(19),
            to_move: Side::White
        }
    );
}

/// "A player who does not capture may be huffed." A capture is compulsory and nothing else can be
/// played.
#[test]
fn a_quiet_move_is_illegal_when_a_capture_is_possible() {
    let threatened = position(GAME, "W:W32,34:B28");
    assert_eq!(refused(&threatened, &[34, 30]).code(), "must-capture");
    assert_eq!(refused(&threatened, &[34, 29]).code(), "must-capture");
    let must = must_play(&threatened).unwrap();
    assert_eq!((must.movers.len(), must.pieces), (1, 1));
}

/// "Captured pieces leave the board one by one." They stay until the end: the *coup turc* (4.11).
#[test]
fn captured_pieces_stay_until_the_move_is_over() {
    let turc = position(GAME, "B:W23,29,30,38,39:BK35");
    let played = legal(&turc, &[35, 19, 32, 43, 34]);
    assert_eq!(played.captured.len(), 4);
    let input = [35, 19, 32, 43, 34, 18];
    assert_eq!(
        refused(&turc, &input),
        Refusal::CapturedPieceBehind {
            target: square(29),
            captured: square(23)
        }
    );
    let after = turc.play(&played).unwrap();
    assert!(legal(&after, &[29, 40]).is_capture());
}

/// "A king is worth more, so it must be taken." Only the number counts (4.13, 4.14).
#[test]
fn a_king_counts_as_much_as_a_man() {
    let three_men = position(GAME, "W:W48:B24,K31,34,K42,43");
    assert!(matches!(
        refused(&three_men, &[48, 37, 26]),
        Refusal::CapturesTooFew {
            captures: 2,
            most: 3,
            takes_king: true,
            ..
        }
    ));
    let as_one_likes = position(GAME, "W:W26:B12,K21,31,32");
    assert!(legal(&as_one_likes, &[26, 8]).is_capture());
    assert!(legal(&as_one_likes, &[26, 28]).is_capture());
    let with_either = position(GAME, "W:WK28,32:B17,37");
    assert!(legal(&with_either, &[28, 11]).is_capture());
    assert!(legal(&with_either, &[32, 41]).is_capture());
}

/// "A man that touches the last row is a king." Only where its move ends (4.15).
#[test]
fn a_man_is_promoted_only_where_its_move_ends() {
    let passing = position(GAME, "W:W15:B9,10");
    assert!(!legal(&passing, &[15, 4, 13]).promotes);
    assert_eq!(refused(&passing, &[15, 4, 18]).code(), "stays-a-man");
    let ending = position(GAME, "W:W15:B8,19,20");
    assert!(legal(&ending, &[15, 2]).promotes);
}

/// "With kings only on both sides the game is drawn at once." It continues as long as the counted
/// moves allow.
#[test]
fn kings_alone_are_not_yet_a_draw() {
    for fen in ["W:WK46:BK3", "W:WK46,K47:BK3", "W:WK46,K47,K48,K49:BK3,K4"] {
        let game = Game::new(position(GAME, fen), DrawSettings::default());
        assert_eq!(game.outcome(), None, "{fen}");
    }
}

/// "A blocked player has drawn." The blocked player has lost, for lack of a legal move.
#[test]
fn a_blocked_player_has_lost() {
    let blocked = position(GAME, "W:W46:B37,41");
    let Refusal::GameOver { outcome } = refused(&blocked, &[46, 37]) else {
        panic!("a game that is over")
    };
    assert_eq!(outcome.winner, Some(Side::Black));
    assert_eq!(outcome.reason, EndReason::NoMoves);
}

/// "Start and end determine a move." Two routes with the same ends may take different men; the
/// player must choose.
#[test]
fn two_routes_with_the_same_ends_are_two_moves() {
    let fork = position(GAME, "W:WK47:B14,19,29,31,42");
    let Explanation::Ambiguous(moves) = ask(&fork, &[47, 36]) else {
        panic!("two captures from 47 to 36")
    };
    assert_eq!(moves.len(), 2);
    let by_20 = legal(&fork, &[47, 38, 20, 9, 36]);
    let by_24 = legal(&fork, &[47, 38, 24, 13, 36]);
    assert_ne!(by_20.captured, by_24.captured);
    assert_ne!(fork.play(&by_20).unwrap(), fork.play(&by_24).unwrap());
}

/// "A capture in another order is another move." Start, end and captured men determine the move.
#[test]
fn the_order_of_captures_does_not_distinguish_moves() {
    let circle = position(GAME, "W:W28:B12,13,22,23");
    let one_way = legal(&circle, &[28, 17, 8, 19, 28]);
    let other_way = legal(&circle, &[28, 19, 8, 17, 28]);
    assert_eq!(one_way, other_way);
}
