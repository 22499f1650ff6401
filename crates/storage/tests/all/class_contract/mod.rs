//! The contract of the port to classes: each case is a function that takes an empty store, and a test of its own on every backend.

mod games;

pub(crate) use games::*;

use std::collections::BTreeSet;

use damier_people::classes::{
    ClassChange, ClassCode, ClassKey, ClassMade, ClassPlayer, Classes, Joined, LessonReport,
    MAX_CLASS_GAMES, MAX_LESSONS, NewClass, NewPupil, Nickname, PairedGame,
};
use damier_people::live::Appended;
use damier_session::{Ending, Side};

use crate::backends::SharedStore;
use crate::journal_contract::{self, id};

const END_MS: u64 = 1_000_000;

fn key(number: u8) -> ClassKey {
    ClassKey::from_bytes([number; 32])
}

fn code(text: &str) -> ClassCode {
    text.parse().unwrap()
}

fn animal(text: &str) -> Nickname {
    text.parse().unwrap()
}

fn pair(white: &str, black: &str) -> [ClassPlayer; 2] {
    [animal(white).into(), animal(black).into()]
}

const COMPUTER: ClassPlayer = ClassPlayer::Computer { level: 2 };

fn class(text: &str, teacher: u8) -> NewClass {
    NewClass {
        code: code(text),
        teacher: key(teacher),
        made_ms: 5,
        until_ms: END_MS,
    }
}

async fn made(store: &SharedStore, text: &str, teacher: u8) -> ClassCode {
    let made = Classes::of(store)
        .make_class(&class(text, teacher))
        .await
        .unwrap();
    assert!(matches!(made, ClassMade::Stored(class) if class.code == code(text)));
    code(text)
}

async fn join(store: &SharedStore, class: ClassCode, pupil: u8, nickname: &str) -> Joined {
    let new = NewPupil {
        key: key(pupil),
        nickname: animal(nickname),
    };
    Classes::of(store)
        .join_class(class, &new, u64::from(pupil))
        .await
        .unwrap()
}

fn news(lesson: &str, stars: u8, place: u16, tries: u16) -> LessonReport {
    LessonReport {
        lesson: lesson.parse().unwrap(),
        stars,
        place,
        places: 8,
        helps: 1,
        tries,
        wrong: (tries > 0).then_some(tries + 2),
    }
}

async fn names(store: &SharedStore, class: ClassCode) -> Vec<&'static str> {
    let pupils = Classes::of(store).pupils(class).await.unwrap();
    pupils.iter().map(|(it, _)| it.nickname.code()).collect()
}

pub(crate) async fn no_class_is_known_at_first(store: SharedStore) {
    let class = code("K7MPD4");
    assert_eq!(
        Classes::of(&store)
            .class_of_teacher(&key(1), 5)
            .await
            .unwrap(),
        None
    );
    assert_eq!(
        Classes::of(&store).class_with_code(class, 5).await.unwrap(),
        None
    );
    assert_eq!(Classes::of(&store).pupil(&key(1), 5).await.unwrap(), None);
    assert_eq!(Classes::of(&store).pupils(class).await.unwrap(), []);
    assert_eq!(join(&store, class, 1, "fox").await, Joined::NotFound);
    Classes::of(&store).saw_pupil(&key(1), 5).await.unwrap();
    assert!(
        !Classes::of(&store)
            .note_lesson(&key(1), &news("taking", 0, 1, 0), 5)
            .await
            .unwrap()
    );
    for change in [ClassChange::Open(true), ClassChange::Assigned(None)] {
        assert!(
            !Classes::of(&store)
                .change_class(class, &change)
                .await
                .unwrap()
        );
    }
    assert!(
        !Classes::of(&store)
            .assign_pupil(class, animal("fox"), None)
            .await
            .unwrap()
    );
    for players in [pair("fox", "owl"), [animal("fox").into(), COMPUTER]] {
        assert!(
            !Classes::of(&store)
                .pair_pupils(class, id(1), players, 5)
                .await
                .unwrap()
        );
    }
    assert!(
        !Classes::of(&store)
            .move_pupil(class, animal("fox"), &key(1))
            .await
            .unwrap()
    );
    assert!(
        !Classes::of(&store)
            .remove_pupil(class, animal("fox"))
            .await
            .unwrap()
    );
    assert!(!Classes::of(&store).end_class(class).await.unwrap());
    assert_eq!(store.documents.sweep_documents(END_MS).await.unwrap(), 0);
    assert_eq!(Classes::of(&store).class_games(class).await.unwrap(), []);
    assert_eq!(
        Classes::of(&store).held_since(0, None, 9).await.unwrap(),
        []
    );
}

