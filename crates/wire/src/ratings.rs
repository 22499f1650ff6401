//! Rating shapes, in whole numbers.

use serde::{Deserialize, Serialize};

/// A rating with its uncertainty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = RatingShown))]
pub struct RatingView {
    /// The rating in Glicko-2 points.
    #[cfg_attr(feature = "openapi", schema(example = 1512))]
    pub rating: u32,
    /// Its standard deviation: the true rating lies within twice as much in 19 cases of 20.
    #[cfg_attr(feature = "openapi", schema(example = 64))]
    pub deviation: u32,
    /// Whether it is provisional: too uncertain to be compared, and displayed with a question mark.
    pub provisional: bool,
}

/// A player with an account at a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatedPlayer {
    /// The name of the account.
    pub name: String,
    /// The rating in this variant and speed: before the game once it is settled, the current one
    /// otherwise.
    pub rating: RatingView,
    /// The rating after the game, once it is settled.
    pub after: Option<RatingView>,
}

/// Both players at a board, as far as they have accounts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardRatings {
    /// Whether the game is rated. A game without a result, or with a deleted account, is not.
    pub rated: bool,
    /// The code of the speed.
    #[cfg_attr(
        feature = "openapi",
        schema(pattern = "^(bullet|blitz|rapid|classical|correspondence)$")
    )]
    pub speed: String,
    /// White, if the side belongs to an account.
    pub white: Option<RatedPlayer>,
    /// Black, if the side belongs to an account.
    pub black: Option<RatedPlayer>,
}

impl BoardRatings {
    /// Whether the game is settled, so that a rating after it is known.
    pub fn is_counted(&self) -> bool {
        let players = [&self.white, &self.black];
        let mut counted = players.into_iter().flatten();
        counted.any(|player| player.after.is_some())
    }
}
