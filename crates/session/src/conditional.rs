//! Conditional moves: in a game with days per move, a player stores replies to expected moves in
//! advance. The server plays a reply as soon as the opponent's move is stored. Only that player
//! sees them before. The stored value is a small tree, in the port of `conditionals.rs`; this
//! module checks a tree, and compares it with the moves played since.

use std::collections::BTreeSet;

use damier_rules::{Position, Side};
use serde::{Deserialize, Serialize};

use crate::act::Act;
use crate::request::Request;
use crate::session::{Refused, Session, read_move};
use crate::settings::GameSettings;

/// The most lines of a tree: the ways from its beginning to its last answers.
pub const MAX_CONDITIONAL_LINES: usize = 32;

/// The most moves of a line, of both sides together.
pub const MAX_CONDITIONAL_PLIES: usize = 20;

/// The shortest time per move of a game with days per move, in milliseconds: half a day.
pub const SLOW_MS: u64 = 12 * 60 * 60 * 1_000;

/// The work that checking a tree may take, in the units of a replay.
const MOST_WORK: u64 = 20_000_000;

/// A reply to a move of the opponent, and the replies that follow.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct IfThen {
    /// The move of the opponent, in the game's own notation.
    #[serde(rename = "if")]
    #[cfg_attr(feature = "openapi", schema(example = "19-23"))]
    pub played: String,
    /// The answer.
    #[cfg_attr(feature = "openapi", schema(example = "28x19"))]
    pub answer: String,
    /// The replies to the opponent's next moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(no_recursion))]
    pub then: Vec<IfThen>,
}

/// Why conditional moves are rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConditionalError {
    /// The game is not slow.
    #[error("conditional moves need a game with days per move or without a clock")]
    NotSlow,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is the player's own turn.
    #[error("conditional moves can be set only during the opponent's turn")]
    OwnTurn,
    /// There are too many lines.
    #[error("a game can have at most {MAX_CONDITIONAL_LINES} lines, found {found}")]
    Lines {
        /// How many there are.
        found: usize,
    },
    /// A line is too long.
    #[error("a line has at most {MAX_CONDITIONAL_PLIES} moves, of both sides together")]
    Plies,
    /// The same move of the opponent is answered twice.
    #[error("{text} is answered twice")]
    Twice {
        /// The move.
        text: String,
    },
    /// A move is not legal in its position.
    #[error("cannot play {text:?} there: {reason}")]
    Move {
        /// The text, or its head where it is too long.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Checking takes too much work.
    #[error("checking these lines takes too much work; try fewer")]
    Work,
}

impl ConditionalError {
    /// The stable code in messages.
    pub const fn code(&self) -> &'static str {
        match self {
            ConditionalError::NotSlow => "not-slow",
            ConditionalError::Over => "game-over",
            ConditionalError::OwnTurn => "own-turn",
            ConditionalError::Lines { .. } => "too-many-lines",
            ConditionalError::Plies => "line-too-long",
            ConditionalError::Twice { .. } => "answered-twice",
            ConditionalError::Move { .. } => "not-legal",
            ConditionalError::Work => "too-much-work",
        }
    }
}

/// The state of conditional moves after the moves played since.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FollowOutcome {
    /// They wait for the opponent's next move.
    Wait(Vec<IfThen>),
    /// The opponent has played a move with a stored reply that has not been played.
    Answer {
        /// The answer.
        text: String,
        /// The number of the event that was the opponent's move.
        after: u32,
    },
    /// Another move was played, or no replies are left: they are dropped.
    Dropped,
}

/// Whether a game with these settings is a correspondence game or has no clock.
pub fn is_slow(settings: &GameSettings) -> bool {
    let clocks = settings.clocks();
    clocks.is_none_or(|clocks| clocks.iter().all(|clock| clock.increment_ms >= SLOW_MS))
}

/// Checks a tree and returns it with each move in canonical form, if the player of this side may
/// store it now.
///
/// # Errors
/// The first fault.
///
/// ```
/// use damier_session::conditional::{IfThen, checked};
/// use damier_session::{GameSettings, Session, Side};
/// use damier_rules::Variant;
/// let session = Session::new(Variant::INTERNATIONAL, GameSettings::friendly("", ""), Some(0))?;
/// let line = |played: &str, answer: &str| IfThen {
///     played: played.into(),
///     answer: answer.into(),
///     then: Vec::new(),
/// };
/// let tree = checked(&session, Side::Black, &[line("32x28", "19-23")]);
/// assert_eq!(tree, Ok(vec![line("32-28", "19-23")]));
/// let illegal = checked(&session, Side::Black, &[line("32-28", "20-23")]);
/// assert_eq!(illegal.unwrap_err().code(), "not-legal");
/// # Ok::<(), damier_session::SettingsError>(())
/// ```
pub fn checked(
    session: &Session,
    side: Side,
    tree: &[IfThen],
) -> Result<Vec<IfThen>, ConditionalError> {
    if !is_slow(session.settings()) {
        return Err(ConditionalError::NotSlow);
    }
    if session.ending().is_some() {
        return Err(ConditionalError::Over);
    }
    if session.position().side() == side {
        return Err(ConditionalError::OwnTurn);
    }
    check_size(tree)?;
    let mut left = MOST_WORK;
    checked_at(session.position(), tree, &mut left)
}

