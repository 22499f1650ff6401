//! Counts what a line of moves captures and loses, and the result of an exchange of captures.
//! Everything is counted on the board, without an engine. Called by `explain` and `why`.

use damier_rules::variant::rule_table::{Goal, Obligation};
use damier_rules::{Game, Kind, Move, Position, Side, SquareSet};

/// The value of a king in men: the rule of thumb of teachers, as for shots.
const KING_IN_MEN: i32 = 3;

/// The gain of a man that is crowned, in men.
const CROWN_IN_MEN: i32 = KING_IN_MEN - 1;

/// The most positions that one exchange may visit. Real exchanges have a few; a position from an
/// untrusted source may have thousands.
const MOST_POSITIONS: u32 = 3_000;

/// The most states of a capture in one of these positions.
const MOST_STATES: usize = 2_000;

/// Captured men and kings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Haul {
    /// Men.
    pub men: u8,
    /// Kings.
    pub kings: u8,
}

impl Haul {
    /// The pieces that a move captures.
    pub fn of(position: &Position, captured: SquareSet) -> Haul {
        let mut haul = Haul::default();
        for square in captured.iter() {
            match position.piece_at(square).map(|piece| piece.kind) {
                Some(Kind::Man) => haul.men += 1,
                Some(Kind::King) => haul.kings += 1,
                None => {}
            }
        }
        haul
    }

    /// The number of pieces.
    pub fn pieces(self) -> u8 {
        self.men.saturating_add(self.kings)
    }

    /// Their value in men; a king counts as three.
    pub fn worth(self) -> i32 {
        i32::from(self.men) + KING_IN_MEN * i32::from(self.kings)
    }

    fn add(&mut self, other: Haul) {
        self.men = self.men.saturating_add(other.men);
        self.kings = self.kings.saturating_add(other.kings);
    }
}

/// Moves from a position, and what each side captures in them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    /// The position before the first move.
    pub start: Position,
    /// The moves; the side to move at the start plays the first.
    pub moves: Vec<Move>,
    /// The pieces captured by the side that moves first.
    pub taken: Haul,
    /// The pieces that it loses.
    pub lost: Haul,
    /// How many of the captured kings, and of the lost kings, were men at the start; they are
    /// counted as men.
    pub(super) crowned: [u8; 2],
}

impl Course {
    /// Plays moves through as long as they are legal.
    pub fn of(start: Position, moves: &[Move]) -> Course {
        let mut course = Course {
            start,
            moves: Vec::with_capacity(moves.len()),
            taken: Haul::default(),
            lost: Haul::default(),
            crowned: [0; 2],
        };
        let mut position = start;
        let mut crowned = SquareSet::EMPTY;
        for played in moves {
            let Ok(next) = position.play(played) else {
                break;
            };
            let haul = Haul::of(&position, played.captured);
            let is_first = position.side() == start.side();
            if is_first {
                course.taken.add(haul);
            } else {
                course.lost.add(haul);
            }
            let fresh = played.captured.intersection(crowned).len() as u8;
            let count = &mut course.crowned[usize::from(!is_first)];
            *count = count.saturating_add(fresh);
            crowned = crowned_after(crowned, played);
            course.moves.push(*played);
            position = next;
        }
        course
    }

    /// The same moves up to the last position without a capture to make; `None` if there is none
    /// after the first move.
    pub fn to_last_quiet(start: Position, moves: &[Move]) -> Option<Course> {
        let mut position = start;
        let mut quiet = 0;
        for (number, played) in moves.iter().enumerate() {
            let Ok(next) = position.play(played) else {
                break;
            };
            position = next;
            if !position.can_capture() {
                quiet = number + 1;
            }
        }
        (quiet > 0).then(|| Course::of(start, &moves[..quiet]))
    }

    /// The gain, up to ply `until`, of the side to move after `from` plies of a game, counted from
    /// the start of the sequence of captures that contains that position. A two-for-two exchange is
    /// even as a whole, although its second half alone gives one and takes two.
    pub(crate) fn exchanged(game: &Game, from: usize, until: usize) -> Option<i32> {
        let moves: Vec<Move> = game.moves().take(until).collect();
        let begin = Course::begin_of_exchange(&moves, from);
        let start = game.position_after(begin)?;
        Some(Course::of(*start, moves.get(begin..)?).net())
    }

