//! Games without the tag `GameType`: their game is found from the moves. The files in `untagged`
//! are our own random games in the style of collections, without the tag.

use damier_notation::pdn::{
    FoundBy, Game, GameFound, Games, Reader, Replay, find_game, normalised, replay, write,
};
use damier_notation::wording::{self, Language};
use damier_rules::variant::rule_table::Obligation;
use damier_rules::{Position, Variant};

/// The games of a text, each with the game of the family chosen for it, and its replay.
fn found(text: &str, asked: Option<Variant>) -> Vec<(GameFound, Replay)> {
    Games::new(Reader::new(text.as_bytes()), asked)
        .map(|game| {
            let (parsed, found) = game.expect("bytes in memory do not fail");
            let replayed = replay(&parsed, found.variant).expect("a game to play");
            (found, replayed)
        })
        .collect()
}

fn found_in(text: &str) -> Vec<(&'static str, &'static str)> {
    let found = found(text, None).into_iter();
    found
        .map(|(found, _)| (found.variant.id(), found.reason.code()))
        .collect()
}

/// Random games from the start, with all kinds of results, and no tag that names the game.
fn random_games(variant: Variant, games: usize, plies: usize) -> String {
    let mut dice = fastrand::Rng::with_seed(2026);
    let mut text = String::new();
    for number in 0..games {
        let start = Position::start(variant);
        let (mut position, mut moves) = (start, Vec::new());
        while moves.len() < plies {
            let legal = position.legal_moves();
            let Some(&next) = legal.get(dice.usize(..legal.len().max(1))) else {
                break;
            };
            moves.push(next);
            position = position.play(&next).expect("legal");
        }
        let mut game = Game::of_moves(&start, &moves).expect("legal");
        game.tags.clear();
        let (event, result) = [
            ("P\u{159}ebor, 2. kolo", "1-0"),
            ("\u{41a}\u{443}\u{431}\u{43e}\u{43a}", "1/2-1/2"),
            ("Club match", "0-1"),
            ("Championnat", "2-0"),
            ("?", "*"),
        ][number % 5];
        game.set_tag("Event", event);
        game.set_tag("Result", result);
        game.end = Some(result.to_owned());
        text.push_str(&write(&game));
        text.push('\n');
    }
    text
}

#[test]
fn files_of_every_numbered_game_are_read_whole() {
    for &variant in Variant::ALL {
        let table = variant.table();
        if table.game_type.is_none() || table.obligation != Obligation::Compulsory {
            continue;
        }
        let games = found(&random_games(variant, 20, 60), None);
        assert_eq!(games.len(), 20);
        for (found, replayed) in &games {
            assert!(
                replayed.complete && replayed.faults.is_empty(),
                "{variant:?}: {found:?}"
            );
        }
        // The Portuguese and the Spanish game differ only in their draws.
        let expected = match variant.id() {
            "portuguese" => "spanish",
            id => id,
        };
        let same = games
            .iter()
            .filter(|(found, _)| found.variant.id() == expected)
            .count();
        assert_eq!(same, 20, "{variant:?} is taken for {:?}", games[0].0);
    }
}

#[test]
fn files_in_the_style_of_collections_are_read_whole() {
    for (file, expected) in [
        (include_str!("untagged/czech.pdn"), "czech"),
        (include_str!("untagged/russian.pdn"), "russian"),
        (include_str!("untagged/english.pdn"), "english"),
        (include_str!("untagged/international.pdn"), "international"),
    ] {
        let games = found(file, None);
        assert!(games.len() >= 5, "{expected}");
        for (found, replayed) in games {
            assert_eq!(found.variant.id(), expected);
            assert!(
                replayed.complete && replayed.faults.is_empty(),
                "{expected}: {:?}",
                replayed.faults
            );
        }
    }
}

#[test]
fn the_game_is_found_from_the_first_move_or_a_position() {
    for (text, expected, reason) in [
        ("32-28 *", "international", "most-played"),
        ("11-15 *", "english", "most-played"),
        ("22-18 *", "italian", "only-one"),
        ("47-41 *", "canadian", "only-one"),
        ("c3-d4 *", "russian", "most-played"),
        ("A3-A4 *", "turkish", "only-one"),
        ("c3-h8 *", "russian", "farthest"),
        ("[Event \"\"] *", "international", "expected"),
        (
            "[FEN \"W:W31-50:B1-20\"] 11-15 *",
            "international",
            "farthest",
        ),
        ("[FEN \"W:Wc3:Bd4\"] *", "russian", "most-played"),
        ("[FEN \"W:W60:B1\"] *", "canadian", "only-one"),
        ("[FEN \"B:W32:B1\"] 1-5 *", "english", "most-played"),
        ("[GameType \"26\"] c3-d4 *", "brazilian", "tag"),
        ("[Variant \"killer\"] 32-28 *", "killer", "tag"),
    ] {
        assert_eq!(found_in(text), [(expected, reason)], "{text}");
    }
}