pub(crate) async fn a_teacher_has_one_class_and_a_code_is_that_of_one(store: SharedStore) {
    made(&store, "K7MPD4", 1).await;
    let other = Classes::of(&store)
        .make_class(&class("K7MPD4", 2))
        .await
        .unwrap();
    assert_eq!(other, ClassMade::CodeTaken);
    // The same teacher again, with another code that was drawn: the class that there is.
    let again = Classes::of(&store)
        .make_class(&class("CCCCCC", 1))
        .await
        .unwrap();
    let ClassMade::Stored(there) = again else {
        panic!("{again:?}")
    };
    assert_eq!((there.code, there.until_ms), (code("K7MPD4"), END_MS));
    assert!(there.is_open && there.frozen_until_ms == 0 && there.assigned.is_none());
    let found = Classes::of(&store)
        .class_of_teacher(&key(1), END_MS - 1)
        .await
        .unwrap();
    assert_eq!(found, Some(there.clone()));
    let found = Classes::of(&store)
        .class_with_code(there.code, END_MS - 1)
        .await
        .unwrap();
    assert_eq!(found, Some(there));
    assert_eq!(
        Classes::of(&store)
            .class_of_teacher(&key(2), 5)
            .await
            .unwrap(),
        None
    );
    assert_eq!(
        Classes::of(&store)
            .class_with_code(code("CCCCCC"), 5)
            .await
            .unwrap(),
        None
    );
}

pub(crate) async fn an_animal_is_one_pupil_and_a_device_too(store: SharedStore) {
    let (first, second) = (
        made(&store, "K7MPD4", 1).await,
        made(&store, "CCCCCC", 2).await,
    );
    assert_eq!(join(&store, first, 10, "fox").await, Joined::Stored);
    assert_eq!(join(&store, first, 10, "fox").await, Joined::Stored);
    assert_eq!(join(&store, first, 11, "fox").await, Joined::NicknameTaken);
    assert_eq!(join(&store, first, 10, "owl").await, Joined::KeyTaken);
    assert_eq!(join(&store, second, 10, "owl").await, Joined::KeyTaken);
    assert_eq!(join(&store, second, 12, "fox").await, Joined::Stored);
    let closed = ClassChange::Open(false);
    assert!(
        Classes::of(&store)
            .change_class(first, &closed)
            .await
            .unwrap()
    );
    assert_eq!(join(&store, first, 11, "owl").await, Joined::Closed);
    assert_eq!(
        join(&store, first, 10, "fox").await,
        Joined::Stored,
        "is there already"
    );
    Classes::of(&store)
        .change_class(first, &ClassChange::Open(true))
        .await
        .unwrap();
    assert_eq!(join(&store, first, 11, "bee").await, Joined::Stored);
    assert_eq!(names(&store, first).await, ["fox", "bee"], "as they came");

    let (class, pupil) = Classes::of(&store)
        .pupil(&key(11), 5)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((class.code, pupil.nickname), (first, animal("bee")));
    assert_eq!((pupil.joined_ms, pupil.seen_ms, pupil.game), (11, 11, None));
    Classes::of(&store).saw_pupil(&key(11), 900).await.unwrap();
    Classes::of(&store).saw_pupil(&key(11), 800).await.unwrap();
    let (_, pupil) = Classes::of(&store)
        .pupil(&key(11), 5)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((pupil.joined_ms, pupil.seen_ms), (11, 900));
}

