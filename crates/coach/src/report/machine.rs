//! The report on a game as a state machine: it returns the next question for the engine, takes the
//! answer, and makes the report from the answers so far. The command drives it with an engine in
//! its own process, the page through its engine queue; the machine reads no clock and starts
//! nothing. `explain` derives the remarks on a judged move, `choice` selects the moments.

use std::collections::VecDeque;

use damier_engine::Score;
use damier_rules::{Game, Move, Position, Side};

use super::chance::{Chance, Severity, chance, one_earlier};
use super::question::{Effort, EngineAnswer, Question};
use super::remark::{Seen, TableEnding};

/// The most moves that are judged together with all their alternatives, which bounds the work.
pub(super) const MOST_JUDGED: usize = 14;

/// The most moves that are examined as only good moves.
const MOST_ONLY: usize = 6;

/// The lost chance from which a move is judged. Lower than the bound of an inaccuracy, since a
/// first look is less exact.
const SUSPECT: Chance = 0.08;

/// The difference to the second line from which the first one may be the only good move.
const ALONE: Chance = 0.25;

/// A report on a game, in progress.
///
/// ```
/// use damier_coach::report::{EngineAnswer, Choice, Report, Seen};
/// use damier_engine::{Engine, Limits};
/// use damier_rules::{DrawSettings, Game, Position, Variant};
///
/// let mut game = Game::new(Position::start(Variant::RUSSIAN), DrawSettings::default());
/// let first = game.position().legal_moves()[0];
/// game.play(&first)?;
///
/// let engine = Engine::new(1);
/// let mut report = Report::new(&game);
/// while let Some(question) = report.next_question() {
///     let limits = Limits {
///         lines: question.line_count(),
///         ..Limits::nodes(question.effort.measure(500))
///     };
///     let asked = question.game(&game)?;
///     let thought = engine.analyse(&asked, &limits, &|| 0, &Default::default(), |_| {});
///     report.answer(EngineAnswer {
///         lines: thought.progress.lines.iter().map(Seen::from).collect(),
///         verdict: None,
///     });
/// }
/// let found = report.finish(&Choice::default());
/// assert_eq!(found.curve.len(), 2);
/// # Ok::<(), damier_rules::PlayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Report {
    pub(super) game: Game,
    pub(super) moves: Vec<Move>,
    /// The answer for each position, one more than there are moves.
    pub(super) looks: Vec<Option<EngineAnswer>>,
    /// The moves that are examined more closely.
    pub(super) judged: Vec<Judged>,
    queue: VecDeque<Question>,
    answered: usize,
    looked: bool,
    /// The number of moves that looked bad and are not judged because others looked worse.
    pub(super) unjudged: usize,
}

/// A move that is compared with all alternatives.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    /// The number of plies before the move.
    pub(super) ply: usize,
    /// Every judged legal move, best first.
    pub(super) lines: Vec<Seen>,
    /// Whether all legal moves have been judged.
    pub(super) complete: bool,
    /// The best line after the played move, from its own search.
    pub(super) reply: Option<Seen>,
    /// The moves that were searched alone.
    pub(super) alone: Vec<Move>,
    /// The best moves that were searched once more because the side stands badly even with them.
    pub(super) settled: Vec<Move>,
}

impl Judged {
    /// Inserts a line in the order of scores.
    pub(super) fn add(&mut self, line: Seen) {
        let place = self
            .lines
            .partition_point(|other| other.score.rank() >= line.score.rank());
        self.lines.insert(place, line);
    }
}

/// The progress of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReportProgress {
    /// Questions answered.
    pub done: usize,
    /// All questions known so far; grows after the first look at all positions, and with each
    /// confirmation.
    pub of: usize,
}

impl Report {
    /// Starts a report on the game from its start to its current position. Moves that the players
    /// made against the rules by mutual consent are left out.
    pub fn new(game: &Game) -> Report {
        let mut report = Report {
            looks: vec![None; game.len() + 1],
            game: game.clone(),
            moves: game.moves().collect(),
            judged: Vec::new(),
            queue: VecDeque::new(),
            answered: 0,
            looked: false,
            unjudged: 0,
        };
        // From the end, since table entries of late positions help with earlier ones.
        for ply in (0..=report.game.len()).rev() {
            if report.is_open(ply) {
                report.queue.push_back(Question {
                    plies: ply,
                    then: None,
                    lines: Some(2),
                    effort: Effort::Look,
                });
            }
        }
        report.go_on();
        report
    }

    /// The next question for the engine; `None` when there is none.
    pub fn next_question(&self) -> Option<Question> {
        self.queue.front().copied()
    }

    /// Takes the answer to the question returned by [`Report::next_question`]. An answer without
    /// lines is accepted; the report then says nothing about that position.
    pub fn answer(&mut self, answer: EngineAnswer) {
        let Some(question) = self.queue.pop_front() else {
            return;
        };
        self.answered += 1;
        match question.effort {
            Effort::Look => {
                if let Some(look) = self.looks.get_mut(question.plies) {
                    *look = Some(answer);
                }
            }
            Effort::Judge => self.judge(question.plies, answer),
            Effort::Reply => {
                let found = self.judged_at(question.plies);
                if let Some(judged) = found {
                    judged.reply = answer.lines.into_iter().next();
                }
            }
            Effort::Glance => self.glance(question, answer),
            Effort::Confirm | Effort::Settle => self.confirm(question, answer),
        }
        self.go_on();
    }

