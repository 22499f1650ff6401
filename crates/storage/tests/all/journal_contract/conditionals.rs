//! Conditional moves.

use super::*;

fn if_then(played: &str, answer: &str, then: &[IfThen]) -> IfThen {
    IfThen {
        played: played.into(),
        answer: answer.into(),
        then: then.to_vec(),
    }
}

pub(crate) async fn conditional_moves_are_stored_per_side(journal: SharedStore) {
    let tree = [
        if_then("32-28", "19-23", &[if_then("28x19", "14x23", &[])]),
        if_then("31-26 « é »", "20-24", &[]),
    ];
    let (white, black) = (Side::White, Side::Black);
    assert!(
        !journal
            .conditionals
            .store_conditionals(id(1), black, 0, 0, &tree)
            .await
            .unwrap()
    );
    begin(&journal, 1).await;
    begin(&journal, 2).await;
    assert_eq!(
        journal
            .conditionals
            .conditionals(id(1), black)
            .await
            .unwrap(),
        None
    );
    assert!(
        journal
            .conditionals
            .store_conditionals(id(1), black, 0, 7, &tree)
            .await
            .unwrap()
    );
    let kept = StoredConditionals {
        since: 7,
        revision: 1,
        tree: tree.to_vec(),
    };
    let found = journal
        .conditionals
        .conditionals(id(1), black)
        .await
        .unwrap();
    assert_eq!(found.as_ref(), Some(&kept));
    assert_eq!(
        journal
            .conditionals
            .conditionals(id(1), white)
            .await
            .unwrap(),
        None
    );
    assert_eq!(
        journal
            .conditionals
            .conditionals(id(2), black)
            .await
            .unwrap(),
        None
    );
}

pub(crate) async fn a_stale_write_of_conditional_moves_is_refused(journal: SharedStore) {
    begin(&journal, 1).await;
    let side = Side::White;
    let trees: Vec<[IfThen; 1]> = (1..=4)
        .map(|number| [if_then("19-23", &format!("32-2{number}"), &[])])
        .collect();
    for (over, tree, is_kept) in [
        (1, &trees[0][..], false),
        (0, &[], false),
        (0, &trees[0], true),
        (0, &trees[1], false),
        (1, &trees[1], true),
        (1, &trees[2], false),
        (2, &[], true),
        // A removed tree still has a revision, so that an outdated write is refused.
        (0, &trees[3], false),
        (2, &trees[3], false),
        (3, &trees[3], true),
    ] {
        let kept = journal
            .conditionals
            .store_conditionals(id(1), side, over, 0, tree)
            .await
            .unwrap();
        // Storing an empty tree where there is none changes nothing, so its result is not checked.
        assert!(kept == is_kept || tree.is_empty(), "{over} {tree:?}");
    }
    let found = journal
        .conditionals
        .conditionals(id(1), side)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((found.revision, &found.tree[..]), (4, &trees[3][..]));
    let writers = (0..8).map(|_| {
        let (journal, tree) = (journal.clone(), trees[0].clone());
        tokio::spawn(async move {
            let kept = journal
                .conditionals
                .store_conditionals(id(1), side, 4, 0, &tree);
            kept.await.unwrap()
        })
    });
    let mut kept = 0;
    for writer in writers.collect::<Vec<_>>() {
        kept += u32::from(writer.await.unwrap());
    }
    assert_eq!(kept, 1);
}

pub(crate) async fn games_that_advanced_past_their_conditional_moves_are_found(
    journal: SharedStore,
) {
    let tree = [if_then("19-23", "28x19", &[])];
    for number in 1..=4 {
        begin(&journal, number).await;
        for side in Side::ALL {
            assert!(
                journal
                    .conditionals
                    .store_conditionals(id(number), side, 0, 0, &tree)
                    .await
                    .unwrap()
            );
        }
    }
    let unfollowed =
        async |after, most| journal.conditionals.unfollowed(after, most).await.unwrap();
    assert!(unfollowed(None, 9).await.is_empty());
    for number in [1, 3, 4] {
        append(&journal, &entry(number, 1, Some(1))).await;
    }
    assert_eq!(unfollowed(None, 9).await, [id(1), id(3), id(4)]);
    assert_eq!(unfollowed(None, 2).await, [id(1), id(3)]);
    assert_eq!(unfollowed(Some(id(1)), 9).await, [id(3), id(4)]);
    // Updated to the current version, or removed.
    for side in Side::ALL {
        for (number, tree) in [(1, &tree[..]), (3, &[])] {
            assert!(
                journal
                    .conditionals
                    .store_conditionals(id(number), side, 1, 1, tree)
                    .await
                    .unwrap()
            );
        }
    }
    assert_eq!(unfollowed(None, 9).await, [id(4)]);
}
