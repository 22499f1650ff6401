//! The clubs of an account, and what their ladders expect of it.

use damier_people::LiveStore;
use damier_people::accounts::AccountId;

use crate::clubs::views::ClubInList;
use crate::problem::Problem;

/// The clubs whose ladders expect something of an account: the key of each, its name, and what is
/// expected.
pub(crate) async fn wanting(
    store: &dyn LiveStore,
    now_ms: u64,
    account: AccountId,
) -> Result<Vec<(String, String, &'static str)>, Problem> {
    let clubs = clubs_of(store, now_ms, account).await?.into_iter();
    Ok(clubs.filter_map(ClubInList::wanted).collect())
}

pub(crate) async fn clubs_of(
    store: &dyn LiveStore,
    now_ms: u64,
    account: AccountId,
) -> Result<Vec<ClubInList>, Problem> {
    let mut clubs = Vec::new();
    // An account is in few clubs.
    for (club, role) in store.clubs_of(account).await? {
        let mut kept = store.club(&club.key).await?;
        if let Some(kept) = &mut kept {
            kept.club.pass_time(now_ms);
        }
        let listed = ClubInList::of(club, role);
        clubs.push(match kept {
            Some(kept) => listed.wanting(kept.club.ladder(), account),
            None => listed,
        });
    }
    Ok(clubs)
}
