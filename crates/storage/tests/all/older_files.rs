//! A database that an older program made, with its games, is migrated when it is opened, and
//! nothing in it is lost.

use damier_people::library::{GameLibrary, StoreOutcome};
use damier_storage::{backup, restore};

use crate::common::{ME, first_version, id, open, scratch, stored, title};

/// Three games as they were kept then: one that began with version 7, one with a title that is no
/// longer valid, one deleted.
const GAMES: &str = r#"
    INSERT INTO games VALUES
    ('local', '00000000-0000-0000-0000-000000000001', 7, 'friendly', 10, 20, NULL, 'international', 2,
     'Awa', NULL, NULL, 3, NULL, NULL, '{"schema":1}'),
    ('local', '00000000-0000-0000-0000-000000000002', 1, char(8203), 11, 21, NULL, 'frisian', 0,
     '', NULL, '', NULL, 'white', 'resignation', '{"schema":1}'),
    ('local', '00000000-0000-0000-0000-000000000003', 1, '', 12, 22, 23, 'russian', 0,
     '', NULL, '', NULL, NULL, NULL, '{"schema":1}');
"#;

#[tokio::test]
async fn its_games_are_there_and_go_on() {
    let (_folder, location) = scratch();
    first_version(&location, &[GAMES]).await;
    let library = open(&location).await;
    library.check().await.unwrap();
    let games = library.list(&ME, 10, None).await.unwrap();
    let told: Vec<_> = games
        .iter()
        .map(|game| (game.id, game.version, game.title.as_str(), game.updated_ms))
        .collect();
    assert_eq!(told, [(id(2), 1, "", 21), (id(1), 7, "friendly", 20)]);
    let kept = library.find(&ME, id(1)).await.unwrap().unwrap();
    assert_eq!((kept.record.as_str(), kept.tree), (r#"{"schema":1}"#, None));
    let usage = library.usage(&ME).await.unwrap();
    assert_eq!((usage.games, usage.bytes), (3, 3 * 12));
    // The game continues from the version that it has.
    let refused = library
        .store(&ME, &crate::common::game(1, 1), 30)
        .await
        .unwrap();
    assert_eq!(refused, StoreOutcome::Conflict { stored: 7 });
    let next = stored(
        library
            .store(&ME, &crate::common::game(1, 8), 30)
            .await
            .unwrap(),
    );
    assert_eq!((next.version, next.title), (8, title("game 1")));
    assert!(library.restore(&ME, id(3)).await.unwrap().is_some());
}

#[tokio::test]
async fn its_copy_is_put_back() {
    let (folder, location) = scratch();
    first_version(&location, &[GAMES]).await;
    let copy = folder.path().join("copy.sqlite");
    assert_eq!(backup(&location, &copy, false).await.unwrap().games, 3);
    let library = open(&location).await;
    stored(
        library
            .store(&ME, &crate::common::game(9, 1), 30)
            .await
            .unwrap(),
    );
    library.close().await;
    assert_eq!(restore(&location, &copy, 0).await.unwrap().games, 3);
    let library = open(&location).await;
    assert_eq!(library.list(&ME, 10, None).await.unwrap().len(), 2);
}
