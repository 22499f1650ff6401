//! The devices to which an account's push notifications go, for the account's export.

use damier_people::Ports;
use damier_people::StoreError;
use damier_people::accounts::AccountId;
use serde_json::{Value, json};

/// The devices of an account that get push notifications: the push service and the language.
pub(crate) async fn of_account(
    ports: &Ports,
    account: AccountId,
) -> Result<Vec<Value>, StoreError> {
    let devices = ports.pushes.pushes_of(account).await?;
    let entries = devices.iter().map(|(_, device)| {
        json!({ "service": device.endpoint.host(), "language": device.language.code() })
    });
    Ok(entries.collect())
}
