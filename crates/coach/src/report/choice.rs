//! Which of the moves that were judged become moments of the report, and how many. Called when a report is finished; how moves are explained
//! is in `explain`, what lost nothing in `advice`, what was played well in `strength`.

use damier_engine::Score;
use damier_rules::{Move, Position, Side};

use super::chance::{BAD, Chance, Severity, chance};
use super::course::Course;
use super::explain::Case;
use super::machine::{Judged, Report};
use super::remark::{Moment, Remark, Seen, StrongMove};

/// A move that gives away less than this is as good as the best one: a quarter of a man in a level game. Below it two searches of the
/// same position differ by chance.
pub(crate) const TOLERANCE: Chance = 0.05;

/// The chance from which a side is said to stand better than a draw.
pub(super) const WINNING: Chance = 0.5;

/// For whom a report is, and about whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The most moments that are named.
    pub most: usize,
    /// Only moments of this side; both without it.
    pub side: Option<Side>,
    /// Whether only that is said which the board, the rules or tables prove, and nothing that is merely better by a search.
    pub proved_only: bool,
}

impl Choice {
    /// For children: three moments at most, each with its proof.
    pub const FOR_CHILDREN: Choice = Choice {
        most: 3,
        side: None,
        proved_only: true,
    };
}

impl Default for Choice {
    /// Eight moments of both sides.
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
    /// For every position of the game, from the first: how it stands. `None` where nothing is known of it.
    pub curve: Vec<Option<Standing>>,
    /// The moments that mattered, in the order of the game; at most one for a move.
    pub moments: Vec<Moment>,
    /// What was played well, in the order of the game; at most one thing for a move.
    pub strengths: Vec<StrongMove>,
    /// How many of the moves that were judged lost a chance worth a word, for White and for Black, whether they are among the moments or
    /// not. Only the moves that seem to have lost most are judged, fourteen of a game at most.
    pub counts: [Counts; 2],
    /// How many other moves seemed to have lost a chance too, and were not judged: what the counts may leave out.
    pub unjudged: usize,
    /// Why no moment is told; `None` where one is.
    pub silence: Option<Silence>,
}

/// Why a report tells no moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Silence {
    /// No move lost a chance worth a word.
    Nothing,
    /// The same, and yet the game was level at first and one side won or stood better than a draw in the end.
    Gradual,
    /// Moves lost a chance, but nothing proves it as it was asked: by the board, the rules or tables.
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

/// How a position stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// The score, for White.
    pub score: Score,
    /// The chance of White.
    pub white: Chance,
}

/// How many moves of a side were how serious.
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
    /// Whether no move of the side was worth a word.
    pub const fn are_none(&self) -> bool {
        self.inaccuracies + self.mistakes + self.blunders == 0
    }
}

impl Report {
    /// The report, of what is known so far. It can be asked at any time, and again for somebody else.
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
        // A move is one moment, whatever is said of it.
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
            unjudged: self.unjudged,
            silence,
        }
    }

    fn curve(&self) -> Vec<Option<Standing>> {
        let standing = |ply| {
            let score = self.score(ply)?;
            let score = match self.position(ply)?.side() {
                Side::White => score,
                Side::Black => score.opposite(),
            };
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
        // A side that stands badly with every move is told what the board proves, or what threw the rest away.
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

    /// The move ends the game by a draw rule, and the side that made it stood better.
    fn drawn_by_rule(&self, ply: usize) -> Option<Remark> {
        let outcome = self.game.outcome().filter(|_| ply + 1 == self.game.len())?;
        let is_better = chance(self.score(ply)?) >= WINNING;
        (outcome.winner.is_none() && is_better).then_some(Remark::DrawnByRule(outcome))
    }
}

/// Whether a game that was level at its start stood better than a draw for one side in the end.
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

/// A shot that could be played at several moves is one moment: the first of them that counts most stays.
fn without_repeats(moments: &mut Vec<Moment>) {
    let mut seen: Vec<(Side, Vec<damier_rules::Square>)> = Vec::new();
    moments.retain(|moment| {
        let Some(Remark::MissedShot(found)) = moment.events.first() else {
            return true;
        };
        let sign = (moment.side(), found.shot.striker.path.clone());
        let is_new = !seen.contains(&sign);
        if is_new {
            seen.push(sign);
        }
        is_new
    });
}

/// The moment with the proved things only.
fn with_proofs(mut moment: Moment) -> Moment {
    moment.events.retain(Remark::is_proved);
    moment
}
