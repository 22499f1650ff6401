//! The requests to the engine and its results, as JSON for the page.

use damier_engine::{Engine, Level, Limits, Line, Progress, TimeLeft};
use damier_notation::move_text;
use damier_rules::{Move, Position, Variant};
use serde::{Deserialize, Serialize};

use super::browser;
use super::endings::VerdictView;
use crate::error::DoorError;
use crate::score::ScoreView;
use crate::view::MoveView;

/// When to stop the search: at the limit that is reached first. Without limits it runs until it is
/// stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
pub struct ThinkLimits {
    /// The level to play at, 1 to 10.
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
    /// The seed for the random choices of a level: equal seeds give equal play. Random if absent.
    pub seed: Option<u64>,
}

/// The clock of the side to move, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ThinkClock {
    /// The time that it has left.
    pub remaining_ms: u64,
    /// The time that each move adds.
    pub increment_ms: u64,
}

impl ThinkLimits {
    /// The limits in the form that the engine takes.
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

/// The state or result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Thought {
    /// Whether the search has ended.
    pub done: bool,
    /// The last depth completed, in plies.
    pub depth: u32,
    /// The value of the position for the side to move; absent until the first line is known.
    pub score: Option<ScoreView>,
    /// The best lines, best first.
    pub lines: Vec<LineView>,
    /// Positions visited.
    pub nodes: u64,
    /// Positions visited per second.
    pub nps: u64,
    /// The move to play; absent only if there is none. When it plays at a level, the engine chooses
    /// it at the end.
    pub best: Option<MoveView>,
    /// How the positions at the ends of the lines are evaluated.
    pub judgement: Judgement,
    /// How the game ends with best play, if the endgame tables contain the position.
    pub verdict: Option<VerdictView>,
}

/// How the positions at the ends of the lines are evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Judgement {
    /// With weights trained on the engine's own games.
    Learned,
    /// With hand-written weights.
    ByHand,
}

impl Judgement {
    /// How an engine evaluates the positions of a game.
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
    /// The value of the line for the side to move at its start.
    pub score: ScoreView,
    /// Its moves in the notation of the game.
    pub pv: Vec<String>,
}

impl Thought {
    /// The state of a search of this position.
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
            // The engine plays only legal moves. Should a line be illegal, its legal part is shown.
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
