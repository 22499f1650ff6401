//! A second generator, written from the text of the rules alone: on rows and columns, without bits
//! and optimisations. It uses the facts of a table and shares no code with the generator of the
//! crate.

use std::collections::{BTreeMap, BTreeSet};

use damier_rules::variant::rule_table::{
    Goal, Landing, Obligation, Passing, Precedence, Range, Removal, ShorterRoute,
};
use damier_rules::{Cells, Kind, Piece, Position, RuleTable, Side, Square, Vector};

/// A move along one way over the board. `squares` holds every square that is landed on, `victims`
/// every captured piece, in order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Way {
    pub(crate) squares: Vec<u8>,
    pub(crate) victims: Vec<u8>,
    pub(crate) promotes: bool,
    pub(crate) huff: Option<u8>,
    /// Which of the victims are kings, in order.
    kings: Vec<bool>,
    by_king: bool,
    /// Whether something more could be captured from the end.
    pub(crate) stopped: bool,
}

/// What distinguishes two moves: start, end, captured pieces, promotion, huffed piece.
pub(crate) type Identity = (u8, u8, BTreeSet<u8>, bool, Option<u8>);

impl Way {
    pub(crate) fn identity(&self) -> Identity {
        (
            self.squares[0],
            *self.squares.last().unwrap(),
            self.victims.iter().copied().collect(),
            self.promotes,
            self.huff,
        )
    }
}

type Cell = (i32, i32);

#[derive(Clone)]
pub(crate) struct Board {
    table: &'static RuleTable,
    cells: BTreeMap<Cell, Piece>,
    side: Side,
    huffable: Vec<Cell>,
}

/// A capture in progress.
#[derive(Clone)]
struct Capture {
    start: Kind,
    kind: Kind,
    at: Cell,
    squares: Vec<Cell>,
    victims: Vec<Cell>,
    last: Option<Vector>,
}

/// Longer walks are given up, since the naive walk is exponential.
const MOST_STEPS: u32 = 100_000;

impl Board {
    pub(crate) fn of(position: &Position) -> Board {
        let table = position.variant().table();
        let cell = |square: Square| {
            let (row, column) = table.board.row_and_column(square);
            (i32::from(row), i32::from(column))
        };
        Board {
            table,
            cells: table
                .board
                .squares()
                .filter_map(|square| Some((cell(square), position.piece_at(square)?)))
                .collect(),
            side: position.side(),
            huffable: position.huffable().iter().map(cell).collect(),
        }
    }

    fn number(&self, (row, column): Cell) -> u8 {
        let square = self.table.board.square_at(row as u8, column as u8);
        square.unwrap().number()
    }

    /// The cell one step away, if a line of the board connects the two.
    fn step(&self, (row, column): Cell, step: Vector) -> Option<Cell> {
        let slanting = step.rows != 0 && step.cols != 0;
        if self.table.board.cells == Cells::Lines && slanting && (row + column) % 2 != 0 {
            return None;
        }
        let to = (row + i32::from(step.rows), column + i32::from(step.cols));
        let (height, width) = (self.table.board.height, self.table.board.width);
        let inside =
            (0..i32::from(height)).contains(&to.0) && (0..i32::from(width)).contains(&to.1);
        (inside && self.table.board.is_playing(to.0 as u8, to.1 as u8)).then_some(to)
    }

    fn for_side(&self, vectors: &[Vector]) -> Vec<Vector> {
        let turn = |vector: &Vector| match self.side {
            Side::White => *vector,
            Side::Black => Vector::new(-vector.rows, -vector.cols),
        };
        vectors.iter().map(turn).collect()
    }

    fn is_far(&self, (row, _): Cell) -> bool {
        let far = match self.side {
            Side::White => 0,
            Side::Black => i32::from(self.table.board.height) - 1,
        };
        self.table.passing != Passing::NoPromotion && row == far
    }

    fn own(&self) -> Vec<(Cell, Kind)> {
        let own = self
            .cells
            .iter()
            .filter(|(_, piece)| piece.side == self.side);
        own.map(|(&cell, piece)| (cell, piece.kind)).collect()
    }

    /// Every legal way. `None` if there are too many to enumerate.
    pub(crate) fn ways(&self) -> Option<Vec<Way>> {
        let king_stands = self.cells.values().any(|piece| piece.kind == Kind::King);
        if self.table.goal == Goal::Promote && king_stands {
            return Some(Vec::new());
        }
        if self.table.obligation == Obligation::Compulsory {
            let captures = self.captures(false)?;
            return Some(if captures.is_empty() {
                self.quiet_ways()
            } else {
                self.preferred(captures)
            });
        }
        let mut ways = Vec::new();
        for huff in std::iter::once(None).chain(self.huffable.iter().map(Some)) {
            let mut board = self.clone();
            if let Some(cell) = huff {
                board.cells.remove(cell);
            }
            let mut some = board.captures(true)?;
            some.extend(board.quiet_ways());
            for way in &mut some {
                way.huff = huff.map(|cell| self.number(*cell));
            }
            ways.extend(some);
        }
        Some(ways)
    }

