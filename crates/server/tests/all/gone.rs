//! The file of the library is deleted while the server is running. The server must report it, and
//! must not store games in an unlinked file.

use damier_storage::{Location, SqlLibrary, backup};
use serde_json::json;

use crate::common::{Running, game, record, start};

async fn refuses_to_keep(server: &Running) {
    let gone = "library-gone";
    server.get("/api/v1/health").await.problem(503, gone);
    server.put(1, 2, &record(1)).await.problem(503, gone);
    let title = json!({"title": "other"});
    let renamed = server.send("PATCH", &game(1), &title).await;
    renamed.problem(503, gone);
    let deleted = server.ask("DELETE", &game(1), &[], "").await;
    deleted.problem(503, gone);
    let restored = format!("{}/restore", game(1));
    let restored = server.ask("POST", &restored, &[], "").await;
    restored.problem(503, gone);
}

#[tokio::test]
async fn a_deleted_or_replaced_database_file_is_detected() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("games.sqlite")).unwrap();
    let library = SqlLibrary::open_sqlite(&location).await.unwrap();
    let server = start(library).await;
    server.put(1, 1, &record(0)).await.ok();
    server.is_well().await;

    let copy = folder.path().join("copy.sqlite");
    backup(&location, &copy, false).await.unwrap();
    let away = folder.path().join("away.sqlite");
    std::fs::rename(location.path(), &away).unwrap();
    refuses_to_keep(&server).await;
    assert!(!location.path().exists(), "an empty file was made");
    std::fs::rename(&copy, location.path()).unwrap();
    refuses_to_keep(&server).await;
    // When the original file is back, the library works again.
    std::fs::rename(&away, location.path()).unwrap();
    server.is_well().await;
    server.put(1, 2, &record(1)).await.ok();
}
