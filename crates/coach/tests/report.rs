//! The report on games of any variant, with an engine that returns random answers: it always ends,
//! never panics, and every sentence is short and complete.

use std::collections::BTreeSet;

use damier_coach::report::{Choice, Effort, EngineAnswer, GameReport, Remark, Report, Seen, words};
use damier_coach::why;
use damier_engine::{Score, Verdict};
use damier_notation::wording::Language;
use damier_notation::{fen, move_text};
use damier_rules::{DrawSettings, Game, Move, Position, Side, Variant};
use proptest::prelude::*;

/// Seeded random numbers, so that a case can be repeated.
struct Lots(u64);

impl Lots {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }

    fn score(&mut self) -> Score {
        let plies = self.below(40) as u16;
        match self.below(8) {
            0 => Score::Win(plies),
            1 => Score::Loss(plies),
            2 => Score::KnownWin(plies),
            3 => Score::KnownLoss(plies),
            _ => Score::Hundredths(self.below(800) as i32 - 400),
        }
    }

    fn verdict(&mut self) -> Option<Verdict> {
        match self.below(6) {
            0 => Some(Verdict::Won(Side::White)),
            1 => Some(Verdict::Won(Side::Black)),
            2 => Some(Verdict::Drawn),
            _ => None,
        }
    }

    /// Some legal moves one after another, captures and quiet ones at random.
    fn line(&mut self, start: Position, first: Option<Move>) -> Vec<Move> {
        let mut position = start;
        let mut moves = Vec::new();
        for ply in 0..self.below(14) {
            let legal = position.legal_moves();
            let Some(any) = legal.get(self.below(legal.len())) else {
                break;
            };
            let played = first.filter(|_| ply == 0).unwrap_or(*any);
            let Ok(next) = position.play(&played) else {
                break;
            };
            moves.push(played);
            position = next;
        }
        moves
    }
}

fn game(variant: Variant, lots: &mut Lots) -> Game {
    let mut game = Game::new(Position::start(variant), DrawSettings::default());
    for _ in 0..lots.below(60) {
        let legal = game.position().legal_moves();
        let Some(played) = legal.get(lots.below(legal.len())) else {
            break;
        };
        if game.play(played).is_err() {
            break;
        }
    }
    game
}

fn is_a_sentence(text: &str) -> bool {
    let words = text
        .split_whitespace()
        .filter(|word| word.chars().any(char::is_alphanumeric));
    text.ends_with('.') && words.count() <= 20 && !text.contains("  ")
}

/// Whether the plies of a list are distinct.
fn is_each_once(plies: impl Iterator<Item = usize>) -> bool {
    let plies: Vec<usize> = plies.collect();
    plies.iter().collect::<BTreeSet<_>>().len() == plies.len()
}

#[test]
fn a_move_is_at_most_one_moment() {
    // The second 1-6 repeats a position, lengthens a won ending, and leaves three moves before the
    // draw by few pieces.
    let start = fen::read_position(Variant::INTERNATIONAL, "W:WK1,K2:BK45").expect("a position");
    let mut game = Game::new(start, DrawSettings::default());
    for text in ["1-6", "45-50", "6-1", "50-45", "1-6"] {
        let played = move_text::read(game.position(), text).expect("a move");
        game.play(&played).expect("legal");
    }
    let mut report = Report::new(&game);
    while let Some(question) = report.next_question() {
        let at = *question.game(&game).expect("of the game").position();
        let (score, first) = match at.side() {
            Side::White => (Score::Win(7), "2-7"),
            Side::Black => (Score::Loss(30), "45-40"),
        };
        let other = || at.legal_moves()[0];
        let first = move_text::read(&at, first).unwrap_or_else(|_| other());
        report.answer(EngineAnswer {
            lines: vec![Seen {
                score,
                moves: vec![first],
            }],
            verdict: Some(Verdict::Won(Side::White)),
        });
    }
    let moments = report.finish(&Choice::default()).moments;
    let last = moments.iter().find(|moment| moment.ply == 4);
    let said: Vec<&str> = last
        .expect("a moment")
        .events
        .iter()
        .map(Remark::code)
        .collect();
    assert_eq!(said, ["draw-near", "repetition-near"]);
    assert!(is_each_once(moments.iter().map(|moment| moment.ply)));
}