    /// The captures that precedence allows, applying one rule after another.
    fn preferred(&self, mut ways: Vec<Way>) -> Vec<Way> {
        for ground in self.table.precedence {
            let count = |way: &Way, kings| way.kings.iter().filter(|&&k| k == kings).count();
            let key = |way: &Way| -> Vec<usize> {
                match *ground {
                    Precedence::MostPieces => vec![way.victims.len()],
                    Precedence::GreatestValue { man, king } => {
                        vec![
                            count(way, false) * usize::from(man)
                                + count(way, true) * usize::from(king),
                        ]
                    }
                    Precedence::ByKing => vec![usize::from(way.by_king)],
                    Precedence::MostKings => vec![count(way, true)],
                    Precedence::KingsEarliest => {
                        way.kings.iter().map(|&k| usize::from(k)).collect()
                    }
                }
            };
            let best = ways.iter().map(key).max().unwrap();
            ways.retain(|way| key(way) == best);
        }
        ways
    }

    /// Every capture carried to its end, or with `partial` also those that stop before.
    fn captures(&self, partial: bool) -> Option<Vec<Way>> {
        let mut found = Vec::new();
        let mut steps = 0;
        for (cell, kind) in self.own() {
            // The piece may come back to its own square, so the square is free meanwhile.
            let mut board = self.clone();
            board.cells.remove(&cell);
            let capture = Capture {
                start: kind,
                kind,
                at: cell,
                squares: vec![cell],
                victims: vec![],
                last: None,
            };
            board.carry_on(&capture, partial, &mut found, &mut steps);
            if steps > MOST_STEPS {
                return None;
            }
        }
        Some(found)
    }

    fn carry_on(&self, capture: &Capture, partial: bool, found: &mut Vec<Way>, steps: &mut u32) {
        *steps += 1;
        if *steps > MOST_STEPS {
            return;
        }
        for leap in self.leaps(capture) {
            let goes_on = |next: &&Capture| !self.leaps(next).is_empty();
            let any_goes_on = leap.iter().any(|next| goes_on(&next));
            let behind = leap[0].at;
            for next in &leap {
                let stopped = goes_on(&next);
                let last_is_king = self.cells[next.victims.last().unwrap()].kind == Kind::King;
                let halts = self.table.king.landing == Landing::BehindLastKing && last_is_king;
                let too_far = halts && next.at != behind;
                let may_end = !any_goes_on && !too_far;
                if partial || may_end {
                    found.push(self.way(next, stopped));
                }
                if stopped {
                    self.carry_on(next, partial, found, steps);
                }
            }
        }
    }

    fn way(&self, capture: &Capture, stopped: bool) -> Way {
        let numbers = |cells: &[Cell]| cells.iter().map(|&cell| self.number(cell)).collect();
        let is_king = |cell: &Cell| self.cells[cell].kind == Kind::King;
        Way {
            squares: numbers(&capture.squares),
            victims: numbers(&capture.victims),
            promotes: capture.start == Kind::Man
                && (capture.kind == Kind::King || self.is_far(capture.at)),
            huff: None,
            kings: capture.victims.iter().map(is_king).collect(),
            by_king: capture.start == Kind::King,
            stopped,
        }
    }

    /// Every next capture, as the squares where it can land, the nearest first.
    fn leaps(&self, capture: &Capture) -> Vec<Vec<Capture>> {
        let begun = !capture.victims.is_empty();
        let man = capture.kind == Kind::Man;
        if begun && man && self.table.passing == Passing::EndsMove && self.is_far(capture.at) {
            return Vec::new();
        }
        let vectors = match capture.kind {
            Kind::Man if begun => self.for_side(self.table.man.later_capture),
            Kind::Man => self.for_side(self.table.man.first_capture),
            Kind::King => self.table.king.captures.to_vec(),
        };
        let flies = !man && self.table.king.range == Range::Line;
        let lands_far = flies && self.table.king.landing != Landing::Behind;
        let gone =
            |cell: &Cell| self.table.removal == Removal::AtOnce && capture.victims.contains(cell);
        let is_free = |cell: &Cell| !self.cells.contains_key(cell) || gone(cell);
        let mut leaps = Vec::new();
        for vector in vectors {
            let back = Vector::new(-vector.rows, -vector.cols);
            if !self.table.half_turn && capture.last == Some(back) {
                continue;
            }
            let mut cell = self.step(capture.at, vector);
            while flies && cell.is_some_and(|cell| is_free(&cell)) {
                cell = self.step(cell.unwrap(), vector);
            }
            let Some(victim) = cell else { continue };
            let Some(piece) = self.cells.get(&victim) else {
                continue;
            };
            let immune = man && !self.table.man.takes_kings && piece.kind == Kind::King;
            if piece.side == self.side || capture.victims.contains(&victim) || immune {
                continue;
            }
            let mut landings = Vec::new();
            let mut cell = self.step(victim, vector);
            while let Some(at) = cell.filter(is_free) {
                let mut next = capture.clone();
                next.at = at;
                next.squares.push(at);
                next.victims.push(victim);
                next.last = Some(vector);
                if man && self.table.passing == Passing::Promotes && self.is_far(at) {
                    next.kind = Kind::King;
                }
                landings.push(next);
                if !lands_far {
                    break;
                }
                cell = self.step(at, vector);
            }
            if !landings.is_empty() {
                leaps.push(landings);
            }
        }
        leaps
    }

