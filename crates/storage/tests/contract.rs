//! Every backend obeys the rules of the library port, also with a file of an older version.

mod common;
mod library_contract;
#[cfg(unix)]
mod postgres_server;

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

/// A file as the first released version created it, without games.
mod sqlite_of_the_first_version {
    use super::*;

    async fn empty() -> (Library, tempfile::TempDir) {
        let (folder, location) = common::scratch();
        common::first_version(&location, &[]).await;
        (Arc::new(common::open(&location).await), folder)
    }

    obeys_the_port!(empty());
}

#[cfg(unix)]
mod postgres {
    use super::*;
    use damier_storage::PostgresLibrary;
    use postgres_server::Server;

    async fn empty(server: &Server) -> Library {
        let address = server.address(&server.database().await);
        Arc::new(PostgresLibrary::open(&address).await.unwrap())
    }

    obeys_the_port!(on server = Server::start(), empty(&server));
}
