//! Problems as text: they are read back as written, and errors name their place.

use damier_coach::problem::{
    self, LineFault, PART_SIZE, Problem, ProblemId, ProblemIndex, Solution, SolutionFault,
    StartRating, Tags, Theme, with_white_to_move,
};
use damier_coach::shot::{Family, NamedShot};
use damier_notation::{fen, move_text};
use damier_rules::{Move, Position, Side, Variant};
use proptest::prelude::*;

const DIRECT: &str = "W:W28,29,32,37:B8,9,10,18,19\t28-23 19x28 32x5\t900\t300\tshot\t\tdirect\tbackward-capture,breakthrough\t9\t33-28 18-23\tgame 3";

fn line(rest: &str) -> String {
    let fen = rest.split('\t').next().unwrap();
    let position = fen::read_position(Variant::INTERNATIONAL, fen).unwrap();
    format!("{}\t{rest}", ProblemId::of(&position))
}

fn read(line: &str) -> Result<Problem, problem::LineError> {
    Problem::read(Variant::INTERNATIONAL, line)
}

fn column(number: usize, text: &str) -> String {
    let whole = line(DIRECT);
    let mut columns: Vec<&str> = whole.split('\t').collect();
    columns[number - 1] = text;
    columns.join("\t")
}

fn moves(position: &Position, texts: &str) -> Vec<Move> {
    let mut at = *position;
    let play = |text| {
        let played = move_text::read(&at, text).unwrap();
        at = at.play(&played).unwrap();
        played
    };
    texts.split(' ').map(play).collect()
}

#[test]
fn a_line_is_written_as_it_was_read() {
    let text = line(DIRECT);
    let problem = read(&text).unwrap();
    assert_eq!(problem.to_string(), text);
    assert_eq!(
        problem.rating,
        StartRating {
            elo: 900,
            deviation: 300
        }
    );
    assert_eq!(problem.opening, "33-28 18-23");
    assert_eq!(problem.pieces(), 9);
    let main = &problem.solution.main().moves;
    assert_eq!(Tags::of(&problem.position, main, &[]), problem.tags);
}

#[test]
fn a_solution_has_lines_and_alternative_last_moves() {
    let text = line(
        "W:W31,32,37,41:B14,15,21,23\t32-27 21x32 37x10/37x10\t900\t300\tshot\t\tdirect\t\t8\t\t",
    );
    assert_eq!(read(&text).unwrap().solution.main().also.len(), 1);
    let text = line(
        "W:W28,32,37,38,50:B17,18,24\t28-22 17x28 32x12|28-22 18x27 32x12\t900\t300\tshot\t\t\t\t8\t\t",
    );
    let problem = read(&text).unwrap();
    assert_eq!(problem.solution.lines().len(), 2);
    assert_eq!(problem.to_string(), text);
}

#[test]
fn every_name_of_a_problem_has_its_own_line_of_tags() {
    let text = "W:W33,38,39,40,45:B12,13,14,23,24\t33-28 23x34 40x7\t1300\t250\tshot\troyal\tdirect\tmajority\t10\t\t";
    let problem = read(&line(text)).unwrap();
    assert_eq!(problem.tags.name, Some(NamedShot::Royal));
    assert_eq!(problem.tags.families, [Family::Direct]);
    assert_eq!(
        problem.tags.codes().collect::<Vec<_>>(),
        ["royal", "direct", "majority", "shot"]
    );
}

