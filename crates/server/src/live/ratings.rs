//! The ratings displayed with the names at a board: read when an actor opens, and again once the
//! game is settled.

use damier_people::StoreError;
use damier_people::accounts::OwnedSeats;
use damier_people::ratings::{Estimate, PROVISIONAL_DEVIATION, RatingPool, RatingState, Ratings};
use damier_session::{GameId, Session, Side};
use damier_wire::ratings::{BoardRatings, RatedPlayer, RatingView};

/// The rating of an account at a time.
pub(crate) fn rating_view(standing: &RatingState, now_ms: u64) -> RatingView {
    RatingView {
        provisional: standing.is_provisional_at(now_ms),
        ..estimate_view(standing.strength_at(now_ms).into())
    }
}

/// A rating without its history.
pub(crate) fn estimate_view(estimate: Estimate) -> RatingView {
    RatingView {
        rating: whole(estimate.rating.get()),
        deviation: whole(estimate.deviation.get()),
        provisional: estimate.deviation.get() > PROVISIONAL_DEVIATION,
    }
}

/// Rounds a number that is never negative.
pub(crate) fn whole(value: f64) -> u32 {
    value.round() as u32
}

/// Reads the ratings to display; `None` if no side has an account, or the game has no clock and so
/// no speed.
pub(crate) async fn board_ratings(
    ratings: &dyn Ratings,
    owned_seats: &dyn OwnedSeats,
    game: GameId,
    session: &Session,
    now_ms: u64,
) -> Result<Option<BoardRatings>, StoreError> {
    let players = owned_seats.players_of(game).await?;
    let pool = RatingPool::shown_in(session.variant(), session.settings());
    let (Some(pool), true) = (pool, players.iter().any(Option::is_some)) else {
        return Ok(None);
    };
    let rated = if session.settings().rated {
        ratings.rated_game(game).await?
    } else {
        None
    };
    let changes = match &rated {
        Some(rated) if rated.is_settled => ratings.changes_in(game).await?,
        _ => [None, None],
    };
    // A rated game that counts for no player is displayed as unrated.
    let is_rated =
        rated.is_some_and(|rated| !rated.is_settled || changes.iter().any(Option::is_some));
    let mut rated = [None, None];
    for (side, (account, change)) in Side::ALL.into_iter().zip(players.into_iter().zip(changes)) {
        let Some(account) = account.filter(|account| !account.is_deleted) else {
            continue;
        };
        let (rating, after) = if let Some(change) = change {
            (
                estimate_view(change.before),
                Some(estimate_view(change.after)),
            )
        } else {
            let standings = ratings.rating_states(&[(account.id, pool)]).await?;
            let standing = standings.into_iter().next().unwrap_or_default();
            (rating_view(&standing, now_ms), None)
        };
        rated[side.index()] = Some(RatedPlayer {
            name: account.name,
            rating,
            after,
        });
    }
    let [white, black] = rated;
    Ok(Some(BoardRatings {
        rated: is_rated,
        speed: pool.speed.code().to_owned(),
        white,
        black,
    }))
}
