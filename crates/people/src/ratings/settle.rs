//! Settles a finished rated game: reads both ratings, computes the new ones and stores them on top
//! of those read. Called by the game's actor as soon as its ending is stored, and by any node to
//! complete what a crash interrupted. Idempotent.

use damier_rules::Side;
use damier_session::GameId;
use damier_session::ending::Ending;
use damier_session::strength::Scored;

use crate::StoreError;
use crate::accounts::Accounts;
use crate::documents::RetryCounter;
use crate::live::Journal;
use crate::ratings::{CountedSide, Ratings, SettleOutcome, Settlement};

/// The scores of White and Black; `None` without a result.
///
/// ```
/// use damier_session::Ending;
/// use damier_session::ending::ByPeople;
/// use damier_people::ratings::scores;
/// use damier_session::strength::Scored;
/// use damier_session::Side;
/// let ending = Ending::win(Side::Black, ByPeople::Resignation);
/// assert_eq!(scores(&ending), Some([Scored::Loss, Scored::Win]));
/// ```
pub fn scores(ending: &Ending) -> Option<[Scored; 2]> {
    if ending.is_aborted() {
        return None;
    }
    Some(match ending.winner {
        Some(Side::White) => [Scored::Win, Scored::Loss],
        Some(Side::Black) => [Scored::Loss, Scored::Win],
        None => [Scored::Draw, Scored::Draw],
    })
}

/// Settles a game if it is rated, over and not settled. Returns whether this call did it.
///
/// # Errors
/// [`StoreError`] when the store is unavailable; retrying is safe.
pub async fn settle(
    ratings: &dyn Ratings,
    journal: &dyn Journal,
    accounts: &dyn Accounts,
    game: GameId,
) -> Result<bool, StoreError> {
    let mut tries = RetryCounter::default();
    loop {
        tries.begin()?;
        let Some(settlement) = settlement_of(ratings, journal, accounts, game).await? else {
            return Ok(false);
        };
        match ratings.settle(game, &settlement).await? {
            SettleOutcome::Stored => return Ok(true),
            SettleOutcome::Before => return Ok(false),
            SettleOutcome::Stale => {}
        }
    }
}

/// How to settle a game; `None` if there is nothing to do.
async fn settlement_of(
    ratings: &dyn Ratings,
    journal: &dyn Journal,
    accounts: &dyn Accounts,
    game: GameId,
) -> Result<Option<Settlement>, StoreError> {
    let Some(rated) = ratings.rated_game(game).await?.filter(|it| !it.is_settled) else {
        return Ok(None);
    };
    let Some(stored) = journal.find(game).await? else {
        return Ok(None);
    };
    let Some(ending) = stored.ending else {
        return Ok(None);
    };
    let Some(scores) = scores(&ending) else {
        return Ok(Some(Settlement::Void));
    };
    for player in rated.players {
        let account = accounts.account(player).await?;
        if account.is_none_or(|account| account.is_deleted) {
            return Ok(Some(Settlement::Void));
        }
    }
    // Uses the time of the ending, so that every node computes the same, also days later.
    let last = journal
        .since(game, stored.version.saturating_sub(1), 1)
        .await?;
    let begun_ms = stored.setup.record.started_ms.unwrap_or_default();
    let at_ms = last.last().map_or(begun_ms, |event| event.act.at_ms());
    let asked = rated.players.map(|player| (player, rated.pool));
    let standings = ratings.rating_states(&asked).await?;
    let Ok([white, black]) = <[_; 2]>::try_from(standings) else {
        return Ok(None);
    };
    let counted =
        |before: crate::ratings::RatingState, other: &crate::ratings::RatingState, score| {
            let after = before.after(other, score, at_ms);
            CountedSide {
                before,
                after,
                score,
            }
        };
    let [for_white, for_black] = scores;
    Ok(Some(Settlement::Counted {
        at_ms,
        sides: [
            counted(white, &black, for_white),
            counted(black, &white, for_black),
        ],
    }))
}
