//! A move of a stranger, read in two steps whose work is known before it is done: first the legal moves
//! that its ends leave, then the one that is meant, and how it is written. What a club asks that
//! replays records of unknown origin; files of one's own are read with [`read`](super::read).

use damier_rules::{Move, Position};

use super::error::MoveError;
use super::reader::{choose, square};
use super::writer::written_among;
use super::written::Written;
use crate::square_names::Names;

/// The legal moves between the first and the last square of a written move.
///
/// ```
/// use damier_notation::move_text::Candidates;
/// use damier_rules::{Position, Variant};
///
/// let start = Position::start(Variant::INTERNATIONAL);
/// let candidates = Candidates::of(&start, "32-28".parse()?)?;
/// assert_eq!((candidates.work(), candidates.work_to_choose()), (9, 0));
/// let chosen = candidates.choose()?;
/// assert_eq!((chosen.text.as_str(), chosen.after), ("32-28", start.play(&chosen.played)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Candidates<'p> {
    position: &'p Position,
    written: Written,
    found: Vec<(Move, Position)>,
    work: u64,
}

/// The move that is meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The move.
    pub played: Move,
    /// The position after it.
    pub after: Position,
    /// The move as [`text`](super::text) writes it.
    pub text: String,
}

impl<'p> Candidates<'p> {
    /// Finds them.
    ///
    /// # Errors
    /// A square that the board does not have.
    pub fn of(position: &'p Position, written: Written) -> Result<Candidates<'p>, MoveError> {
        let names = Names::of(position.variant());
        let (from, to) = (square(names, written.from)?, square(names, written.to)?);
        let (found, work) = position.moves_from(from, Some(to));
        Ok(Candidates {
            position,
            written,
            found,
            work,
        })
    }

    /// The work that finding them has taken, as [`Position::moves_from`] counts it.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The work that [`choose`](Candidates::choose) may take, at most: nothing where there is one
    /// candidate; otherwise the ways of all are searched, and of the chosen one once more.
    pub fn work_to_choose(&self) -> u64 {
        let plain = self.found.len() <= 1 && self.written.via.is_empty();
        let searches = if plain { 0 } else { 2 * self.found.len() + 1 };
        self.work.saturating_mul(searches as u64)
    }

    /// The one that is meant.
    ///
    /// # Errors
    /// That the move is not legal here, or that it fits several captures that take different pieces.
    pub fn choose(self) -> Result<Chosen, MoveError> {
        let (played, after) = choose(self.position, &self.written, self.found.clone())?;
        let text = written_among(self.position, &played, &self.found).to_string();
        Ok(Chosen {
            played,
            after,
            text,
        })
    }
}
