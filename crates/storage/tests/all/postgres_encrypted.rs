//! TLS to PostgreSQL: which certificates are accepted, and the errors of the others.

use std::path::PathBuf;

use damier_people::library::GameLibrary;
use damier_storage::{PostgresAddress, PostgresError, SqlLibrary};

use crate::common::{ME, expect_stored, game};
use crate::postgres_server::Server;

/// The path of a certificate of these tests.
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

fn assert_refused(opened: Result<SqlLibrary, PostgresError>, reason: &str) {
    let refused = opened.map(drop).unwrap_err();
    let PostgresError::Encryption { source, .. } = &refused else {
        panic!("{refused:?}");
    };
    assert!(source.to_string().contains(reason), "{source}");
}

#[tokio::test]
async fn the_server_certificate_is_verified() {
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
    expect_stored(library.store(&ME, &game(1, 1), 10).await.unwrap());
    library.check().await.unwrap();
    // The default mode uses TLS if the server offers it. This server refuses connections without.
    let usual = open(&database, "localhost", port, "").await.unwrap();
    assert_eq!(usual.list(&ME, 9, None).await.unwrap().len(), 1);
    let plain = open(&database, "localhost", port, "sslmode=disable").await;
    let refused = plain.map(drop).unwrap_err();
    assert!(
        matches!(refused, PostgresError::Login { .. }),
        "{refused:?}"
    );

    // An authority that did not sign the certificate, none, and a host not in the certificate.
    let other = trusting("other-authority.pem", "verify-full");
    assert_refused(
        open(&database, "localhost", port, &other).await,
        "UnknownIssuer",
    );
    let no_authority = "sslmode=verify-full";
    assert_refused(
        open(&database, "localhost", port, no_authority).await,
        "UnknownIssuer",
    );
    for mode in ["verify-full", "verify-ca", "require"] {
        let query = trusting("authority.pem", mode);
        assert_refused(
            open(&database, "127.0.0.1", port, &query).await,
            "not valid for name",
        );
    }
    let missing = trusting("missing.pem", "verify-full");
    assert_refused(
        open(&database, "localhost", port, &missing).await,
        "missing.pem",
    );
    let no_certificate = trusting("README.md", "verify-full");
    assert_refused(
        open(&database, "localhost", port, &no_certificate).await,
        "UnknownIssuer",
    );
}

#[tokio::test]
async fn a_server_without_tls_is_refused_if_tls_is_required() {
    let Some(server) = Server::start() else {
        return;
    };
    let database = server.database().await;
    let url = format!("{}&sslmode=require", server.url("damier", &database));
    let address: PostgresAddress = url.parse().unwrap();
    assert_refused(
        SqlLibrary::open_postgres(&address).await,
        "does not support TLS",
    );
}
