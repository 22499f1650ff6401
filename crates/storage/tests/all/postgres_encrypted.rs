//! TLS to PostgreSQL: who is believed, and what is said where nobody is.

use std::path::PathBuf;

use damier_people::library::GameLibrary;
use damier_storage::{PostgresAddress, PostgresError, SqlLibrary};

use crate::common::{ME, game, stored};
use crate::postgres_server::Server;

/// The certificates of this folder.
fn certificate(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/all/certificates");
    folder.join(name)
}

async fn open(
    database: &str,
    host: &str,
    port: u16,
    query: &str,
) -> Result<SqlLibrary, PostgresError> {
    let address = format!("postgres://damier@{host}:{port}/{database}?{query}");
    let address: PostgresAddress = address.parse()?;
    SqlLibrary::open_postgres(&address).await
}

fn is_refused(opened: Result<SqlLibrary, PostgresError>, told: &str) {
    let refused = opened.map(drop).unwrap_err();
    let PostgresError::Encryption { source, .. } = &refused else {
        panic!("{refused:?}");
    };
    assert!(source.to_string().contains(told), "{source}");
}

#[tokio::test]
async fn a_connection_is_encrypted_to_whom_one_believes() {
    let Some((server, port)) = Server::encrypted() else {
        return;
    };
    let database = server.database().await;
    let trusting = |name: &str, mode: &str| {
        let file = certificate(name);
        format!("sslmode={mode}&sslrootcert={}", file.display())
    };
    let full = trusting("authority.pem", "verify-full");
    let library = open(&database, "localhost", port, &full).await.unwrap();
    stored(library.store(&ME, &game(1, 1), 10).await.unwrap());
    library.check().await.unwrap();
    // The usual way encrypts where the server does; this one lets nobody in otherwise.
    let usual = open(&database, "localhost", port, "").await.unwrap();
    assert_eq!(usual.list(&ME, 9, None).await.unwrap().len(), 1);
    let plain = open(&database, "localhost", port, "sslmode=disable").await;
    let refused = plain.map(drop).unwrap_err();
    assert!(
        matches!(refused, PostgresError::Login { .. }),
        "{refused:?}"
    );

    // An authority that has signed nothing, no authority, and another host than the certificate names.
    let other = trusting("other-authority.pem", "verify-full");
    is_refused(
        open(&database, "localhost", port, &other).await,
        "UnknownIssuer",
    );
    let nobody = "sslmode=verify-full";
    is_refused(
        open(&database, "localhost", port, nobody).await,
        "UnknownIssuer",
    );
    for mode in ["verify-full", "verify-ca", "require"] {
        let query = trusting("authority.pem", mode);
        is_refused(
            open(&database, "127.0.0.1", port, &query).await,
            "not valid for name",
        );
    }
    let missing = trusting("nobody.pem", "verify-full");
    is_refused(
        open(&database, "localhost", port, &missing).await,
        "nobody.pem",
    );
    let no_certificate = trusting("README.md", "verify-full");
    is_refused(
        open(&database, "localhost", port, &no_certificate).await,
        "UnknownIssuer",
    );
}

#[tokio::test]
async fn a_server_that_does_not_encrypt_is_not_spoken_to_in_the_clear() {
    let Some(server) = Server::start() else {
        return;
    };
    let database = server.database().await;
    let asked = format!("{}&sslmode=require", server.url("damier", &database));
    let address: PostgresAddress = asked.parse().unwrap();
    is_refused(
        SqlLibrary::open_postgres(&address).await,
        "does not support TLS",
    );
}
