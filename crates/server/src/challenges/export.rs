//! The challenges of an account, for the account's export.

use damier_people::Ports;
use damier_people::StoreError;
use damier_people::accounts::AccountId;
use serde_json::{Value, json};

/// The most challenges of an account in an export. No page has more open.
const MAX_CHALLENGES: u32 = 1_000;

/// The challenges that an account offers, and those that wait for it alone.
pub(crate) async fn of_account(
    ports: &Ports,
    account: AccountId,
    now_ms: u64,
) -> Result<Value, StoreError> {
    let offered = ports
        .challenges
        .challenges_of(account, now_ms, MAX_CHALLENGES);
    let offered = offered.await?.into_iter().map(|open| {
        json!({
            "id": open.id.to_string(),
            "challenge": open.challenge,
            "public": open.is_public,
            "until_ms": open.until_ms,
        })
    });
    let addressed = ports
        .addressees
        .addressed_to(account, now_ms, MAX_CHALLENGES);
    let addressed = addressed.await?.into_iter().map(|addressed| {
        json!({
            "id": addressed.open.id.to_string(),
            "challenge": addressed.open.challenge,
            "after": addressed.rematch_of.map(|game| game.to_string()),
            "until_ms": addressed.open.until_ms,
        })
    });
    Ok(json!({
        "offered": offered.collect::<Vec<_>>(),
        "addressed": addressed.collect::<Vec<_>>(),
    }))
}
