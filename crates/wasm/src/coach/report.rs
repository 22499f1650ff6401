//! The report on a game, as the page makes it: the machine says what the engine must be asked, the page passes the questions through
//! its queue and the answers back. Also why a move is played. Decides nothing: `damier_coach` does.

use damier_club::record::MAX_ACTS;
use damier_coach::report::{
    Choice, Counts, EngineAnswer, GameReport, Moment, Question, Report, Seen, StrongMove, words,
};
use damier_coach::why;
use damier_engine::{Score, Verdict};
use damier_notation::wording::Language;
use damier_notation::{fen, move_text};
use damier_rules::{DrawSettings, Game, Move, Position, Side};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::arguments::{count, language, read, variant, write};
use crate::error::DoorError;
use crate::score::ScoreView;

/// More lines than any position has moves: all of them are wanted.
const ALL_LINES: usize = 1_000;

/// A question of the report to the engine, as the page asks it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportQuestion {
    /// The moves that lead to the position, from the start of the game.
    pub moves: Vec<String>,
    /// How many pieces are on the board then.
    pub pieces: usize,
    /// Nodes to visit.
    pub nodes: u64,
    /// How many lines are wanted.
    pub lines: usize,
}

/// The part of the engine's thought that answers a question: its lines, and what tables know.
#[derive(Deserialize)]
struct Told {
    lines: Vec<ToldLine>,
    verdict: Option<String>,
}

#[derive(Deserialize)]
struct ToldLine {
    score: ScoreView,
    pv: Vec<String>,
}

/// How far a report has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportProgress {
    /// Questions answered.
    pub done: usize,
    /// All questions, as far as they are known.
    pub of: usize,
}

/// A report on a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportView {
    /// The chance of White after each move, -1 to 1; the first is that of the start.
    pub curve: Vec<Option<f64>>,
    /// How many moves of White were how serious.
    pub white: CountsView,
    /// The same for Black.
    pub black: CountsView,
    /// The moments that mattered.
    pub moments: Vec<MomentView>,
    /// What was played well.
    pub strengths: Vec<StrengthView>,
    /// What is said where no moment is told.
    pub silence: Option<String>,
}

/// How many moves of a side were how serious.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CountsView {
    /// Blunders.
    pub blunders: usize,
    /// Mistakes.
    pub mistakes: usize,
    /// Inaccuracies.
    pub inaccuracies: usize,
}

/// A moment of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MomentView {
    /// Plies before the move.
    pub ply: usize,
    /// Who moved: `white` or `black`.
    pub side: &'static str,
    /// The position before the move.
    pub fen: String,
    /// The move that was played.
    pub played: String,
    /// `advice`, `inaccuracy`, `mistake` or `blunder`.
    pub severity: &'static str,
    /// The same in words.
    pub severity_text: &'static str,
    /// What is said of it.
    pub sentences: Vec<String>,
    /// The position from which the line is played that shows it.
    pub line_fen: Option<String>,
    /// That line.
    pub line: Vec<String>,
    /// Every move that "try again" accepts, the best first.
    pub acceptable: Vec<String>,
}

/// Something that was played well.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StrengthView {
    /// Plies before the move.
    pub ply: usize,
    /// Who moved: `white` or `black`.
    pub side: &'static str,
    /// The position before the move.
    pub fen: String,
    /// The move that was played.
    pub played: String,
    /// What is said of it.
    pub sentences: Vec<String>,
}

/// A report that is being made.
#[wasm_bindgen]
pub struct ReportMaker {
    game: Game,
    report: Report,
}

#[wasm_bindgen]
impl ReportMaker {
    /// A report on the game with these moves (JSON: a list of texts) from this FEN. Moves behind the end of a game by rule
    /// are left out.
    ///
    /// # Errors
    /// `unknown-variant`, `bad-fen`, `bad-json`, `too-many-moves`, `not-legal`.
    #[wasm_bindgen(constructor)]
    pub fn new(variant_id: &str, fen: &str, moves_json: &str) -> Result<ReportMaker, DoorError> {
        let game = game_of(variant_id, fen, moves_json)?;
        let report = Report::new(&game);
        Ok(ReportMaker { game, report })
    }

    /// What the engine must be asked next: JSON of `ReportQuestion`, or `null` when all is known. A look at one position
    /// gets `look_nodes`.
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

    /// Takes the engine's answer to that question: JSON of a `Thought`, or `null` where there is none.
    ///
    /// # Errors
    /// `bad-json`.
    pub fn answer(&mut self, thought_json: &str) -> Result<(), DoorError> {
        let told: Option<Told> = read("the thought", thought_json)?;
        let asked = self.report.next_question();
        let game = asked.and_then(|question| question.game(&self.game).ok());
        let answer = match (told, game) {
            (Some(told), Some(game)) => EngineAnswer {
                lines: seen(game.position(), &told.lines),
                verdict: told.verdict.as_deref().and_then(verdict),
            },
            _ => EngineAnswer::default(),
        };
        self.report.answer(answer);
        Ok(())
    }

    /// How far it has come: JSON of `ReportProgress`.
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

