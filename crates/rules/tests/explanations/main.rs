//! Tests of `explain` with arbitrary move inputs in every game: a move input is legal exactly where
//! a generator written from the text of the rules says so, and every reason for a refusal is true
//! of the position.

#[path = "../common/mod.rs"]
mod common;
mod truth;

use std::collections::BTreeSet;

use common::naive::{self, Identity, Way};
use common::{in_every_reading, position, positions, positions_in_the_long_run};
use damier_rules::variant::rule_table::{Obligation, Passing, Precedence};
use damier_rules::{
    Explanation, Kind, Move, MoveInput, Piece, Position, Refusal, Setup, Side, Square, Variant,
    explain, must_play, why_not,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use truth::{Asked, between, numbers};

fn square(number: u8) -> Square {
    Square::new(number).unwrap()
}

fn input(squares: &[u8], huff: Option<u8>) -> MoveInput {
    let squares: Vec<Square> = squares.iter().copied().map(square).collect();
    let (from, to) = (squares[0], squares[squares.len() - 1]);
    let via = squares[1..squares.len() - 1].to_vec();
    MoveInput::through(from, via, to).huffing(huff.map(square))
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

/// Every legal way, without the moves that the past forbids; `None` if there are too many to
/// enumerate.
fn ways(position: &Position) -> Option<Vec<Way>> {
    let tired = position.tired_king().map(Square::number);
    let mut ways = naive::Board::of(position).ways()?;
    ways.retain(|way| !way.victims.is_empty() || Some(way.squares[0]) != tired);
    Some(ways)
}

/// Every square that a way touches between its start and its end.
fn touched(variant: Variant, way: &Way) -> Vec<u8> {
    let mut touched = Vec::new();
    for leg in way.squares.windows(2) {
        let between = between(variant.table(), square(leg[0]), square(leg[1])).unwrap();
        touched.extend(between.iter().map(|square| square.number()));
        touched.push(leg[1]);
    }
    touched.pop();
    touched
}

/// Whether a move input, as far as it is given, describes a way.
fn describes(variant: Variant, input: &[u8], huff: Option<u8>, way: &Way) -> bool {
    let (from, to) = (input[0], input[input.len() - 1]);
    let mut via = input[1..input.len() - 1].to_vec();
    via.dedup();
    if via.first() == Some(&from) {
        via.remove(0);
    }
    if via.last() == Some(&to) {
        via.pop();
    }
    let mut rest = via.iter().peekable();
    for square in touched(variant, way) {
        rest.next_if_eq(&&square);
    }
    let ends = way.squares[0] == from && way.squares.last() == Some(&to);
    ends && rest.peek().is_none() && way.huff == huff
}

/// Checks the answer to one move input.
fn judge(
    position: &Position,
    ways: &[Way],
    squares: &[u8],
    huff: Option<u8>,
) -> Result<(), TestCaseError> {
    let input = input(squares, huff);
    let meant: BTreeSet<Identity> = ways
        .iter()
        .filter(|way| describes(position.variant(), squares, huff, way))
        .map(Way::identity)
        .collect();
    match explain(position, &input) {
        Explanation::Legal(played) => {
            prop_assert!(
                meant.contains(&identity(&played)),
                "{:?}\n{:?}",
                input,
                position
            );
            prop_assert!(position.play(&played).is_ok());
            if input.via.is_empty() {
                prop_assert_eq!(meant.len(), 1);
            }
        }
        Explanation::Ambiguous(moves) => {
            let found: BTreeSet<Identity> = moves.iter().map(identity).collect();
            prop_assert!(found.len() == moves.len() && found.len() >= 2);
            prop_assert!(found.is_subset(&meant), "{:?}\n{:?}", input, position);
            if input.via.is_empty() {
                prop_assert_eq!(found, meant);
            }
        }
        Explanation::Refused(refusal) => {
            prop_assert!(
                meant.is_empty(),
                "{:?}: {:?} but {:?}\n{:?}",
                input,
                refusal,
                meant,
                position
            );
            let after_a_huff =
                |way: &Way| huff.is_none() && describes(position.variant(), squares, way.huff, way);
            names_the_huffs(position, ways, &refusal, after_a_huff)?;
            let asked = Asked {
                position,
                ways,
                input: squares,
                huff,
            };
            asked.holds(&refusal)?;
        }
    }
    Ok(())
}

/// Checks that a refusal requires a huff exactly if one makes a way possible, and that it names
/// each of these.
fn names_the_huffs(
    position: &Position,
    ways: &[Way],
    refusal: &Refusal,
    is_meant: impl Fn(&Way) -> bool,
) -> Result<(), TestCaseError> {
    let possible = ways.iter().filter(|way| is_meant(way));
    let possible: BTreeSet<u8> = possible.filter_map(|way| way.huff).collect();
    let said = match *refusal {
        Refusal::HuffFirst { huffable, .. } => numbers(huffable),
        _ => BTreeSet::new(),
    };
    prop_assert_eq!(said, possible, "{:?}\n{:?}", refusal, position);
    Ok(())
}

/// Random numbers from which a move input is made: which way to start with, which mistake to make,
/// and so on.
#[derive(Clone, Debug)]
struct Whim {
    way: prop::sample::Index,
    mistake: u8,
    huff: u8,
    others: Vec<u8>,
}

fn whim() -> impl Strategy<Value = Whim> {
    let number = prop_oneof![30 => 0..255u8, 1 => Just(255)];
    let others = prop_oneof![
        12 => proptest::collection::vec(number.clone(), 2..=6),
        1 => proptest::collection::vec(number, 7..=200),
    ];
    (any::<prop::sample::Index>(), 0..10u8, 0..12u8, others).prop_map(
        |(way, mistake, huff, others)| Whim {
            way,
            mistake,
            huff,
            others,
        },
    )
}

impl Whim {
    /// Squares of the board, and rarely one outside it.
    fn squares(&self, position: &Position) -> Vec<u8> {
        let count = position.variant().table().board.square_count();
        let on_board = |&number: &u8| match number {
            255 => count + 1,
            _ => number % count + 1,
        };
        self.others.iter().map(on_board).collect()
    }

    /// The piece to huff: none, one that may be huffed, or any square.
    fn huff(&self, position: &Position, squares: &[u8]) -> Option<u8> {
        let huffable: Vec<u8> = numbers(position.huffable()).into_iter().collect();
        let free = position.variant().table().obligation != Obligation::Compulsory;
        match self.huff {
            0 => squares.last().copied(),
            1..6 if free => huffable
                .get(usize::from(self.huff) % huffable.len().max(1))
                .copied(),
            _ => None,
        }
    }

    /// The move input: random squares, squares that start with a piece of the side to move, or a
    /// legal way with a mistake in it. Players usually name landing squares, and make one mistake.
    fn input(&self, position: &Position, ways: &[Way]) -> (Vec<u8>, Option<u8>) {
        let mut squares = self.squares(position);
        let huff = self.huff(position, &squares);
        let own = Kind::Man;
        let own = position
            .squares(position.side(), own)
            .union(position.squares(position.side(), Kind::King));
        let own: Vec<Square> = own.iter().collect();
        if self.mistake >= 4 && !ways.is_empty() {
            let way = self.way.get(ways);
            let other = squares[0];
            let mut squares = way.squares.clone();
            let place = usize::from(self.others[1]) % squares.len();
            match self.mistake {
                4 => {}
                5 => squares.push(other),
                6 => squares[place] = other,
                7 => squares.truncate(place.max(2)),
                8 => squares = vec![squares[0], squares[squares.len() - 1]],
                _ => squares.extend(way.victims.last()),
            }
            let huff = if self.huff < 10 { way.huff } else { huff };
            return (squares, huff);
        }
        if self.mistake > 0 && !own.is_empty() {
            squares[0] = self.way.get(&own).number();
        }
        if self.mistake < 3 {
            squares.truncate(2);
        }
        (squares, huff)
    }
}

/// Checks many move inputs in one position, touched pieces, and the compulsory captures.
fn answers_are_true(position: &Position, whims: &[Whim]) -> Result<(), TestCaseError> {
    let Some(ways) = ways(position) else {
        return Err(TestCaseError::reject("too many ways to enumerate"));
    };
    for whim in whims {
        let (squares, huff) = whim.input(position, &ways);
        judge(position, &ways, &squares, huff)?;
        touched_pieces_are_explained(position, &ways, squares[0])?;
    }
    compulsory_captures_are_the_legal_moves(position)
}

/// Checks that a touched piece can move or is refused with a reason.
fn touched_pieces_are_explained(
    position: &Position,
    ways: &[Way],
    number: u8,
) -> Result<(), TestCaseError> {
    let refusal = why_not(position, square(number));
    let mut plain = ways.iter().filter(|way| way.huff.is_none());
    let can_move = plain.any(|way| way.squares[0] == number);
    prop_assert_eq!(
        refusal.is_none(),
        can_move,
        "{:?} {:?}\n{:?}",
        number,
        refusal,
        position
    );
    let asked = Asked {
        position,
        ways,
        input: &[number, number],
        huff: None,
    };
    let Some(refusal) = refusal else {
        return Ok(());
    };
    names_the_huffs(position, ways, &refusal, |way| way.squares[0] == number)?;
    asked.holds(&refusal)
}

fn compulsory_captures_are_the_legal_moves(position: &Position) -> Result<(), TestCaseError> {
    let moves = position.legal_moves();
    let Some(must) = must_play(position) else {
        prop_assert!(moves.iter().all(|played| !played.is_capture()) || !position.must_capture());
        return Ok(());
    };
    let precedence = position.variant().table().precedence;
    for played in &moves {
        prop_assert!(must.movers.contains(played.from));
        if precedence.contains(&Precedence::MostPieces) {
            prop_assert_eq!(played.captured.len(), usize::from(must.pieces));
        }
    }
    prop_assert_eq!(&must.moves, &moves);
    prop_assert!(
        must.grounds
            .iter()
            .all(|ground| precedence.contains(ground))
    );
    Ok(())
}

fn in_every_game(cases: u32) {
    in_every_reading(|variant| {
        let config = Config {
            cases,
            failure_persistence: None,
            max_global_rejects: cases / 10 + 10,
            ..Config::default()
        };
        let whims = proptest::collection::vec(whim(), 16);
        TestRunner::new(config)
            .run(&(positions::of(variant), whims), |(position, whims)| {
                answers_are_true(&position, &whims)
            })
            .unwrap_or_else(|failure| panic!("{variant}: {failure}"));
    });
}

/// Ten thousand positions of all games in total.
#[test]
fn answers_to_move_inputs_are_true_in_every_game() {
    in_every_game(310);
}

#[test]
#[ignore = "long: a million positions of every game"]
fn answers_to_a_million_move_inputs_are_true() {
    in_every_game(positions_in_the_long_run());
}

/// Checks inputs of a start and an end only, from every square to every square.
#[test]
fn answers_to_every_pair_of_squares_are_true() {
    for &variant in Variant::READINGS {
        let config = Config {
            cases: 12,
            failure_persistence: None,
            ..Config::default()
        };
        let count = variant.table().board.square_count();
        TestRunner::new(config)
            .run(&positions::of(variant), |position| {
                let Some(ways) = ways(&position) else {
                    return Ok(());
                };
                for (from, to) in (1..=count).flat_map(|from| (1..=count).map(move |to| (from, to)))
                {
                    judge(&position, &ways, &[from, to], None)?;
                }
                Ok(())
            })
            .unwrap_or_else(|failure| panic!("{variant}: {failure}"));
    }
}

/// A way with every landing square named describes exactly one move, unless the game lets it end in
/// two ways.
#[test]
fn a_way_with_every_landing_named_describes_one_move() {
    for &variant in Variant::READINGS {
        let config = Config {
            cases: 100,
            failure_persistence: None,
            ..Config::default()
        };
        TestRunner::new(config)
            .run(&positions::of(variant), |position| {
                for way in ways(&position).unwrap_or_default() {
                    let played = explain(&position, &input(&way.squares, way.huff));
                    let named = match played {
                        Explanation::Legal(played) => vec![identity(&played)],
                        Explanation::Ambiguous(moves) => moves.iter().map(identity).collect(),
                        Explanation::Refused(refusal) => {
                            return Err(TestCaseError::fail(format!("{way:?}: {refusal:?}")));
                        }
                    };
                    prop_assert!(named.contains(&way.identity()), "{:?}: {:?}", way, named);
                }
                Ok(())
            })
            .unwrap_or_else(|failure| panic!("{variant}: {failure}"));
    }
}

/// A king can capture men in very many orders on this board; the explanation must still be fast.
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
            explain(
                &position,
                &MoveInput::through(from, via.clone(), square(to)),
            );
            explain(&position, &MoveInput::new(from, square(to)));
        }
    }
}

