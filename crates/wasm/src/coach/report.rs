//! The report on a game, as the page makes it: the report returns questions for the engine, and the
//! page passes them through its engine queue and returns the answers. All logic is in
//! `damier_coach`. `report_view` has the JSON form of the finished report.

use damier_coach::report::{Choice, EngineAnswer, Question, Report, words};
use damier_rules::{Game, Move};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use super::input::{ThoughtInput, game_of, seen, verdict};
use super::report_view::ReportView;
use crate::arguments::{count, language, read, write};
use crate::error::DoorError;

/// A number of lines above the moves of any position, which requests all of them.
const ALL_LINES: usize = 1_000;

/// A question of the report to the engine, as the page asks it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportQuestion {
    /// The moves that lead to the position, from the start of the game.
    pub moves: Vec<String>,
    /// The number of pieces on the board in that position.
    pub pieces: usize,
    /// Nodes to visit.
    pub nodes: u64,
    /// The number of lines.
    pub lines: usize,
}

/// The progress of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportProgress {
    /// Questions answered.
    pub done: usize,
    /// All questions known so far.
    pub of: usize,
}

/// A report in progress.
#[wasm_bindgen]
pub struct ReportMaker {
    game: Game,
    report: Report,
}

#[wasm_bindgen]
impl ReportMaker {
    /// Starts a report on the game with these moves (JSON: a list of texts) from this FEN. Moves
    /// after the end of the game by rule are left out.
    ///
    /// # Errors
    /// `unknown-variant`, `bad-fen`, `bad-json`, `too-many-moves`, `not-legal`.
    #[wasm_bindgen(constructor)]
    pub fn new(variant_id: &str, fen: &str, moves_json: &str) -> Result<ReportMaker, DoorError> {
        let game = game_of(variant_id, fen, moves_json)?;
        let report = Report::new(&game);
        Ok(ReportMaker { game, report })
    }

    /// The next question for the engine: JSON of `ReportQuestion`, or `null` when there is none.
    /// The first look at a position gets `look_nodes`.
    ///
    /// # Errors
    /// None are known.
    pub fn next_question(&mut self, look_nodes: f64) -> Result<String, DoorError> {
        while let Some(question) = self.report.next_question() {
            if let Some(view) = self.view(&question, count(look_nodes)) {
                return write(&Some(view));
            }
            self.report.answer(EngineAnswer::default());
        }
        write(&None::<ReportQuestion>)
    }

    /// Takes the engine's answer to that question: JSON of a `Thought`, or `null` if there is none.
    ///
    /// # Errors
    /// `bad-json`.
    pub fn answer(&mut self, thought_json: &str) -> Result<(), DoorError> {
        let thought: Option<ThoughtInput> = read("the thought", thought_json)?;
        let asked = self.report.next_question();
        let game = asked.and_then(|question| question.game(&self.game).ok());
        let answer = match (thought, game) {
            (Some(thought), Some(game)) => EngineAnswer {
                lines: seen(game.position(), &thought.lines),
                verdict: thought.verdict.as_deref().and_then(verdict),
            },
            _ => EngineAnswer::default(),
        };
        self.report.answer(answer);
        Ok(())
    }

    /// The progress so far: JSON of `ReportProgress`.
    ///
    /// # Errors
    /// None are known.
    pub fn progress(&self) -> Result<String, DoorError> {
        let progress = self.report.progress();
        write(&ReportProgress {
            done: progress.done,
            of: progress.of,
        })
    }

    /// The report from the answers so far: JSON of `ReportView`. For children it has at most three
    /// moments, all of them proved.
    ///
    /// # Errors
    /// `unknown-language`.
    pub fn finish(&self, for_children: bool, lang: &str) -> Result<String, DoorError> {
        let choice = if for_children {
            Choice::FOR_CHILDREN
        } else {
            Choice::default()
        };
        write(&ReportView::of(
            &self.report.finish(&choice),
            language(lang)?,
        ))
    }
}

impl ReportMaker {
    fn view(&self, question: &Question, look: u64) -> Option<ReportQuestion> {
        let game = question.game(&self.game).ok()?;
        let moves: Vec<Move> = game.moves().collect();
        Some(ReportQuestion {
            moves: words::line(game.start(), &moves),
            pieces: game.position().to_setup().iter().count(),
            nodes: question.effort.measure(look),
            lines: question.line_count().min(ALL_LINES),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROYAL: &str = "W:W33,38,39,40,45,50:B1,6,12,13,14,23,24";

    fn maker(moves: &str) -> ReportMaker {
        ReportMaker::new("international", ROYAL, moves).unwrap()
    }

    #[test]
    fn a_report_is_driven_through_the_binding() {
        let mut maker = maker(r#"["50-44","6-11","33-28","23x34","40x16"]"#);
        let mut asked = 0;
        loop {
            let question = maker.next_question(1_000.0).unwrap();
            if question == "null" {
                break;
            }
            asked += 1;
            assert!(question.contains(r#""nodes":"#), "{question}");
            let answer = if question.contains(r#""moves":[],"#) {
                r#"{"lines":[{"score":{"hundredths":300},"pv":["33-28","23x34","40x7"]},{"score":{"hundredths":0},"pv":["50-44"]}]}"#
            } else if question.contains(r#""moves":["33-28"],"#) {
                // The same shot, searched alone.
                r#"{"lines":[{"score":{"hundredths":-300},"pv":["23x34","40x7"]}]}"#
            } else {
                r#"{"lines":[{"score":{"hundredths":0},"pv":["nonsense"]}],"verdict":null}"#
            };
            maker.answer(answer).unwrap();
        }
        let progress = maker.progress().unwrap();
        assert!(
            progress.contains(&format!(r#""done":{asked}"#)),
            "{progress} {asked}"
        );
        let french = maker.finish(true, "fr").unwrap();
        assert!(french.contains("Il y avait un coup royal"), "{french}");
        assert!(french.contains(r#""acceptable":["33-28"]"#), "{french}");
        assert!(french.contains(r#""unjudged":null"#), "{french}");
    }

    #[test]
    fn what_cannot_be_read_has_a_code() {
        let code = |fen, moves| {
            ReportMaker::new("international", fen, moves)
                .err()
                .unwrap()
                .code
        };
        assert_eq!(code("W:W99", "[]"), "bad-fen");
        assert_eq!(code(ROYAL, r#"["50-45"]"#), "not-legal");
        assert_eq!(code(ROYAL, "{"), "bad-json");
        assert_eq!(maker("[]").answer("{").unwrap_err().code, "bad-json");
        assert_eq!(
            maker("[]").finish(false, "nl").unwrap_err().code,
            "unknown-language"
        );
    }
}
