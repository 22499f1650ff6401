//! The steps of a tree, and the paths from the root to a node. A path identifies a node in every
//! copy of a tree. Steps have a short text form, so that edits and paths can be stored and sent.

use std::fmt;
use std::str::FromStr;

use damier_rules::{Move, Position, Square, SquareSet, Variant};

use crate::fen;

/// A step from one node of a [`GameTree`](super::GameTree) to the next.
///
/// In the text of a step, squares are numbered as in the rules, regardless of the game's notation.
/// Examples: `32-28`; `28-10x14,23` with the captured squares after an `x`; `s23 32-28` after a
/// huff; a `K` at the end for a promotion; `/international W:W31:B1/` for a setup; `?32-22` for a
/// move that was not played.
///
/// ```
/// use damier_notation::tree::Step;
/// use damier_rules::{Position, Variant};
///
/// let first = Position::start(Variant::INTERNATIONAL).legal_moves()[0];
/// let step = Step::Move(first);
/// assert_eq!(step.to_string(), "31-26");
/// assert_eq!("31-26".parse(), Ok(step));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Step {
    /// A legal move.
    Move(Move),
    /// A setup: a position that is put on the board in the middle of a game.
    Setup(Box<Position>),
    /// A move that cannot be played in its position, as it was written: an illegal move, a dash
    /// (`--`), or an invalid setup with its slashes. No position is known after it, so the moves
    /// after it are not played either.
    Unplayed(Box<str>),
}

/// An error in a text that was read as a step.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("found {found:?}, expected a step such as 32-28")]
pub struct StepError {
    /// The text.
    pub found: String,
}

impl Step {
    /// The position after it, if one is known.
    pub(super) fn after(&self, before: Option<&Position>) -> Option<Position> {
        match self {
            Step::Move(played) => before?.play(played).ok(),
            Step::Setup(position) => Some(**position),
            Step::Unplayed(_) => None,
        }
    }
}

impl From<Move> for Step {
    fn from(played: Move) -> Step {
        Step::Move(played)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Move(played) => {
                if let Some(huff) = played.huff {
                    write!(f, "s{huff} ")?;
                }
                write!(f, "{}-{}", played.from, played.to)?;
                for (index, square) in played.captured.iter().enumerate() {
                    let sign = if index == 0 { 'x' } else { ',' };
                    write!(f, "{sign}{square}")?;
                }
                f.write_str(if played.promotes { "K" } else { "" })
            }
            Step::Setup(position) => {
                write!(f, "/{} {}/", position.variant().id(), fen::write(position))
            }
            Step::Unplayed(text) => write!(f, "?{text}"),
        }
    }
}

impl FromStr for Step {
    type Err = StepError;

    fn from_str(text: &str) -> Result<Step, StepError> {
        let step = match text.as_bytes() {
            [b'?', ..] => Some(Step::Unplayed(text[1..].into())),
            [b'/', ..] => read_setup(text),
            _ => read_move(text).map(Step::Move),
        };
        step.ok_or_else(|| StepError {
            found: text.chars().take(80).collect(),
        })
    }
}

fn read_setup(text: &str) -> Option<Step> {
    let inside = text.strip_prefix('/')?.strip_suffix('/')?;
    let (id, position) = inside.split_once(' ')?;
    let position = fen::read_position(Variant::from_id(id)?, position).ok()?;
    Some(Step::Setup(Box::new(position)))
}

fn read_move(text: &str) -> Option<Move> {
    let square = |text: &str| Square::new(text.parse().ok()?);
    let (huff, text) = match text.strip_prefix('s') {
        Some(rest) => {
            let (huff, rest) = rest.split_once(' ')?;
            (Some(square(huff)?), rest)
        }
        None => (None, text),
    };
    let (text, promotes) = match text.strip_suffix('K') {
        Some(text) => (text, true),
        None => (text, false),
    };
    let (way, taken) = match text.split_once('x') {
        Some((way, taken)) => (way, Some(taken)),
        None => (text, None),
    };
    let mut captured = SquareSet::EMPTY;
    for taken in taken.into_iter().flat_map(|taken| taken.split(',')) {
        captured.insert(square(taken)?);
    }
    let (from, to) = way.split_once('-')?;
    Some(Move {
        from: square(from)?,
        to: square(to)?,
        captured,
        promotes,
        huff,
    })
}

/// The steps from the root to a node. A path identifies the same node in every copy of a tree.
///
/// ```
/// use damier_notation::tree::NodePath;
///
/// let path: NodePath = ["32-28", "19-23", "28-19x23"].iter().map(|step| step.parse()).collect::<Result<_, _>>()?;
/// assert_eq!((path.len(), path.to_string()), (3, "32-28 19-23 28-19x23".to_owned()));
/// # Ok::<(), damier_notation::tree::StepError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct NodePath(Vec<Step>);

impl NodePath {
    /// The path of the root, with no steps.
    pub const ROOT: NodePath = NodePath(Vec::new());

    /// The steps, from the root on.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// How many steps it has.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it is the path of the root.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// This path with one more step.
    #[must_use]
    pub fn child(&self, step: Step) -> NodePath {
        let mut steps = Vec::with_capacity(self.0.len() + 1);
        steps.extend_from_slice(&self.0);
        steps.push(step);
        NodePath(steps)
    }

    /// The path without its last step, and that step; `None` for the root.
    pub fn split_last(&self) -> Option<(NodePath, &Step)> {
        let (last, before) = self.0.split_last()?;
        Some((NodePath(before.to_vec()), last))
    }
}

impl From<Vec<Step>> for NodePath {
    fn from(steps: Vec<Step>) -> NodePath {
        NodePath(steps)
    }
}

impl FromIterator<Step> for NodePath {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> NodePath {
        NodePath(steps.into_iter().collect())
    }
}

/// The steps, with spaces between them.
impl fmt::Display for NodePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            write!(f, "{}{step}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl serde::Serialize for Step {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Step {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Step, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl serde::Serialize for NodePath {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> serde::Deserialize<'de> for NodePath {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<NodePath, D::Error> {
        Vec::deserialize(deserializer).map(NodePath)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_step_reads_back() {
        for text in [
            "32-28",
            "47-36x19,29,31,42",
            "s23 32-28",
            "s9 12-3x7K",
            "/russian W:Wc3:Bd6/",
            "?32-22",
            "?--",
            "?",
        ] {
            let step: Step = text.parse().expect(text);
            assert_eq!(step.to_string(), text);
            let json = serde_json::to_string(&step).expect("json");
            assert_eq!(serde_json::from_str::<Step>(&json).expect("json"), step);
        }
    }

    #[test]
    fn what_is_no_step_is_refused() {
        for text in [
            "",
            "32",
            "32-",
            "0-1",
            "129-1",
            "3-4x",
            "s 3-4",
            "s3",
            "/x/",
            "/chess W:W1/",
            "3-4x5,",
        ] {
            assert!(text.parse::<Step>().is_err(), "{text}");
        }
    }
}
