//! Contract suite of the port to documents. Each test case takes an empty store and runs on every
//! backend.

use damier_people::accounts::{AccountId, NewAccount, PasswordHash};
use damier_people::documents::{
    AfterChange, Document, DocumentChange, DocumentValue, DocumentsChanged, Link, To, account_value,
};
use serde::{Deserialize, Serialize};

use crate::backends::SharedStore;

const KIND: &str = "note";
const OTHER: &str = "board";
const AWA: AccountId = AccountId::from_bits(1);
const PIET: AccountId = AccountId::from_bits(2);

fn document(id: &str, links: &[(&'static str, To)]) -> Document {
    let link = |(name, to): &(&'static str, To)| Link {
        name,
        to: to.clone(),
    };
    Document {
        id: id.to_owned(),
        links: links.iter().map(link).collect(),
        due_ms: None,
        expires_ms: None,
        parent: None,
        body: format!("{{\"id\":\"{id}\"}}"),
    }
}

fn text(value: &str) -> To {
    To::Text(value.to_owned())
}

fn unique(value: &str) -> To {
    To::Unique(value.to_owned())
}

async fn create_accounts(store: &SharedStore) {
    for (id, name) in [(AWA, "Awa"), (PIET, "Piet")] {
        let new = NewAccount {
            id,
            name: name.parse().unwrap(),
            password: PasswordHash::new("$argon2id$1"),
            recovery: Vec::new(),
            created_ms: 5,
        };
        store.accounts.create_account(&new).await.unwrap();
    }
}

async fn create(store: &SharedStore, document: Document, now_ms: u64) -> DocumentsChanged {
    let change = DocumentChange::Create(KIND, document);
    store
        .documents
        .change_documents(&[change], now_ms)
        .await
        .unwrap()
}

async fn put(store: &SharedStore, document: Document, seen: u64, now_ms: u64) -> DocumentsChanged {
    let change = DocumentChange::Store(KIND, document, seen);
    store
        .documents
        .change_documents(&[change], now_ms)
        .await
        .unwrap()
}

async fn remove(store: &SharedStore, id: &str, seen: u64) -> DocumentsChanged {
    let change = DocumentChange::Remove(KIND, id.to_owned(), seen);
    store
        .documents
        .change_documents(&[change], 0)
        .await
        .unwrap()
}

async fn version(store: &SharedStore, id: &str) -> Option<u64> {
    let found = store.documents.document(KIND, id).await.unwrap();
    found.map(|found| found.version)
}

async fn linked(store: &SharedStore, name: &'static str, value: &str) -> Vec<String> {
    let found = store
        .documents
        .linked(KIND, name, value, None, 9)
        .await
        .unwrap();
    found.into_iter().map(|found| found.id).collect()
}

async fn a_document_is_returned_as_stored_and_created_once(store: SharedStore) {
    assert_eq!(store.documents.document(KIND, "a").await.unwrap(), None);
    let mut new = document("a", &[]);
    "{\"text\":\"dammé ⛂ \\u0000\"}".clone_into(&mut new.body);
    assert_eq!(
        create(&store, new.clone(), 7).await,
        DocumentsChanged::Stored
    );
    let found = store.documents.document(KIND, "a").await.unwrap().unwrap();
    assert_eq!(
        (found.id, found.version, found.changed_ms),
        ("a".to_owned(), 7, 7)
    );
    assert_eq!(found.body, new.body);
    assert_eq!(create(&store, new, 9).await, DocumentsChanged::Taken);
    assert_eq!(version(&store, "a").await, Some(7));
    // Ids are per kind.
    assert_eq!(store.documents.document(OTHER, "a").await.unwrap(), None);
    let other = DocumentChange::Create(OTHER, document("a", &[]));
    let created = store.documents.change_documents(&[other], 9).await.unwrap();
    assert_eq!(created, DocumentsChanged::Stored);
}

async fn a_document_is_stored_only_on_the_current_version(store: SharedStore) {
    assert_eq!(
        put(&store, document("a", &[]), 1, 5).await,
        DocumentsChanged::Stale
    );
    create(&store, document("a", &[]), 5).await;
    assert_eq!(
        put(&store, document("a", &[]), 4, 6).await,
        DocumentsChanged::Stale
    );
    assert_eq!(
        put(&store, document("a", &[]), 5, 8).await,
        DocumentsChanged::Stored
    );
    assert_eq!(
        put(&store, document("a", &[]), 5, 9).await,
        DocumentsChanged::Stale
    );
    assert_eq!(version(&store, "a").await, Some(8));
    // A clock that was set back still leads to a higher version.
    assert_eq!(
        put(&store, document("a", &[]), 8, 2).await,
        DocumentsChanged::Stored
    );
    assert_eq!(version(&store, "a").await, Some(9));
    assert_eq!(remove(&store, "a", 8).await, DocumentsChanged::Stale);
    assert_eq!(remove(&store, "a", 9).await, DocumentsChanged::Stored);
    assert_eq!(remove(&store, "a", 9).await, DocumentsChanged::Stale);
    create(&store, document("a", &[]), 20).await;
    assert_eq!(
        version(&store, "a").await,
        Some(20),
        "a new document gets a new version"
    );
}

/// A value stored as a document.
#[derive(Serialize, Deserialize)]
struct Counter {
    count: u32,
}

impl DocumentValue for Counter {
    const KIND: &'static str = "counter";

    fn id(&self) -> String {
        "one".to_owned()
    }
}

async fn concurrent_changes_of_a_value_are_all_applied(store: SharedStore) {
    let created = store.documents.of().create(&Counter { count: 0 }, 1).await;
    assert!(created.unwrap());
    let changes = (0..20).map(|_| {
        let documents = store.documents.clone();
        tokio::spawn(async move {
            let change = documents.of::<Counter>().change("one", 2, |it| {
                it.count += 1;
                AfterChange::Store(it.count)
            });
            change.await.unwrap().unwrap()
        })
    });
    let mut counts = Vec::new();
    for change in changes.collect::<Vec<_>>() {
        counts.push(change.await.unwrap());
    }
    counts.sort_unstable();
    assert_eq!(counts, (1..=20).collect::<Vec<_>>());
    let all = store.documents.of::<Counter>();
    assert_eq!(all.find("one").await.unwrap().unwrap().value.count, 20);
    let left = all.change("one", 3, |it| AfterChange::Leave(it.count));
    assert_eq!(left.await.unwrap(), Some(20));
}

async fn changes_are_atomic(store: SharedStore) {
    create(&store, document("a", &[]), 1).await;
    let both = |seen| {
        [
            DocumentChange::Create(KIND, document("b", &[("key", unique("k"))])),
            DocumentChange::Store(KIND, document("a", &[("key", unique("l"))]), seen),
        ]
    };
    let stale = store.documents.change_documents(&both(9), 2).await.unwrap();
    assert_eq!(stale, DocumentsChanged::Stale);
    assert_eq!(version(&store, "b").await, None);
    assert_eq!(linked(&store, "key", "k").await, [""; 0]);
    let stored = store.documents.change_documents(&both(1), 2).await.unwrap();
    assert_eq!(stored, DocumentsChanged::Stored);
    assert_eq!(linked(&store, "key", "k").await, ["b"]);
    let again = store.documents.change_documents(&both(2), 3).await.unwrap();
    assert_eq!(again, DocumentsChanged::Taken);
    assert_eq!(version(&store, "a").await, Some(2));
}

async fn a_unique_link_identifies_one_document(store: SharedStore) {
    create(&store, document("a", &[("key", unique("k"))]), 1).await;
    create(&store, document("b", &[("key", unique("l"))]), 1).await;
    let taken = create(&store, document("c", &[("key", unique("k"))]), 2).await;
    assert_eq!(taken, DocumentsChanged::Taken);
    assert_eq!(version(&store, "c").await, None);
    let taken = put(&store, document("b", &[("key", unique("k"))]), 1, 2).await;
    assert_eq!(taken, DocumentsChanged::Taken);
    assert_eq!(linked(&store, "key", "l").await, ["b"], "unchanged");
    // The value is free under another name, and once the other document has changed its link.
    create(&store, document("d", &[("other", unique("k"))]), 2).await;
    assert_eq!(linked(&store, "other", "k").await, ["d"]);
    put(&store, document("a", &[("key", unique("m"))]), 1, 2).await;
    assert_eq!(linked(&store, "key", "k").await, [""; 0]);
    let stored = put(&store, document("b", &[("key", unique("k"))]), 1, 2).await;
    assert_eq!(stored, DocumentsChanged::Stored);
    assert_eq!(linked(&store, "key", "k").await, ["b"]);
}

async fn documents_are_found_by_links_page_by_page(store: SharedStore) {
    for (id, at_ms) in [("b", 1), ("a", 3), ("d", 3), ("c", 2)] {
        let links = [("of", text("x")), ("also", text(id))];
        create(&store, document(id, &links), at_ms).await;
    }
    create(&store, document("e", &[("of", text("y"))]), 9).await;
    assert_eq!(linked(&store, "of", "x").await, ["a", "b", "c", "d"]);
    assert_eq!(linked(&store, "also", "c").await, ["c"]);
    let page = store
        .documents
        .linked(KIND, "of", "x", Some("a"), 2)
        .await
        .unwrap();
    let ids: Vec<_> = page.iter().map(|found| &found.id[..]).collect();
    assert_eq!(ids, ["b", "c"]);
    let latest = async |after, most| {
        let found = store
            .documents
            .latest_linked(KIND, "of", "x", after, most)
            .await;
        let ids = found.unwrap().into_iter().map(|found| found.id);
        ids.collect::<Vec<_>>()
    };
    assert_eq!(latest(None, 9).await, ["d", "a", "c", "b"]);
    assert_eq!(latest(Some((3, "d")), 2).await, ["a", "c"]);
    let some = ["d", "missing", "b"].map(str::to_owned);
    let some = store.documents.documents_of(KIND, &some).await.unwrap();
    let ids: Vec<_> = some.iter().map(|found| &found.id[..]).collect();
    assert_eq!(ids, ["b", "d"]);
    assert_eq!(store.documents.documents_of(KIND, &[]).await.unwrap(), []);
}

async fn documents_are_listed_by_a_substring_of_their_ids(store: SharedStore) {
    for (id, name) in [
        ("anvers", "in"),
        ("lille", "in"),
        ("nantes", "in"),
        ("nice", "out"),
    ] {
        create(&store, document(id, &[(name, text(""))]), 1).await;
    }
    let listed = async |containing, after| {
        let found = store
            .documents
            .documents(KIND, "in", containing, after, 2)
            .await;
        let ids = found.unwrap().into_iter().map(|found| found.id);
        ids.collect::<Vec<_>>()
    };
    assert_eq!(listed("", None).await, ["anvers", "lille"]);
    assert_eq!(listed("", Some("lille")).await, ["nantes"]);
    assert_eq!(listed("an", None).await, ["anvers", "nantes"]);
    assert_eq!(listed("%", None).await, [""; 0]);
    assert_eq!(store.documents.sweep_unlinked(KIND, "in").await.unwrap(), 1);
    assert_eq!(version(&store, "nice").await, None);
}

async fn deleting_an_account_removes_its_links_and_owned_documents(store: SharedStore) {
    create_accounts(&store).await;
    let owned = [("account", To::Owner(AWA)), ("account", To::Owner(PIET))];
    create(&store, document("bond", &owned), 1).await;
    let joined = [("member", To::Member(AWA)), ("member", To::Member(PIET))];
    create(&store, document("club", &joined), 1).await;
    assert_eq!(
        linked(&store, "account", &account_value(AWA)).await,
        ["bond"]
    );
    assert_eq!(
        linked(&store, "member", &account_value(PIET)).await,
        ["club"]
    );
    store.accounts.delete_account(PIET).await.unwrap();
    assert_eq!(version(&store, "bond").await, None);
    assert_eq!(
        linked(&store, "account", &account_value(AWA)).await,
        [""; 0]
    );
    assert_eq!(version(&store, "club").await, Some(1));
    assert_eq!(
        linked(&store, "member", &account_value(PIET)).await,
        [""; 0]
    );
    assert_eq!(
        linked(&store, "member", &account_value(AWA)).await,
        ["club"]
    );
    // No link to a deleted account is stored.
    let gone = create(&store, document("bond", &owned), 2).await;
    assert_eq!(gone, DocumentsChanged::Taken);
    assert_eq!(version(&store, "bond").await, None);
    let stored = put(&store, document("club", &joined), 1, 2).await;
    assert_eq!(stored, DocumentsChanged::Stored);
    assert_eq!(
        linked(&store, "member", &account_value(PIET)).await,
        [""; 0]
    );
}

async fn removing_a_document_removes_its_parts(store: SharedStore) {
    create(&store, document("club", &[]), 1).await;
    for id in ["game 1", "game 2"] {
        let part = Document {
            parent: Some((KIND, "club".to_owned())),
            ..document(id, &[("club", text("club"))])
        };
        let part = DocumentChange::Create(OTHER, part);
        store.documents.change_documents(&[part], 2).await.unwrap();
    }
    let parts = async || {
        store
            .documents
            .linked(OTHER, "club", "club", None, 9)
            .await
            .unwrap()
            .len()
    };
    assert_eq!(parts().await, 2);
    put(&store, document("club", &[]), 1, 3).await;
    assert_eq!(parts().await, 2);
    remove(&store, "club", 3).await;
    assert_eq!(parts().await, 0);
    assert_eq!(
        store.documents.document(OTHER, "game 1").await.unwrap(),
        None
    );
}

async fn due_documents_are_listed_until_postponed(store: SharedStore) {
    for (id, due_ms) in [("a", Some(5)), ("b", Some(7)), ("c", None), ("d", Some(6))] {
        let new = Document {
            due_ms,
            ..document(id, &[])
        };
        create(&store, new, 1).await;
    }
    let due = async |by_ms, after| {
        let due = store.documents.due_documents(KIND, by_ms, after, 2).await;
        due.unwrap()
    };
    assert_eq!(due(4, None).await, [""; 0]);
    assert_eq!(due(6, None).await, ["a", "d"]);
    assert_eq!(due(7, None).await, ["a", "b"]);
    assert_eq!(due(7, Some("b")).await, ["d"]);
    let postpone = async |id, seen, until_ms| {
        let postponed = store
            .documents
            .postpone_document(KIND, id, seen, until_ms)
            .await;
        postponed.unwrap()
    };
    assert!(!postpone("a", 9, 20).await, "another version");
    assert!(!postpone("c", 1, 20).await, "nothing is due");
    assert!(postpone("a", 1, 20).await);
    assert_eq!(due(19, None).await, ["b", "d"]);
    let again = Document {
        due_ms: Some(5),
        ..document("a", &[])
    };
    put(&store, again, 1, 2).await;
    assert_eq!(due(5, None).await, ["a"]);
}

async fn expired_documents_are_removed(store: SharedStore) {
    for (id, expires_ms) in [("a", Some(5)), ("b", Some(7)), ("c", None)] {
        let new = Document {
            expires_ms,
            ..document(id, &[("key", unique(id))])
        };
        create(&store, new, 1).await;
    }
    assert_eq!(store.documents.sweep_documents(4).await.unwrap(), 0);
    assert_eq!(store.documents.sweep_documents(5).await.unwrap(), 1);
    assert_eq!(linked(&store, "key", "a").await, [""; 0]);
    assert_eq!(store.documents.sweep_documents(9).await.unwrap(), 1);
    assert_eq!(version(&store, "c").await, Some(1));
}

crate::backends::on_every_backend!(store:
    a_document_is_returned_as_stored_and_created_once,
    a_document_is_stored_only_on_the_current_version,
    concurrent_changes_of_a_value_are_all_applied,
    changes_are_atomic,
    a_unique_link_identifies_one_document,
    documents_are_found_by_links_page_by_page,
    documents_are_listed_by_a_substring_of_their_ids,
    deleting_an_account_removes_its_links_and_owned_documents,
    removing_a_document_removes_its_parts,
    due_documents_are_listed_until_postponed,
    expired_documents_are_removed,
);
