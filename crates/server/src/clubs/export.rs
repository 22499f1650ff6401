//! What a club stores about an account, for the account's export.

use damier_people::Ports;
use damier_people::StoreError;
use damier_people::accounts::{Account, AccountId};
use damier_people::clubs::{ClubRole, Clubs, MatchStage, StoredClub};
use serde_json::{Value, json};

/// The clubs of which an account is a member or to which it has applied, with its rank on the
/// ladder and its challenges there.
pub(crate) async fn of_account(ports: &Ports, account: &Account) -> Result<Vec<Value>, StoreError> {
    let clubs = Clubs::of(ports);
    let mut entries = Vec::new();
    for (listed, role) in clubs.clubs_of(account.id).await? {
        let ladder = match clubs.club(&listed.key).await? {
            Some(kept) => ladder(&kept, account.id),
            None => Value::Null,
        };
        entries.push(json!({
            "name": listed.name,
            "role": role.map(ClubRole::code),
            "ladder": ladder,
        }));
    }
    Ok(entries)
}

/// An account's entries on the ladder of a club; null if it was never on it.
fn ladder(kept: &StoredClub, account: AccountId) -> Value {
    let ladder = kept.club.ladder();
    let mut rungs = ladder.rungs().iter().zip(1_u32..);
    let rung = rungs.find(|(rung, _)| rung.account == account);
    let against = |challenger: AccountId, challenged: AccountId| {
        let other = if challenger == account {
            challenged
        } else {
            challenger
        };
        kept.names.get(&other)
    };
    let open = ladder.matches().iter().filter(|open| open.has(account));
    let open: Vec<Value> = open
        .map(|open| {
            let stage = match open.stage {
                MatchStage::Asked { .. } => "asked",
                MatchStage::Agreed { .. } => "agreed",
                MatchStage::Playing { .. } => "playing",
            };
            json!({
                "number": open.number,
                "challenges": open.challenger == account,
                "against": against(open.challenger, open.challenged),
                "stage": stage,
                "game": open.game().map(|game| game.to_string()),
            })
        })
        .collect();
    let past = ladder.past().iter();
    let past = past.filter(|past| past.challenger == account || past.challenged == account);
    let past: Vec<Value> = past
        .map(|past| {
            json!({
                "number": past.number,
                "challenges": past.challenger == account,
                "against": against(past.challenger, past.challenged),
                "outcome": past.outcome,
                "at_ms": past.at_ms,
                "place": past.place,
            })
        })
        .collect();
    if rung.is_none() && open.is_empty() && past.is_empty() {
        return Value::Null;
    }
    json!({
        "place": rung.map(|(_, place)| place),
        "active_ms": rung.map(|(rung, _)| rung.active_ms),
        "open": open,
        "over": past,
    })
}