pub(crate) async fn forty_have_room_also_at_one_moment(store: SharedStore) {
    let class = made(&store, "K7MPD4", 1).await;
    let tries = Nickname::all().zip(100..).map(|(nickname, number)| {
        let store = store.clone();
        tokio::spawn(async move { join(&store, class, number, nickname.code()).await })
    });
    let mut joined = Vec::new();
    for one in tries.collect::<Vec<_>>() {
        joined.push(one.await.unwrap());
    }
    let of = |outcome| joined.iter().filter(|it| **it == outcome).count();
    assert_eq!((of(Joined::Stored), of(Joined::Full)), (40, 20));
    let there = names(&store, class).await;
    assert_eq!(there.len(), 40);
    assert!(
        Classes::of(&store)
            .remove_pupil(class, animal(there[7]))
            .await
            .unwrap()
    );
    assert_eq!(join(&store, class, 250, there[7]).await, Joined::Stored);
    let late = Nickname::all().find(|it| !there.contains(&it.code()));
    let late = join(&store, class, 251, late.unwrap().code()).await;
    assert_eq!(late, Joined::Full);
}

pub(crate) async fn of_many_who_want_an_animal_one_gets_it(store: SharedStore) {
    let class = made(&store, "K7MPD4", 1).await;
    let tries = (10..30).map(|number| {
        let store = store.clone();
        tokio::spawn(async move { join(&store, class, number, "fox").await })
    });
    let mut stored = 0;
    for one in tries.collect::<Vec<_>>() {
        match one.await.unwrap() {
            Joined::Stored => stored += 1,
            other => assert_eq!(other, Joined::NicknameTaken),
        }
    }
    assert_eq!(stored, 1);
    assert_eq!(names(&store, class).await, ["fox"]);
}

pub(crate) async fn what_is_to_be_done_is_that_of_the_pupil_or_of_the_class(store: SharedStore) {
    let class = made(&store, "K7MPD4", 1).await;
    join(&store, class, 10, "fox").await;
    join(&store, class, 11, "owl").await;
    let lesson = |name: &str| Some(name.parse().unwrap());
    let all = ClassChange::Assigned(lesson("taking"));
    assert!(Classes::of(&store).change_class(class, &all).await.unwrap());
    let own = lesson("words");
    assert!(
        Classes::of(&store)
            .assign_pupil(class, animal("fox"), own.as_ref())
            .await
            .unwrap()
    );
    assert!(
        !Classes::of(&store)
            .assign_pupil(class, animal("bee"), own.as_ref())
            .await
            .unwrap()
    );
    let (there, fox) = Classes::of(&store)
        .pupil(&key(10), 5)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((there.assigned, fox.assigned), (lesson("taking"), own));
    let (_, owl) = Classes::of(&store)
        .pupil(&key(11), 5)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(owl.assigned, None);

    let all = ClassChange::Assigned(lesson("crown"));
    assert!(Classes::of(&store).change_class(class, &all).await.unwrap());
    let (there, fox) = Classes::of(&store)
        .pupil(&key(10), 5)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((there.assigned, fox.assigned), (lesson("crown"), None));
    for until_ms in [900, 0] {
        let change = ClassChange::FrozenUntil(until_ms);
        assert!(
            Classes::of(&store)
                .change_class(class, &change)
                .await
                .unwrap()
        );
        let (there, _) = Classes::of(&store)
            .pupil(&key(10), 5)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(there.frozen_until_ms, until_ms);
    }
}

