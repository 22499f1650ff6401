//! Books are read back as written, damaged ones are rejected, and moves are chosen by their values.

use std::collections::BTreeMap;

use damier_endgame::checksum;
use damier_rules::DrawSettings;
use proptest::prelude::*;

use super::*;

fn start() -> Position {
    Position::start(Variant::INTERNATIONAL)
}

/// A book of the start position alone: nine moves, each four hundredths worse than the one before
/// it.
fn of_the_start() -> Book {
    let moves = (0..9).map(|place| (place, 20 - 4 * i16::from(place)));
    let entry = BookEntry {
        key: start().hash(),
        legal: 9,
        moves: moves.collect(),
    };
    Book::new(Variant::INTERNATIONAL, vec![entry]).expect("a sound entry")
}

/// How often each index of the move list is chosen in this many draws.
fn drawn(book: &Book, level: Option<Level>) -> BTreeMap<usize, u32> {
    let legal = start().legal_moves();
    let mut count = BTreeMap::new();
    for seed in 0..1_000 {
        let limits = Limits {
            level,
            seed,
            ..Limits::default()
        };
        let chosen = book.choose(&start(), &limits).expect("it is in the book");
        assert_eq!(book.choose(&start(), &limits), Some(chosen), "equal seeds");
        let place = legal.iter().position(|played| *played == chosen.played);
        *count.entry(place.expect("it is legal")).or_default() += 1;
    }
    count
}

#[test]
fn a_file_reads_back_and_damage_is_seen() {
    let book = of_the_start();
    let bytes = book.to_bytes();
    assert_eq!(Book::from_bytes(&bytes), Ok(book));
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        assert!(Book::from_bytes(&damaged).is_err(), "byte {at}");
        assert!(Book::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(Book::from_bytes(&longer), Err(BookError::WrongLength));
}

/// A file with this body and a correct checksum.
fn sealed(body: &[u8]) -> Vec<u8> {
    let mut bytes = b"damier\x00b\x01\x07russian".to_vec();
    bytes.extend(body);
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

proptest! {
    #[test]
    fn any_bytes_are_a_book_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Book::from_bytes(&bytes).is_err());
        // Also with a correct header and a correct checksum: a book that can be read is written
        // back unchanged.
        let sealed = sealed(&bytes);
        if let Ok(book) = Book::from_bytes(&sealed) {
            prop_assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book));
        }
    }

    #[test]
    fn entries_that_make_no_sense_are_refused(
        count in 0..4u8,
        places in prop::collection::vec(0..5u8, 3),
        away in prop::collection::vec(0..3u8, 3),
    ) {
        let mut body = 1u32.to_le_bytes().to_vec();
        body.extend([7; 8]);
        body.extend([3, count, 5, 0]);
        for at in 0..usize::from(count.min(3)) {
            body.extend([places[at], away[at]]);
        }
        let used = &places[..usize::from(count.min(3))];
        let away = &away[..used.len()];
        let once = (1..used.len()).all(|at| !used[..at].contains(&used[at]));
        let sound = (1..=3).contains(&count)
            && once
            && used.iter().all(|&place| place < 3)
            && away.is_sorted();
        // The loss that the first move accepts is part of its own value.
        prop_assert_eq!(Book::from_bytes(&sealed(&body)).is_ok(), sound);
    }
}

#[test]
fn lower_levels_accept_larger_losses() {
    let book = of_the_start();
    let strong = drawn(&book, None);
    assert_eq!(strong.keys().copied().collect::<Vec<_>>(), [0]);
    assert_eq!(drawn(&book, Some(Level::STRONGEST)), strong);
    let mut variety = 1;
    for level in [8, 5, 1] {
        let count = drawn(&book, Level::new(level));
        assert!(count.len() > variety, "level {level}: {count:?}");
        variety = count.len();
        let often: Vec<u32> = count.values().copied().collect();
        assert!(often[0] > often[often.len() - 1], "good ones more often");
    }
}

#[test]
fn only_positions_of_the_book_get_a_move() {
    let book = of_the_start();
    let limits = Limits::default();
    let after = start().play(&start().legal_moves()[0]).expect("legal");
    assert_eq!(book.choose(&after, &limits), None);
    let other_game = Position::start(Variant::FRISIAN);
    assert_eq!(other_game.hash(), start().hash(), "the same pieces");
    assert_eq!(book.choose(&other_game, &limits), None);
    // Another position with the same key usually has a different number of moves.
    let mut collides = of_the_start();
    collides.entries[0].legal = 10;
    assert_eq!(collides.choose(&start(), &limits), None);
}

#[test]
fn book_answer_has_a_value_and_no_nodes() {
    let game = Game::new(start(), DrawSettings::default());
    let answer = of_the_start().answer(&game, &Limits::default());
    let answer = answer.expect("it is in the book");
    assert_eq!(answer.best, Some(start().legal_moves()[0]));
    assert_eq!(answer.progress.score(), Some(Score::Hundredths(20)));
    assert_eq!((answer.progress.depth, answer.progress.nodes), (0, 0));
}

#[test]
fn the_book_of_this_program_is_whole_and_leads_on_from_the_start() {
    let book = Book::built_in(Variant::INTERNATIONAL).expect("it is read");
    assert!(INTERNATIONAL.len() <= 300_000, "small enough to ship");
    assert!(Book::built_in(Variant::RUSSIAN).is_none());
    for seed in 0..50 {
        let mut position = start();
        let mut plies = 0;
        let limits = Limits {
            seed,
            ..Limits::default()
        };
        while let Some(chosen) = book.choose(&position, &limits) {
            assert!(chosen.value.abs() < 100, "an opening is no won game");
            position = position.play(&chosen.played).expect("legal");
            plies += 1;
        }
        assert!(plies >= 6, "{plies} plies with seed {seed}");
    }
}

#[test]
fn the_card_is_that_of_the_book() {
    let card = include_str!("../../books/README.md");
    let last = INTERNATIONAL.last_chunk::<4>().expect("a checksum");
    let checksum = format!("| checksum | {:08x} |", u32::from_le_bytes(*last));
    assert!(card.contains(&checksum), "{checksum}");
    let book = Book::built_in(Variant::INTERNATIONAL).expect("it is read");
    let with_comma = |number: usize| format!("{},{:03}", number / 1000, number % 1000);
    for said in [
        format!("| size | {} bytes |", with_comma(INTERNATIONAL.len())),
        format!("| positions | {},", with_comma(book.len())),
    ] {
        assert!(card.contains(&said), "{said}");
    }
}
