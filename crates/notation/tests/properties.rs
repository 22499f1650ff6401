//! Properties of all inputs: no reader panics, written text is read back unchanged, and the work
//! grows no faster than the length of the text.

use damier_notation::pdn::{
    Fault, FaultCode, Game, GameResult, Item, Layout, Reader, ReadingLimits, Tag, commands,
    normalised, replay, write, write_as,
};
use damier_notation::{dxp_text, fen, hub_text, manoury, move_text, square_names};
use damier_rules::{Kind, Move, Piece, Position, Setup, Side, Square, Variant};
use proptest::prelude::*;

const GAME: Variant = Variant::INTERNATIONAL;

/// A nearly valid text: pieces of every form, in any order.
fn near_text() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        Just("W:W31-50:B1-20".to_owned()),
        Just("[FEN \"".to_owned()),
        Just("[GameType \"25\"]\n".to_owned()),
        Just("[Result \"1-9\"]\n".to_owned()),
        Just("/FEN \"W:W31:B1\"/".to_owned()),
        Just("1/2-1/2 ".to_owned()),
        Just("32-28 ".to_owned()),
        Just("c3:e5".to_owned()),
        Just("47x38x24x13x36".to_owned()),
        "[WBK?:,. _GP+HF-]",
        "[0-9]{1,5}",
        "[-x:X()*!?$/{}\\[\\]\"\\\\;%.\r\n ]",
        "\\PC",
    ];
    proptest::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

fn near_bytes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        near_text().prop_map(String::into_bytes),
        proptest::collection::vec(any::<u8>(), 0..200),
    ]
}

fn setup() -> impl Strategy<Value = Setup> {
    let piece = (any::<bool>(), any::<bool>()).prop_map(|(white, king)| {
        let side = if white { Side::White } else { Side::Black };
        Piece::new(side, if king { Kind::King } else { Kind::Man })
    });
    let pieces = proptest::collection::vec((1..=50u8, piece), 0..30);
    let side = prop_oneof![Just(None), Just(Some(Side::White)), Just(Some(Side::Black))];
    (side, pieces).prop_map(|(side, pieces)| {
        let mut setup = Setup::new();
        setup.side = side;
        for (number, piece) in pieces {
            if let Some(square) = Square::new(number) {
                setup.put(square, piece);
            }
        }
        setup
    })
}

/// Positions with kings and many captures, some of which are ambiguous.
fn position() -> impl Strategy<Value = Position> {
    setup().prop_filter_map("a playable setup", |mut setup| {
        setup.side = Some(setup.side.unwrap_or(Side::White));
        Position::from_setup(GAME, &setup).ok()
    })
}

/// A game of legal moves, chosen by numbers.
fn moves_from(start: &Position, choices: &[u8]) -> Vec<Move> {
    let mut position = *start;
    let mut moves = Vec::new();
    for &choice in choices {
        let legal = position.legal_moves();
        let Some(&played) = legal.get(usize::from(choice) % legal.len().max(1)) else {
            break;
        };
        moves.push(played);
        position = position.play(&played).expect("a legal move");
    }
    moves
}

fn written_square() -> impl Strategy<Value = String> {
    prop_oneof![
        (1..=72u8).prop_map(|number| number.to_string()),
        "[a-j][1-8]"
    ]
}

