//! The broadcasts of an account, for the account's export.

use damier_people::Ports;
use damier_people::StoreError;
use damier_people::accounts::AccountId;
use damier_people::broadcasts::BroadcastKey;
use serde_json::{Value, json};

/// The broadcasts that an account runs.
pub(crate) async fn of_account(
    ports: &Ports,
    account: AccountId,
    now_ms: u64,
) -> Result<Vec<Value>, StoreError> {
    let owner = BroadcastKey::of_account(account);
    let kept = ports.broadcasts.broadcasts_of(&owner, now_ms).await?;
    let entries = kept.into_iter().map(|kept| {
        json!({
            "id": kept.id.as_str(),
            "settings": kept.settings,
            "made_ms": kept.made_ms,
            "changed_ms": kept.changed_ms,
        })
    });
    Ok(entries.collect())
}
