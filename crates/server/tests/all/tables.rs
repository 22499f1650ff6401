//! Endgame tables over HTTP.

use std::io;

use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::tables::{Bytes, Content, TableFiles, Tables};

use crate::common::{start, start_with};

/// International draughts has outcomes but no distances, and the tables of Frisian draughts cannot
/// be read.
struct Few;

impl TableFiles for Few {
    fn read(&self, game: &str, content: Content) -> io::Result<Option<Bytes>> {
        match (game, content) {
            ("international", Content::Outcomes) => Ok(Some(Bytes::from_static(b"who wins"))),
            ("frisian", _) => Err(io::Error::other("the disk is broken")),
            _ => Ok(None),
        }
    }
}

#[tokio::test]
async fn tables_are_sent_unchanged_and_cacheable() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.tables = Tables::of(Few);
    })
    .await;
    let answer = server.get("/api/v1/tables/international/outcomes").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.body, "who wins");
    assert_eq!(answer.header("content-type"), "application/octet-stream");
    assert_eq!(answer.header("cache-control"), "public, max-age=31536000");

    for nothing in [
        "international/distances",
        "international/wins",
        "chess/outcomes",
        "%2e%2e/outcomes",
    ] {
        let answer = server.get(&format!("/api/v1/tables/{nothing}")).await;
        answer.problem(404, "no-tables");
    }
    let broken = server.get("/api/v1/tables/frisian/outcomes").await;
    broken.problem(500, "internal-error");
    server.is_well().await;
}

#[tokio::test]
async fn a_server_without_tables_reports_it() {
    let server = start(InMemoryLibrary::default()).await;
    let answer = server.get("/api/v1/tables/international/outcomes").await;
    answer.problem(404, "no-tables");
}
