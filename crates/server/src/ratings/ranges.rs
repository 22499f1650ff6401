//! Rating ranges of challenges: who may accept one. Checked before a game begins with a guest, and
//! for the lobby.

use damier_people::StoreError;
use damier_people::accounts::AccountId;
use damier_people::challenges::Challenge;
use damier_people::ratings::{RatingPool, RatingRange, Ratings};

use crate::problem::Problem;

/// The rating range of a challenge and its pool; `None` if it has no range.
fn range_of(challenge: &Challenge) -> Option<(RatingRange, RatingPool)> {
    Some((challenge.ratings?, challenge.pool()?))
}

/// Whether an account may accept a challenge.
///
/// # Errors
/// The challenge has a rating range, and the caller is not signed in or has no rating in it.
pub(crate) async fn check_rating_range(
    ratings: &dyn Ratings,
    challenge: &Challenge,
    account: Option<AccountId>,
) -> Result<(), Problem> {
    let Some((range, pool)) = range_of(challenge) else {
        return Ok(());
    };
    let account = account.ok_or_else(|| {
        Problem::unauthorized(
            "account-needed",
            "this challenge requires a rating",
            "only an account has a rating: sign in, or accept another challenge",
        )
    })?;
    let standings = ratings.rating_states(&[(account, pool)]).await?;
    let standing = standings.into_iter().next().unwrap_or_default();
    range.admits(&standing).map_err(|reason| {
        Problem::forbidden(
            "rating-not-asked-for",
            "your rating is outside the range of this challenge",
            reason.to_string(),
        )
        .because(reason.code(), None)
    })
}

/// For each of these challenges and its host's account, whether the host and the caller are in each
/// other's rating range. Needs two queries, however many challenges there are.
pub(crate) async fn mutual_matches(
    ratings: &dyn Ratings,
    wanted: &Challenge,
    wisher: Option<AccountId>,
    offered: &[(&Challenge, Option<AccountId>)],
) -> Result<Vec<bool>, StoreError> {
    let challenges: Vec<_> = offered.iter().map(|&(challenge, _)| challenge).collect();
    let wisher_fits: Vec<bool> = match wisher {
        Some(account) => {
            let fit = matching_ranges(ratings, &challenges, account).await?;
            fit.into_iter().map(|fits| fits.unwrap_or(true)).collect()
        }
        None => challenges.iter().map(|it| range_of(it).is_none()).collect(),
    };
    let Some((range, pool)) = range_of(wanted) else {
        return Ok(wisher_fits);
    };
    let hosts: Vec<_> = offered.iter().filter_map(|(_, host)| *host).collect();
    let pools: Vec<_> = hosts.iter().map(|&host| (host, pool)).collect();
    let mut standings = ratings.rating_states(&pools).await?.into_iter();
    let hosts_fit = offered.iter().map(|(_, host)| {
        host.is_some() && range.admits(&standings.next().unwrap_or_default()).is_ok()
    });
    Ok(hosts_fit
        .zip(wisher_fits)
        .map(|(host, wisher)| host && wisher)
        .collect())
}

/// For each of these challenges whether an account's rating is in its range; `None` if it has no
/// range. Needs one query.
pub(crate) async fn matching_ranges(
    ratings: &dyn Ratings,
    challenges: &[&Challenge],
    account: AccountId,
) -> Result<Vec<Option<bool>>, StoreError> {
    let asked: Vec<_> = challenges.iter().copied().map(range_of).collect();
    let pools = asked.iter().flatten().map(|(_, pool)| (account, *pool));
    let pools: Vec<_> = pools.collect();
    if pools.is_empty() {
        return Ok(vec![None; asked.len()]);
    }
    let mut standings = ratings.rating_states(&pools).await?.into_iter();
    let fits = asked.into_iter().map(|asked| {
        let (range, _) = asked?;
        Some(range.admits(&standings.next()?).is_ok())
    });
    Ok(fits.collect())
}
