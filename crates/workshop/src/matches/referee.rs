//! The referee: it keeps the game and the clocks, asks the players in turn, and checks their
//! answers.

use std::sync::Arc;
use std::time::Duration;

use damier_engine::Endings;
use damier_protocols::player::{Answer, Claim, Player, PlayerError, Reply, SearchReport, TimeLeft};
use damier_rules::{Game, Side};

use super::adjudication::{Adjudication, Decision, Scores};
use super::ending::{Cause, End, PlayerFault, Rule};
use super::pace::{ClockSetting, Pace};

/// Returns the time since some fixed moment.
pub type Now = Arc<dyn Fn() -> Duration + Send + Sync>;

/// Conducts a game by its rules.
#[derive(Clone)]
pub struct Referee {
    /// The clock.
    pub now: Now,
    /// When scores end games early.
    pub adjudication: Adjudication,
    /// Tables that end a game as soon as they know its outcome. They ignore draws by move counts.
    pub endings: Option<Endings>,
    /// How far a player may exceed its time without losing the game, in case the machine is busy.
    /// The extra time still comes off its clock.
    pub margin: Duration,
    /// A game that reaches this many plies is a draw.
    pub longest: u32,
}

/// A player at the board.
pub struct Seat<'s> {
    /// The player of this side.
    pub player: &'s mut dyn Player,
    /// How long it may think.
    pub pace: Pace,
    /// Whether it may ponder.
    pub thinks_ahead: bool,
}

/// What a move took, and what its player reported.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MoveReport {
    /// As the player reported it.
    pub search: SearchReport,
    /// The time from the request to the answer, by the referee's clock.
    pub elapsed: Duration,
    /// The part of that time by which the player exceeded its limit.
    pub overtime: Duration,
    /// What is wrong with an answer whose move could be read nevertheless.
    pub damage: Option<String>,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The start position and the moves.
    pub game: Game,
    /// How it ended.
    pub end: End,
    /// One entry for each answer: one for each move, and possibly one for a move that came too
    /// late.
    pub thoughts: Vec<MoveReport>,
    /// Whether White and Black have failed and must not be called again.
    pub broken: [bool; 2],
}

/// A game that could not begin.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct NotBegun {
    /// The side whose player could not begin.
    pub side: Side,
    /// Why.
    pub error: PlayerError,
}

impl Referee {
    /// Plays a game to its end.
    ///
    /// # Errors
    /// A player cannot begin.
    pub fn play<'s>(
        &self,
        opening: Game,
        mut white: Seat<'s>,
        mut black: Seat<'s>,
    ) -> Result<Played, NotBegun> {
        for (side, seat) in [(Side::White, &mut white), (Side::Black, &mut black)] {
            let limits = seat.pace.limits(seat.pace.clock.map(ClockSetting::full));
            seat.player
                .new_game(&opening, side, &limits)
                .map_err(|error| NotBegun { side, error })?;
        }
        let mut table = GameAtBoard {
            referee: self,
            clocks: [&white, &black].map(|seat| seat.pace.clock.map(ClockSetting::full)),
            scores: Scores::new(self.adjudication),
            game: opening,
            thoughts: Vec::new(),
        };
        let mut broken = [false; 2];
        let end = loop {
            let side = table.game.position().side();
            let seat = match side {
                Side::White => &mut white,
                Side::Black => &mut black,
            };
            if let Some(end) = table.is_over() {
                break end;
            }
            if let Some(end) = table.turn(side, seat) {
                // A player that was too slow has still answered, so it is not broken.
                let slow = end.cause == Cause::PlayerFault(PlayerFault::Time);
                broken[side.index()] = end.at_fault() == Some(side) && !slow;
                break end;
            }
        };
        for (side, seat) in [(Side::White, &mut white), (Side::Black, &mut black)] {
            if !broken[side.index()] {
                let result = seat.player.game_over(&table.game, end.winner);
                broken[side.index()] = result.is_err();
            }
        }
        Ok(Played {
            game: table.game,
            end,
            thoughts: table.thoughts,
            broken,
        })
    }
}

/// A game in progress.
struct GameAtBoard<'r> {
    referee: &'r Referee,
    game: Game,
    clocks: [Option<TimeLeft>; 2],
    scores: Scores,
    thoughts: Vec<MoveReport>,
}

