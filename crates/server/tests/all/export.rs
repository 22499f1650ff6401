//! All games as one PDN file: every game that is not deleted, oldest first, without a limit.

use damier_people::library::in_memory::InMemoryLibrary;
use damier_people::library::{GameFacts, GameLibrary, NewVersion};
use damier_session::{GameRecord, Session};

use crate::common::{game, id, record, resigned, start};

#[tokio::test]
async fn every_game_is_written() {
    let server = start(InMemoryLibrary::default()).await;
    assert_eq!(server.get("/api/v1/games.pdn").await.body, "");
    for number in (0..50).rev() {
        let mut record = if number % 2 == 0 {
            resigned(4)
        } else {
            record(3)
        };
        record["settings"]["white"]["name"] = format!("Player {number:02}").into();
        server.put(number, 1, &record).await.ok();
    }
    assert_eq!(server.ask("DELETE", &game(7), &[], "").await.status, 204);

    let answer = server.get("/api/v1/games.pdn").await;
    assert_eq!(
        answer.header("content-type"),
        "application/x-draughts-pdn; charset=utf-8"
    );
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"damier.pdn\""
    );
    let text = String::from_utf8(answer.body.to_vec()).unwrap();
    let players: Vec<_> = text
        .lines()
        .filter(|line| line.starts_with("[White "))
        .collect();
    let expected: Vec<_> = (0..50)
        .filter(|number| *number != 7)
        .map(|number| format!("[White \"Player {number:02}\"]"))
        .collect();
    assert_eq!(players, expected);
    assert_eq!(
        text.matches("1. 32-28 20-25 2. 37-32 14-20 2-0").count(),
        25,
        "{text}"
    );
    assert_eq!(
        text.matches("1. 32-28 20-25 2. 37-32 *").count(),
        24,
        "{text}"
    );
}

/// A game stored by a program with other rules is reported in the file, not omitted silently.
#[tokio::test]
async fn a_game_that_does_not_replay_is_named() {
    let library = InMemoryLibrary::default();
    let whole: GameRecord = serde_json::from_value(record(1)).unwrap();
    let facts = GameFacts::from(&Session::replay(&whole).unwrap());
    for (number, change) in [(1, "\"schema\":1"), (2, "\"schema\":7")] {
        let text = serde_json::to_string(&whole)
            .unwrap()
            .replace("\"schema\":1", change);
        let new = NewVersion {
            id: id(number).parse().unwrap(),
            version: 1,
            title: None,
            facts: facts.clone(),
            record: text,
            tree: None,
        };
        library.store(&crate::common::me(), &new, 0).await.unwrap();
    }
    let server = start(library).await;
    let text = String::from_utf8(server.get("/api/v1/games.pdn").await.body.to_vec()).unwrap();
    assert_eq!(text.matches("1. 32-28").count(), 1, "{text}");
    let remark = format!(
        "; the game {} cannot be written: the record has schema 7",
        id(2)
    );
    assert!(text.contains(&remark), "{text}");
}
