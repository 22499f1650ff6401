//! A copy of a live game that follows what the server says.

use std::time::{Duration, Instant};

use damier_session::{ApplyError, Event, SeatRole, Session, Side};
use damier_wire::live::{Presence, State};

use crate::seat::Update;

/// A live game as a program sees it.
#[derive(Debug)]
pub struct LiveBoard {
    /// The game.
    pub session: Session,
    /// What the seat is for.
    pub role: SeatRole,
    /// What follows from it by the server.
    pub standing: State,
    /// Who is there.
    pub present: Presence,
    /// When that was told.
    told: Instant,
}

impl LiveBoard {
    /// Follows an update: a board begins with the first welcome. Answers which events are new; nothing is new in an update that says nothing of the game.
    ///
    /// # Errors
    /// The server tells of a game that cannot have happened, or that this version does not know.
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
                        standing: welcome.standing.clone(),
                        present: welcome.present,
                        told: Instant::now(),
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
                board.hear(&welcome.standing);
                board.present = welcome.present;
                Ok(new)
            }
            Update::Event { event, standing } => {
                let Some(board) = board else {
                    return Ok(Vec::new());
                };
                let is_new = board.apply(event)?;
                board.hear(standing);
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

    fn hear(&mut self, standing: &State) {
        self.standing = standing.clone();
        self.told = Instant::now();
    }

    /// The side of the seat, if it is a player's.
    pub fn side(&self) -> Option<Side> {
        match self.role {
            SeatRole::Player(side) => Some(side),
            SeatRole::Arbiter | SeatRole::Watcher => None,
        }
    }

    /// Whether it is this seat's turn.
    pub fn is_to_move(&self) -> bool {
        self.session.ending().is_none()
            && self.standing.ending.is_none()
            && self.side() == Some(self.session.position().side())
    }

    /// What a side's clock shows now; `None` in a game without a clock.
    pub fn left(&self, side: Side) -> Option<Duration> {
        let clock = self.standing.clock?;
        let left_ms = match side {
            Side::White => clock.white_ms,
            Side::Black => clock.black_ms,
        };
        let left = Duration::from_millis(left_ms);
        if clock.running != Some(side) {
            return Some(left);
        }
        let passed = self
            .told
            .elapsed()
            .saturating_sub(Duration::from_millis(clock.delay_ms));
        Some(left.saturating_sub(passed))
    }

    /// What the time of the server is now, in Unix milliseconds, as near as the last frame tells.
    pub fn server_ms(&self) -> u64 {
        let passed = u64::try_from(self.told.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.standing.at_ms.saturating_add(passed)
    }
}
