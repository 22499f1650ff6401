//! The words of all games: names, rule sheets, the comparison, and refusals of random move inputs.
//! None may be missing, and each must use the words of its own board.

use std::collections::BTreeSet;

use damier_notation::wording::{self, Language, Section};
use damier_rules::variant::Lines;
use damier_rules::{
    Cells, EndReason, Explanation, MoveInput, Outcome, Position, Side, Square, Variant, explain,
    must_play, why_not,
};

/// A text as words in small letters.
fn words(sentence: &str) -> BTreeSet<String> {
    let words = sentence.split(|letter: char| !letter.is_alphabetic());
    words.map(str::to_lowercase).collect()
}

/// Checks the form of a sentence of a game in one language.
fn check_sentence(language: Language, variant: Variant, sentence: &str) {
    let context = format!("{variant}: {sentence}");
    let first = sentence.chars().next().expect(&context);
    assert!(first.is_uppercase() || first.is_numeric(), "{context}");
    assert!(sentence.ends_with('.'), "{context}");
    assert_eq!(sentence.matches(". ").count(), 0, "{context}");
    assert!(
        !sentence.contains("  ") && !sentence.contains('\''),
        "{context}"
    );
    assert!(sentence.chars().count() < 220, "too long: {context}");
    if language == Language::French {
        for (place, sign) in sentence.match_indices([':', ';', '!', '?']) {
            let before = sentence[..place].chars().next_back();
            let space = if sign == ":" { '\u{a0}' } else { '\u{202f}' };
            // `Frysk!` is a name, and Russian draughts writes a colon in captures.
            let in_a_word = before.is_some_and(char::is_alphanumeric);
            assert!(before == Some(space) || in_a_word, "{context}");
        }
    }
    let foreign: &[&str] = match language {
        Language::French => &[
            "roi",
            "reine",
            "échec",
            "échecs",
            "mat",
            "pat",
            "échiquier",
            "nulle",
        ],
        Language::English => &[
            "pawn",
            "queen",
            "check",
            "mate",
            "stalemate",
            "jump",
            "chess",
            "rank",
        ],
    };
    let words = words(sentence);
    assert!(
        foreign.iter().all(|word| !words.contains(*word)),
        "{context}"
    );
    let table = variant.table();
    if table.lines() == Lines::RowsAndColumns {
        let slanting = [
            "diagonal",
            "diagonals",
            "diagonale",
            "diagonales",
            "diagonally",
        ];
        assert!(
            slanting.iter().all(|word| !words.contains(*word)),
            "{context}"
        );
    }
    if table.board.cells == Cells::Lines {
        let squares = ["square", "squares", "case", "cases"];
        assert!(
            squares.iter().all(|word| !words.contains(*word)),
            "{context}"
        );
    }
}

#[test]
fn every_game_has_its_rule_sheet() {
    for language in Language::ALL {
        for &variant in Variant::READINGS {
            let sheet = wording::rules(language, variant);
            assert_eq!(sheet.title, wording::game_title(language, variant));
            check_sentence(language, variant, &sheet.sentence);
            assert_eq!(sheet.reading.is_some(), variant.reading().is_some());
            if let Some((name, sentence)) = &sheet.reading {
                assert!(!name.is_empty());
                check_sentence(language, variant, sentence);
            }
            let board = &sheet.sections[0];
            assert_eq!(board.section, Section::Board, "{variant}");
            for section in &sheet.sections {
                assert!(!section.title.is_empty() && !section.sentences.is_empty());
                for sentence in &section.sentences {
                    check_sentence(language, variant, sentence);
                }
            }
            // Games with different rules must have different sheets.
            for &other in Variant::READINGS {
                let same = wording::rules(language, other).sections == sheet.sections;
                assert_eq!(same, variant == other, "{variant} and {other}");
            }
        }
    }
}

