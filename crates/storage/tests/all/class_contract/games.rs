//! Games of a class, and its end.

use super::*;
use damier_people::classes::Classes;

pub(crate) async fn a_game_is_given_to_two_who_are_there(store: SharedStore) {
    let class = made(&store, "K7MPD4", 1).await;
    for (number, nickname) in [(10, "fox"), (11, "owl"), (12, "bee")] {
        join(&store, class, number, nickname).await;
    }
    assert!(
        Classes::of(&store)
            .pair_pupils(class, id(7), pair("fox", "owl"), 50)
            .await
            .unwrap()
    );
    assert!(
        Classes::of(&store)
            .pair_pupils(class, id(7), pair("fox", "owl"), 50)
            .await
            .unwrap()
    );
    assert!(
        !Classes::of(&store)
            .pair_pupils(class, id(8), pair("fox", "cat"), 50)
            .await
            .unwrap()
    );
    assert!(
        !Classes::of(&store)
            .pair_pupils(class, id(8), pair("fox", "fox"), 50)
            .await
            .unwrap()
    );
    let game = async |number| {
        let (_, pupil) = Classes::of(&store)
            .pupil(&key(number), 5)
            .await
            .unwrap()
            .unwrap();
        pupil.game.map(|it| (it.game, it.side, it.against))
    };
    assert_eq!(
        game(10).await,
        Some((id(7), Side::White, animal("owl").into()))
    );
    assert_eq!(
        game(11).await,
        Some((id(7), Side::Black, animal("fox").into()))
    );
    assert_eq!(game(12).await, None);
    assert!(
        Classes::of(&store)
            .pair_pupils(class, id(9), pair("bee", "fox"), 50)
            .await
            .unwrap()
    );
    assert_eq!(
        game(10).await,
        Some((id(9), Side::Black, animal("bee").into()))
    );
}

pub(crate) async fn a_game_against_the_computer_is_given_to_one_who_is_there(store: SharedStore) {
    let class = made(&store, "K7MPD4", 1).await;
    join(&store, class, 10, "fox").await;
    join(&store, class, 11, "owl").await;
    let (fox, owl) = (animal("fox").into(), animal("owl").into());
    let given = async |game, players, now_ms| {
        let classes = Classes::of(&store);
        let paired = classes.pair_pupils(class, id(game), players, now_ms);
        paired.await.unwrap()
    };
    for players in [[animal("cat").into(), COMPUTER], [COMPUTER, COMPUTER]] {
        assert!(!given(6, players, 20).await);
    }
    assert_eq!(Classes::of(&store).class_games(class).await.unwrap(), []);
    let last = async |number| {
        let (_, pupil) = Classes::of(&store)
            .pupil(&key(number), 5)
            .await
            .unwrap()
            .unwrap();
        pupil.game.map(|it| (it.game, it.side, it.against))
    };
    for now_ms in [30, 90] {
        assert!(given(7, [fox, COMPUTER], now_ms).await, "also told again");
        assert_eq!(last(10).await, Some((id(7), Side::White, COMPUTER)));
    }
    assert_eq!(last(11).await, None);
    assert!(given(8, [fox, owl], 40).await);
    assert_eq!(last(10).await, Some((id(8), Side::White, owl)));
    assert!(given(9, [COMPUTER, owl], 35).await);
    assert_eq!(last(11).await, Some((id(9), Side::Black, COMPUTER)));
    let pupils = Classes::of(&store).pupils(class).await.unwrap();
    assert_eq!(pupils[1].0.game.unwrap().against, COMPUTER);

    journal_contract::begin(&store, 9).await;
    let mut clock = journal_contract::entry(9, 1, Some(2));
    clock.deadline_ms = Some(4_000);
    assert_eq!(
        store.journal.append(&clock).await.unwrap(),
        Appended::Stored
    );
    let games = Classes::of(&store).class_games(class).await.unwrap();
    let facts = games.iter().map(|it| (it.game, it.players, it.begun_ms));
    assert_eq!(
        facts.collect::<Vec<_>>(),
        [
            (id(7), [fox, COMPUTER], 30),
            (id(9), [COMPUTER, owl], 35),
            (id(8), [fox, owl], 40)
        ]
    );
    assert!(games[1].is_timed() && !games[0].goes_on());

    // The latest are kept, whoever plays them.
    for number in 0..MAX_CLASS_GAMES {
        let players = if number % 2 == 0 {
            [owl, COMPUTER]
        } else {
            [owl, fox]
        };
        assert!(given(u128::from(number) + 100, players, 70).await);
    }
    let games = Classes::of(&store).class_games(class).await.unwrap();
    assert_eq!(games.len(), MAX_CLASS_GAMES as usize);
    assert_eq!(games[0].game, id(100));

    // What a pupil has played goes along with the pupil.
    assert!(
        Classes::of(&store)
            .remove_pupil(class, animal("fox"))
            .await
            .unwrap()
    );
    let games = Classes::of(&store).class_games(class).await.unwrap();
    assert!(games.iter().all(|it| it.players == [owl, COMPUTER]));
    assert_eq!(games.len(), MAX_CLASS_GAMES as usize / 2);
    assert!(
        Classes::of(&store)
            .remove_pupil(class, animal("owl"))
            .await
            .unwrap()
    );
    assert_eq!(Classes::of(&store).class_games(class).await.unwrap(), []);
}

