//! A case for every refusal: a position, a move input, the reason, the article of the rules, the
//! squares to show, and the sentence in both languages. The cases are data in `refusals`, with one
//! file for the international game and one for the others.

use std::collections::BTreeSet;
use std::fmt::Write;

use damier_notation::wording::{self, Language};
use damier_notation::{fen, move_text, square_names};
use damier_rules::{
    Explanation, Move, MoveInput, Position, Refusal, Square, SquareSet, Variant, explain, why_not,
};

/// A block for each case: its title in brackets, sometimes a line that names the game, and then
/// lines of a word and a text.
const CASES: [&str; 2] = [
    include_str!("refusals/cases.txt"),
    include_str!("refusals/games.txt"),
];

type Lines = Vec<(String, String)>;

/// The titles and lines of all cases in a file.
fn cases() -> Vec<(String, Lines)> {
    let blocks = CASES
        .into_iter()
        .flat_map(|cases| cases.split("\n\n"))
        .map(str::trim);
    blocks
        .filter(|block| block.starts_with('['))
        .map(|block| {
            let (title, rest) = block.split_once('\n').unwrap();
            let line = |line: &str| {
                let (word, text) = line.split_once(' ').unwrap();
                (word.to_owned(), text.trim_start().to_owned())
            };
            (title.to_owned(), rest.lines().map(line).collect())
        })
        .collect()
}

/// `start`, `start 32-28 19-23`, or a FEN.
fn position(variant: Variant, text: &str) -> Position {
    let Some(moves) = text.strip_prefix("start") else {
        return fen::read_position(variant, text).unwrap();
    };
    let start = Position::start(variant);
    moves.split_whitespace().fold(start, |position, text| {
        let played = move_text::read(&position, text).unwrap();
        position.play(&played).unwrap()
    })
}

/// The question about a position: `touch 46`, `input 32 28`, or `input s19 32 28` with a huff.
fn ask(position: &Position, word: &str, text: &str) -> Explanation {
    let square = |name: &str| {
        let on_board = square_names::read(position.variant(), name);
        on_board.unwrap_or_else(|| Square::new(name.parse().unwrap()).unwrap())
    };
    let mut words = text.split_whitespace().peekable();
    let huff = words.next_if(|word| word.starts_with('s'));
    let huff = huff.map(|word| square(&word[1..]));
    let named: Vec<Square> = words.map(square).collect();
    match (word, &named[..]) {
        ("touch", &[touched]) => Explanation::Refused(why_not(position, touched).unwrap()),
        ("input", &[from, ref via @ .., to]) => {
            let input = MoveInput::through(from, via.to_vec(), to);
            explain(position, &input.huffing(huff))
        }
        _ => panic!("neither a touch nor an input: {word} {text}"),
    }
}

/// The answer, as the lines that follow the question in a case.
fn answer_lines(variant: Variant, answer: &Explanation) -> Lines {
    let line = |word: &str, text: &str| (word.to_owned(), text.to_owned());
    let said = |sentence: &dyn Fn(Language) -> String| {
        Language::ALL.map(|language| line(language.code(), &sentence(language)))
    };
    match answer {
        Explanation::Legal(played) => vec![line("legal", &written(played))],
        Explanation::Ambiguous(moves) => {
            let fitting = moves.iter().map(|played| line("either", &written(played)));
            let sentences = said(&|language| wording::ambiguity(language, variant, moves));
            fitting.chain(sentences).collect()
        }
        Explanation::Refused(refusal) => {
            let mut lines = vec![
                line("code", refusal.code()),
                line("article", refusal.article_in(variant).unwrap_or("none")),
                line("squares", &shown(refusal)),
            ];
            lines.extend(said(&|language| {
                wording::refusal(language, variant, refusal)
            }));
            lines
        }
    }
}

fn written(played: &Move) -> String {
    let promotes = if played.promotes { " king" } else { "" };
    let captured = numbers(played.captured);
    format!(
        "{} {} captures {captured}{promotes}",
        played.from, played.to
    )
}

fn numbers(squares: SquareSet) -> String {
    let numbers: Vec<String> = squares.iter().map(|square| square.to_string()).collect();
    if numbers.is_empty() {
        "nothing".to_owned()
    } else {
        numbers.join(" ")
    }
}

/// The squares of a refusal, without the parts that it does not have.
fn shown(refusal: &Refusal) -> String {
    let squares = refusal.squares();
    let parts = [
        ("at", squares.at),
        ("must-move", squares.must_move),
        ("blocked-by", squares.blocked_by),
        ("captured", squares.captured),
        ("targets", squares.targets),
        ("landings", squares.landings),
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(_, set)| !set.is_empty())
        .map(|(part, set)| format!("{part} {}", numbers(set)))
        .collect();
    if parts.is_empty() {
        "none".to_owned()
    } else {
        parts.join(", ")
    }
}

#[test]
fn every_case_is_answered_word_for_word() {
    let cases = cases();
    assert!(cases.len() > 60, "only {} cases were read", cases.len());
    let mut wrong = String::new();
    for (title, lines) in cases {
        let (variant, lines) = match &lines[..] {
            [(word, id), rest @ ..] if word == "game" => (Variant::from_id(id).unwrap(), rest),
            lines => (Variant::INTERNATIONAL, lines),
        };
        let [(word, fen), (question, asked), expected @ ..] = lines else {
            panic!("{title}: a position, a question and an answer are needed");
        };
        assert_eq!(word, "position", "{title}");
        let position = position(variant, fen);
        let actual = answer_lines(position.variant(), &ask(&position, question, asked));
        if actual != expected {
            writeln!(wrong, "{title}\ngame     {variant}").unwrap();
            writeln!(wrong, "position {fen}\n{question:8} {asked}").unwrap();
            for (word, text) in actual {
                writeln!(wrong, "{word:8} {text}").unwrap();
            }
            wrong.push('\n');
        }
    }
    assert!(wrong.is_empty(), "different answers:\n\n{wrong}");
}

#[test]
fn every_reason_has_a_case() {
    let codes: BTreeSet<String> = cases()
        .into_iter()
        .flat_map(|(_, lines)| lines)
        .filter(|(word, _)| word == "code")
        .map(|(_, code)| code)
        .collect();
    let all: BTreeSet<String> = Refusal::CODES.iter().map(|&code| code.to_owned()).collect();
    assert_eq!(codes, all);
}
