//! Confirms a move before the report mentions it. One search compared all moves of the position,
//! with little effort for each. Therefore the best move and the played move are searched alone,
//! until the move that comes first has been searched alone. If a side stands badly even with its
//! best move, that move is searched once more, since the game may have been lost earlier. Called by
//! `machine` when no other question is open.

use damier_engine::Score;
use damier_rules::Move;

use super::chance::{BAD, Severity, one_earlier};
use super::choice::acceptable;
use super::machine::{Judged, Report};
use super::question::{Effort, EngineAnswer, Question};
use super::remark::Seen;

/// The most moves of one position that are searched alone, which bounds the work.
const MOST_ALONE: usize = 5;

/// The most moves of a game that are searched once more.
const MOST_SETTLED: usize = 4;

impl Report {
    /// The questions that are still open before a moment can be reported; empty if there are none.
    pub(super) fn doubts(&self) -> Vec<Question> {
        let mut doubts: Vec<Question> = self
            .judged
            .iter()
            .filter(|judged| self.may_be_reported(judged))
            .flat_map(|judged| self.unconfirmed(judged))
            .collect();
        if doubts.is_empty() {
            let left = MOST_SETTLED.saturating_sub(self.settled());
            let open = self
                .judged
                .iter()
                .filter(|judged| self.is_unsettled(judged));
            doubts.extend(open.take(left).filter_map(|judged| {
                let best = judged.lines.first()?.first().copied()?;
                Some(alone(judged, best, Effort::Settle))
            }));
        }
        doubts
    }

    /// Processes the answer to one of these questions.
    pub(super) fn confirm(&mut self, question: Question, answer: EngineAnswer) {
        let Some(first) = question.then else {
            return;
        };
        let is_played = self.played(question.plies) == Some(first);
        let Some(judged) = self.judged_at(question.plies) else {
            return;
        };
        if question.effort == Effort::Settle {
            judged.settled.push(first);
        } else {
            judged.alone.push(first);
        }
        let Some(reply) = answer.lines.into_iter().next() else {
            return;
        };
        let moves = std::iter::once(first).chain(reply.moves.iter().copied());
        let line = Seen {
            score: one_earlier(reply.score),
            moves: moves.collect(),
        };
        judged.replace(line);
        if !is_played {
            return;
        }
        judged.reply = Some(reply.clone());
        // If the next position of the game is judged too, its best line was found with less effort,
        // so this one replaces it.
        if let (Some(next), Some(&best)) = (self.judged_at(question.plies + 1), reply.first())
            && !next.alone.contains(&best)
        {
            next.alone.push(best);
            next.replace(reply);
        }
    }

    /// The best line after a judged move: from its own search, or from the next position if that
    /// search found a better one.
    pub(super) fn reply<'a>(&'a self, judged: &'a Judged) -> Option<&'a Seen> {
        let next = self.judged.iter().find(|next| next.ply == judged.ply + 1);
        let known = next
            .filter(|next| next.complete)
            .and_then(|next| next.lines.first());
        match (judged.reply.as_ref(), known) {
            (Some(reply), Some(known)) if known.score.rank() > reply.score.rank() => Some(known),
            (reply, _) => reply,
        }
    }

    /// Whether a judged move would become a moment, as far as is known.
    fn may_be_reported(&self, judged: &Judged) -> bool {
        let Some(played) = self.played(judged.ply) else {
            return false;
        };
        judged.complete
            && self
                .loss(judged)
                .is_some_and(|(_, severity)| severity > Severity::Advice)
            && !acceptable(judged).contains(&played)
    }

    fn unconfirmed(&self, judged: &Judged) -> Vec<Question> {
        if judged.alone.len() >= MOST_ALONE {
            return Vec::new();
        }
        let best = judged.lines.first();
        let played = self.played(judged.ply);
        let played = judged
            .lines
            .iter()
            .find(|line| line.first() == played.as_ref());
        let lines = best
            .into_iter()
            .chain(played.filter(|_| judged.reply.is_some()));
        lines
            .filter(|line| is_estimate(line.score))
            .filter_map(|line| line.first().copied())
            .filter(|first| !judged.alone.contains(first))
            .map(|first| alone(judged, first, Effort::Confirm))
            .filter(|question| self.goes_on(question))
            .collect()
    }

    fn is_unsettled(&self, judged: &Judged) -> bool {
        let is_open = |best: &Seen| {
            is_estimate(best.score)
                && best.chance() <= BAD
                && best
                    .first()
                    .is_some_and(|first| !judged.settled.contains(first))
        };
        judged.lines.first().is_some_and(is_open) && self.may_be_reported(judged)
    }

    fn settled(&self) -> usize {
        self.judged.iter().map(|judged| judged.settled.len()).sum()
    }

    /// Whether the game is not over in the position of a question.
    fn goes_on(&self, question: &Question) -> bool {
        let asked = question.game(&self.game);
        asked.is_ok_and(|asked| asked.outcome().is_none())
    }
}

impl Judged {
    /// Whether a best move of this position failed a longer search while the current best move has
    /// had no such search, so that it may fail too.
    pub(super) fn is_doubtful(&self) -> bool {
        let best = self.lines.first();
        best.is_some_and(|best| {
            let first = best.first();
            let is_settled = first.is_some_and(|first| self.settled.contains(first));
            is_estimate(best.score) && !self.settled.is_empty() && !is_settled
        })
    }

    /// Replaces the line with the same first move.
    fn replace(&mut self, line: Seen) {
        self.lines.retain(|other| other.first() != line.first());
        self.add(line);
    }
}

fn alone(judged: &Judged, first: Move, effort: Effort) -> Question {
    Question {
        plies: judged.ply,
        then: Some(first),
        lines: Some(1),
        effort,
    }
}

/// Whether a score is an estimate rather than an end found by the search or by tables.
const fn is_estimate(score: Score) -> bool {
    matches!(score, Score::Hundredths(_))
}
