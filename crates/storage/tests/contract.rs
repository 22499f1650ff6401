//! The rules of the library port, one by one, on every backend: the suite that makes them equal.
//! A rule is a function over any library; the macro at the end runs each on memory and on SQLite.

mod common;

use common::{ME, ended, game, id, open, scratch, stored};
use damier_club::Player;
use damier_club::in_memory::InMemoryLibrary;
use damier_club::library::{GameLibrary, Owner, StoreOutcome};

async fn an_empty_library_answers(library: impl GameLibrary) {
    library.check().await.unwrap();
    assert_eq!(library.list(&ME, 10, None).await.unwrap(), []);
    assert_eq!(library.walk(&ME, 10, None).await.unwrap(), []);
    assert_eq!(library.find(&ME, id(1)).await.unwrap(), None);
    assert_eq!(library.rename(&ME, id(1), "x", 5).await.unwrap(), None);
    assert_eq!(library.restore(&ME, id(1)).await.unwrap(), None);
    assert!(!library.delete(&ME, id(1), 5).await.unwrap());
}

async fn keeps_a_game_exactly(library: impl GameLibrary) {
    let mut wanted = ended(1, 3, None, "third-occurrence");
    wanted.title = String::from("Épreuve « n° 1 » — \u{1F3C6}\n\u{0}'\"%_");
    wanted.facts.white = Player::Person {
        name: String::new(),
    };
    wanted.facts.black = Player::Computer { level: 255 };
    wanted.facts.plies = u32::MAX;
    let summary = stored(library.store(&ME, &wanted, 1_000).await.unwrap());
    let kept = library.find(&ME, id(1)).await.unwrap().unwrap();
    assert_eq!(kept.summary, summary);
    assert_eq!(kept.record, wanted.record);
    assert_eq!(
        (summary.id, summary.version, &summary.title, &summary.facts),
        (id(1), 3, &wanted.title, &wanted.facts),
    );
    assert_eq!((summary.created_ms, summary.updated_ms), (1_000, 1_000));
    assert_eq!(library.list(&ME, 10, None).await.unwrap(), [summary]);
    assert_eq!(library.walk(&ME, 10, None).await.unwrap(), [kept]);
}

async fn a_game_grows_version_by_version(library: impl GameLibrary) {
    stored(library.store(&ME, &game(1, 1), 10).await.unwrap());
    stored(library.store(&ME, &game(1, 2), 20).await.unwrap());
    let last = ended(1, 3, Some("black"), "resignation");
    let summary = stored(library.store(&ME, &last, 30).await.unwrap());
    assert_eq!(
        (summary.version, summary.created_ms, summary.updated_ms),
        (3, 10, 30)
    );
    assert_eq!(summary.facts, last.facts);
    assert_eq!(
        library.find(&ME, id(1)).await.unwrap().unwrap().record,
        last.record
    );
}

async fn sending_again_changes_nothing(library: impl GameLibrary) {
    let first = stored(library.store(&ME, &game(1, 4), 10).await.unwrap());
    let again = library.store(&ME, &game(1, 4), 99).await.unwrap();
    assert_eq!(again, StoreOutcome::AlreadyStored(first.clone()));
    assert_eq!(
        library.find(&ME, id(1)).await.unwrap().unwrap().summary,
        first
    );
}

async fn only_the_next_version_is_accepted(library: impl GameLibrary) {
    stored(library.store(&ME, &game(1, 4), 10).await.unwrap());
    let mut other_record = game(1, 4);
    other_record.record = String::from("{}");
    let mut other_title = game(1, 4);
    other_title.title.push('!');
    for refused in [
        game(1, 1),
        game(1, 3),
        other_record,
        other_title,
        game(1, 6),
        game(1, u32::MAX),
    ] {
        let outcome = library.store(&ME, &refused, 20).await.unwrap();
        assert_eq!(
            outcome,
            StoreOutcome::Conflict { stored: 4 },
            "version {}",
            refused.version
        );
    }
    let kept = library.find(&ME, id(1)).await.unwrap().unwrap();
    assert_eq!((kept.summary.version, kept.summary.updated_ms), (4, 10));
    assert_eq!(kept.record, game(1, 4).record);
}

async fn a_new_title_is_a_new_version(library: impl GameLibrary) {
    stored(library.store(&ME, &game(1, 1), 10).await.unwrap());
    let renamed = library
        .rename(&ME, id(1), "la revanche", 20)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (renamed.version, renamed.title.as_str()),
        (2, "la revanche")
    );
    assert_eq!((renamed.created_ms, renamed.updated_ms), (10, 20));
    let same = library
        .rename(&ME, id(1), "la revanche", 30)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(same, renamed);
    let behind = library.store(&ME, &game(1, 2), 40).await.unwrap();
    assert_eq!(behind, StoreOutcome::Conflict { stored: 2 });
    assert_eq!(
        library.find(&ME, id(1)).await.unwrap().unwrap().record,
        game(1, 1).record
    );
}

async fn the_last_version_number_is_not_passed(library: impl GameLibrary) {
    stored(library.store(&ME, &game(1, u32::MAX), 10).await.unwrap());
    let renamed = library.rename(&ME, id(1), "x", 20).await.unwrap().unwrap();
    assert_eq!((renamed.version, renamed.title.as_str()), (u32::MAX, "x"));
    let outcome = library.store(&ME, &game(1, 0), 30).await.unwrap();
    assert_eq!(outcome, StoreOutcome::Conflict { stored: u32::MAX });
}

