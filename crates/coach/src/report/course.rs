//! What a line of moves takes and loses, and what an exchange of captures comes to. Everything here is counted on the board; no engine
//! is asked. Called by `explain` and by the answers to "why?".

use damier_rules::variant::rule_table::{Goal, Obligation};
use damier_rules::{Game, Kind, Move, Position, Side, SquareSet};

/// What a king is worth in men: the rule of thumb of the teachers, as for shots.
const KING_IN_MEN: i32 = 3;

/// The most positions that one exchange may look at. Real ones have a few; a stranger's position may have thousands.
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
    /// What a move captures.
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

    /// How many pieces.
    pub fn pieces(self) -> u8 {
        self.men.saturating_add(self.kings)
    }

    /// What they are worth in men; a king counts as three.
    pub fn worth(self) -> i32 {
        i32::from(self.men) + KING_IN_MEN * i32::from(self.kings)
    }

    fn add(&mut self, other: Haul) {
        self.men = self.men.saturating_add(other.men);
        self.kings = self.kings.saturating_add(other.kings);
    }
}

/// Moves from a position, and what each side takes in them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    /// The position before the first move.
    pub start: Position,
    /// The moves; the side to move at the start plays the first.
    pub moves: Vec<Move>,
    /// What the side that moves first takes.
    pub taken: Haul,
    /// What it loses.
    pub lost: Haul,
}

impl Course {
    /// Plays moves through as far as they are legal.
    pub fn of(start: Position, moves: &[Move]) -> Course {
        let mut course = Course {
            start,
            moves: Vec::with_capacity(moves.len()),
            taken: Haul::default(),
            lost: Haul::default(),
        };
        let mut position = start;
        for played in moves {
            let Ok(next) = position.play(played) else {
                break;
            };
            let haul = Haul::of(&position, played.captured);
            if position.side() == start.side() {
                course.taken.add(haul);
            } else {
                course.lost.add(haul);
            }
            course.moves.push(*played);
            position = next;
        }
        course
    }

    /// The same moves up to the last position in which nothing is to be captured; `None` where there is none after the first move.
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

    /// What the side to move after `from` plies of a game wins up to `until`, counted from where the captures began in which that position
    /// stands. Two for two given one after the other is an exchange, though its second half alone gives one and takes two.
    pub(crate) fn exchanged(game: &Game, from: usize, until: usize) -> Option<i32> {
        let moves: Vec<Move> = game.moves().take(until).collect();
        let mut begin = from;
        while begin >= 2 && moves.get(begin - 1).is_some_and(Move::is_capture) {
            begin -= 2;
        }
        let start = game.position_after(begin)?;
        Some(Course::of(*start, moves.get(begin..)?).net())
    }

    /// The position after the last move; `None` never for a course that was played through.
    pub(crate) fn end(&self) -> Option<Position> {
        let mut position = self.start;
        for played in &self.moves {
            position = position.play(played).ok()?;
        }
        Some(position)
    }

    /// Who plays the first move.
    pub fn side(&self) -> Side {
        self.start.side()
    }

    /// What the side that moves first wins, in men, a king counting as three.
    pub fn net(&self) -> i32 {
        self.taken.worth() - self.lost.worth()
    }
}

/// Whether pieces are worth keeping in a game, and captures compulsory, so that exchanges can be counted.
pub(crate) fn counts_material(position: &Position) -> bool {
    let table = position.variant().table();
    table.goal != Goal::GiveAway && table.obligation == Obligation::Compulsory
}

/// The captures that follow from a position in which one must be made, each side choosing what wins it most, until nothing is to be
/// captured. Since captures are compulsory, neither side can stop in between: what it comes to is proved.
///
/// `None` where no capture is to be made, where material does not count, and where it would take too long.
pub fn exchange(position: &Position) -> Option<Course> {
    if !counts_material(position) || !position.must_capture() {
        return None;
    }
    let mut left = MOST_POSITIONS;
    let (_, moves) = best(position, &mut left)?;
    Some(Course::of(*position, &moves))
}

/// What captures win from here, in men, with the moves; `None` where it would take too long.
fn best(position: &Position, left: &mut u32) -> Option<(i32, Vec<Move>)> {
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
        let (answer, moves) = best(&after, left)?;
        let value = Haul::of(position, played.captured).worth() - answer;
        if found.as_ref().is_none_or(|(other, _)| value > *other) {
            let line = std::iter::once(played).chain(moves).collect();
            found = Some((value, line));
        }
    }
    found.or(Some((0, Vec::new())))
}

/// What a move wins or loses at once: its own captures, less the exchange that follows. `None` where that cannot be counted.
pub(crate) fn at_once(position: &Position, played: &Move) -> Option<i32> {
    if !counts_material(position) {
        return None;
    }
    let after = position.play(played).ok()?;
    let won = Haul::of(position, played.captured).worth();
    let mut left = MOST_POSITIONS;
    Some(won - best(&after, &mut left)?.0)
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
    fn each_side_chooses_what_wins_it_most() {
        // 28 may take 22, where 12 takes it back, or 23, where nothing does.
        let course = exchange(&at(Variant::INTERNATIONAL, "W:W28:B8,12,22,23")).expect("a capture");
        assert_eq!((course.taken.men, course.lost.men), (1, 0));
        assert_eq!(move_text::text(&course.start, &course.moves[0]), "28x19");
    }

    #[test]
    fn games_where_it_means_nothing_have_no_exchange() {
        let lost = at(Variant::ANTIDRAUGHTS, "W:W28:B23");
        assert_eq!(exchange(&lost), None);
    }

    #[test]
    fn a_move_counts_with_what_follows() {
        let position = at(Variant::INTERNATIONAL, "W:W32,37:B21,22,18");
        let value = |text| {
            let played = move_text::read(&position, text).expect("a move");
            at_once(&position, &played)
        };
        assert_eq!(value("32-28"), Some(-1), "22x33");
        assert_eq!(value("37-31"), Some(0));
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