/// Any game that can be written. All its variations are closed, and no text has control characters:
/// a reader replaces them.
fn game() -> impl Strategy<Value = Game> {
    let item = prop_oneof![
        6 => (written_square(), 1..=72u8, any::<bool>()).prop_filter_map(
            "a move",
            |(from, to, capture)| {
                let sign = if capture { "x" } else { "-" };
                let text = format!("{from}{sign}{to}");
                // Some moves look like results, such as 1-1.
                let result = matches!(GameResult::read(&text), GameResult::Other(_));
                text.parse().ok().filter(|_| result).map(Item::Move)
            }
        ),
        1 => Just(Item::Unknown),
        1 => prop_oneof!["[!?]{1,2}", Just("(?)".to_owned())].prop_map(Item::Sign),
        1 => any::<u32>().prop_map(Item::Nag),
        1 => r"([^{}\p{Cc}]|[\t\n]){0,30}".prop_map(Item::Comment),
        1 => "[a-z }{]{0,9}".prop_map(Item::Comment),
        1 => "(FEN|W ?:|b:)[A-Z0-9:,\" ]{0,20}".prop_map(Item::Setup),
        1 => Just(Item::Open),
        1 => Just(Item::Close),
    ];
    let tag =
        ("[A-Z][a-z]{1,8}", r"([^\p{Cc}]|\t){0,20}").prop_map(|(name, value)| Tag { name, value });
    let tags = proptest::collection::vec(tag, 1..6);
    (tags, proptest::collection::vec(item, 0..40)).prop_map(|(mut tags, items)| {
        // These tags are not in the standard's list, which comes first in what is written.
        tags.retain(|tag| {
            !["Event", "Site", "Date", "Round", "White", "Black", "Result"]
                .contains(&tag.name.as_str())
        });
        tags.insert(
            0,
            Tag {
                name: "Event".to_owned(),
                value: "x".to_owned(),
            },
        );
        let mut game = Game {
            tags,
            items: Vec::new(),
            end: Some("2-0".to_owned()),
            ..Game::default()
        };
        let mut depth = 0;
        for item in items {
            match item {
                Item::Open => depth += 1,
                Item::Close if depth == 0 => continue,
                Item::Close => depth -= 1,
                // A line of a comment that is perhaps a tag may be written with a space before it.
                Item::Comment(ref text)
                    if text
                        .split("\n[")
                        .skip(1)
                        .any(|line| line.starts_with(|first: char| first.is_ascii_uppercase())) =>
                {
                    continue;
                }
                // A comment up to the end of the line may contain a brace; one of several lines may
                // not.
                Item::Comment(ref text) if text.contains('}') && text.contains('\n') => continue,
                _ => {}
            }
            game.items.push(item);
        }
        game.items.extend((0..depth).map(|_| Item::Close));
        game
    })
}

/// A file of several games, made of whole tokens in any order. It is rarely valid.
fn token_soup() -> impl Strategy<Value = String> {
    let tokens = proptest::sample::select(vec![
        "(",
        ")",
        "{a}",
        "{a {b} c}",
        "{",
        "}",
        "; x\n",
        "1. ",
        "1... ",
        "2. ",
        "32-28",
        "19-23",
        "33-28",
        "32-27",
        "28x19",
        "c3-d4",
        "d6:f4",
        "s23 32-28",
        "(19-23)",
        "(1... 18-23)",
        "5",
        "28 19",
        "37-",
        "0:12",
        "99-1",
        "01-01",
        "--",
        "!",
        "(?)",
        "$3",
        "*",
        " * ",
        "2-0",
        "1-1",
        "4-6",
        "[Event \"x\"]",
        "[Result \"4-6\"]",
        "[GameType \"21\"]",
        "[GameType \"25\"]",
        "[GameType \"50\"]",
        "[Variant \"polish-1754\"]",
        "[Result \"2-0\"]",
        "[FEN \"W:W28:B19\"]",
        "[FILENAME \"\"]",
        "[Remark \"\"]",
        "[pdn]",
        "[Broken]",
        "/FEN \"B:W28:B19\"/",
        "junk",
        "\n",
        "\n\n",
    ]);
    let glue = proptest::sample::select(vec![" ", " ", " ", "\n", ""]);
    proptest::collection::vec((tokens, glue), 0..30)
        .prop_map(|pairs| pairs.into_iter().flat_map(|(a, b)| [a, b]).collect())
}

