//! Every backend obeys the rules of the library port, also with a file of an older version.

use std::sync::Arc;

use damier_people::library::in_memory::InMemoryLibrary;

use crate::library_contract::{Library, obeys_the_port};

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
        let (folder, location) = crate::common::scratch();
        (Arc::new(crate::common::open(&location).await), folder)
    }

    obeys_the_port!(empty());
}

/// A file as the first released version created it, without games.
mod sqlite_of_the_first_version {
    use super::*;

    async fn empty() -> (Library, tempfile::TempDir) {
        let (folder, location) = crate::common::scratch();
        crate::common::first_version(&location, &[]).await;
        (Arc::new(crate::common::open(&location).await), folder)
    }

    obeys_the_port!(empty());
}

#[cfg(unix)]
mod postgres {
    use damier_storage::PostgresLibrary;

    use super::*;
    use crate::postgres_server::Server;

    async fn empty(server: &Server) -> Library {
        let address = server.address(&server.database().await);
        Arc::new(PostgresLibrary::open(&address).await.unwrap())
    }

    obeys_the_port!(on server = Server::start(), empty(&server));
}
