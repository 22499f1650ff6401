//! The contract suite of `PupilProgress`, the port with tables of its own for reports of pupils'
//! devices. Each case is a test on every backend. Classes are documents; `damier-people`,
//! `tests/stores/classes.rs`, tests them.

use damier_people::classes::{
    ClassCode, ClassKey, Classes, CreateClassOutcome, LessonReport, MAX_LESSONS, NewClass,
    Nickname, PupilLesson,
};

use crate::backends::SharedStore;

const END_MS: u64 = 1_000_000;

fn animal(text: &str) -> Nickname {
    text.parse().unwrap()
}

async fn create(store: &SharedStore, code: &str, teacher: u8) -> ClassCode {
    let new = NewClass {
        code: code.parse().unwrap(),
        teacher: ClassKey::from_bytes([teacher; 32]),
        made_ms: 5,
        until_ms: END_MS,
    };
    let made = Classes::of(store).make_class(&new).await.unwrap();
    assert!(matches!(made, CreateClassOutcome::Stored(class) if class.code == new.code));
    new.code
}

fn report(lesson: &str, stars: u8, place: u16, tries: u16) -> LessonReport {
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

/// Stores a report about a lesson of the fox. Returns whether it was stored.
async fn store_report(
    store: &SharedStore,
    class: ClassCode,
    report: &LessonReport,
    now_ms: u64,
) -> bool {
    let progress = &store.pupil_progress;
    let stored = progress.store_lesson(class, animal("fox"), report, now_ms);
    stored.await.unwrap()
}

async fn lessons(store: &SharedStore, class: ClassCode) -> Vec<(Nickname, PupilLesson)> {
    store.pupil_progress.lessons(class).await.unwrap()
}

async fn see(store: &SharedStore, class: ClassCode, nickname: &str, now_ms: u64) {
    let progress = &store.pupil_progress;
    let seen = progress.saw(class, animal(nickname), now_ms).await;
    seen.unwrap();
}

/// When the devices of a class were last seen, by animal.
async fn seen(store: &SharedStore, class: ClassCode) -> Vec<(&'static str, u64)> {
    let mut seen = store.pupil_progress.seen(class).await.unwrap();
    seen.sort_unstable();
    let seen = seen.into_iter();
    seen.map(|(nickname, ms)| (nickname.code(), ms)).collect()
}

async fn the_last_connection_of_a_device_is_stored(store: SharedStore) {
    let class = create(&store, "K7MPD4", 1).await;
    let other = create(&store, "CCCCCC", 2).await;
    assert_eq!(seen(&store, class).await, []);
    for now_ms in [900, 800] {
        see(&store, class, "fox", now_ms).await;
    }
    see(&store, class, "owl", 700).await;
    see(&store, other, "fox", 950).await;
    assert_eq!(seen(&store, class).await, [("fox", 900), ("owl", 700)]);
    assert_eq!(seen(&store, other).await, [("fox", 950)]);
}

async fn a_lesson_has_its_best_stars_and_the_last_report(store: SharedStore) {
    let class = create(&store, "K7MPD4", 1).await;
    for (report, now_ms) in [
        (report("taking", 2, 3, 0), 100),
        (report("taking", 0, 3, 4), 200),
    ] {
        assert!(store_report(&store, class, &report, now_ms).await);
    }
    let expected = PupilLesson {
        report: report("taking", 2, 3, 4),
        place_ms: 100,
        reported_ms: 200,
    };
    assert_eq!(lessons(&store, class).await, [(animal("fox"), expected)]);
    for (report, now_ms) in [
        (report("words", 3, 8, 0), 250),
        (report("taking", 1, 4, 0), 300),
    ] {
        assert!(store_report(&store, class, &report, now_ms).await);
    }
    let found = lessons(&store, class).await;
    let facts: Vec<_> = found
        .iter()
        .map(|(_, it)| (it.report.lesson.as_str(), it.report.stars, it.report.place))
        .collect();
    assert_eq!(facts, [("taking", 2, 4), ("words", 3, 8)]);
    let times = found.iter().map(|(_, it)| (it.place_ms, it.reported_ms));
    assert_eq!(times.collect::<Vec<_>>(), [(300, 300), (250, 250)]);
    assert_eq!(found[0].1.report.wrong, None);
}

async fn the_lessons_of_a_pupil_are_limited(store: SharedStore) {
    let class = create(&store, "K7MPD4", 1).await;
    for number in 0..MAX_LESSONS {
        let report = report(&format!("lesson-{number}"), 0, 0, 0);
        assert!(store_report(&store, class, &report, 500).await);
    }
    let more = report("one-more", 0, 0, 0);
    assert!(!store_report(&store, class, &more, 500).await);
    let known = report("lesson-0", 3, 8, 0);
    assert!(store_report(&store, class, &known, 500).await);
    let owl = animal("owl");
    let other = store.pupil_progress.store_lesson(class, owl, &more, 500);
    assert!(other.await.unwrap(), "another pupil");
}

async fn tries_at_an_exercise_survive_a_reload_of_the_page(store: SharedStore) {
    let class = create(&store, "K7MPD4", 1).await;
    let steps = [
        // Place, tries and wrong tries of a report, then the stored tries.
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
    for (now_ms, (place, tries, wrong, stored)) in (100..).zip(steps) {
        let report = LessonReport {
            wrong,
            ..report("taking", 0, place, tries)
        };
        assert!(store_report(&store, class, &report, now_ms).await);
        let (_, found) = lessons(&store, class).await.remove(0);
        let found = (found.report.tries, found.report.wrong);
        assert_eq!(found, (stored, wrong), "at {now_ms}");
    }
}

async fn reports_are_removed_with_their_pupil(store: SharedStore) {
    let class = create(&store, "K7MPD4", 1).await;
    let taking = report("taking", 1, 2, 0);
    assert!(store_report(&store, class, &taking, 100).await);
    see(&store, class, "fox", 100).await;
    see(&store, class, "owl", 100).await;
    let forgotten = store.pupil_progress.forget_pupil(class, animal("fox"));
    forgotten.await.unwrap();
    assert_eq!(lessons(&store, class).await, []);
    assert_eq!(seen(&store, class).await, [("owl", 100)]);
}

async fn reports_are_removed_with_their_class(store: SharedStore) {
    let first = create(&store, "K7MPD4", 1).await;
    let second = create(&store, "CCCCCC", 2).await;
    let taking = report("taking", 1, 2, 0);
    for class in [first, second] {
        assert!(store_report(&store, class, &taking, 100).await);
        see(&store, class, "fox", 100).await;
    }
    assert!(Classes::of(&store).end_class(first).await.unwrap());
    assert_eq!(lessons(&store, first).await, []);
    assert_eq!(seen(&store, first).await, []);
    assert_eq!(lessons(&store, second).await.len(), 1);
    assert_eq!(store.documents.sweep_documents(END_MS).await.unwrap(), 1);
    assert_eq!(lessons(&store, second).await, []);
    assert_eq!(seen(&store, second).await, []);
    // A report that arrives after the end is not stored.
    assert!(!store_report(&store, first, &taking, 200).await);
    see(&store, first, "fox", 200).await;
    create(&store, "K7MPD4", 1).await;
    assert_eq!(lessons(&store, first).await, []);
    assert_eq!(seen(&store, first).await, []);
}

crate::backends::on_every_backend!(store:
    the_last_connection_of_a_device_is_stored,
    a_lesson_has_its_best_stars_and_the_last_report,
    the_lessons_of_a_pupil_are_limited,
    tries_at_an_exercise_survive_a_reload_of_the_page,
    reports_are_removed_with_their_pupil,
    reports_are_removed_with_their_class,
);
