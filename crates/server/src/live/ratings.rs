//! The ratings beside the names at a board: read when an actor opens, and again once the game is
//! counted.

use damier_people::accounts::OwnedSeats;
use damier_people::live::StoreError;
use damier_people::ratings::{Estimate, PROVISIONAL_DEVIATION, RatingPool, Ratings, Standing};
use damier_session::{GameId, Session, Side};
use serde::Serialize;
use utoipa::ToSchema;

/// A rating, as it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct RatingShown {
    /// The rating, as a whole number.
    #[schema(example = 1512)]
    pub(crate) rating: u32,
    /// Its standard deviation, as a whole number: the true rating lies within twice as much in 19 cases of 20.
    #[schema(example = 64)]
    pub(crate) deviation: u32,
    /// Whether it is too uncertain to be compared with others; then it is shown with a question mark.
    pub(crate) provisional: bool,
}

impl RatingShown {
    /// The rating of an account at a moment.
    pub(crate) fn of(standing: &Standing, now_ms: u64) -> Self {
        Self {
            provisional: standing.is_provisional_at(now_ms),
            ..Self::of_estimate(standing.strength_at(now_ms).into())
        }
    }

    /// A rating without its history.
    pub(crate) fn of_estimate(estimate: Estimate) -> Self {
        Self {
            rating: whole(estimate.rating.get()),
            deviation: whole(estimate.deviation.get()),
            provisional: estimate.deviation.get() > PROVISIONAL_DEVIATION,
        }
    }
}

/// Rounds a number that is never negative.
pub(crate) fn whole(value: f64) -> u32 {
    value.round() as u32
}

/// A player with an account, at a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct RatedPlayer {
    name: String,
    /// The rating in this game at this speed: before the game once it is counted, and now otherwise.
    rating: RatingShown,
    /// The rating after the game, once it is counted.
    after: Option<RatingShown>,
}

/// Both players, as far as they have accounts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct BoardRatings {
    /// Whether the game counts: not one that ended without a result, or whose other player has left.
    rated: bool,
    #[schema(pattern = "^(bullet|blitz|rapid|classical|correspondence)$")]
    speed: &'static str,
    white: Option<RatedPlayer>,
    black: Option<RatedPlayer>,
}

impl BoardRatings {
    /// Whether they show what the game was worth.
    pub(crate) fn is_counted(&self) -> bool {
        let players = [&self.white, &self.black];
        players
            .into_iter()
            .flatten()
            .any(|player| player.after.is_some())
    }

    /// Reads what is shown beside the names; `None` where no side has an account, or the game has
    /// no clock and so no speed.
    pub(crate) async fn read(
        ratings: &dyn Ratings,
        owned_seats: &dyn OwnedSeats,
        game: GameId,
        session: &Session,
        now_ms: u64,
    ) -> Result<Option<Self>, StoreError> {
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
        // A rated game that counts for no player is shown as one that is not rated.
        let is_rated =
            rated.is_some_and(|rated| !rated.is_settled || changes.iter().any(Option::is_some));
        let mut shown = [None, None];
        for (side, (account, change)) in Side::ALL.into_iter().zip(players.into_iter().zip(changes))
        {
            let Some(account) = account.filter(|account| !account.is_deleted) else {
                continue;
            };
            let (rating, after) = if let Some(change) = change {
                (
                    RatingShown::of_estimate(change.before),
                    Some(RatingShown::of_estimate(change.after)),
                )
            } else {
                let standings = ratings.standings(&[(account.id, pool)]).await?;
                let standing = standings.into_iter().next().unwrap_or_default();
                (RatingShown::of(&standing, now_ms), None)
            };
            shown[side.index()] = Some(RatedPlayer {
                name: account.name,
                rating,
                after,
            });
        }
        let [white, black] = shown;
        Ok(Some(Self {
            rated: is_rated,
            speed: pool.speed.code(),
            white,
            black,
        }))
    }
}
