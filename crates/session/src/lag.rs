//! Lag compensation: how much of a move's network delay is returned to its player. The server
//! computes it when a move arrives and stores it with the move.

use damier_rules::Side;

use crate::act::Act;
use crate::session::Session;

/// The most compensation for one move, in milliseconds: a slow mobile network.
pub const MAX_PER_MOVE_MS: u64 = 500;

/// The most that a side can save up, in milliseconds.
pub const MAX_SAVED_MS: u64 = 2_000;

/// What a side earns with each move, in milliseconds: about the way across an ocean.
pub const EARNED_PER_MOVE_MS: u64 = 125;

/// The most compensation for a side in a game, in milliseconds: 64 moves across an ocean, or 130
/// across a continent. A client that delays its pongs on purpose cannot be told from a slow
/// network, so this is the most that it gains.
pub const MAX_PER_GAME_MS: u64 = 8_000;

/// The compensation for a side's next move, in milliseconds. The measured lag may be wrong or
/// forged, so the total is limited to the cost of a good network: each move earns a little, the
/// savings can be spent on delayed moves, and the game has a quota.
///
/// ```
/// use damier_session::lag;
/// use damier_session::{GameSettings, Session, Side};
/// use damier_rules::Variant;
/// let settings = GameSettings::friendly("", "");
/// let session = Session::new(Variant::INTERNATIONAL, settings, Some(0))?;
/// assert_eq!(lag::compensation_ms(&session, Side::White, 80), 80);
/// assert_eq!(lag::compensation_ms(&session, Side::White, 9_000), lag::MAX_PER_MOVE_MS);
/// # Ok::<(), damier_session::SettingsError>(())
/// ```
pub fn compensation_ms(session: &Session, side: Side, measured_ms: u64) -> u64 {
    let is_own = |act: &&Act| matches!(act, Act::Move { side: mover, .. } if *mover == side);
    let own_moves = session.acts().iter().filter(is_own);
    after(own_moves.map(Act::lag_ms), measured_ms)
}

/// The compensation after moves with these compensations.
fn after(compensated_ms: impl Iterator<Item = u64>, measured_ms: u64) -> u64 {
    let (mut saved_ms, mut quota_ms) = (MAX_SAVED_MS, MAX_PER_GAME_MS);
    for lag_ms in compensated_ms {
        let left_ms = saved_ms.saturating_sub(lag_ms);
        saved_ms = (left_ms + EARNED_PER_MOVE_MS).min(MAX_SAVED_MS);
        quota_ms = quota_ms.saturating_sub(lag_ms);
    }
    measured_ms.min(MAX_PER_MOVE_MS).min(saved_ms).min(quota_ms)
}

#[cfg(test)]
mod tests {
    use damier_notation::move_text;
    use damier_rules::Variant;

    use super::*;
    use crate::command::{Actor, Arrival, Command, CommandId, Want};
    use crate::settings::GameSettings;

    /// The compensation for each of White's moves with these lags; Black's have none.
    fn made_good(measured_ms: &[u64]) -> Vec<u64> {
        let settings = GameSettings::friendly("", "");
        let mut session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).expect("a game");
        let mut made_good = Vec::new();
        for (number, &measured_ms) in measured_ms.iter().enumerate() {
            for side in Side::ALL {
                let measured_ms = if side == Side::White { measured_ms } else { 0 };
                let lag_ms = compensation_ms(&session, side, measured_ms);
                if side == Side::White {
                    made_good.push(lag_ms);
                }
                let position = session.position();
                let text = move_text::text(position, &position.legal_moves()[0]);
                let command = Command {
                    id: CommandId::from_bits(2 * number as u128 + side.index() as u128),
                    actor: Actor::Player(side),
                    want: Want::Move { text, ply: None },
                };
                let arrival = Arrival { at_ms: 0, lag_ms };
                let event = session.decide_arrived(&command, arrival).expect("legal");
                session.apply(&event).expect("the next one");
            }
        }
        made_good
    }

    #[test]
    fn a_steady_network_is_always_compensated() {
        assert_eq!(
            made_good(&[EARNED_PER_MOVE_MS; 12]),
            [EARNED_PER_MOVE_MS; 12]
        );
    }

    #[test]
    fn claiming_the_maximum_soon_yields_the_usual_compensation() {
        let got = made_good(&[u64::MAX; 12]);
        assert_eq!(got[..5], [500; 5]);
        assert_eq!(got[5..], [125; 7]);
    }

    #[test]
    fn delayed_pongs_gain_no_more_than_the_quota_of_the_game() {
        for measured_ms in [120, 500, u64::MAX] {
            let mut got = Vec::new();
            for _ in 0..200 {
                got.push(after(got.iter().copied(), measured_ms));
            }
            assert_eq!(got.iter().sum::<u64>(), MAX_PER_GAME_MS, "{measured_ms}");
            assert_eq!(got.last(), Some(&0), "{measured_ms}");
        }
        // A connection across a continent is compensated in a game of 120 moves.
        assert_eq!(after([60; 119].into_iter(), 60), 60);
    }

    #[test]
    fn savings_compensate_a_delayed_move() {
        let measured = [500, 500, 500, 500, 500, 500, 0, 0, 0, 0, 500];
        assert_eq!(made_good(&measured)[10], 500);
    }
}