/// Checks the size of a tree before any of its moves.
fn check_size(tree: &[IfThen]) -> Result<(), ConditionalError> {
    // Iterative, so that the depth of the input does not limit the stack.
    let mut waiting: Vec<(&IfThen, usize)> = tree.iter().map(|branch| (branch, 2)).collect();
    let mut lines = 0;
    while let Some((branch, plies)) = waiting.pop() {
        if plies > MAX_CONDITIONAL_PLIES {
            return Err(ConditionalError::Plies);
        }
        lines += usize::from(branch.then.is_empty());
        waiting.extend(branch.then.iter().map(|next| (next, plies + 2)));
    }
    if lines > MAX_CONDITIONAL_LINES {
        return Err(ConditionalError::Lines { found: lines });
    }
    Ok(())
}

fn checked_at(
    position: &Position,
    tree: &[IfThen],
    left: &mut u64,
) -> Result<Vec<IfThen>, ConditionalError> {
    let mut seen = BTreeSet::new();
    let mut kept = Vec::with_capacity(tree.len());
    for branch in tree {
        let (played, between) = checked_move(position, &branch.played, left)?;
        let (answer, after) = checked_move(&between, &branch.answer, left)?;
        if !seen.insert(played.clone()) {
            return Err(ConditionalError::Twice { text: played });
        }
        kept.push(IfThen {
            played,
            answer,
            then: checked_at(&after, &branch.then, left)?,
        });
    }
    Ok(kept)
}

/// A move in canonical form, and the position after it.
fn checked_move(
    position: &Position,
    text: &str,
    left: &mut u64,
) -> Result<(String, Position), ConditionalError> {
    match read_move(position, text, left) {
        Ok(chosen) => Ok((chosen.text, chosen.after)),
        Err(Refused::Work) => Err(ConditionalError::Work),
        Err(Refused::Act(reason)) => Err(ConditionalError::Move {
            text: text.chars().take(crate::act::MAX_MOVE_TEXT).collect(),
            reason: reason.to_string(),
        }),
    }
}

/// The state of a tree that the player of a side stored at version `since`.
///
/// Events that the player must decide on end it: an unexpected move, a takeback, an irregular move,
/// a draw offer (a move would decline it), and a move of their own that differs from the stored
/// one. Events that change nothing on the board are skipped.
pub fn follow(session: &Session, side: Side, since: u32, tree: &[IfThen]) -> FollowOutcome {
    if session.ending().is_some() {
        return FollowOutcome::Dropped;
    }
    let mut tree = tree;
    let mut asked = None;
    // The branch that the opponent has entered, and the event number of that move.
    let mut entered: Option<(&IfThen, u32)> = None;
    for (number, act) in (1_u32..).zip(session.acts()) {
        if let Act::Ask { request, .. } = *act {
            asked = Some(request); // before `since` too: it may be answered after
        }
        if number <= since {
            continue;
        }
        match act {
            Act::Move {
                side: mover, text, ..
            } => match entered.take() {
                None if *mover != side => {
                    let branch = tree.iter().find(|branch| branch.played == *text);
                    let Some(branch) = branch else {
                        return FollowOutcome::Dropped;
                    };
                    entered = Some((branch, number));
                }
                Some((branch, _)) if *mover == side && branch.answer == *text => {
                    tree = &branch.then;
                }
                _ => return FollowOutcome::Dropped,
            },
            Act::OfferDraw { side: by, .. } if *by != side => return FollowOutcome::Dropped,
            Act::Agree { .. } if matches!(asked, Some(Request::TakeBack { .. })) => {
                return FollowOutcome::Dropped;
            }
            Act::TakeBack { .. }
            | Act::Irregular { .. }
            | Act::Correct { .. }
            | Act::LetStand { .. } => return FollowOutcome::Dropped,
            _ => {}
        }
    }
    match entered {
        Some((branch, after)) => FollowOutcome::Answer {
            text: branch.answer.clone(),
            after,
        },
        None if tree.is_empty() => FollowOutcome::Dropped,
        None => FollowOutcome::Wait(tree.to_vec()),
    }
}
