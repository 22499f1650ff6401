//! A rule table compiled for one width of integer, the form that the move generator reads.

use crate::Side;
use crate::bits::Bits;
use crate::board::Vector;
use crate::generate::Sets;
use crate::geometry::{Geometry, Way};
use crate::hash;
use crate::pieces::{Pieces, RawMove};
use crate::variant::RuleTable;
use crate::variant::rule_table::{Obligation, Passing, Start};
use crate::{Past, Square};

/// The compiled rules of one game, as search and perft use them.
///
/// Implemented by [`Rules`], which reads any table, and by [`International`](crate::International),
/// which has the facts of its game as constants. A test checks that both give the same moves.
///
/// ```
/// use damier_rules::{AnyPieces, International, Position, Rulebook, Variant};
///
/// /// Counts the lines of play, as any search walks through them.
/// fn count<R: Rulebook>(rules: &R, pieces: &damier_rules::Pieces<R::Bits>, depth: u32) -> usize {
///     let mut moves = Vec::new();
///     rules.moves(pieces, &mut moves);
///     match depth {
///         1 => moves.len(),
///         _ => moves.iter().map(|played| count(rules, &rules.after(pieces, played), depth - 1)).sum(),
///     }
/// }
/// let AnyPieces::Narrow(start) = Position::start(Variant::INTERNATIONAL).raw() else { panic!("64 bits") };
/// assert_eq!(count(&International, &start, 4), 4_265);
/// ```
pub trait Rulebook: Sync {
    /// The integer that holds a set of squares.
    type Bits: Bits;

    /// Returns the layout of the board in bits.
    fn geometry(&self) -> &Geometry<Self::Bits>;

    /// Returns the rule table.
    fn table(&self) -> &'static RuleTable;

    /// Appends every move that is legal by the board alone, each once: captures that differ only in
    /// the order of capturing are one move. Which pieces may be huffed counts as part of the board;
    /// the moves in a row of a king do not.
    fn moves(&self, pieces: &Pieces<Self::Bits>, list: &mut Vec<RawMove<Self::Bits>>);

    /// Appends the legal captures; appends nothing if there are none.
    fn captures(&self, pieces: &Pieces<Self::Bits>, list: &mut Vec<RawMove<Self::Bits>>);

    /// Returns whether the side to move can capture. In games without huffing it must then do so.
    fn can_capture(&self, pieces: &Pieces<Self::Bits>) -> bool;

    /// Returns the board after a move that is legal by the board alone, with the [`Past`] that the
    /// move leaves.
    #[inline]
    fn after(
        &self,
        pieces: &Pieces<Self::Bits>,
        played: &RawMove<Self::Bits>,
    ) -> Pieces<Self::Bits> {
        pieces.after(played)
    }

    /// Returns the key of the position after a move, from the key before it.
    #[inline]
    fn hash_after(
        &self,
        before: u64,
        pieces: &Pieces<Self::Bits>,
        played: &RawMove<Self::Bits>,
        _after: &Pieces<Self::Bits>,
    ) -> u64 {
        hash::hash_after(before, pieces, played)
    }

    /// Returns the bit of the king of the side to move that has already made as many quiet moves in
    /// a row as it may.
    #[inline]
    fn tired_king(&self, _pieces: &Pieces<Self::Bits>) -> Option<u8> {
        None
    }

    /// Returns the pieces of the other side that may be huffed; none in games without huffing.
    #[inline]
    fn huffable(&self, pieces: &Pieces<Self::Bits>) -> Self::Bits {
        if pieces.past.is_none() || self.table().obligation == Obligation::Compulsory {
            return Self::Bits::EMPTY;
        }
        pieces.past.huffable(pieces.enemy())
    }

    /// Appends every move that may be played: the moves that are legal by the board alone, without
    /// those that the past forbids. Games and searches use this; perft uses [`Rulebook::moves`].
    #[inline]
    fn playable(&self, pieces: &Pieces<Self::Bits>, list: &mut Vec<RawMove<Self::Bits>>) {
        let before = list.len();
        self.moves(pieces, list);
        self.drop_tired(pieces, list, before);
    }

