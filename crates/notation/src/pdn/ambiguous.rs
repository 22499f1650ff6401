//! Chooses the route of a capture that is written short and fits several: the moves behind it are
//! tried after each route, and the only route after which they are legal is the one that was meant.
//!
//! The search is bounded: a number of moves, of positions that are followed at the same time, of
//! items that are looked at, and of capture states in one position.

use damier_rules::{Move, Position};

use super::game::Item;
use crate::move_text::{self, MoveError, Written};

/// How many moves of the line are tried. One is usually enough; a piece that only one of the routes
/// captures may take longer to show.
const MOST_MOVES: usize = 30;

/// How many items are searched for these moves.
const MOST_ITEMS: usize = 400;

/// How many positions are followed at the same time. Moves behind the first may fit several
/// captures too.
const MOST_POSITIONS: usize = 8;

/// A position with more capture states than this ends the search.
const MOST_STATES: usize = 10_000;

/// A move that fits several captures of one piece, and how one of them was chosen.
pub(crate) struct Doubt {
    /// The error that names the captures.
    pub(crate) error: MoveError,
    /// How the capture was chosen.
    pub(crate) choice: Choice,
    /// The capture states of the positions that were searched.
    pub(crate) states: u64,
}

/// How one of several captures was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// The moves behind it are legal after this capture only.
    ByNextMoves,
    /// The moves behind it are legal after several of the captures, or there are none. This is the
    /// first of these captures.
    First,
    /// The next move is legal after none of the captures. This is the first of all.
    NoneFits,
}

/// Whether these are moves of one piece.
pub(super) fn is_one_piece(moves: &[Move]) -> bool {
    moves.windows(2).all(|pair| pair[0].from == pair[1].from)
}

/// Chooses one of several captures of one piece by the items behind it. `None` if there is no
/// capture to choose from.
pub(super) fn choose(
    before: &Position,
    moves: &[Move],
    behind: &[Item],
) -> Option<(Move, Position, Choice, u64)> {
    let routes: Vec<(Move, Position)> = moves
        .iter()
        .take(MOST_POSITIONS)
        .filter_map(|played| Some((*played, before.play(played).ok()?)))
        .collect();
    let mut alive: Vec<(usize, Position)> = routes
        .iter()
        .enumerate()
        .map(|(route, (_, after))| (route, *after))
        .collect();
    let mut choice = Choice::First;
    let mut states = 0;
    for (index, written) in next_moves(behind).take(MOST_MOVES).enumerate() {
        let mut next: Vec<(usize, Position)> = Vec::new();
        let mut too_many = false;
        for (route, position) in &alive {
            let found = position.capture_states(MOST_STATES);
            states += found as u64;
            too_many |= found >= MOST_STATES;
            if too_many {
                break;
            }
            next.extend(legal(position, written).map(|after| (*route, after)));
        }
        if too_many {
            break;
        }
        next.dedup();
        next.truncate(MOST_POSITIONS);
        match next.first() {
            None => {
                if index == 0 {
                    choice = Choice::NoneFits;
                }
                break;
            }
            Some((first, _)) => {
                let is_only = next.iter().all(|(route, _)| route == first);
                alive = next;
                if is_only {
                    choice = Choice::ByNextMoves;
                    break;
                }
            }
        }
    }
    let (route, _) = alive.first()?;
    let (played, after) = *routes.get(*route)?;
    Some((played, after, choice, states))
}

/// The positions after each legal move that a written move may mean.
fn legal(position: &Position, written: &Written) -> impl Iterator<Item = Position> {
    let (only, several) = match move_text::play(position, written) {
        Ok((_, after)) => (Some(after), Vec::new()),
        Err(MoveError::Ambiguous { moves, .. }) if is_one_piece(&moves) => (None, moves),
        Err(_) => (None, Vec::new()),
    };
    let several = several.into_iter().take(MOST_POSITIONS);
    let position = *position;
    only.into_iter()
        .chain(several.filter_map(move |played| position.play(&played).ok()))
}

/// The moves of the line that these items continue.
fn next_moves(behind: &[Item]) -> impl Iterator<Item = &Written> {
    let mut depth = 0_usize;
    behind
        .iter()
        .take(MOST_ITEMS)
        .map_while(move |item| match item {
            Item::Open => {
                depth += 1;
                Some(None)
            }
            Item::Close => {
                depth = depth.checked_sub(1)?;
                Some(None)
            }
            Item::Move(written) if depth == 0 => Some(Some(written)),
            Item::Unknown | Item::Setup(_) if depth == 0 => None,
            _ => Some(None),
        })
        .flatten()
}
