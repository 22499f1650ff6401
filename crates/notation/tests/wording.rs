//! Endings, faults of a setup and small words in both languages, and properties of all sentences.

use std::collections::BTreeSet;

use damier_notation::pdn::Reader;
use damier_notation::wording::{self, Language};
use damier_rules::{EndReason, Kind, Outcome, Piece, SetupFault, Side, Square, SquareSet, Variant};

const GAME: Variant = Variant::INTERNATIONAL;

fn squares(numbers: &[u8]) -> SquareSet {
    let squares = numbers.iter().filter_map(|&number| Square::new(number));
    squares.collect()
}

#[test]
fn endings_name_the_winner_and_the_rule() {
    use EndReason::{KingMoves, LoneKing, NoMoves, NoPieces, Occurrence};
    let white = |reason| Outcome::win(Side::White, reason);
    let draw = Outcome::draw;
    for (outcome, french, english) in [
        (
            white(NoPieces),
            "Les Blancs gagnent\u{a0}: les Noirs n’ont plus de pièce.",
            "White wins: Black has no pieces left.",
        ),
        (
            Outcome::win(Side::Black, NoMoves),
            "Les Noirs gagnent\u{a0}: les Blancs ne peuvent plus jouer, toutes leurs pièces sont \
             bloquées.",
            "Black wins: White has no move left, every piece is blocked.",
        ),
        (
            draw(Occurrence(3)),
            "Remise\u{a0}: la même position s’est produite trois fois.",
            "The game is drawn: the same position occurred three times.",
        ),
        (
            draw(KingMoves(25)),
            "Remise\u{a0}: en 25 coups de chaque camp, seules les dames ont joué, sans \
             aucune prise.",
            "The game is drawn: in 25 moves each, only kings moved and nothing was captured.",
        ),
        (
            draw(LoneKing(16)),
            "Remise\u{a0}: trois pièces contre une dame seule, après 16 coups de chaque camp.",
            "The game is drawn: 16 moves each were played with three pieces against a lone king.",
        ),
        (
            draw(LoneKing(5)),
            "Remise\u{a0}: une ou deux pièces contre une dame seule, après 5 coups de chaque \
             camp.",
            "The game is drawn: 5 moves each were played with one or two pieces against a lone \
             king.",
        ),
    ] {
        assert_eq!(wording::outcome(Language::French, GAME, &outcome), french);
        assert_eq!(wording::outcome(Language::English, GAME, &outcome), english);
    }
}

#[test]
fn endings_without_a_rule_have_sentences() {
    use damier_notation::wording::ByPeople::{
        Aborted, Agreement, Arbiter, Forfeit, Resignation, Result, Time,
    };
    for (winner, by, french, english) in [
        (
            Some(Side::White),
            Resignation,
            "Les Blancs gagnent\u{a0}: les Noirs ont abandonné.",
            "White wins: Black resigned.",
        ),
        (
            Some(Side::White),
            Time,
            "Les Blancs gagnent\u{a0}: les Noirs ont épuisé leur temps.",
            "White wins: Black ran out of time.",
        ),
        (
            None,
            Agreement,
            "Remise\u{a0}: les deux joueurs se sont mis d’accord.",
            "The game is drawn: both players agreed.",
        ),
        (
            None,
            Time,
            "Remise\u{a0}: un joueur a épuisé son temps.",
            "The game is drawn: one side ran out of time.",
        ),
        (
            Some(Side::Black),
            Forfeit,
            "Les Noirs gagnent\u{a0}: les Blancs ont perdu par forfait.",
            "Black wins: White forfeited the game.",
        ),
        (
            None,
            Arbiter,
            "Remise\u{a0}: l’arbitre en a décidé ainsi.",
            "The game is drawn: the arbiter decided so.",
        ),
        (
            None,
            Aborted,
            "Partie annulée\u{a0}: elle n’a pas de résultat.",
            "Game aborted: it has no result.",
        ),
        (
            Some(Side::White),
            Result,
            "Les Blancs gagnent.",
            "White wins.",
        ),
    ] {
        let sentence = |language| wording::outcome_by_people(language, winner, by);
        assert_eq!(sentence(Language::French), french);
        assert_eq!(sentence(Language::English), english);
    }
}

