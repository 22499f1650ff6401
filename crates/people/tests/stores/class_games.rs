//! The games of classes.

use damier_people::classes::{ClassPlayer, Classes, MAX_CLASS_GAMES, PairedGame};
use damier_session::{Act, Ending, GameId, Side};

use crate::classes::{animal, create, empty, join, pupil};
use crate::common::{append, begin_game, first_event, id, ready};

const ENGINE: ClassPlayer = ClassPlayer::Computer { level: 2 };

fn player(name: &str) -> ClassPlayer {
    animal(name).into()
}

fn pair(white: &str, black: &str) -> [ClassPlayer; 2] {
    [white, black].map(player)
}

/// The current game of a pupil: its id, the pupil's side and the opponent.
fn game_of(classes: &Classes, number: u8) -> Option<(GameId, Side, ClassPlayer)> {
    let (_, pupil) = pupil(classes, number).unwrap();
    pupil.game.map(|it| (it.game, it.side, it.against))
}

#[test]
fn two_pupils_of_a_class_are_paired() {
    let (_, classes) = empty();
    let class = create(&classes, "K7MPD4", 1);
    for (number, nickname) in [(10, "fox"), (11, "owl"), (12, "bee")] {
        join(&classes, class, number, nickname);
    }
    let paired = |game, players| ready(classes.pair_pupils(class, id(game), players, 50));
    assert!(paired(7, pair("fox", "owl")));
    assert!(paired(7, pair("fox", "owl")), "a retry");
    assert!(!paired(8, pair("fox", "cat")), "an unknown pupil");
    assert!(!paired(8, pair("fox", "fox")));
    let [fox, owl, bee] = ["fox", "owl", "bee"].map(player);
    assert_eq!(game_of(&classes, 10), Some((id(7), Side::White, owl)));
    assert_eq!(game_of(&classes, 11), Some((id(7), Side::Black, fox)));
    assert_eq!(game_of(&classes, 12), None);
    assert!(paired(9, pair("bee", "fox")));
    assert_eq!(game_of(&classes, 10), Some((id(9), Side::Black, bee)));
}

#[test]
fn a_pupil_is_paired_with_the_engine() {
    let (_, classes) = empty();
    let class = create(&classes, "K7MPD4", 1);
    join(&classes, class, 10, "fox");
    join(&classes, class, 11, "owl");
    let [fox, owl, cat] = ["fox", "owl", "cat"].map(player);
    let paired =
        |game, players, now_ms| ready(classes.pair_pupils(class, id(game), players, now_ms));
    for players in [[cat, ENGINE], [ENGINE, ENGINE]] {
        assert!(!paired(6, players, 20), "{players:?}");
    }
    assert_eq!(ready(classes.class_games(class)), []);
    // A retry keeps the time of the beginning.
    for now_ms in [30, 90] {
        assert!(paired(7, [fox, ENGINE], now_ms));
        let expected = (id(7), Side::White, ENGINE);
        assert_eq!(game_of(&classes, 10), Some(expected));
    }
    assert_eq!(game_of(&classes, 11), None);
    assert!(paired(8, [fox, owl], 40));
    assert_eq!(game_of(&classes, 10), Some((id(8), Side::White, owl)));
    assert!(paired(9, [ENGINE, owl], 35));
    assert_eq!(game_of(&classes, 11), Some((id(9), Side::Black, ENGINE)));
    let listed = ready(classes.pupils(class));
    assert_eq!(listed[1].0.game.unwrap().against, ENGINE);
    let games = ready(classes.class_games(class)).into_iter();
    let facts: Vec<_> = games.map(|it| (it.game, it.players, it.begun_ms)).collect();
    let expected = [
        (id(7), [fox, ENGINE], 30),
        (id(9), [ENGINE, owl], 35),
        (id(8), [fox, owl], 40),
    ];
    assert_eq!(facts, expected);
}

#[test]
fn only_the_latest_games_of_a_class_are_stored() {
    let (_, classes) = empty();
    let class = create(&classes, "K7MPD4", 1);
    join(&classes, class, 10, "fox");
    join(&classes, class, 11, "owl");
    let [fox, owl] = ["fox", "owl"].map(player);
    let add = |number: u32, players, now_ms| {
        let paired = classes.pair_pupils(class, id(number.into()), players, now_ms);
        assert!(ready(paired));
    };
    add(7, [fox, owl], 60);
    add(8, [owl, fox], 40);
    for number in 0..MAX_CLASS_GAMES {
        let other = if number % 2 == 0 { ENGINE } else { fox };
        add(number + 100, [owl, other], 70);
    }
    let games = ready(classes.class_games(class));
    assert_eq!(games.len(), MAX_CLASS_GAMES as usize);
    assert_eq!(games[0].game, id(100));

    // The games of a pupil are removed with the pupil.
    assert!(ready(classes.remove_pupil(class, animal("fox"))));
    let games = ready(classes.class_games(class));
    assert!(games.iter().all(|it| it.players == [owl, ENGINE]));
    assert_eq!(games.len(), MAX_CLASS_GAMES as usize / 2);
    assert!(ready(classes.remove_pupil(class, animal("owl"))));
    assert_eq!(ready(classes.class_games(class)), []);
}

#[test]
fn the_games_of_a_class_have_their_state_from_the_journal() {
    let (store, classes) = empty();
    let first = create(&classes, "K7MPD4", 1);
    let second = create(&classes, "CCCCCC", 2);
    for (number, nickname) in [(10, "fox"), (11, "owl"), (12, "bee")] {
        join(&classes, first, number, nickname);
        join(&classes, second, number + 10, nickname);
    }
    for (class, game, players, now_ms) in [
        (first, 7, pair("fox", "owl"), 60),
        (first, 8, pair("bee", "fox"), 40),
        (first, 7, pair("fox", "owl"), 90), // a retry
        (second, 9, pair("owl", "bee"), 50),
    ] {
        let paired = classes.pair_pupils(class, id(game), players, now_ms);
        assert!(ready(paired));
    }
    begin_game(&store, 7);
    begin_game(&store, 8);
    let abort = Act::Abort {
        side: Side::White,
        at_ms: 1_001,
    };
    append(&store, &first_event(8, abort, Some(Ending::aborted())));
    let game = |number, players, begun_ms, ending| PairedGame {
        game: id(number),
        players,
        begun_ms,
        is_there: true,
        ending,
        deadline_ms: None,
    };
    let over = game(8, pair("bee", "fox"), 40, Some(Ending::aborted()));
    let running = game(7, pair("fox", "owl"), 60, None);
    assert_eq!(ready(classes.class_games(first)), [over, running]);
    assert!(running.goes_on() && !running.is_timed() && !over.goes_on());
    let offer = Act::OfferDraw {
        side: Side::White,
        at_ms: 1_001,
    };
    let mut timed = first_event(7, offer, None);
    timed.deadline_ms = Some(4_000);
    append(&store, &timed);
    let games = ready(classes.class_games(first));
    assert_eq!(games[1].deadline_ms, Some(4_000));
    assert!(games[1].is_timed());
    let games = ready(classes.class_games(second));
    assert!(games.len() == 1 && !games[0].is_there && !games[0].goes_on());

    // The games of a pupil are removed with the pupil, and all of them with the class.
    assert!(ready(classes.remove_pupil(first, animal("bee"))));
    let games = ready(classes.class_games(first));
    assert!(games.len() == 1 && games[0].game == id(7));
    assert_eq!(ready(classes.class_games(second)).len(), 1);
    assert!(ready(classes.end_class(second)));
    assert_eq!(ready(classes.class_games(second)), []);
}