#[test]
fn the_games_of_a_file_agree() {
    // In the second game a man does not capture backwards, so this is the Czech game.
    let czech = "[FEN \"W:We5:Bd4,b8\"]\n1. e5-f6 *";
    let undecided = "[Event \"x\"]\n1. c3-d4 d6-c5 *";
    let games = found_in(&format!("{undecided}\n\n{czech}\n\n{undecided}"));
    assert_eq!(games, [("czech", "only-one"); 3]);
    // A tag in the file decides for the others.
    let games = found_in(&format!("[GameType \"26\"]\n{undecided}\n\n{undecided}"));
    assert_eq!(games, [("brazilian", "tag"), ("brazilian", "other-games")]);
    // A game of another kind, and a game with a fault, do not change the rest.
    let games =
        found_in("32-28 19-23 *\n\n[Event \"x\"]\n1. c3-d4 *\n\n[Event \"y\"]\n1. 32-28 1-2 *");
    assert_eq!(ids(&games), ["international", "russian", "international"]);
}

/// A damaged game gets the game of its file only if its moves allow it. Here its first move is not
/// legal in Russian draughts, the game of the others.
#[test]
fn a_damaged_game_of_another_kind_is_not_forced_into_its_file() {
    let text = "1. 32-28 19-23 2. 28x19 14x23 3. 99-1 *\n\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 *\n\n1. c3-d4 d6-e9 *";
    let games = found_in(text);
    assert_eq!(ids(&games), ["international", "russian", "russian"]);
    assert_eq!(games[0].1, FoundBy::Farthest.code());
}

fn ids(games: &[(&'static str, &'static str)]) -> Vec<&'static str> {
    games.iter().map(|one| one.0).collect()
}

#[test]
fn the_choice_of_the_user_decides() {
    let brazilian = Variant::from_id("brazilian");
    let games = found("1. c3-d4 d6-c5 *", brazilian);
    assert_eq!(games[0].0.variant.id(), "brazilian");
    assert_eq!(games[0].0.reason, FoundBy::Asked);
    let text = "1. 32-28 *";
    let parsed = Reader::new(text.as_bytes())
        .next()
        .expect("a game")
        .expect("bytes");
    let (_, replayed) = normalised(&parsed, Variant::RUSSIAN);
    assert!(!replayed.expect("a replay").complete, "the default decides");
}

#[test]
fn the_expected_game_is_tried_first() {
    let parsed = Reader::new("c3-d4 *".as_bytes())
        .next()
        .expect("a game")
        .expect("bytes");
    let poddavki = Variant::from_id("poddavki").expect("a game");
    assert_eq!(find_game(&parsed.game, poddavki).variant, poddavki);
}

#[test]
fn every_reason_is_worded() {
    for language in Language::ALL {
        for text in [
            "c3-d4 *",
            "22-18 *",
            "c3-h8 *",
            "[Event \"\"] *",
            "[GameType \"26\"] *",
        ] {
            for (found, _) in found(text, None) {
                let sentence = wording::game_found(language, &found);
                assert!(
                    sentence.contains(&wording::game_name(language, found.variant)),
                    "{sentence}"
                );
                assert!(sentence.ends_with('.'));
            }
        }
    }
}

/// Writes the files in `untagged` again: `cargo test -p damier-notation --test untagged --
/// --ignored`.
#[test]
#[ignore = "makes the files that the others read"]
fn make_the_files() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/untagged");
    for id in ["czech", "russian", "english", "international"] {
        let variant = Variant::from_id(id).expect("a game");
        let text = random_games(variant, 8, 80);
        std::fs::write(folder.join(format!("{id}.pdn")), text).expect("a file");
    }
}

/// F7: the start position of a game names it.
#[test]
fn a_start_position_names_its_game() {
    let text = "[FEN \"B:W21-32:B1-12\"]\n*";
    assert_eq!(found_in(text), [("english", "start-position")]);
    let text = "[FEN \"W:W31-50:B1-20\"]\n*";
    assert_eq!(found_in(text), [("international", "start-position")]);
}

/// F17: many pieces, and none outside the smaller board; one decision for the file.
#[test]
fn problems_on_the_squares_of_a_smaller_board_belong_to_it() {
    let text = "[FEN \"W:W18,24,27,28,K10:B12,16,19,20,K29\"]\n*\n\n[FEN \"W:W32,K6:B1\"]\n*\n\n\
                [FEN \"B:W32:B1,K3\"]\n1. 1-6 *";
    let games = found_in(text);
    assert_eq!(
        games.iter().filter(|(game, _)| *game == "english").count(),
        3,
        "{games:?}"
    );
    let few = "[FEN \"W:W27,28:B18\"]\n*";
    assert_eq!(found_in(few), [("international", "most-played")]);
}

