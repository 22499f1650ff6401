//! Requests between two players who sit apart: taking moves back, a pause, going on. Each side can
//! have one open request, until the opponent agrees or declines, or a move is made.

use damier_rules::Side;

use crate::act::{Act, MAX_GIFT_MS};
use crate::act_error::ActError;
use crate::request::{MAX_PAUSE_MS, Request};
use crate::session::Session;

impl Session {
    /// Whether a side may ask for this now. Turn and time have been checked before.
    pub(super) fn check_ask(&self, side: Side, request: Request) -> Result<(), ActError> {
        if self.settings.seating.is_together() {
            return Err(ActError::NoConsentNeeded);
        }
        if self.request(side).is_some() {
            return Err(ActError::RequestStands(side));
        }
        let paused = self.paused_until_ms.is_some();
        match request {
            Request::MoreTime { ms } => self.check_gift(ms)?,
            Request::Resume if !paused => return Err(ActError::NotPaused),
            Request::Resume if self.held => return Err(ActError::Paused),
            Request::Resume => return Ok(()),
            _ if paused => return Err(ActError::Paused),
            Request::TakeBack { plies } => self.check_take_back(plies)?,
            Request::Pause { at_most_ms } => self.check_pause(at_most_ms)?,
        }
        // A request may be made once per turn; resuming from a pause may be asked again.
        if self.asked[side.index()] == Some((request, self.game.len())) {
            return Err(ActError::AlreadyAsked(side));
        }
        Ok(())
    }

    /// Whether a pause of this length is allowed.
    fn check_pause(&self, found_ms: u64) -> Result<(), ActError> {
        if self.clock.is_none() {
            return Err(ActError::NoClock);
        }
        if !(1..=MAX_PAUSE_MS).contains(&found_ms) {
            return Err(ActError::PauseLength { found_ms });
        }
        Ok(())
    }

    /// Whether a host may stop the clocks now. A hold cannot shorten the players' own pause; a
    /// longer one can be laid over it, so that no clock runs in between.
    pub(super) fn check_hold(&self, at_most_ms: u64, at_ms: u64) -> Result<(), ActError> {
        let until_ms = at_ms.saturating_add(at_most_ms);
        let lasts = |paused_ms| paused_ms >= until_ms;
        if !self.held && self.paused_until_ms.is_some_and(lasts) {
            return Err(ActError::Paused);
        }
        self.check_pause(at_most_ms)
    }

    /// Whether an act is allowed after the end as part of a takeback: a friendly game is reopened
    /// when both agree.
    pub(super) fn is_about_taking_back(&self, act: &Act) -> bool {
        match *act {
            Act::Ask { request, .. } => matches!(request, Request::TakeBack { .. }),
            // After the end no other request can stand.
            Act::Agree { side, .. } | Act::Decline { side, .. } => {
                self.request(side.opponent()).is_some()
            }
            _ => false,
        }
    }

    /// Whether this much time may be given.
    pub(super) fn check_gift(&self, found_ms: u64) -> Result<(), ActError> {
        if self.clock.is_none() {
            return Err(ActError::NoClock);
        }
        if !(1..=MAX_GIFT_MS).contains(&found_ms) {
            return Err(ActError::Gift { found_ms });
        }
        Ok(())
    }

    pub(super) fn add_time(&mut self, side: Side, ms: u64) {
        if let Some(clock) = &mut self.clock {
            clock.add(side, ms);
        }
    }

    pub(super) fn ask(&mut self, side: Side, request: Request) {
        self.requests[side.index()] = Some(request);
        self.asked[side.index()] = Some((request, self.game.len()));
    }

    /// Performs the request of the opponent of `side`.
    pub(super) fn agree(&mut self, side: Side, now_ms: u64) {
        match self.requests[side.opponent().index()].take() {
            Some(Request::TakeBack { plies }) => self.unplay(plies, now_ms),
            Some(Request::Pause { at_most_ms }) => self.pause(at_most_ms, now_ms),
            Some(Request::Resume) => self.resume_at(now_ms),
            Some(Request::MoreTime { ms }) => self.add_time(side.opponent(), ms),
            None => {}
        }
    }

    /// Stops the clocks for at most this long.
    fn pause(&mut self, at_most_ms: u64, now_ms: u64) {
        self.paused_until_ms = Some(now_ms.saturating_add(at_most_ms));
        self.requests = [None; 2];
        self.stop_clock(now_ms);
    }

    /// As [`Self::pause`], but the players cannot end it.
    pub(super) fn hold(&mut self, at_most_ms: u64, now_ms: u64) {
        if !self.held {
            self.agreed_until_ms = self.paused_until_ms;
        }
        self.pause(at_most_ms, now_ms);
        self.held = true;
    }

    /// Resumes after a pause or an interruption. After a hold, the players' own pause continues
    /// until its end.
    pub(super) fn resume_at(&mut self, now_ms: u64) {
        let was_paused = self.paused_until_ms.take().is_some();
        if was_paused {
            self.requests = [None; 2];
        }
        self.held = false;
        let agreed_ms = self.agreed_until_ms.take();
        self.paused_until_ms = agreed_ms.filter(|until_ms| *until_ms > now_ms);
        if self.paused_until_ms.is_some() {
            return;
        }
        let side = self.game.position().side();
        let goes_on = was_paused && !self.is_untimed(side);
        match &mut self.clock {
            Some(clock) if goes_on => clock.resume(side, now_ms),
            _ => self.run_clock(now_ms),
        }
    }
}
