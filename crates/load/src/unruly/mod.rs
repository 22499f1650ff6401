//! Fault injection: players that lose connections, send frames twice or in part, stop reading, and
//! try acts that they are not entitled to. Their logs of answers are compared with the journal.

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
    /// Plays this many games at a table, or until the run stops.
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
