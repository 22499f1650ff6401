//! A game as those see it who look on with a delay: as it was so long ago. Called by the server for each game in which a delay was agreed, so
//! that nobody can tell a player what was found elsewhere.

use crate::event::{ApplyError, Event};
use crate::record::GameRecord;
use crate::replay::ReplayError;
use crate::session::Session;

/// A copy of a game that is so far behind. It needs no clock and no queue: what is old enough follows from the times of the acts.
///
/// ```
/// use damier_session::Delayed;
/// use damier_club::{GameSettings, Session, Side};
/// use damier_rules::Variant;
/// let mut session = Session::new(Variant::INTERNATIONAL, GameSettings::friendly("", ""), Some(0))?;
/// session.resign(Side::White, 5_000)?;
/// let mut seen = Delayed::of(&session, 60_000, 64_999)?;
/// assert_eq!(seen.session().ending(), None);
/// assert_eq!(seen.next(&session, 64_999)?, None);
/// assert!(seen.next(&session, 65_000)?.is_some());
/// assert_eq!(seen.session().ending(), session.ending());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Delayed {
    delay_ms: u64,
    session: Session,
}

impl Delayed {
    /// A game as it was `delay_ms` before `now_ms`.
    ///
    /// # Errors
    /// The session does not follow from its own acts, which no session does.
    pub fn of(session: &Session, delay_ms: u64, now_ms: u64) -> Result<Delayed, DelayedError> {
        let setup = GameRecord {
            acts: Vec::new(),
            ending: None,
            ..session.record()
        };
        let mut seen = Delayed {
            delay_ms,
            session: Session::replay(&setup)?,
        };
        while seen.next(session, now_ms)?.is_some() {}
        Ok(seen)
    }

    /// The game as it is seen.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The moment that is seen at `now_ms`.
    pub fn moment_ms(&self, now_ms: u64) -> u64 {
        now_ms.saturating_sub(self.delay_ms)
    }

    /// The next event of the game that is old enough, which is seen from now on; `None` where there is none yet.
    ///
    /// # Errors
    /// As [`Delayed::of`].
    pub fn next(&mut self, session: &Session, now_ms: u64) -> Result<Option<Event>, DelayedError> {
        let number = self.session.version() + 1;
        let act = session.acts().get(number as usize - 1);
        let Some(act) = act.filter(|act| act.at_ms() <= self.moment_ms(now_ms)) else {
            return Ok(None);
        };
        let event = Event {
            number,
            command: None,
            act: act.clone(),
        };
        self.session.apply(&event)?;
        Ok(Some(event))
    }
}

/// A game cannot be shown as it was.
#[derive(Debug, thiserror::Error)]
pub enum DelayedError {
    /// What was agreed cannot be played.
    #[error("what was agreed cannot be played: {0}")]
    Setup(#[from] ReplayError),
    /// An event does not follow from those before it.
    #[error("an event cannot be: {0}")]
    Event(#[from] ApplyError),
}
