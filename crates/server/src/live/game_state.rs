//! The state of a game as sent in frames and responses, so that clients need not know the rules.

use damier_session::{Session, Side};
use damier_wire::live::{ClockState, OpenRequest, State};

/// The state of a game at a time.
pub(crate) fn state_of(session: &Session, now_ms: u64) -> State {
    let now_ms = now_ms.max(session.last_ms());
    let clock = session.clock().map(|clock| ClockState {
        white_ms: clock.left_ms(Side::White, now_ms),
        black_ms: clock.left_ms(Side::Black, now_ms),
        running: clock.passing(),
        delay_ms: clock.delay_ms(now_ms),
    });
    let asked = Side::ALL.into_iter().filter_map(|by| {
        let request = session.request(by)?;
        Some(OpenRequest { by, request })
    });
    let ending = session.ending();
    State {
        clock,
        at_ms: now_ms,
        turn: ending.is_none().then(|| session.position().side()),
        offer: session.offer(),
        asked: asked.collect(),
        paused_until_ms: session.paused_until_ms(),
        held: session.is_held(),
        awaits_first_moves: session.awaits_first_moves(),
        first_move_by_ms: session.first_move_by_ms(),
        ending,
    }
}
