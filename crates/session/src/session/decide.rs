//! Deciding commands and applying events, for games over a network. The server decides a command,
//! stores the event, answers the sender and informs the others; every node applies the event.
//! Deciding changes nothing, so an event that could not be stored has not happened.

use damier_rules::Side;

use crate::act::{Act, MAX_ACTS, MAX_NON_MOVE_ACTS};
use crate::act_error::ActError;
use crate::command::{Actor, Arrival, Command, Want};
use crate::event::{ApplyError, Event};
use crate::request::Request;
use crate::session::{Answered, Session};

impl Session {
    /// Decides a command at this time, in Unix milliseconds of the server's clock, and returns the
    /// event. If that clock is behind, the event gets the time of [`Session::last_ms`].
    ///
    /// A command whose id was accepted before gives its old event again. The caller recognises this
    /// by the event's number, which is not above [`Session::version`], and finds out by
    /// [`Session::is_answer_to`] whether it is the same command.
    ///
    /// # Errors
    /// Why the command is refused. The same command, sent to the same session at the same time, is
    /// always refused for the same reason.
    ///
    /// ```
    /// use damier_session::{Actor, Command, CommandId, GameSettings, Seating, Session, Want};
    /// use damier_rules::{Side, Variant};
    ///
    /// let settings = GameSettings { seating: Seating::Apart, ..GameSettings::friendly("Awa", "Piet") };
    /// let mut session = Session::new(Variant::INTERNATIONAL, settings, Some(0))?;
    /// let command = Command {
    ///     id: CommandId::from_bits(1),
    ///     actor: Actor::Player(Side::White),
    ///     want: Want::Move { text: "32-28".into(), ply: None },
    /// };
    /// let event = session.decide(&command, 1_000)?;
    /// assert!(session.apply(&event)?, "it is new");
    /// assert_eq!(session.decide(&command, 9_000)?, event, "the same answer");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decide(&self, command: &Command, now_ms: u64) -> Result<Event, ActError> {
        self.decide_arrived(command, Arrival::at(now_ms))
    }

    /// As [`Session::decide`] for a command with network delay: a move costs its player that much
    /// less time.
    ///
    /// # Errors
    /// As [`Session::decide`].
    pub fn decide_arrived(&self, command: &Command, arrival: Arrival) -> Result<Event, ActError> {
        if let Some(event) = self.answer_to(command.id) {
            return Ok(event);
        }
        self.check_time(arrival.at_ms)?;
        self.check_rated(&command.want)?;
        self.check_current(command)?;
        let act = self.act_of(command, arrival)?;
        self.check_enough(&act)?;
        self.check_pause_can_end(&act)?;
        let (act, _) = self.judge(&act)?;
        Ok(Event {
            number: self.version() + 1,
            command: Some(command.id),
            act,
        })
    }

    /// Applies an event that was decided and stored. Returns whether it is new; an event that was
    /// applied before changes nothing.
    ///
    /// # Errors
    /// Why it cannot be the next event; the session is unchanged then.
    pub fn apply(&mut self, event: &Event) -> Result<bool, ApplyError> {
        let Event {
            number,
            command,
            ref act,
        } = *event;
        let last = self.version();
        if (1..=last).contains(&number) {
            return match self.acts.get(number as usize - 1) {
                Some(before) if before == act => Ok(false),
                _ => Err(ApplyError::Other { number }),
            };
        }
        if number != last + 1 {
            return Err(ApplyError::Gap {
                last,
                found: number,
            });
        }
        let refused = |reason: ActError| ApplyError::Act { number, reason };
        self.check_time(act.at_ms()).map_err(refused)?;
        let (act, step) = self.judge(act).map_err(refused)?;
        let ply = self.ply();
        self.carry_out(act, step);
        if let Some(id) = command {
            self.commands.insert(id, Answered { number, ply });
        }
        Ok(true)
    }

    /// Refuses takebacks in a rated game. Checked for commands only: the record of a game says
    /// what happened.
    fn check_rated(&self, want: &Want) -> Result<(), ActError> {
        let takes_back = matches!(
            want,
            Want::Ask {
                request: Request::TakeBack { .. }
            }
        );
        if self.settings.rated && takes_back {
            return Err(self.ending.map_or(ActError::Released, ActError::Over));
        }
        Ok(())
    }

    /// Checks that a command still refers to the current state. Its sender may have been
    /// disconnected, or use two devices.
    fn check_current(&self, Command { actor, want, .. }: &Command) -> Result<(), ActError> {
        let Actor::Player(side) = *actor else {
            return match *want {
                Want::EndPause { until_ms } if self.paused_until_ms != Some(until_ms) => {
                    Err(ActError::NotPaused)
                }
                _ => Ok(()),
            };
        };
        let played = self.ply();
        // Other checks refuse moves out of turn and after the end.
        let may_move = self.ending.is_none() && self.position().side() == side;
        match *want {
            Want::Move {
                ply: Some(meant), ..
            } if may_move && meant != played => Err(ActError::AnotherPosition { meant, played }),
            Want::Agree {
                request: Some(meant),
            } if self.request(side.opponent()).is_some_and(|it| it != meant) => {
                Err(ActError::AnotherRequest)
            }
            _ => Ok(()),
        }
    }

    /// Limits acts other than moves, so that no player fills the record. Checked for commands only,
    /// as for rated games.
    fn check_enough(&self, act: &Act) -> Result<(), ActError> {
        let Some(side) = side_of_other_act(act) else {
            return Ok(());
        };
        let before = self
            .acts
            .iter()
            .filter(|act| side_of_other_act(act) == Some(side));
        if self.ending.is_none() && before.count() >= MAX_NON_MOVE_ACTS {
            return Err(ActError::Enough(side));
        }
        Ok(())
    }

    /// Checks that a pause, and the game after it, can end: during a pause, two places of the
    /// record stay free for resuming and for the end, and a third during a hold within the players'
    /// own pause. Without them, the game would be stuck. Checked for commands only.
    fn check_pause_can_end(&self, act: &Act) -> Result<(), ActError> {
        let is_paused = self.paused_until_ms.is_some();
        let is_paused_then = match *act {
            Act::Pause { .. } => true,
            Act::Ask { request, .. } => is_paused || matches!(request, Request::Pause { .. }),
            Act::Agree { side, .. } => match self.request(side.opponent()) {
                Some(Request::Pause { .. }) => true,
                Some(Request::Resume) => false,
                _ => is_paused,
            },
            Act::Resume { lost_ms: None, .. } => false,
            _ => is_paused && !act.only_ends(),
        };
        let is_held_anew = matches!(act, Act::Pause { .. }) && is_paused && !self.held;
        let below = usize::from(self.agreed_until_ms.is_some() || is_held_anew);
        if is_paused_then && self.acts.len() + 3 + below > MAX_ACTS {
            return Err(ActError::TooManyActs);
        }
        Ok(())
    }

    /// Whether an act of this time can follow.
    pub(super) fn check_time(&self, found_ms: u64) -> Result<(), ActError> {
        let last_ms = self.last_ms();
        if found_ms < last_ms {
            return Err(ActError::TimeRunsBackward { last_ms, found_ms });
        }
        Ok(())
    }

    /// The act that a command requests, if its actor may do it.
    fn act_of(&self, command: &Command, arrival: Arrival) -> Result<Act, ActError> {
        let Command { actor, want, .. } = command;
        let now_ms = arrival.at_ms;
        let act = match *actor {
            Actor::Player(side) => {
                if *want == Want::Resume {
                    self.check_resume(now_ms)?;
                }
                want.clone().by_player(side, arrival)
            }
            Actor::Arbiter => want.by_arbiter(now_ms),
            Actor::Server => want.by_server(now_ms),
        };
        act.ok_or(ActError::NotEntitled(*actor))
    }

    /// Whether one player may resume alone: if both sit together, or once a pause is over.
    fn check_resume(&self, now_ms: u64) -> Result<(), ActError> {
        let over = self.paused_until_ms.is_some_and(|until| until <= now_ms);
        if over || self.settings.seating.is_together() {
            Ok(())
        } else {
            Err(ActError::NeedsConsent)
        }
    }
}

/// The side of an act that is not a move, an answer or an end.
fn side_of_other_act(act: &Act) -> Option<Side> {
    match *act {
        Act::Touch { side, .. }
        | Act::Adoube { side, .. }
        | Act::Ask { side, .. }
        | Act::OfferDraw { side, .. }
        | Act::Irregular { side, .. } => Some(side),
        _ => None,
    }
}
