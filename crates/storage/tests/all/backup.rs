//! Backup and restore: copies are consistent while a server writes, existing files are not
//! overwritten, and a reader sees either all of the old content or all of the new.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use damier_people::library::{GameLibrary, GameSummary};
use damier_storage::{Location, StorageError, backup, restore};

use crate::common::{ME, expect_stored, game, id, open, scratch, share};

const NOON: u64 = 1_795_176_000_123; // 2026-11-20 12:00:00.123 UTC

fn file(folder: &tempfile::TempDir, name: &str) -> PathBuf {
    folder.path().join(name)
}

async fn fill(location: &Location, numbers: std::ops::Range<u128>) {
    let library = open(location).await;
    for number in numbers {
        expect_stored(library.store(&ME, &game(number, 1), 10).await.unwrap());
    }
    library.close().await;
}

async fn contents(location: &Location) -> Vec<GameSummary> {
    let library = open(location).await;
    let games = library.list(&ME, 10_000, None).await.unwrap();
    library.close().await;
    games
}

/// All files in a folder, with their contents.
fn snapshot(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| (path.clone(), std::fs::read(path).unwrap()))
        .collect();
    all.sort();
    all
}

#[tokio::test]
async fn restore_returns_what_was_backed_up() {
    let (folder, location) = scratch();
    fill(&location, 0..50).await;
    let library = open(&location).await;
    assert!(library.delete(&ME, id(7), 20).await.unwrap());
    let address = Some(share(1));
    let shared = library.share(&ME, id(3), address).await.unwrap();
    assert_eq!(shared.unwrap().shared, address);
    library.close().await;
    let before = contents(&location).await;

    let made = backup(&location, &file(&folder, "copy.sqlite"), false)
        .await
        .unwrap();
    assert_eq!(made.games, 50);
    assert_eq!(made.bytes, std::fs::metadata(&made.file).unwrap().len());

    fill(&location, 100..103).await;
    let later = contents(&location).await;
    let restored = restore(&location, &made.file, NOON).await.unwrap();
    assert_eq!((restored.games, restored.moved_away), (50, false));
    assert_eq!(contents(&location).await, before);
    // A deleted game can still be restored.
    assert!(
        open(&location)
            .await
            .restore(&ME, id(7))
            .await
            .unwrap()
            .is_some()
    );

    let previous = restored.previous.unwrap();
    assert!(
        previous.ends_with("games-before-2026-11-20-120000.123.sqlite"),
        "{previous:?}"
    );
    assert_eq!(contents(&Location::file(previous).unwrap()).await, later);
}

#[tokio::test]
async fn a_copy_is_restored_to_a_new_place() {
    let (folder, location) = scratch();
    fill(&location, 0..3).await;
    let made = backup(&location, &file(&folder, "copy.sqlite"), false)
        .await
        .unwrap();
    let elsewhere = Location::file(folder.path().join("new/place/games.sqlite")).unwrap();
    let restored = restore(&elsewhere, &made.file, NOON).await.unwrap();
    assert_eq!((restored.games, restored.previous), (3, None));
    assert_eq!(contents(&elsewhere).await, contents(&location).await);
    assert_eq!(
        snapshot(&folder.path().join("new/place")).len(),
        1,
        "no other file is left behind"
    );
}

#[tokio::test]
async fn an_existing_file_is_not_overwritten() {
    let (folder, location) = scratch();
    fill(&location, 0..3).await;
    let target = file(&folder, "copy.sqlite");
    std::fs::write(&target, "precious").unwrap();
    let refused = backup(&location, &target, false).await.unwrap_err();
    assert!(
        matches!(refused, StorageError::InTheWay { .. }),
        "{refused}"
    );
    // It is not replaced on request either, since it is not a copy of a library.
    let refused = backup(&location, &target, true).await.unwrap_err();
    assert!(
        matches!(refused, StorageError::Unreadable { .. }),
        "{refused}"
    );
    assert_eq!(std::fs::read(&target).unwrap(), b"precious");
    assert_eq!(
        snapshot(folder.path()).len(),
        1,
        "no other file is left behind"
    );
}