#[test]
fn errors_name_their_column() {
    let fault = |text: &str| {
        let error = read(text).unwrap_err();
        (error.column, error.to_string())
    };
    let said = [
        ("", "found 1 columns, expected 12"),
        (&*"x".repeat(9_000), "longer than 8192 bytes"),
        (
            &*column(1, "0123"),
            "column 1: expected ten hexadecimal digits",
        ),
        (
            &*column(1, "00000000AB"),
            "column 1: expected ten hexadecimal digits",
        ),
        (
            &*column(3, ""),
            "column 3: line 1 does not end with a move of White",
        ),
        (
            &*column(3, "28-23 19x28"),
            "column 3: line 1 does not end with a move of White",
        ),
        (
            &*column(3, "28-23 19x28 32x6"),
            "column 3: line 1, move 3: 32x6 is not a legal move here",
        ),
        (
            &*column(3, "28-23/28-22 19x28 32x5"),
            "column 3: line 1, move 1: only the last move of a line may be one of several",
        ),
        (
            &*column(3, "28-23 19x28 32x5|28-22"),
            "column 3: line 2 repeats another one, or parts from it at a move of White and ends elsewhere",
        ),
        (
            &*column(3, "28-23 19x28 32x5|28-23 19x28 32x5"),
            "column 3: line 2 repeats another one, or parts from it at a move of White and ends elsewhere",
        ),
        (
            &*column(4, "-3"),
            "column 4: expected a number from 0 to 65535",
        ),
        (
            &*column(5, "70000"),
            "column 5: expected a number from 0 to 65535",
        ),
        (
            &*column(6, "shot,loud"),
            "column 6: no tag has the code 'loud'",
        ),
        (
            &*column(7, "haarlem"),
            "column 7: no tag has the code 'haarlem'",
        ),
        (
            &*column(7, "royal,philippe"),
            "column 7: no tag has the code 'royal,philippe'",
        ),
        (
            &*column(8, "direct,no"),
            "column 8: no tag has the code 'no'",
        ),
        (&*column(10, "8"), "column 10: the position has 9 pieces"),
    ];
    for (text, expected) in said {
        assert_eq!(fault(text).1, expected, "{text}");
    }
    let other = column(1, "0000000000");
    assert!(matches!(
        read(&other).unwrap_err().fault,
        LineFault::OtherId { .. }
    ));
    let black = column(2, "B:W28,29,32,37:B8,9,10,18,19");
    assert_eq!(
        fault(&black),
        (2, "column 2: Black is to move, expected White".to_owned())
    );
    assert_eq!(fault(&column(2, "W:W28,28")).0, 2);
}

#[test]
fn a_problem_of_black_is_turned() {
    let black =
        fen::read_position(Variant::INTERNATIONAL, "B:W41,42,43,32,33:B23,22,19,14").unwrap();
    let solved = moves(&black, "23-28 32x23 19x46");
    let (white, turned) = with_white_to_move(&black, &solved).unwrap();
    assert_eq!(fen::write(&white), "W:W28,29,32,37:B8,9,10,18,19");
    assert_eq!(turned, moves(&white, "28-23 19x28 32x5"));
    assert_eq!(with_white_to_move(&white, &turned), Some((white, turned)));
}

/// The themes that follow from the moves are found; others are kept, and each stands once.
#[test]
fn themes_follow_from_the_moves_or_are_given() {
    let tags = |fen: &str, texts: &str, given: &[Theme]| {
        let position = fen::read_position(Variant::INTERNATIONAL, fen).unwrap();
        Tags::of(&position, &moves(&position, texts), given).themes
    };
    let shot = "W:W28,29,32,37:B8,9,10,18,19";
    assert_eq!(tags(shot, "28-23 19x28 32x5", &[]), [Theme::Shot]);
    let given = [Theme::Composed, Theme::Try, Theme::Quiet];
    let expected = [Theme::Shot, Theme::Try, Theme::Composed];
    assert_eq!(tags(shot, "28-23 19x28 32x5", &given), expected);
    // Nothing is given and nothing can be captured.
    let ending = tags(
        "W:W28,30:B4,42",
        "28-22 42-47 22-17",
        &[Theme::Hold, Theme::Ending],
    );
    assert_eq!(ending, [Theme::Quiet, Theme::Hold, Theme::Ending]);
    // White gives a man, and Black may then play what it likes.
    let later = "W:W22,28,32,33,34,35,36,37,38,39,42:B11,13,16,19,20,21,23,24,25,26";
    let line = "35-30 24x35 33-29 35-40 29x9";
    assert_eq!(tags(later, line, &[]), [Theme::Later]);
}

