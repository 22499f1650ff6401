//! Rematch offers: challenges stored under keys derived from the game.

use damier_people::StoreError;
use damier_people::challenges::{Challenges, OpenChallenge};
use damier_people::live::Journal;
use damier_session::{GameId, Side};
use damier_wire::live::RematchOffers;

use crate::live::seats::{next_game_id, rematch_offer_key};

/// The rematch offer of a side, if open.
pub(crate) async fn rematch_offer(
    challenges: &dyn Challenges,
    game: GameId,
    side: Side,
    now_ms: u64,
) -> Result<Option<OpenChallenge>, StoreError> {
    challenges
        .challenge(&rematch_offer_key(game, side), now_ms)
        .await
}

/// Which players of a game offer a rematch, and the next game once begun. Offers of teams are not
/// included.
pub(crate) async fn rematch_of(
    challenges: &dyn Challenges,
    journal: &dyn Journal,
    game: GameId,
    now_ms: u64,
) -> Result<RematchOffers, StoreError> {
    let next = next_game_id(game);
    let offers = async |side| rematch_offer(challenges, game, side, now_ms).await;
    Ok(RematchOffers {
        white: offers(Side::White).await?.is_some(),
        black: offers(Side::Black).await?.is_some(),
        game: journal.find(next).await?.map(|_| next.to_string()),
    })
}