/// F8: a tag in whose game not even the first move is legal is a mistake.
#[test]
fn a_tag_that_no_move_fits_is_replaced_and_reported() {
    for (tag, quoted) in [
        ("[GameType \"20\"]", "GameType \"20\""),
        ("[Gametype \"100\"]", "GameType \"100\""),
        ("[Variant \"frisian\"]", "Variant \"frisian\""),
    ] {
        let text = format!("[Event \"a\"]\n{tag}\n1. c3-d4 f6-g5 2. b2-c3 *");
        for (asked, expected) in [(None, "russian"), (Some(Variant::BRAZILIAN), "brazilian")] {
            let mut games = Games::new(Reader::new(text.as_bytes()), asked);
            let (parsed, found) = games.next().expect("a game").expect("memory");
            assert_eq!(found.variant.id(), expected, "{tag}");
            let message = format!("2:1: found {quoted}, expected {expected}");
            assert_eq!(parsed.faults[0].to_string(), message);
            let replayed = replay(&parsed, found.variant).expect("a game to play");
            assert_eq!((replayed.variant, replayed.moves.len()), (found.variant, 3));
        }
    }
    // One legal move is enough to believe the tag, and a game outside the family is not guessed.
    for text in [
        "[GameType \"20\"]\n1. 32-28 23-18 *",
        "[GameType \"50\"]\n1. c3-d4 *",
    ] {
        let mut games = Games::new(Reader::new(text.as_bytes()), None);
        let (parsed, found) = games.next().expect("a game").expect("memory");
        assert_eq!(
            (found.reason, parsed.faults.len()),
            (FoundBy::Tag, 0),
            "{text}"
        );
    }
}

/// What a tag is replaced by, and how many moves of the main line are then legal.
fn replaced(text: &str, asked: Option<Variant>) -> (&'static str, usize, Vec<String>) {
    let mut games = Games::new(Reader::new(text.as_bytes()), asked);
    let (parsed, found) = games.next().expect("a game").expect("memory");
    let faults = parsed.faults.iter().map(ToString::to_string).collect();
    let replayed = replay(&parsed, found.variant);
    let moves = replayed.map_or(0, |replayed| replayed.moves.len());
    (found.variant.id(), moves, faults)
}

/// Other programs have names of their own for the games.
#[test]
fn a_variant_with_an_unknown_name_is_found_from_the_moves() {
    let text = "[Variant \"Hundred squares\"]\n1. 32-28 19-23 *";
    let message = "1:1: found Variant \"Hundred squares\", expected international".to_owned();
    assert_eq!(replaced(text, None), ("international", 2, vec![message]));
    assert_eq!(replaced(text, Some(Variant::FRISIAN)).0, "frisian");
    let damaged = "[Variant \"Hundred squares\"]\n1. 32-28 19-23 2. 28x19 14x23 3. 1-2 *";
    assert_eq!(replaced(damaged, None).1, 4);
    for unknown in ["1. c3-h8 *", "*", "1. 32-28 1-2 *"] {
        let (_, moves, faults) = replaced(&format!("[Variant \"bagh chal\"]\n{unknown}"), None);
        assert_eq!((moves, faults.len()), (0, 0), "{unknown}");
    }
}

/// Where the squares do not exist on the board that the tag names, one bad move is not enough to
/// believe the tag.
#[test]
fn a_tag_without_the_squares_of_the_moves_is_replaced_by_what_fits_farthest() {
    for moves in ["1. c3-d4 b6-a5 2. d4-h8 *", "1. c3-d4 b6-a5 (1... e3-f4) *"] {
        let (game, plies, faults) = replaced(&format!("[GameType \"20\"]\n{moves}"), None);
        assert_eq!((game, plies, faults.len()), ("russian", 2, 1), "{moves}");
    }
    let (game, ..) = replaced("[GameType \"21\"]\n1. 32-28 1-2 *", None);
    assert_eq!(game, "english", "these squares exist");
}

#[test]
fn letters_and_numbers_are_second_names_on_the_chessboard() {
    let numbers = "1. 24-20 11-16 2. 20:11 7:16 *";
    assert_eq!(found_in(numbers), [("russian", "most-played")]);
    assert!(found(numbers, None)[0].1.complete);
    // The same moves as 11-15 24-19 2. 15x24 28x19.
    let letters = "1. c3-d4 b6-c5 2. d4xb6 a7xc5 0-1";
    for text in [
        letters.to_owned(),
        format!("[GameType \"21\"]\n{letters}"),
        format!("[Variant \"American/English\"]\n{letters}"),
    ] {
        let (game, moves, _) = replaced(&text, Some(Variant::ENGLISH));
        assert_eq!((game, moves), ("english", 4), "{text}");
    }
    assert_eq!(found_in(letters), [("russian", "most-played")]);
}

