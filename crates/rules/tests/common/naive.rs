//! International draughts once more, written from the text of the rules alone: rows and columns, no
//! bits, no cleverness. It shares nothing with the crate but the names of squares and pieces.

use std::collections::{BTreeMap, BTreeSet};

use damier_rules::{Kind, Piece, Position, Side, Square};

/// Annex 1, 4.8: a capture by one way over the board. Every square that is landed on stands in
/// `squares`, every captured piece in `victims`, in order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Way {
    pub(crate) squares: Vec<u8>,
    pub(crate) victims: Vec<u8>,
    pub(crate) promotes: bool,
}

/// What makes a move another move: start, end, captured pieces, promotion.
pub(crate) type Identity = (u8, u8, BTreeSet<u8>, bool);

impl Way {
    pub(crate) fn identity(&self) -> Identity {
        (
            self.squares[0],
            *self.squares.last().unwrap(),
            self.victims.iter().copied().collect(),
            self.promotes,
        )
    }
}

#[derive(Clone)]
pub(crate) struct Board {
    cells: [[Option<Piece>; 10]; 10],
    side: Side,
}

const FOUR_WAYS: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

fn on_board(row: i32, column: i32) -> bool {
    (0..10).contains(&row) && (0..10).contains(&column)
}

/// 2.6: squares are numbered row by row from the top left dark one.
fn number(row: i32, column: i32) -> u8 {
    (row * 5 + column / 2 + 1) as u8
}

fn cell(number: u8) -> (i32, i32) {
    let index = i32::from(number) - 1;
    let row = index / 5;
    (row, index % 5 * 2 + (row + 1) % 2)
}

/// Walks that grow longer than this are given up: the naive way to go is exponential.
const MOST_STEPS: u32 = 300_000;

impl Board {
    pub(crate) fn of(position: &Position) -> Board {
        let mut board = Board {
            cells: [[None; 10]; 10],
            side: position.side(),
        };
        for number in 1..=50 {
            let (row, column) = cell(number);
            board.cells[row as usize][column as usize] =
                position.piece_at(Square::new(number).unwrap());
        }
        board
    }

    fn at(&self, row: i32, column: i32) -> Option<Piece> {
        self.cells[row as usize][column as usize]
    }

    fn is_free(&self, row: i32, column: i32) -> bool {
        on_board(row, column) && self.at(row, column).is_none()
    }

    fn is_enemy(&self, row: i32, column: i32) -> bool {
        on_board(row, column)
            && self
                .at(row, column)
                .is_some_and(|piece| piece.side != self.side)
    }

    /// 3.9: the row furthest from the player.
    fn is_far(&self, row: i32) -> bool {
        row == match self.side {
            Side::White => 0,
            Side::Black => 9,
        }
    }

    /// Every legal way: all captures of the greatest number (4.13), or else all quiet moves. `None`
    /// if there are too many to enumerate.
    pub(crate) fn ways(&self) -> Option<Vec<Way>> {
        let mut captures = Vec::new();
        let mut steps = 0;
        for (row, column, piece) in self.own_pieces() {
            // 4.8: the piece may come back to its own square, so the square is free meanwhile.
            let mut board = self.clone();
            board.cells[row as usize][column as usize] = None;
            let start = vec![number(row, column)];
            board.capture(
                piece.kind,
                (row, column),
                start,
                vec![],
                &mut captures,
                &mut steps,
            );
            if steps > MOST_STEPS {
                return None;
            }
        }
        let most = captures.iter().map(|way| way.victims.len()).max();
        if let Some(most) = most {
            captures.retain(|way| way.victims.len() == most);
            return Some(captures);
        }
        Some(self.quiet_ways())
    }

    fn own_pieces(&self) -> Vec<(i32, i32, Piece)> {
        let mut own = Vec::new();
        for row in 0..10 {
            for column in 0..10 {
                if let Some(piece) = self.at(row, column)
                    && piece.side == self.side
                {
                    own.push((row, column, piece));
                }
            }
        }
        own
    }

    fn capture(
        &self,
        kind: Kind,
        (row, column): (i32, i32),
        squares: Vec<u8>,
        victims: Vec<u8>,
        found: &mut Vec<Way>,
        steps: &mut u32,
    ) {
        *steps += 1;
        if *steps > MOST_STEPS {
            return;
        }
        let mut ended = true;
        for (down, right) in FOUR_WAYS {
            let (mut r, mut c) = (row + down, column + right);
            while kind == Kind::King && self.is_free(r, c) {
                (r, c) = (r + down, c + right);
            }
            // 4.8: a piece may not be passed twice; 4.11: it stays until the move is over.
            if !self.is_enemy(r, c) || victims.contains(&number(r, c)) {
                continue;
            }
            let victim = number(r, c);
            (r, c) = (r + down, c + right);
            while self.is_free(r, c) {
                ended = false;
                let (mut squares, mut victims) = (squares.clone(), victims.clone());
                squares.push(number(r, c));
                victims.push(victim);
                self.capture(kind, (r, c), squares, victims, found, steps);
                if kind == Kind::Man {
                    break;
                }
                (r, c) = (r + down, c + right);
            }
        }
        if ended && !victims.is_empty() {
            found.push(Way {
                squares,
                victims,
                // 4.15: only where the capture ends.
                promotes: kind == Kind::Man && self.is_far(row),
            });
        }
    }

    fn quiet_ways(&self) -> Vec<Way> {
        let forward = match self.side {
            Side::White => -1,
            Side::Black => 1,
        };
        let mut ways = Vec::new();
        for (row, column, piece) in self.own_pieces() {
            for (down, right) in FOUR_WAYS {
                if piece.kind == Kind::Man && down != forward {
                    continue;
                }
                let (mut r, mut c) = (row + down, column + right);
                while self.is_free(r, c) {
                    ways.push(Way {
                        squares: vec![number(row, column), number(r, c)],
                        victims: vec![],
                        promotes: piece.kind == Kind::Man && self.is_far(r),
                    });
                    if piece.kind == Kind::Man {
                        break;
                    }
                    (r, c) = (r + down, c + right);
                }
            }
        }
        ways
    }
}

/// The different moves among some ways, each with the first of its ways in the order of numbers.
pub(crate) fn first_ways(ways: &[Way]) -> BTreeMap<Identity, Way> {
    let mut moves: BTreeMap<Identity, Way> = BTreeMap::new();
    for way in ways {
        moves
            .entry(way.identity())
            .and_modify(|first| {
                if way < first {
                    *first = way.clone();
                }
            })
            .or_insert_with(|| way.clone());
    }
    moves
}

/// How many ways differ in the order of taking, or in their end; where a king lands in between does
/// not count.
pub(crate) fn sequences(ways: &[Way]) -> usize {
    let orders: BTreeSet<_> = ways
        .iter()
        .map(|way| (way.squares[0], *way.squares.last().unwrap(), &way.victims))
        .collect();
    orders.len()
}
