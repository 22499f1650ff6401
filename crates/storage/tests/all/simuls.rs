//! Every backend obeys the rules of the port to simultaneous displays.

use std::sync::Arc;

use damier_people::in_memory::InMemoryStore;
use damier_storage::{SqliteLibrary, SqliteStore};

use crate::journal_contract::SharedJournal;
use crate::simul_contract::{self, obeys_the_simul_port};

mod in_memory {
    use super::*;

    fn empty() -> std::future::Ready<(SharedJournal, ())> {
        std::future::ready((Arc::new(InMemoryStore::default()), ()))
    }

    obeys_the_simul_port!(empty());
}

mod sqlite {
    use sqlx::{ConnectOptions, Connection};

    use super::*;

    async fn empty() -> (SharedJournal, (SqliteLibrary, tempfile::TempDir)) {
        let (folder, location) = crate::common::scratch();
        let library = crate::common::open(&location).await;
        let journal = Arc::new(SqliteStore::beside(&library));
        (journal, (library, folder))
    }

    obeys_the_simul_port!(empty());

    #[tokio::test]
    async fn a_board_of_a_newer_program_hides_no_other() {
        let (folder, location) = crate::common::scratch();
        let library = crate::common::open(&location).await;
        let journal = Arc::new(SqliteStore::beside(&library));
        let newer = async || {
            let options = sqlx::sqlite::SqliteConnectOptions::new().filename(location.path());
            let mut other = options.connect().await.unwrap();
            let newer = "UPDATE live_events SET act = json_set(act, '$.act', 'later')
                 WHERE hex(game) LIKE '%1F5'";
            sqlx::raw_sql(newer).execute(&mut other).await.unwrap();
            other.close().await.unwrap();
        };
        simul_contract::a_board_of_a_newer_program_hides_no_other(journal, newer).await;
        drop(folder);
    }
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

    obeys_the_simul_port!(on server = Server::start(), empty(&server));

    #[tokio::test]
    async fn a_board_of_a_newer_program_hides_no_other() {
        let Some(server) = Server::start() else {
            return;
        };
        let database = server.database().await;
        let library = PostgresLibrary::open(&server.address(&database)).await;
        let journal = Arc::new(PostgresStore::beside(&library.unwrap()));
        let newer = async || {
            let newer = "UPDATE live_events SET act = (act::jsonb || '{\"act\":\"later\"}')::text
                 WHERE encode(game, 'hex') LIKE '%1f5'";
            server.execute(&database, newer).await;
        };
        simul_contract::a_board_of_a_newer_program_hides_no_other(journal, newer).await;
    }
}