/// One fault does not make another game of it, whatever names the squares have.
#[test]
fn one_fault_in_a_game_on_the_chessboard_loses_nothing_before_it() {
    for (text, expected, plies) in [
        (
            "1. 22-17 11-15 2. 17-13 15-19 3. 23x16 12x19 4. 24x15 10x19 5. 1-2 *",
            "russian",
            8,
        ),
        (
            "1. 24-20 11-16 2. 20:11 7:16 (2... 1-2) 3. 23-19 16:23 *",
            "russian",
            6,
        ),
        (
            "1. 24-20 11-16 2. 20:11 7:16 3. 23-19 16:23 (3... 1-2) *",
            "russian",
            6,
        ),
        // The usual names are preferred where both fit as far.
        ("1. 11-15 23-19 2. 8-11 22-17 3. 1-2 *", "english", 4),
        ("1. c3-d4 b6-c5 2. d4xb6 a7xc5 (2... a1-b2) *", "russian", 4),
    ] {
        let games = found(text, None);
        let (found, replayed) = &games[0];
        assert_eq!(found.variant.id(), expected, "{text}");
        assert_eq!(found.reason, FoundBy::Farthest, "{text}");
        assert_eq!(replayed.moves.len(), plies, "{text}");
    }
}

/// One move is no evidence against a tag, since the move may be wrong itself; but letters are,
/// where the board has only numbers.
#[test]
fn one_move_replaces_a_tag_only_if_its_names_are_foreign() {
    for (text, expected) in [
        (
            "[GameType \"22\"]\n[FEN \"W:Wc1:Bf6\"]\n1. c1-d2 *",
            "italian",
        ),
        ("[GameType \"41\"]\n1. d3-e4 *", "spantsiretti"),
        ("[GameType \"20\"]\n1. 20-24 *", "international"),
        ("[GameType \"20\"]\n1. g3-h4 *", "russian"),
        ("[GameType \"25\"]\n1. 32-28 19-23 *", "international"),
    ] {
        let mut games = Games::new(Reader::new(text.as_bytes()), None);
        let (parsed, found) = games.next().expect("a game").expect("memory");
        assert_eq!(found.variant.id(), expected, "{text}");
        assert_eq!(
            parsed.faults.is_empty(),
            found.reason == FoundBy::Tag,
            "{text}"
        );
    }
}

/// The sentence about a replaced tag names it, and does not deny that there is one.
#[test]
fn the_sentence_about_a_replaced_tag_names_it() {
    let text = "[GameType \"20\"]\n1. c3-d4 f6-g5 2. b2-c3 *";
    let mut games = Games::new(Reader::new(text.as_bytes()), None);
    let (parsed, found) = games.next().expect("a game").expect("memory");
    for (language, expected) in [
        (
            Language::English,
            "The tag GameType \"20\" does not fit: read as Russian draughts, the most played of \
             the games that fit its moves and positions.",
        ),
        (
            Language::French,
            "La balise GameType \"20\" ne convient pas\u{202f}; jeu \
             retenu\u{a0}: dames russes, le plus joué de ceux qui conviennent aux coups et aux \
             positions.",
        ),
    ] {
        assert_eq!(wording::game_found_in(language, &parsed, &found), expected);
    }
}

/// A game that names squares by letters is no candidate for a position in numbers.
#[test]
fn positions_in_numbers_belong_to_games_of_numbers() {
    let text = "[FEN \"W:W33,34,35,36,37:B6,7,8,9,10\"]\n*";
    assert_eq!(found_in(text), [("international", "most-played")]);
}

/// A position that cannot be played is no evidence for another game than that of its file.
#[test]
fn a_bad_position_belongs_to_the_game_of_its_file() {
    let text = "[FEN \"B:W21-32:B1-12\"]\n*\n\n[FEN \"B:WK23,12,3:BK15,K11\"]\n*";
    let games: Vec<_> = Games::new(Reader::new(text.as_bytes()), None)
        .map(|game| game.expect("memory"))
        .collect();
    let variants: Vec<_> = games.iter().map(|(_, found)| found.variant.id()).collect();
    assert_eq!(variants, ["english", "english"]);
    let fault = replay(&games[1].0, games[1].1.variant).expect_err("a man on its last row");
    assert_eq!(fault.place.line, 4);
    // The same where a tag names the game of the others, as in the converted file.
    let tagged = format!("[GameType \"21\"]\n{text}");
    let actual = Games::new(Reader::new(tagged.as_bytes()), None)
        .map(|game| game.expect("memory").1)
        .map(|found| (found.variant.id(), found.reason.code()));
    let expected = [("english", "tag"), ("english", "other-games")];
    assert_eq!(actual.collect::<Vec<_>>(), expected);
}
