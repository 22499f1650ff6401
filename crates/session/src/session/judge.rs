//! Checks whether an act is possible now, and computes its effect. Changes nothing; `carry_out`
//! applies the effect. Finds the legal moves once per act.

use damier_notation::move_text::{Candidates, Chosen, MoveError};
use damier_notation::{move_text, square_names};
use damier_rules::{Move, NotLegal, Position, Side, Square};

use crate::act::{Act, MAX_ACTS, MAX_LAG_MS, MAX_MOVE_TEXT, MAX_TIME_MS};
use crate::act_error::ActError;
use crate::session::Session;
use crate::session::refused::Refused;
use crate::settings::Player;

/// The computed effect of an act.
pub(super) enum Step {
    /// A move is played, and leads to this position.
    Play(Move, Position),
    /// An irregular move is made, and leaves this position.
    Irregular(Move, Position),
    /// A piece is touched that must be played, or `None` if it cannot move.
    Touch(Option<Square>),
    /// No computed effect is needed.
    Plain,
}

/// Takes work from the rest of a budget.
fn charge(left: &mut u64, work: u64) -> Result<(), Refused> {
    *left = left.checked_sub(work).ok_or(Refused::Work)?;
    Ok(())
}

/// The legal move that a text means in a position.
pub(crate) fn read_move(
    position: &Position,
    text: &str,
    left: &mut u64,
) -> Result<Chosen, Refused> {
    let refused = |reason: String| ActError::Move {
        text: text.chars().take(MAX_MOVE_TEXT).collect(),
        reason,
    };
    if text.chars().count() > MAX_MOVE_TEXT {
        let reason = format!("a move has at most {MAX_MOVE_TEXT} characters");
        return Err(refused(reason).into());
    }
    let written = text
        .parse::<move_text::Written>()
        .map_err(|error| refused(error.to_string()))?;
    let candidates =
        Candidates::of(position, written).map_err(|error| refused(error.to_string()))?;
    charge(left, candidates.work())?;
    charge(left, candidates.work_to_choose())?;
    let chosen = candidates.choose();
    Ok(chosen.map_err(|error| match error {
        MoveError::Ambiguous { text, moves } => ActError::Ambiguous {
            text,
            captures: moves
                .iter()
                .take(6)
                .map(|played| move_text::long(position, played))
                .collect(),
        },
        error => refused(error.to_string()),
    })?)
}

impl Session {
    /// The act as it is stored, and its effect.
    pub(super) fn judge(&self, act: &Act) -> Result<(Act, Step), ActError> {
        let mut unbounded = u64::MAX;
        let judged = self.judge_within(act, &mut unbounded);
        judged.map_err(|refused| match refused {
            Refused::Act(reason) => reason,
            // No single act takes that much work.
            Refused::Work => ActError::TooManyActs,
        })
    }

    /// The same, within a budget of work.
    pub(super) fn judge_within(&self, act: &Act, left: &mut u64) -> Result<(Act, Step), Refused> {
        self.check(act)?;
        let step = match *act {
            Act::Move {
                side,
                ref text,
                at_ms,
                lag_ms,
            } => {
                let Chosen {
                    played,
                    after,
                    text,
                } = read_move(self.position(), text, left)?;
                self.check_touched(&played)?;
                // Moves are stored in canonical form.
                let act = Act::Move {
                    side,
                    text,
                    at_ms,
                    lag_ms,
                };
                return Ok((act, Step::Play(played, after)));
            }
            Act::Touch {
                side, ref square, ..
            } => {
                let square = self.own_piece(side, square)?;
                let (moves, work) = self.position().moves_from(square, None);
                charge(left, work)?;
                let binds = self.touched.is_none() && !self.adoube(side) && !moves.is_empty();
                Step::Touch(binds.then_some(square))
            }
            Act::Irregular {
                side,
                ref from,
                ref to,
                ref removed,
                ..
            } => {
                let irregular = self.read_irregular(from, to, removed)?;
                let (done, position, work) = irregular.done(self.position(), side)?;
                charge(left, work)?;
                Step::Irregular(done, position)
            }
            _ => Step::Plain,
        };
        Ok((act.clone(), step))
    }

