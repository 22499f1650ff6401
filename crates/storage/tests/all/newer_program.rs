//! Rows that a newer program on another node has written are reported as unreadable, and hide no
//! others.

use crate::backends::{Sql, sqlite};
use crate::{accounts_contract, simuls_contract};

async fn an_unreadable_board_hides_no_other(backend: &Sql) {
    let newer = async || {
        let sqlite = "UPDATE live_events SET act = json_set(act, '$.act', 'later')
             WHERE hex(game) LIKE '%1F5'";
        let postgres = "UPDATE live_events SET act = (act::jsonb || '{\"act\":\"later\"}')::text
             WHERE encode(game, 'hex') LIKE '%1f5'";
        backend.execute(sqlite, postgres).await;
    };
    simuls_contract::a_board_of_a_newer_program_hides_no_other(backend.store(), newer).await;
}

async fn an_unreadable_game_hides_no_other(backend: &Sql) {
    let newer = async || {
        let sqlite =
            "UPDATE live_games SET setup = json_set(setup, '$.later', 1) WHERE hex(id) LIKE '%1'";
        let postgres = "UPDATE live_games SET setup = (setup::jsonb || '{\"later\":1}')::text
             WHERE encode(id, 'hex') LIKE '%1'";
        backend.execute(sqlite, postgres).await;
    };
    accounts_contract::a_game_of_a_newer_program_hides_no_other(backend.store(), newer).await;
}

#[tokio::test]
async fn an_unreadable_board_hides_no_other_in_sqlite() {
    an_unreadable_board_hides_no_other(&sqlite().await).await;
}

#[tokio::test]
async fn an_unreadable_game_hides_no_other_in_sqlite() {
    an_unreadable_game_hides_no_other(&sqlite().await).await;
}

#[cfg(unix)]
#[tokio::test]
async fn an_unreadable_board_hides_no_other_in_postgresql() {
    if let Some(backend) = crate::backends::postgres().await {
        an_unreadable_board_hides_no_other(&backend).await;
    }
}

#[cfg(unix)]
#[tokio::test]
async fn an_unreadable_game_hides_no_other_in_postgresql() {
    if let Some(backend) = crate::backends::postgres().await {
        an_unreadable_game_hides_no_other(&backend).await;
    }
}
