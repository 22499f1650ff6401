//! Those who look on at a game that is shown with a delay: what they have seen of it so far, and what was said and waits until it is old
//! enough. Held by the actor while somebody looks on. It can be lost at any moment: what is seen follows from the journal and the time.

use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;
use damier_session::{Delayed, Session};

use crate::live::frames::{Presence, State, ToClient};

/// The most words and wishes that wait. Further ones are not shown to those who look on.
const MOST_HELD: usize = 64;

/// The spectators of a game.
#[derive(Debug)]
pub(crate) struct DelayedSpectators {
    delay_ms: u64,
    seen: Option<Delayed>,
    /// Frames, and when they are old enough.
    held: VecDeque<(u64, Utf8Bytes)>,
}

impl DelayedSpectators {
    /// The spectators of a game with these settings, in which nobody is yet.
    pub(crate) fn of(session: &Session) -> Self {
        Self {
            delay_ms: session.settings().watchers_delay_ms(),
            seen: None,
            held: VecDeque::new(),
        }
    }

    /// How long ago things happened when they are shown, in milliseconds; 0 where there is no delay, and no spectators apart from the actor.
    pub(crate) fn delay_ms(&self) -> u64 {
        self.delay_ms
    }

    /// Whether those who look on see another moment than the players.
    pub(crate) fn is_apart(&self) -> bool {
        self.delay_ms > 0
    }

    /// Somebody looks on. What is seen is made anew where nobody did.
    pub(crate) fn open(&mut self, session: &Session, now_ms: u64) {
        if self.seen.is_none() {
            match Delayed::of(session, self.delay_ms, now_ms) {
                Ok(seen) => self.seen = Some(seen),
                Err(error) => tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "a game cannot be shown as it was"
                ),
            }
        }
    }

    /// Nobody looks on any more.
    pub(crate) fn close(&mut self) {
        self.seen = None;
        self.held.clear();
    }

    /// What is seen of the game now.
    pub(crate) fn session(&self) -> Option<&Session> {
        self.seen.as_ref().map(Delayed::session)
    }

    /// Something was said. It is shown later, if somebody looks on.
    pub(crate) fn hold(&mut self, frame: Utf8Bytes, now_ms: u64) {
        if self.seen.is_some() && self.held.len() < MOST_HELD {
            let due_ms = now_ms.saturating_add(self.delay_ms);
            self.held.push_back((due_ms, frame));
        }
    }

    /// Whether something waits to be shown.
    pub(crate) fn waits(&self, session: &Session) -> bool {
        let seen = self.session();
        seen.is_some_and(|seen| seen.version() < session.version()) || !self.held.is_empty()
    }

    /// The next frame that is old enough.
    pub(crate) fn next(&mut self, session: &Session, now_ms: u64) -> Option<Utf8Bytes> {
        let seen = self.seen.as_mut()?;
        match seen.next(session, now_ms) {
            Ok(Some(event)) => {
                let state = State::of(seen.session(), seen.moment_ms(now_ms));
                let event = &event;
                return Some(ToClient::Event { event, state }.text());
            }
            Ok(None) => {}
            Err(error) => {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "a game cannot be shown as it was"
                );
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

/// Who is there, as those are told who look on with a delay: not which of the players, since both leave when a game is over.
pub(crate) fn presence_for_the_gallery(watching: usize) -> Presence {
    Presence {
        white: false,
        black: false,
        watching,
        absent: None,
    }
}
