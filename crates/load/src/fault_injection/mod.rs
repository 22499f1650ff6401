//! Fault injection: players that lose connections, send frames twice or in part, stop reading, and
//! try acts that they are not entitled to. Their logs of answers are compared with the journal.

mod fault;
mod fault_run;
mod game_log;
mod player;

use damier_session::Side;
pub(crate) use fault::Fault;
pub(crate) use fault_run::FaultRun;
pub(crate) use game_log::Verdict;
use player::FaultyPlayer;

use crate::player_pair::begin;

impl FaultRun {
    /// Plays this many games at a table, or until the run stops.
    pub(crate) async fn play(&self, table: usize, games: usize, seed: u64) {
        let mut rng = fastrand::Rng::with_seed(seed);
        for _ in 0..games {
            if self.run.is_stopping() {
                return;
            }
            let Some(game) = begin(&self.run, table, &mut rng).await else {
                return;
            };
            self.counts().log(game.id);
            let mut seat = |side: Side| {
                let secret = game.secrets[side.index()].clone();
                let number = 2 * table + side.index();
                FaultyPlayer::new(self, game.id, side, secret, number, rng.fork())
            };
            let (white, black) = (seat(Side::White), seat(Side::Black));
            tokio::join!(white.play(), black.play());
        }
    }
}