    /// The progress so far.
    pub fn progress(&self) -> ReportProgress {
        // A game needs about a quarter more questions than it has positions.
        let expected = if self.looked { 0 } else { self.looks.len() / 4 };
        ReportProgress {
            done: self.answered,
            of: self.answered + self.queue.len() + expected,
        }
    }

    /// Whether the position after this many plies needs a question: not if the game is over or only
    /// one move is legal.
    fn is_open(&self, ply: usize) -> bool {
        let position = self.game.position_after(ply);
        position.is_some_and(|position| {
            let is_over = ply == self.game.len() && self.game.outcome().is_some();
            let moves = position.legal_moves().len();
            !is_over && (moves > 1 || (moves == 1 && ply == self.game.len()))
        })
    }

    /// Determines the next questions once all earlier ones are answered: first the moves to be
    /// judged, then the confirmations of what would be reported.
    fn go_on(&mut self) {
        if self.queue.is_empty() && !self.looked {
            self.looked = true;
            self.choose_suspects();
        }
        if self.queue.is_empty() {
            self.queue.extend(self.doubts());
        }
    }

    fn choose_suspects(&mut self) {
        let mut suspects: Vec<(usize, Chance)> = (0..self.game.len())
            .filter_map(|ply| Some((ply, self.look_at_loss(ply)?)))
            .filter(|&(_, lost)| lost >= SUSPECT)
            .collect();
        suspects.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        self.unjudged = suspects.len().saturating_sub(MOST_JUDGED);
        suspects.truncate(MOST_JUDGED);
        let mut alone: Vec<(usize, Chance)> = (0..self.game.len())
            .filter_map(|ply| Some((ply, self.looks_alone(ply)?)))
            .collect();
        alone.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        alone.truncate(MOST_ONLY);
        let ask = |plies, then, lines, effort| Question {
            plies,
            then,
            lines,
            effort,
        };
        for (ply, _) in suspects {
            self.queue.push_back(ask(ply, None, None, Effort::Judge));
            let then = self.played(ply);
            self.queue.push_back(ask(ply, then, Some(1), Effort::Reply));
        }
        for (ply, _) in alone {
            self.queue.push_back(ask(ply, None, None, Effort::Judge));
        }
        // A move that ends the game has no reply.
        let game = self.game.clone();
        self.queue.retain(|question| {
            let asked = question.game(&game);
            asked.is_ok_and(|asked| asked.outcome().is_none())
        });
    }

    fn judge(&mut self, ply: usize, answer: EngineAnswer) {
        let Some(position) = self.position(ply) else {
            return;
        };
        let legal = position.legal_moves();
        let mut lines = answer.lines;
        lines.retain(|seen| seen.first().is_some_and(|first| legal.contains(first)));
        let known: Vec<Move> = lines
            .iter()
            .filter_map(|seen| seen.first().copied())
            .collect();
        let complete = known.len() >= legal.len();
        self.judged.push(Judged {
            ply,
            lines,
            complete,
            reply: None,
            alone: Vec::new(),
            settled: Vec::new(),
        });
        if complete {
            return;
        }
        // A search ends early if a line decides the game. The other moves are then searched one by
        // one.
        for played in legal.iter().rev() {
            if known.contains(played) {
                continue;
            }
            let question = Question {
                plies: ply,
                then: Some(*played),
                lines: Some(1),
                effort: Effort::Glance,
            };
            match question.game(&self.game).map(|game| game.outcome()) {
                Ok(None) => self.queue.push_front(question),
                Ok(Some(outcome)) => {
                    let score = one_earlier(ended(outcome.winner, position.side().opponent()));
                    self.add_line(
                        ply,
                        Seen {
                            score,
                            moves: vec![*played],
                        },
                    );
                }
                Err(_) => {}
            }
        }
        self.mark_complete(ply, legal.len());
    }

    fn glance(&mut self, question: Question, answer: EngineAnswer) {
        let (Some(played), Some(line)) = (question.then, answer.lines.into_iter().next()) else {
            return;
        };
        let mut moves = vec![played];
        moves.extend(line.moves);
        let score = one_earlier(line.score);
        self.add_line(question.plies, Seen { score, moves });
        let legal = self
            .position(question.plies)
            .map_or(0, |position| position.legal_moves().len());
        self.mark_complete(question.plies, legal);
    }

    fn add_line(&mut self, ply: usize, line: Seen) {
        if let Some(judged) = self.judged_at(ply) {
            judged.add(line);
        }
    }

    fn mark_complete(&mut self, ply: usize, legal: usize) {
        if let Some(judged) = self.judged_at(ply) {
            judged.complete = judged.lines.len() >= legal;
        }
    }

