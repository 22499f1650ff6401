//! The simuls of an account, for the account's export.

use damier_people::Ports;
use damier_people::StoreError;
use damier_people::accounts::AccountId;
use damier_people::simuls::{Board, Guest, Simul, Simuls};
use serde_json::{Value, json};

/// How many simuls are read at once.
const PORTION: u32 = 50;

/// The simuls in which an account takes part. Their games are listed with its games.
pub(crate) async fn of_account(
    ports: &Ports,
    account: AccountId,
) -> Result<Vec<Value>, StoreError> {
    let simuls = Simuls::of(ports);
    let mut entries = Vec::new();
    let mut after = None;
    loop {
        let page = simuls.simuls_of(account, after, PORTION).await?;
        let Some(last) = page.last().copied() else {
            return Ok(entries);
        };
        for id in page {
            // It or the account may have been removed since it was listed.
            let found = simuls.simul(id).await?;
            entries.extend(found.and_then(|found| simul(&found.simul, account)));
        }
        after = Some(last);
    }
}

fn simul(simul: &Simul, account: AccountId) -> Option<Value> {
    let is_own = |guest: &&Guest| guest.account() == Some(account);
    let is_in = |guests: &[Guest]| guests.iter().any(|guest| is_own(&guest));
    let role = if simul.host().account == Some(account) {
        "host"
    } else if is_in(simul.seated()) {
        "guest"
    } else if is_in(simul.asking()) {
        "asking"
    } else if is_in(simul.refused()) {
        "refused"
    } else {
        return None;
    };
    let is_at = |board: &&Board| {
        role == "host" || simul.guest_at(board).is_some_and(|guest| is_own(&guest))
    };
    let games = simul.boards().iter().filter(is_at);
    Some(json!({
        "id": simul.id().to_string(),
        "title": simul.terms().title.as_str(),
        "opened_ms": simul.opened_ms(),
        "starts_ms": simul.terms().starts_ms,
        "role": role,
        "games": games.map(|board| board.game.to_string()).collect::<Vec<_>>(),
    }))
}