#[test]
fn text_that_means_nothing_is_quoted_within_a_french_sentence() {
    for (text, expected) in [
        (
            "1) 32-28 *",
            "Texte sans effet\u{a0}: ')' après le numéro d’un coup.",
        ),
        (
            "1. 32-28 2-0 (time)",
            "Texte sans effet\u{a0}: '(time)' après le résultat.",
        ),
        (
            "[Event \"A\"]\\r\n1. 32-28 *",
            "Texte sans effet\u{a0}: '\\r' ou '\\n' en toutes lettres.",
        ),
    ] {
        let parsed = Reader::new(text.as_bytes()).next();
        let parsed = parsed.expect("a game").expect("memory");
        let sentences = parsed.faults.iter();
        let sentences: Vec<String> = sentences
            .map(|fault| wording::pdn_fault(Language::French, fault))
            .collect();
        assert_eq!(sentences, [expected], "{text}");
    }
}

#[test]
fn faults_of_a_setup_say_what_to_change() {
    let (white, black) = (Side::White, Side::Black);
    let mut covered = BTreeSet::new();
    for (fault, french, english) in [
        (
            SetupFault::NoSideToMove,
            "Le trait n’est pas indiqué\u{a0}: il faut préciser qui joue, les Blancs ou les Noirs.",
            "The side to move is missing: choose White or Black.",
        ),
        (
            SetupFault::OffBoard {
                squares: squares(&[51]),
            },
            "Le damier n’a pas de case 51.",
            "The board has no square 51.",
        ),
        (
            SetupFault::OffBoard {
                squares: squares(&[51, 60]),
            },
            "Le damier n’a pas de cases 51, 60.",
            "The board has no squares 51, 60.",
        ),
        (
            SetupFault::TooManyPieces {
                side: black,
                count: 21,
                most: 20,
            },
            "Les Noirs ont 21 pièces, mais ne peuvent pas en avoir plus de 20.",
            "Black has 21 pieces, but may have 20 at most.",
        ),
        (
            SetupFault::UncrownedMen {
                side: white,
                squares: squares(&[3]),
            },
            "Le pion blanc de la case 3 est sur la dernière rangée\u{a0}: ce devrait être une \
             dame.",
            "The white man on 3 is on its last row: it should be a king.",
        ),
        (
            SetupFault::UncrownedMen {
                side: black,
                squares: squares(&[46, 48, 50]),
            },
            "Les pions noirs des cases 46, 48 et 50 sont sur la dernière rangée\u{a0}: ce \
             devraient être des dames.",
            "The black men on 46, 48 and 50 are on their last row: they should be kings.",
        ),
        (
            SetupFault::UncrownedMen {
                side: white,
                squares: squares(&[1, 2]),
            },
            "Les pions blancs des cases 1 et 2 sont sur la dernière rangée\u{a0}: ce devraient \
             être des dames.",
            "The white men on 1 and 2 are on their last row: they should be kings.",
        ),
        (
            SetupFault::Empty,
            "Il n’y a aucune pièce sur le damier.",
            "There is no piece on the board.",
        ),
        (
            SetupFault::Kings {
                squares: squares(&[3]),
            },
            "Ce jeu n’a pas de dames\u{a0}: il ne peut pas y en avoir sur 3.",
            "This game has no kings: a man must stand on 3, or nothing.",
        ),
        (
            SetupFault::NotHuffable {
                squares: squares(&[23]),
            },
            "Il n’y a rien à souffler sur 23.",
            "Nothing can be huffed on 23.",
        ),
        (
            SetupFault::NoKingRun {
                side: white,
                square: Square::new(46).unwrap(),
            },
            "La position compte des coups de suite pour une dame blanche en 46, où il n’y en a \
             pas.",
            "Moves in a row are counted for a white king on 46, where none stands.",
        ),
    ] {
        covered.insert(fault.code());
        assert_eq!(wording::setup_fault(Language::French, GAME, &fault), french);
        assert_eq!(
            wording::setup_fault(Language::English, GAME, &fault),
            english
        );
    }
    assert_eq!(covered, SetupFault::CODES.iter().copied().collect());
}