    pub(super) fn judged_at(&mut self, ply: usize) -> Option<&mut Judged> {
        self.judged.iter_mut().find(|judged| judged.ply == ply)
    }

    pub(super) fn position(&self, ply: usize) -> Option<Position> {
        self.game.position_after(ply).copied()
    }

    pub(super) fn played(&self, ply: usize) -> Option<Move> {
        self.moves.get(ply).copied()
    }

    /// The score of a position for the side to move: from its own question, or from the next
    /// position if only one move was legal.
    pub(super) fn score(&self, ply: usize) -> Option<Score> {
        let known = self.first_known(ply)?;
        let score = match self.look(known).and_then(|look| look.lines.first()) {
            Some(line) => line.score,
            None => ended(self.game.outcome()?.winner, self.position(known)?.side()),
        };
        Some((ply..known).fold(score, |score, _| one_earlier(score)))
    }

    /// The score of a position for White.
    pub(super) fn white_score(&self, ply: usize) -> Option<Score> {
        let score = self.score(ply)?;
        Some(match self.position(ply)?.side() {
            Side::White => score,
            Side::Black => score.opposite(),
        })
    }

    /// The outcome of a position by tables, for one side.
    pub(super) fn ending(&self, ply: usize, side: Side) -> Option<TableEnding> {
        let known = self.first_known(ply)?;
        match self.look(known) {
            Some(look) => look.verdict.map(|verdict| ending(verdict.winner(), side)),
            None => Some(ending(self.game.outcome()?.winner, side)),
        }
    }

    /// The first position from here on that has an answer or in which the game is over, if every
    /// move up to it was the only legal one, so that it has the same value.
    fn first_known(&self, ply: usize) -> Option<usize> {
        let last = self.game.len();
        for at in ply..=last {
            if self.look(at).is_some() || (at == last && self.game.outcome().is_some()) {
                return Some(at);
            }
            let is_forced = self.game.is_regular(at)
                && self
                    .position(at)
                    .is_some_and(|position| position.legal_moves().len() == 1);
            if !is_forced {
                return None;
            }
        }
        None
    }

    pub(super) fn look(&self, ply: usize) -> Option<&EngineAnswer> {
        let look = self.looks.get(ply)?.as_ref();
        look.filter(|look| !look.lines.is_empty())
    }

    /// The chance that a move seems to have lost; `None` if there was no choice or nothing is
    /// known.
    fn look_at_loss(&self, ply: usize) -> Option<Chance> {
        if !self.game.is_regular(ply) || self.position(ply)?.legal_moves().len() < 2 {
            return None;
        }
        let before = chance(self.score(ply)?);
        let after = chance(self.score(ply + 1)?.opposite());
        Some(before - after)
    }

    /// By how much the played move seems better than any other; `None` if the difference is too
    /// small to report.
    fn looks_alone(&self, ply: usize) -> Option<Chance> {
        let look = self.look(ply)?;
        let [first, second] = look.lines.get(..2)? else {
            return None;
        };
        let position = self.position(ply)?;
        let played = self.played(ply)?;
        let gap = first.chance() - second.chance();
        // With tables the better of two moves is certain; a search must see a third move.
        let fewest = if look.verdict.is_some() { 2 } else { 3 };
        let takes_back = played.is_capture() && ply > 0 && self.played(ply - 1)?.is_capture();
        let is_good = first.first() == Some(&played)
            && gap >= ALONE
            && first.chance() > -0.6
            && position.legal_moves().len() >= fewest
            && self.look_at_loss(ply)? < SUSPECT;
        (is_good && !takes_back).then_some(gap)
    }

    /// The chance that a judged move lost: the smaller of the results of the comparison of all
    /// moves and of the search of the reply.
    pub(super) fn loss(&self, judged: &Judged) -> Option<(Chance, Severity)> {
        let played = self.played(judged.ply)?;
        let best = judged.lines.first()?.chance();
        let in_lines = judged
            .lines
            .iter()
            .find(|seen| seen.first() == Some(&played));
        let last = judged.ply + 1;
        let by_reply = if let Some(reply) = self.reply(judged) {
            Some(-reply.chance())
        } else if last == self.game.len() && self.game.outcome().is_some() {
            self.score(last).map(|score| -chance(score))
        } else {
            None
        };
        let after = match (in_lines.map(Seen::chance), by_reply) {
            (Some(one), Some(other)) => one.max(other),
            (Some(one), None) => one,
            (None, Some(other)) => other,
            (None, None) => return None,
        };
        let lost = (best - after).max(0.0);
        Some((lost, Severity::of(lost)))
    }
}

/// The outcome of a position for one side.
fn ending(winner: Option<Side>, side: Side) -> TableEnding {
    match winner {
        Some(winner) if winner == side => TableEnding::Won,
        Some(_) => TableEnding::Lost,
        None => TableEnding::Drawn,
    }
}

/// The score for a side of a position in which the game is over.
fn ended(winner: Option<Side>, side: Side) -> Score {
    match winner {
        None => Score::Hundredths(0),
        Some(winner) if winner == side => Score::Win(0),
        Some(_) => Score::Loss(0),
    }
}
