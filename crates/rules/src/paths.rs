//! Finds the paths of all legal moves of a position at once. [`crate::path`] finds the path of one
//! move; for a list of moves this module is faster on a crowded board, which it walks once for each
//! piece and not once for each move.
//!
//! The states of captures in progress form layers: each step captures one piece more. All paths to
//! a state therefore have the same length, and the smallest path to a state extends the smallest
//! path to a state of the previous layer. If the states are taken in that order, the first path
//! that reaches a state is the smallest.

use std::collections::{HashMap, HashSet};

use crate::Square;
use crate::bits::Bits;
use crate::generate::capture::{State, Walk};
use crate::generate::precedence::Standing;
use crate::moves::Path;
use crate::pieces::{Huff, Pieces, RawMove};
use crate::rules::Rules;
use crate::sorting::sort_short_by_key;
use crate::variant::rule_table::Precedence;

/// Returns the paths of legal moves of one position, in the order of the moves; each is the path
/// that [`path`](crate::path::path) finds. `None` for a capture that cannot be made.
pub(crate) fn paths<B: Bits>(
    rules: &Rules<B>,
    pieces: &Pieces<B>,
    moves: &[RawMove<B>],
) -> Vec<Option<Path>> {
    let mut walked: HashMap<(Huff, u8), HashMap<RawMove<B>, Path>> = HashMap::new();
    let path_of = |played: &RawMove<B>| {
        if !played.is_capture() {
            let geometry = rules.geometry();
            return Some(Path {
                squares: vec![geometry.square(played.from), geometry.square(played.to)],
                captured: Vec::new(),
            });
        }
        let of_this_piece = walked.entry((played.huff, played.from)).or_insert_with(|| {
            let wanted = moves.iter().filter(|other| {
                other.is_capture() && (other.huff, other.from) == (played.huff, played.from)
            });
            captures_of(rules, &pieces.huffed(played), played.from, wanted)
        });
        of_this_piece.remove(&without_huff(played))
    };
    moves.iter().map(path_of).collect()
}

fn without_huff<B: Bits>(played: &RawMove<B>) -> RawMove<B> {
    RawMove {
        huff: Huff::NONE,
        ..*played
    }
}

/// A state that the walk has reached, and the state before it, as an index into the previous layer.
struct Step<B> {
    state: State<B>,
    before: usize,
}

/// The end of the best path found for a capture: its layer, its index there, and its rank by the
/// rules of precedence.
struct End {
    layer: usize,
    place: usize,
    standing: Standing,
}

/// Returns the smallest path of each of these captures of one piece.
fn captures_of<'m, B: Bits>(
    rules: &Rules<B>,
    board: &Pieces<B>,
    from: u8,
    wanted: impl Iterator<Item = &'m RawMove<B>>,
) -> HashMap<RawMove<B>, Path> {
    let walk = Walk::new(rules, board, from);
    // One path to a captured set can outrank another only if the order in which kings are taken
    // counts.
    let order_counts = rules
        .table()
        .precedence
        .contains(&Precedence::KingsEarliest);
    let mut ends: HashMap<RawMove<B>, Option<End>> =
        wanted.map(|played| (without_huff(played), None)).collect();
    let mut layers = vec![vec![Step {
        state: walk.start(),
        before: 0,
    }]];
    loop {
        let layer = layers.len() - 1;
        let mut next_layer: Vec<Step<B>> = Vec::new();
        let mut reached: HashSet<State<B>> = HashSet::new();
        for (place, step) in layers[layer].iter().enumerate() {
            let mut successors = walk.successors(&step.state);
            let may_end = layer > 0 && (successors.is_empty() || walk.may_stop());
            if may_end && let Some(end) = ends.get_mut(&walk.finish(&step.state)) {
                let standing = walk.standing(&step.state);
                if end
                    .as_ref()
                    .is_none_or(|best| order_counts && standing > best.standing)
                {
                    *end = Some(End {
                        layer,
                        place,
                        standing,
                    });
                }
            }
            sort_short_by_key(&mut successors, |next| {
                landing_and_victim(rules, &step.state, next)
            });
            for state in successors {
                if reached.insert(state) {
                    next_layer.push(Step {
                        state,
                        before: place,
                    });
                }
            }
        }
        if next_layer.is_empty() {
            break;
        }
        layers.push(next_layer);
    }
    ends.into_iter()
        .filter_map(|(played, end)| Some((played, trace(rules, &layers, &end?))))
        .collect()
}

/// Returns the path to an end, which it follows backwards.
fn trace<B: Bits>(rules: &Rules<B>, layers: &[Vec<Step<B>>], end: &End) -> Path {
    let geometry = rules.geometry();
    let mut path = Path {
        squares: Vec::with_capacity(end.layer + 1),
        captured: Vec::with_capacity(end.layer),
    };
    let mut place = end.place;
    for layer in (1..=end.layer).rev() {
        let step = &layers[layer][place];
        let before = &layers[layer - 1][step.before].state;
        let (landing, victim) = landing_and_victim(rules, before, &step.state);
        path.squares.push(landing);
        path.captured.push(victim);
        place = step.before;
    }
    path.squares.push(geometry.square(layers[0][0].state.at));
    path.squares.reverse();
    path.captured.reverse();
    path
}

/// Returns the landing square of one capture, and the piece that it takes.
fn landing_and_victim<B: Bits>(
    rules: &Rules<B>,
    before: &State<B>,
    after: &State<B>,
) -> (Square, Square) {
    let geometry = rules.geometry();
    let victim = (after.taken & !before.taken).lowest();
    (geometry.square(after.at), geometry.square(victim))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::{DrawSettings, Game, Kind, Piece, Position, Setup, Side, Square, Variant};

    /// Compares with the slow reference version, one search for each move.
    fn agrees(position: &Position) {
        let listed = position.legal_moves_with_paths();
        let moves: Vec<_> = listed.iter().map(|(played, _)| *played).collect();
        assert_eq!(moves, position.legal_moves());
        for (played, path) in &listed {
            assert_eq!(Some(path), position.path(played).as_ref(), "{position:?}");
        }
    }

    proptest! {
        /// Kings and men at random on the board, so that captures with several paths are frequent.
        #[test]
        fn a_list_has_the_paths_of_its_moves(
            game in 0..Variant::READINGS.len(),
            strewn in prop::collection::vec((1u8..=144, any::<bool>(), any::<bool>()), 1..26),
        ) {
            let variant = Variant::READINGS[game];
            let board = variant.table().board;
            let mut setup = Setup::new();
            setup.side = Some(Side::White);
            for (number, white, king) in strewn {
                let side = if white { Side::White } else { Side::Black };
                let kind = if king { Kind::King } else { Kind::Man };
                if let Some(square) = Square::new(number).filter(|square| board.has(*square)) {
                    setup.put(square, Piece::new(side, kind));
                }
            }
            if let Ok(position) = Position::from_setup(variant, &setup) {
                agrees(&position);
            }
        }

        /// Positions from games, some with pieces that may be huffed.
        #[test]
        fn so_have_positions_of_games(
            game in 0..Variant::READINGS.len(),
            choices in prop::collection::vec(any::<u16>(), 0..40),
        ) {
            let start = Position::start(Variant::READINGS[game]);
            let mut game = Game::new(start, DrawSettings::default());
            for choice in choices {
                let moves = game.position().legal_moves();
                let Some(played) = moves.get(usize::from(choice) % moves.len().max(1)) else {
                    break;
                };
                if game.play(played).is_err() {
                    break;
                }
            }
            agrees(game.position());
        }
    }
}
