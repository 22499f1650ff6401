//! Finds the path of a move: the squares it touches, for showing and writing it.

use std::collections::HashSet;

use crate::bits::Bits;
use crate::generate::capture::{Goal, State, Walk};
use crate::moves::Path;
use crate::pieces::{Pieces, RawMove};
use crate::rules::Rules;
use crate::sorting::sort_short_by_key;
use crate::{Board, Square};

/// Returns the path of a legal move; `None` if no capture takes exactly these pieces and ends
/// there.
pub(crate) fn path<B: Bits>(
    rules: &Rules<B>,
    pieces: &Pieces<B>,
    played: &RawMove<B>,
) -> Option<Path> {
    path_through(rules, pieces, played, &Via::Landed(&[]))
}

/// Squares that a path must visit in this order between its start and its end.
pub(crate) enum Via<'a> {
    /// The piece lands on each of them.
    Landed(&'a [Square]),
    /// It lands on each of them or crosses it.
    Crossed(&'a [Square]),
}

impl Via<'_> {
    fn squares(&self) -> &[Square] {
        match self {
            Via::Landed(squares) | Via::Crossed(squares) => squares,
        }
    }

    /// Returns how many of the squares from index `met` on are crossed, in order, between the two
    /// ends of a leg. The square of the captured piece does not count: it is leapt over, not
    /// crossed.
    fn crossed(
        &self,
        met: usize,
        board: Board,
        leg: (Square, Square),
        victim: Option<Square>,
    ) -> usize {
        match self {
            Via::Crossed(squares) if met < squares.len() => cells_between(board, leg)
                .filter(|&square| Some(square) != victim)
                .fold(0, |more, square| {
                    more + usize::from(squares.get(met + more) == Some(&square))
                }),
            _ => 0,
        }
    }
}

/// Returns the playing squares on the straight line between two squares.
fn cells_between(board: Board, (from, to): (Square, Square)) -> impl Iterator<Item = Square> {
    let (row, column) = board.row_and_column(from);
    let (to_row, to_column) = board.row_and_column(to);
    let (rows, columns) = (to_row as i16 - row as i16, to_column as i16 - column as i16);
    (1..rows.abs().max(columns.abs())).filter_map(move |distance| {
        board.square_at(
            (row as i16 + distance * rows.signum()) as u8,
            (column as i16 + distance * columns.signum()) as u8,
        )
    })
}

/// Returns the path of a legal move that visits these squares; `None` if none of its paths does.
pub(crate) fn path_through<B: Bits>(
    rules: &Rules<B>,
    pieces: &Pieces<B>,
    played: &RawMove<B>,
    via: &Via<'_>,
) -> Option<Path> {
    let geometry = rules.geometry();
    let (from, to) = (geometry.square(played.from), geometry.square(played.to));
    if !played.is_capture() {
        let met = via.crossed(0, *geometry.board(), (from, to), None);
        return (met == via.squares().len()).then(|| Path {
            squares: vec![from, to],
            captured: vec![],
        });
    }
    let board = pieces.huffed(played);
    let walk = Walk::new(rules, &board, played.from);
    let search = Search {
        rules,
        goal: Goal::new(&walk, played),
        walk,
        via,
    };
    let mut path = Path {
        squares: vec![from],
        captured: Vec::new(),
    };
    search
        .extend(&search.walk.start(), 0, &mut path, &mut HashSet::new())
        .then_some(path)
}

struct Search<'a, B> {
    rules: &'a Rules<B>,
    walk: Walk<'a, B>,
    goal: Goal<B>,
    via: &'a Via<'a>,
}