    fn quiet_ways(&self) -> Vec<Way> {
        let mut ways = Vec::new();
        for (from, kind) in self.own() {
            let vectors = match kind {
                Kind::Man => self.for_side(self.table.man.steps),
                Kind::King => self.table.king.steps.to_vec(),
            };
            for vector in vectors {
                let mut cell = self.step(from, vector);
                while let Some(to) = cell.filter(|cell| !self.cells.contains_key(cell)) {
                    ways.push(Way {
                        squares: vec![self.number(from), self.number(to)],
                        victims: vec![],
                        promotes: kind == Kind::Man && self.is_far(to),
                        huff: None,
                        kings: vec![],
                        by_king: kind == Kind::King,
                        stopped: false,
                    });
                    if kind == Kind::Man || self.table.king.range == Range::One {
                        break;
                    }
                    cell = self.step(to, vector);
                }
            }
        }
        ways
    }

    /// The board after the move that these ways make.
    pub(crate) fn played(&self, ways: &[&Way]) -> Option<Board> {
        let way = ways[0];
        let cells: BTreeMap<u8, Cell> = (self.table.board.squares())
            .map(|square| {
                let (row, column) = self.table.board.row_and_column(square);
                (square.number(), (i32::from(row), i32::from(column)))
            })
            .collect();
        let huffable = self.huffable_after(ways)?;
        let mut after = self.clone();
        let mut moved = after.cells.remove(&cells[&way.squares[0]])?;
        for gone in way.victims.iter().chain(&way.huff) {
            after.cells.remove(&cells[gone]);
        }
        if way.promotes {
            moved.kind = Kind::King;
        }
        after.cells.insert(cells[way.squares.last()?], moved);
        after.side = self.side.opponent();
        after.huffable = huffable.iter().map(|number| cells[number]).collect();
        Some(after)
    }

    /// Counts the lines of play to a depth; with `by_orders`, captures of the same pieces in
    /// different orders count separately. `None` if a position has too many ways. Limits on a
    /// king's moves in a row are not applied.
    pub(crate) fn perft(&self, depth: u8, by_orders: bool) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let ways = self.ways()?;
        let mut moves: BTreeMap<Identity, Vec<&Way>> = BTreeMap::new();
        for way in &ways {
            moves.entry(way.identity()).or_default().push(way);
        }
        if depth == 1 && !by_orders {
            return Some(moves.len() as u64);
        }
        moves.into_values().try_fold(0, |sum, ways| {
            let orders = if by_orders { orders(&ways) as u64 } else { 1 };
            Some(sum + orders * self.played(&ways)?.perft(depth - 1, by_orders)?)
        })
    }

    /// The pieces that may be huffed after the move that these ways make, in a game with huffing.
    pub(crate) fn huffable_after(&self, ways: &[&Way]) -> Option<BTreeSet<u8>> {
        let Obligation::Huffing { shorter_route } = self.table.obligation else {
            return Some(BTreeSet::new());
        };
        let (from, to, victims, _, huff) = ways[0].identity();
        let mut board = self.clone();
        board
            .cells
            .retain(|&cell, _| Some(self.number(cell)) != huff);
        let captures = board.captures(true)?;
        if victims.is_empty() {
            let able = captures.iter().map(|way| way.squares[0]);
            return Some(able.map(|at| if at == from { to } else { at }).collect());
        }
        let longest = captures.iter().filter(|way| way.squares[0] == from);
        let longest = longest.map(|way| way.victims.len()).max().unwrap();
        let punished = match shorter_route {
            ShorterRoute::Safe => ways.iter().any(|way| way.stopped),
            ShorterRoute::Huffable => victims.len() < longest,
        };
        Some(punished.then_some(to).into_iter().collect())
    }
}

/// The different moves among some ways, each with the first of its ways, ordered by square numbers.
pub(crate) fn first_ways(ways: &[Way]) -> BTreeMap<Identity, Way> {
    let mut moves: BTreeMap<Identity, Way> = BTreeMap::new();
    for way in ways {
        moves
            .entry(way.identity())
            .and_modify(|first| {
                if (&way.squares, &way.victims) < (&first.squares, &first.victims) {
                    *first = way.clone();
                }
            })
            .or_insert_with(|| way.clone());
    }
    moves
}

/// Counts the ways that differ in the order of captures or in their end; where a king lands in
/// between does not count.
pub(crate) fn sequences(ways: &[Way]) -> usize {
    orders(&ways.iter().collect::<Vec<_>>())
}

fn orders(ways: &[&Way]) -> usize {
    let orders: BTreeSet<_> = ways
        .iter()
        .map(|way| {
            let end = *way.squares.last().unwrap();
            (way.squares[0], end, &way.victims, way.promotes, way.huff)
        })
        .collect();
    orders.len()
}
