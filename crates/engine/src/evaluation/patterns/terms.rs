//! The terms of the evaluation that are not shapes: the number of pieces, the squares and the
//! mobility of kings, the side to move, men that the other side cannot stop, and the balance
//! between left and right.
//!
//! Every term is White's count minus Black's; Black's is taken after half a turn of the board.

use damier_rules::bits::Bits;
use damier_rules::geometry::{Geometry, Way};
use damier_rules::{Pieces, Side, Vector};

use super::digits::Seen;

/// Terms before those that have one for each square or row.
const SINGLE: usize = 8;
/// The most rows of a board.
const ROWS: usize = 10;
/// Unstoppable men are only searched for with at most this many enemy men.
const FEW_ENEMY_MEN: u32 = 12;

/// Board data that the terms need.
#[derive(Debug)]
pub(crate) struct Terms {
    squares: usize,
    /// The number of a bit's square, from White's side and from Black's.
    places: [[u8; 64]; 2],
    /// The number of the last column: twice the middle.
    last_column: i32,
    ways: [[Way<u64>; 2]; 2],
    rows: [u64; ROWS],
    all: u64,
    height: usize,
}

impl Terms {
    pub(crate) fn new(geometry: &Geometry<u64>) -> Terms {
        let board = *geometry.board();
        let squares = usize::from(board.square_count());
        let mut places = [[0; 64]; 2];
        for square in board.squares() {
            let bit = usize::from(geometry.bit(square));
            places[0][bit] = square.index() as u8;
            places[1][bit] = (squares - 1 - square.index()) as u8;
        }
        let way = |rows, columns| geometry.way(Vector::new(rows, columns));
        Terms {
            squares,
            places,
            last_column: i32::from(board.width) - 1,
            ways: [[way(-1, -1), way(-1, 1)], [way(1, -1), way(1, 1)]],
            rows: std::array::from_fn(|row| {
                if row < usize::from(board.height) {
                    geometry.row(row as u8)
                } else {
                    0
                }
            }),
            all: geometry.all(),
            height: usize::from(board.height),
        }
    }

    /// How many weights the terms have.
    pub(crate) fn count(&self) -> usize {
        SINGLE + ROWS + self.squares
    }

    /// Calls `tell` with the number of every active term, and how often it counts.
    #[inline]
    pub(crate) fn visit(
        &self,
        pieces: &Pieces<u64>,
        seen: &Seen,
        mut tell: impl FnMut(usize, i32),
    ) {
        let white_men = pieces.men(Side::White);
        let black_men = pieces.men(Side::Black);
        tell(0, difference(white_men, black_men));
        tell(1, if pieces.side == Side::White { 1 } else { -1 });
        let lean = |men: u64, columns: i32| {
            (2 * columns - self.last_column * men.count_ones() as i32).abs()
        };
        let [from_left, from_right] = seen.columns;
        tell(2, lean(white_men, from_left) - lean(black_men, from_right));
        if pieces.kings != 0 {
            self.kings(pieces, &mut tell);
        }
        self.runaways(white_men, black_men, Side::White, 1, &mut tell);
        self.runaways(black_men, white_men, Side::Black, -1, &mut tell);
    }

    fn kings(&self, pieces: &Pieces<u64>, tell: &mut impl FnMut(usize, i32)) {
        let empty = self.all & !pieces.occupied();
        for (side, sign) in [(Side::White, 1), (Side::Black, -1)] {
            let kings = pieces.kings_of(side);
            if kings == 0 {
                continue;
            }
            tell(3, sign);
            tell(4, sign * (kings.count_ones() as i32 - 1));
            let reach = self.reach(kings, empty);
            tell(5, sign * reach.count_ones() as i32);
            for bit in Bits::indices(kings) {
                let place = self.places[side.index()][usize::from(bit)];
                tell(SINGLE + ROWS + usize::from(place), sign);
            }
        }
    }

    /// The empty squares that kings can reach.
    fn reach(&self, kings: u64, empty: u64) -> u64 {
        let mut reached = 0;
        for way in self.ways.iter().flatten() {
            let mut at = way.step(kings) & empty;
            while at != 0 {
                reached |= at;
                at = way.step(at) & empty;
            }
        }
        reached
    }

    /// The men that no enemy man can stop, by the number of rows that they still have to go.
    fn runaways(
        &self,
        men: u64,
        enemy_men: u64,
        side: Side,
        sign: i32,
        tell: &mut impl FnMut(usize, i32),
    ) {
        if enemy_men.count_ones() > FEW_ENEMY_MEN {
            return;
        }
        // The squares that enemy men occupy or can still reach: a man outside of them has only free
        // rows ahead.
        let [left, right] = &self.ways[side.opponent().index()];
        let mut guarded = enemy_men;
        for _ in 1..self.height {
            guarded |= left.step(guarded) | right.step(guarded);
            if men & !guarded == 0 {
                return;
            }
        }
        let runaways = men & !guarded;
        for bit in Bits::indices(runaways) {
            let row = self.rows.iter().position(|row| row & (1 << bit) != 0);
            let row = row.unwrap_or(0);
            let to_go = match side {
                Side::White => row,
                Side::Black => self.height - 1 - row,
            };
            tell(SINGLE + to_go, sign);
        }
    }
}

fn difference(white: u64, black: u64) -> i32 {
    white.count_ones() as i32 - black.count_ones() as i32
}