impl<B: Bits> Search<'_, B> {
    /// Completes the path, trying the smallest landing squares first, and remembers the states that
    /// fail. The path has already visited `met` squares of `via`.
    fn extend(
        &self,
        state: &State<B>,
        met: usize,
        path: &mut Path,
        dead_ends: &mut HashSet<(State<B>, usize)>,
    ) -> bool {
        if dead_ends.contains(&(*state, met)) {
            return false;
        }
        let mut successors = self.walk.successors(state);
        if self.goal.ends(&self.walk, state, &successors) {
            return met == self.via.squares().len();
        }
        successors.retain(|next| self.goal.may_lead_from(next));
        let order = |next: &State<B>| (self.square(next.at), self.victim(state, next));
        sort_short_by_key(&mut successors, order);
        for next in &successors {
            path.squares.push(self.square(next.at));
            path.captured.push(self.victim(state, next));
            if self.extend(next, self.met(state, next, met), path, dead_ends) {
                return true;
            }
            path.squares.pop();
            path.captured.pop();
        }
        dead_ends.insert((*state, met));
        false
    }

    /// Returns how many squares of `via` the path has visited when the piece has gone from one
    /// state to the next: the landing square that it leaves, and the squares that it crosses before
    /// the next one.
    fn met(&self, state: &State<B>, next: &State<B>, met: usize) -> usize {
        let at = self.square(state.at);
        let landed = !state.taken.is_empty() && self.via.squares().get(met) == Some(&at);
        let met = met + usize::from(landed);
        let board = *self.rules.geometry().board();
        let leg = (at, self.square(next.at));
        met + self
            .via
            .crossed(met, board, leg, Some(self.victim(state, next)))
    }

    /// Returns the piece that is captured between two states.
    fn victim(&self, state: &State<B>, next: &State<B>) -> Square {
        self.square((next.taken & !state.taken).lowest())
    }

    fn square(&self, bit: u8) -> Square {
        self.rules.geometry().square(bit)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Kind, Piece, Position, Setup, Side, Square, Variant};

    fn square(number: u8) -> Square {
        Square::new(number).expect("a square")
    }

    /// A white king on 47 before black men.
    fn king_before(men: &[u8]) -> Position {
        let mut setup = Setup::new();
        setup.side = Some(Side::White);
        setup.put(square(47), Piece::new(Side::White, Kind::King));
        for &man in men {
            setup.put(square(man), Piece::new(Side::Black, Kind::Man));
        }
        Position::from_setup(Variant::INTERNATIONAL, &setup).expect("a playable setup")
    }

    #[test]
    fn a_path_goes_through_landings_and_crossed_squares_but_not_through_victims() {
        let position = king_before(&[14, 19, 29, 31, 42]);
        let over = |victim: u8| {
            let found = position.moves_between(square(47), square(36)).into_iter();
            found
                .map(|(played, _)| played)
                .find(|played| played.captured.contains(square(victim)))
                .expect("a capture")
        };
        let through = |victim: u8, via: &[u8]| {
            let via: Vec<Square> = via.iter().map(|&number| square(number)).collect();
            position.path_through(&over(victim), &via)
        };
        assert!(through(19, &[38, 24, 13]).is_some());
        assert!(
            through(19, &[33, 22]).is_some(),
            "22 is crossed on the last leg"
        );
        assert!(through(14, &[20, 9]).is_some());
        assert!(through(19, &[20]).is_none(), "the turn is before 20");
        assert!(through(19, &[13, 24]).is_none(), "in this order");
        assert!(through(19, &[29]).is_none(), "29 is a victim");
        assert!(through(19, &[36]).is_none(), "36 is the end");
        assert_eq!(through(14, &[]), position.path(&over(14)));
        let lands = |via: &[u8]| {
            let via: Vec<Square> = via.iter().map(|&number| square(number)).collect();
            position.path_landing_on(&over(19), &via).is_some()
        };
        assert!(lands(&[38, 24, 13]) && lands(&[24]));
        assert!(!lands(&[22]), "22 is crossed");
    }

    #[test]
    fn a_quiet_move_of_a_king_crosses_squares() {
        let position = king_before(&[1]);
        let (played, after) = position.moves_between(square(47), square(20))[0];
        assert!(
            position
                .path_through(&played, &[square(38), square(24)])
                .is_some()
        );
        assert!(position.path_through(&played, &[square(15)]).is_none());
        assert_eq!(position.play(&played), Ok(after));
    }
}