#[test]
fn words_and_numbers_agree() {
    use Language::{English, French};
    let said: Vec<String> = [0, 1, 2]
        .into_iter()
        .flat_map(|count| Language::ALL.map(|language| wording::pieces(language, count)))
        .collect();
    let expected = [
        "0 pièce",
        "0 pieces",
        "1 pièce",
        "1 piece",
        "2 pièces",
        "2 pieces",
    ];
    assert_eq!(said, expected);
    assert_eq!(wording::side(French, Side::White), "les Blancs");
    assert_eq!(wording::side(English, Side::Black), "Black");
    let king = Piece::new(Side::Black, Kind::King);
    assert_eq!(wording::piece(French, king), "dame noire");
    assert_eq!(wording::piece(English, king), "black king");
    let man = Piece::new(Side::White, Kind::Man);
    assert_eq!(wording::piece(French, man), "pion blanc");
    assert_eq!(wording::piece(English, man), "white man");
}

/// All sentences that follow from the cases of refusals and from the reasons in this file.
fn sentences(language: Language) -> BTreeSet<String> {
    let cases = include_str!("refusals/cases.txt").lines();
    let of_refusals = cases.filter_map(|line| {
        let (word, sentence) = line.split_once(' ')?;
        (word == language.code()).then(|| sentence.trim_start().to_owned())
    });
    let winners = [None, Some(Side::White), Some(Side::Black)];
    let of_endings = EndReason::known().into_iter().flat_map(|reason| {
        winners.map(|winner| wording::outcome(language, GAME, &Outcome { winner, reason }))
    });
    of_refusals.chain(of_endings).collect()
}

#[test]
fn every_sentence_is_single_and_typeset() {
    for language in Language::ALL {
        let sentences = sentences(language);
        assert!(sentences.len() > 50);
        for sentence in sentences {
            let first = sentence.chars().next().unwrap();
            assert!(first.is_uppercase() || first.is_numeric(), "{sentence}");
            assert!(sentence.ends_with('.'), "{sentence}");
            assert_eq!(sentence.matches(". ").count(), 0, "{sentence}");
            assert!(
                !sentence.contains("  ") && !sentence.contains('\''),
                "{sentence}"
            );
            assert!(sentence.chars().count() < 180, "too long: {sentence}");
        }
    }
    for sentence in sentences(Language::French) {
        for sign in [':', ';', '!', '?'] {
            for (place, _) in sentence.match_indices(sign) {
                let before = sentence[..place].chars().next_back();
                let space = if sign == ':' { '\u{a0}' } else { '\u{202f}' };
                assert_eq!(before, Some(space), "{sentence}");
            }
        }
    }
}

/// The terms of chess must not occur, since draughts has its own.
#[test]
fn no_sentence_uses_a_term_of_chess() {
    let foreign = |language| match language {
        Language::French => [
            "roi",
            "reine",
            "échec",
            "échecs",
            "mat",
            "pat",
            "échiquier",
            "nulle",
        ],
        Language::English => [
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
    for language in Language::ALL {
        for sentence in sentences(language) {
            let words: BTreeSet<String> = sentence
                .split(|letter: char| !letter.is_alphabetic())
                .map(str::to_lowercase)
                .collect();
            for word in foreign(language) {
                assert!(!words.contains(word), "{word}: {sentence}");
            }
        }
    }
}
