//! A local copy of a live game, kept up to date by the server's updates.

use std::time::{Duration, Instant};

use damier_session::{ApplyError, Event, SeatRole, Session, Side};
use damier_wire::live::{Presence, State};

use crate::seat::Update;

/// A local copy of a live game.
#[derive(Debug)]
pub struct LiveBoard {
    /// The game.
    pub session: Session,
    /// The role of the seat.
    pub role: SeatRole,
    /// The state that the server computed after the last event.
    pub state: State,
    /// Which players are connected.
    pub present: Presence,
    /// When `state` was received.
    received_at: Instant,
}

impl LiveBoard {
    /// Applies an update and returns its new events. The first `Welcome` creates the board; updates
    /// that do not concern the game return no events.
    ///
    /// # Errors
    /// The server sent events that are not legal, or that this version does not know.
    pub fn follow(board: &mut Option<Self>, update: &Update) -> Result<Vec<Event>, String> {
        match update {
            Update::Welcome(welcome) => {
                let first = welcome.events.first().map(|event| event.number);
                let is_whole = board.is_none() || first == Some(1);
                if is_whole {
                    let session =
                        Session::replay(&welcome.setup).map_err(|error| error.to_string())?;
                    *board = Some(Self {
                        session,
                        role: welcome.role,
                        state: welcome.state.clone(),
                        present: welcome.present,
                        received_at: Instant::now(),
                    });
                }
                let Some(board) = board else {
                    return Ok(Vec::new());
                };
                let mut new = Vec::new();
                for event in &welcome.events {
                    if board.apply(event)? {
                        new.push(event.clone());
                    }
                }
                board.set_state(&welcome.state);
                board.present = welcome.present;
                Ok(new)
            }
            Update::Event { event, state } => {
                let Some(board) = board else {
                    return Ok(Vec::new());
                };
                let is_new = board.apply(event)?;
                board.set_state(state);
                Ok(is_new.then(|| event.clone()).into_iter().collect())
            }
            Update::Present(present) => {
                if let Some(board) = board {
                    board.present = *present;
                }
                Ok(Vec::new())
            }
            _ => Ok(Vec::new()),
        }
    }

    fn apply(&mut self, event: &Event) -> Result<bool, String> {
        let applied = self.session.apply(event);
        applied.map_err(|error: ApplyError| error.to_string())
    }

    fn set_state(&mut self, state: &State) {
        self.state = state.clone();
        self.received_at = Instant::now();
    }

    /// The seat's side; `None` for an arbiter or a spectator.
    pub fn side(&self) -> Option<Side> {
        match self.role {
            SeatRole::Player(side) => Some(side),
            SeatRole::Arbiter | SeatRole::Watcher => None,
        }
    }

    /// Whether it is this seat's turn.
    pub fn is_to_move(&self) -> bool {
        self.session.ending().is_none()
            && self.state.ending.is_none()
            && self.side() == Some(self.session.position().side())
    }

    /// The time left on a side's clock; `None` in a game without a clock.
    pub fn left(&self, side: Side) -> Option<Duration> {
        let clock = self.state.clock?;
        let left_ms = match side {
            Side::White => clock.white_ms,
            Side::Black => clock.black_ms,
        };
        let left = Duration::from_millis(left_ms);
        if clock.running != Some(side) {
            return Some(left);
        }
        let passed = self
            .received_at
            .elapsed()
            .saturating_sub(Duration::from_millis(clock.delay_ms));
        Some(left.saturating_sub(passed))
    }

    /// The server's current time in Unix milliseconds, estimated from the last frame.
    pub fn server_ms(&self) -> u64 {
        let passed = u64::try_from(self.received_at.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.state.at_ms.saturating_add(passed)
    }
}