    /// The act of the side to move that plays a move, and what it does.
    pub(super) fn judge_move(&self, played: &Move, at_ms: u64) -> Result<(Act, Step), ActError> {
        let position = self.position();
        let (between, _) = position.moves_from(played.from, Some(played.to));
        let act = Act::Move {
            side: position.side(),
            text: move_text::text_among(position, played, &between),
            at_ms,
            lag_ms: 0,
        };
        self.check(&act)?;
        self.check_touched(played)?;
        let found = between.iter().find(|(found, _)| found == played);
        let (_, after) = found.ok_or_else(|| ActError::Move {
            text: format!("{}-{}", played.from, played.to),
            reason: NotLegal(*played).to_string(),
        })?;
        Ok((act, Step::Play(*played, *after)))
    }

    /// Checks that the touched piece is the one that is played.
    fn check_touched(&self, played: &Move) -> Result<(), ActError> {
        match self.touched.filter(|&touched| touched != played.from) {
            None => Ok(()),
            Some(touched) => Err(ActError::Touched {
                square: square_names::name(self.variant(), touched).to_string(),
            }),
        }
    }

    /// Whether an act may be done now, apart from the legality of a move.
    pub(super) fn check(&self, act: &Act) -> Result<(), ActError> {
        // The last place is reserved for an act that ends the game, so that no game is stuck.
        let room = if act.only_ends() {
            MAX_ACTS
        } else {
            MAX_ACTS - 1
        };
        if self.acts.len() >= room {
            return Err(ActError::TooManyActs);
        }
        let at_ms = act.at_ms();
        if at_ms > MAX_TIME_MS {
            return Err(ActError::Time { found_ms: at_ms });
        }
        // Times of a server cannot go back. At one device, the clock may have been set.
        if self.settings.rated || !self.settings.seating.is_together() {
            self.check_time(at_ms)?;
        }
        if let Act::TakeBack { plies, .. } = *act {
            return if self.settings.seating.is_together() {
                self.check_take_back(plies)
            } else {
                Err(ActError::NeedsConsent)
            };
        }
        if let Some(ending) = self.ending
            && !self.is_about_taking_back(act)
        {
            return Err(ActError::Over(ending));
        }
        match *act {
            Act::Flag { side, .. } => self.check_flag(side, at_ms),
            // Time that ran out because of the outage is returned.
            Act::Resume { .. } => self.clock.as_ref().map(|_| ()).ok_or(ActError::NoClock),
            Act::Move { lag_ms, .. } if lag_ms > MAX_LAG_MS => {
                Err(ActError::Lag { found_ms: lag_ms })
            }
            // Officials and files may end a game whatever its clock shows.
            Act::Forfeit { .. }
            | Act::Abandon { .. }
            | Act::Arbiter { .. }
            | Act::Result { .. } => Ok(()),
            _ => match self.flagged(at_ms.saturating_sub(act.lag_ms())) {
                Some(side) => Err(ActError::TimeIsUp(side)),
                None => self.check_conduct(act),
            },
        }
    }

    /// The side whose time is up at this time.
    fn flagged(&self, at_ms: u64) -> Option<Side> {
        self.clock.as_ref().and_then(|clock| clock.flagged(at_ms))
    }

    /// Whether this many plies may be taken back, if the players agree.
    pub(super) fn check_take_back(&self, plies: u32) -> Result<(), ActError> {
        if self.settings.conduct.released_stands {
            return Err(ActError::Released);
        }
        if let Some(ending) = self.ending.filter(|_| self.settings.rated) {
            return Err(ActError::Over(ending));
        }
        let played = self.game.len();
        if (1..=played).contains(&(plies as usize)) {
            Ok(())
        } else {
            Err(ActError::TakeBack {
                found: plies,
                played,
            })
        }
    }