#[test]
fn parts_are_ordered_by_rating_and_indexed() {
    let mut problems = Vec::new();
    for square in 38..=50_u16 {
        let text = format!("W:W28,29,32,37,{square}:B8,9,10,18,19");
        let Ok(position) = fen::read_position(Variant::INTERNATIONAL, &text) else {
            continue;
        };
        let easy = read(&line(DIRECT)).unwrap();
        for add in 0..30 {
            let elo = 2_000 - square * 30 + add;
            problems.push(Problem {
                position,
                rating: StartRating {
                    elo,
                    deviation: 200,
                },
                ..easy.clone()
            });
        }
    }
    let parts = problem::parts(problems.clone());
    assert_eq!(parts.iter().map(Vec::len).sum::<usize>(), problems.len());
    assert!(parts[0].len() == PART_SIZE && parts.len() == 2);
    let ratings: Vec<u16> = parts
        .concat()
        .iter()
        .map(|problem| problem.rating.elo)
        .collect();
    assert!(ratings.is_sorted());
    let index = ProblemIndex::of(Variant::INTERNATIONAL, &parts);
    assert_eq!((index.problems, index.parts.len()), (problems.len(), 2));
    assert_eq!(
        (index.parts[0].from, index.parts[1].file.as_str()),
        (ratings[0], "part-01.txt")
    );
    assert_eq!(
        index.families["direct"],
        [PART_SIZE, problems.len() - PART_SIZE]
    );
    assert_eq!(
        index.openings["33-28 18-23"].iter().sum::<usize>(),
        problems.len()
    );
    assert_eq!(index.themes["shot"].iter().sum::<usize>(), problems.len());
    assert_eq!(index.pieces[&10].iter().sum::<usize>(), problems.len());
    let text = serde_json::to_string(&index).unwrap();
    assert_eq!(serde_json::from_str::<ProblemIndex>(&text).unwrap(), index);

    let written = problem::write_part(&parts[0]);
    let again = problem::read_part(Variant::INTERNATIONAL, &written).unwrap();
    assert_eq!(again, parts[0]);
    let broken = written.replacen("28-23", "28-24", 1);
    let error = problem::read_part(Variant::INTERNATIONAL, &broken).unwrap_err();
    assert_eq!((error.line, error.error.column), (1, 3));
}

#[test]
fn a_solution_needs_a_line_and_white_has_no_choice() {
    let position =
        fen::read_position(Variant::INTERNATIONAL, "W:W28,29,32,37:B8,9,10,18,19").unwrap();
    assert_eq!(
        Solution::new(&position, Vec::new()),
        Err(SolutionFault::Unfinished { line: 1 })
    );
    assert!(Solution::read(&position, "28-23 19x28 32x5").is_ok());
    assert_eq!(
        Solution::read(&position, "28-23 19x28 32x5|28-22"),
        Err(SolutionFault::Undecided { line: 2 })
    );
}

/// 27-22 and 15-10 can be exchanged; 30-25 leads elsewhere.
#[test]
fn white_may_play_the_same_moves_in_another_order() {
    let position = fen::read_position(
        Variant::INTERNATIONAL,
        "W:W15,27,28,30,33,35,39:B3,5,18,19,24,36",
    )
    .unwrap();
    let one = "27-22 18x27 15-10 5x14 28-23 19x28 33x31 36x27 30x10";
    let other = "15-10 5x14 27-22 18x27 28-23 19x28 33x31 36x27 30x10";
    let text = format!("{one}|{other}");
    let solution = Solution::read(&position, &text).unwrap();
    assert_eq!(solution.text(&position), text);
    let accepted = |played: &[Move]| {
        let after = played.iter().fold(position, |at, it| at.play(it).unwrap());
        let accepted = solution.accepted(played);
        let texts = accepted.iter().map(|it| move_text::text(&after, it));
        texts.collect::<Vec<_>>()
    };
    assert_eq!(accepted(&[]), ["27-22", "15-10"]);
    let moves = &solution.lines()[1].moves;
    assert_eq!(accepted(&moves[..1]), [""; 0]);
    assert_eq!(accepted(&moves[..2]), ["27-22"]);
    assert_eq!(accepted(moves), [""; 0]);

    assert_eq!(
        Solution::read(&position, &format!("{one}|30-25")),
        Err(SolutionFault::Undecided { line: 2 })
    );
}

proptest! {
    #[test]
    fn arbitrary_text_does_not_panic(text in ".{0,200}") {
        prop_assert!(read(&text).is_err());
        let _ = problem::read_part(Variant::RUSSIAN, &text);
    }

    #[test]
    fn arbitrary_columns_do_not_panic(number in 2_usize..=11, text in "[-0-9x|/ :WBK,]{0,60}") {
        let _ = read(&column(number, &text));
    }

    #[test]
    fn turning_twice_is_the_identity(choices in prop::collection::vec(0_usize..30, 1..60)) {
        let mut position = Position::start(Variant::INTERNATIONAL);
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let legal = moves.len();
            let (turned, as_white) = with_white_to_move(&position, &moves).unwrap();
            prop_assert_eq!(turned.side(), Side::White);
            let mut expected = turned.legal_moves();
            let mut as_white = as_white;
            expected.sort();
            as_white.sort();
            prop_assert_eq!(expected, as_white);
            position = position.play(&moves[choice % legal]).unwrap();
        }
    }
}
