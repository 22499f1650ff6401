//! Every backend obeys the rules of the ports to accounts, and all of them give the same answers.

use std::sync::Arc;

use damier_people::in_memory::InMemoryStore;
use damier_storage::{SqliteLibrary, SqliteStore};

use crate::account_contract::{self, obeys_the_account_ports};
use crate::journal_contract::SharedJournal;

mod in_memory {
    use super::*;

    fn empty() -> std::future::Ready<(SharedJournal, ())> {
        std::future::ready((Arc::new(InMemoryStore::default()), ()))
    }

    obeys_the_account_ports!(empty());
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

    obeys_the_account_ports!(empty());

    #[tokio::test]
    async fn a_game_of_a_newer_program_takes_none_from_the_list() {
        let (folder, location) = crate::common::scratch();
        let library = crate::common::open(&location).await;
        let journal = Arc::new(SqliteStore::beside(&library));
        let newer = async || {
            let options = sqlx::sqlite::SqliteConnectOptions::new().filename(location.path());
            let mut other = options.connect().await.unwrap();
            let newer = "UPDATE live_games SET setup = json_set(setup, '$.later', 1)
                 WHERE hex(id) LIKE '%1'";
            sqlx::raw_sql(newer).execute(&mut other).await.unwrap();
            other.close().await.unwrap();
        };
        account_contract::a_game_of_a_newer_program_takes_none_from_the_list(journal, newer).await;
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

    obeys_the_account_ports!(on server = Server::start(), empty(&server));

    #[tokio::test]
    async fn a_game_of_a_newer_program_takes_none_from_the_list() {
        let Some(server) = Server::start() else {
            return;
        };
        let database = server.database().await;
        let library = PostgresLibrary::open(&server.address(&database)).await;
        let journal = Arc::new(PostgresStore::beside(&library.unwrap()));
        let newer = async || {
            let newer = "UPDATE live_games SET setup = (setup::jsonb || '{\"later\":1}')::text
                 WHERE encode(id, 'hex') LIKE '%1'";
            server.execute(&database, newer).await;
        };
        account_contract::a_game_of_a_newer_program_takes_none_from_the_list(journal, newer).await;
    }
}
