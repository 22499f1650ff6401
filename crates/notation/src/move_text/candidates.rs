//! Reads an untrusted move in two steps, and returns an upper bound of the work before each: first
//! find the legal moves with this start and end, then choose the intended move and write it.
//! Servers use this to replay untrusted records. For trusted files, [`read`](super::read) is
//! enough.

use damier_rules::{Move, Position};

use super::error::MoveError;
use super::reader::{ByCaptured, choose, square};
use super::writer::written_among;
use super::written::Written;
use crate::square_names::{Names, SquareName};

/// The legal moves that have the same first and last square as a written move.
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

/// The move that a text denotes.
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
    /// Finds the legal moves between the two squares.
    ///
    /// # Errors
    /// The text names a square that the board does not have.
    pub fn of(position: &'p Position, mut written: Written) -> Result<Candidates<'p>, MoveError> {
        let names = Names::of(position.variant());
        let to = square(names, written.to)?;
        let (mut found, mut work) = match written.from {
            SquareName::File { file } => names.on_file(file).fold(
                (Vec::new(), 0),
                |(mut found, work): (Vec<_>, u64), from| {
                    let (more, more_work) = position.moves_from(from, Some(to));
                    found.extend(more);
                    (found, work.saturating_add(more_work))
                },
            ),
            from => position.moves_from(square(names, from)?, Some(to)),
        };
        if found.is_empty()
            && let Some(named) = ByCaptured::of(names, &written)
        {
            let (between, more_work) = position.moves_from(named.from, Some(named.to));
            work = work.saturating_add(more_work);
            if let Some((played, _)) = named.only(&between) {
                written = super::written(position, &played);
                found = between;
            }
        }
        Ok(Candidates {
            position,
            written,
            found,
            work,
        })
    }

    /// The work that was needed to find the moves, in the unit of [`Position::moves_from`].
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The most work that [`choose`](Candidates::choose) may take. It is 0 with at most one
    /// candidate and no squares named on the way. Otherwise it allows for searching the paths of
    /// each candidate twice, and those of the chosen one once more.
    pub fn work_to_choose(&self) -> u64 {
        let plain = self.found.len() <= 1 && self.written.via.is_empty();
        let searches = if plain { 0 } else { 2 * self.found.len() + 1 };
        self.work.saturating_mul(searches as u64)
    }

    /// Chooses the move that the text denotes.
    ///
    /// # Errors
    /// The move is not legal here, or the text fits several captures that take different pieces.
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