#[test]
fn no_cell_of_the_comparison_is_empty() {
    for language in Language::ALL {
        let all = wording::comparison(language);
        let ids: Vec<&str> = all.rows.iter().map(|row| row.id).collect();
        let games: Vec<&str> = Variant::ALL.iter().map(|game| game.id()).collect();
        assert_eq!(ids, games);
        for row in &all.rows {
            assert_eq!(row.cells.len(), all.columns.len());
            assert!(row.cells.iter().all(|cell| !cell.is_empty()), "{}", row.id);
        }
        let codes: BTreeSet<&str> = all.columns.iter().map(|column| column.code).collect();
        assert_eq!(codes.len(), all.columns.len());
    }
}

#[test]
fn every_ending_of_every_game_is_one_sentence() {
    let winners = [None, Some(Side::White), Some(Side::Black)];
    for language in Language::ALL {
        for &variant in Variant::READINGS {
            for (reason, winner) in EndReason::known()
                .into_iter()
                .flat_map(|it| winners.map(|by| (it, by)))
            {
                let outcome = Outcome { winner, reason };
                let sentence = wording::outcome(language, variant, &outcome);
                // A rule of another game may speak of its own lines.
                let own = variant
                    .table()
                    .draws
                    .iter()
                    .any(|rule| rule.reason() == reason);
                let drawn = variant.table().draws.is_empty() || !own;
                let of = if drawn {
                    Variant::INTERNATIONAL
                } else {
                    variant
                };
                check_sentence(language, of, &sentence);
            }
        }
    }
}

/// Random numbers, the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }

    fn square(&mut self, variant: Variant) -> Square {
        let count = usize::from(variant.table().board.square_count());
        let number = 1 + self.below(count + 1);
        Square::new(number as u8).expect("a number from 1")
    }
}

/// Random games of every game of the family. In each position, some move inputs are tried, and
/// their sentences are checked.
#[test]
fn every_refusal_of_every_game_is_one_well_formed_sentence() {
    let mut chance = Chance(20_260_923);
    let mut codes = BTreeSet::new();
    for &variant in Variant::READINGS {
        for _ in 0..8 {
            let mut position = Position::start(variant);
            for _ in 0..90 {
                let moves = position.legal_moves();
                for _ in 0..4 {
                    codes.extend(asked(&position, &mut chance));
                }
                if moves.is_empty() || position.outcome().is_some() {
                    break;
                }
                let played = moves[chance.below(moves.len())];
                position = position.play(&played).expect("a legal move");
            }
        }
    }
    assert!(codes.len() > 30, "only {codes:?}");
}

/// Tries one random move input and checks the sentence. Returns the code of the refusal.
fn asked(position: &Position, chance: &mut Chance) -> Option<&'static str> {
    let variant = position.variant();
    let own: Vec<Square> = variant
        .table()
        .board
        .squares()
        .filter(|&square| {
            position
                .piece_at(square)
                .is_some_and(|it| it.side == position.side())
        })
        .collect();
    let from = match own.get(chance.below(own.len() + 2)) {
        Some(&square) => square,
        None => chance.square(variant),
    };
    let via: Vec<Square> = (0..chance.below(3))
        .map(|_| chance.square(variant))
        .collect();
    let huff = (chance.below(12) == 0).then(|| chance.square(variant));
    let input = MoveInput::through(from, via, chance.square(variant)).huffing(huff);
    let explained = explain(position, &input);
    for language in Language::ALL {
        match &explained {
            Explanation::Legal(_) => {}
            Explanation::Ambiguous(moves) => {
                check_sentence(
                    language,
                    variant,
                    &wording::ambiguity(language, variant, moves),
                );
            }
            Explanation::Refused(refusal) => {
                check_sentence(
                    language,
                    variant,
                    &wording::refusal(language, variant, refusal),
                );
            }
        }
        if let Some(refusal) = why_not(position, from) {
            check_sentence(
                language,
                variant,
                &wording::refusal(language, variant, &refusal),
            );
        }
        if let Some(must) = must_play(position) {
            check_sentence(
                language,
                variant,
                &wording::must_play(language, variant, &must),
            );
        }
    }
    match explained {
        Explanation::Refused(refusal) => Some(refusal.code()),
        _ => None,
    }
}