#[tokio::test]
async fn an_earlier_copy_is_replaced_on_request() {
    let (folder, location) = scratch();
    fill(&location, 0..3).await;
    let target = file(&folder, "copy.sqlite");
    std::fs::write(&target, "").unwrap(); // an empty file created beforehand
    assert_eq!(backup(&location, &target, true).await.unwrap().games, 3);
    fill(&location, 3..5).await;
    let refused = backup(&location, &target, false).await.unwrap_err();
    assert!(
        matches!(refused, StorageError::InTheWay { .. }),
        "{refused}"
    );
    assert_eq!(backup(&location, &target, true).await.unwrap().games, 5);
}

#[tokio::test]
async fn a_folder_is_neither_replaced_nor_restored() {
    let (folder, location) = scratch();
    fill(&location, 0..3).await;
    let target = file(&folder, "a folder");
    std::fs::create_dir(&target).unwrap();
    let copied = backup(&location, &target, true).await.unwrap_err();
    let restored = restore(&location, &target, NOON).await.unwrap_err();
    for refused in [copied, restored] {
        assert!(
            matches!(refused, StorageError::NoFile { .. }),
            "{refused:?}"
        );
        assert!(refused.to_string().contains("folder"), "{refused}");
    }
    assert!(target.is_dir());
}

