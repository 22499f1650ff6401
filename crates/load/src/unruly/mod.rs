//! Players who do whatever goes wrong between a server and the devices of people: they lose connections, send things twice and half, read nothing for
//! a while, and try what is not theirs to do. What each of them was answered is noted, so that the journal can be compared with it.

mod book;
mod fault;
mod havoc;
mod player;

pub(crate) use book::Verdict;
use damier_session::Side;
pub(crate) use fault::Fault;
pub(crate) use havoc::Havoc;
use player::Unruly;

use crate::table::begin;

impl Havoc {
    /// Plays so many games at a table, one after the other, until the run stops.
    pub(crate) async fn play(&self, table: usize, games: usize, seed: u64) {
        let mut dice = fastrand::Rng::with_seed(seed);
        for _ in 0..games {
            if self.stage.is_stopping() {
                return;
            }
            let Some(game) = begin(&self.stage, table, &mut dice).await else {
                return;
            };
            self.noted().book(game.id);
            let mut seat = |side: Side| {
                let secret = game.secrets[side.index()].clone();
                let number = 2 * table + side.index();
                Unruly::new(self, game.id, side, secret, number, dice.fork())
            };
            let (white, black) = (seat(Side::White), seat(Side::Black));
            tokio::join!(white.play(), black.play());
        }
    }
}