/// Converts a file as `damier pdn convert` does. Returns the text and the faults of the reader.
fn converted(text: &str) -> (String, Vec<Fault>) {
    let mut converted = String::new();
    let mut faults = Vec::new();
    for parsed in Reader::new(text.as_bytes()).map(|parsed| parsed.expect("bytes in memory")) {
        let (game, _) = normalised(&parsed, GAME);
        if !game.is_empty() {
            converted.push_str(&write(&game));
            converted.push('\n');
        }
        faults.extend(parsed.faults);
    }
    (converted, faults)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_reader_of_one_line_panics(text in near_text()) {
        let start = Position::start(GAME);
        let _ = fen::read(GAME, &text);
        let _ = fen::read_position(GAME, &text);
        let _ = move_text::read(&start, &text);
        let _ = move_text::read_move_input(GAME, &text);
        let _ = hub_text::read(GAME, &text);
        let _ = hub_text::read_move(&start, &text);
        let _ = dxp_text::read(GAME, &text);
        let _ = dxp_text::read_move(&start, &text);
        let _ = square_names::read(GAME, &text);
        let _ = GameResult::read(&text);
        let _ = commands(&text).count();
    }

    #[test]
    fn no_file_causes_a_panic_and_its_games_read_back(bytes in near_bytes()) {
        for parsed in Reader::new(bytes.as_slice()) {
            let parsed = parsed.expect("bytes in memory do not fail");
            let (canonical, _) = normalised(&parsed, GAME);
            let _ = manoury::print_game(&parsed.game, &Position::start(GAME));
            // Repairing a text is idempotent.
            let once = write(&canonical);
            let again: Vec<_> = Reader::new(once.as_bytes()).filter_map(Result::ok).collect();
            if let [again] = again.as_slice() {
                prop_assert_eq!(write(&again.game), once);
            }
        }
    }

    #[test]
    fn converting_is_idempotent(text in token_soup()) {
        let (once, _) = converted(&text);
        let (twice, faults) = converted(&once);
        prop_assert_eq!(&twice, &once);
        let open = faults.iter().find(|fault| fault.code == FaultCode::NotClosed);
        prop_assert_eq!(open, None, "{}", once);
    }

    #[test]
    fn memory_is_bounded_by_the_limits(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        let limits = ReadingLimits { token_bytes: 20, game_bytes: 100, tags: 4, items: 10, faults: 3 };
        for parsed in Reader::with_limits(bytes.as_slice(), limits) {
            let parsed = parsed.expect("bytes in memory do not fail");
            prop_assert!(parsed.game.items.len() <= limits.items && parsed.game.tags.len() <= limits.tags);
            prop_assert!(parsed.faults.len() <= limits.faults);
        }
    }

    #[test]
    fn setups_read_back(setup in setup()) {
        let text = fen::write_setup(GAME, &setup);
        prop_assert_eq!(fen::read(GAME, &text), Ok(setup));
    }

    #[test]
    fn positions_read_back_from_the_forms_of_engines(position in position()) {
        let setup = position.to_setup();
        prop_assert_eq!(hub_text::read(GAME, &hub_text::write(&position)), Ok(setup.clone()));
        prop_assert_eq!(dxp_text::read(GAME, &dxp_text::write(&position)), Ok(setup));
    }

    #[test]
    fn every_legal_move_reads_back_in_every_form(position in position()) {
        for played in position.legal_moves() {
            let short = move_text::text(&position, &played);
            let long = move_text::long(&position, &played);
            prop_assert_eq!(move_text::read(&position, &short), Ok(played), "{}", short);
            prop_assert_eq!(move_text::read(&position, &long), Ok(played), "{}", long);
            let hub = hub_text::write_move(&played);
            prop_assert_eq!(hub_text::read_move(&position, &hub), Ok(played), "{}", hub);
            let dxp = dxp_text::write_move(&played);
            prop_assert_eq!(dxp_text::read_move(&position, &dxp), Ok(played), "{}", dxp);
        }
    }

    #[test]
    fn played_games_read_back(
        position in position(),
        choices in proptest::collection::vec(any::<u8>(), 0..60),
        winner in prop_oneof![Just(None), Just(Some(Side::White)), Just(Some(Side::Black))],
    ) {
        let moves = moves_from(&position, &choices);
        let mut game = Game::of_moves(&position, &moves).expect("legal moves");
        game.set_result(&GameResult::of_winner(winner), damier_notation::pdn::ResultStyle::of(GAME));
        let text = write(&game);
        prop_assert!(text.lines().all(|line| line.len() < 300));
        let parsed = Reader::new(text.as_bytes()).next().expect("a game").expect("bytes");
        prop_assert_eq!(&parsed.faults, &[]);
        prop_assert_eq!(parsed.game.result(), GameResult::of_winner(winner));
        let replayed = replay(&parsed, GAME).expect("a game to play");
        prop_assert_eq!(&replayed.moves, &moves);
        prop_assert_eq!(replayed.start, position);
        prop_assert_eq!(&replayed.faults, &[]);
        prop_assert_eq!(normalised(&parsed, GAME).0, parsed.game);
    }

    #[test]
    fn any_game_tree_reads_back(game in game(), width in 1..200usize) {
        let text = write_as(&game, Layout { width, ..Layout::default() });
        let mut games = Reader::new(text.as_bytes()).map(|parsed| parsed.expect("bytes"));
        let parsed = games.next().expect("a game");
        prop_assert_eq!(&parsed.faults, &[], "{}", text);
        prop_assert_eq!(&parsed.game, &game, "{}", text);
        prop_assert!(games.next().is_none());
    }
}
