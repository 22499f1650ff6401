//! Finds two players of the lobby who want the same game.

use damier_people::StoreError;
use damier_people::accounts::AccountId;
use damier_people::challenges::{Challenges, OpenChallenge};
use damier_people::ratings::Ratings;
use damier_session::SeatKey;

use crate::ratings::ranges::mutual_matches;

/// How many challenges are read from the store at once.
const PAGE: u32 = 50;

/// The maximum number of challenges examined for one pairing.
const MAX_EXAMINED: u32 = 500;

/// The first challenge of the lobby that matches a request, without blocked accounts. A request
/// that is already open matches only challenges with a smaller id, so that of two open requests
/// only one accepts the other.
pub(crate) async fn find_partner(
    challenges: &dyn Challenges,
    ratings: &dyn Ratings,
    wanted: &OpenChallenge,
    apart: &[AccountId],
    waits: bool,
    now_ms: u64,
) -> Result<Option<OpenChallenge>, StoreError> {
    let mut after = None;
    for _ in 0..MAX_EXAMINED / PAGE {
        let page = challenges.lobby(now_ms, after, PAGE).await?;
        after = page.last().map(|last| last.id);
        let is_last = page.len() < PAGE as usize;
        let (mut agreed, mut is_after) = (Vec::new(), false);
        for open in page {
            if waits && open.id >= wanted.id {
                is_after = true;
                break;
            }
            if is_same_person(&open, wanted) || is_any_of(open.account, apart) {
                continue;
            }
            if let Some(challenge) = open.challenge.agreed_with(&wanted.challenge) {
                agreed.push((challenge, open));
            }
        }
        let offered: Vec<_> = agreed.iter().map(|(it, open)| (it, open.account)).collect();
        let meant = mutual_matches(ratings, &wanted.challenge, wanted.account, &offered).await?;
        let first = agreed.into_iter().zip(meant).find(|(_, meant)| *meant);
        if let Some(((challenge, open), _)) = first {
            return Ok(Some(OpenChallenge { challenge, ..open }));
        }
        if is_after {
            break;
        }
        if is_last {
            break;
        }
    }
    Ok(None)
}

/// Whether a player would be paired with themselves: on one device, or with one account on two.
fn is_same_person(open: &OpenChallenge, wanted: &OpenChallenge) -> bool {
    let key: SeatKey = wanted.host;
    open.host == key
        || open.invitation == key
        || (open.account.is_some() && open.account == wanted.account)
}

pub(crate) fn is_any_of(account: Option<AccountId>, apart: &[AccountId]) -> bool {
    account.is_some_and(|account| apart.contains(&account))
}
