//! The friends of an account and its choices about requests, for the account's export.

use damier_people::Ports;
use damier_people::StoreError;
use damier_people::accounts::AccountId;
use damier_people::friends::{Friends, Relation};
use serde_json::{Value, json};

/// The accounts to which an account has a relation: friends, requests and blocks.
pub(crate) async fn relations_of(
    ports: &Ports,
    account: AccountId,
    now_ms: u64,
) -> Result<Vec<Value>, StoreError> {
    let relationships = Friends::of(ports).bonds_of(account).await?;
    let entries = relationships.iter().filter_map(|kept| {
        let mut relationship = kept.relationship;
        relationship.expire(now_ms);
        let relation = relationship.seen_by(account);
        (relation != Relation::Stranger).then(|| {
            json!({
                "name": kept.other.name,
                "standing": relation.code(),
                "since_ms": relationship.since_ms(account),
            })
        })
    });
    Ok(entries.collect())
}

/// What an account lets others see, and whether it takes friend requests.
pub(crate) async fn choices_of(ports: &Ports, account: AccountId) -> Result<Value, StoreError> {
    let choices = Friends::of(ports).friend_choices(account).await?;
    Ok(json!({
        "here": choices.shows_here,
        "watch": choices.lets_watch,
        "asked": choices.takes_requests,
    }))
}
