//! The store of classes.

use damier_people::Ports;
use damier_people::classes::{
    Class, ClassChange, ClassCode, ClassKey, Classes, CreateClassOutcome, Joined, LessonReport,
    NewClass, NewPupil, Nickname, Pupil,
};

use crate::common::{concurrently, id, in_memory, ready};

const END_MS: u64 = 1_000_000;

pub(crate) fn empty() -> (Ports, Classes) {
    let store = in_memory();
    let classes = Classes::of(&store);
    (store, classes)
}

pub(crate) fn key(number: u8) -> ClassKey {
    ClassKey::from_bytes([number; 32])
}

pub(crate) fn code(text: &str) -> ClassCode {
    text.parse().unwrap()
}

pub(crate) fn animal(text: &str) -> Nickname {
    text.parse().unwrap()
}

fn class(text: &str, teacher: u8) -> NewClass {
    NewClass {
        code: code(text),
        teacher: key(teacher),
        made_ms: 5,
        until_ms: END_MS,
    }
}

pub(crate) fn create(classes: &Classes, text: &str, teacher: u8) -> ClassCode {
    let made = ready(classes.make_class(&class(text, teacher)));
    assert!(matches!(made, CreateClassOutcome::Stored(class) if class.code == code(text)));
    code(text)
}

pub(crate) fn join(classes: &Classes, class: ClassCode, pupil: u8, nickname: &str) -> Joined {
    let new = NewPupil {
        key: key(pupil),
        nickname: animal(nickname),
    };
    ready(classes.join_class(class, &new, pupil.into()))
}

pub(crate) fn pupil(classes: &Classes, number: u8) -> Option<(Class, Pupil)> {
    ready(classes.pupil(&key(number), 5))
}

/// A report that a lesson is at its third exercise.
fn report(lesson: &str) -> LessonReport {
    LessonReport {
        lesson: lesson.parse().unwrap(),
        stars: 1,
        place: 2,
        places: 8,
        helps: 1,
        tries: 0,
        wrong: None,
    }
}

/// The animals of a class in the order in which they joined.
fn names(classes: &Classes, class: ClassCode) -> Vec<&'static str> {
    let pupils = ready(classes.pupils(class));
    pupils.iter().map(|(it, _)| it.nickname.code()).collect()
}

/// The number of lessons of each pupil of a class.
fn lessons(classes: &Classes, class: ClassCode) -> Vec<usize> {
    let pupils = ready(classes.pupils(class));
    pupils.iter().map(|(_, lessons)| lessons.len()).collect()
}

#[test]
fn an_unknown_class_is_not_found() {
    let (_, classes) = empty();
    let class = code("K7MPD4");
    assert_eq!(ready(classes.class_of_teacher(&key(1), 5)), None);
    assert_eq!(ready(classes.class_with_code(class, 5)), None);
    assert_eq!(pupil(&classes, 1), None);
    assert_eq!(ready(classes.pupils(class)), []);
    assert_eq!(join(&classes, class, 1, "fox"), Joined::NotFound);
    ready(classes.saw_pupil(&key(1), 5));
    assert!(!ready(classes.note_lesson(&key(1), &report("taking"), 5)));
    for change in [ClassChange::Open(true), ClassChange::Assigned(None)] {
        assert!(!ready(classes.change_class(class, &change)));
    }
    let fox = animal("fox");
    assert!(!ready(classes.assign_pupil(class, fox, None)));
    let players = [fox.into(), animal("owl").into()];
    assert!(!ready(classes.pair_pupils(class, id(1), players, 5)));
    assert!(!ready(classes.move_pupil(class, fox, &key(1))));
    assert!(!ready(classes.remove_pupil(class, fox)));
    assert!(!ready(classes.end_class(class)));
    assert_eq!(ready(classes.class_games(class)), []);
    assert_eq!(ready(classes.held_since(0, None, 9)), []);
}

