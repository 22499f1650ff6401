//! Contract suite of the library port. Each test case takes an empty library and runs on every
//! backend.

mod sharing;

pub(crate) use sharing::*;

use damier_people::library::{MAX_TREE_BYTES, Owner, StoreOutcome, Title, TreeText, Usage};
use damier_session::Player;

use crate::common::{ME, ended, expect_stored, game, id, share, store_versions, title};

use crate::backends::Library;

pub(crate) async fn an_empty_library_returns_nothing(library: Library) {
    library.check().await.unwrap();
    assert_eq!(library.list(&ME, 10, None).await.unwrap(), []);
    assert_eq!(library.walk(&ME, 10, None).await.unwrap(), []);
    assert_eq!(library.find(&ME, id(1)).await.unwrap(), None);
    assert_eq!(
        library.rename(&ME, id(1), &title("x"), 5).await.unwrap(),
        None
    );
    assert_eq!(library.restore(&ME, id(1)).await.unwrap(), None);
    assert!(!library.delete(&ME, id(1), 5).await.unwrap());
}

pub(crate) async fn a_game_is_returned_as_stored(library: Library) {
    let mut wanted = ended(1, 1, None, "third-occurrence");
    let called = title("Épreuve « n° 1 » — \u{1F3C6}'\"%_\\");
    wanted.title = Some(called.clone());
    wanted.tree = Some(
        "1. 32-28 {«é» 'a' \"b\"}\r\n\t(1. 33-28) *"
            .parse()
            .unwrap(),
    );
    wanted.facts.white = Player::Person {
        name: String::new(),
    };
    wanted.facts.black = Player::Computer { level: 255 };
    wanted.facts.plies = u32::MAX;
    let summary = expect_stored(library.store(&ME, &wanted, 1_000).await.unwrap());
    let kept = library.find(&ME, id(1)).await.unwrap().unwrap();
    assert_eq!(kept.summary, summary);
    assert_eq!((&kept.record, &kept.tree), (&wanted.record, &wanted.tree));
    assert_eq!(
        (summary.id, summary.version, &summary.title, &summary.facts),
        (id(1), 1, &called, &wanted.facts),
    );
    assert_eq!((summary.created_ms, summary.updated_ms), (1_000, 1_000));
    assert_eq!(library.list(&ME, 10, None).await.unwrap(), [summary]);
    assert_eq!(library.walk(&ME, 10, None).await.unwrap(), [kept]);
}