    /// The report as far as it is known: JSON of `ReportView`. For children it has three moments at most, all of them proved.
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

/// Why the first move of the best line is played after these moves (JSON: a list of texts) from this FEN, in one sentence: JSON of a text, or
/// `null` where nothing can be said. `lines_json` is the list of lines of a `Thought`.
///
/// # Errors
/// `unknown-variant`, `bad-fen`, `bad-json`, `too-many-moves`, `not-legal`, `unknown-language`.
#[wasm_bindgen]
pub fn why_move(
    variant_id: &str,
    fen: &str,
    moves_json: &str,
    lines_json: &str,
    lang: &str,
) -> Result<String, DoorError> {
    let language = language(lang)?;
    let game = game_of(variant_id, fen, moves_json)?;
    let position = game.position();
    let told: Vec<ToldLine> = read("the lines", lines_json)?;
    let reason = why::why(&game, &seen(position, &told));
    write(&reason.map(|reason| why::sentence(language, position, &reason)))
}

/// The game with these moves (JSON: a list of texts) from this FEN. Moves behind its end by rule are left out.
fn game_of(variant_id: &str, fen: &str, moves_json: &str) -> Result<Game, DoorError> {
    let moves: Vec<String> = read("the moves", moves_json)?;
    if moves.len() > MAX_ACTS {
        let message = format!("a game has at most {MAX_ACTS} moves, found {}", moves.len());
        return Err(DoorError::new("too-many-moves", message));
    }
    let start = fen::read_position(variant(variant_id)?, fen)
        .map_err(|error| DoorError::new("bad-fen", error))?;
    let mut game = Game::new(start, DrawSettings::default());
    for (index, text) in moves.iter().enumerate() {
        if game.outcome().is_some() {
            break;
        }
        let refused = |error: &dyn std::fmt::Display| {
            DoorError::new("not-legal", format_args!("move {}: {error}", index + 1))
        };
        let played = move_text::read(game.position(), text).map_err(|error| refused(&error))?;
        game.play(&played).map_err(|error| refused(&error))?;
    }
    Ok(game)
}

/// The lines of a thought, each as far as its moves are legal.
fn seen(position: &Position, lines: &[ToldLine]) -> Vec<Seen> {
    let read_line = |line: &ToldLine| {
        let mut at = *position;
        let mut moves = Vec::with_capacity(line.pv.len());
        for text in &line.pv {
            let Ok(played) = move_text::read(&at, text) else {
                break;
            };
            let Ok(next) = at.play(&played) else { break };
            moves.push(played);
            at = next;
        }
        Seen {
            score: Score::from(line.score),
            moves,
        }
    };
    lines.iter().map(read_line).collect()
}

fn verdict(word: &str) -> Option<Verdict> {
    match word {
        "draw" => Some(Verdict::Drawn),
        side => Side::from_code(side).map(Verdict::Won),
    }
}

impl ReportView {
    fn of(report: &GameReport, language: Language) -> ReportView {
        let [white, black] = report.counts;
        ReportView {
            curve: report
                .curve
                .iter()
                .map(|at| at.map(|at| at.white))
                .collect(),
            white: white.into(),
            black: black.into(),
            moments: report
                .moments
                .iter()
                .map(|moment| MomentView::of(moment, language))
                .collect(),
            strengths: report
                .strengths
                .iter()
                .map(|strength| StrengthView::of(strength, language))
                .collect(),
            silence: report
                .silence
                .map(|silence| words::silence(language, silence)),
        }
    }
}

impl From<Counts> for CountsView {
    fn from(counts: Counts) -> CountsView {
        CountsView {
            blunders: counts.blunders,
            mistakes: counts.mistakes,
            inaccuracies: counts.inaccuracies,
        }
    }
}

impl MomentView {
    fn of(moment: &Moment, language: Language) -> MomentView {
        let text = |played| move_text::text(&moment.position, played);
        let line = moment.line();
        MomentView {
            ply: moment.ply,
            side: moment.side().code(),
            fen: fen::write(&moment.position),
            played: text(&moment.played),
            severity: moment.severity.code(),
            severity_text: words::severity(language, moment.severity),
            sentences: words::moment(language, moment),
            line_fen: line.as_ref().map(|(start, _)| fen::write(start)),
            line: line.map_or_else(Vec::new, |(start, moves)| words::line(&start, &moves)),
            acceptable: moment.acceptable.iter().map(text).collect(),
        }
    }
}

impl StrengthView {
    fn of(strength: &StrongMove, language: Language) -> StrengthView {
        StrengthView {
            ply: strength.ply,
            side: strength.side().code(),
            fen: fen::write(&strength.position),
            played: move_text::text(&strength.position, &strength.played),
            sentences: words::strength(language, strength),
        }
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
    fn the_machine_is_driven_through_the_door() {
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
    }

    #[test]
    fn a_reason_is_one_sentence_or_null() {
        let lines = r#"[{"score":{"hundredths":300},"pv":["33-28","23x34","40x7"]}]"#;
        let told = why_move("international", ROYAL, "[]", lines, "en").unwrap();
        assert!(told.contains("coup royal"), "{told}");
        assert_eq!(
            why_move("international", ROYAL, "[]", "[]", "en").unwrap(),
            "null"
        );
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
