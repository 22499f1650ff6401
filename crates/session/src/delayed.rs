//! A game as shown to spectators with a delay, so that they cannot help a player. The server uses
//! it for each game with an agreed spectator delay.

use crate::event::{ApplyError, Event};
use crate::record::GameRecord;
use crate::replay::ReplayError;
use crate::session::Session;

/// A copy of a game with a delay. It needs no clock and no queue: the times of the acts decide
/// which are old enough.
///
/// ```
/// use damier_session::Delayed;
/// use damier_session::{GameSettings, Session, Side};
/// use damier_rules::Variant;
/// let settings = GameSettings::friendly("", "");
/// let mut session = Session::new(Variant::INTERNATIONAL, settings, Some(0))?;
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
    /// The session's own acts do not replay, which is a bug.
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

    /// The delayed game.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The delayed time at `now_ms`.
    pub fn delayed_ms(&self, now_ms: u64) -> u64 {
        now_ms.saturating_sub(self.delay_ms)
    }

    /// Applies and returns the next event that is old enough; `None` if there is none.
    ///
    /// # Errors
    /// As [`Delayed::of`].
    pub fn next(&mut self, session: &Session, now_ms: u64) -> Result<Option<Event>, DelayedError> {
        let number = self.session.version() + 1;
        let act = session.acts().get(number as usize - 1);
        let Some(act) = act.filter(|act| act.at_ms() <= self.delayed_ms(now_ms)) else {
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

/// Why a game cannot be shown with a delay.
#[derive(Debug, thiserror::Error)]
pub enum DelayedError {
    /// The settings are not valid.
    #[error("invalid game setup: {0}")]
    Setup(#[from] ReplayError),
    /// An event does not follow from the earlier ones.
    #[error("invalid event: {0}")]
    Event(#[from] ApplyError),
}