    /// Whether a side's time is up. In a game without a clock, players who sit together say so,
    /// since a physical clock may be beside the board.
    fn check_flag(&self, side: Side, at_ms: u64) -> Result<(), ActError> {
        if let Some(by_ms) = self.first_move_by_ms() {
            let left_ms = by_ms.saturating_sub(at_ms);
            return if left_ms == 0 && side == self.position().side() {
                Ok(())
            } else {
                Err(ActError::TimeLeft { side, left_ms })
            };
        }
        let Some(clock) = &self.clock else {
            let settings = &self.settings;
            let people = [&settings.white, &settings.black]
                .iter()
                .all(|player| matches!(player, Player::Person { .. }));
            return if people && settings.seating.is_together() {
                Ok(())
            } else {
                Err(ActError::NoClock)
            };
        };
        if clock.flagged(at_ms) == Some(side) {
            Ok(())
        } else {
            Err(ActError::TimeLeft {
                side,
                left_ms: clock.left_ms(side, at_ms),
            })
        }
    }

    /// Checks the turn, the conduct rules and a pause.
    fn check_conduct(&self, act: &Act) -> Result<(), ActError> {
        let conduct = self.settings.conduct;
        match *act {
            Act::Ask { side, request, .. } => self.check_ask(side, request),
            Act::Pause { at_most_ms, at_ms } => self.check_hold(at_most_ms, at_ms),
            Act::Agree { side, .. } | Act::Decline { side, .. } => {
                let request = self.request(side.opponent());
                request.map(|_| ()).ok_or(ActError::NoRequest(side))
            }
            Act::Move { .. }
            | Act::OfferDraw { .. }
            | Act::Touch { .. }
            | Act::Irregular { .. }
            | Act::Correct { .. }
                if self.paused_until_ms.is_some() =>
            {
                Err(ActError::Paused)
            }
            Act::Move { side, .. } | Act::OfferDraw { side, .. }
                if side != self.position().side() =>
            {
                Err(ActError::NotYourTurn(side))
            }
            Act::OfferDraw { .. }
                if self.game.len() < 2 * usize::from(conduct.offers_from_move) =>
            {
                let from_move = conduct.offers_from_move;
                Err(ActError::TooEarly { from_move })
            }
            Act::Abort { .. } if !self.may_be_aborted() => Err(ActError::TooLateToAbort),
            Act::Touch { .. } | Act::Adoube { .. } if !conduct.touched_is_played => {
                Err(ActError::RuleNotInForce)
            }
            Act::Irregular { .. } | Act::Correct { .. } | Act::LetStand { .. }
                if !conduct.irregular_moves =>
            {
                Err(ActError::RuleNotInForce)
            }
            Act::Touch { side, .. } if side != self.position().side() => {
                Err(ActError::NotYourTurn(side))
            }
            // A player may not cover their irregular move with another move.
            Act::Irregular { side, .. } if self.fault == Some(side) => {
                Err(ActError::NotYourTurn(side))
            }
            Act::Correct { side, .. } | Act::LetStand { side, .. }
                if self.fault != Some(side.opponent()) =>
            {
                Err(ActError::NoFault)
            }
            Act::OfferDraw { .. } if self.offer.is_some() => Err(ActError::OfferStands),
            Act::OfferDraw { side, .. }
                if self.offered_at[side.index()] == Some(self.game.len()) =>
            {
                Err(ActError::AlreadyOffered(side))
            }
            Act::AcceptDraw { side, .. } | Act::DeclineDraw { side, .. }
                if self.offer != Some(side.opponent()) =>
            {
                Err(ActError::NoOffer(side))
            }
            _ => Ok(()),
        }
    }
}
