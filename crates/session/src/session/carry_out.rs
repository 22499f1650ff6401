//! Applies a judged act to a session. Cannot fail.

use damier_rules::{Move, Position, Side};

use crate::act::Act;
use crate::ending::{ByPeople, Ending};
use crate::session::judge::Step;
use crate::session::{Session, Turn};

impl Session {
    /// Applies the effect, and lists the act.
    pub(super) fn carry_out(&mut self, act: Act, step: Step) {
        match (&act, step) {
            (&Act::Move { at_ms, lag_ms, .. }, Step::Play(played, after)) => {
                self.make_move(&played, after, at_ms, lag_ms);
            }
            (&Act::Irregular { side, at_ms, .. }, Step::Irregular(done, left)) => {
                self.game.make_irregular(done, left);
                self.released(at_ms, 0);
                self.fault = Some(side);
            }
            (Act::Touch { .. }, Step::Touch(binds)) => self.touched = self.touched.or(binds),
            (other, _) => self.carry_out_plainly(&other.clone()),
        }
        self.acts.push(act);
    }

    /// Applies an act that needs no computed effect.
    fn carry_out_plainly(&mut self, act: &Act) {
        match *act {
            Act::OfferDraw { side, .. } => {
                self.offer = Some(side);
                self.offered_at[side.index()] = Some(self.game.len());
            }
            Act::AcceptDraw { at_ms, .. } => {
                self.end(self.ending_if_it_counts(None, ByPeople::Agreement), at_ms);
            }
            Act::DeclineDraw { .. } => self.offer = None,
            Act::TakeBack { plies, at_ms } => self.unplay(plies, at_ms),
            Act::Adoube { side, .. } => {
                let adoube = &mut self.adoube[side.index()];
                *adoube = !*adoube;
            }
            Act::Correct { at_ms, .. } => self.correct(at_ms),
            Act::LetStand { at_ms, .. } => self.let_stand(at_ms),
            Act::Resign { side, at_ms } => self.lose(side, ByPeople::Resignation, at_ms),
            Act::Abort { at_ms, .. } => self.end(Ending::aborted(), at_ms),
            Act::Flag { side, at_ms } => self.lose(side, ByPeople::Time, at_ms),
            Act::Forfeit { side, at_ms } => {
                self.end(Ending::win(side.opponent(), ByPeople::Forfeit), at_ms);
            }
            Act::Abandon { side, at_ms } => self.lose(side, ByPeople::Abandonment, at_ms),
            Act::Arbiter { winner, at_ms } => {
                let reason = ByPeople::Arbiter.into();
                self.end(Ending { winner, reason }, at_ms);
            }
            Act::Result { winner, at_ms } => {
                let reason = ByPeople::Result.into();
                self.end(Ending { winner, reason }, at_ms);
            }
            Act::Resume {
                at_ms,
                lost_ms: None,
            } => self.resume_at(at_ms),
            Act::Resume {
                at_ms,
                lost_ms: Some(lost_ms),
            } => {
                if let Some(clock) = &mut self.clock {
                    clock.put_off(lost_ms, at_ms);
                }
            }
            Act::Pause { at_most_ms, at_ms } => self.hold(at_most_ms, at_ms),
            Act::Ask { side, request, .. } => self.ask(side, request),
            Act::Agree { side, at_ms } => self.agree(side, at_ms),
            Act::Decline { side, .. } => self.requests[side.opponent().index()] = None,
            // Their effects were computed by `judge`.
            Act::Move { .. } | Act::Irregular { .. } | Act::Touch { .. } => {}
        }
    }

    fn make_move(&mut self, played: &Move, after: Position, now_ms: u64, lag_ms: u64) {
        // `judge` has checked that the game is in progress and the move is legal.
        let played = self.game.play_found(played, after);
        debug_assert_eq!(played, Ok(()));
        self.released(now_ms, lag_ms);
        // The player's own move accepts the opponent's irregular move.
        self.fault = None;
        if let Some(outcome) = self.game.outcome() {
            self.end(outcome.into(), now_ms);
        }
    }

    /// Handles the clock after a move, and what the move ends.
    fn released(&mut self, now_ms: u64, lag_ms: u64) {
        let mover = self.position().side().opponent();
        let before = self.clock.clone();
        let waits = self.is_untimed(mover.opponent());
        if let Some(clock) = &mut self.clock
            && clock.running() == Some(mover)
        {
            clock.press_after_lag(now_ms, lag_ms);
            if waits {
                clock.wait(mover.opponent());
            }
        }
        let left_ms = self
            .clock
            .as_ref()
            .map(|clock| Side::ALL.map(|side| clock.left_ms(side, now_ms)));
        // The act itself is listed after that.
        let number = self.version() + 1;
        self.turns.push(Turn {
            number,
            played_ms: now_ms,
            before,
            left_ms,
        });
        if self.offer == Some(mover.opponent()) {
            self.offer = None;
        }
        self.touched = None;
        self.adoube = [false; 2];
        self.requests = [None; 2];
    }

    /// Takes back as many plies as were checked to exist.
    pub(super) fn unplay(&mut self, plies: u32, now_ms: u64) {
        for _ in 0..plies {
            if self.game.take_back().is_some()
                && let Some(turn) = self.turns.pop()
            {
                self.clock = turn.before;
            }
        }
        self.ending = None;
        self.offer = None;
        self.offered_at = [None; 2];
        self.touched = None;
        self.adoube = [false; 2];
        self.fault = None;
        self.requests = [None; 2];
        self.asked = [None; 2];
        self.run_clock(now_ms);
    }

    fn lose(&mut self, side: Side, by: ByPeople, now_ms: u64) {
        let ending = self.ending_if_it_counts(Some(side.opponent()), by);
        self.end(ending, now_ms);
    }

    pub(super) fn end(&mut self, ending: Ending, now_ms: u64) {
        self.ending = Some(ending);
        self.offer = None;
        self.requests = [None; 2];
        self.paused_until_ms = None;
        self.held = false;
        self.agreed_until_ms = None;
        self.stop_clock(now_ms);
    }

    pub(super) fn run_clock(&mut self, now_ms: u64) {
        let side = self.game.position().side();
        let waits = self.is_untimed(side);
        if let Some(clock) = &mut self.clock {
            if waits {
                clock.wait(side);
            } else {
                clock.run(side, now_ms);
            }
        }
    }

    pub(super) fn stop_clock(&mut self, now_ms: u64) {
        if let Some(clock) = &mut self.clock {
            clock.stop(now_ms);
        }
    }
}
