//! The strengths of a report: well-played moves, each with its proof. Called by `choice` when a
//! report is finished.

use std::collections::HashSet;

use damier_engine::Score;
use damier_rules::{Move, Position, Side};

use super::chance::{Chance, chance};
use super::choice::{TOLERANCE, WINNING, acceptable};
use super::course::{Course, at_once};
use super::explain::{shot_line, takes_opposition};
use super::machine::{Judged, Report};
use super::remark::{Merit, Seen, ShotLine, StrongMove, TableEnding};
use crate::shot::Crown;

/// The chance by which the second best move must be worse for the first to be called the only good
/// one.
const ALONE: Chance = 0.25;

/// The number of plies after a shot for which its gain must last.
const SOON: usize = 8;

/// The most strengths that are reported for a side.
const MOST_STRENGTHS: usize = 2;

impl Report {
    pub(super) fn strengths(&self) -> Vec<StrongMove> {
        let mut found: Vec<StrongMove> = self.shots_played();
        let only: Vec<StrongMove> = self
            .judged
            .iter()
            .filter_map(|judged| self.only_move(judged))
            .collect();
        found.extend(only);
        for side in Side::ALL {
            found.extend(self.win_kept(side));
        }
        found.sort_by_key(|strength| (rank(&strength.merit), strength.ply));
        // Only the best remark on each move is reported.
        let mut plies = HashSet::new();
        found.retain(|strength| plies.insert(strength.ply));
        Self::without_second_steps(&mut found);
        let mut kept = [0; 2];
        found.retain(|strength| {
            let count = &mut kept[usize::from(strength.side() == Side::Black)];
            *count += 1;
            *count <= MOST_STRENGTHS
        });
        found.sort_by_key(|strength| strength.ply);
        found
    }

    /// Removes the second of two successive only moves of a side, which belong to one idea.
    fn without_second_steps(found: &mut Vec<StrongMove>) {
        let is_only = |merit: &Merit| matches!(merit, Merit::OnlyGood | Merit::OthersLose { .. });
        let plies: HashSet<usize> = found
            .iter()
            .filter(|strength| is_only(&strength.merit))
            .map(|strength| strength.ply)
            .collect();
        found.retain(|strength| {
            let is_second = strength.ply >= 2 && plies.contains(&(strength.ply - 2));
            !(is_second && is_only(&strength.merit))
        });
    }

    /// Shots that were played to their end and lost nothing on the way; only the first move of each
    /// shot.
    fn shots_played(&self) -> Vec<StrongMove> {
        let mut found = Vec::new();
        let mut from = 0;
        for ply in 0..self.game.len() {
            if ply < from {
                continue;
            }
            let shot = self.shot_played(ply);
            if let Some(strength) = shot {
                if let Merit::Shot(shot) = &strength.merit {
                    from = ply + shot.course.moves.len();
                }
                found.push(strength);
            }
        }
        found
    }

    fn shot_played(&self, ply: usize) -> Option<StrongMove> {
        let (position, played) = (self.position(ply)?, self.played(ply)?);
        // A shot begins with a voluntary offer.
        if position.can_capture() || played.is_capture() || position.legal_moves().len() < 2 {
            return None;
        }
        let lost = chance(self.score(ply)?) - chance(self.score(ply + 1)?.opposite());
        if lost >= TOLERANCE {
            return None;
        }
        let moves: Vec<Move> = (ply..self.game.len())
            .take(40)
            .take_while(|&ply| self.game.is_regular(ply))
            .filter_map(|ply| self.played(ply))
            .collect();
        let shot = shot_line(position, &moves, None)?;
        // The position after it must confirm the gain.
        let after = self.score(ply + shot.course.moves.len())?;
        let is_sound = chance(self.score(ply)?) > -WINNING && chance(after.opposite()) > -WINNING;
        let wins = Course::exchanged(&self.game, ply, ply + shot.course.moves.len())? > 0;
        (is_sound && wins && shot.course.net() > 0 && self.is_kept(ply, &shot)).then(|| {
            StrongMove {
                ply,
                position,
                played,
                merit: Merit::Shot(Box::new(shot)),
            }
        })
    }

