//! Shared games, and the size of the library.

use super::*;

pub(crate) async fn a_shared_game_is_read_by_all_and_changed_by_its_owner(library: Library) {
    let other = Owner::named("another");
    let kept = store_versions(&library, 1, 2, 10).await;
    assert_eq!(kept.shared, None);
    assert_eq!(library.list_shared(10, None).await.unwrap(), []);
    assert_eq!(library.find_shared(share(10)).await.unwrap(), None);
    assert_eq!(
        library.share(&other, id(1), Some(share(9))).await.unwrap(),
        None
    );
    assert_eq!(
        library.share(&ME, id(2), Some(share(9))).await.unwrap(),
        None
    );

    // A shared game keeps its first address.
    for address in [10, 10, 11] {
        let shared = library.share(&ME, id(1), Some(share(address)));
        let shared = shared.await.unwrap().unwrap();
        let mut wanted = kept.clone();
        wanted.shared = Some(share(10));
        assert_eq!(shared, wanted, "nothing else changes");
        assert_eq!(
            library.list_shared(10, None).await.unwrap(),
            std::slice::from_ref(&shared)
        );
        let read = library.find_shared(share(10)).await.unwrap().unwrap();
        assert_eq!((&read.summary, &read.record), (&shared, &game(1, 2).record));
    }
    // Others can read it at that address only.
    assert_eq!(library.find(&other, id(1)).await.unwrap(), None);
    assert_eq!(library.list(&other, 10, None).await.unwrap(), []);
    assert!(!library.delete(&other, id(1), 20).await.unwrap());
    assert_eq!(
        library
            .rename(&other, id(1), &title("x"), 20)
            .await
            .unwrap(),
        None
    );
    assert_eq!(library.share(&other, id(1), None).await.unwrap(), None);
    let theirs = expect_stored(library.store(&other, &game(1, 1), 20).await.unwrap());
    assert_eq!(theirs.shared, None, "a game of the same id is another game");

    // It stays shared when it is continued, renamed, deleted and restored.
    let next = expect_stored(library.store(&ME, &game(1, 3), 30).await.unwrap());
    assert_eq!(next.shared, Some(share(10)));
    assert!(
        library
            .rename(&ME, id(1), &title("y"), 31)
            .await
            .unwrap()
            .unwrap()
            .shared
            .is_some()
    );
    assert!(library.delete(&ME, id(1), 40).await.unwrap());
    assert_eq!(library.list_shared(10, None).await.unwrap(), []);
    assert_eq!(library.find_shared(share(10)).await.unwrap(), None);
    assert_eq!(
        library.share(&ME, id(1), None).await.unwrap(),
        None,
        "deleted"
    );
    let restored = library.restore(&ME, id(1)).await.unwrap().unwrap();
    assert_eq!(restored.shared, Some(share(10)));
    assert_eq!(library.list_shared(10, None).await.unwrap().len(), 1);

    for _ in 0..2 {
        assert!(
            library
                .share(&ME, id(1), None)
                .await
                .unwrap()
                .unwrap()
                .shared
                .is_none()
        );
        assert_eq!(library.list_shared(10, None).await.unwrap(), []);
    }
}

pub(crate) async fn shared_games_are_paged_newest_first(library: Library) {
    let other = Owner::named("another");
    for number in 0..6 {
        let owner = if number % 2 == 0 { &ME } else { &other };
        expect_stored(
            library
                .store(owner, &game(number, 1), 10 + number as u64 / 2)
                .await
                .unwrap(),
        );
        if number != 4 {
            library
                .share(owner, id(number), Some(share(100 - number)))
                .await
                .unwrap()
                .unwrap();
        }
    }
    let mut before = None;
    let mut seen = Vec::new();
    loop {
        let page = library.list_shared(2, before).await.unwrap();
        let Some(last) = page.last() else { break };
        before = last.shared_place();
        seen.extend(page.iter().map(|game| game.id));
    }
    // Of games that changed at the same moment, the one with the greater address comes first.
    assert_eq!(seen, [5, 2, 3, 0, 1].map(id));
}

pub(crate) async fn a_used_share_address_is_refused_to_other_games(library: Library) {
    let other = Owner::named("another");
    expect_stored(library.store(&ME, &game(1, 1), 10).await.unwrap());
    library.share(&ME, id(1), Some(share(1))).await.unwrap();
    expect_stored(library.store(&other, &game(1, 1), 99).await.unwrap());
    let refused = library.share(&other, id(1), Some(share(1))).await.unwrap();
    assert_eq!(refused.unwrap().shared, None);
    let theirs = library.share(&other, id(1), Some(share(2))).await.unwrap();
    assert_eq!(theirs.unwrap().shared, Some(share(2)));
    for (address, changed) in [(1, 10), (2, 99)] {
        let found = library.find_shared(share(address)).await.unwrap().unwrap();
        assert_eq!(found.summary.updated_ms, changed);
    }
    // Both have the same id, and paging through the list skips neither of them.
    let first = library.list_shared(1, None).await.unwrap();
    let next = library.list_shared(2, first[0].shared_place()).await;
    assert_eq!(next.unwrap().len(), 1);
    // The address stays reserved while the game is deleted.
    assert!(library.delete(&ME, id(1), 100).await.unwrap());
    expect_stored(library.store(&other, &game(2, 1), 101).await.unwrap());
    let refused = library.share(&other, id(2), Some(share(1))).await.unwrap();
    assert_eq!(refused.unwrap().shared, None);
    library.restore(&ME, id(1)).await.unwrap();
    let found = library.find_shared(share(1)).await.unwrap().unwrap();
    assert_eq!(found.summary.updated_ms, 10);
}

pub(crate) async fn the_size_grows_with_the_games(library: Library) {
    let empty = library.size().await.unwrap();
    let mut long = game(1, 1);
    // A database may compress repetitive text.
    let mixed = (0..300_000_u64).map(|at| {
        let bits = (at + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        char::from(b'0' + ((bits ^ (bits >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 58) as u8)
    });
    let mixed: String = mixed.map(|c| if c == '\\' { '~' } else { c }).collect();
    long.record = format!(r#"{{"long":"{mixed}"}}"#);
    expect_stored(library.store(&ME, &long, 10).await.unwrap());
    let size = library.size().await.unwrap();
    // Free pages of the file are filled first.
    assert!(size >= empty + 250_000, "{empty} {size}");
}

pub(crate) async fn anybody_may_end_the_sharing_at_an_address(library: Library) {
    for number in [1, 2] {
        store_versions(&library, number, 1, 10).await;
        library
            .share(&ME, id(number), Some(share(number)))
            .await
            .unwrap();
    }
    assert!(library.unshare(share(1)).await.unwrap());
    assert!(!library.unshare(share(1)).await.unwrap());
    assert!(!library.unshare(share(9)).await.unwrap());
    assert_eq!(library.find_shared(share(1)).await.unwrap(), None);
    let kept = library.find(&ME, id(1)).await.unwrap().unwrap();
    assert_eq!((kept.summary.shared, kept.summary.version), (None, 1));
    assert_eq!(library.list_shared(9, None).await.unwrap().len(), 1);
}