/// A report on one quiet move, in which the search of all moves gives one result and the searches
/// of the best move and the played move alone give another. Scores are for White, who moved.
fn second_look(together: [i32; 2], alone: [Score; 2]) -> (Vec<(Effort, bool)>, GameReport) {
    let start =
        fen::read_position(Variant::INTERNATIONAL, "W:W31,42,46:B8,12,22").expect("a position");
    let read = |text| move_text::read(&start, text).expect("a move");
    let (best, played) = (read("46-41"), read("42-37"));
    let mut game = Game::new(start, DrawSettings::default());
    game.play(&played).expect("legal");
    let mut report = Report::new(&game);
    let mut asked = Vec::new();
    while let Some(question) = report.next_question() {
        let at = *question.game(&game).expect("of the game").position();
        let line = |score, first| Seen {
            score,
            moves: vec![first],
        };
        let estimate = |of_best: bool| Score::Hundredths(together[usize::from(!of_best)]);
        let lines = if at == start {
            let value = |first: Move| line(estimate(first == best), first);
            let mut lines: Vec<Seen> = at.legal_moves().into_iter().map(value).collect();
            lines.sort_by_key(|line| std::cmp::Reverse(line.score.rank()));
            lines
        } else {
            let is_second = matches!(question.effort, Effort::Confirm | Effort::Settle);
            let of_best = question.then == Some(best);
            if is_second {
                asked.push((question.effort, of_best));
            }
            let score = match (is_second, of_best, question.then) {
                (true, true, _) => alone[0],
                (true, false, Some(first)) if first == played => alone[1],
                _ => estimate(of_best),
            };
            vec![line(score.opposite(), at.legal_moves()[0])]
        };
        report.answer(EngineAnswer {
            lines,
            verdict: None,
        });
    }
    (asked, report.finish(&Choice::default()))
}

#[test]
fn best_and_played_moves_are_searched_alone_before_a_report() {
    let same = [Score::Hundredths(0), Score::Hundredths(-150)];
    let (asked, report) = second_look([0, -150], same);
    assert_eq!(asked, [(Effort::Confirm, true), (Effort::Confirm, false)]);
    assert_eq!(report.moments.len(), 1);
    // Searched alone, the played move is equally good: nothing is reported or counted.
    let (_, report) = second_look([0, -150], [Score::Hundredths(-10), Score::Hundredths(0)]);
    assert!(report.moments.is_empty());
    assert!(
        report
            .counts
            .iter()
            .all(damier_coach::report::Counts::are_none)
    );
    // A move that would not be reported is not searched again.
    assert!(second_look([0, -10], same).0.is_empty());
}

#[test]
fn move_in_a_lost_game_is_no_blunder() {
    // By one search White is a man behind with the best move and loses with the other: the best
    // move is searched once more.
    let far = [Score::Hundredths(-200), Score::Loss(9)];
    let (asked, report) = second_look([-200, -900], far);
    assert_eq!(asked.last(), Some(&(Effort::Settle, true)));
    assert_eq!(report.moments.len(), 1);
    let (asked, report) = second_look([-200, -900], [Score::Loss(30), Score::Loss(9)]);
    assert!(asked.iter().all(|(effort, _)| *effort == Effort::Confirm));
    assert!(report.moments.is_empty());
    // A move only a little worse than a bad one, by an estimate, is not reported.
    let (_, report) = second_look(
        [-130, -230],
        [Score::Hundredths(-130), Score::Hundredths(-230)],
    );
    assert!(report.moments.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn sentences_are_complete_for_any_engine_answers(seed: u64, number in 0..Variant::ALL.len()) {
        let variant = Variant::ALL[number];
        let mut lots = Lots(seed);
        let game = game(variant, &mut lots);
        let mut report = Report::new(&game);
        let mut asked = 0;
        while let Some(question) = report.next_question() {
            asked += 1;
            prop_assert!(asked < 3_000, "it comes to an end");
            let asked_about = question.game(&game).expect("a position of the game");
            let at = *asked_about.position();
            let legal = at.legal_moves();
            let wanted = question.line_count().min(legal.len());
            let lines = legal.iter().take(lots.below(wanted + 1)).map(|played| {
                let moves = lots.line(at, Some(*played));
                Seen { score: lots.score(), moves }
            });
            let lines: Vec<Seen> = lines.collect();
            if let Some(reason) = why::why(&asked_about, &lines) {
                for language in Language::ALL {
                    prop_assert!(why::sentence(language, &at, &reason).ends_with('.'));
                }
            }
            let verdict = lots.verdict();
            report.answer(EngineAnswer { lines, verdict });
        }
        prop_assert_eq!(report.progress().done, report.progress().of);
        for choice in [Choice::default(), Choice::FOR_CHILDREN] {
            let found = report.finish(&choice);
            prop_assert!(found.moments.len() <= choice.most);
            prop_assert_eq!(found.curve.len(), game.len() + 1);
            prop_assert!(is_each_once(found.moments.iter().map(|moment| moment.ply)));
            prop_assert!(is_each_once(found.strengths.iter().map(|strength| strength.ply)));
            for moment in &found.moments {
                prop_assert!(!moment.events.is_empty());
                for language in Language::ALL {
                    for sentence in words::moment(language, moment) {
                        prop_assert!(is_a_sentence(&sentence), "{}: {}", variant.id(), sentence);
                    }
                }
                if let Some((start, moves)) = moment.line() {
                    prop_assert_eq!(words::line(&start, &moves).len(), moves.len(), "the line is legal");
                }
                for played in &moment.acceptable {
                    prop_assert!(moment.position.play(played).is_ok());
                }
            }
            for strength in &found.strengths {
                for language in Language::ALL {
                    for sentence in words::strength(language, strength) {
                        prop_assert!(is_a_sentence(&sentence), "{}: {}", variant.id(), sentence);
                    }
                }
            }
        }
    }
}