    /// The number of plies before the sequence of captures that contains the position after `from`
    /// plies, adjusted so that the same side is to move.
    pub(crate) fn begin_of_exchange(moves: &[Move], from: usize) -> usize {
        let mut begin = from;
        while begin >= 2 && moves.get(begin - 1).is_some_and(Move::is_capture) {
            begin -= 2;
        }
        begin
    }

    /// The position after the last move; never `None` for a course whose moves were played.
    pub(crate) fn end(&self) -> Option<Position> {
        let mut position = self.start;
        for played in &self.moves {
            position = position.play(played).ok()?;
        }
        Some(position)
    }

    /// The side that plays the first move.
    pub fn side(&self) -> Side {
        self.start.side()
    }

    /// The gain of the side that moves first, in men. A king of the first position counts as three;
    /// a piece crowned on the way counts as a man, as in shots.
    pub fn net(&self) -> i32 {
        let [taken, lost] = self.crowned.map(|kings| CROWN_IN_MEN * i32::from(kings));
        (self.taken.worth() - taken) - (self.lost.worth() - lost)
    }
}

/// The squares of the kings crowned on the way, after one more move.
fn crowned_after(mut crowned: SquareSet, played: &Move) -> SquareSet {
    crowned = crowned.difference(played.captured);
    let is_crowned = played.promotes || crowned.contains(played.from);
    crowned.remove(played.from);
    if is_crowned {
        crowned.insert(played.to);
    }
    crowned
}

/// The value of a capture in men; a king crowned on the way counts as a man.
fn worth(position: &Position, played: &Move, crowned: SquareSet) -> i32 {
    let fresh = played.captured.intersection(crowned).len();
    Haul::of(position, played.captured).worth() - CROWN_IN_MEN * fresh as i32
}

/// Whether exchanges can be counted in this game: pieces have value and captures are compulsory.
pub(crate) fn counts_material(position: &Position) -> bool {
    let table = position.variant().table();
    table.goal != Goal::GiveAway && table.obligation == Obligation::Compulsory
}

/// The captures that follow from a position with a compulsory capture, each side choosing the best
/// for itself, until there is no capture. Since captures are compulsory, neither side can stop in
/// between, so the result is proved.
///
/// `None` if there is no capture to make, if material does not count, or if the search would take
/// too long.
pub fn exchange(position: &Position) -> Option<Course> {
    if !counts_material(position) || !position.must_capture() {
        return None;
    }
    let mut left = MOST_POSITIONS;
    let (_, moves) = best(position, SquareSet::EMPTY, &mut left)?;
    Some(Course::of(*position, &moves))
}

/// The gain of captures from here, in men, with the moves, given which kings were crowned on the
/// way; `None` if it would take too long.
fn best(position: &Position, crowned: SquareSet, left: &mut u32) -> Option<(i32, Vec<Move>)> {
    if !position.must_capture() {
        return Some((0, Vec::new()));
    }
    *left = left.checked_sub(1)?;
    if position.capture_states(MOST_STATES) >= MOST_STATES {
        return None;
    }
    let mut found: Option<(i32, Vec<Move>)> = None;
    for played in position.legal_moves() {
        let after = position.play(&played).ok()?;
        let (answer, moves) = best(&after, crowned_after(crowned, &played), left)?;
        let value = worth(position, &played, crowned) - answer;
        if found.as_ref().is_none_or(|(other, _)| value > *other) {
            let line = std::iter::once(played).chain(moves).collect();
            found = Some((value, line));
        }
    }
    found.or(Some((0, Vec::new())))
}