/// The same in every game: the most pieces that the game allows, apart from one another, men and
/// kings in turn, against one piece that can capture them.
#[test]
fn crowded_boards_of_every_game_are_explained_in_bounded_time() {
    for &variant in Variant::READINGS {
        let table = variant.table();
        let board = &table.board;
        let mut setup = Setup::new();
        setup.side = Some(Side::White);
        let from = board.square(board.square_count()).unwrap();
        let has_kings = table.passing != Passing::NoPromotion;
        let kind = |king: bool| {
            if king && has_kings {
                Kind::King
            } else {
                Kind::Man
            }
        };
        setup.put(from, Piece::new(Side::White, kind(true)));
        let (row_of, column_of) = (
            |square| board.row_and_column(square).0,
            |square| board.row_and_column(square).1,
        );
        let apart = board.squares().filter(|&square| {
            let (row, column) = (row_of(square), column_of(square));
            row % 2 == 1 && row < board.height - 1 && column > 0 && column < board.width - 1
        });
        for (place, square) in apart.take(usize::from(table.pieces_per_side)).enumerate() {
            if setup.at(square).is_none() {
                setup.put(square, Piece::new(Side::Black, kind(place % 2 == 1)));
            }
        }
        let position = Position::from_setup(variant, &setup).unwrap();
        let via: Vec<Square> = (0..5_000u32)
            .map(|n| square((n % u32::from(board.square_count()) + 1) as u8))
            .collect();
        for to in board.squares().step_by(3) {
            explain(&position, &MoveInput::through(from, via.clone(), to));
            explain(&position, &MoveInput::new(from, to));
        }
        must_play(&position);
    }
}
