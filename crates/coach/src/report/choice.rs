//! Which of the moves that were judged become moments of the report, how many, and what was played well. Called when a report is
//! finished; how moves are explained is in `explain`.

use damier_engine::Score;
use damier_rules::variant::rule_table::DrawRule;
use damier_rules::{Game, Move, Position, Side};

use super::chance::{Chance, Severity, chance};
use super::course::{Course, at_once};
use super::explain::{Case, shot_line};
use super::machine::{Judged, Report};
use super::question::{Effort, Question};
use super::remark::{Merit, Moment, Remark, Seen, StrongMove, TableEnding};

/// A move that gives away less than this is as good as the best one: a quarter of a man in a level game. Below it two searches of the
/// same position differ by chance.
const TOLERANCE: Chance = 0.05;

/// What is lost by the second best move before the first is called the only good one.
const ALONE: Chance = 0.25;

/// A win that takes this many plies longer is worth a word of advice.
const LONGER: u16 = 10;

/// A draw is near when the winning side has this many moves left.
const NEAR: u16 = 3;

/// The chance from which a side is said to stand better than a draw.
const WINNING: Chance = 0.5;

/// The most strengths that are named for a side.
const MOST_STRENGTHS: usize = 2;

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
    /// The moments that mattered, in the order of the game.
    pub moments: Vec<Moment>,
    /// What was played well, in the order of the game.
    pub strengths: Vec<StrongMove>,
    /// How many moves lost a chance worth a word, for White and for Black, whether they are among the moments or not.
    pub counts: [Counts; 2],
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
        moments.extend(advice);
        moments.truncate(choice.most);
        moments.sort_by_key(|moment| moment.ply);
        let mut strengths = self.strengths();
        strengths.retain(|strength| is_wanted(&strength.position));
        GameReport {
            curve: self.curve(),
            moments,
            strengths,
            counts,
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
            reply: judged.reply.as_ref(),
            endings,
            acceptable: &acceptable,
            pending: [
                self.exchanged(judged.ply, judged.ply)?,
                self.exchanged(judged.ply + 1, judged.ply + 1)?,
            ],
        };
        let mut events = Vec::new();
        if let Some(drawn) = self.drawn_by_rule(judged.ply) {
            events.push(drawn);
        }
        events.extend(case.events());
        if events.is_empty() {
            return None;
        }
        Some(Moment {
            ply: judged.ply,
            position,
            played,
            severity,
            lost,
            better: judged.lines.first().cloned(),
            reply: judged.reply.clone(),
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

    /// What is worth a word though it lost nothing: a win that became much longer, a draw by rule that is near. One of each at most.
    fn advice(&self) -> Vec<Moment> {
        let longer = (0..self.game.len()).find_map(|ply| self.lengthened(ply));
        let near = (0..self.game.len()).find_map(|ply| self.draw_near(ply));
        longer.into_iter().chain(near).collect()
    }

    fn lengthened(&self, ply: usize) -> Option<Moment> {
        let position = self.position(ply)?;
        let won = self.ending(ply, position.side())? == TableEnding::Won
            && self.ending(ply + 1, position.side())? == TableEnding::Won;
        let look = self.looks.get(ply)?.as_ref()?;
        let line = look.lines.first()?;
        let (Score::Win(was), Score::Loss(next)) = (line.score, self.score(ply + 1)?) else {
            return None;
        };
        let now = next.saturating_add(1);
        let is_longer = won && now >= was.saturating_add(LONGER);
        is_longer.then(|| self.advised(ply, line, Remark::WinLengthened { was, now }))?
    }

    fn draw_near(&self, ply: usize) -> Option<Moment> {
        let look = self.looks.get(ply)?.as_ref()?;
        let line = look.lines.first()?;
        let question = Question {
            plies: ply,
            then: None,
            lines: None,
            effort: Effort::Look,
        };
        if line.chance() < WINNING || self.game.is_empty() {
            return None;
        }
        let left = plies_to_draw(&question.game(&self.game).ok()?)?;
        // The side to move has every second ply, beginning with this one.
        let moves = left.div_ceil(2);
        let played = self.played(ply)?;
        let is_near = moves <= NEAR && !played.is_capture();
        is_near.then(|| self.advised(ply, line, Remark::DrawNear { moves }))?
    }

    fn advised(&self, ply: usize, line: &Seen, event: Remark) -> Option<Moment> {
        Some(Moment {
            ply,
            position: self.position(ply)?,
            played: self.played(ply)?,
            severity: Severity::Advice,
            lost: 0.0,
            better: Some(line.clone()),
            reply: None,
            events: vec![event],
            acceptable: line.first().copied().into_iter().collect(),
        })
    }

    fn strengths(&self) -> Vec<StrongMove> {
        let mut found: Vec<StrongMove> = self.shots_played();
        let only: Vec<StrongMove> = self
            .judged
            .iter()
            .filter_map(|judged| self.only_move(judged))
            .filter(|only| found.iter().all(|shot| shot.ply != only.ply))
            .collect();
        found.extend(only);
        for side in Side::ALL {
            found.extend(self.win_kept(side));
        }
        found.sort_by_key(|strength| (rank(&strength.merit), strength.ply));
        let mut kept = [0; 2];
        found.retain(|strength| {
            let count = &mut kept[usize::from(strength.side() == Side::Black)];
            *count += 1;
            *count <= MOST_STRENGTHS
        });
        found.sort_by_key(|strength| strength.ply);
        found
    }

    /// Shots that were played to their end and lost nothing on the way; of one shot only its first move.
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
        // A shot begins with a gift that nobody had to make.
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
        let shot = shot_line(position, &moves)?;
        // It must win what it seems to win.
        let after = self.score(ply + shot.course.moves.len())?;
        let is_sound = chance(self.score(ply)?) > -WINNING && chance(after.opposite()) > -WINNING;
        let wins = self.exchanged(ply, ply + shot.course.moves.len())? > 0;
        (is_sound && wins && shot.course.net() > 0).then(|| StrongMove {
            ply,
            position,
            played,
            merit: Merit::Shot(Box::new(shot)),
        })
    }

    /// What the side to move wins up to another ply, in men, counted from where the captures began in which this ply stands. Two for two
    /// given one after the other is an exchange, though its second half alone gives one and takes two.
    fn exchanged(&self, ply: usize, until: usize) -> Option<i32> {
        let follows_capture = |at: usize| {
            at >= 2
                && self
                    .played(at - 1)
                    .is_some_and(|before| before.is_capture())
        };
        let mut begin = ply;
        while follows_capture(begin) {
            begin -= 2;
        }
        let moves: Vec<Move> = (begin..until).filter_map(|at| self.played(at)).collect();
        Some(Course::of(self.position(begin)?, &moves).net())
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
        let merit = if let (Some(before), Some(after)) =
            (self.ending(ply, side), self.ending(ply + 1, side))
        {
            // Every other move must be known to be worse; by tables only a win or a draw can be kept.
            let kept = before == after
                && before != TableEnding::Lost
                && judged.lines[1..].iter().all(|line| is_worse(line, before));
            if !kept {
                return None;
            }
            Merit::OnlyKept(before)
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

    /// From the first position that tables know to be won for a side to the end of the game, if it never let the win go.
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
        // Where nothing could go wrong there is nothing to praise.
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

/// Shots first, then what is proved, then what an engine says.
const fn rank(merit: &Merit) -> u8 {
    match merit {
        Merit::Shot(_) => 0,
        Merit::OnlyKept(_) => 1,
        Merit::OthersLose { .. } => 2,
        Merit::WinKept { .. } => 3,
        Merit::OnlyGood => 4,
    }
}

/// The moves that are as good as the best one, within [`TOLERANCE`].
fn acceptable(judged: &Judged) -> Vec<Move> {
    let Some(best) = judged.lines.first().map(Seen::chance) else {
        return Vec::new();
    };
    let lines = judged.lines.iter();
    lines
        .filter(|seen| best - seen.chance() <= TOLERANCE)
        .filter_map(|seen| seen.first().copied())
        .collect()
}

/// Whether a line is known to end worse than this, not by an estimate that may only be low.
fn is_worse(line: &Seen, kept: TableEnding) -> bool {
    matches!(
        (kept, line.score),
        (TableEnding::Won, Score::Hundredths(0)) | (_, Score::Loss(_) | Score::KnownLoss(_))
    )
}

/// What the least bad of the other moves loses at once, if each loses something and the one that was played does not.
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

/// The plies until a count of moves makes a draw: by few pieces or by kings only. Repetition is not counted.
fn plies_to_draw(game: &Game) -> Option<u16> {
    let kings = game
        .position()
        .variant()
        .table()
        .draws
        .iter()
        .find_map(|rule| match *rule {
            DrawRule::KingMoves { moves } => {
                Some(DrawRule::plies(moves).saturating_sub(game.counts().kings_only_plies()))
            }
            _ => None,
        });
    game.few_pieces_left().into_iter().chain(kings).min()
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