/// The immediate gain or loss of a move: its own captures, less the exchange that follows. `None`
/// if that cannot be counted.
pub(crate) fn at_once(position: &Position, played: &Move) -> Option<i32> {
    if !counts_material(position) {
        return None;
    }
    let after = position.play(played).ok()?;
    let won = Haul::of(position, played.captured).worth();
    let mut left = MOST_POSITIONS;
    let crowned = crowned_after(SquareSet::EMPTY, played);
    Some(won - best(&after, crowned, &mut left)?.0)
}

#[cfg(test)]
mod tests {
    use damier_notation::{fen, move_text};
    use damier_rules::Variant;

    use super::*;

    fn at(variant: Variant, text: &str) -> Position {
        fen::read_position(variant, text).expect("a position")
    }

    fn net(text: &str) -> Option<i32> {
        exchange(&at(Variant::INTERNATIONAL, text)).map(|course| course.net())
    }

    #[test]
    fn an_exchange_is_counted_to_its_end() {
        assert_eq!(net("W:W28:B23"), Some(1), "nothing takes back");
        assert_eq!(net("W:W28:B8,13,23"), Some(0), "13 takes back");
        assert_eq!(net("W:W28:B22"), Some(1));
        assert_eq!(net("W:W31-50:B1-20"), None, "nothing to capture");
        assert_eq!(net("W:W28:BK23"), Some(3), "a king is three men");
    }

    #[test]
    fn each_side_chooses_its_best_capture() {
        // 28 can capture to 22, where 12 recaptures, or to 23, where no piece does.
        let course = exchange(&at(Variant::INTERNATIONAL, "W:W28:B8,12,22,23")).expect("a capture");
        assert_eq!((course.taken.men, course.lost.men), (1, 0));
        assert_eq!(move_text::text(&course.start, &course.moves[0]), "28x19");
    }

    #[test]
    fn games_without_material_value_have_no_exchange() {
        let lost = at(Variant::ANTIDRAUGHTS, "W:W28:B23");
        assert_eq!(exchange(&lost), None);
    }

    #[test]
    fn a_move_counts_with_the_exchange_after_it() {
        let position = at(Variant::INTERNATIONAL, "W:W32,37:B21,22,18");
        let value = |text| {
            let played = move_text::read(&position, text).expect("a move");
            at_once(&position, &played)
        };
        assert_eq!(value("32-28"), Some(-1), "22x33");
        assert_eq!(value("37-31"), Some(0));
    }

    #[test]
    fn king_crowned_on_the_way_counts_as_a_man() {
        // Black gives two men and lets White crown on 5, gives four more, and captures five, the
        // new king among them.
        let start = at(
            Variant::INTERNATIONAL,
            "B:W22,25,31,32,34,35,37,38,39,40,45:B5,6,11,12,13,14,15,16,23,26,29",
        );
        let mut position = start;
        let mut moves = Vec::new();
        for text in "14-20 25x14 5-10 14x5 12-18 5x28 18x36 34x23 26-31 37x26 16-21 26x17 11x42"
            .split_whitespace()
        {
            let played = move_text::read(&position, text).expect("a move");
            moves.push(played);
            position = position.play(&played).expect("legal");
        }
        let course = Course::of(start, &moves);
        assert_eq!((course.taken.men, course.taken.kings), (4, 1));
        assert_eq!((course.lost.men, course.lost.kings), (6, 0));
        assert_eq!(course.net(), -1);
        // The same, starting after the man has been crowned.
        let later = Course::of(
            moves[..4]
                .iter()
                .fold(start, |at, played| at.play(played).expect("legal")),
            &moves[4..],
        );
        assert_eq!(later.net(), 7 - 4);
    }

    #[test]
    fn a_line_is_cut_where_it_is_quiet() {
        let position = at(Variant::INTERNATIONAL, "W:W28,32,29,37:B8,9,10,18,19");
        let mut moves = Vec::new();
        let mut after = position;
        for text in ["28-23", "19x28", "32x5"] {
            let played = move_text::read(&after, text).expect("a move");
            moves.push(played);
            after = after.play(&played).expect("legal");
        }
        let course = Course::to_last_quiet(position, &moves);
        assert!(course.is_some_and(|course| course.net() > 0));
        assert_eq!(Course::to_last_quiet(position, &moves[..1]), None);
    }
}
