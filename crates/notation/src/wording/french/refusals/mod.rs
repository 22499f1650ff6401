//! Why a move input is refused, in French. This file has the reasons that are known before a piece
//! moves, and those about start and end alone. `captures` has those about compulsory moves, and
//! `way` those about the path of the piece.

mod captures;
mod way;
mod words;

use damier_rules::variant::rule_table::Naming;
use damier_rules::{Kind, Refusal, Side, Variant};

use super::endings::because;
use crate::wording::list;
use words::{Words, capital};

pub(in crate::wording) use captures::{ambiguity, must_play};

pub(in crate::wording) fn refusal(variant: Variant, refusal: &Refusal) -> String {
    let words = Words::of(variant);
    of_the_question(&words, refusal)
        .or_else(|| captures::of_other_moves(&words, refusal))
        .unwrap_or_else(|| way::of_the_way(&words, refusal))
}

/// The sentence for a reason known before a piece moves, or one about start and end alone.
fn of_the_question(words: &Words, refusal: &Refusal) -> Option<String> {
    let (the, of_the, to_the) = (
        |square| words.the(square),
        |square| words.of_the(square),
        |square| words.to_the(square),
    );
    Some(match *refusal {
        Refusal::NoSuchSquare { square, last } => match words.variant.table().naming {
            Naming::Numbers { .. } => {
                format!("Il n'y a pas de case {square} : les cases sont numérotées de 1 à {last}.")
            }
            Naming::Letters => format!(
                "{} n'existe pas : le damier n'a que {last} {}.",
                words.either("Cette case", "Ce point"),
                words.either("cases jouables", "points")
            ),
        },
        Refusal::GameOver { outcome } => {
            format!("La partie est finie : {}.", because(words.variant, outcome))
        }
        Refusal::NoHuffing { .. } => "On ne souffle pas dans ce jeu : la prise est obligatoire, \
                                      aucune ne peut être oubliée."
            .to_owned(),
        Refusal::NotHuffable { huffable, .. } if huffable.is_empty() => {
            "Il n'y a rien à souffler : aucune prise n'a été oubliée au dernier coup.".to_owned()
        }
        Refusal::NotHuffable { square, huffable } => format!(
            "On ne peut rien souffler sur {} : c'est {} qui a oublié de prendre.",
            the(square),
            words.one_piece(huffable)
        ),
        Refusal::HuffFirst { huffable, .. } => format!(
            "Soufflez d'abord : {} a oublié de prendre et barre le chemin.",
            words.one_piece(huffable)
        ),
        Refusal::EmptyStart { square } => format!("Il n'y a pas de pièce sur {}.", the(square)),
        Refusal::NotYourPiece { square, to_move } => format!(
            "La pièce {} est {}, et c'est {} de jouer.",
            of_the(square),
            match to_move {
                Side::White => "noire",
                Side::Black => "blanche",
            },
            match to_move {
                Side::White => "aux Blancs",
                Side::Black => "aux Noirs",
            }
        ),
        Refusal::SameSquare { square } => format!(
            "La pièce doit quitter {} : aucune prise ne la ramène à son point de départ.",
            the(square)
        ),
        Refusal::OwnPieceThere { square, .. } => format!(
            "{} {} par une pièce de la même couleur.",
            capital(&the(square)),
            words.either("est occupée", "est occupé")
        ),
        Refusal::EnemyPieceThere { square, kind } => format!(
            "{} {} par une pièce adverse, que {} ne peut pas prendre.",
            capital(&the(square)),
            words.either("est occupée", "est occupé"),
            match kind {
                Kind::Man => "ce pion",
                Kind::King => "cette dame",
            }
        ),
        Refusal::LandBehind { landings, .. } => format!(
            "Pour prendre une pièce, on saute par-dessus au lieu de se poser sur elle : cette \
             prise se termine {}.",
            words.on_one_of(landings)
        ),
        Refusal::NotThrough { square, from, to } => format!(
            "Aucun coup {} {} ne suit ce chemin : {} ne convient pas.",
            of_the(from),
            to_the(to),
            the(square)
        ),
        Refusal::EndsElsewhere { from, landings } => format!(
            "La pièce {} ne peut pas s'arrêter là : son coup se termine {}.",
            of_the(from),
            words.on_one_of(landings)
        ),
        Refusal::PieceBlocked { square, by, kind } => {
            let at = of_the(square);
            let list = list::squares(words.names, by, "et");
            format!(
                "{} par {} {list}.",
                match kind {
                    Kind::Man => format!("Le pion {at} est bloqué"),
                    Kind::King => format!("La dame {at} est bloquée"),
                },
                match by.len() {
                    1 => words.either("la pièce de la case", "la pièce du point"),
                    _ => words.either("les pièces des cases", "les pièces des points"),
                }
            )
        }
        _ => return None,
    })
}
