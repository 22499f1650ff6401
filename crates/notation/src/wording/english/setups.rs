//! Why a setup cannot be played, in English.

use damier_rules::{Kind, Piece, SetupFault};

use super::{piece, pieces, side};
use crate::square_names::Names;
use crate::wording::list;

pub(crate) fn setup_fault(names: Names, fault: &SetupFault) -> String {
    match *fault {
        SetupFault::NoSideToMove => {
            "The side to move is missing: choose White or Black.".to_owned()
        }
        SetupFault::OffBoard { squares } => {
            let list: Vec<String> = squares.iter().map(|square| square.to_string()).collect();
            let noun = if list.len() == 1 { "square" } else { "squares" };
            format!("The board has no {noun} {}.", list.join(", "))
        }
        SetupFault::TooManyPieces {
            side: of,
            count,
            most,
        } => format!(
            "{} has {}, but may have {most} at most.",
            side(of),
            pieces(count.into())
        ),
        SetupFault::UncrownedMen { side: of, squares } => {
            let list = list::squares(names, squares, "and");
            let man = piece(Piece::new(of, Kind::Man));
            if squares.len() == 1 {
                format!("The {man} on {list} is on its last row: it should be a king.")
            } else {
                let men = man.replace("man", "men");
                format!("The {men} on {list} are on their last row: they should be kings.")
            }
        }
        SetupFault::Empty => "There is no piece on the board.".to_owned(),
        SetupFault::Kings { squares } => {
            let list = list::squares(names, squares, "and");
            format!("This game has no kings: a man must stand on {list}, or nothing.")
        }
        SetupFault::NotHuffable { squares } => {
            let list = list::squares(names, squares, "and");
            format!("Nothing can be huffed on {list}.")
        }
        SetupFault::NoKingRun { side: of, square } => {
            let king = piece(Piece::new(of, Kind::King));
            format!(
                "Moves in a row are counted for a {king} on {}, where none stands.",
                names.name(square)
            )
        }
        // A reason without a sentence. A test checks that there is none.
        _ => fault.code().to_owned(),
    }
}