impl GameAtBoard<'_> {
    /// The end of the game, if it is over before the next move.
    fn is_over(&self) -> Option<End> {
        if let Some(outcome) = self.game.outcome() {
            return Some(End::new(outcome.winner, Cause::Rule(Rule(outcome.reason))));
        }
        let endings = self.referee.endings.as_ref();
        if let Some(known) = endings.and_then(|endings| endings.verdict(self.game.position())) {
            let winner = known.winner();
            return Some(End::new(winner, Cause::Tables));
        }
        if let Some(decision) = self.scores.decide() {
            let winner = match decision {
                Decision::Won(side) => Some(side),
                Decision::Drawn => None,
            };
            return Some(End::new(winner, Cause::Adjudicated));
        }
        let too_long = self.game.len() >= self.referee.longest as usize;
        too_long.then(|| End::new(None, Cause::TooLong))
    }

    /// Asks for a move and plays it. Returns the end if the game ended here for a reason other than
    /// its rules.
    fn turn(&mut self, side: Side, seat: &mut Seat<'_>) -> Option<End> {
        let clock = self.clocks[side.index()];
        let limits = seat.pace.limits(clock);
        let before = (self.referee.now)();
        let answer = seat.player.play(&self.game, &limits);
        let elapsed = (self.referee.now)().saturating_sub(before);
        let allowed = [limits.move_time, clock.map(|clock| clock.remaining)];
        let allowed = allowed.into_iter().flatten().min();
        let overtime = allowed.map_or(Duration::ZERO, |allowed| elapsed.saturating_sub(allowed));
        let mut reply = match answer {
            Ok(Answer::Plays(reply)) => reply,
            Ok(Answer::Ends(claim)) => return Some(judge(side, claim)),
            Err(error) => {
                return Some(End::fault(side, PlayerFault::of(&error), error.to_string()));
            }
        };
        self.thoughts.push(MoveReport {
            search: reply.report,
            elapsed,
            overtime,
            damage: reply.damage.take(),
        });
        if overtime > self.referee.margin {
            let detail = format!("{:.3} s more than it had", overtime.as_secs_f64());
            return Some(End::fault(side, PlayerFault::Time, detail));
        }
        self.take_time(side, elapsed);
        self.play(side, &reply)
            .or_else(|| self.let_think_ahead(side, seat, &reply))
    }

    /// Lets a player ponder, if it is allowed to and expects a reply.
    fn let_think_ahead(&self, side: Side, seat: &mut Seat<'_>, reply: &Reply) -> Option<End> {
        let expected = reply.ponder.filter(|_| seat.thinks_ahead)?;
        if self.is_over().is_some() {
            return None;
        }
        let limits = seat.pace.limits(self.clocks[side.index()]);
        let begun = seat.player.think_ahead(&self.game, &expected, &limits);
        let error = begun.err()?;
        Some(End::fault(side, PlayerFault::of(&error), error.to_string()))
    }

    fn take_time(&mut self, side: Side, elapsed: Duration) {
        if let Some(clock) = &mut self.clocks[side.index()] {
            clock.remaining = clock.remaining.saturating_sub(elapsed) + clock.increment;
        }
    }

    fn play(&mut self, side: Side, reply: &Reply) -> Option<End> {
        if let Err(error) = self.game.play(&reply.played) {
            let Reply { played, .. } = reply;
            let text = format!("{}-{}: {error}", played.from, played.to);
            return Some(End::fault(side, PlayerFault::IllegalMove, text));
        }
        self.scores.record(side, reply.report.score);
        None
    }
}

/// The end of a game when a player claims that it is over. The rules themselves detect every win,
/// so a player can only claim a loss or a draw.
fn judge(side: Side, claim: Claim) -> End {
    match claim {
        Claim::Loses => End::new(Some(side.opponent()), Cause::Resigned),
        Claim::Draws => End::new(None, Cause::ClaimedDraw),
        Claim::Wins => End::fault(side, PlayerFault::NoMove, "it said that it has won"),
        Claim::Unknown => End::fault(side, PlayerFault::NoMove, "it said that the game is over"),
    }
}

#[cfg(test)]
#[path = "referee/tests.rs"]
mod tests;
