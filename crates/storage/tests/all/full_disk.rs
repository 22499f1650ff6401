//! A full disk that later has space again: storing a game fails with an error of its own, the
//! health check reports it, and once there is space everything works again without a restart.
//! `src/sqlite/writer.rs` has a variant of this test for all systems, without a separate disk.

use std::path::Path;
use std::process::Command;

use damier_people::library::{GameLibrary, LibraryError, NewVersion, StoreOutcome};
use damier_storage::{Location, SqlLibrary};

use crate::common::{ME, game, id, open};

/// Bytes of the record of a large game: fewer than the health check writes after a failure, so that
/// if no such game fits, the check fails too.
const LARGE: usize = 60_000;

/// The first version of a game that takes about this many bytes.
fn large(number: u128, bytes: usize) -> NewVersion {
    let mut wanted = game(number, 1);
    wanted.record = format!(r#"{{"padding":"{}"}}"#, "x".repeat(bytes));
    wanted
}

/// Stores games until the disk is full, and returns how many were stored.
async fn fill(library: &SqlLibrary, from: u128) -> u128 {
    for number in from..from + 10_000 {
        match library.store(&ME, &large(number, LARGE), 10).await {
            Ok(StoreOutcome::Stored(_)) => {}
            Err(LibraryError::Full(_)) => return number - from,
            other => panic!("expected a stored game or a full disk, but: {other:?}"),
        }
    }
    panic!("the disk is never full");
}

/// While the disk is full, storing a large game and the health check fail every time, but stored
/// games can be read.
async fn check_full_disk(library: &SqlLibrary, kept: u128) {
    for _ in 0..3 {
        let refused = library.store(&ME, &large(9_999_999, LARGE), 10).await;
        assert!(matches!(refused, Err(LibraryError::Full(_))), "{refused:?}");
        let health = library.check().await;
        assert!(matches!(health, Err(LibraryError::Full(_))), "{health:?}");
        assert!(library.find(&ME, id(kept / 2)).await.unwrap().is_some());
        assert!(!library.list(&ME, 10, None).await.unwrap().is_empty());
    }
}

async fn check_disk_with_space(library: &SqlLibrary, kept: u128) {
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
    assert_eq!(all.len() as u128, kept + 2, "no stored game is lost");
}

/// Fills a file system of its own, and enlarges it.
#[tokio::test(flavor = "multi_thread")]
async fn storing_works_again_once_a_full_disk_has_space() {
    let Some(disk) = Disk::with_kib(3_000) else {
        eprintln!(
            "SKIPPED: storing_works_again_once_a_full_disk_has_space needs Linux and permission to \
             mount a tmpfs"
        );
        return;
    };
    let location = Location::file(disk.folder.path().join("games.sqlite")).unwrap();
    let library = open(&location).await;
    let kept = fill(&library, 0).await;
    assert!(kept > 2, "{kept}");
    check_full_disk(&library, kept).await;
    disk.resize_kib(30_000);
    check_disk_with_space(&library, kept).await;
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
    fn with_kib(size: u32) -> Option<Self> {
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
