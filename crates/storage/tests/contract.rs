//! Every backend obeys the rules of the library port, and keeps obeying them over a file of an older version.

mod common;
mod library_contract;

use std::sync::Arc;

use damier_club::in_memory::InMemoryLibrary;
use library_contract::{Library, obeys_the_port};

mod in_memory {
    use super::*;

    fn empty() -> std::future::Ready<(Library, ())> {
        std::future::ready((Arc::new(InMemoryLibrary::default()), ()))
    }

    obeys_the_port!(empty());
}

mod sqlite {
    use super::*;

    async fn empty() -> (Library, tempfile::TempDir) {
        let (folder, location) = common::scratch();
        (Arc::new(common::open(&location).await), folder)
    }

    obeys_the_port!(empty());
}

/// A file that the first released version made, before it had a game.
mod sqlite_of_the_first_version {
    use super::*;

    async fn empty() -> (Library, tempfile::TempDir) {
        let (folder, location) = common::scratch();
        common::first_version(&location, &[]).await;
        (Arc::new(common::open(&location).await), folder)
    }

    obeys_the_port!(empty());
}
