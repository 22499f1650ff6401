//! Offers of a rematch: challenges that wait at keys which follow from the game.

use damier_people::LiveStore;
use damier_people::challenges::OpenChallenge;
use damier_people::live::StoreError;
use damier_session::{GameId, Side};
use damier_wire::live::RematchOffers;

use crate::live::seats::{next_game_id, rematch_offer_key};

/// The rematch offer of a side, where one waits.
pub(crate) async fn rematch_offer(
    store: &dyn LiveStore,
    game: GameId,
    side: Side,
    now_ms: u64,
) -> Result<Option<OpenChallenge>, StoreError> {
    store
        .challenge(&rematch_offer_key(game, side), now_ms)
        .await
}

/// Which players of a game offer a rematch, and whether it has begun. Those of teams are not among
/// it.
pub(crate) async fn rematch_of(
    store: &dyn LiveStore,
    game: GameId,
    now_ms: u64,
) -> Result<RematchOffers, StoreError> {
    let next = next_game_id(game);
    let offers = async |side| rematch_offer(store, game, side, now_ms).await;
    Ok(RematchOffers {
        white: offers(Side::White).await?.is_some(),
        black: offers(Side::Black).await?.is_some(),
        game: store.find(next).await?.map(|_| next.to_string()),
    })
}
