//! Spectators of a game with a delay: their view of the game, and frames that are held back. Both
//! can be rebuilt from the journal and the time.

use std::collections::VecDeque;
use std::time::Duration;

use damier_session::{Delayed, Session};
use damier_wire::live::{Presence, ServerFrame};
use tokio::time::Instant;

use crate::live::cluster::now;
use crate::live::game_state::state_of;
use crate::live::interval::Every;
use crate::live::shared_frame::SharedFrame;

/// The maximum number of held frames. Further ones are not sent to delayed spectators.
const MAX_HELD: usize = 64;

/// How often held frames are checked.
const SHOW: Duration = Duration::from_millis(250);

/// The delayed spectators of a game. Empty without spectators, and in a game without a delay.
#[derive(Debug)]
pub(crate) struct DelayedSpectators {
    delay_ms: u64,
    seen: Option<Delayed>,
    /// Held frames with the times at which they are due.
    held: VecDeque<(u64, SharedFrame)>,
    show: Every,
}

impl DelayedSpectators {
    /// No spectators of a game yet.
    pub(crate) fn of(session: &Session) -> Self {
        Self {
            delay_ms: session.settings().watchers_delay_ms(),
            seen: None,
            held: VecDeque::new(),
            show: Every::new(SHOW, now()),
        }
    }

    /// The delay, in milliseconds; 0 in a game without one.
    pub(crate) fn delay_ms(&self) -> u64 {
        self.delay_ms
    }

    /// Whether spectators see a delayed state.
    pub(crate) fn are_delayed(&self) -> bool {
        self.delay_ms > 0
    }

    /// Handles a new spectator. The view is built for the first one.
    pub(crate) fn open(&mut self, session: &Session, now_ms: u64) {
        if self.seen.is_none() {
            match Delayed::of(session, self.delay_ms, now_ms) {
                Ok(seen) => self.seen = Some(seen),
                Err(error) => log(&error),
            }
        }
    }

    /// The last spectator leaves.
    pub(crate) fn close(&mut self) {
        self.seen = None;
        self.held.clear();
    }

    /// The game as they see it.
    pub(crate) fn session(&self) -> Option<&Session> {
        self.seen.as_ref().map(Delayed::session)
    }

    /// Holds a frame until it is due.
    pub(crate) fn hold(&mut self, frame: SharedFrame, now_ms: u64) {
        if self.seen.is_some() && self.held.len() < MAX_HELD {
            let due_ms = now_ms.saturating_add(self.delay_ms);
            self.held.push_back((due_ms, frame));
        }
    }

    /// When held frames are checked next; `None` if there are none.
    pub(crate) fn next_due(&self, session: &Session) -> Option<Instant> {
        let seen = self.session()?;
        let waits = seen.version() < session.version() || !self.held.is_empty();
        waits.then(|| self.show.next())
    }

    /// All frames that are due.
    pub(crate) fn due_frames(&mut self, session: &Session, now_ms: u64) -> Vec<SharedFrame> {
        self.show.take(now());
        std::iter::from_fn(|| self.next(session, now_ms)).collect()
    }

    fn next(&mut self, session: &Session, now_ms: u64) -> Option<SharedFrame> {
        let seen = self.seen.as_mut()?;
        match seen.next(session, now_ms) {
            Ok(Some(event)) => {
                let state = state_of(seen.session(), seen.delayed_ms(now_ms));
                return Some(ServerFrame::Event { event, state }.into());
            }
            Ok(None) => {}
            Err(error) => {
                log(&error);
                return None;
            }
        }
        let (due_ms, _) = self.held.front()?;
        if *due_ms > now_ms {
            return None;
        }
        self.held.pop_front().map(|(_, frame)| frame)
    }
}

fn log(error: &(dyn std::error::Error + 'static)) {
    tracing::error!(error, "cannot compute the delayed view of a game");
}

/// Presence as shown to delayed spectators: not which players are connected, since their leaving
/// reveals the end of a game.
/// a game is over.
pub(crate) fn presence_for_delayed_spectators(watching: usize) -> Presence {
    Presence {
        white: false,
        black: false,
        watching,
        absent: None,
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::Variant;
    use damier_session::{GameSettings, Seating};

    use super::*;

    #[test]
    fn a_frame_is_due_after_the_delay() {
        let settings = GameSettings {
            seating: Seating::Apart,
            watchers_delay_s: 60,
            ..GameSettings::friendly("Awa", "Piet")
        };
        let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap();
        let mut spectators = DelayedSpectators::of(&session);
        let frame = SharedFrame::from(ServerFrame::Behind);
        spectators.hold(frame.clone(), 0);
        assert_eq!(spectators.next_due(&session), None, "there are none");
        spectators.open(&session, 0);
        spectators.hold(frame.clone(), 1_000);
        assert!(spectators.next_due(&session).is_some());
        assert!(spectators.due_frames(&session, 60_999).is_empty());
        let due = spectators.due_frames(&session, 61_000);
        let due: Vec<&ServerFrame> = due.iter().map(SharedFrame::frame).collect();
        assert_eq!(due, [frame.frame()]);
        assert_eq!(spectators.next_due(&session), None, "nothing waits");
    }
}
