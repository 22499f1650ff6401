//! A disk that is full and later has room again: games that cannot be kept are refused for that
//! reason, the health check reports it, and once there is room everything works again without a
//! restart. A version of this test that needs no disk of its own, for every system, is in
//! `src/sqlite/writer.rs`.

use std::path::Path;
use std::process::Command;

use damier_people::library::{GameLibrary, LibraryError, NewVersion, StoreOutcome};
use damier_storage::{Location, SqlLibrary};

use crate::common::{ME, game, id, open};

/// Bytes of the record of a large game: fewer than the health check writes after a failure, so that where no such game fits the check
/// finds no room either, whatever else is in the file.
const LARGE: usize = 60_000;

/// The first version of a game that takes about this many bytes.
fn large(number: u128, bytes: usize) -> NewVersion {
    let mut wanted = game(number, 1);
    wanted.record = format!(r#"{{"padding":"{}"}}"#, "x".repeat(bytes));
    wanted
}

/// Keeps games until there is no room for another one, and returns how many were kept.
async fn fill(library: &SqlLibrary, from: u128) -> u128 {
    for number in from..from + 10_000 {
        match library.store(&ME, &large(number, LARGE), 10).await {
            Ok(StoreOutcome::Stored(_)) => {}
            Err(LibraryError::Full(_)) => return number - from,
            other => panic!("expected a kept game or a full disk, but: {other:?}"),
        }
    }
    panic!("the disk is never full");
}

/// While there is no room, storing a large game is refused and the health check fails, again and
/// again, but kept games can be read.
async fn all_acts_while_full(library: &SqlLibrary, kept: u128) {
    for _ in 0..3 {
        let refused = library.store(&ME, &large(9_999_999, LARGE), 10).await;
        assert!(matches!(refused, Err(LibraryError::Full(_))), "{refused:?}");
        let unwell = library.check().await;
        assert!(matches!(unwell, Err(LibraryError::Full(_))), "{unwell:?}");
        // Kept games can still be read.
        assert!(library.find(&ME, id(kept / 2)).await.unwrap().is_some());
        assert!(!library.list(&ME, 10, None).await.unwrap().is_empty());
    }
}

async fn goes_on(library: &SqlLibrary, kept: u128) {
    for number in kept..kept + 3 {
        let outcome = library.store(&ME, &large(number, LARGE), 20).await;
        assert!(
            matches!(outcome, Ok(StoreOutcome::Stored(_))),
            "{outcome:?}"
        );
    }
    library.check().await.unwrap();
    assert!(library.delete(&ME, id(kept), 30).await.unwrap());
    let all = library.list(&ME, 10_000, None).await.unwrap();
    assert_eq!(all.len() as u128, kept + 2, "nothing that was kept is lost");
}

/// Uses a separate file system that is really full and is then enlarged.
#[tokio::test(flavor = "multi_thread")]
async fn a_full_file_system_is_full_until_there_is_room() {
    let Some(disk) = Disk::of_kib(3_000) else {
        eprintln!(
            "SKIPPED: a_full_file_system_is_full_until_there_is_room needs Linux and leave to mount a tmpfs"
        );
        return;
    };
    let location = Location::file(disk.folder.path().join("games.sqlite")).unwrap();
    let library = open(&location).await;
    let kept = fill(&library, 0).await;
    assert!(kept > 2, "{kept}");
    all_acts_while_full(&library, kept).await;
    disk.resize_kib(30_000);
    goes_on(&library, kept).await;
    library.close().await;
    let copy = location.path().with_file_name("copy.sqlite");
    damier_storage::backup(&location, &copy, false)
        .await
        .expect("the file is sound");
}

/// A file system in memory, which is unmounted when this value is dropped.
struct Disk {
    folder: tempfile::TempDir,
}

impl Disk {
    /// `None` if it cannot be mounted.
    fn of_kib(size: u32) -> Option<Self> {
        if !cfg!(target_os = "linux") {
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let options = format!("size={size}k");
        mount(
            &["-t", "tmpfs", "-o", &options, "damier-test"],
            folder.path(),
        )
        .then_some(Self { folder })
    }

    fn resize_kib(&self, size: u32) {
        let options = format!("remount,size={size}k");
        assert!(mount(&["-o", &options], self.folder.path()));
    }
}

fn mount(arguments: &[&str], folder: &Path) -> bool {
    let mut command = Command::new("mount");
    let done = command.args(arguments).arg(folder).output();
    done.is_ok_and(|done| done.status.success())
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount")
            .arg("-l")
            .arg(self.folder.path())
            .output();
    }
}
