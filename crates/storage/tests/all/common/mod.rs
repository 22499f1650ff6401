//! Shared by the tests of this crate: libraries in temporary folders, and games to store in them.

use std::sync::Arc;

use damier_people::library::{
    GameFacts, GameLibrary, NewVersion, Owner, ShareId, StoreOutcome, Title,
};
use damier_session::{EndReason, Ending, GameId, Player, Side};
use damier_storage::{Location, SqlLibrary};
use tempfile::TempDir;

pub(crate) const ME: Owner = Owner::LOCAL;

/// A temporary folder and the location of a database in it.
pub(crate) fn scratch() -> (TempDir, Location) {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("deep/games.sqlite")).unwrap();
    (folder, location)
}

pub(crate) async fn open(location: &Location) -> SqlLibrary {
    SqlLibrary::open_sqlite(location).await.unwrap()
}

pub(crate) fn id(number: u128) -> GameId {
    GameId::from_bits(number)
}

pub(crate) fn share(number: u128) -> ShareId {
    ShareId::from_bits(number)
}

/// A version of a game whose content depends on its number and version only.
pub(crate) fn game(number: u128, version: u32) -> NewVersion {
    NewVersion {
        id: id(number),
        version,
        title: Some(format!("game {number}").parse().unwrap()),
        facts: GameFacts {
            variant: "international".to_owned(),
            plies: version,
            white: Player::Person {
                name: "Ton Sijbrands".to_owned(),
            },
            black: Player::Computer { level: 7 },
            ending: None,
        },
        record: format!(r#"{{"schema":1,"acts":[{version}]}}"#),
        tree: None,
    }
}

/// A version of a finished game, with the codes of its winner and of the reason.
pub(crate) fn ended(number: u128, version: u32, winner: Option<&str>, reason: &str) -> NewVersion {
    let mut game = game(number, version);
    game.facts.ending = Some(Ending {
        winner: winner.map(|winner| Side::from_code(winner).unwrap()),
        reason: EndReason::from_code(reason).unwrap(),
    });
    game
}

/// Returns the summary of a stored game. Panics on any other outcome.
#[track_caller]
pub(crate) fn expect_stored(outcome: StoreOutcome) -> damier_people::library::GameSummary {
    match outcome {
        StoreOutcome::Stored(summary) => summary,
        other => panic!("expected the game to be stored, but: {other:?}"),
    }
}

/// Stores all versions of a game up to this one.
pub(crate) async fn store_versions(
    library: &Arc<dyn GameLibrary>,
    number: u128,
    version: u32,
    now_ms: u64,
) -> damier_people::library::GameSummary {
    for earlier in 1..version {
        expect_stored(
            library
                .store(&ME, &game(number, earlier), now_ms)
                .await
                .unwrap(),
        );
    }
    expect_stored(
        library
            .store(&ME, &game(number, version), now_ms)
            .await
            .unwrap(),
    )
}

pub(crate) fn title(text: &str) -> Title {
    text.parse().unwrap()
}
