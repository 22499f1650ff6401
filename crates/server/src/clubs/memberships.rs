//! The clubs of an account, and what their ladders expect of it.

use damier_people::accounts::AccountId;
use damier_people::clubs::Clubs;

use crate::clubs::views::ClubInList;
use crate::problem::Problem;

/// The clubs whose ladders expect something of an account: key, name, and what is expected.
pub(crate) async fn wanting(
    clubs: &Clubs,
    now_ms: u64,
    account: AccountId,
) -> Result<Vec<(String, String, &'static str)>, Problem> {
    let clubs = clubs_of(clubs, now_ms, account).await?.into_iter();
    Ok(clubs.filter_map(ClubInList::wanted).collect())
}

pub(crate) async fn clubs_of(
    clubs: &Clubs,
    now_ms: u64,
    account: AccountId,
) -> Result<Vec<ClubInList>, Problem> {
    let mut listed = Vec::new();
    // An account is in few clubs, so one query each is enough.
    for (club, role) in clubs.clubs_of(account).await? {
        let mut kept = clubs.club(&club.key).await?;
        if let Some(kept) = &mut kept {
            kept.club.pass_time(now_ms);
        }
        let in_list = ClubInList::of(club, role);
        listed.push(match kept {
            Some(kept) => in_list.wanting(kept.club.ladder(), account),
            None => in_list,
        });
    }
    Ok(listed)
}
