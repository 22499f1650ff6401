//! Checks problems again: whether the solution wins and no other move does, by a longer search of
//! our own engine or by another engine.

use damier_coach::problem::Problem;
use damier_engine::Engine;
use damier_protocols::player::{Answer, Limits, Player, PlayerError};
use damier_rules::{DrawSettings, Game, Move};

use super::proof::{Bounds, Goal, Judged, judge};

/// An objection to a problem. Values are hundredths of a man, for White; where White has to hold,
/// 180 more than that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Doubt {
    /// The solution does not win enough, or does not hold.
    NotWon {
        /// The line of the solution, from 0.
        line: usize,
        /// The ply at which the search finds this, from 0.
        ply: usize,
        /// The value of the solution there.
        worth: i32,
    },
    /// Another move wins or holds as well.
    Another {
        /// The line of the solution, from 0.
        line: usize,
        /// The ply at which White could play it, from 0.
        ply: usize,
        /// The other move.
        played: Move,
        /// Its value.
        worth: i32,
    },
}

/// Another move must not come nearer to the solution than this.
const A_MAN: i32 = 100;

/// A move of White in a line of the solution where White had a choice.
struct Choice {
    line: usize,
    ply: usize,
    /// The game up to this move.
    game: Game,
    /// The move of the line, and others that are accepted.
    right: Vec<Move>,
    goal: Goal,
}

impl Choice {
    /// The objection that another first move wins a man by a shot too, even if White, who was
    /// behind, is still not better then.
    fn second_shot(&self, other: &Judged) -> Option<Doubt> {
        let Choice { line, ply, .. } = *self;
        let wins_too = self.goal == Goal::Win && ply == 0 && other.gains > 0;
        wins_too.then_some(Doubt::Another {
            line,
            ply,
            played: other.played,
            worth: other.worth,
        })
    }

    /// The objection to the move, if White's best accepted move and best other move have these
    /// values.
    fn doubt(&self, right: i32, other: Option<(Move, i32)>, bounds: Bounds) -> Option<Doubt> {
        let Choice { line, ply, .. } = *self;
        let lift = |worth: i32| worth.saturating_add(self.goal.lift());
        let right = lift(right);
        match other.map(|(played, worth)| (played, lift(worth))) {
            _ if right < bounds.won => Some(Doubt::NotWon {
                line,
                ply,
                worth: right,
            }),
            Some((played, worth)) if worth >= bounds.level.min(right - A_MAN) => {
                Some(Doubt::Another {
                    line,
                    ply,
                    played,
                    worth,
                })
            }
            _ => None,
        }
    }
}

/// Checks all lines of a problem's solution with our own search. For endings the engine needs the
/// tables that know them.
///
/// The bounds set the nodes for each of White's moves, and which values contradict the problem: a
/// solution worth less than `won`, another move worth `level` or more, within a man of it, or
/// winning a man by a shot too.
pub fn check(engine: &Engine, problem: &Problem, bounds: Bounds) -> Option<Doubt> {
    engine.forget();
    choices(problem).iter().find_map(|choice| {
        let judged = judge(
            engine,
            choice.game.position(),
            bounds.nodes,
            1 + choice.right.len(),
        );
        let is_right = |played: &Move| choice.right.contains(played);
        let right = judged.iter().find(|judged| is_right(&judged.played));
        // If all searched moves are other moves, the accepted move has at most the value of the
        // last of them.
        let right = right.or(judged.last());
        let other = judged.iter().find(|judged| !is_right(&judged.played));
        let right = right.map_or(i32::MIN, |judged| judged.worth);
        let doubt = choice.doubt(
            right,
            other.map(|other| (other.played, other.worth)),
            bounds,
        );
        doubt.or_else(|| choice.second_shot(other?))
    })
}

/// Asks another player for its move at each of White's moves. If it plays another move, the player
/// also searches the position after the solution.
///
/// The move of a player that reports no scores counts as winning. The bounds apply as in [`check`].
///
/// # Errors
/// The player cannot be reached, or returns no move.
pub fn check_by(
    player: &mut dyn Player,
    problem: &Problem,
    limits: &Limits,
    bounds: Bounds,
) -> Result<Option<Doubt>, PlayerError> {
    for choice in choices(problem) {
        let Some((played, worth)) = ask(player, &choice.game, limits)? else {
            continue;
        };
        let doubt = if choice.right.contains(&played) {
            choice.doubt(worth.unwrap_or(bounds.won), None, bounds)
        } else {
            let mut after = choice.game.clone();
            let right = choice.right.first();
            let is_played = right.is_some_and(|right| after.play(right).is_ok());
            let reply = if is_played && after.outcome().is_none() {
                ask(player, &after, limits)?
            } else {
                None
            };
            let right = reply
                .and_then(|(_, worth)| worth)
                .map_or(bounds.won, |worth| -worth);
            choice.doubt(right, Some((played, worth.unwrap_or(bounds.won))), bounds)
        };
        if doubt.is_some() {
            return Ok(doubt);
        }
    }
    Ok(None)
}

/// The move of a player and its reported value in hundredths of a man.
fn ask(
    player: &mut dyn Player,
    game: &Game,
    limits: &Limits,
) -> Result<Option<(Move, Option<i32>)>, PlayerError> {
    player.new_game(game, game.position().side(), limits)?;
    Ok(match player.play(game, limits)? {
        Answer::Plays(reply) => {
            let score = reply.report.score.map(|men| (100.0 * men).round() as i32);
            Some((reply.played, score))
        }
        Answer::Ends(_) => None,
    })
}

/// White's moves in the lines of the solution where more than one was legal. What lines have in
/// common at their beginning is listed once.
fn choices(problem: &Problem) -> Vec<Choice> {
    let lines = problem.solution.lines();
    let mut choices = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let known = lines[..number].iter().map(|other| line.shared(other)).max();
        let mut game = Game::new(problem.position, DrawSettings::default());
        for (ply, played) in line.moves.iter().enumerate() {
            let is_asked = ply.is_multiple_of(2) && known.is_none_or(|known| ply > known);
            if is_asked && game.position().legal_moves().len() > 1 {
                choices.push(Choice {
                    line: number,
                    ply,
                    game: game.clone(),
                    right: problem.solution.accepted(&line.moves[..ply]),
                    goal: Goal::of(&problem.tags),
                });
            }
            if game.play(played).is_err() {
                break;
            }
        }
    }
    choices
}