pub(crate) async fn a_lesson_is_as_it_was_told_last_with_its_most_stars(store: SharedStore) {
    let class = made(&store, "K7MPD4", 1).await;
    join(&store, class, 10, "fox").await;
    join(&store, class, 11, "owl").await;
    let told = [
        (news("taking", 2, 3, 0), 100),
        (news("taking", 0, 3, 4), 200),
        (news("words", 3, 8, 0), 250),
        (news("taking", 1, 4, 0), 300),
    ];
    for (news, now_ms) in &told {
        assert!(
            Classes::of(&store)
                .note_lesson(&key(10), news, *now_ms)
                .await
                .unwrap()
        );
        if *now_ms == 200 {
            let (_, lessons) = Classes::of(&store).pupils(class).await.unwrap().remove(0);
            assert_eq!((lessons[0].place_ms, lessons[0].told_ms), (100, 200));
            assert_eq!((lessons[0].news.stars, lessons[0].news.tries), (2, 4));
            assert_eq!(lessons[0].news.wrong, Some(6));
        }
    }
    assert!(
        !Classes::of(&store)
            .note_lesson(&key(99), &told[0].0, 400)
            .await
            .unwrap()
    );
    let pupils = Classes::of(&store).pupils(class).await.unwrap();
    let of = |number: usize| {
        let lessons = pupils[number].1.iter();
        let facts = lessons.map(|it| {
            (
                it.news.lesson.as_str(),
                it.news.stars,
                it.news.place,
                it.place_ms,
            )
        });
        facts.collect::<Vec<_>>()
    };
    assert_eq!(of(0), [("taking", 2, 4, 300), ("words", 3, 8, 250)]);
    assert_eq!(pupils[0].1[0].news.wrong, None);
    assert_eq!(of(1), []);

    for number in 2..MAX_LESSONS {
        let more = news(&format!("lesson-{number}"), 0, 0, 0);
        assert!(
            Classes::of(&store)
                .note_lesson(&key(10), &more, 500)
                .await
                .unwrap()
        );
    }
    assert!(
        !Classes::of(&store)
            .note_lesson(&key(10), &news("one-more", 0, 0, 0), 500)
            .await
            .unwrap()
    );
    assert!(
        Classes::of(&store)
            .note_lesson(&key(10), &news("taking", 3, 8, 0), 500)
            .await
            .unwrap()
    );
}

pub(crate) async fn the_tries_at_an_exercise_outlive_a_page_that_is_loaded_again(
    store: SharedStore,
) {
    let class = made(&store, "K7MPD4", 1).await;
    join(&store, class, 10, "fox").await;
    let steps = [
        // Place, tries and wrong tries as they are told, then the tries that are kept.
        (2, 3, Some(5), 3),
        (2, 0, Some(5), 3),
        (2, 1, Some(6), 3),
        (2, 4, Some(9), 4),
        (3, 0, Some(9), 0),
        (3, 2, Some(11), 2),
        (3, 0, Some(0), 0),
        (3, 2, None, 2),
        (3, 0, Some(0), 0),
        (3, 2, Some(2), 2),
        (3, 1, None, 1),
    ];
    for (now_ms, (place, tries, wrong, kept)) in (100..).zip(steps) {
        let told = LessonReport {
            wrong,
            ..news("taking", 0, place, tries)
        };
        assert!(
            Classes::of(&store)
                .note_lesson(&key(10), &told, now_ms)
                .await
                .unwrap()
        );
        let (_, lessons) = Classes::of(&store).pupils(class).await.unwrap().remove(0);
        let found = &lessons[0].news;
        assert_eq!((found.tries, found.wrong), (kept, wrong), "at {now_ms}");
    }
}

crate::backends::on_every_backend!(store:
    no_class_is_known_at_first,
    a_teacher_has_one_class_and_a_code_is_that_of_one,
    an_animal_is_one_pupil_and_a_device_too,
    forty_have_room_also_at_one_moment,
    of_many_who_want_an_animal_one_gets_it,
    what_is_to_be_done_is_that_of_the_pupil_or_of_the_class,
    a_lesson_is_as_it_was_told_last_with_its_most_stars,
    the_tries_at_an_exercise_outlive_a_page_that_is_loaded_again,
    a_game_is_given_to_two_who_are_there,
    a_game_against_the_computer_is_given_to_one_who_is_there,
    the_games_of_a_class_are_kept_with_their_endings,
    classes_that_are_held_are_found_for_a_while,
    a_pupil_changes_the_device_and_goes,
    a_class_ends_with_everything_of_its_pupils,
);