    /// Whether the gain of a shot is not recaptured soon after it, in the best line found from its
    /// end and in the game itself. If it is, the shot was an exchange in two parts.
    fn is_kept(&self, ply: usize, shot: &ShotLine) -> bool {
        let end = ply + shot.course.moves.len();
        let begin = Course::begin_of_exchange(&self.moves, ply);
        let before: Vec<Move> = (begin..end).filter_map(|ply| self.played(ply)).collect();
        let Some(start) = self.position(begin) else {
            return false;
        };
        let holds = |after: &[Move]| {
            let after = &after[..after.len().min(SOON)];
            let whole = [&before[..], after].concat();
            let end = Course::to_last_quiet(start, &whole);
            end.is_none_or(|course| course.net() > 0)
        };
        let game: Vec<Move> = (end..self.game.len())
            .filter_map(|ply| self.played(ply))
            .collect();
        let line = self.look(end).and_then(|look| look.lines.first());
        let wins_otherwise = shot.shot.gain.wins || shot.shot.gain.crown != Crown::None;
        wins_otherwise || (line.is_none_or(|line| holds(&line.moves)) && holds(&game))
    }

    fn only_move(&self, judged: &Judged) -> Option<StrongMove> {
        let (position, played) = (self.position(judged.ply)?, self.played(judged.ply)?);
        let [first, second, ..] = &judged.lines[..] else {
            return None;
        };
        let is_alone = judged.complete
            && first.first() == Some(&played)
            && first.chance() - second.chance() >= ALONE
            && acceptable(judged) == [played];
        if !is_alone {
            return None;
        }
        let (ply, side) = (judged.ply, position.side());
        // In the middle of an exchange the good move is the one that recaptures.
        if Course::exchanged(&self.game, ply, ply)? < 0 {
            return None;
        }
        let merit = if let (Some(before), Some(after)) =
            (self.ending(ply, side), self.ending(ply + 1, side))
        {
            // Every other move must be known to be worse; with tables only a win or a draw can be
            // kept.
            let kept = before == after
                && before != TableEnding::Lost
                && judged.lines[1..].iter().all(|line| is_worse(line, before));
            if !kept {
                return None;
            }
            if before == TableEnding::Won
                && !played.is_capture()
                && takes_opposition(position, &first.moves)
            {
                Merit::OppositionTaken
            } else {
                Merit::OnlyKept(before)
            }
        } else if let Some(at_least) = others_lose(&position, &played) {
            Merit::OthersLose { at_least }
        } else {
            Merit::OnlyGood
        };
        Some(StrongMove {
            ply,
            position,
            played,
            merit,
        })
    }

    /// From the first position that tables know to be won for a side to the end of the game, if the
    /// side never lost the win.
    fn win_kept(&self, side: Side) -> Option<StrongMove> {
        let last = self.game.len();
        if self.game.outcome()?.winner != Some(side) {
            return None;
        }
        let is_won = |ply: &usize| self.ending(*ply, side) == Some(TableEnding::Won);
        let first = (0..=last).rev().take_while(is_won).last()?;
        let moves = (first..last)
            .filter(|&ply| {
                self.position(ply)
                    .is_some_and(|position| position.side() == side)
            })
            .collect::<Vec<_>>();
        let begin = *moves.first()?;
        // If no move could lose the win, keeping it is no merit.
        let choices = moves.iter().filter(|&&ply| self.could_err(ply)).count();
        (moves.len() >= 4 && choices >= 2).then(|| {
            Some(StrongMove {
                ply: begin,
                position: self.position(begin)?,
                played: self.played(begin)?,
                merit: Merit::WinKept {
                    moves: moves.len() as u16,
                },
            })
        })?
    }

    /// Whether there was a choice of moves.
    fn could_err(&self, ply: usize) -> bool {
        self.position(ply)
            .is_some_and(|position| position.legal_moves().len() > 1)
    }
}

/// Ranks shots first, then proved merits, then opinions of the engine.
const fn rank(merit: &Merit) -> u8 {
    match merit {
        Merit::Shot(_) => 0,
        Merit::OnlyKept(_) | Merit::OppositionTaken => 1,
        Merit::OthersLose { .. } => 2,
        Merit::WinKept { .. } => 3,
        Merit::OnlyGood => 4,
    }
}

/// Whether a line is known to end worse than this, rather than only estimated lower.
fn is_worse(line: &Seen, kept: TableEnding) -> bool {
    matches!(
        (kept, line.score),
        (TableEnding::Won, Score::Hundredths(0)) | (_, Score::Loss(_) | Score::KnownLoss(_))
    )
}

/// The loss of the least bad of the other moves, if each of them loses something at once and the
/// played move does not.
pub(crate) fn others_lose(position: &Position, played: &Move) -> Option<i32> {
    if at_once(position, played)? < 0 {
        return None;
    }
    let mut least = None;
    for other in position.legal_moves() {
        if other == *played {
            continue;
        }
        let net = at_once(position, &other)?;
        if net >= 0 {
            return None;
        }
        least = Some(least.map_or(net, |least: i32| least.max(net)));
    }
    least.map(|net| -net)
}