#[cfg(unix)]
#[tokio::test]
async fn neither_links_nor_sockets_are_replaced() {
    let (folder, location) = scratch();
    fill(&location, 0..3).await;
    let socket = file(&folder, "socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let copy = backup(&location, &file(&folder, "copy.sqlite"), false)
        .await
        .unwrap()
        .file;
    let nowhere = PathBuf::from("nowhere");
    for (name, to) in [("one", &socket), ("two", &copy), ("three", &nowhere)] {
        std::os::unix::fs::symlink(to, file(&folder, name)).unwrap();
    }
    for name in ["socket", "one", "two", "three"] {
        let target = file(&folder, name);
        let before = std::fs::symlink_metadata(&target).unwrap().file_type();
        let refused = backup(&location, &target, true).await.unwrap_err();
        assert!(matches!(refused, StorageError::NoFile { .. }), "{refused}");
        let after = std::fs::symlink_metadata(&target).unwrap().file_type();
        assert_eq!(before, after, "{name}");
    }
    let refused = restore(&location, &socket, NOON).await.unwrap_err();
    assert!(matches!(refused, StorageError::NoFile { .. }), "{refused}");
}

#[tokio::test]
async fn the_names_of_companion_files_are_refused() {
    let (_folder, location) = scratch();
    fill(&location, 0..3).await;
    let library = open(&location).await; // creates some of the companion files
    expect_stored(library.store(&ME, &game(9, 1), 10).await.unwrap());
    for ending in ["-wal", "-shm", "-journal"] {
        let name = format!("../deep/games.sqlite{ending}");
        let target = location.path().with_file_name(name);
        let existed = target.exists();
        for replace in [false, true] {
            let refused = backup(&location, &target, replace).await.unwrap_err();
            assert!(
                matches!(refused, StorageError::Companion { .. }),
                "{refused}"
            );
        }
        assert_eq!(target.exists(), existed);
    }
    library.close().await;
    assert_eq!(contents(&location).await.len(), 4);
}

#[tokio::test]
async fn a_missing_folder_is_named_in_the_error() {
    let (folder, location) = scratch();
    fill(&location, 0..3).await;
    let missing = file(&folder, "missing");
    let refused = backup(&location, &missing.join("copy.sqlite"), false)
        .await
        .unwrap_err();
    let expected = format!("the folder {} does not exist", missing.display());
    assert_eq!(refused.to_string(), expected);
    assert!(std::error::Error::source(&refused).is_none());
}

#[tokio::test]
async fn the_database_cannot_be_its_own_copy() {
    let (_folder, location) = scratch();
    fill(&location, 0..3).await;
    let itself = location
        .path()
        .parent()
        .unwrap()
        .join("../deep/games.sqlite");
    let copied = backup(&location, &itself, true).await.unwrap_err();
    let restored = restore(&location, &itself, NOON).await.unwrap_err();
    assert!(matches!(copied, StorageError::Itself { .. }), "{copied}");
    assert!(
        matches!(restored, StorageError::Itself { .. }),
        "{restored}"
    );
    assert_eq!(contents(&location).await.len(), 3);
}

#[tokio::test]
async fn a_missing_file_is_neither_copied_nor_restored() {
    let (folder, location) = scratch();
    let target = file(&folder, "copy.sqlite");
    let refused = backup(&location, &target, false).await.unwrap_err();
    assert!(matches!(refused, StorageError::Missing { .. }), "{refused}");
    assert!(!target.exists() && !location.path().exists());
    let refused = restore(&location, &target, NOON).await.unwrap_err();
    assert!(matches!(refused, StorageError::Missing { .. }), "{refused}");
}

#[tokio::test]
async fn an_invalid_copy_is_refused_and_changes_nothing() {
    let (folder, location) = scratch();
    fill(&location, 0..200).await;
    let good = backup(&location, &file(&folder, "good.sqlite"), false)
        .await
        .unwrap()
        .file;
    let good = std::fs::read(good).unwrap();

    let mut holed = good.clone();
    let middle = holed.len() / 2;
    holed[middle..middle + 4096].fill(0x5a);
    let foreign = {
        let mut bytes = good.clone();
        bytes[68..72].copy_from_slice(b"ELSE"); // the application id in the header
        bytes
    };
    let cases: [(&str, &[u8]); 5] = [
        (
            "text",
            b"This is not a database, only a text that is long enough to be read as one. \
                   It continues for a while, so that a whole header would fit here, and more.",
        ),
        ("short", &good[..100]),
        ("cut", &good[..good.len() / 2]),
        ("holed", &holed),
        ("foreign", &foreign),
    ];
    let before = snapshot(location.path().parent().unwrap());
    for (name, bytes) in cases {
        let copy = file(&folder, name);
        std::fs::write(&copy, bytes).unwrap();
        let refused = restore(&location, &copy, NOON).await.unwrap_err();
        let expected = match name {
            "foreign" => matches!(refused, StorageError::NotOurs { .. }),
            _ => matches!(refused, StorageError::Unreadable { .. }),
        };
        assert!(expected, "{name}: {refused:?}");
        assert!(refused.to_string().contains(name), "{refused}");
    }
    assert!(
        before == snapshot(location.path().parent().unwrap()),
        "the database was changed"
    );
}

#[tokio::test]
async fn restore_moves_a_damaged_database_away() {
    let (folder, location) = scratch();
    fill(&location, 0..200).await;
    let good = backup(&location, &file(&folder, "good.sqlite"), false)
        .await
        .unwrap()
        .file;
    let mut bytes = std::fs::read(location.path()).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 4096].fill(0x5a);
    std::fs::write(location.path(), &bytes).unwrap();

    let restored = restore(&location, &good, NOON).await.unwrap();
    assert!(restored.moved_away);
    assert_eq!(contents(&location).await.len(), 200);
    assert!(
        std::fs::read(restored.previous.unwrap()).unwrap() == bytes,
        "the damaged file is unchanged"
    );
}

#[tokio::test]
async fn a_damaged_database_is_not_opened() {
    let (_folder, location) = scratch();
    fill(&location, 0..200).await;
    let mut bytes = std::fs::read(location.path()).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 4096].fill(0x5a);
    std::fs::write(location.path(), &bytes).unwrap();
    let refused = damier_storage::SqlLibrary::open_sqlite(&location).await;
    let refused = refused.map(drop).unwrap_err();
    assert!(
        matches!(refused, StorageError::Unreadable { .. }),
        "{refused:?}"
    );
    assert!(
        std::fs::read(location.path()).unwrap() == bytes,
        "the file was changed"
    );
}

