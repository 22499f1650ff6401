//! Spectators of a game that is shown with a delay: the game as they see it, and frames that wait
//! until they are old enough. Both follow from the journal and the time, so they may be lost at any
//! moment.

use std::collections::VecDeque;
use std::time::Duration;

use damier_session::{Delayed, Session};
use damier_wire::live::{Presence, ServerFrame};
use tokio::time::Instant;

use crate::live::cluster::now;
use crate::live::every::Every;
use crate::live::game_state::state_of;
use crate::live::shared_frame::SharedFrame;

/// The most frames that wait. Further ones are not sent to delayed spectators.
const MAX_HELD: usize = 64;

/// How often it is looked what is old enough.
const SHOW: Duration = Duration::from_millis(250);

/// The delayed spectators of a game. Empty while there are none, and where a game has no delay.
#[derive(Debug)]
pub(crate) struct DelayedSpectators {
    delay_ms: u64,
    seen: Option<Delayed>,
    /// Frames, and when they are old enough.
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

    /// How long ago happened what is shown, in milliseconds; 0 in a game without a delay.
    pub(crate) fn delay_ms(&self) -> u64 {
        self.delay_ms
    }

    /// Whether spectators see another moment than the players.
    pub(crate) fn are_delayed(&self) -> bool {
        self.delay_ms > 0
    }

    /// A spectator comes. What the first one sees is made from the game.
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

    /// Keeps a frame until it is old enough.
    pub(crate) fn hold(&mut self, frame: SharedFrame, now_ms: u64) {
        if self.seen.is_some() && self.held.len() < MAX_HELD {
            let due_ms = now_ms.saturating_add(self.delay_ms);
            self.held.push_back((due_ms, frame));
        }
    }

    /// When it is looked next what is old enough; `None` while nothing waits.
    pub(crate) fn next_due(&self, session: &Session) -> Option<Instant> {
        let seen = self.session()?;
        let waits = seen.version() < session.version() || !self.held.is_empty();
        waits.then(|| self.show.next())
    }

    /// All frames that are old enough.
    pub(crate) fn due_frames(&mut self, session: &Session, now_ms: u64) -> Vec<SharedFrame> {
        self.show.take(now());
        std::iter::from_fn(|| self.next(session, now_ms)).collect()
    }

    fn next(&mut self, session: &Session, now_ms: u64) -> Option<SharedFrame> {
        let seen = self.seen.as_mut()?;
        match seen.next(session, now_ms) {
            Ok(Some(event)) => {
                let state = state_of(seen.session(), seen.moment_ms(now_ms));
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
    tracing::error!(error, "a game cannot be shown with its delay");
}

/// Presence as delayed spectators see it: not which of the players are there, since both leave when
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
    fn a_frame_is_due_once_it_is_old_enough() {
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
