//! Chooses which judged moves become moments of the report, and how many. Called when a report is
//! finished. `explain` explains moves, `advice` covers moves that lost nothing, `strength` those
//! that were played well.

use damier_engine::Score;
use damier_rules::{Move, Position, Side};

use super::chance::{BAD, Chance, Severity, chance};
use super::course::Course;
use super::explain::Case;
use super::machine::{Judged, Report};
use super::remark::{Moment, Remark, Seen, StrongMove};

/// A move that loses less than this chance counts as equal to the best one: a quarter of a man in a
/// level game. Two searches of the same position can differ by this much.
pub(crate) const TOLERANCE: Chance = 0.05;

/// The chance from which a side is considered better than a draw.
pub(super) const WINNING: Chance = 0.5;

/// The audience and the subject of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The largest number of moments.
    pub most: usize,
    /// The side whose moments are reported; `None` for both.
    pub side: Option<Side>,
    /// Whether to report only what the board, the rules or tables prove, and nothing based on a
    /// search alone.
    pub proved_only: bool,
}

impl Choice {
    /// For children: at most three moments, each with its proof.
    pub const FOR_CHILDREN: Choice = Choice {
        most: 3,
        side: None,
        proved_only: true,
    };
}

impl Default for Choice {
    /// Up to eight moments of both sides.
    fn default() -> Choice {
        Choice {
            most: 8,
            side: None,
            proved_only: false,
        }
    }
}

/// A report on a game.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct GameReport {
    /// For every position of the game, starting with the first, its evaluation; `None` if it is
    /// unknown.
    pub curve: Vec<Option<Standing>>,
    /// The moments, in the order of the game; at most one per move.
    pub moments: Vec<Moment>,
    /// Well-played moves, in the order of the game; at most one remark per move.
    pub strengths: Vec<StrongMove>,
    /// For White and for Black, how many judged moves were inaccuracies, mistakes and blunders,
    /// including those that are not among the moments. Only the moves that seem to have lost most
    /// are judged, at most fourteen per game.
    pub counts: [Counts; 2],
    /// For White and for Black, how well its moves kept its chances, in percent: 100 if none lost
    /// any; `None` while no move that counts is evaluated. Compulsory moves, and those of a side
    /// that has lost already, do not count.
    pub accuracy: [Option<f64>; 2],
    /// The number of further moves that seemed to have lost a chance and were not judged; the
    /// counts may leave them out.
    pub unjudged: usize,
    /// Why the report has no moment; `None` if it has one.
    pub silence: Option<Silence>,
}

/// Why a report has no moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Silence {
    /// No move lost enough to be reported.
    Nothing,
    /// No move lost enough to be reported, yet the game was level at first and one side won or was
    /// better than a draw at the end.
    Gradual,
    /// Moves lost a chance, but the board, the rules or tables do not prove it, as the caller
    /// required.
    Unproved,
}

impl Silence {
    /// The stable code in messages.
    pub const fn code(self) -> &'static str {
        match self {
            Silence::Nothing => "nothing",
            Silence::Gradual => "gradual",
            Silence::Unproved => "unproved",
        }
    }
}

/// The evaluation of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// The score, for White.
    pub score: Score,
    /// The chance of White.
    pub white: Chance,
}

/// How many moves of a side have each severity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Inaccuracies.
    pub inaccuracies: usize,
    /// Mistakes.
    pub mistakes: usize,
    /// Blunders.
    pub blunders: usize,
}

impl Counts {
    /// Whether no move of the side was an inaccuracy or worse.
    pub const fn are_none(&self) -> bool {
        self.inaccuracies + self.mistakes + self.blunders == 0
    }
}

impl Report {
    /// Makes the report from the answers so far. Callers can call it at any time, and again with
    /// another choice.
    pub fn finish(&self, choice: &Choice) -> GameReport {
        let is_wanted =
            |position: &Position| choice.side.is_none_or(|side| side == position.side());
        let all: Vec<Moment> = self
            .judged
            .iter()
            .filter_map(|judged| self.moment(judged))
            .collect();
        let mut counts = [Counts::default(); 2];
        for moment in &all {
            let side = &mut counts[usize::from(moment.side() == Side::Black)];
            match moment.severity {
                Severity::Blunder => side.blunders += 1,
                Severity::Mistake => side.mistakes += 1,
                Severity::Inaccuracy => side.inaccuracies += 1,
                Severity::Advice => {}
            }
        }
        let mut moments: Vec<Moment> = all
            .into_iter()
            .filter(|moment| is_wanted(&moment.position))
            .filter(|moment| !choice.proved_only || moment.events.iter().any(Remark::is_proved))
            .map(|moment| {
                if choice.proved_only {
                    with_proofs(moment)
                } else {
                    moment
                }
            })
            .collect();
        moments.sort_by(|one, other| {
            other
                .lost
                .total_cmp(&one.lost)
                .then(one.ply.cmp(&other.ply))
        });
        without_repeats(&mut moments);
        let mut advice = self.advice();
        advice.retain(|moment| is_wanted(&moment.position));
        // A move is at most one moment, so advice is added to an existing one.
        for advised in advice {
            match moments.iter_mut().find(|moment| moment.ply == advised.ply) {
                Some(moment) => moment.events.extend(advised.events),
                None => moments.push(advised),
            }
        }
        moments.truncate(choice.most);
        moments.sort_by_key(|moment| moment.ply);
        let mut strengths = self.strengths();
        strengths.retain(|strength| is_wanted(&strength.position));
        let curve = self.curve();
        let silence = moments.is_empty().then(|| {
            let of_side = |side| counts[usize::from(side == Side::Black)];
            let mut asked = Side::ALL
                .into_iter()
                .filter(|&side| choice.side.is_none_or(|wanted| wanted == side));
            if !asked.all(|side| of_side(side).are_none()) {
                Silence::Unproved
            } else if became_decided(&curve) {
                Silence::Gradual
            } else {
                Silence::Nothing
            }
        });
        GameReport {
            curve,
            moments,
            strengths,
            counts,
            accuracy: Side::ALL.map(|side| self.accuracy(side)),
            unjudged: self.unjudged,
            silence,
        }
    }