/// The next backup removes the temporary file of a program that was killed while it copied.
#[tokio::test]
async fn an_interrupted_copy_is_removed() {
    let (folder, location) = scratch();
    fill(&location, 0..3).await;
    let leave_copy = |beside: &Path| {
        let path = beside.with_file_name(".damier-copy-Killed.sqlite");
        let file = std::fs::File::create(&path).unwrap();
        let made = file.metadata().unwrap().modified().unwrap();
        file.set_modified(made - std::time::Duration::from_hours(1))
            .unwrap();
        path
    };
    let target = file(&folder, "copy.sqlite");
    let (by_copy, by_database) = (leave_copy(&target), leave_copy(location.path()));
    backup(&location, &target, false).await.unwrap();
    assert!(!by_copy.exists());
    open(&location).await.close().await;
    assert!(!by_database.exists());
}

/// A server writes versions of two games in turn while copies are made. A copy that contains a
/// version of the second game must also contain that of the first.
#[tokio::test(flavor = "multi_thread")]
async fn copies_of_a_busy_library_are_consistent() {
    let (folder, location) = scratch();
    let library = open(&location).await;
    let (stop, pairs) = (
        Arc::new(AtomicBool::new(false)),
        Arc::new(AtomicU32::new(0)),
    );
    let writer = tokio::spawn({
        let (library, stop, pairs) = (library.clone(), stop.clone(), pairs.clone());
        async move {
            while !stop.load(Ordering::Relaxed) {
                let version = pairs.load(Ordering::Relaxed) + 1;
                expect_stored(library.store(&ME, &game(1, version), 10).await.unwrap());
                expect_stored(library.store(&ME, &game(2, version), 10).await.unwrap());
                pairs.store(version, Ordering::Relaxed);
            }
        }
    });
    while pairs.load(Ordering::Relaxed) < 2 {
        tokio::task::yield_now().await;
    }
    for number in 0..10 {
        let acknowledged = pairs.load(Ordering::Relaxed);
        let copy = file(&folder, &format!("{number}.sqlite"));
        backup(&location, &copy, false).await.unwrap();
        let games = contents(&Location::file(copy).unwrap()).await;
        let version = |number| {
            games
                .iter()
                .find(|game| game.id == id(number))
                .unwrap()
                .version
        };
        assert!(version(2) >= acknowledged);
        assert!(version(1) == version(2) || version(1) == version(2) + 1);
    }
    stop.store(true, Ordering::Relaxed);
    writer.await.unwrap();
}

/// While a copy is restored again and again, a running server sees either the old library or the
/// new one, and what it writes meanwhile is either in the library or in the safety copy.
#[tokio::test(flavor = "multi_thread")]
async fn a_running_server_sees_the_old_or_the_new_library() {
    let (folder, location) = scratch();
    fill(&location, 0..300).await;
    let copy = backup(&location, &file(&folder, "copy.sqlite"), false)
        .await
        .unwrap()
        .file;
    fill(&location, 300..400).await;

    let server = open(&location).await;
    let stop = Arc::new(AtomicBool::new(false));
    let reader = tokio::spawn({
        let (server, stop) = (server.clone(), stop.clone());
        async move {
            let mut sizes = Vec::new();
            while !stop.load(Ordering::Relaxed) {
                sizes.push(server.list(&ME, 1000, None).await.unwrap().len());
            }
            sizes
        }
    });
    for moment in 0..5 {
        let restored = restore(&location, &copy, NOON + moment * 1000)
            .await
            .unwrap();
        let previous = Location::file(restored.previous.unwrap()).unwrap();
        assert_eq!(
            contents(&previous).await.len(),
            if moment == 0 { 400 } else { 301 }
        );
        expect_stored(server.store(&ME, &game(1000, 1), 10).await.unwrap());
    }
    stop.store(true, Ordering::Relaxed);
    let mut sizes = reader.await.unwrap();
    sizes.dedup();
    assert!(
        !sizes.is_empty() && sizes.iter().all(|size| [400, 300, 301].contains(size)),
        "{sizes:?}"
    );
}