#[test]
fn a_teacher_has_one_class_and_a_code_leads_to_one() {
    let (_, classes) = empty();
    create(&classes, "K7MPD4", 1);
    let other = ready(classes.make_class(&class("K7MPD4", 2)));
    assert_eq!(other, CreateClassOutcome::CodeTaken);
    // A retry of the same teacher, with another code, returns the existing class.
    let retry = ready(classes.make_class(&class("CCCCCC", 1)));
    let CreateClassOutcome::Stored(there) = retry else {
        panic!("{retry:?}")
    };
    assert_eq!((there.code, there.until_ms), (code("K7MPD4"), END_MS));
    assert!(there.is_open && there.frozen_until_ms == 0 && there.assigned.is_none());
    let of_teacher = |number, now_ms| ready(classes.class_of_teacher(&key(number), now_ms));
    let with_code = |text, now_ms| ready(classes.class_with_code(code(text), now_ms));
    assert_eq!(of_teacher(1, END_MS - 1), Some(there.clone()));
    assert_eq!(with_code("K7MPD4", END_MS - 1), Some(there));
    assert_eq!(of_teacher(2, 5), None);
    assert_eq!(with_code("CCCCCC", 5), None);
}

#[test]
fn an_animal_is_one_pupil_and_a_device_too() {
    let (_, classes) = empty();
    let first = create(&classes, "K7MPD4", 1);
    let second = create(&classes, "CCCCCC", 2);
    for (class, number, nickname, expected) in [
        (first, 10, "fox", Joined::Stored),
        (first, 10, "fox", Joined::Stored),
        (first, 11, "fox", Joined::NicknameTaken),
        (first, 10, "owl", Joined::KeyTaken),
        (second, 10, "owl", Joined::KeyTaken),
        (second, 12, "fox", Joined::Stored),
    ] {
        let joined = join(&classes, class, number, nickname);
        assert_eq!(joined, expected, "{number} {nickname}");
    }
    let set_open = |is_open| {
        let change = ClassChange::Open(is_open);
        assert!(ready(classes.change_class(first, &change)));
    };
    set_open(false);
    assert_eq!(join(&classes, first, 11, "owl"), Joined::Closed);
    assert_eq!(join(&classes, first, 10, "fox"), Joined::Stored, "a retry");
    set_open(true);
    assert_eq!(join(&classes, first, 11, "bee"), Joined::Stored);
    assert_eq!(names(&classes, first), ["fox", "bee"]);
    let (class, bee) = pupil(&classes, 11).unwrap();
    assert_eq!((class.code, bee.nickname), (first, animal("bee")));
    assert_eq!((bee.joined_ms, bee.seen_ms, bee.game), (11, 11, None));
}

#[test]
fn a_class_has_at_most_forty_pupils_even_concurrently() {
    let (_, classes) = empty();
    let class = create(&classes, "K7MPD4", 1);
    let animals: Vec<&str> = Nickname::all().map(Nickname::code).collect();
    assert_eq!(animals.len(), 60);
    let joined = concurrently(60, |number| {
        join(&classes, class, 100 + number, animals[usize::from(number)])
    });
    let count = |outcome| joined.iter().filter(|it| **it == outcome).count();
    assert_eq!((count(Joined::Stored), count(Joined::Full)), (40, 20));
    let there = names(&classes, class);
    assert_eq!(there.len(), 40);
    assert!(ready(classes.remove_pupil(class, animal(there[7]))));
    assert_eq!(join(&classes, class, 250, there[7]), Joined::Stored);
    let late = animals.iter().find(|it| !there.contains(it)).unwrap();
    assert_eq!(join(&classes, class, 251, late), Joined::Full);
}