    /// Does the same as [`Rulebook::playable`] and returns the work that it took: the nodes visited
    /// while walking through captures, plus the moves found. Crowded boards can make it large; see
    /// [`Position::moves_from`].
    ///
    /// [`Position::moves_from`]: crate::Position::moves_from
    fn playable_with_work(
        &self,
        pieces: &Pieces<Self::Bits>,
        list: &mut Vec<RawMove<Self::Bits>>,
    ) -> u64 {
        let before = list.len();
        self.playable(pieces, list);
        (list.len() - before) as u64
    }

    /// Removes the quiet moves of a king that may not make one from a list, starting at index
    /// `before`.
    #[inline]
    fn drop_tired(
        &self,
        pieces: &Pieces<Self::Bits>,
        list: &mut Vec<RawMove<Self::Bits>>,
        before: usize,
    ) {
        if let Some(king) = self.tired_king(pieces) {
            let mut kept = list.split_off(before);
            kept.retain(|played| played.is_capture() || played.from != king);
            list.append(&mut kept);
        }
    }

    /// Appends the moves that a search tries in a quiet position, where neither side can capture:
    /// of the moves that may be played, those that promote, and those of a man after which the
    /// other side can capture. They come in the order of [`Rulebook::playable`].
    #[inline]
    fn offers(&self, pieces: &Pieces<Self::Bits>, list: &mut Vec<RawMove<Self::Bits>>) {
        offers_one_by_one(self, pieces, list);
    }

    /// Returns whether the side to move has no move that may be played.
    fn is_stuck(&self, pieces: &Pieces<Self::Bits>) -> bool {
        // Testing for a capture is quick; listing the captures may take long on a crowded board.
        if self.can_capture(pieces) {
            return false;
        }
        if self.tired_king(pieces).is_none() {
            return self.count(pieces) == 0;
        }
        let mut list = Vec::new();
        self.playable(pieces, &mut list);
        list.is_empty()
    }

    /// Returns how many moves are legal by the board alone.
    fn count(&self, pieces: &Pieces<Self::Bits>) -> u64 {
        let mut list = Vec::new();
        self.moves(pieces, &mut list);
        list.len() as u64
    }

    /// Returns the number of lines of play of two moves; captures of the same set count once.
    /// `list` is working memory; its contents are overwritten.
    #[inline]
    fn count_two(&self, pieces: &Pieces<Self::Bits>, list: &mut Vec<RawMove<Self::Bits>>) -> u64 {
        count_two_by_list(self, pieces, list)
    }

    /// Returns in how many orders a legal move can capture its pieces; 1 for a quiet move.
    fn orders(&self, pieces: &Pieces<Self::Bits>, played: &RawMove<Self::Bits>) -> u64;
}

/// Implements [`Rulebook::count_two`] by the list of the first moves. Kept apart, so that the
/// common case is one test and one call.
#[inline(never)]
pub(crate) fn count_two_by_list<R: Rulebook + ?Sized>(
    rules: &R,
    pieces: &Pieces<R::Bits>,
    list: &mut Vec<RawMove<R::Bits>>,
) -> u64 {
    list.clear();
    rules.moves(pieces, list);
    let counts = list
        .iter()
        .map(|played| rules.count(&rules.after(pieces, played)));
    counts.fold(0, u64::saturating_add)
}

/// Implements [`Rulebook::offers`] by looking at the board after every move.
pub(crate) fn offers_one_by_one<R: Rulebook + ?Sized>(
    rules: &R,
    pieces: &Pieces<R::Bits>,
    list: &mut Vec<RawMove<R::Bits>>,
) {
    let first = list.len();
    rules.playable(pieces, list);
    let mut kept = first;
    for index in first..list.len() {
        let played = list[index];
        let by_man = !pieces.kings.meets(R::Bits::single(played.from));
        // Which pieces may be huffed after the move makes no difference here, so the simple `after`
        // is enough.
        let board = || pieces.huffed(&played).after(&played);
        if played.promotes || by_man && rules.can_capture(&board()) {
            list[kept] = played;
            kept += 1;
        }
    }
    list.truncate(kept);
}

/// The directions of one side's men, or of kings, as steps of whole sets.
#[derive(Clone, Debug)]
pub(crate) struct PieceWays<B> {
    pub(crate) steps: Vec<Way<B>>,
    pub(crate) first_capture: Vec<Way<B>>,
    pub(crate) later_capture: Vec<Way<B>>,
}

