//! Every backend obeys the rules of the port to administration, and all of them give the same answers.

use std::sync::Arc;

use damier_people::in_memory::InMemoryStore;
use damier_storage::{SqliteLibrary, SqliteStore};

use crate::administration_contract::obeys_the_administration_port;
use crate::journal_contract::SharedJournal;

mod in_memory {
    use super::*;

    fn empty() -> std::future::Ready<(SharedJournal, ())> {
        std::future::ready((Arc::new(InMemoryStore::default()), ()))
    }

    obeys_the_administration_port!(empty());
}

mod sqlite {
    use super::*;

    async fn empty() -> (SharedJournal, (SqliteLibrary, tempfile::TempDir)) {
        let (folder, location) = crate::common::scratch();
        let library = crate::common::open(&location).await;
        let journal = Arc::new(SqliteStore::beside(&library));
        (journal, (library, folder))
    }

    obeys_the_administration_port!(empty());
}

#[cfg(unix)]
mod postgres {
    use damier_storage::{PostgresLibrary, PostgresStore};

    use super::*;
    use crate::postgres_server::Server;

    async fn empty(server: &Server) -> SharedJournal {
        let address = server.address(&server.database().await);
        let library = PostgresLibrary::open(&address).await.unwrap();
        Arc::new(PostgresStore::beside(&library))
    }

    obeys_the_administration_port!(on server = Server::start(), empty(&server));
}