    fn curve(&self) -> Vec<Option<Standing>> {
        let standing = |ply| {
            let score = self.white_score(ply)?;
            let white = chance(score);
            Some(Standing { score, white })
        };
        (0..=self.game.len()).map(standing).collect()
    }

    fn moment(&self, judged: &Judged) -> Option<Moment> {
        let (lost, severity) = self.loss(judged)?;
        if severity == Severity::Advice {
            return None;
        }
        let (position, played) = (self.position(judged.ply)?, self.played(judged.ply)?);
        let acceptable = acceptable(judged);
        if !judged.complete || acceptable.contains(&played) {
            return None;
        }
        let side = position.side();
        let endings = self
            .ending(judged.ply, side)
            .zip(self.ending(judged.ply + 1, side));
        let case = Case {
            position,
            played,
            after: position.play(&played).ok()?,
            better: judged.lines.first(),
            reply: self.reply(judged),
            endings,
            acceptable: &acceptable,
            pending: [
                Course::exchanged(&self.game, judged.ply, judged.ply)?,
                Course::exchanged(&self.game, judged.ply + 1, judged.ply + 1)?,
            ],
        };
        let mut events = Vec::new();
        if let Some(drawn) = self.drawn_by_rule(judged.ply) {
            events.push(drawn);
        }
        events.extend(case.events());
        // For a side that stands badly with every move, only what the board proves or what lost the
        // rest of its chances is reported.
        let stood_badly = judged.lines.first()?.chance() <= BAD;
        let is_weak = severity < Severity::Blunder || judged.is_doubtful();
        let is_proved = events.iter().any(Remark::is_proved);
        if events.is_empty() || (stood_badly && is_weak && !is_proved) {
            return None;
        }
        Some(Moment {
            ply: judged.ply,
            position,
            played,
            severity,
            lost,
            better: judged.lines.first().cloned(),
            reply: self.reply(judged).cloned(),
            events,
            acceptable,
        })
    }

    /// The move ends the game by a draw rule although the side that made it was better.
    fn drawn_by_rule(&self, ply: usize) -> Option<Remark> {
        let outcome = self.game.outcome().filter(|_| ply + 1 == self.game.len())?;
        let is_better = chance(self.score(ply)?) >= WINNING;
        (outcome.winner.is_none() && is_better).then_some(Remark::DrawnByRule(outcome))
    }
}

/// Whether a game that was level at its start was decided or better than a draw for one side at the
/// end.
fn became_decided(curve: &[Option<Standing>]) -> bool {
    let is_decided = |standing: &Standing| standing.white.abs() >= WINNING;
    let mut known = curve.iter().flatten();
    let began_level = known.next().is_some_and(|standing| !is_decided(standing));
    began_level && known.next_back().is_some_and(is_decided)
}

/// The moves that are as good as the best one, within [`TOLERANCE`].
pub(super) fn acceptable(judged: &Judged) -> Vec<Move> {
    let Some(best) = judged.lines.first().map(Seen::chance) else {
        return Vec::new();
    };
    let lines = judged.lines.iter();
    lines
        .filter(|seen| best - seen.chance() <= TOLERANCE)
        .filter_map(|seen| seen.first().copied())
        .collect()
}

/// Merges a shot that was missed, or allowed, at several moves into one moment: the first of those
/// with the highest severity.
fn without_repeats(moments: &mut Vec<Moment>) {
    let mut seen: Vec<(&str, Side, Vec<damier_rules::Square>)> = Vec::new();
    moments.retain(|moment| {
        let Some(event @ (Remark::MissedShot(found) | Remark::AllowedShot(found))) =
            moment.events.first()
        else {
            return true;
        };
        let path = found.shot.striker.path.clone();
        let sign = (event.code(), moment.side(), path);
        let is_new = !seen.contains(&sign);
        if is_new {
            seen.push(sign);
        }
        is_new
    });
}

/// The moment reduced to its proved remarks.
fn with_proofs(mut moment: Moment) -> Moment {
    moment.events.retain(Remark::is_proved);
    moment
}