/// A rule table, compiled for a board.
///
/// ```
/// use damier_rules::{Rules, Side, Variant};
/// let rules = Rules::<u64>::new(Variant::INTERNATIONAL.table()).expect("it fits into 64 bits");
/// assert_eq!(rules.start().men(Side::White).count_ones(), 20);
/// assert!(Rules::<u64>::new(Variant::CANADIAN.table()).is_none()); // 12x12 needs 128 bits
/// ```
#[derive(Clone, Debug)]
pub struct Rules<B> {
    table: &'static RuleTable,
    geometry: Geometry<B>,
    men: [PieceWays<B>; 2],
    kings: PieceWays<B>,
    far_rows: [B; 2],
    sets: Sets<B>,
    /// Whether positions of this game keep a [`Past`].
    has_past: bool,
    /// Whether that past is of kings only, whose moves in a row are limited.
    past_of_kings: bool,
}

impl<B: Bits> Rules<B> {
    /// Compiles a table. `None` if its board needs more bits than `B` has.
    pub fn new(table: &'static RuleTable) -> Option<Rules<B>> {
        let geometry = Geometry::new(table.board)?;
        let ways = |vectors: &[Vector], side: Side| {
            let of_side = |&vector: &Vector| match side {
                Side::White => vector,
                Side::Black => vector.mirrored(),
            };
            vectors
                .iter()
                .map(|vector| geometry.way(of_side(vector)))
                .collect::<Vec<_>>()
        };
        let men = Side::ALL.map(|side| PieceWays {
            steps: ways(table.man.steps, side),
            first_capture: ways(table.man.first_capture, side),
            later_capture: ways(table.man.later_capture, side),
        });
        let kings = PieceWays {
            steps: ways(table.king.steps, Side::White),
            first_capture: ways(table.king.captures, Side::White),
            later_capture: ways(table.king.captures, Side::White),
        };
        let far_rows = match table.passing {
            Passing::NoPromotion => [B::EMPTY; 2],
            _ => [geometry.row(0), geometry.row(table.board.height - 1)],
        };
        Some(Rules {
            has_past: table.obligation != Obligation::Compulsory || table.king_run.is_some(),
            past_of_kings: table.obligation == Obligation::Compulsory,
            sets: Sets::new(table, &geometry, far_rows),
            table,
            geometry,
            men,
            kings,
            far_rows,
        })
    }

    /// Returns the rule table.
    pub fn table(&self) -> &'static RuleTable {
        self.table
    }

    /// Returns the layout of the board in bits.
    pub fn geometry(&self) -> &Geometry<B> {
        &self.geometry
    }

    /// Returns the row on which this side's men are promoted; the empty set in a game without
    /// kings.
    #[inline]
    pub fn far_row(&self, side: Side) -> B {
        self.far_rows[side.index()]
    }

    /// Returns the directions of this side's men.
    pub(crate) fn men(&self, side: Side) -> &PieceWays<B> {
        &self.men[side.index()]
    }

    /// Returns the directions of kings.
    pub(crate) fn kings(&self) -> &PieceWays<B> {
        &self.kings
    }

    /// Returns whether the move that led to this board may leave a [`Past`].
    #[inline]
    pub(crate) fn leaves_past(&self, after: &Pieces<B>) -> bool {
        self.has_past && !(self.past_of_kings && after.kings.is_empty())
    }

    /// Returns the facts that the whole-set generator reads.
    #[inline]
    pub(crate) fn sets(&self) -> &Sets<B> {
        &self.sets
    }

    /// Returns the start position of the game.
    pub fn start(&self) -> Pieces<B> {
        let (white, black) = match self.table.start {
            Start::Rows { full, behind } => {
                let rows = |from: u8, to: u8| {
                    (from..to).fold(B::EMPTY, |set, row| set | self.geometry.row(row))
                };
                let (height, front) = (self.table.board.height, behind + full);
                (rows(height - front, height - behind), rows(behind, front))
            }
            Start::Squares { white, black } => {
                let squares = |numbers: &[u8]| {
                    let squares = numbers.iter().copied().filter_map(Square::new);
                    self.geometry.to_bits(squares.collect())
                };
                (squares(white), squares(black))
            }
        };
        Pieces {
            white,
            black,
            kings: B::EMPTY,
            side: self.table.first,
            past: Past::NONE,
        }
    }
}
