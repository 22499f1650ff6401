//! Learning progress of accounts, in parts.

use damier_people::accounts::{AccountId, ProgressPart, ProgressStored};

use super::{AWA, PIET, create_account};
use crate::backends::SharedStore;

fn part(name: &str) -> ProgressPart {
    name.parse().unwrap()
}

pub(super) async fn put(
    store: &SharedStore,
    id: AccountId,
    name: &str,
    base: u64,
    text: &str,
    now_ms: u64,
) -> ProgressStored {
    let part = part(name);
    let stored = store
        .learning_progress
        .store_progress(id, &part, base, text, now_ms);
    stored.await.unwrap()
}

pub(crate) async fn progress_is_stored_only_on_its_current_version(store: SharedStore) {
    use ProgressStored::{Changed, NotFound, Stored};
    let awa = async |name, base, text, now_ms| put(&store, AWA, name, base, text, now_ms).await;
    assert_eq!(awa("lessons", 0, "{}", 5).await, NotFound);
    create_account(&store, AWA, "Awa").await;
    create_account(&store, PIET, "Piet").await;
    assert_eq!(
        awa("lessons", 1, "{}", 5).await,
        Changed(0),
        "there is none"
    );
    assert_eq!(awa("lessons", 0, "{\"é\":1}", 50).await, Stored(50));
    assert_eq!(awa("lessons", 0, "{}", 60).await, Changed(50));
    assert_eq!(
        awa("lessons", 50, "{\"é\":2}", 50).await,
        Stored(51),
        "the clock has not advanced"
    );
    assert_eq!(awa("lessons", 50, "{}", 60).await, Changed(51));
    assert_eq!(awa("week-2", 0, "[]", 0).await, Stored(1));
    assert_eq!(awa("week-10", 0, "[1]", 70).await, Stored(70));
    assert_eq!(put(&store, PIET, "lessons", 0, "{}", 80).await, Stored(80));

    let kept = store
        .learning_progress
        .progress(AWA, &part("lessons"))
        .await
        .unwrap();
    let kept = kept.unwrap();
    assert_eq!((kept.version, kept.text.as_str()), (51, "{\"é\":2}"));
    assert_eq!(
        store
            .learning_progress
            .progress(PIET, &part("week-2"))
            .await
            .unwrap(),
        None
    );
    let parts = store.learning_progress.progress_parts(AWA).await.unwrap();
    let parts: Vec<_> = parts
        .iter()
        .map(|it| (it.part.as_str(), it.version, it.bytes))
        .collect();
    assert_eq!(
        parts,
        [("lessons", 51, 8), ("week-10", 70, 3), ("week-2", 1, 2)]
    );

    assert_eq!(
        store.learning_progress.forget_progress(AWA).await.unwrap(),
        3
    );
    assert_eq!(
        store.learning_progress.forget_progress(AWA).await.unwrap(),
        0
    );
    assert_eq!(
        store.learning_progress.progress_parts(AWA).await.unwrap(),
        []
    );
    assert_eq!(
        awa("lessons", 0, "{}", 90).await,
        Stored(90),
        "versions are not reused"
    );
    assert_eq!(
        store
            .learning_progress
            .progress_parts(PIET)
            .await
            .unwrap()
            .len(),
        1
    );
    assert!(store.accounts.delete_account(PIET).await.unwrap());
    assert_eq!(
        store.learning_progress.progress_parts(PIET).await.unwrap(),
        [],
        "it is removed with the account"
    );
    assert_eq!(put(&store, PIET, "lessons", 0, "{}", 99).await, NotFound);
}

pub(crate) async fn one_of_concurrent_writes_of_progress_succeeds(store: SharedStore) {
    create_account(&store, AWA, "Awa").await;
    let mut base = 0;
    for now_ms in [10, 20, 30, 40] {
        let tries: Vec<_> = (0..6)
            .map(|device: u32| {
                let store = store.clone();
                tokio::spawn(async move {
                    let text = device.to_string();
                    put(&store, AWA, "lessons", base, &text, now_ms).await
                })
            })
            .collect();
        let mut stored = 0;
        for one in tries {
            match one.await.unwrap() {
                ProgressStored::Stored(version) => {
                    assert_eq!(version, now_ms);
                    stored += 1;
                }
                other => assert_eq!(other, ProgressStored::Changed(now_ms)),
            }
        }
        assert_eq!(stored, 1);
        base = now_ms;
    }
}
