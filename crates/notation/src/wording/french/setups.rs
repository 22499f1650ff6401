//! Why a setup cannot be played, in French.

use damier_rules::{Kind, Piece, SetupFault, Side};

use super::{piece, pieces, side_first};
use crate::square_names::Names;
use crate::wording::list;

pub(in crate::wording) fn setup_fault(names: Names, fault: &SetupFault) -> String {
    match *fault {
        SetupFault::NoSideToMove => {
            "Le trait n'est pas indiqué : il faut préciser qui joue, les Blancs ou les Noirs."
                .to_owned()
        }
        SetupFault::OffBoard { squares } => {
            let list: Vec<String> = squares.iter().map(|square| square.to_string()).collect();
            let noun = if list.len() == 1 { "case" } else { "cases" };
            format!("Le damier n'a pas de {noun} {}.", list.join(", "))
        }
        SetupFault::TooManyPieces {
            side: of,
            count,
            most,
        } => format!(
            "{} ont {}, mais ne peuvent pas en avoir plus de {most}.",
            side_first(of),
            pieces(count.into())
        ),
        SetupFault::UncrownedMen { side: of, squares } => {
            let list = list::squares(names, squares, "et");
            match (squares.len(), of) {
                (1, _) => format!(
                    "Le {} de la case {list} est sur la dernière rangée : ce devrait être une \
                     dame.",
                    piece(Piece::new(of, Kind::Man))
                ),
                (_, Side::White) => format!(
                    "Les pions blancs des cases {list} sont sur la dernière rangée : ce \
                     devraient être des dames."
                ),
                (_, Side::Black) => format!(
                    "Les pions noirs des cases {list} sont sur la dernière rangée : ce \
                     devraient être des dames."
                ),
            }
        }
        SetupFault::Empty => "Il n'y a aucune pièce sur le damier.".to_owned(),
        SetupFault::Kings { squares } => {
            let list = list::squares(names, squares, "et");
            format!("Ce jeu n'a pas de dames : il ne peut pas y en avoir sur {list}.")
        }
        SetupFault::NotHuffable { squares } => {
            let list = list::squares(names, squares, "et");
            format!("Il n'y a rien à souffler sur {list}.")
        }
        SetupFault::NoKingRun { side: of, square } => format!(
            "La position compte des coups de suite pour une {} en {}, où il n'y en a pas.",
            piece(Piece::new(of, Kind::King)),
            names.name(square)
        ),
        // A reason without a sentence. A test checks that there is none.
        _ => fault.code().to_owned(),
    }
}