pub(crate) async fn a_game_grows_version_by_version(library: Library) {
    expect_stored(library.store(&ME, &game(1, 1), 10).await.unwrap());
    expect_stored(library.store(&ME, &game(1, 2), 20).await.unwrap());
    let last = ended(1, 3, Some("black"), "resignation");
    let summary = expect_stored(library.store(&ME, &last, 30).await.unwrap());
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

pub(crate) async fn the_longest_title_and_tree_are_stored(library: Library) {
    let mut wanted = game(1, 1);
    wanted.title = Some(title(&"\u{1F3C6}".repeat(Title::MAX_CHARS)));
    wanted.tree = Some("a".repeat(MAX_TREE_BYTES).parse().unwrap());
    let summary = expect_stored(library.store(&ME, &wanted, 10).await.unwrap());
    assert_eq!(Some(&summary.title), wanted.title.as_ref());
    let kept = library.find(&ME, id(1)).await.unwrap().unwrap();
    assert_eq!(kept.tree, wanted.tree);
}

pub(crate) async fn storing_a_version_again_changes_nothing(library: Library) {
    let first = store_versions(&library, 1, 4, 10).await;
    let again = library.store(&ME, &game(1, 4), 99).await.unwrap();
    assert_eq!(again, StoreOutcome::AlreadyStored(first.clone()));
    assert_eq!(
        library.find(&ME, id(1)).await.unwrap().unwrap().summary,
        first
    );
}

pub(crate) async fn only_the_next_version_is_accepted(library: Library) {
    let first = store_versions(&library, 1, 4, 10).await;
    let mut other_record = game(1, 4);
    other_record.record = String::from("{}");
    let mut other_tree = game(1, 4);
    other_tree.tree = Some("1. 32-28 *".parse().unwrap());
    for refused in [
        game(1, 0),
        game(1, 1),
        game(1, 3),
        other_record,
        other_tree,
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
    assert_eq!(kept.summary, first);
    assert_eq!(kept.record, game(1, 4).record);
}

pub(crate) async fn the_first_version_is_1(library: Library) {
    for version in [0, 2, 7, u32::MAX] {
        let outcome = library.store(&ME, &game(1, version), 10).await.unwrap();
        assert_eq!(outcome, StoreOutcome::Conflict { stored: 0 }, "{version}");
    }
    assert_eq!(library.find(&ME, id(1)).await.unwrap(), None);
    expect_stored(library.store(&ME, &game(1, 1), 10).await.unwrap());
}

pub(crate) async fn several_versions_are_stored_as_each_would_be(library: Library) {
    assert_eq!(library.store_all(&ME, &[], 5).await.unwrap(), []);
    expect_stored(library.store(&ME, &game(1, 1), 10).await.unwrap());
    expect_stored(library.store(&ME, &game(2, 1), 10).await.unwrap());
    assert!(library.delete(&ME, id(2), 15).await.unwrap());
    let wanted = [
        game(1, 2),
        game(2, 2),
        game(3, 1),
        game(4, 5),
        game(3, 2),
        game(1, 2),
    ];
    let outcomes = library.store_all(&ME, &wanted, 20).await.unwrap();
    assert_eq!(outcomes.len(), wanted.len());
    let versions: Vec<_> = outcomes
        .iter()
        .map(|outcome| match outcome {
            StoreOutcome::Stored(kept) => Some(kept.version),
            _ => None,
        })
        .collect();
    assert_eq!(versions, [Some(2), None, Some(1), None, Some(2), None]);
    assert_eq!(outcomes[1], StoreOutcome::Deleted);
    assert_eq!(outcomes[3], StoreOutcome::Conflict { stored: 0 });
    assert!(
        matches!(&outcomes[5], StoreOutcome::AlreadyStored(kept) if kept.version == 2),
        "{outcomes:?}"
    );
    let listed = library.list(&ME, 9, None).await.unwrap();
    let listed: Vec<_> = listed.iter().map(|it| (it.id, it.version)).collect();
    assert_eq!(listed, [(id(3), 2), (id(1), 2)]);
}

pub(crate) async fn renaming_creates_no_version(library: Library) {
    let revenge = title("la revanche");
    expect_stored(library.store(&ME, &game(1, 1), 10).await.unwrap());
    let renamed = library
        .rename(&ME, id(1), &revenge, 20)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((renamed.version, &renamed.title), (1, &revenge));
    assert_eq!((renamed.created_ms, renamed.updated_ms), (10, 20));
    let same = library
        .rename(&ME, id(1), &revenge, 30)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(same, renamed);

    // Sending the first version again, with the older title, does not undo the renaming.
    let again = library.store(&ME, &game(1, 1), 40).await.unwrap();
    assert_eq!(again, StoreOutcome::AlreadyStored(renamed));

    // The next version is accepted, and keeps the title unless it has one itself.
    let mut next = game(1, 2);
    next.title = None;
    let played = expect_stored(library.store(&ME, &next, 50).await.unwrap());
    assert_eq!((played.version, &played.title), (2, &revenge));
    let played = expect_stored(library.store(&ME, &game(1, 3), 60).await.unwrap());
    assert_eq!((played.version, &played.title), (3, &title("game 1")));
}

pub(crate) async fn a_missing_title_is_stored_as_empty(library: Library) {
    let mut wanted = game(1, 1);
    wanted.title = None;
    let kept = expect_stored(library.store(&ME, &wanted, 10).await.unwrap());
    assert_eq!(kept.title.as_str(), "");
}

pub(crate) async fn a_tree_is_kept_until_another_is_stored(library: Library) {
    let tree = |text: &str| -> Option<TreeText> { Some(text.parse().unwrap()) };
    let with = |version: u32, tree: Option<TreeText>| {
        let mut wanted = game(1, version);
        wanted.tree = tree;
        wanted
    };
    for (version, sent, kept) in [
        (1, None, None),
        (2, tree("1. 32-28 *"), tree("1. 32-28 *")),
        (3, None, tree("1. 32-28 *")),
        (4, tree("1. 33-28 *"), tree("1. 33-28 *")),
        (5, tree(""), None),
    ] {
        let wanted = with(version, sent);
        expect_stored(library.store(&ME, &wanted, 10).await.unwrap());
        let found = library.find(&ME, id(1)).await.unwrap().unwrap();
        assert_eq!(found.tree, kept, "version {version}");
        assert_eq!(library.walk(&ME, 1, None).await.unwrap(), [found]);
        let again = library.store(&ME, &wanted, 20).await.unwrap();
        assert!(matches!(again, StoreOutcome::AlreadyStored(_)), "{again:?}");
    }
}

pub(crate) async fn a_deleted_game_is_hidden_until_restored(library: Library) {
    let kept = expect_stored(library.store(&ME, &game(1, 1), 10).await.unwrap());
    for now in [20, 30] {
        assert!(library.delete(&ME, id(1), now).await.unwrap());
        assert_eq!(library.find(&ME, id(1)).await.unwrap(), None);
        assert_eq!(library.list(&ME, 10, None).await.unwrap(), []);
        assert_eq!(library.walk(&ME, 10, None).await.unwrap(), []);
        assert_eq!(
            library.rename(&ME, id(1), &title("x"), 40).await.unwrap(),
            None
        );
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
    expect_stored(library.store(&ME, &game(1, 2), 50).await.unwrap());
}

pub(crate) async fn the_list_is_paged_newest_first(library: Library) {
    // Several games change at the same moment, so that the id decides their order.
    for number in 0..20_u128 {
        let now = 100 + number as u64 / 4;
        expect_stored(library.store(&ME, &game(number, 1), now).await.unwrap());
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

    expect_stored(library.store(&ME, &game(0, 2), 999).await.unwrap());
    assert_eq!(library.list(&ME, 1, None).await.unwrap()[0].id, id(0));
}

pub(crate) async fn a_walk_visits_every_game_by_id(library: Library) {
    for number in [0, 5, 3, u128::MAX, 1 << 64] {
        expect_stored(library.store(&ME, &game(number, 1), 10).await.unwrap());
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

pub(crate) async fn owners_do_not_see_each_other(library: Library) {
    let other = Owner::named("another");
    expect_stored(library.store(&ME, &game(1, 1), 10).await.unwrap());
    assert_eq!(library.find(&other, id(1)).await.unwrap(), None);
    assert_eq!(library.list(&other, 10, None).await.unwrap(), []);
    assert_eq!(library.walk(&other, 10, None).await.unwrap(), []);
    assert_eq!(
        library
            .rename(&other, id(1), &title("x"), 20)
            .await
            .unwrap(),
        None
    );
    assert!(!library.delete(&other, id(1), 20).await.unwrap());
    assert_eq!(library.restore(&other, id(1)).await.unwrap(), None);
    // The same id can exist in both libraries.
    expect_stored(library.store(&other, &game(1, 1), 30).await.unwrap());
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

pub(crate) async fn one_of_concurrent_writers_of_a_version_succeeds(library: Library) {
    expect_stored(library.store(&ME, &game(1, 1), 10).await.unwrap());
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

pub(crate) async fn usage_counts_games_and_bytes(library: Library) {
    let other = Owner::named("another");
    assert_eq!(library.usage(&ME).await.unwrap(), Usage::default());
    expect_stored(library.store(&ME, &game(1, 1), 10).await.unwrap());
    let mut second = game(2, 1);
    // Bytes are counted, not characters.
    second.record = String::from(r#"{"é":"é"}"#);
    second.tree = Some("1. 32-28 {é} *".parse().unwrap());
    expect_stored(library.store(&ME, &second, 20).await.unwrap());
    expect_stored(library.store(&other, &game(3, 1), 20).await.unwrap());
    let first = game(1, 1).record.len() as u64;
    let both = Usage {
        games: 2,
        bytes: first + 11 + 15,
    };
    assert_eq!(library.usage(&ME).await.unwrap(), both);
    // A deleted game can be restored, so it still counts.
    assert!(library.delete(&ME, id(2), 30).await.unwrap());
    assert_eq!(library.usage(&ME).await.unwrap(), both);
    // A new version replaces the one before it.
    let grown = game(1, 2);
    expect_stored(library.store(&ME, &grown, 40).await.unwrap());
    assert_eq!(library.usage(&ME).await.unwrap(), both);
    assert_eq!(library.purge(None, 31, 10).await.unwrap(), 1);
    let usage = library.usage(&ME).await.unwrap();
    assert_eq!((usage.games, usage.bytes), (1, first));
}

pub(crate) async fn purge_removes_games_deleted_before_a_time(library: Library) {
    let other = Owner::named("another");
    for number in 0..6 {
        expect_stored(library.store(&ME, &game(number, 1), 10).await.unwrap());
        if number < 5 {
            assert!(
                library
                    .delete(&ME, id(number), 100 + number as u64)
                    .await
                    .unwrap()
            );
        }
    }
    expect_stored(library.store(&other, &game(1, 1), 10).await.unwrap());
    assert!(library.delete(&other, id(1), 101).await.unwrap());
    // The time of the first deletion counts.
    assert!(library.delete(&ME, id(0), 999).await.unwrap());
    assert_eq!(library.purge(None, 100, 10).await.unwrap(), 0);
    // The deleted games of one owner can be purged separately.
    let third = Owner::named("third");
    assert_eq!(library.purge(Some(&third), 104, 10).await.unwrap(), 0);
    expect_stored(library.store(&third, &game(1, 1), 10).await.unwrap());
    assert!(library.delete(&third, id(1), 50).await.unwrap());
    assert_eq!(library.purge(Some(&third), 104, 10).await.unwrap(), 1);
    assert_eq!(library.restore(&third, id(1)).await.unwrap(), None);
    assert_eq!(
        library.purge(None, 104, 2).await.unwrap(),
        2,
        "at most the given number"
    );
    assert_eq!(library.purge(None, 104, 10).await.unwrap(), 3);
    assert_eq!(library.purge(None, 104, 10).await.unwrap(), 0);
    for number in 0..4 {
        assert_eq!(library.restore(&ME, id(number)).await.unwrap(), None);
    }
    assert_eq!(library.restore(&other, id(1)).await.unwrap(), None);
    assert!(library.restore(&ME, id(4)).await.unwrap().is_some());
    assert_eq!(library.list(&ME, 10, None).await.unwrap().len(), 2);
    // The id is free again.
    assert!(!library.delete(&ME, id(0), 200).await.unwrap());
    expect_stored(library.store(&ME, &game(0, 1), 200).await.unwrap());
}

crate::backends::on_every_backend!(library:
    an_empty_library_returns_nothing,
    a_game_is_returned_as_stored,
    a_game_grows_version_by_version,
    storing_a_version_again_changes_nothing,
    several_versions_are_stored_as_each_would_be,
    only_the_next_version_is_accepted,
    the_first_version_is_1,
    renaming_creates_no_version,
    a_missing_title_is_stored_as_empty,
    a_tree_is_kept_until_another_is_stored,
    the_longest_title_and_tree_are_stored,
    a_deleted_game_is_hidden_until_restored,
    the_list_is_paged_newest_first,
    a_walk_visits_every_game_by_id,
    owners_do_not_see_each_other,
    one_of_concurrent_writers_of_a_version_succeeds,
    usage_counts_games_and_bytes,
    purge_removes_games_deleted_before_a_time,
    a_shared_game_is_read_by_all_and_changed_by_its_owner,
    shared_games_are_paged_newest_first,
    a_used_share_address_is_refused_to_other_games,
    anybody_may_end_the_sharing_at_an_address,
    the_size_grows_with_the_games,
);