pub(crate) async fn the_games_of_a_class_are_kept_with_their_endings(store: SharedStore) {
    let first = made(&store, "K7MPD4", 1).await;
    let second = made(&store, "CCCCCC", 2).await;
    for (number, nickname) in [(10, "fox"), (11, "owl"), (12, "bee")] {
        join(&store, first, number, nickname).await;
        join(&store, second, number + 10, nickname).await;
    }
    let given = [
        (first, 7, pair("fox", "owl"), 60),
        (first, 8, pair("bee", "fox"), 40),
        (first, 7, pair("fox", "owl"), 90), // told again
        (second, 9, pair("owl", "bee"), 50),
    ];
    for (class, game, players, now_ms) in given {
        let classes = Classes::of(&store);
        let paired = classes.pair_pupils(class, id(game), players, now_ms);
        assert!(paired.await.unwrap());
    }
    journal_contract::begin(&store, 7).await;
    journal_contract::begin(&store, 8).await;
    let mut last = journal_contract::entry(8, 1, Some(1));
    let ending = Ending::aborted();
    last.ending = Some(ending);
    assert_eq!(store.journal.append(&last).await.unwrap(), Appended::Stored);
    let games = Classes::of(&store).class_games(first).await.unwrap();
    let game = |game, players, begun_ms, ending| PairedGame {
        game: id(game),
        players,
        begun_ms,
        is_there: true,
        ending,
        deadline_ms: None,
    };
    let over = game(8, pair("bee", "fox"), 40, Some(ending));
    let running = game(7, pair("fox", "owl"), 60, None);
    assert_eq!(games, [over, running]);
    assert!(running.goes_on() && !running.is_timed() && !over.goes_on());
    let mut clock = journal_contract::entry(7, 1, Some(2));
    clock.deadline_ms = Some(4_000);
    assert_eq!(
        store.journal.append(&clock).await.unwrap(),
        Appended::Stored
    );
    let running = PairedGame {
        deadline_ms: Some(4_000),
        ..running
    };
    assert!(running.is_timed());
    let games = Classes::of(&store).class_games(second).await.unwrap();
    assert!(games.len() == 1 && !games[0].is_there && !games[0].goes_on());

    // What a pupil has played goes along with the pupil, and all of it with the class.
    assert!(
        Classes::of(&store)
            .remove_pupil(first, animal("bee"))
            .await
            .unwrap()
    );
    assert_eq!(
        Classes::of(&store).class_games(first).await.unwrap(),
        [running]
    );
    assert_eq!(
        Classes::of(&store).class_games(second).await.unwrap().len(),
        1
    );
    assert!(Classes::of(&store).end_class(second).await.unwrap());
    assert_eq!(Classes::of(&store).class_games(second).await.unwrap(), []);

    // The oldest ones make room.
    for number in 0..MAX_CLASS_GAMES + 2 {
        let players = pair("owl", "fox");
        let classes = Classes::of(&store);
        let paired = classes.pair_pupils(first, id(u128::from(number) + 100), players, 70);
        assert!(paired.await.unwrap());
    }
    let games = Classes::of(&store).class_games(first).await.unwrap();
    assert_eq!(games.len(), MAX_CLASS_GAMES as usize);
    assert_eq!(games[0].game, id(102));
}

pub(crate) async fn classes_that_are_held_are_found_for_a_while(store: SharedStore) {
    let [first, second] = [made(&store, "K7MPD4", 1), made(&store, "CCCCCC", 2)];
    let (first, second) = (first.await, second.await);
    made(&store, "DDDDDD", 3).await;
    for (class, until_ms) in [(first, 500), (second, 300)] {
        let held = ClassChange::FrozenUntil(until_ms);
        assert!(
            Classes::of(&store)
                .change_class(class, &held)
                .await
                .unwrap()
        );
    }
    let held = async |since_ms, after, most| {
        Classes::of(&store)
            .held_since(since_ms, after, most)
            .await
            .unwrap()
    };
    assert_eq!(held(299, None, 9).await, [(second, 300), (first, 500)]);
    assert_eq!(held(299, None, 1).await, [(second, 300)]);
    assert_eq!(held(299, Some(second), 9).await, [(first, 500)]);
    assert_eq!(held(300, None, 9).await, [(first, 500)]);
    assert_eq!(held(500, None, 9).await, []);
}

