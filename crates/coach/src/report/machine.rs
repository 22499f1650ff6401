//! The report on a game as a machine: it says what must be asked next, is told the answer, and makes the report of what it
//! knows. Both doors drive it, the command with an engine in its process and the page through its queue; it reads no clock and starts
//! nothing. What can be said of a judged move is in `explain`, which moments are chosen in `choice`.

use std::collections::VecDeque;

use damier_engine::Score;
use damier_rules::{Game, Move, Position, Side};

use super::chance::{Chance, Severity, chance, one_earlier};
use super::question::{Effort, EngineAnswer, Question};
use super::remark::{Seen, TableEnding};

/// The most moves that are judged with all others beside them, so that a report has an end.
pub(super) const MOST_JUDGED: usize = 14;

/// The most moves that are looked at as only good ones.
const MOST_ONLY: usize = 6;

/// A move that looked this bad is judged. Below what is worth a word, since a look is less exact.
const SUSPECT: Chance = 0.08;

/// A second line this much worse makes the first one look like the only good move.
const ALONE: Chance = 0.25;

/// A report on a game, being made.
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
    /// What is known of each position, one more than there are moves.
    pub(super) looks: Vec<Option<EngineAnswer>>,
    /// Moves of which more is known.
    pub(super) judged: Vec<Judged>,
    queue: VecDeque<Question>,
    answered: usize,
    looked: bool,
    /// How many moves looked bad and are not judged, since others looked worse.
    pub(super) unjudged: usize,
}

/// A move that is compared with all others.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    /// How many plies were played before it.
    pub(super) ply: usize,
    /// Every legal move that was judged, best first.
    pub(super) lines: Vec<Seen>,
    /// Whether all were.
    pub(super) complete: bool,
    /// The best line after it, as its own search found it.
    pub(super) reply: Option<Seen>,
    /// The moves that were searched alone.
    pub(super) alone: Vec<Move>,
    /// The best moves that were searched once more since even with them the side stands badly.
    pub(super) settled: Vec<Move>,
}

impl Judged {
    /// Puts a line where its score belongs.
    pub(super) fn add(&mut self, line: Seen) {
        let place = self
            .lines
            .partition_point(|other| other.score.rank() >= line.score.rank());
        self.lines.insert(place, line);
    }
}

/// How far a report has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReportProgress {
    /// Questions answered.
    pub done: usize,
    /// All questions, as far as they are known; grows when the positions have been looked at, and with each second look.
    pub of: usize,
}

impl Report {
    /// A report on the game from its start to where it stands. What somebody played by consent against the rules is left out.
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
        // From the end: what is found in late positions helps with the earlier ones.
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

    /// What must be asked next; `None` when everything is known.
    pub fn next_question(&self) -> Option<Question> {
        self.queue.front().copied()
    }

    /// Takes the answer to the question that [`Report::next_question`] gives. An answer without lines is taken too: then nothing
    /// is said of that position.
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

    /// How far it has come.
    pub fn progress(&self) -> ReportProgress {
        // A game has about as many questions again as a quarter of its positions.
        let expected = if self.looked { 0 } else { self.looks.len() / 4 };
        ReportProgress {
            done: self.answered,
            of: self.answered + self.queue.len() + expected,
        }
    }

    /// Whether the position after this many plies is asked about: not where the game is over or only one move is legal.
    fn is_open(&self, ply: usize) -> bool {
        let position = self.game.position_after(ply);
        position.is_some_and(|position| {
            let is_over = ply == self.game.len() && self.game.outcome().is_some();
            let moves = position.legal_moves().len();
            !is_over && (moves > 1 || (moves == 1 && ply == self.game.len()))
        })
    }

    /// When everything so far is answered: what comes next. First the moves to be judged, then the second looks at what would be said.
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
        // A search ends early where a line decides the game. The other moves are asked one by one.
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

    /// The score of a position for its side: as it was looked at, or from the next one where only one move was legal.
    pub(super) fn score(&self, ply: usize) -> Option<Score> {
        let known = self.first_known(ply)?;
        let score = match self.look(known).and_then(|look| look.lines.first()) {
            Some(line) => line.score,
            None => ended(self.game.outcome()?.winner, self.position(known)?.side()),
        };
        Some((ply..known).fold(score, |score, _| one_earlier(score)))
    }

    /// The ending of a position by tables, for one side.
    pub(super) fn ending(&self, ply: usize, side: Side) -> Option<TableEnding> {
        let known = self.first_known(ply)?;
        match self.look(known) {
            Some(look) => look.verdict.map(|verdict| ending(verdict.winner(), side)),
            None => Some(ending(self.game.outcome()?.winner, side)),
        }
    }

    /// The first position from here on that was looked at or in which the game is over, where every move up to it was the only legal
    /// one: it is worth the same.
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

    /// What a move seems to have given away; `None` where there was no choice or nothing is known.
    fn look_at_loss(&self, ply: usize) -> Option<Chance> {
        if !self.game.is_regular(ply) || self.position(ply)?.legal_moves().len() < 2 {
            return None;
        }
        let before = chance(self.score(ply)?);
        let after = chance(self.score(ply + 1)?.opposite());
        Some(before - after)
    }

    /// How much better the move that was played looks than any other; `None` where that is nothing worth a word.
    fn looks_alone(&self, ply: usize) -> Option<Chance> {
        let look = self.look(ply)?;
        let [first, second] = look.lines.get(..2)? else {
            return None;
        };
        let position = self.position(ply)?;
        let played = self.played(ply)?;
        let gap = first.chance() - second.chance();
        // By tables the better of two moves is known; a search must see a third.
        let fewest = if look.verdict.is_some() { 2 } else { 3 };
        let takes_back = played.is_capture() && ply > 0 && self.played(ply - 1)?.is_capture();
        let is_good = first.first() == Some(&played)
            && gap >= ALONE
            && first.chance() > -0.6
            && position.legal_moves().len() >= fewest
            && self.look_at_loss(ply)? < SUSPECT;
        (is_good && !takes_back).then_some(gap)
    }

    /// What a judged move gave away: the smaller of what the comparison of all moves and the look at its reply say.
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

/// How a position ends, for one side.
fn ending(winner: Option<Side>, side: Side) -> TableEnding {
    match winner {
        Some(winner) if winner == side => TableEnding::Won,
        Some(_) => TableEnding::Lost,
        None => TableEnding::Drawn,
    }
}

/// The score of a position in which the game is over, for a side.
fn ended(winner: Option<Side>, side: Side) -> Score {
    match winner {
        None => Score::Hundredths(0),
        Some(winner) if winner == side => Score::Win(0),
        Some(_) => Score::Loss(0),
    }
}