#[test]
fn of_concurrent_pupils_with_one_animal_one_joins() {
    let (_, classes) = empty();
    let class = create(&classes, "K7MPD4", 1);
    let joined = concurrently(20, |number| join(&classes, class, 10 + number, "fox"));
    let count = |outcome| joined.iter().filter(|it| **it == outcome).count();
    assert_eq!(count(Joined::Stored), 1);
    assert_eq!(count(Joined::NicknameTaken), 19);
    assert_eq!(names(&classes, class), ["fox"]);
}

#[test]
fn a_pupil_has_an_own_assignment_or_that_of_the_class() {
    let (_, classes) = empty();
    let class = create(&classes, "K7MPD4", 1);
    join(&classes, class, 10, "fox");
    join(&classes, class, 11, "owl");
    let lesson = |name: &str| Some(name.parse().unwrap());
    let assign = |name| {
        let change = ClassChange::Assigned(lesson(name));
        assert!(ready(classes.change_class(class, &change)));
    };
    assign("taking");
    let own = lesson("words");
    let assign_own = |name| ready(classes.assign_pupil(class, animal(name), own.as_ref()));
    assert!(assign_own("fox"));
    assert!(!assign_own("bee"));
    let (there, fox) = pupil(&classes, 10).unwrap();
    assert_eq!(
        (there.assigned, fox.assigned),
        (lesson("taking"), own.clone())
    );
    let (_, owl) = pupil(&classes, 11).unwrap();
    assert_eq!(owl.assigned, None);

    // A new assignment of the class replaces those of single pupils.
    assign("crown");
    let (there, fox) = pupil(&classes, 10).unwrap();
    assert_eq!((there.assigned, fox.assigned), (lesson("crown"), None));
}

#[test]
fn classes_are_found_while_their_screens_are_frozen() {
    let (_, classes) = empty();
    let first = create(&classes, "K7MPD4", 1);
    let second = create(&classes, "CCCCCC", 2);
    create(&classes, "DDDDDD", 3);
    let freeze = |class, until_ms| {
        let change = ClassChange::FrozenUntil(until_ms);
        assert!(ready(classes.change_class(class, &change)));
    };
    freeze(first, 500);
    freeze(second, 300);
    let frozen = |since_ms, after, most| ready(classes.held_since(since_ms, after, most));
    assert_eq!(frozen(299, None, 9), [(second, 300), (first, 500)]);
    assert_eq!(frozen(299, None, 1), [(second, 300)]);
    assert_eq!(frozen(299, Some(second), 9), [(first, 500)]);
    assert_eq!(frozen(300, None, 9), [(first, 500)]);
    assert_eq!(frozen(500, None, 9), []);
    freeze(first, 0);
    assert_eq!(frozen(0, None, 9), [(second, 300)]);
}

#[test]
fn the_reports_of_a_device_belong_to_its_pupil() {
    let (_, classes) = empty();
    let class = create(&classes, "K7MPD4", 1);
    join(&classes, class, 10, "fox");
    join(&classes, class, 11, "owl");
    let words = report("words");
    assert!(ready(classes.note_lesson(&key(10), &words, 100)));
    assert!(ready(classes.note_lesson(&key(10), &report("taking"), 200)));
    assert!(!ready(classes.note_lesson(&key(99), &words, 300)));
    let pupils = ready(classes.pupils(class));
    let fox: Vec<&str> = pupils[0]
        .1
        .iter()
        .map(|it| it.report.lesson.as_str())
        .collect();
    assert_eq!(fox, ["taking", "words"]);
    assert_eq!(pupils[0].1[1].report, words);
    assert_eq!(pupils[1].1, []);
    ready(classes.saw_pupil(&key(11), 900));
    let seen_ms = ready(classes.pupils(class))
        .into_iter()
        .map(|it| it.0.seen_ms);
    assert_eq!(seen_ms.collect::<Vec<_>>(), [10, 900]);
    let (_, owl) = pupil(&classes, 11).unwrap();
    assert_eq!((owl.joined_ms, owl.seen_ms), (11, 900));
}

