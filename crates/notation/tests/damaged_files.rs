//! Good files with damage at one place: what stands before the damage is never lost, and text that
//! is no PDN loses nothing at all.

use damier_notation::pdn::{Game, Layout, Parsed, Reader, replay, write_as};
use damier_rules::{Position, Variant};
use proptest::prelude::*;

const GAME: Variant = Variant::INTERNATIONAL;

/// A random game of this many plies, as a file has it.
fn written(seed: u64, plies: usize, width: usize) -> String {
    let mut dice = fastrand::Rng::with_seed(seed);
    let start = Position::start(GAME);
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
    game.set_tag("Event", format!("Fixture {seed}"));
    write_as(
        &game,
        Layout {
            width,
            ..Layout::default()
        },
    )
}

fn read(bytes: &[u8]) -> Vec<Parsed> {
    let games = Reader::new(bytes).map(|game| game.expect("bytes in memory do not fail"));
    games.filter(|parsed| !parsed.game.is_empty()).collect()
}

/// The moves of a game that can be played.
fn moves(parsed: &Parsed) -> Vec<String> {
    let replayed = replay(parsed, GAME).unwrap_or_else(|fault| panic!("{fault}"));
    replayed
        .moves
        .iter()
        .map(|played| format!("{played:?}"))
        .collect()
}

/// The moves of the main line that end before this byte of a text, with a space behind them.
fn moves_before(text: &str, at: usize) -> Vec<String> {
    let end = text[..at].rfind(char::is_whitespace).unwrap_or(0);
    read(&text.as_bytes()[..end])
        .first()
        .map(moves)
        .unwrap_or_default()
}

/// Where the text of the moves begins.
fn first_move(text: &str) -> usize {
    text.find("\n\n1. ").expect("moves") + 2
}

fn damage() -> impl Strategy<Value = (usize, Vec<u8>)> {
    let bytes = prop_oneof![
        Just(Vec::new()),
        proptest::collection::vec(any::<u8>(), 1..4),
        "[-0-9x:.()*/;{}\\[\\]a-h ]{1,4}".prop_map(String::into_bytes),
        "\\PC{1,8}".prop_map(String::into_bytes),
    ];
    (0_usize..3, bytes)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Some bytes among the moves of the first of two games are removed, and others inserted.
    #[test]
    fn the_moves_before_a_damage_are_kept(
        seed in 0_u64..1_000,
        plies in 4_usize..40,
        width in prop_oneof![Just(40_usize), Just(79), Just(10_000)],
        place in any::<prop::sample::Index>(),
        (removed, inserted) in damage(),
    ) {
        let text = written(seed, plies, width);
        let begin = first_move(&text);
        let at = begin + place.index(text.len() - begin);
        let mut bytes = text.clone().into_bytes();
        bytes.splice(at..(at + removed).min(text.len()), inserted);
        bytes.extend_from_slice(b"\n\n");
        bytes.extend_from_slice(written(seed + 1, 6, width).as_bytes());

        let games = read(&bytes);
        let kept = moves_before(&text, at);
        let first = moves(&games[0]);
        prop_assert!(first.starts_with(&kept), "{first:?} for {kept:?}: {}", String::from_utf8_lossy(&bytes));
        let last = games.last().expect("a game");
        let event = format!("Fixture {}", seed + 1);
        // A comment that is opened and not closed ends at the tags of the next game.
        prop_assert_eq!(last.game.tag("Event"), Some(event.as_str()));
        prop_assert_eq!(moves(last).len(), 6);
    }

    /// Words stand somewhere between the tokens, or on lines of their own before the moves.
    #[test]
    fn words_lose_no_move_and_make_no_game(
        seed in 0_u64..1_000,
        plies in 4_usize..40,
        place in any::<prop::sample::Index>(),
        words in "([a-zé][,a-zé]{1,6}( |~~ ){1,2}){1,4}",
        before in "([A-Z][a-z]{2,6}[ :,]{1,2}[0-9]{0,2}\n){0,3}",
    ) {
        let text = written(seed, plies, 79);
        let whole = moves(&read(text.as_bytes())[0]);
        let begin = first_move(&text);
        let spaces: Vec<usize> = text[begin..]
            .char_indices()
            .filter(|(_, character)| *character == ' ')
            .map(|(index, _)| begin + index + 1)
            .collect();
        let at = spaces[place.index(spaces.len())];
        let damaged = format!("{before}{}{words}{}\n\n{before}{text}", &text[..at], &text[at..]);
        let games = read(damaged.as_bytes());
        prop_assert_eq!(games.len(), 2, "{}", damaged);
        for game in &games {
            prop_assert_eq!(&moves(game), &whole, "{}", damaged);
        }
        prop_assert!(!games[0].faults.is_empty());
    }
}
