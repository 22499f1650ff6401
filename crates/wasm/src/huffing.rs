//! Huffing as a person does it: a piece of the other side is lifted first, and the move is made on the
//! board that is left. Called when a wish is asked about; which pieces may be huffed is told by the
//! rules.

use damier_rules::{Position, Square, SquareSet};

use crate::error::DoorError;

/// The board on which a move is made: without the piece that is huffed, and with nothing left to huff.
///
/// # Errors
/// `not-huffable` for a piece that may not be huffed now.
pub(crate) fn without(position: &Position, huff: Option<Square>) -> Result<Position, DoorError> {
    if position.huffable().is_empty() && huff.is_none() {
        return Ok(*position);
    }
    let mut setup = position.to_setup();
    if let Some(square) = huff {
        if !setup.huffable.contains(square) {
            let message =
                format_args!("square {} holds nothing to huff", square.number()).to_string();
            return Err(DoorError::new("not-huffable", message));
        }
        setup.clear(square);
    }
    setup.huffable = SquareSet::EMPTY;
    // A playable position stays one without one of its pieces: the other side has its own.
    Position::from_setup(position.variant(), &setup)
        .map_err(|faults| DoorError::new("not-huffable", faults))
}
