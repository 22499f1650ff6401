//! Data of an account in clubs, the lobby, broadcasts and its devices, for its export, without
//! secrets.

use damier_people::accounts::{Account, AccountId};
use damier_people::broadcasts::{BroadcastKey, Broadcasts};
use damier_people::challenges::Challenges;
use damier_people::clubs::{ClubRole, Clubs, KeptClub, Stage};
use damier_people::friends::Addressees;
use damier_people::live::StoreError;
use damier_people::push::Pushes;
use serde_json::{Value, json};

/// The most challenges of an account in an export. No page has more open.
const MOST_CHALLENGES: u32 = 1_000;

/// The clubs in which an account is, or asks to be let in, with its place on the ladder and its
/// challenges there.
pub(crate) async fn clubs(clubs: &Clubs, account: &Account) -> Result<Vec<Value>, StoreError> {
    let mut told = Vec::new();
    for (listed, role) in clubs.clubs_of(account.id).await? {
        let ladder = match clubs.club(&listed.key).await? {
            Some(kept) => ladder(&kept, account.id),
            None => Value::Null,
        };
        told.push(json!({
            "name": listed.name,
            "role": role.map(ClubRole::code),
            "ladder": ladder,
        }));
    }
    Ok(told)
}

/// What an account has on the ladder of a club; null where it was never on it.
fn ladder(kept: &KeptClub, account: AccountId) -> Value {
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
                Stage::Asked { .. } => "asked",
                Stage::Agreed { .. } => "agreed",
                Stage::Playing { .. } => "playing",
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

/// The broadcasts that an account runs.
pub(crate) async fn broadcasts(
    broadcasts: &dyn Broadcasts,
    account: AccountId,
    now_ms: u64,
) -> Result<Vec<Value>, StoreError> {
    let owner = BroadcastKey::of_account(account);
    let kept = broadcasts.broadcasts_of(&owner, now_ms).await?;
    let told = kept.into_iter().map(|kept| {
        json!({
            "id": kept.id.as_str(),
            "settings": kept.settings,
            "made_ms": kept.made_ms,
            "changed_ms": kept.changed_ms,
        })
    });
    Ok(told.collect())
}

/// The challenges that an account offers, and those that wait for it alone.
pub(crate) async fn challenges(
    challenges: &dyn Challenges,
    addressees: &dyn Addressees,
    account: AccountId,
    now_ms: u64,
) -> Result<Value, StoreError> {
    let offered = challenges.challenges_of(account, now_ms, MOST_CHALLENGES);
    let offered = offered.await?.into_iter().map(|open| {
        json!({
            "id": open.id.to_string(),
            "challenge": open.challenge,
            "public": open.is_public,
            "until_ms": open.until_ms,
        })
    });
    let addressed = addressees.addressed_to(account, now_ms, MOST_CHALLENGES);
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

/// The devices of an account that are called while no page is open: by which service, and in which
/// language.
pub(crate) async fn devices(
    pushes: &dyn Pushes,
    account: AccountId,
) -> Result<Vec<Value>, StoreError> {
    let devices = pushes.pushes_of(account).await?;
    let told = devices.iter().map(|(_, device)| {
        json!({ "service": device.endpoint.host(), "language": device.language.code() })
    });
    Ok(told.collect())
}