pub(crate) async fn a_pupil_changes_the_device_and_goes(store: SharedStore) {
    let class = made(&store, "K7MPD4", 1).await;
    join(&store, class, 10, "fox").await;
    join(&store, class, 11, "owl").await;
    Classes::of(&store)
        .note_lesson(&key(10), &news("taking", 1, 2, 0), 100)
        .await
        .unwrap();
    assert!(
        !Classes::of(&store)
            .move_pupil(class, animal("fox"), &key(11))
            .await
            .unwrap()
    );
    for _ in 0..2 {
        assert!(
            Classes::of(&store)
                .move_pupil(class, animal("fox"), &key(20))
                .await
                .unwrap()
        );
    }
    assert_eq!(Classes::of(&store).pupil(&key(10), 5).await.unwrap(), None);
    let (_, moved) = Classes::of(&store)
        .pupil(&key(20), 5)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(moved.nickname, animal("fox"));
    assert_eq!(
        Classes::of(&store).pupils(class).await.unwrap()[0].1.len(),
        1
    );

    assert!(
        Classes::of(&store)
            .remove_pupil(class, animal("fox"))
            .await
            .unwrap()
    );
    assert!(
        !Classes::of(&store)
            .remove_pupil(class, animal("fox"))
            .await
            .unwrap()
    );
    assert_eq!(Classes::of(&store).pupil(&key(20), 5).await.unwrap(), None);
    assert_eq!(join(&store, class, 21, "fox").await, Joined::Stored);
    let pupils = Classes::of(&store).pupils(class).await.unwrap();
    let seen: BTreeSet<_> = pupils.iter().map(|(_, lessons)| lessons.len()).collect();
    assert_eq!(
        seen,
        BTreeSet::from([0]),
        "nothing is left of the one before"
    );
}

pub(crate) async fn a_class_ends_with_everything_of_its_pupils(store: SharedStore) {
    let (first, second) = (
        made(&store, "K7MPD4", 1).await,
        made(&store, "CCCCCC", 2).await,
    );
    for (number, class) in [(10, first), (11, second)] {
        join(&store, class, number, "fox").await;
        Classes::of(&store)
            .note_lesson(&key(number), &news("taking", 1, 2, 0), 100)
            .await
            .unwrap();
    }
    assert_eq!(
        Classes::of(&store)
            .class_of_teacher(&key(1), END_MS)
            .await
            .unwrap(),
        None
    );
    assert_eq!(
        Classes::of(&store)
            .class_with_code(first, END_MS)
            .await
            .unwrap(),
        None
    );
    assert_eq!(
        Classes::of(&store).pupil(&key(10), END_MS).await.unwrap(),
        None
    );
    let late = NewPupil {
        key: key(12),
        nickname: animal("owl"),
    };
    let joined = Classes::of(&store)
        .join_class(first, &late, END_MS)
        .await
        .unwrap();
    assert_eq!(joined, Joined::NotFound);

    let longer = ClassChange::Until(2 * END_MS);
    assert!(
        Classes::of(&store)
            .change_class(second, &longer)
            .await
            .unwrap()
    );
    assert_eq!(store.documents.sweep_documents(END_MS).await.unwrap(), 1);
    assert_eq!(Classes::of(&store).pupils(first).await.unwrap(), []);
    assert_eq!(names(&store, second).await, ["fox"]);
    // The teacher and the device begin anew, and so does the code.
    made(&store, "K7MPD4", 1).await;
    assert_eq!(join(&store, first, 10, "owl").await, Joined::Stored);
    assert_eq!(Classes::of(&store).pupils(first).await.unwrap()[0].1, []);

    assert!(Classes::of(&store).end_class(second).await.unwrap());
    assert!(!Classes::of(&store).end_class(second).await.unwrap());
    assert_eq!(Classes::of(&store).pupil(&key(11), 5).await.unwrap(), None);
    // One whose term is over and that no sweep has removed yet stands in nobody's way.
    let new = NewClass {
        made_ms: END_MS,
        until_ms: 3 * END_MS,
        ..class("K7MPD4", 3)
    };
    let made = Classes::of(&store).make_class(&new).await.unwrap();
    assert!(matches!(made, ClassMade::Stored(class) if class.until_ms == 3 * END_MS));
    assert_eq!(names(&store, first).await, [""; 0]);
}
