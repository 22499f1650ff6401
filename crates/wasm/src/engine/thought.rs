//! What the engine is asked and what it answers, as JSON for the page.

use damier_engine::{Engine, Level, Limits, Line, Progress, TimeLeft};
use damier_notation::move_text;
use damier_rules::{Move, Position, Variant};
use serde::{Deserialize, Serialize};

use super::browser;
use super::endings::VerdictView;
use crate::error::DoorError;
use crate::score::ScoreView;
use crate::view::MoveView;

/// When to stop thinking: at whichever limit comes first. Without any limit the engine thinks until
/// it is stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
pub struct ThinkLimits {
    /// Play like somebody of this level, 1 to 10.
    pub level: Option<u8>,
    /// The deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Milliseconds for this move.
    pub time_ms: Option<u64>,
    /// The clock of the side to move.
    pub clock: Option<ThinkClock>,
    /// How many of the best lines to show; one if absent.
    pub lines: Option<usize>,
    /// What varies the play of a level: equal seeds, equal play. Chance if absent.
    pub seed: Option<u64>,
}

/// The clock of the side to move, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ThinkClock {
    /// What it has left.
    pub remaining_ms: u64,
    /// What each move adds.
    pub increment_ms: u64,
}

impl ThinkLimits {
    /// The limits as the engine wants them.
    pub(crate) fn limits(&self) -> Result<Limits, DoorError> {
        let level = |number| {
            Level::new(number).ok_or_else(|| {
                DoorError::new(
                    "no-such-level",
                    format_args!("there are levels 1 to 10, found {number}"),
                )
            })
        };
        Ok(Limits {
            depth: self.depth,
            nodes: self.nodes,
            time_ms: self.time_ms,
            clock: self.clock.map(|clock| TimeLeft {
                remaining_ms: clock.remaining_ms,
                increment_ms: clock.increment_ms,
            }),
            moves_left: None,
            lines: self.lines.unwrap_or(1),
            level: self.level.map(level).transpose()?,
            seed: self.seed.unwrap_or_else(browser::chance),
        })
    }
}

/// What the engine knows so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Thought {
    /// Whether it has finished.
    pub done: bool,
    /// The last depth completed, in plies.
    pub depth: u32,
    /// What the position is worth for the side to move; absent before the first line is known.
    pub score: Option<ScoreView>,
    /// The best lines, best first.
    pub lines: Vec<LineView>,
    /// Positions visited.
    pub nodes: u64,
    /// Positions a second.
    pub nps: u64,
    /// The move to play; absent only where there is none. A level decides when it is done.
    pub best: Option<MoveView>,
    /// By what positions are judged that are not looked beyond.
    pub judgement: Judgement,
    /// How it ends with best play, where endgame tables know the position.
    pub verdict: Option<VerdictView>,
}

/// By what positions are judged that are not looked beyond.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Judgement {
    /// Weights that the engine learned from its own games.
    Learned,
    /// What was written down by hand.
    ByHand,
}

impl Judgement {
    /// How an engine judges a game.
    pub(crate) fn by(engine: &Engine, variant: Variant) -> Judgement {
        if engine.is_trained(variant) {
            Judgement::Learned
        } else {
            Judgement::ByHand
        }
    }
}

/// A line of play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LineView {
    /// What it is worth for the side to move at its start.
    pub score: ScoreView,
    /// Its moves as they are written.
    pub pv: Vec<String>,
}

impl Thought {
    /// What is known of this position.
    pub(crate) fn of(
        position: &Position,
        judgement: Judgement,
        verdict: Option<VerdictView>,
        progress: &Progress,
        best: Option<Move>,
    ) -> Thought {
        Thought {
            judgement,
            verdict,
            done: progress.done,
            depth: progress.depth,
            score: progress.score().map(ScoreView::from),
            lines: progress
                .lines
                .iter()
                .map(|line| LineView::of(position, line))
                .collect(),
            nodes: progress.nodes,
            nps: progress.nodes_per_second(),
            best: best.map(|played| MoveView::of(position, &played)),
        }
    }
}

impl LineView {
    fn of(position: &Position, line: &Line) -> LineView {
        let mut now = *position;
        let mut pv = Vec::with_capacity(line.moves.len());
        for played in &line.moves {
            // The engine plays legal moves only; should a line ever be wrong, its good part is shown.
            let Ok(next) = now.play(played) else { break };
            pv.push(move_text::text(&now, played));
            now = next;
        }
        LineView {
            score: line.score.into(),
            pv,
        }
    }
}
