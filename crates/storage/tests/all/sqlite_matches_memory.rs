//! Any sequence of operations has the same results in memory and in SQLite, also after the file was
//! closed and opened again.

use damier_people::library::in_memory::InMemoryLibrary;
use damier_people::library::{GameLibrary, ListCursor, Owner};
use proptest::prelude::*;

use crate::common::{game, id, open, scratch, share};

#[derive(Debug, Clone)]
enum Operation {
    Store {
        game: u128,
        version: u32,
        variation: u8,
        tree: Option<String>,
    },
    Rename {
        game: u128,
        title: String,
    },
    Delete {
        game: u128,
    },
    Restore {
        game: u128,
    },
    Find {
        game: u128,
    },
    List {
        limit: u32,
        before: Option<(u64, u128)>,
    },
    Walk {
        limit: u32,
        after: Option<u128>,
    },
    Share {
        game: u128,
        address: Option<u128>,
    },
    ListShared {
        limit: u32,
        before: Option<(u64, u128)>,
    },
    FindShared {
        address: u128,
    },
    Usage,
    Purge {
        mine: bool,
        before: u64,
        most: u32,
    },
}

fn operation() -> impl Strategy<Value = Operation> {
    let game = 0..4_u128;
    prop_oneof![
        6 => (game.clone(), 0..5_u32, 0..2_u8, proptest::option::of("[ab]{0,1}"))
            .prop_map(|(game, version, variation, tree)| {
                Operation::Store { game, version, variation, tree }
            }),
        2 => (game.clone(), "[ab]{0,1}")
            .prop_map(|(game, title)| Operation::Rename { game, title }),
        1 => game.clone().prop_map(|game| Operation::Delete { game }),
        1 => game.clone().prop_map(|game| Operation::Restore { game }),
        1 => game.clone().prop_map(|game| Operation::Find { game }),
        1 => (0..4_u32, proptest::option::of((0..40_u64, game.clone())))
            .prop_map(|(limit, before)| Operation::List { limit, before }),
        2 => (game.clone(), proptest::option::of(0..6_u128))
            .prop_map(|(game, address)| Operation::Share { game, address }),
        1 => (0..4_u32, proptest::option::of((0..40_u64, game.clone())))
            .prop_map(|(limit, before)| Operation::ListShared { limit, before }),
        1 => (0..6_u128).prop_map(|address| Operation::FindShared { address }),
        1 => (0..4_u32, proptest::option::of(game))
            .prop_map(|(limit, after)| Operation::Walk { limit, after }),
        1 => Just(Operation::Usage),
        1 => (any::<bool>(), 0..40_u64, 0..3_u32)
            .prop_map(|(mine, before, most)| Operation::Purge { mine, before, most }),
    ]
}

/// Performs the operation and returns its complete result as text.
async fn result_of(
    library: &impl GameLibrary,
    owner: &Owner,
    operation: &Operation,
    now: u64,
) -> String {
    match operation.clone() {
        Operation::Store {
            game: number,
            version,
            variation,
            tree,
        } => {
            let mut wanted = game(number, version);
            wanted.title = wanted.title.filter(|_| variation > 0);
            wanted.tree = tree.map(|tree| tree.parse().unwrap());
            wanted.record = format!(r#"{{"variation":{variation}}}"#);
            format!("{:?}", library.store(owner, &wanted, now).await.unwrap())
        }
        Operation::Rename { game, title } => {
            format!(
                "{:?}",
                library
                    .rename(owner, id(game), &title.parse().unwrap(), now)
                    .await
                    .unwrap()
            )
        }
        Operation::Delete { game } => {
            format!("{:?}", library.delete(owner, id(game), now).await.unwrap())
        }
        Operation::Restore { game } => {
            format!("{:?}", library.restore(owner, id(game)).await.unwrap())
        }
        Operation::Find { game } => format!("{:?}", library.find(owner, id(game)).await.unwrap()),
        Operation::List { limit, before } => {
            let before = before.map(|(updated_ms, game)| ListCursor {
                updated_ms,
                id: id(game),
            });
            format!("{:?}", library.list(owner, limit, before).await.unwrap())
        }
        Operation::Share { game, address } => {
            format!(
                "{:?}",
                library
                    .share(owner, id(game), address.map(share))
                    .await
                    .unwrap()
            )
        }
        Operation::ListShared { limit, before } => {
            let before = before.map(|(updated_ms, address)| ListCursor {
                updated_ms,
                id: share(address),
            });
            format!("{:?}", library.list_shared(limit, before).await.unwrap())
        }
        Operation::FindShared { address } => {
            format!("{:?}", library.find_shared(share(address)).await.unwrap())
        }
        Operation::Usage => format!("{:?}", library.usage(owner).await.unwrap()),
        Operation::Purge { mine, before, most } => {
            format!(
                "{:?}",
                library
                    .purge(mine.then_some(owner), before, most)
                    .await
                    .unwrap()
            )
        }
        Operation::Walk { limit, after } => {
            format!(
                "{:?}",
                library.walk(owner, limit, after.map(id)).await.unwrap()
            )
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn sqlite_returns_the_same_as_memory(
        operations in proptest::collection::vec((operation(), any::<bool>()), 1..40),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let owners = [Owner::LOCAL, Owner::named("another")];
            let (_folder, location) = scratch();
            let (memory, mut sqlite) = (InMemoryLibrary::default(), open(&location).await);
            for (now, (operation, other)) in operations.iter().enumerate() {
                let owner = &owners[usize::from(*other)];
                let now = now as u64 / 2; // some changes happen at the same time
                let expected = result_of(&memory, owner, operation, now).await;
                let found = result_of(&sqlite, owner, operation, now).await;
                prop_assert_eq!(found, expected, "{:?}", operation);
            }
            sqlite.close().await;
            sqlite = open(&location).await;
            for owner in &owners {
                for operation in [
                    Operation::List { limit: 9, before: None },
                    Operation::Walk { limit: 9, after: None },
                ] {
                    let expected = result_of(&memory, owner, &operation, 99).await;
                    prop_assert_eq!(result_of(&sqlite, owner, &operation, 99).await, expected);
                }
            }
            Ok(())
        })?;
    }
}