async fn a_deleted_game_is_hidden_until_restored(library: impl GameLibrary) {
    let kept = stored(library.store(&ME, &game(1, 1), 10).await.unwrap());
    for now in [20, 30] {
        assert!(library.delete(&ME, id(1), now).await.unwrap());
        assert_eq!(library.find(&ME, id(1)).await.unwrap(), None);
        assert_eq!(library.list(&ME, 10, None).await.unwrap(), []);
        assert_eq!(library.walk(&ME, 10, None).await.unwrap(), []);
        assert_eq!(library.rename(&ME, id(1), "x", 40).await.unwrap(), None);
        for version in [1, 2] {
            let outcome = library.store(&ME, &game(1, version), 40).await.unwrap();
            assert_eq!(outcome, StoreOutcome::Deleted);
        }
    }
    for _ in 0..2 {
        assert_eq!(
            library.restore(&ME, id(1)).await.unwrap(),
            Some(kept.clone())
        );
        assert_eq!(
            library.list(&ME, 10, None).await.unwrap(),
            std::slice::from_ref(&kept)
        );
    }
    stored(library.store(&ME, &game(1, 2), 50).await.unwrap());
}

async fn the_list_turns_pages_newest_first(library: impl GameLibrary) {
    // Several games of one moment, so that the id must decide.
    for number in 0..20_u128 {
        let now = 100 + number as u64 / 4;
        stored(library.store(&ME, &game(number, 1), now).await.unwrap());
    }
    let mut seen = Vec::new();
    let mut before = None;
    loop {
        let page = library.list(&ME, 3, before).await.unwrap();
        assert!(page.len() <= 3);
        let Some(last) = page.last() else { break };
        before = Some(last.place());
        seen.extend(page.iter().map(|game| game.id));
    }
    let expected: Vec<_> = (0..20).rev().map(id).collect();
    assert_eq!(seen, expected);
    assert_eq!(library.list(&ME, 0, None).await.unwrap(), []);

    stored(library.store(&ME, &game(0, 2), 999).await.unwrap());
    assert_eq!(library.list(&ME, 1, None).await.unwrap()[0].id, id(0));
}

async fn a_walk_visits_every_game_by_id(library: impl GameLibrary) {
    for number in [0, 5, 3, u128::MAX, 1 << 64] {
        stored(library.store(&ME, &game(number, 1), 10).await.unwrap());
    }
    let mut seen = Vec::new();
    let mut after = None;
    while let Some(last) = {
        let page = library.walk(&ME, 2, after).await.unwrap();
        seen.extend(page.iter().map(|game| game.summary.id));
        page.last().map(|game| game.summary.id)
    } {
        after = Some(last);
    }
    assert_eq!(seen, [0, 3, 5, 1 << 64, u128::MAX].map(id));
}

async fn owners_do_not_see_each_other(library: impl GameLibrary) {
    let other = Owner::named("another");
    stored(library.store(&ME, &game(1, 1), 10).await.unwrap());
    assert_eq!(library.find(&other, id(1)).await.unwrap(), None);
    assert_eq!(library.list(&other, 10, None).await.unwrap(), []);
    assert_eq!(library.walk(&other, 10, None).await.unwrap(), []);
    assert_eq!(library.rename(&other, id(1), "x", 20).await.unwrap(), None);
    assert!(!library.delete(&other, id(1), 20).await.unwrap());
    assert_eq!(library.restore(&other, id(1)).await.unwrap(), None);
    // The same id may even stand in both libraries.
    stored(library.store(&other, &game(1, 9), 30).await.unwrap());
    assert_eq!(
        library
            .find(&ME, id(1))
            .await
            .unwrap()
            .unwrap()
            .summary
            .version,
        1
    );
}

async fn of_many_writers_exactly_one_wins(library: impl GameLibrary) {
    let library = std::sync::Arc::new(library);
    stored(library.store(&ME, &game(1, 1), 10).await.unwrap());
    for version in 2..12 {
        let writers: Vec<_> = (0..8_u64)
            .map(|writer| {
                let library = library.clone();
                let mut wanted = game(1, version);
                wanted.record = format!(r#"{{"writer":{writer}}}"#);
                tokio::spawn(async move { library.store(&ME, &wanted, 20).await.unwrap() })
            })
            .collect();
        let mut winners = 0;
        for writer in writers {
            match writer.await.unwrap() {
                StoreOutcome::Stored(_) => winners += 1,
                StoreOutcome::Conflict { stored } => assert_eq!(stored, version),
                other => panic!("unexpected {other:?}"),
            }
        }
        assert_eq!(winners, 1, "version {version}");
    }
}

macro_rules! every_backend_obeys {
    ($($rule:ident),* $(,)?) => {
        mod in_memory {
            use super::*;
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $rule() {
                super::$rule(InMemoryLibrary::default()).await;
            })*
        }
        mod sqlite {
            use super::*;
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $rule() {
                let (_folder, location) = scratch();
                super::$rule(open(&location).await).await;
            })*
        }
    };
}

every_backend_obeys!(
    an_empty_library_answers,
    keeps_a_game_exactly,
    a_game_grows_version_by_version,
    sending_again_changes_nothing,
    only_the_next_version_is_accepted,
    a_new_title_is_a_new_version,
    the_last_version_number_is_not_passed,
    a_deleted_game_is_hidden_until_restored,
    the_list_turns_pages_newest_first,
    a_walk_visits_every_game_by_id,
    owners_do_not_see_each_other,
    of_many_writers_exactly_one_wins,
);