#[test]
fn a_pupil_moves_to_another_device() {
    let (_, classes) = empty();
    let class = create(&classes, "K7MPD4", 1);
    join(&classes, class, 10, "fox");
    join(&classes, class, 11, "owl");
    ready(classes.note_lesson(&key(10), &report("taking"), 100));
    let move_fox = |to| ready(classes.move_pupil(class, animal("fox"), &key(to)));
    assert!(!move_fox(11), "the device of another pupil");
    assert!(move_fox(20));
    assert!(move_fox(20), "a retry");
    assert_eq!(pupil(&classes, 10), None);
    let (_, moved) = pupil(&classes, 20).unwrap();
    assert_eq!(moved.nickname, animal("fox"));
    assert_eq!(lessons(&classes, class), [1, 0]);
}

#[test]
fn a_pupil_is_removed_with_all_reports() {
    let (_, classes) = empty();
    let class = create(&classes, "K7MPD4", 1);
    join(&classes, class, 10, "fox");
    ready(classes.note_lesson(&key(10), &report("taking"), 100));
    ready(classes.saw_pupil(&key(10), 900));
    assert!(ready(classes.remove_pupil(class, animal("fox"))));
    assert!(!ready(classes.remove_pupil(class, animal("fox"))));
    assert_eq!(pupil(&classes, 10), None);
    assert_eq!(join(&classes, class, 21, "fox"), Joined::Stored);
    assert_eq!(lessons(&classes, class), [0]);
    assert_eq!(pupil(&classes, 21).unwrap().1.seen_ms, 21);
}

#[test]
fn a_class_is_not_found_after_its_term() {
    let (store, classes) = empty();
    let first = create(&classes, "K7MPD4", 1);
    let second = create(&classes, "CCCCCC", 2);
    for (number, class) in [(10, first), (11, second)] {
        join(&classes, class, number, "fox");
        ready(classes.note_lesson(&key(number), &report("taking"), 100));
    }
    assert_eq!(ready(classes.class_of_teacher(&key(1), END_MS)), None);
    assert_eq!(ready(classes.class_with_code(first, END_MS)), None);
    assert_eq!(ready(classes.pupil(&key(10), END_MS)), None);
    let late = NewPupil {
        key: key(12),
        nickname: animal("owl"),
    };
    let joined = ready(classes.join_class(first, &late, END_MS));
    assert_eq!(joined, Joined::NotFound);

    let longer = ClassChange::Until(2 * END_MS);
    assert!(ready(classes.change_class(second, &longer)));
    assert_eq!(ready(store.documents.sweep_documents(END_MS)), 1);
    assert_eq!(names(&classes, first), [""; 0]);
    assert_eq!(names(&classes, second), ["fox"]);
    // Code, teacher and device are free again, and no report of the removed class is left.
    create(&classes, "K7MPD4", 1);
    assert_eq!(join(&classes, first, 10, "fox"), Joined::Stored);
    assert_eq!(lessons(&classes, first), [0]);
}

#[test]
fn a_class_ends_before_its_term() {
    let (_, classes) = empty();
    let class = create(&classes, "K7MPD4", 1);
    join(&classes, class, 10, "fox");
    assert!(ready(classes.end_class(class)));
    assert!(!ready(classes.end_class(class)));
    assert_eq!(pupil(&classes, 10), None);
}

#[test]
fn a_class_after_its_term_is_replaced_without_a_sweep() {
    let (_, classes) = empty();
    let first = create(&classes, "K7MPD4", 1);
    join(&classes, first, 10, "owl");
    let new = NewClass {
        made_ms: END_MS,
        until_ms: 3 * END_MS,
        ..class("K7MPD4", 3)
    };
    let made = ready(classes.make_class(&new));
    assert!(matches!(made, CreateClassOutcome::Stored(class) if class.until_ms == 3 * END_MS));
    assert_eq!(names(&classes, first), [""; 0]);
}
